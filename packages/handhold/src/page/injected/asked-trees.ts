import { knownShadowRoots } from './changes.js';
import { shadowTrees } from './shadow-trees.js';
import { delegationEvent } from './unseen.js';

/** Names shadow trees to the page's own world, which alone can tell what is listened on in them. */

const asked = new WeakSet<ShadowRoot>();
let unasked: WeakRef<ShadowRoot>[] = [];

/** Notes trees that were met; true where nobody has been asked yet about some of them. */
export function noteMet(trees: readonly ShadowRoot[]): boolean {
  unasked = trees.filter((tree) => isOpen(tree) && !asked.has(tree)).map((tree) => new WeakRef(tree));
  return unasked.length > 0;
}

/** The page's own world does not reach into others. */
function isOpen({ mode }: ShadowRoot): boolean {
  return mode === 'open';
}

/** Those of the last look, each time anew, and those that were met since; before the first look, what is near. */
function worthAsking(): Iterable<ShadowRoot> {
  const met = new Set([...knownShadowRoots(), ...unasked.flatMap((tree) => tree.deref() ?? [])]);
  return met.size > 0 ? met : shadowTrees().roots.filter(isNear);
}

function isNear({ host }: ShadowRoot): boolean {
  const { top, bottom } = host.getBoundingClientRect();
  return bottom >= -innerHeight && top <= innerHeight * 2;
}

addEventListener(
  `${delegationEvent()}-trees`,
  () => {
    for (const tree of worthAsking()) {
      if (!isOpen(tree)) continue;
      asked.add(tree);
      tree.dispatchEvent(new Event(`${delegationEvent()}-tree`, { composed: true }));
    }
  },
  { capture: true },
);
