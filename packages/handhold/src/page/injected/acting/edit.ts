import { activeElement, contains } from '../dom/tree.js';
import { currentValue, isDisabled, isReadonly, richText } from '../looking/roles/element-states.js';
import { moreInside } from '../looking/visibility/seen.js';
import type { Editable, Focused, Identity, Obstacle, ValueSet } from '../protocol.js';
import { identityOf } from '../refs/identity.js';
import { elementOf, idOf } from '../refs/refs.js';
import { factsOf } from '../risk/risk.js';
import { untaint } from '../secrets/taint.js';
import { watch } from '../settling/changes.js';
import { frame, turn } from '../settling/timers.js';
import { state } from '../state.js';
import { resolveRef } from '../targeting/ready.js';
import { noteActing } from './acted-on.js';
import { noteTypingInto } from './cell-keys.js';
import { catchesKeys, drawnText, hasModel, isCode, isUnseen, redrawn } from './code-editor.js';
import { focusTaken, noteFocus } from './focus-watch.js';

const textTypes = new Set(['text', 'search', 'email', 'url', 'tel', 'number', 'password']);
const exactTypes = new Set(['date', 'time', 'month', 'week', 'datetime-local', 'color', 'range']);

function editableKind(element: Element): Editable | undefined {
  if (element instanceof HTMLElement && element.role === 'spinbutton' && element.isContentEditable)
    return 'section';
  if (isCode(element)) return 'code';
  if (element instanceof HTMLInputElement) {
    if (element.type === 'password') return 'password';
    if (textTypes.has(element.type)) return 'text';
    return exactTypes.has(element.type) ? 'exact' : undefined;
  }
  if (element instanceof HTMLTextAreaElement) return 'multiline';
  if (element instanceof HTMLElement && element.isContentEditable) return 'rich';
  return undefined;
}

function whyNotEditable(element: Element): string {
  if (element instanceof HTMLSelectElement) return 'it is a list of choices';
  if (element instanceof HTMLInputElement) return `it is an input of type ${element.type}`;
  const { role } = identityOf(element);
  return role === 'slider'
    ? 'a slider takes arrow keys, or a value from browser_fill_form'
    : `a ${role} takes no text`;
}

/** Parts of a page, whose being named does not mean the one field that they happen to hold. */
const containerRoles = new Set(
  (
    'alertdialog application article banner complementary contentinfo dialog document feed figure form grid list ' +
    'listitem main navigation region row scrollable search table tabpanel treegrid'
  ).split(' '),
);

/** The field meant by an element: itself, the one it labels, or the only one inside it. */
function fieldOf(element: Element, role: string): Element {
  if (editableKind(element)) return element;
  if (element instanceof HTMLLabelElement && element.control) return element.control;
  return isContainer(element, role) ? element : (onlyFieldIn(element) ?? element);
}

function isContainer(element: Element, role: string): boolean {
  if (containerRoles.has(role) || /^(html|body|form)$/.test(element.localName)) return true;
  // A widget may scroll; what scrolls and is none is a part of the page.
  return role === 'clickable' && moreInside(element, getComputedStyle(element)) !== undefined;
}

function onlyFieldIn(element: Element): Element | undefined {
  const inside = [...element.querySelectorAll('input, textarea, [contenteditable]')].filter(
    (field) => editableKind(field) && field.checkVisibility(),
  );
  return inside.length === 1 ? inside[0] : undefined;
}

