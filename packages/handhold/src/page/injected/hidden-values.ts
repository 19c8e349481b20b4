import { isText, rootElement, shadowOf } from './dom.js';
import { elementOf } from './refs.js';

/** What was changed to hide values in a picture, to be undone after it. */
const hidden: { element: Styled; before: string | null }[] = [];
const maxNodes = 500_000;

type Styled = Element & ElementCSSInlineStyle;

/** Draws dots in place of these values wherever they stand in the document, shadow trees included. */
export function hideValues(values: string[]): void {
  showValues();
  const holds = (text: string) => values.some((value) => text.includes(value));
  const found = new Set<Element>();
  let seen = 0;
  const pending: Node[] = [rootElement()];
  for (let node = pending.pop(); node && seen < maxNodes; node = pending.pop(), seen++) {
    if (isText(node)) {
      const holder = node.parentElement ?? hostOf(node.parentNode);
      if (holder && holds(node.data)) found.add(holder);
      continue;
    }
    if (node instanceof Element) {
      if (showsMore(node, holds)) found.add(node);
      const root = shadowOf(node);
      if (root) pending.push(root);
    }
    for (let child = node.firstChild; child; child = child.nextSibling) pending.push(child);
  }
  for (const element of found) {
    hide(element);
    // A list shows its choice in a style of its own.
    const list = element.closest('select');
    if (list && list !== element) hide(list);
  }
}

/** Takes the frames out of the picture that are not known to be safe, by the numbers of those that are. */
export function hideFrames(safe: number[]): void {
  const known = new Set(safe.map(elementOf));
  const pending: (Document | ShadowRoot)[] = [document];
  for (let root = pending.pop(); root; root = pending.pop()) {
    for (const element of root.querySelectorAll('*')) {
      const inner = shadowOf(element);
      if (inner) pending.push(inner);
      if (element.matches('iframe, frame, object, embed') && !known.has(element) && isStyled(element))
        set(element, 'visibility', 'hidden');
    }
  }
}

/** Undoes it. */
export function showValues(): void {
  for (const { element, before } of hidden.splice(0).reverse()) {
    if (before !== null) element.setAttribute('style', before);
    // A style that has not been written out as an attribute, as reading does, leaves an empty one behind.
    else if (element.getAttribute('style') !== null) element.removeAttribute('style');
  }
}

/** Whether an element may draw text that is none of its children: a field's, or that of an attribute. */
function showsMore(element: Element, holds: (text: string) => boolean): boolean {
  if (element instanceof HTMLInputElement && element.type === 'password') return holds(element.placeholder);
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
    if (holds(element.value)) return true;
  for (const { value } of element.attributes) if (holds(value)) return true;
  return false;
}

function hostOf(parent: Node | null): Element | null {
  return parent instanceof ShadowRoot ? parent.host : null;
}

function hide(element: Element): void {
  if (!isStyled(element)) return;
  set(element, '-webkit-text-security', 'disc');
  // Drawings have no dots.
  if (element instanceof SVGElement) set(element, 'visibility', 'hidden');
}

function isStyled(element: Element): element is Styled {
  return element instanceof HTMLElement || element instanceof SVGElement;
}

function set(element: Styled, property: string, value: string): void {
  hidden.push({ element, before: element.getAttribute('style') });
  element.style.setProperty(property, value, 'important');
}
