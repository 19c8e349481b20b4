import { tellListenersNoted } from '../looking/first-look.js';
import { mayHoldParts } from '../looking/parts.js';
import { roleOf } from '../looking/roles/role.js';
import type { Heard } from '../protocol.js';
import { isPointerRoot, whyActionable } from '../refs/identity.js';
import { isInUse } from '../settling/changes.js';
import { isSortedList, noteDropListener, noteListener, takeNewListeners } from './registry.js';

/** Notes what scripts listen on, for each for what, and tells whether that makes more to act on. */
export function noteListeners(heard: Heard[], ...nodes: Node[]): { delegating: boolean; actedOn: boolean } {
  for (const [i, node] of nodes.entries()) {
    if (!(node instanceof Element)) continue;
    if (heard[i]?.drops) noteDropListener(node);
    if (heard[i]?.acts) noteListener(node, heard[i].acts === 'pressed');
  }
  return {
    delegating: nodes.some(
      (node) => node === document || (node instanceof Element && node.firstElementChild),
    ),
    actedOn: hearsMore(),
  };
}

/** The listeners that scripts add at first have all been noted; true if that makes more to act on than was seen. */
export function listenersNoted(): boolean {
  const isLate = hearsMore();
  tellListenersNoted();
  return isLate;
}

/** True if what was noted since makes more to act on than was seen. */
function hearsMore(): boolean {
  const { heard, handled } = takeNewListeners();
  const isActedOn = (element: Element) =>
    element.checkVisibility() &&
    whyActionable(element, element.tagName, roleOf(element), isPointerRoot(element)) === 'listener';
  return (
    isInUse() &&
    (handled || heard.some((element) => isSortedList(element) || mayHoldParts(element) || isActedOn(element)))
  );
}