/** Brings the focus to a field and its caret to the end, or selects what is there if it is to be replaced. */
export async function focusField(
  id: number | null,
  shown: Identity | null,
  replace: boolean,
): Promise<Focused> {
  if (id === null) return focusedField(replace);
  const found = resolveRef(id, shown);
  if ('state' in found) return found;
  const field = fieldOf(found.element, found.identity.role);
  const kind = editableKind(field);
  if (!kind) {
    const only = onlyFieldIn(field);
    const holds = only ? { field: { ...identityOf(only), id: idOf(only), tag: only.localName } } : {};
    return { state: 'not_editable', why: whyNotEditable(field), ...holds };
  }
  if (isDisabled(field)) return { state: 'disabled' };
  // Some are locked until they have the focus, so that no browser fills them in.
  if (isReadonly(field) && !field.hasAttribute('onfocus')) return locked;
  if (!field.checkVisibility({ visibilityProperty: true }))
    return { state: 'hidden', why: 'it is not displayed' };
  watch();
  noteTypingInto(field);
  const { focus } = state.acting;
  // A date in parts follows the pointer, not the focus.
  if (kind === 'section' && activeElement() !== field && focus.clickedSection !== field) {
    focus.clickedSection = field;
    return { state: 'not_focused', identity: found.identity };
  }
  focus.clickedSection = undefined;
  if (field instanceof HTMLElement) {
    field.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    // The body of a document has its focus before anything else has.
    if (activeElement() !== field || !document.hasFocus()) {
      noteFocus();
      field.focus({ preventScroll: true });
      // A page may move the focus in answer to it, so what counts is where it is a moment later.
      await turn();
    }
    await focusTaken();
    if (!field.isConnected) return { state: 'gone' };
    if (isReadonly(field)) return locked;
  }
  const active = activeElement();
  if (!active || !(active === field || contains(field, active)))
    return { state: 'not_focused', identity: found.identity };
  return placeCaret(active === field ? field : active, kind, replace, found.identity);
}

const locked: Obstacle = { state: 'not_editable', why: 'it is read-only' };

async function focusedField(replace: boolean): Promise<Focused> {
  await focusTaken();
  const active = activeElement();
  if (!active || isNothing(active)) return { state: 'nothing_focused' };
  const kind = editableKind(active);
  if (!kind) return { state: 'not_editable', why: whyNotEditable(active) };
  if (isReadonly(active)) return { state: 'not_editable', why: 'it is read-only' };
  watch();
  noteTypingInto(active);
  if (replace) return placeCaret(active, kind, true, identityOf(active));
  const facts = factsOf(active);
  // Whoever put the focus there also chose where the caret is, or what is selected.
  return {
    state: 'focused',
    editable: kind,
    value: unselected(active, kind),
    identity: identityOf(active),
    id: idOf(active),
    caretUnknown: false,
    ...manner(active),
    ...(facts ? { facts } : {}),
  };
}

/** How a field has to be typed into. */
function manner(field: Element): { completes: boolean; enters: boolean } {
  return { completes: hasModel(field), enters: isUnseen(field) || /^(pre|code)$/.test(field.localName) };
}

/** The body has the focus when nothing else has, unless it is a field as a whole. */
function isNothing(active: Element): boolean {
  return (
    (active === document.body || active === document.documentElement) && !document.body.isContentEditable
  );
}

/** Gives the focus to anything that takes it, for keys that are sent to it. */
export async function focusElement(id: number, shown: Identity | null): Promise<Focused> {
  const found = resolveRef(id, shown);
  if ('state' in found) return found;
  const { element, identity } = found;
  if (isDisabled(element)) return { state: 'disabled' };
  watch();
  noteActing(element);
  const takesFocus = element instanceof HTMLElement || element instanceof SVGElement;
  if ((activeElement() !== element || !document.hasFocus()) && takesFocus) {
    element.focus();
    await frame();
  }
  const active = activeElement();
  if (!active || !contains(element, active)) return { state: 'not_focused', identity };
  const facts = factsOf(active);
  return {
    state: 'focused',
    editable: editableKind(active) ?? 'text',
    value: '',
    identity,
    id: idOf(active),
    caretUnknown: false,
    ...manner(active),
    ...(facts ? { facts } : {}),
  };
}

function placeCaret(field: Element, kind: Editable, replace: boolean, identity: Identity): Focused {
  const value = fieldValue(field);
  // All of it is selected, for the first key to replace.
  if (replace) untaint(field);
  if (kind === 'rich' || kind === 'section') {
    const range = document.createRange();
    range.selectNodeContents(field);
    if (!replace && kind === 'rich') range.collapse(false);
    const selection = getSelection();
    selection?.removeAllRanges();
    selection?.addRange(range);
  } else if (kind !== 'code' && (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) {
    if (replace) field.select();
    else if (field.selectionStart !== null) field.setSelectionRange(field.value.length, field.value.length);
  }
  // Number and email fields hide where their caret is; editors may have drawn only a part of their text.
  const caretUnknown =
    kind === 'rich' ||
    kind === 'code' ||
    (field instanceof HTMLInputElement && field.selectionStart === null);
  const facts = factsOf(field);
  const rest = {
    value,
    identity,
    id: idOf(field),
    caretUnknown,
    ...manner(field),
    ...(facts ? { facts } : {}),
  };
  return { state: 'focused', editable: kind, ...rest };
}

/** The text of a field besides the selection, which typing replaces. */
function unselected(field: Element, kind: Editable): string {
  if (kind === 'rich') return getSelection()?.isCollapsed === false ? '' : fieldValue(field);
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) || kind === 'code')
    return fieldValue(field);
  const { value, selectionStart, selectionEnd } = field;
  if (selectionStart === null || selectionEnd === null) return value;
  return value.slice(0, selectionStart) + value.slice(selectionEnd);
}

