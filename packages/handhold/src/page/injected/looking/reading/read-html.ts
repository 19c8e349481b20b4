import { childrenOf, cut, ignored, isElement, isText, rootElement } from '../../dom/tree.js';
import { elementOf } from '../../refs/refs.js';
import { isTainted, taintOf } from '../../secrets/taint.js';
import { isLikelyHidden } from '../visibility/for-the-eye.js';
import { isVeiled, legibilityNow } from '../visibility/readable.js';
import { isSeen } from '../visibility/seen.js';
import { childrenInPlace } from '../visual-order.js';
import { Content } from './main-content.js';
import { maxCharacters, maxDepth } from './read.js';

/** True for a password field, and for one with a secret in it. */
function holdsSecret(element: Element): boolean {
  return (element.localName === 'input' && element.getAttribute('type') === 'password') || isTainted(element);
}

const voidTags = new Set('br hr img wbr'.split(' '));
const writtenAttributes = [
  'href',
  'src',
  'alt',
  'title',
  'colspan',
  'rowspan',
  'lang',
  'type',
  'name',
  'value',
];

/** No page can write this: its own comments are left out. */
const unseenMark = '<!--likely hidden-->';

/** The markup of the content, without what can't be seen, what runs, and what only looks. */
export function readHtml(id: number | null): { html: string; capped: boolean } | null {
  const asked = id === null ? undefined : elementOf(id);
  if (id !== null && !asked?.isConnected) return null;
  const content = asked ? undefined : new Content();
  let html = '';
  let capped = false;
  const say = (text: string) => {
    html += text.replace(/\s+/g, ' ').replace(/&/g, '&amp;').replace(/</g, '&lt;');
  };
  const write = (node: Element, depth: number): void => {
    if (html.length > maxCharacters || depth > maxDepth) {
      capped = true;
      return;
    }
    const name = node.localName;
    if (node.tagName !== 'BR' && ignored.has(node.tagName)) return;
    const { display } = getComputedStyle(node);
    if (display === 'none' || isVeiled(node, node.getBoundingClientRect())) return;
    if (node.getAttribute('aria-hidden') === 'true' || node.hasAttribute('inert')) return;
    if (content?.isAround(node)) return;
    const isField = node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement;
    if (isField && isLikelyHidden(node)) html += unseenMark;
    html += `<${name}${isSeen(node) ? attributesOf(node) : ''}>`;
    const label = taintOf(node);
    if (node instanceof HTMLTextAreaElement) say(label ?? node.value);
    else if (label !== undefined) html += label;
    else if (!voidTags.has(name))
      for (const child of childrenInPlace(node) ?? childrenOf(node)) {
        if (isElement(child)) write(child, depth + 1);
        else if (isText(child)) {
          const legible = /\S/.test(child.data) ? legibilityNow(child, node) : 'clear';
          if (legible === 'doubtful') html += unseenMark;
          if (legible !== 'hidden') say(child.data);
        }
      }
    if (!voidTags.has(name)) html += `</${name}>`;
    if (!display.startsWith('inline')) html += '\n';
  };
  write(asked ?? content?.root ?? rootElement(), 0);
  return { html: html.replace(/ *\n[\n ]*/g, '\n'), capped };
}

function attributesOf(element: Element): string {
  let written = '';
  for (const key of writtenAttributes) {
    const value = element.getAttribute(key);
    if (value === null || (key === 'value' && holdsSecret(element))) continue;
    written += ` ${key}="${cut(value, 1000).replace(/&/g, '&amp;').replace(/"/g, '&quot;')}"`;
  }
  return written;
}
