import { activeElement, contains, elementAt } from '../dom/tree.js';
import { internalsOf } from './roles/internals.js';

/** Points that are looked at for what is on top: fewer where finding that out takes long, which depends on the page. */
const maxPoints = 25;
const minPoints = 5;
const pointTime = 1;

/** Elements that hardly ever scroll and of which there are many, so that asking would cost. */
const unscrolled = new Set('A BUTTON H1 H2 H3 H4 H5 H6 INPUT SUMMARY'.split(' '));

/** Kept apart by kind, so that taking and comparing them costs next to nothing. */
export interface Glance {
  points: number;
  numbers: number[];
  words: string[];
}

/**
 * Where things are, whether they are to be seen, and what they hold: what may be different now although nothing was
 * written to the document. Styles may come late, fonts and pictures make room for themselves, scripts fill in fields.
 * To be compared with an earlier one it has to be like that.
 */
export function glance(things: Iterable<Element>, like?: Glance): Glance {
  const active = activeElement();
  const sheets = document.styleSheets.length + document.adoptedStyleSheets.length;
  const numbers = [scrollX, scrollY, innerWidth, innerHeight, sheets];
  const words = [location.href];
  let points = 0;
  let most = like?.points ?? maxPoints;
  let spent = 0;
  for (const thing of things) {
    const { x, y, width, height } = thing.getBoundingClientRect();
    numbers.push(x, y, width, height, thing.checkVisibility(seen) ? 1 : 0);
    if (!unscrolled.has(thing.tagName)) numbers.push(thing.scrollTop);
    if (thing === active) numbers.push(-1);
    if (points < most && width > 0 && x >= 0 && y >= 0 && x < innerWidth && y < innerHeight) {
      points += 1;
      const before = performance.now();
      numbers.push(isOnTop(thing, x + width / 2, y + height / 2) ? 1 : 0);
      spent += performance.now() - before;
      if (!like && spent > pointTime) most = Math.max(points, minPoints);
    }
    tellValue(thing, numbers, words);
  }
  return { points, numbers, words };
}

function tellValue(thing: Element, numbers: number[], words: string[]): void {
  if (thing instanceof HTMLInputElement) {
    words.push(thing.value, thing.validationMessage);
    numbers.push(thing.checked ? 1 : 0, thing.indeterminate ? 1 : 0);
  } else if (thing instanceof HTMLTextAreaElement) words.push(thing.value, thing.validationMessage);
  else if (thing instanceof HTMLSelectElement) {
    words.push(thing.validationMessage);
    for (const option of thing.selectedOptions) numbers.push(option.index);
  } else if (thing.localName.includes('-')) words.push(JSON.stringify(internalsOf(thing)) ?? '');
}

export function isSameGlance(one: Glance, other: Glance): boolean {
  return areSame(one.numbers, other.numbers) && areSame(one.words, other.words);
}

function areSame<T>(one: readonly T[], other: readonly T[]): boolean {
  return one.length === other.length && one.every((fact, i) => fact === other[i]);
}

const seen = { opacityProperty: true, visibilityProperty: true } as const;

function isOnTop(thing: Element, x: number, y: number): boolean {
  const top = elementAt(x, y);
  return top !== null && contains(thing, top);
}
