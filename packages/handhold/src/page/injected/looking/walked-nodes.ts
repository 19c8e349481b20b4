import type { Belongs, Box, PerceivedNode } from '../protocol.js';

/** All that a walk has found. */
export interface Walked {
  nodes: PerceivedNode[];
  /** The items that they belong to. */
  items: Belongs[];
  /** Elements behind the nodes, index by index; undefined for text. */
  elements: (Element | undefined)[];
  shadowRoots: ShadowRoot[];
  /** Elements that prose stands in, by the index of its node. */
  holders: Map<number, Element>;
  /** Elements that may hold a closed shadow root. */
  suspects: Element[];
  capped: boolean;
  /** Everything but an open modal was left out. */
  modalOpen: boolean;
  /** How many parts of what listens, or has the pointer, for them were left out, about. */
  partsBeyond: number;
}

/** The nodes that a walk has come to so far, and the elements behind them. */
export class WalkedNodes {
  readonly nodes: PerceivedNode[] = [];
  /** Index by index; undefined for text. */
  readonly elements: (Element | undefined)[] = [];
  /** Elements that prose stands in, by the index of its node. */
  readonly holders = new Map<number, Element>();
  /** True if a blank, or the end of a block, is the last thing that was met; only kept in full mode. */
  blank = true;

  constructor(private readonly isFull: boolean) {}

  push(node: PerceivedNode, element: Element | undefined): number {
    if (node.box) node.box = rounded(node.box);
    if (this.isFull) {
      if (!this.blank) node.joined = true;
      this.blank = node.kind !== 'text' && node.kind !== 'element';
    }
    this.elements.push(element);
    return this.nodes.push(node) - 1;
  }

  /** Takes out one node; what stands in it stands in what is around it from then on. */
  takeOut(index: number): void {
    const gone = this.nodes[index];
    if (!gone) return;
    this.nodes.splice(index, 1);
    this.elements.splice(index, 1);
    const first = this.nodes[index];
    if (first && !gone.joined) delete first.joined;
    for (let i = index; i < this.nodes.length; i++) {
      const node = this.nodes[i];
      if (!node || node.parent < index) continue;
      node.parent = node.parent === index ? gone.parent : node.parent - 1;
    }
    const moved = [...this.holders].filter(([at]) => at > index);
    for (const [at] of moved) this.holders.delete(at);
    for (const [at, holder] of moved) this.holders.set(at - 1, holder);
  }

  /** Takes out a node and all that came after it. */
  cutOff(index: number): void {
    this.blank = this.nodes[index]?.joined !== true;
    this.nodes.length = this.elements.length = index;
    for (const at of this.holders.keys()) if (at >= index) this.holders.delete(at);
  }

  /** The only node after this one. */
  onlyIn(index: number): PerceivedNode | undefined {
    return this.nodes.length === index + 2 ? this.nodes[index + 1] : undefined;
  }
}

function rounded({ x, y, width, height }: Box): Box {
  return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
}
