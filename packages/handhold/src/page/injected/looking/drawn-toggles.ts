import { parentOf } from '../dom/tree.js';
import type { PerceivedNode } from '../protocol.js';
import { isClippedAway } from '../targeting/hit-test.js';
import { looksOf } from './naming/icon-names.js';

/** Boxes to tick that a page draws itself, beside the real one that nobody sees: one thing, told once. */

const toggles = new Set(['checkbox', 'menuitemcheckbox', 'menuitemradio', 'radio', 'switch']);

/** Names that such drawings have, by icon or class. */
const markName = /check|chk|tick|radio|toggle|switch|thumb|(?:^|[-_ ])(?:box|circle|square|knob|slider)/i;

/** Takes out the drawings of boxes that are told beside them. `holders` are the elements of texts, by their places. */
export function dropDrawings(
  nodes: PerceivedNode[],
  elements: (Element | undefined)[],
  holders: Map<number, Element>,
): void {
  const drawn = new Set<number>();
  for (const [at, node] of nodes.entries()) {
    if (node.kind === 'element' && isDrawing(nodes, elements, at)) drawn.add(at);
  }
  if (drawn.size === 0) return;
  const places = nodes.map((_node, at) => at).filter((at) => !drawn.has(at));
  const moved = new Map(places.map((from, to) => [from, to]));
  for (const [to, from] of places.entries()) {
    const node = nodes[from];
    if (!node) continue;
    if (node.parent >= 0) node.parent = moved.get(node.parent) ?? -1;
    nodes[to] = node;
    elements[to] = elements[from];
  }
  const held = [...holders];
  holders.clear();
  for (const [from, holder] of held) holders.set(moved.get(from) ?? from, holder);
  nodes.length = places.length;
  elements.length = places.length;
}

function isDrawing(
  nodes: readonly PerceivedNode[],
  elements: readonly (Element | undefined)[],
  at: number,
): boolean {
  const node = nodes[at];
  const element = elements[at];
  if (!node || !element || node.role !== 'clickable' || node.name || !isNamedMark(element)) return false;
  return [-1, 1].some((step) => {
    let beside = at + step;
    while (nodes[beside]?.kind === 'text') beside += step;
    const other = nodes[beside];
    const control = elements[beside];
    if (!other || !control || !toggles.has(other.role) || other.parent !== node.parent) return false;
    return control.contains(element) || (isUndrawn(control) && standTogether(control, element));
  });
}

function isNamedMark(element: Element): boolean {
  return markName.test(`${looksOf(element)} ${element.getAttribute('class') ?? ''}`);
}

/** Transparent or cut away, so that something else must be drawn in its place. */
function isUndrawn(control: Element): boolean {
  if (!(control instanceof HTMLInputElement)) return false;
  const { width, height } = control.getBoundingClientRect();
  if (width <= 2 || height <= 2 || isClippedAway(control)) return true;
  if (!control.checkVisibility({ opacityProperty: true })) return true;
  const around = control.parentElement;
  return around !== null && isClippedAway(around);
}

const controls = 'a[href], button, input:not([type="hidden"]), select, textarea, [role="button"]';

/** True if a small box around them holds no other control. */
function standTogether(control: Element, drawing: Element): boolean {
  let around = parentOf(control);
  for (let climbed = 0; around && climbed < 3; climbed++, around = parentOf(around))
    if (around.contains(drawing)) return around.querySelectorAll(controls).length === 1;
  return false;
}
