import type { LiveFrame } from './frames.js';
import type { Identity } from './injected/protocol.js';
import type { View, ViewNode } from './view.js';

export interface RefEntry {
  readonly ref: number;
  frame: LiveFrame;
  id: number;
  identity: Identity;
  tag: string;
  /** Role, name and surroundings: what a re-rendered twin must share. */
  place: string;
  /** What the agent was last told it is; undefined while it has not been shown. */
  shown: Identity | undefined;
  /** Set when the number moved to a re-rendered twin. */
  healed: boolean;
}

const maxEntries = 20_000;

/** The numbers of one document: each belongs to one element for as long as that lives, and is never given twice. */
export class RefBook {
  private next = 1;
  private readonly entries = new Map<number, RefEntry>();
  private readonly numbers = new Map<string, number>();

  constructor(readonly document: string) {}

  get(ref: number): RefEntry | undefined {
    return this.entries.get(ref);
  }

  /** Gives every element of a fresh view its number, old ones first, twins of vanished ones next, new ones last. */
  async number(view: View, isGone: (entries: RefEntry[]) => Promise<Set<RefEntry>>): Promise<void> {
    const fresh: ViewNode[] = [];
    const present = new Set<number>();
    for (const node of view.nodes) {
      if (node.id === 0 || node.kind === 'frame') continue;
      const ref = this.numbers.get(elementKey(node.frame, node.id));
      const entry = ref === undefined ? undefined : this.entries.get(ref);
      if (!entry) {
        fresh.push(node);
        continue;
      }
      node.ref = entry.ref;
      entry.identity = { role: node.role, name: node.name };
      entry.place = placeOf(node);
      present.add(entry.ref);
    }
    await this.matchTwins(fresh, present, view, isGone);
    for (const node of fresh) if (node.ref === undefined) this.add(node);
    if (this.entries.size > maxEntries) this.prune(view);
  }

  /** Numbers a single element that is not part of a view, such as one found by selector. */
  numberOne(frame: LiveFrame, id: number, identity: Identity, tag: string): RefEntry {
    const known = this.numbers.get(elementKey(frame, id));
    const entry = known === undefined ? undefined : this.entries.get(known);
    if (entry) {
      entry.identity = identity;
      return entry;
    }
    return this.create(frame, id, identity, tag, `${frame.world.frameId}|?`);
  }

  /** Records that the agent has now been told what this is. */
  show(ref: number): void {
    const entry = this.entries.get(ref);
    if (entry) entry.shown = entry.identity;
  }

  private add(node: ViewNode): void {
    const entry = this.create(
      node.frame,
      node.id,
      { role: node.role, name: node.name },
      node.tag,
      placeOf(node),
    );
    node.ref = entry.ref;
  }

  private create(frame: LiveFrame, id: number, identity: Identity, tag: string, place: string): RefEntry {
    const entry: RefEntry = {
      ref: this.next,
      frame,
      id,
      identity,
      tag,
      place,
      shown: undefined,
      healed: false,
    };
    this.next += 1;
    this.entries.set(entry.ref, entry);
    this.numbers.set(elementKey(frame, id), entry.ref);
    return entry;
  }

  /** A framework that re-renders replaces elements by equal ones; where there is exactly one, it takes over the number. */
  private async matchTwins(
    fresh: ViewNode[],
    present: Set<number>,
    view: View,
    isGone: (entries: RefEntry[]) => Promise<Set<RefEntry>>,
  ): Promise<void> {
    if (fresh.length === 0 || present.size === this.entries.size) return;
    const missing = new Map<string, RefEntry[]>();
    for (const entry of this.entries.values()) {
      if (!present.has(entry.ref)) append(missing, entry.place, entry);
    }
    const placed = new Map<string, ViewNode[]>();
    for (const node of view.nodes) if (node.id !== 0) append(placed, placeOf(node), node);

    const pairs: { entry: RefEntry; node: ViewNode }[] = [];
    for (const node of fresh) {
      const place = placeOf(node);
      const entry = onlyOne(missing.get(place));
      if (!entry || !onlyOne(placed.get(place)) || entry.tag !== node.tag) continue;
      if (entry.frame.world === node.frame.world) pairs.push({ entry, node });
    }
    if (pairs.length === 0) return;
    // One that is merely hidden is still itself, and its number must not pass to another.
    const gone = await isGone(pairs.map((pair) => pair.entry));
    for (const { entry, node } of pairs) {
      if (!gone.has(entry)) continue;
      this.numbers.delete(elementKey(entry.frame, entry.id));
      entry.id = node.id;
      entry.healed = true;
      this.numbers.set(elementKey(node.frame, node.id), entry.ref);
      node.ref = entry.ref;
    }
  }

  private prune(view: View): void {
    const present = new Set(view.nodes.map((node) => node.ref));
    for (const [ref, entry] of this.entries) {
      if (this.entries.size <= maxEntries / 2) break;
      if (present.has(ref)) continue;
      this.entries.delete(ref);
      this.numbers.delete(elementKey(entry.frame, entry.id));
    }
  }
}

function append<V>(map: Map<string, V[]>, key: string, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

function onlyOne<V>(list: V[] | undefined): V | undefined {
  return list?.length === 1 ? list[0] : undefined;
}

function elementKey(frame: LiveFrame, id: number): string {
  return `${frame.world.frameId}|${frame.world.contextId}|${id}`;
}

/** Role and name of the element and of everything it stands in. */
function placeOf(node: ViewNode): string {
  const parts: string[] = [node.frame.world.frameId];
  for (let at: ViewNode | undefined = node; at; at = at.parent) parts.push(`${at.role}:${at.name}`);
  return parts.join('|');
}
