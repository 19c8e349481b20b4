import { state } from '../state.js';
import { visibleOnly } from './invisible.js';

/** Walking the flat tree: shadow roots and slots as they are rendered. */

/** Keeps a closed shadow root, which only the debugger can open to us. */
export function revealRoot(host: Element, root: ShadowRoot): void {
  state.dom.closedRoots.set(host, root);
}

/** The same, by something inside of it. */
export function revealRootOf(node: Node): void {
  const root = node.getRootNode();
  if (root instanceof ShadowRoot) revealRoot(root.host, root);
}

/** An element's shadow root, open or not. */
export function shadowOf(element: Element): ShadowRoot | null {
  return element.shadowRoot ?? state.dom.closedRoots.get(element) ?? null;
}

/** The shadow trees in a document or tree, however deep, as far as they are open to us. */
export function* shadowTreesIn(root: Document | ShadowRoot): Iterable<ShadowRoot> {
  for (const host of root.querySelectorAll('*')) {
    const inner = shadowOf(host);
    if (!inner) continue;
    yield inner;
    yield* shadowTreesIn(inner);
  }
}

/** The element that everything in the document stands in. */
export function rootElement(): Element {
  if (document.documentElement) return document.documentElement;
  state.dom.emptyRoot ??= document.createElement('html');
  return state.dom.emptyRoot;
}

export function parentOf(node: Node): Element | null {
  const slot = isElement(node) ? node.assignedSlot : null;
  if (slot) return slot;
  const { parentElement } = node;
  if (parentElement) return parentElement;
  const { parentNode } = node;
  return parentNode instanceof ShadowRoot ? parentNode.host : null;
}

export function isElement(node: Node): node is Element {
  return node.nodeType === 1;
}

export function isText(node: Node): node is Text {
  return node.nodeType === 3;
}

/** Children as they are rendered; an array only where the tree itself can't be followed by its links. */
export function childrenOf(element: Element): Iterable<Node> {
  const root = shadowOf(element);
  if (root) return siblings(root.firstChild);
  if (element.tagName === 'SLOT' && element instanceof HTMLSlotElement) {
    const assigned = element.assignedNodes({ flatten: true });
    if (assigned.length > 0) return assigned;
  }
  return siblings(element.firstChild);
}

const few = 64;

/** Few are gone through faster as an array; many are not gathered for those who want only the first. */
function siblings(first: ChildNode | null): Iterable<Node> {
  const nodes: Node[] = [];
  for (let node = first; node; node = node.nextSibling) {
    if (nodes.length === few) return oneByOne(first);
    nodes.push(node);
  }
  return nodes;
}

function* oneByOne(first: ChildNode | null): Iterable<Node> {
  for (let node = first; node; node = node.nextSibling) yield node;
}

/** True if that holds for one of the children as they are rendered, which are gone through without gathering them. */
export function someChild(element: Element, holds: (child: Node) => boolean): boolean {
  if (element.tagName === 'SLOT') {
    for (const child of childrenOf(element)) if (holds(child)) return true;
    return false;
  }
  for (let child = (shadowOf(element) ?? element).firstChild; child; child = child.nextSibling)
    if (holds(child)) return true;
  return false;
}

export function eachChild(element: Element, visit: (child: Node) => void): void {
  someChild(element, (child) => {
    visit(child);
    return false;
  });
}

/** True when inner is outer or rendered inside it. */
export function contains(outer: Node, inner: Node): boolean {
  for (let node: Node | null = inner; node; node = parentOf(node)) {
    if (node === outer) return true;
  }
  return false;
}

/** The element with the focus, through shadow roots. */
export function activeElement(): Element | null {
  let active = document.activeElement;
  for (;;) {
    const inner: Element | null = active ? (shadowOf(active)?.activeElement ?? null) : null;
    if (!inner) return active;
    active = inner;
  }
}

/** The innermost rendered element at a point, through shadow roots. */
export function elementAt(x: number, y: number): Element | null {
  let root: Document | ShadowRoot = document;
  let found: Element | null = null;
  for (;;) {
    const hit: Element | null = root.elementFromPoint(x, y);
    if (!hit || hit === found) return found;
    found = hit;
    const inner: ShadowRoot | null = shadowOf(hit);
    if (!inner) return found;
    root = inner;
  }
}

export function byId(near: Element, id: string): Element | null {
  const root = near.getRootNode();
  return root instanceof Document || root instanceof ShadowRoot ? root.getElementById(id) : null;
}

/** Elements named by an attribute that holds a list of ids. */
export function referenced(element: Element, attribute: string): Element[] {
  const ids = element.getAttribute(attribute);
  if (!ids) return [];
  const found: Element[] = [];
  for (const id of ids.split(/\s+/)) {
    const target = id ? byId(element, id) : null;
    if (target) found.push(target);
  }
  return found;
}

/** Words with one blank between them, as most texts are already. */
const squashed = /^[!-~]+(?: [!-~]+)*$/;

/** A text on one line, as it is printed. */
export function squash(text: string): string {
  if (squashed.test(text)) return text;
  return visibleOnly(text)
    .replace(/[\s\u00a0]+/g, ' ')
    .trim();
}

/** Elements that never show anything of their own. */
export const ignored = new Set([
  'SCRIPT',
  'STYLE',
  'TEMPLATE',
  'NOSCRIPT',
  'HEAD',
  'META',
  'LINK',
  'TITLE',
  'BASE',
  'BR',
  'WBR',
  'COL',
  'COLGROUP',
  'PARAM',
  'SOURCE',
  'TRACK',
  'DATALIST',
]);

/** A text of at most so many characters; the ellipsis also tells whoever takes out secrets that one may end here. */
export function cut(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max - 1)}…` : text;
}
