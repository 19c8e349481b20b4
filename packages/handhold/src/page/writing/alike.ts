import type { View, ViewNode } from '../looking/view.js';

/** So many alike are not told apart by counting them. */
const mostCounted = 20;

/** Nameless things of which nothing else is told that others have not are told apart by which of them they are. */
export function numberAlike(view: View, elements: readonly ViewNode[]): void {
  // Of those that are not known nobody can say how many there are.
  if (view.beyond > 0 || view.capped) return;
  const alike = new Map<ViewNode | undefined, Map<string, ViewNode[]>>();
  for (const node of elements) {
    const { role, name, looks = '', near = '', called = '', placeholder = '', description = '', more } = node;
    if (name || more) continue;
    let around = node.inside;
    while (around && !around.name) around = around.inside;
    const groups = alike.get(around) ?? new Map<string, ViewNode[]>();
    alike.set(around, groups);
    const key = [role, looks, near, called, placeholder, description].join('|');
    const group = groups.get(key);
    if (group) group.push(node);
    else groups.set(key, [node]);
  }
  for (const group of [...alike.values()].flatMap((groups) => [...groups.values()])) {
    if (group.length < 2 || group.length > mostCounted) continue;
    for (const [at, node] of group.entries()) node.ordinal = `${at + 1} of ${group.length}`;
  }
}
