import { visitedShadowRoots } from '../dom/shadow-trees.js';
import type { Hosts } from '../protocol.js';
import { state } from '../state.js';
import { delegationEvent } from './registry.js';

/** Tells the page's own world, which alone knows what is listened on in shadow trees, which of them matter. */

/** Notes the trees that were met; tells what those stand in about which nobody has been asked yet. */
export function noteMetTrees(trees: readonly ShadowRoot[]): Hosts | undefined {
  const { listeners } = state;
  listeners.wantedTrees = new WeakSet([...visitedShadowRoots(), ...trees]);
  const unasked = trees.filter((tree) => tree.mode === 'open' && !listeners.askedTrees.has(tree));
  if (unasked.length === 0) return undefined;
  return unasked.every(({ host }) => host.localName.includes('-')) ? 'custom' : 'any';
}

/** Before the first look, what that is likely to meet: as much as fills the list. */
function isNear({ host }: ShadowRoot): boolean {
  const { top, bottom } = host.getBoundingClientRect();
  return bottom >= -innerHeight && top <= innerHeight * 5;
}

/** Answers the page's own world for which trees it matters. */
export function installAskedTrees(): void {
  addEventListener(
    `${delegationEvent()}-tree`,
    (event) => {
      const { askedTrees, wantedTrees } = state.listeners;
      const [host] = event.composedPath();
      const tree = host instanceof Element ? host.shadowRoot : null;
      if (!tree || !(wantedTrees?.has(tree) ?? isNear(tree))) return;
      askedTrees.add(tree);
      event.preventDefault();
    },
    { capture: true },
  );
}
