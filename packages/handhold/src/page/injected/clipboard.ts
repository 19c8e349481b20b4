import { activeElement } from './dom.js';
import type { Selected } from './protocol.js';

/** Copying and pasting without the browser's clipboard, which all its sessions share. */

const maxText = 1_000_000;

/** What is selected, and all of what it is a part of: half of a secret is one, too. */
export function selection(): Selected {
  const field = activeElement();
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
    const { value, selectionStart, selectionEnd } = field;
    // What some fields have selected they don't tell.
    const text = selectionStart === null ? value : value.slice(selectionStart, selectionEnd ?? value.length);
    const isShown = !(field instanceof HTMLInputElement && field.type === 'password');
    return { text: isShown ? text.slice(0, maxText) : '', html: '', around: value.slice(0, maxText) };
  }
  const found = getSelection();
  if (!found || found.rangeCount === 0 || found.isCollapsed) return { text: '', html: '', around: '' };
  const range = found.getRangeAt(0);
  const holder = document.createElement('div');
  holder.append(range.cloneContents());
  return {
    text: found.toString().slice(0, maxText),
    html: holder.innerHTML.slice(0, maxText),
    around: (blockAround(range.commonAncestorContainer).textContent ?? '').slice(0, maxText),
  };
}

/** The nearest block around, with what stands before and after it: what is put together from pieces stands there. */
function blockAround(node: Node): Node {
  let at: Element | null = node instanceof Element ? node : node.parentElement;
  while (at?.parentElement && getComputedStyle(at).display.startsWith('inline')) at = at.parentElement;
  return at?.parentElement ?? at ?? node;
}

/** Copies or cuts as keys would: the page may say what is copied. */
export function copySelected(how: 'copy' | 'cut'): Selected {
  let copied = selection();
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
  if (location.origin !== origin) return;
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
