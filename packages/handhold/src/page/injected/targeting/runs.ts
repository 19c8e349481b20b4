import type { PerceivedNode } from '../protocol.js';

/** A stretch of text as it is read, whatever stands in it: a sentence with its links. */
export interface Run {
  text: string;
  /** The first and the last of its nodes, by their places in what was walked. */
  from: number;
  to: number;
}

/** The stretches that are made of several nodes, in the order they are read. */
export function runsIn(nodes: readonly PerceivedNode[]): Run[] {
  const runs: Run[] = [];
  let run: Run | undefined;
  let before: PerceivedNode | undefined;
  nodes.forEach((node, at) => {
    const isText = node.kind === 'text' || node.kind === 'element';
    if (run && isText && before?.block === node.block && before?.unseen === node.unseen) {
      run.text += node.joined ? node.name : ` ${node.name}`;
      run.to = at;
    } else {
      if (run && run.to > run.from) runs.push(run);
      run = isText && node.block !== undefined ? { text: node.name, from: at, to: at } : undefined;
    }
    before = node;
  });
  if (run && run.to > run.from) runs.push(run);
  return runs;
}
