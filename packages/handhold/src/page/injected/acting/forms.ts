import { activeElement } from '../dom/tree.js';
import { currentValue, isDisabled } from '../looking/roles/element-states.js';
import { roleOf } from '../looking/roles/role.js';
import type { Identity, Obstacle, Refused } from '../protocol.js';
import { identityOf } from '../refs/identity.js';
import { elementOf, idOf } from '../refs/refs.js';
import { watch } from '../settling/changes.js';
import { state } from '../state.js';
import { resolveRef } from '../targeting/ready.js';
import { isScale } from './scale.js';
import { toggleOf } from './toggle.js';
import { refusedField, takeRefused } from './validity.js';

/** How a form is filled in and sent off. */

export type FieldKind = 'text' | 'combobox' | 'choice' | 'option' | 'toggle' | 'radio' | 'file' | 'scale';

export type Fillable = { state: 'field'; kind: FieldKind } | Obstacle;

/** Which way of filling in a field takes. */
export function fieldKind(id: number, shown: Identity | null): Fillable {
  const found = resolveRef(id, shown);
  if ('state' in found) return found;
  const { element } = found;
  if (fileInputOf(element)) return { state: 'field', kind: 'file' };
  if (isScale(element)) return { state: 'field', kind: 'scale' };
  const role = roleOf(element);
  if (role === 'option' && element.closest('[role="listbox"]')) return { state: 'field', kind: 'option' };
  const typed =
    element instanceof HTMLTextAreaElement ||
    (element instanceof HTMLInputElement &&
      !/^(checkbox|radio|button|submit|reset|image)$/.test(element.type)) ||
    (element instanceof HTMLElement && element.isContentEditable);
  if (typed) {
    const readonly = element instanceof HTMLInputElement && element.readOnly;
    if (role !== 'combobox') return { state: 'field', kind: 'text' };
    return { state: 'field', kind: readonly ? 'choice' : 'combobox' };
  }
  const opens = element.hasAttribute('aria-haspopup') || role === 'combobox' || role === 'listbox';
  if (element instanceof HTMLSelectElement || opens) return { state: 'field', kind: 'choice' };
  const toggle = toggleOf(element);
  if (toggle) {
    const radio =
      toggle instanceof HTMLInputElement ? toggle.type === 'radio' : /radio$/.test(roleOf(toggle));
    return { state: 'field', kind: radio ? 'radio' : 'toggle' };
  }
  if (element.querySelectorAll('select, [role="combobox"], [role="listbox"]').length === 1)
    return { state: 'field', kind: 'choice' };
  return { state: 'field', kind: 'text' };
}

const tagWords = /\b(tags?|chips?|tokens?|keywords?|labels|skills|recipients|press enter)\b/i;

/** True if Enter in a field makes a tag of what it holds, by what it is called; in others it may send off something. */
export function makesTags(id: number): boolean {
  const field = elementOf(id);
  if (!(field instanceof HTMLInputElement) || field.form) return false;
  const near = [field, field.parentElement, field.parentElement?.parentElement];
  const texts = near.map((part) => part?.getAttribute('class')?.replaceAll(/[-_]/g, ' ') ?? '');
  return tagWords.test([identityOf(field).name, field.placeholder, ...texts].join(' '));
}

/**
 * The values of fields now, as a snapshot would show them; null for those that are gone or hold nothing of the kind.
 */
export function readFields(ids: number[]): (string | null)[] {
  return ids.map((id) => {
    const field = elementOf(id);
    if (!field?.isConnected) return null;
    return currentValue(field, identityOf(field).role) ?? null;
  });
}

export type Submitter =
  | { state: 'form'; by: 'button'; id: number; form: number; identity: Identity }
  | { state: 'form'; by: 'enter' | 'script'; id: number; form: number; identity: Identity }
  | { state: 'none' }
  | { state: 'several'; forms: (Identity & { id: number })[] }
  | Obstacle;

const submitButtons = 'button, input[type="submit"], input[type="image"]';
const typing =
  'input:not([type]), input[type="text"], input[type="search"], input[type="email"], input[type="url"], input[type="tel"], input[type="password"], input[type="number"], input[type="date"], input[type="time"]';

