import { styleOf } from './style.js';

/** How the texts of elements that stand side by side are joined. */

const inText = /^(inline|contents|ruby.*|none|inline ruby)$/;

/** True if an element is set apart from the text beside it, as the specifications of names have it. */
export function isBox(element: Element): boolean {
  return !inText.test(styleOf(element).display);
}

/** True if a person sees it apart: an inline box without any gap or ground of its own is a part of the word. */
export function standsApart(element: Element, display: string = styleOf(element).display): boolean {
  if (inText.test(display)) return false;
  return !display.startsWith('inline') || hasEdges(styleOf(element));
}

/** True if it is another fact than what stands beside it: an inline box may be moved aside, too. */
export function isFactApart(element: Element): boolean {
  const style = styleOf(element);
  const { display } = style;
  if (display !== 'inline') return standsApart(element, display);
  return Number.parseFloat(style.marginLeft) > 0 || Number.parseFloat(style.marginRight) > 0;
}

const edges = [
  'paddingLeft',
  'paddingRight',
  'marginLeft',
  'marginRight',
  'borderLeftWidth',
  'borderRightWidth',
] as const;

function hasEdges(style: CSSStyleDeclaration): boolean {
  // Each costs to be read.
  for (const edge of edges) if (Number.parseFloat(style[edge]) > 0) return true;
  return style.backgroundColor !== 'rgba(0, 0, 0, 0)';
}

/** True if what an element says begins or ends with a blank. */
export function startsBlank(node: Node): boolean {
  let first = node;
  for (let next = first.firstChild; next; next = next.firstChild) first = next;
  return first instanceof Text && /^\s/.test(first.data);
}

export function endsBlank(node: Node): boolean {
  let last = node;
  for (let next = last.lastChild; next; next = next.lastChild) last = next;
  return last instanceof Text && /\s$/.test(last.data);
}
