import { z } from 'zod';
import { cut } from '../../gate/untrusted.js';
import type { ViewNode } from '../../page/looking/view.js';
import { formatRef } from '../../page/refs/ref.js';

const element = z.object({
  role: z.string(),
  name: z.string(),
  value: z.string().optional(),
  states: z.array(z.string()).optional(),
  tag: z.string(),
  /** Address of the frame it is in, if not the page itself. */
  frame: z.string().optional(),
  box: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }).optional(),
});

/** Elements as data, by their refs. */
export const refs = z.record(z.string(), element);

/** Those of the nodes that have a ref, in their order. */
export function refsOf(nodes: readonly ViewNode[]): z.output<typeof refs> {
  const found: z.output<typeof refs> = {};
  for (const node of nodes) if (node.ref !== undefined) found[formatRef(node.ref)] = elementOf(node);
  return found;
}

function elementOf(node: ViewNode): z.output<typeof element> {
  const states = [...(node.states ?? [])];
  if (node.coveredBy !== undefined)
    states.push(node.coverRef === undefined ? 'covered' : `covered by ${formatRef(node.coverRef)}`);
  return {
    role: node.role,
    name: cut(node.name, 300),
    ...(node.value === undefined ? {} : { value: cut(node.value, 300) }),
    ...(states.length > 0 ? { states } : {}),
    tag: node.tag,
    ...(node.frame.parent ? { frame: node.frame.url } : {}),
    // Where it is now is out of sight, and on top of something else.
    ...(node.box && !node.scrolledOut ? { box: node.box } : {}),
  };
}