/** How the form that an element belongs to is sent off, or that of the focus, or the only one there is. */
export function submitter(id: number | null, shown: Identity | null): Submitter {
  if (id === null) return submitterHere();
  const found = resolveRef(id, shown);
  if ('state' in found) return found;
  const { element, identity } = found;
  if (isButton(element)) {
    const form = formOf(element);
    return { state: 'form', by: 'button', id, form: form ? idOf(form) : 0, identity };
  }
  const inside = element.querySelectorAll('form');
  const form =
    element instanceof HTMLFormElement
      ? element
      : (formOf(element) ?? (inside.length === 1 ? inside[0] : undefined));
  if (form) return waysToSubmit(form);
  const field = isEditable(element);
  return field ? { state: 'form', by: 'enter', id, form: 0, identity } : { state: 'none' };
}

function submitterHere(): Submitter {
  const active = activeElement();
  const form = active && active !== document.body ? formOf(active) : undefined;
  if (form) return waysToSubmit(form);
  const forms = [...document.forms].filter(
    (candidate) => candidate.checkVisibility() && candidate.elements.length > 0,
  );
  const [only] = forms;
  if (only && forms.length === 1) return waysToSubmit(only);
  if (active && isEditable(active))
    return { state: 'form', by: 'enter', id: idOf(active), form: 0, identity: identityOf(active) };
  if (forms.length === 0) return { state: 'none' };
  return { state: 'several', forms: forms.slice(0, 5).map((one) => ({ ...identityOf(one), id: idOf(one) })) };
}

function formOf(element: Element): HTMLFormElement | undefined {
  const own = 'form' in element && element.form instanceof HTMLFormElement ? element.form : undefined;
  return own ?? element.closest('form') ?? undefined;
}

function isButton(element: Element): boolean {
  return element.matches(`${submitButtons}, input[type="button"]`) || roleOf(element) === 'button';
}

function isEditable(element: Element): boolean {
  return (
    element.matches(`${typing}, textarea`) || (element instanceof HTMLElement && element.isContentEditable)
  );
}

/** As a person would: by its button, by Enter in its only field, else as the page's own script might. */
function waysToSubmit(form: HTMLFormElement): Submitter {
  const of = (element: Element, by: 'button' | 'enter' | 'script'): Submitter => ({
    state: 'form',
    by,
    id: idOf(element),
    form: idOf(form),
    identity: identityOf(element),
  });
  const root = form.getRootNode();
  const near = root instanceof Document || root instanceof ShadowRoot ? root : form;
  const button = [...near.querySelectorAll(submitButtons)].find(
    (candidate) =>
      (candidate instanceof HTMLButtonElement || candidate instanceof HTMLInputElement) &&
      candidate.form === form &&
      (candidate.type === 'submit' || candidate.type === 'image'),
  );
  if (button) {
    if (isDisabled(button)) return { state: 'disabled' };
    return of(button, button.checkVisibility({ visibilityProperty: true }) ? 'button' : 'script');
  }
  const fields = [...form.querySelectorAll(typing)].filter((field) => field.checkVisibility());
  const sending = form.hasAttribute('action') ? undefined : buttonAfter(form, fields.at(-1));
  if (sending) return isDisabled(sending) ? { state: 'disabled' } : of(sending, 'button');
  const [only] = fields;
  return only && fields.length === 1 && !isDisabled(only) ? of(only, 'enter') : of(form, 'script');
}

