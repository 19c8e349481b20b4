import { childrenOf, isElement, shadowOf } from '../dom/tree.js';

/**
 * Rows of a grid or a virtual list, and the cells in them, may be put in their places one by one, and stand in the
 * document in the order in which they were made. They are told in the order in which they are seen.
 */

interface Offset {
  x: string;
  y: string;
}

const moved = /^translate(?:3d|X|Y)?\(/;

/** Where the page itself has put an element, as its style says, without asking for the layout. */
function offsetOf(element: Element): Offset | undefined {
  if (!(element instanceof HTMLElement) || !element.hasAttribute('style')) return undefined;
  const { top, left, transform } = element.style;
  const shift = moved.exec(transform);
  if (!shift) return top === '' && left === '' ? undefined : { x: left, y: top };
  const [first = '', second = ''] = transform.slice(shift[0].length, -1).split(/\s*,\s*/);
  return shift[0] === 'translateY(' ? { x: left, y: first } : { x: first, y: second || top };
}

const length = /^(-?[\d.]+)(px|%|rem|em)?$/;

/** The lengths as numbers; undefined where they can't be compared. */
function numbersOf(lengths: readonly string[]): number[] | undefined {
  const parsed = lengths.map((one) => length.exec(one || '0px'));
  const unit = parsed.find((one) => one && Number(one[1]) !== 0)?.[2];
  const numbers = parsed.map((one) =>
    one && (one[2] === unit || Number(one[1]) === 0) ? Number(one[1]) : Number.NaN,
  );
  return numbers.some(Number.isNaN) ? undefined : numbers;
}

/** Elements in one line, over or beside each other: how far along it each stands. */
function placesOf(offsets: readonly Offset[]): number[] | undefined {
  const [first] = offsets;
  const down = offsets.every(({ x }) => x === first?.x);
  if (!down && offsets.some(({ y }) => y !== first?.y)) return undefined;
  return numbersOf(offsets.map(({ x, y }) => (down ? y : x)));
}

/** Children in the order in which they are seen; undefined where the document's is that already. */
export function placedChildren(parent: ParentNode): Element[] | undefined {
  // Most of what there is ends here.
  if (!parent.lastElementChild?.hasAttribute('style') || parent.childElementCount < 2) return undefined;
  const placed: { child: Element; offset: Offset }[] = [];
  const before: Element[] = [];
  const after: Element[] = [];
  for (const child of parent.children) {
    const offset = offsetOf(child);
    if (offset) placed.push({ child, offset });
    else (placed.length > 0 ? after : before).push(child);
  }
  const places = placesOf(placed.map(({ offset }) => offset));
  if (!places?.some((place, at) => place < (places[at - 1] ?? place))) return undefined;
  const [first] = placed;
  if (!first || getComputedStyle(first.child).position !== 'absolute') return undefined;
  const sorted = placed
    .map(({ child }, at) => ({ child, place: places[at] ?? 0 }))
    .sort((one, other) => one.place - other.place);
  return [...before, ...sorted.map(({ child }) => child), ...after];
}

/** The same of all that stands in it; a text between placed ones comes before them. */
export function childrenInPlace(parent: Element): Node[] | undefined {
  const placed = parent.tagName === 'SLOT' ? undefined : placedChildren(shadowOf(parent) ?? parent);
  return placed && [...[...childrenOf(parent)].filter((node) => !isElement(node)), ...placed];
}
