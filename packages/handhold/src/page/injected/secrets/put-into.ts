import { activeElement } from '../dom/tree.js';
import type { PutInto, PuttingInto, TypedKey } from '../protocol.js';
import { elementOf } from '../refs/refs.js';
import { taint } from './taint.js';

/**
 * Puts text into one element and no other. Keys go to whatever has the focus when they arrive, which a frame of another
 * origin may have taken by then; what is done here is done to this document, all of it before any other can run.
 */
export function putInto(
  id: number,
  keys: TypedKey[],
  { origin, replace, label, whole }: PuttingInto,
): PutInto {
  const field = elementOf(id);
  if (!(field instanceof HTMLElement) || !field.isConnected) return { state: 'gone', put: 0 };
  // That of a document is not always what its address says.
  if (self.origin !== origin) return { state: 'elsewhere', put: 0 };
  if (!holdsFocus(field)) return { state: 'lost', put: 0 };
  if (replace) selectAll(field);
  taint(field, label, whole);
  let at: HTMLElement = field;
  for (const [put, key] of keys.entries()) {
    const next = following(at);
    if (!next) return { state: 'lost', put };
    if (next !== at) taint(next, label, whole);
    at = next;
    press(at, key);
  }
  return { state: 'put', put: keys.length };
}

/** Where the next key goes: the same field, or the one of this document that the page has moved on to. */
function following(field: HTMLElement): HTMLElement | undefined {
  const active = activeElement();
  if (active === field) return field;
  const movedOn =
    active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement || isRich(active);
  if (movedOn) return active;
  return holdsFocus(field) ? field : undefined;
}

function isRich(element: Element | null): element is HTMLElement {
  return element instanceof HTMLElement && element.isContentEditable;
}

function holdsFocus(field: HTMLElement): boolean {
  if (activeElement() !== field) field.focus({ preventScroll: true });
  return activeElement() === field;
}

function selectAll(field: HTMLElement): void {
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select();
  else getSelection()?.selectAllChildren(field);
}

/** A key as the page sees it: pages that act on keys get theirs, and may take it upon themselves to write it. */
function press(field: HTMLElement, { text, key, code, keyCode, shift }: TypedKey): void {
  const about = { key, code, shiftKey: shift, bubbles: true, cancelable: true, composed: true, view: window };
  const charCode = text.charCodeAt(0);
  const goes =
    key === '' ||
    (field.dispatchEvent(new KeyboardEvent('keydown', { ...about, keyCode, which: keyCode })) &&
      field.dispatchEvent(
        new KeyboardEvent('keypress', { ...about, keyCode: charCode, charCode, which: charCode }),
      ));
  if (goes) insert(field, text);
  if (key !== '') field.dispatchEvent(new KeyboardEvent('keyup', { ...about, keyCode, which: keyCode }));
}

/** As typing does it: the page is told, it can be undone, and limits of the field hold. */
function insert(field: HTMLElement, text: string): void {
  // A page may have moved the focus in answer to the key; what is inserted goes where that is.
  if (activeElement() !== field && !holdsFocus(field)) return;
  if (document.execCommand('insertText', false, text)) return;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
  field.dispatchEvent(
    new InputEvent('input', { data: text, inputType: 'insertText', bubbles: true, composed: true }),
  );
}
