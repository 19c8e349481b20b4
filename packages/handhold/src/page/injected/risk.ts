import { isCardField, takesCards } from './cards.js';
import { squash } from './dom.js';
import { namesFile } from './file-address.js';
import { nameOf } from './name.js';
import type { Facts } from './protocol.js';

/** Words on what is pressed to pay, where cards are taken. */
const payWords =
  /\b(pay|buy|order|purchase|donate|checkout|check out|subscribe|book|confirm|submit|complete|place|bezahl\w*|kauf\w*|bestell\w*|payer|acheter|commander|pagar|comprar)\b/i;
/** Words that say so by themselves. */
const surelyPays =
  /\b(pay|buy|purchase|donate|place (my |your |the )?order|order now|confirm (my |your |the )?(order|payment|purchase)|complete (my |your |the )?(order|payment|purchase)|(zahlungspflichtig )?bestell\w*|bezahl\w*|kaufen|payer|acheter|pagar|comprar)\b/i;
/** More words than this are no inscription. */
const longestInscription = 60;

/** What makes acting on an element weigh more than usual, as far as its document can tell; undefined if nothing does. */
export function factsOf(element: Element): Facts | undefined {
  const control = controlOf(element);
  const field = control instanceof HTMLLabelElement ? (control.control ?? control) : control;
  const form = formOf(field);
  const password = field instanceof HTMLInputElement && field.type === 'password';
  const submits = form !== null && isSubmitter(field);
  const isField = isFormField(field);
  const pays = isField ? undefined : paysBy(control, form);
  // Enter in any field of a form sends it.
  const payment = isField || submits ? takesCards(form) : pays !== undefined && takesCards(null);
  const card = field instanceof HTMLInputElement && isCardField(field);
  const facts: Facts = {
    ...(password ? { password } : {}),
    ...(submits || (payment && pays) ? { submits: true } : {}),
    ...(payment ? { payment } : {}),
    ...(pays ? { pays } : {}),
    ...(card ? { card } : {}),
    ...(isDownload(field) ? { download: true } : {}),
    ...(isButton(field) ? { button: true } : {}),
  };
  return Object.keys(facts).length > 0 ? facts : undefined;
}

/** How sure it is, by its inscription, that something is pressed to pay; whatever it is made of. */
function paysBy(control: Element, form: HTMLFormElement | null): Facts['pays'] {
  const said = squash(nameOf(control) || (control.textContent ?? '').slice(0, 200));
  if (said.length > longestInscription) return undefined;
  if (surelyPays.test(said)) return 'surely';
  // The button of another form sends that.
  return form === null && payWords.test(said) ? 'maybe' : undefined;
}

/** What an event on an element is about: the control that it is a part of. */
export function controlOf(element: Element): Element {
  return (
    element.closest(
      'button, input, select, textarea, a, area, [role=button], [role=link], [role=menuitem], label',
    ) ?? element
  );
}

/** A link that says it is one, or that leads to what is plainly a file; one that a script starts can't be told. */
function isDownload(element: Element): boolean {
  const link = element.closest('a, area');
  if (!(link instanceof HTMLAnchorElement || link instanceof HTMLAreaElement) || link.href === '')
    return false;
  return link.hasAttribute('download') || namesFile(link.href);
}

/** What weighs on sending whichever form the page has. */
export function pageFacts(): Facts | null {
  for (const form of document.forms) if (takesCards(form)) return { submits: true, payment: true };
  return takesCards(null) ? { submits: true, payment: true } : null;
}

function formOf(element: Element): HTMLFormElement | null {
  if (element instanceof HTMLInputElement || element instanceof HTMLButtonElement) return element.form;
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) return element.form;
  return element.closest('form');
}

function isSubmitter(element: Element): boolean {
  if (element instanceof HTMLButtonElement) return element.type === 'submit';
  return element instanceof HTMLInputElement && (element.type === 'submit' || element.type === 'image');
}

function isButton(element: Element): boolean {
  return element.matches(
    'button, a, area, summary, input:is([type=button], [type=submit], [type=image]), [role=button], [role=link], [role=menuitem], [onclick]',
  );
}

function isFormField(element: Element): boolean {
  if (element instanceof HTMLInputElement) return !/^(submit|image|button|reset)$/.test(element.type);
  return element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;
}
