import { quote } from '../../gate/untrusted.js';
import type { Belongs, ScrollState } from '../injected/protocol.js';
import type { ViewNode } from '../looking/view.js';
import { refOf } from '../refs/ref.js';
import { rangesOf } from './gone.js';
import { titleOf } from './items.js';

/** Moves: elements that are the same but stand elsewhere. */

const maxListed = 30;
/** Less is a border, or a press that gives way. */
const leastMove = 8;

/** The part of the page whose things stand in another order, in the order that they have now. */
export function orderLine(
  before: readonly number[],
  now: readonly ViewNode[],
  persisting: readonly Persisting[],
): string | undefined {
  const were = new Set(before);
  const fresh = now.filter(({ ref }) => ref !== undefined && were.has(ref));
  const are = new Set(fresh.map(({ ref }) => ref));
  const old = before.filter((ref) => are.has(ref));
  let from = 0;
  while (from < fresh.length && fresh[from]?.ref === old[from]) from += 1;
  if (from === fresh.length) return undefined;
  let to = fresh.length;
  while (to > from && fresh[to - 1]?.ref === old[to - 1]) to -= 1;
  const moved = fresh.slice(from, to);
  const places = isRegrouped(persisting, new Set(moved)) ? moved.map(nameAndRef) : titlesAndRefs(moved);
  const listed = places.slice(0, maxListed).join(', ');
  return `order now ${listed}${places.length > maxListed ? ', …' : ''}`;
}

/** True if something was moved from one item to another, as a card is from list to list: then it is what counts. */
function isRegrouped(persisting: readonly Persisting[], moved: ReadonlySet<ViewNode>): boolean {
  return persisting.some(({ node, was }) => {
    const [now, before] = [node.belongs, was.belongs];
    if (!now || !before || !moved.has(node) || node.name === '') return false;
    return now.id !== before.id && titleOf(now.says) !== titleOf(before.says);
  });
}

function nameAndRef(node: ViewNode): string {
  return `${node.name ? `${quote(node.name, 40)} ` : ''}${refOf(node)}`;
}

/** Rows, items and cards by their titles and their first refs, other things by their names. */
function titlesAndRefs(moved: readonly ViewNode[]): string[] {
  const places: string[] = [];
  let last: { title: string; item: Belongs | undefined } | undefined;
  for (const node of moved) {
    const { name, belongs } = node;
    const item = belongs?.says ? belongs : undefined;
    const title = item ? titleOf(item.says) : name;
    if (last && last.title === title && isWith(last.item, item)) {
      last.item ??= item;
      continue;
    }
    places.push(`${title ? `${quote(title, 40)} ` : ''}${refOf(node)}`);
    last = { title, item };
  }
  return places;
}

/** True if two of one title stand in the same item; the element that gives an item its title belongs to none. */
function isWith(one: Belongs | undefined, other: Belongs | undefined): boolean {
  return one && other ? one.id === other.id : one !== other;
}

export interface Persisting {
  node: ViewNode;
  was: ViewNode;
}

/** Those that were moved, and not only scrolled along with the page. */
export function movedOf(
  persisting: readonly Persisting[],
  scroll: { before: ScrollState; now: ScrollState },
): ViewNode[] {
  const dx = scroll.before.x - scroll.now.x;
  const dy = scroll.before.y - scroll.now.y;
  return persisting
    .filter(({ node, was }) => {
      if (!node.box || !was.box || node.scrolledOut || was.scrolledOut) return false;
      const across = Math.abs(node.box.x - was.box.x - dx);
      const down = Math.abs(node.box.y - was.box.y - dy);
      return across + down >= leastMove;
    })
    .map(({ node }) => node);
}

export function movedLine(moved: readonly ViewNode[]): string {
  const refs = moved.flatMap(({ ref }) => ref ?? []);
  const [only] = moved;
  if (moved.length === 1 && only?.box)
    return `${refOf(only)} ${only.role} moved to ${only.box.x},${only.box.y}`;
  return `${refs.length} elements moved: ${rangesOf(refs)}`;
}
