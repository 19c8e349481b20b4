import type { SnapshotReport } from '../../actions/snapshot.js';
import type { A11yNode } from './pipeline.js';

/** The refs of a snapshot as the nodes CAR's pipeline takes. */
export function nodesOf(snapshot: Pick<SnapshotReport, 'refs'>): A11yNode[] {
  return Object.entries(snapshot.refs).map(([ref, { role, name, value, states, box }]) => ({
    node_id: ref,
    role,
    name,
    value,
    states,
    bounds: box,
  }));
}
