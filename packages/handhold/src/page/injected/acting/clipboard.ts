import { visitedShadowRoots } from '../dom/shadow-trees.js';
import { activeElement } from '../dom/tree.js';
import type { Fingerprint, Selected } from '../protocol.js';
import { drawnValues } from '../secrets/drawn-text.js';
import { holdsAny } from '../secrets/fingerprints.js';
import { isTainted, reachesTainted } from '../secrets/taint.js';

/** Copying and pasting without the browser's clipboard, which all its sessions share. */

const maxText = 1_000_000;

/** The selection, and whether any of it is a part of something secret. */
export function selection(hidden: Fingerprint[]): Selected {
  const field = activeElement();
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
    const { value, selectionStart, selectionEnd } = field;
    // What some fields have selected they don't tell.
    const text = selectionStart === null ? value : value.slice(selectionStart, selectionEnd ?? value.length);
    const isShown = !(field instanceof HTMLInputElement && field.type === 'password');
    return {
      text: isShown ? text.slice(0, maxText) : '',
      html: '',
      secret: isTainted(field) || holdsAny(value, hidden),
    };
  }
  const ranges = [...rangesOf(document), ...visitedShadowRoots().flatMap((root) => [...rangesOf(root)])];
  const range = ranges.at(-1);
  if (!range) return { text: '', html: '', secret: false };
  const holder = document.createElement('div');
  holder.append(range.cloneContents());
  return {
    text: (getSelection()?.toString() || range.toString()).slice(0, maxText),
    html: holder.innerHTML.slice(0, maxText),
    secret: ranges.some((one) => isPartOfSecret(one, hidden)),
  };
}

/** The ranges that are selected in a document or, which only this browser tells, in a shadow tree. */
function* rangesOf(root: Document | ShadowRoot): Iterable<Range> {
  const own: unknown = 'getSelection' in root ? root.getSelection() : null;
  if (own instanceof Selection && own.rangeCount > 0 && !own.isCollapsed) yield own.getRangeAt(0);
}

/** True if a range reaches into a tainted field, or into an element that shows a piece of a value. */
function isPartOfSecret(range: Range, hidden: readonly Fingerprint[]): boolean {
  if (reachesTainted(range)) return true;
  if (hidden.length === 0) return false;
  const { holders } = drawnValues(hidden);
  if (holders.some((pieces) => [...pieces].some((element) => range.intersectsNode(element)))) return true;
  const around = range.commonAncestorContainer;
  const field = around instanceof Element ? around : around.parentElement;
  return [...(field?.querySelectorAll('input, textarea') ?? [])].some(
    (inner) => range.intersectsNode(inner) && 'value' in inner && holdsAny(String(inner.value), hidden),
  );
}

/** Copies or cuts as keys would: the page may say what is copied. */
export function copySelected(how: 'copy' | 'cut', hidden: Fingerprint[]): Selected {
  let copied = selection(hidden);
  if (copied.secret) return copied;
  press(how === 'copy' ? 'c' : 'x', () => {
    const data = new DataTransfer();
    if (tell(how, data))
      copied = { ...copied, text: data.getData('text/plain'), html: data.getData('text/html') };
    else if (how === 'cut' && copied.text !== '') document.execCommand('delete');
  });
  return copied;
}

/** Pastes as keys would, into what has the focus in this document. */
export function pasteCopied(text: string, html: string, origin: string): void {
  if (self.origin !== origin) return;
  press('v', () => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    if (html !== '') data.setData('text/html', html);
    if (tell('paste', data)) return;
    const field = activeElement();
    const isRich = field instanceof HTMLElement && field.isContentEditable;
    if (isRich && html !== '') document.execCommand('insertHTML', false, html);
    else document.execCommand('insertText', false, text);
  });
}

/** Keys that only the page sees: real ones would have the browser use its own clipboard. */
function press(letter: string, work: () => void): void {
  const code = `Key${letter.toUpperCase()}`;
  const keyCode = letter.toUpperCase().charCodeAt(0);
  const about = { key: letter, code, keyCode, which: keyCode, ctrlKey: true, view: window };
  const event = (type: string) =>
    new KeyboardEvent(type, { ...about, bubbles: true, cancelable: true, composed: true });
  const at = () => activeElement() ?? document.body;
  if (at()?.dispatchEvent(event('keydown'))) work();
  at()?.dispatchEvent(event('keyup'));
}

/** Tells the page, with a clipboard of our own; true when it takes the matter into its own hands. */
function tell(type: 'copy' | 'cut' | 'paste', clipboardData: DataTransfer): boolean {
  const event = new ClipboardEvent(type, { clipboardData, bubbles: true, cancelable: true, composed: true });
  return (activeElement() ?? document.body)?.dispatchEvent(event) === false;
}
