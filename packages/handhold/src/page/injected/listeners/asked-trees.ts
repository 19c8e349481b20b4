import type { Hosts } from '../protocol.js';
import { knownShadowRoots } from '../settling/changes.js';
import { delegationEvent } from './registry.js';

/** Tells the page's own world, which alone knows what is listened on in shadow trees, which of them matter. */

const asked = new WeakSet<ShadowRoot>();
let wanted: WeakSet<ShadowRoot> | undefined;

/** Notes the trees that were met; tells what those stand in about which nobody has been asked yet. */
export function noteMet(trees: readonly ShadowRoot[]): Hosts | undefined {
  wanted = new WeakSet([...knownShadowRoots(), ...trees]);
  const unasked = trees.filter((tree) => tree.mode === 'open' && !asked.has(tree));
  if (unasked.length === 0) return undefined;
  return unasked.every(({ host }) => host.localName.includes('-')) ? 'custom' : 'any';
}

/** Before the first look, what that is likely to meet: as much as fills the list. */
function isNear({ host }: ShadowRoot): boolean {
  const { top, bottom } = host.getBoundingClientRect();
  return bottom >= -innerHeight && top <= innerHeight * 5;
}

addEventListener(
  `${delegationEvent()}-tree`,
  (event) => {
    const [host] = event.composedPath();
    const tree = host instanceof Element ? host.shadowRoot : null;
    if (!tree || !(wanted?.has(tree) ?? isNear(tree))) return;
    asked.add(tree);
    event.preventDefault();
  },
  { capture: true },
);