/** The one button with words that follows the last field: where scripts do the sending it need be none that submits. */
function buttonAfter(form: HTMLFormElement, last: Element | undefined): Element | undefined {
  const buttons = [...form.querySelectorAll('button, input[type="button"], [role="button"]')].filter(
    (button) =>
      button.checkVisibility({ visibilityProperty: true }) &&
      /\p{L}{2}/u.test(button instanceof HTMLInputElement ? button.value : (button.textContent ?? '')) &&
      !button.matches('[aria-haspopup], [aria-expanded], [aria-pressed], [type="reset"]') &&
      (last?.compareDocumentPosition(button) ?? 0) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  return buttons.length === 1 ? buttons[0] : undefined;
}

export interface Submission {
  form: Element;
  /** It went off, whatever the page made of it then. */
  done: boolean;
  /** Clicks and keys that may send it off, for which the page may have something else in mind. */
  tries: Event[];
  release: () => void;
}

/** Notes whether a form is really sent off. */
export function watchSubmit(id: number): void {
  state.acting.submission?.release();
  const form = elementOf(id);
  if (!form) return;
  const submission: Submission = { form, done: false, tries: [], release: () => undefined };
  const listen = (event: Event) => {
    if (event.type !== 'submit') submission.tries.push(event);
    else if (event.target === form) submission.done = true;
  };
  const types = ['submit', 'click', 'keydown'];
  for (const type of types) addEventListener(type, listen, { capture: true });
  submission.release = () => {
    for (const type of types) removeEventListener(type, listen, { capture: true });
  };
  state.acting.submission = submission;
  watch();
}

/** Sends a form off where it has neither a button nor a field to press Enter in. */
export function submitByScript(id: number): boolean {
  const element = elementOf(id);
  const form = element instanceof HTMLFormElement ? element : element && formOf(element);
  if (!form) return false;
  form.requestSubmit(element === form ? null : submitButtonOf(element));
  return true;
}

function submitButtonOf(element: Element | undefined): HTMLElement | null {
  return element instanceof HTMLElement ? element : null;
}

/** The fate of a form that was to be sent off. */
export interface SentOff {
  done: boolean;
  /**
   * True if the page kept it from going off by itself, to send it in its own way; shows something else in its place.
   */
  taken: 'no' | 'maybe' | 'replaced';
  /** Fields for which the browser keeps it back. */
  refused: Refused[];
}

/** The fate of the form that was watched; `by` is the element that was pressed. */
export function submitted(by: number): SentOff {
  const was = state.acting.submission;
  was?.release();
  state.acting.submission = undefined;
  if (!was || was.done || !(was.form instanceof HTMLFormElement))
    return { done: true, taken: 'no', refused: [] };
  const { form, tries } = was;
  const isThere = elementOf(by)?.checkVisibility({ visibilityProperty: true }) === true;
  const taken = !isThere ? 'replaced' : form.querySelector(markedInvalid) ? 'no' : 'maybe';
  if (tries.some(({ defaultPrevented }) => defaultPrevented)) return { done: false, taken, refused: [] };
  const invalid = form.noValidate
    ? []
    : [...form.elements].filter(
        (field) => field.matches(':invalid') && !(field instanceof HTMLFieldSetElement),
      );
  // Told here, they are no news to the next look.
  takeRefused();
  return {
    done: false,
    taken: invalid.length === 0 ? taken : 'no',
    refused: invalid.slice(0, 10).map(refusedField),
  };
}

/** How pages mark fields whose values they don't take. */
const markedInvalid = '[aria-invalid]:not([aria-invalid="false"])';

/** The file field meant by an element: itself, the one it labels, or the only one inside or right around it. */
function fileInputOf(element: Element): HTMLInputElement | undefined {
  const isFile = (candidate: Element | null | undefined): candidate is HTMLInputElement =>
    candidate instanceof HTMLInputElement && candidate.type === 'file';
  if (isFile(element)) return element;
  const label = element.closest('label');
  if (isFile(label?.control)) return label.control;
  const inside = [...element.querySelectorAll('input[type="file"]')].filter(isFile);
  return inside.length === 1 ? inside[0] : undefined;
}

export type FileField =
  | {
      state: 'file';
      id: number;
      identity: Identity;
      multiple: boolean;
    }
  | { state: 'other'; identity: Identity }
  | Obstacle;

/** The file field that an element stands for; `other` where it can only be found out by clicking or dropping. */
export function fileField(id: number, shown: Identity | null): FileField {
  const found = resolveRef(id, shown);
  if ('state' in found) return found;
  const field = fileInputOf(found.element);
  if (!field)
    return isDisabled(found.element) ? { state: 'disabled' } : { state: 'other', identity: found.identity };
  return describeFileField(field, field === found.element ? found.identity : undefined);
}

function describeFileField(field: HTMLInputElement, identity?: Identity): FileField {
  if (isDisabled(field)) return { state: 'disabled' };
  watch();
  return {
    state: 'file',
    id: idOf(field),
    identity: identity ?? identityOf(field),
    multiple: field.multiple || field.webkitdirectory,
  };
}

/** Every file field of the document, hidden ones too. */
export function fileFields(): number[] {
  return [...document.querySelectorAll('input[type="file"]')].slice(0, 20).map(idOf);
}

/** The names of the files that a field holds; null when it is gone. */
export function filesIn(id: number): string[] | null {
  const field = elementOf(id);
  if (!(field instanceof HTMLInputElement) || !field.isConnected) return null;
  return [...(field.files ?? [])].map((file) => file.name);
}
