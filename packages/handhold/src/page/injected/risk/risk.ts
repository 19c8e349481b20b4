import { contains, referenced, rootElement, squash } from '../dom/tree.js';
import { nameOf } from '../looking/naming/name.js';
import type { Facts } from '../protocol.js';
import { identityOf } from '../refs/identity.js';
import { fieldsOf, formsInDocument, isCardField, takesCards } from './cards.js';
import { namesFile } from './file-address.js';
import { destroys, paying } from './inscriptions.js';

/** Longer texts than these are no inscriptions: of what is pressed, and of anything else. */
const longestText = 20_000;
const longestPlain = 200;

/**
 * Reasons for which acting on an element weighs more than usual, as far as its document can tell; undefined if nothing does.
 * `hit` is what the pointer really meets there.
 */
export function factsOf(element: Element, hit: Element | null = null): Facts | undefined {
  const control = controlOf(element);
  const field = control instanceof HTMLLabelElement ? (control.control ?? control) : control;
  const form = formOf(field);
  const password = field instanceof HTMLInputElement && field.type === 'password';
  const file = field instanceof HTMLInputElement && field.type === 'file';
  const submits = form !== null && isSubmitter(field);
  const isField = isFormField(field);
  const pays = isField ? undefined : paysBy(control, form);
  // Enter in any field of a form sends it.
  const payment = isField || submits ? takesCards(form) : pays !== undefined && takesCards(null);
  const card = isTextField(field) && isCardField(field);
  const sending = field instanceof HTMLInputElement && isField && form ? sendingDestroys(form) : undefined;
  const active = activeIn(control);
  const pressed = [control, field, active, hit && controlOf(hit)];
  const facts: Facts = {
    ...(password ? { password } : {}),
    ...(file ? { file } : {}),
    ...(submits || (payment && pays) ? { submits: true } : {}),
    ...(payment ? { payment } : {}),
    ...(pays ? { pays } : {}),
    ...(card ? { card } : {}),
    ...(pressed.some((one) => one !== null && destroysByName(one)) ? { destroys: true } : {}),
    ...(sending === undefined ? {} : { sendingDestroys: sending }),
    ...(isDownload(field) ? { download: true } : {}),
  };
  if (facts.password || facts.submits || facts.payment || facts.pays || facts.destroys)
    facts.as = identityOf(active ?? pressedIn(element, hit));
  return Object.keys(facts).length > 0 ? facts : undefined;
}

/** The thing that is pressed: the control in what was aimed at, where there is one; else what was aimed at. */
export function pressedIn(element: Element, hit: Element | null): Element {
  const inside = hit?.closest(controls);
  return inside && contains(element, inside) ? inside : controlOf(element);
}

/** How sure it is, by its inscription, that something is pressed to pay; whatever it is made of. */
function paysBy(control: Element, form: HTMLFormElement | null): Facts['pays'] {
  const sure = paying(squash(nameOf(control) || (control.textContent ?? '').slice(0, 200)));
  // The button of another form sends that.
  return sure === 'maybe' && form !== null ? undefined : sure;
}

/** True if pressing something destroys something, by its name or by what is written on it; not so what is filled in. */
function destroysByName(element: Element): boolean {
  if (takesValue(element) || element === document.body || element === rootElement()) return false;
  if (destroys(nameOf(element))) return true;
  const length = element.textContent?.length ?? 0;
  if (length === 0 || length > (isPressed(element) ? longestText : longestPlain)) return false;
  return destroys(element instanceof HTMLElement ? element.innerText : (element.textContent ?? ''));
}

/** The element that takes keys for one that keeps the focus to itself. */
function activeIn(element: Element): Element | null {
  return referenced(element, 'aria-activedescendant')[0] ?? null;
}

/** The inscription of the button that Enter in any of a form's fields would press, if it destroys something. */
function sendingDestroys(form: HTMLFormElement): string | undefined {
  const elements = fieldsOf(form);
  for (let at = 0; at < elements.length; at++) {
    const element = elements[at];
    if (element instanceof Element && isSubmitter(element))
      return destroysByName(element) ? `${nameOf(element)} ${element.textContent ?? ''}` : undefined;
  }
  return undefined;
}

/** True if something is filled in or chosen from rather than pressed. */
function takesValue(element: Element): boolean {
  return (
    isTextField(element) ||
    element instanceof HTMLSelectElement ||
    (element instanceof HTMLElement && element.isContentEditable) ||
    /^(combobox|listbox|textbox|searchbox|spinbutton|slider)$/.test(element.getAttribute('role') ?? '')
  );
}

function isTextField(element: Element): element is HTMLInputElement | HTMLTextAreaElement {
  if (element instanceof HTMLTextAreaElement) return true;
  return (
    element instanceof HTMLInputElement &&
    !/^(submit|image|button|reset|checkbox|radio|file)$/.test(element.type)
  );
}

const controls =
  'button, input, select, textarea, a, area, [role=button], [role=link], [role=menuitem], label';

/** The thing that an event on an element is about: the control that it is a part of. */
export function controlOf(element: Element): Element {
  return element.closest(controls) ?? element;
}

/** A link that says it is one, or that leads to what is plainly a file; one that a script starts can't be told. */
function isDownload(element: Element): boolean {
  const link = element.closest('a, area');
  if (!(link instanceof HTMLAnchorElement || link instanceof HTMLAreaElement) || link.href === '')
    return false;
  return link.hasAttribute('download') || namesFile(link.href);
}

/** Reasons that weigh on sending whichever form the page has. */
export function pageFacts(): Facts | null {
  for (const form of formsInDocument()) if (takesCards(form)) return { submits: true, payment: true };
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

function isPressed(element: Element): boolean {
  return (
    isButton(element) ||
    /^(menuitem\w*|option|tab|treeitem|switch|checkbox|radio)$/.test(element.getAttribute('role') ?? '')
  );
}

function isFormField(element: Element): boolean {
  if (element instanceof HTMLInputElement) return !/^(submit|image|button|reset)$/.test(element.type);
  return element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;
}
