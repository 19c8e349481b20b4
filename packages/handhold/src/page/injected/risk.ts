import { namesFile } from './file-address.js';
import { nameOf } from './name.js';
import type { Facts } from './protocol.js';

const cardWords =
  /card[\s_-]?(number|num|no\b)|cc[\s_-]?(num|csc|cvc|cvv)|\bcvv2?\b|\bcvc2?\b|\bcsc\b|security code|kartennummer|num[eé]ro de (la )?carte|n[uú]mero de (la )?tarjeta/i;
const payFrames = /card[\s_-]?number|secure.{0,20}(card|payment)|payment|stripe|braintree|adyen/i;
const payWords =
  /\b(pay|buy|order|purchase|donate|checkout|check out|subscribe|book|confirm|submit|complete|place|bezahl\w*|kauf\w*|bestell\w*|payer|acheter|commander|pagar|comprar)\b/i;

/** What makes acting on an element weigh more than usual, as far as its document can tell; undefined if nothing does. */
export function factsOf(element: Element): Facts | undefined {
  const control = controlOf(element);
  const field = control instanceof HTMLLabelElement ? (control.control ?? control) : control;
  const form = formOf(field);
  const password = field instanceof HTMLInputElement && field.type === 'password';
  const submits = form !== null && isSubmitter(field);
  const typed = isTextField(field);
  const mayPay = submits || typed || (form === null && isButton(field) && payWords.test(nameOf(field)));
  const payment = mayPay && takesCards(form);
  const download = isDownload(field);
  const button = isButton(field);
  if (!password && !submits && !payment && !download && !button) return undefined;
  return {
    ...(password ? { password } : {}),
    ...(submits || (payment && !typed) ? { submits: true } : {}),
    ...(payment ? { payment } : {}),
    ...(download ? { download } : {}),
    ...(button ? { button } : {}),
  };
}

/** What an event on an element is about: the control that it is a part of. */
export function controlOf(element: Element): Element {
  return element.closest('button, input, select, textarea, a, area, [role=button], label') ?? element;
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
    'button, a, area, input:is([type=button], [type=submit], [type=image]), [role=button]',
  );
}

function isTextField(element: Element): boolean {
  if (element instanceof HTMLInputElement)
    return !/^(submit|image|button|reset|checkbox|radio|file)$/.test(element.type);
  return element instanceof HTMLTextAreaElement;
}

/** Card fields in the form; without a form, anywhere on the page; or in a frame of a payment provider. */
function takesCards(form: HTMLFormElement | null): boolean {
  const fields = form ? form.elements : document.getElementsByTagName('input');
  let looked = 0;
  for (const field of fields) {
    if (looked++ > 300) break;
    if (field instanceof HTMLInputElement && isCardField(field)) return true;
  }
  for (const frame of (form ?? document).getElementsByTagName('iframe')) {
    if (payFrames.test(`${frame.name} ${frame.title} ${frame.getAttribute('src') ?? ''}`.slice(0, 500)))
      return true;
  }
  return false;
}

function isCardField(field: HTMLInputElement): boolean {
  if (field.type === 'hidden' || field.type === 'checkbox' || field.type === 'radio') return false;
  if (/\bcc-(number|csc|exp)/i.test(field.autocomplete)) return true;
  const label = field.labels?.[0]?.textContent ?? '';
  const words = [field.name, field.id, field.placeholder, field.getAttribute('aria-label') ?? '', label];
  return cardWords.test(words.join(' ').slice(0, 500));
}