/** The value of a field, as it is. */
export function fieldValue(field: Element): string {
  if (catchesKeys(field)) return drawnText(field) ?? '';
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return field.value;
  if (field.getAttribute('role') === 'spinbutton') return field.getAttribute('aria-valuenow') ?? '';
  return richText(field);
}

/** The value of a field: for checking, and, with secrets masked, for showing. */
export function readField(id: number): { raw: string; shown: string } | null {
  const field = elementOf(id);
  if (!field?.isConnected) return null;
  const raw = fieldValue(field);
  return { raw, shown: currentValue(field, identityOf(field).role) ?? raw };
}

/** The value of the field with the focus, for one that took the place of the field typed into. */
export function readActive(): { raw: string; shown: string } | null {
  const active = activeElement();
  return active && editableKind(active) ? readField(idOf(active)) : null;
}

/** One text over several boxes, as one-time codes are typed: the boxes from this one to the one with the focus. */
export function readSpread(id: number): string | null {
  const first = elementOf(id);
  const last = activeElement();
  if (!(first instanceof HTMLInputElement) || !(last instanceof HTMLInputElement) || first === last)
    return null;
  const boxes = [...(first.closest('form, fieldset, [role="group"]') ?? document).querySelectorAll('input')];
  const from = boxes.indexOf(first);
  const to = boxes.indexOf(last);
  if (from < 0 || to < from || to - from > 12) return null;
  const spread = boxes.slice(from, to + 1);
  // Only boxes made for a few characters each are one field in pieces.
  if (!spread.every((box) => box.maxLength > 0 && box.maxLength <= 4)) return null;
  return spread.map((box) => box.value).join('');
}

/** Offers text to the editor with the focus as a paste, and sees it drawn; false when it takes no pastes itself. */
export async function paste(text: string): Promise<boolean> {
  const field = activeElement();
  if (!field) return false;
  const data = new DataTransfer();
  data.setData('text/plain', text);
  // What was done before is drawn first, so that the next change is the paste's.
  await frame();
  const changed = redrawn(field, 400);
  const taken = clipboardEvent('paste', data);
  if (taken) await changed;
  return taken;
}

/** The selected text as the editor with the focus would copy it, all of it though only a part is drawn. */
export function copy(): string | null {
  const data = new DataTransfer();
  return clipboardEvent('copy', data) ? data.getData('text/plain') : null;
}

/** Tells the page of a paste or copy with a clipboard of our own; true when the page did it itself. */
function clipboardEvent(type: 'paste' | 'copy', clipboardData: DataTransfer): boolean {
  const event = new ClipboardEvent(type, { clipboardData, bubbles: true, cancelable: true, composed: true });
  return activeElement()?.dispatchEvent(event) === false;
}

/** Sets fields that are picked rather than typed (dates, colours, ranges) and tells the page as a pick would. */
export function setExact(id: number, value: string): ValueSet {
  const field = elementOf(id);
  if (!(field instanceof HTMLInputElement)) return { state: 'refused', value: '' };
  const before = field.value;
  // Frameworks shadow the value on the instance in their own world; the prototype's setter here reaches the real one.
  field.value = value;
  const taken = field.value;
  const wanted = field.type === 'color' ? value.toLowerCase() : value;
  const same = taken === wanted || (field.type === 'range' && Number(taken) === Number(wanted));
  if (!same || (wanted !== '' && taken === '')) {
    field.value = before;
    return { state: 'refused', value: taken };
  }
  field.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
  return { state: 'set', value: field.value };
}

/** Where the focus is, for keys sent without a target. */
export function focusedIdentity(): (Identity & { frame: number }) | null {
  const active = activeElement();
  if (!active || isNothing(active)) return null;
  const isFrame = /^(iframe|frame|object|embed)$/.test(active.localName);
  return { ...identityOf(active), frame: isFrame ? idOf(active) : 0 };
}
