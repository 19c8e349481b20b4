import { quote } from '../../gate/untrusted.js';
import type { Belongs, ScrollState } from '../injected/protocol.js';
import type { ViewNode } from '../looking/view.js';
import { refOf } from '../refs/ref.js';
import { rangesOf } from './gone.js';
import { titleOf } from './items.js';

/** What stands elsewhere than before, though it is the same. */

const maxListed = 30;
/** Less is a border, or a press that gives way. */
const leastMove = 8;

/** The part of the page whose things stand in another order, in the order that they have now. */
export function orderLine(
  before: readonly number[],
  now: readonly ViewNode[],
  standing: readonly Standing[],
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
  const places = isRegrouped(standing, new Set(moved)) ? moved.map(placeOf) : placesOf(moved);
  const listed = places.slice(0, maxListed).join(', ');
  return `order now ${listed}${places.length > maxListed ? ', …' : ''}`;
}

/** Whether something was moved from one record to another, as a card is from list to list: then it is what counts. */
function isRegrouped(standing: readonly Standing[], moved: ReadonlySet<ViewNode>): boolean {
  return standing.some(({ node, was }) => {
    const [now, before] = [node.belongs, was.belongs];
    if (!now || !before || !moved.has(node) || node.name === '') return false;
    return now.id !== before.id && titleOf(now.says) !== titleOf(before.says);
  });
}

function placeOf(node: ViewNode): string {
  return `${node.name ? `${quote(node.name, 40)} ` : ''}${refOf(node)}`;
}

/** Rows, items and cards by their titles and their first refs, other things by their names. */
function placesOf(moved: readonly ViewNode[]): string[] {
  const places: string[] = [];
  let last: { title: string; record: Belongs | undefined } | undefined;
  for (const node of moved) {
    const { name, belongs } = node;
    const record = belongs?.says ? belongs : undefined;
    const title = record ? titleOf(record.says) : name;
    if (last && last.title === title && isWith(last.record, record)) {
      last.record ??= record;
      continue;
    }
    places.push(`${title ? `${quote(title, 40)} ` : ''}${refOf(node)}`);
    last = { title, record };
  }
  return places;
}

/** Whether two of one title stand in the same row; what gives a row its title belongs to itself. */
function isWith(one: Belongs | undefined, other: Belongs | undefined): boolean {
  return one && other ? one.id === other.id : one !== other;
}

export interface Standing {
  node: ViewNode;
  was: ViewNode;
}

/** Those that were moved, and not only scrolled along with the page. */
export function movedOf(
  standing: readonly Standing[],
  scroll: { before: ScrollState; now: ScrollState },
): ViewNode[] {
  const dx = scroll.before.x - scroll.now.x;
  const dy = scroll.before.y - scroll.now.y;
  return standing
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
