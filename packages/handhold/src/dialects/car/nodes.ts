import type { z } from 'zod';
import type { snapshot } from '../../tools/observation.js';
import type { A11yNode } from './pipeline.js';

/** The refs of a snapshot as the nodes CAR's pipeline takes. */
export function nodesOf(seen: Pick<z.output<typeof snapshot.output>, 'refs'>): A11yNode[] {
  return Object.entries(seen.refs).map(([ref, { role, name, value, states, box }]) => ({
    node_id: ref,
    role,
    name,
    value,
    states,
    bounds: box,
  }));
}
