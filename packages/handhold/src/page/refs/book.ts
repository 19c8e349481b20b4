import { quote } from '../../gate/untrusted.js';
import type { LiveFrame } from '../frames/frames.js';
import type { World } from '../frames/world.js';
import type { Identity } from '../injected/protocol.js';
import type { View, ViewNode } from '../looking/view.js';
import { formatRef } from './ref.js';

export interface RefEntry {
  readonly ref: number;
  frame: LiveFrame;
  id: number;
  identity: Identity;
  tag: string;
  /** How it was last seen in a view: what a re-rendered twin must share is read off it. */
  node: ViewNode | undefined;
  /** A cache of what that stood in, filled when it is first compared and invalidated by the next view. */
  surroundings: string | undefined;
  /** The identity that the agent was last shown; undefined while it has not been shown. */
  shown: Identity | undefined;
  /** Set when the number moved to a re-rendered twin. */
  healed: boolean;
}

/** Tells which of these elements are no longer part of their document. */
export type GoneCheck = (entries: RefEntry[]) => Promise<Set<RefEntry>>;

const maxEntries = 20_000;

/** The numbers of one document: each belongs to one element for as long as that lives, and is never given twice. */
export class RefBook {
  private next = 1;
  private readonly entries = new Map<number, RefEntry>();
  private readonly byElement = new Map<World, Map<number, RefEntry>>();

  constructor(readonly document: string) {}

  get(ref: number): RefEntry | undefined {
    return this.entries.get(ref);
  }

  /** The entry of an element, by its number inside its document. */
  of(frame: LiveFrame, id: number): RefEntry | undefined {
    return this.byElement.get(frame.world)?.get(id);
  }

  /** Gives every element of a fresh view its number, old ones first, twins of vanished ones next, new ones last. */
  async number(view: View, isGone: GoneCheck): Promise<void> {
    const fresh: ViewNode[] = [];
    const present = new Set<RefEntry>();
    for (const node of view.nodes) {
      if (node.id === 0 || node.kind === 'frame') continue;
      const entry = this.of(node.frame, node.id);
      if (entry) {
        this.noteSeen(entry, node);
        present.add(entry);
      } else fresh.push(node);
    }
    if (fresh.length > 0 && present.size < this.entries.size)
      await this.matchTwins(fresh, present, view, isGone);
    for (const node of fresh)
      if (node.ref === undefined) this.noteSeen(this.create(node.frame, node.id, node, node.tag), node);
    if (this.entries.size > maxEntries) this.prune(present);
  }

  /** Numbers a single element that is not part of a view, such as one found by selector. */
  numberOne(frame: LiveFrame, id: number, { role, name }: Identity, tag: string): RefEntry {
    const entry = this.of(frame, id) ?? this.create(frame, id, { role, name }, tag);
    entry.identity = { role, name };
    return entry;
  }

  /** Records that the agent has now been told what this is. */
  show(ref: number): void {
    const entry = this.entries.get(ref);
    if (!entry) return;
    entry.shown = entry.identity;
  }

  /** Goes on with what was drawn in its place. */
  handOver(entry: RefEntry, id: number): void {
    this.unindex(entry);
    entry.id = id;
    entry.healed = true;
    this.index(entry);
  }

  private noteSeen(entry: RefEntry, node: ViewNode): void {
    node.ref = entry.ref;
    entry.node = node;
    entry.surroundings = undefined;
    if (entry.identity.role !== node.role || entry.identity.name !== node.name) {
      entry.identity = { role: node.role, name: node.name };
    }
  }

  private create(frame: LiveFrame, id: number, { role, name }: Identity, tag: string): RefEntry {
    const identity = { role, name };
    const entry: RefEntry = {
      ref: this.next,
      frame,
      id,
      identity,
      tag,
      node: undefined,
      surroundings: undefined,
      shown: undefined,
      healed: false,
    };
    this.next += 1;
    this.entries.set(entry.ref, entry);
    this.index(entry);
    return entry;
  }

  private index(entry: RefEntry): void {
    const { world } = entry.frame;
    const known = this.byElement.get(world) ?? new Map<number, RefEntry>();
    known.set(entry.id, entry);
    this.byElement.set(world, known);
  }

  private unindex(entry: RefEntry): void {
    this.byElement.get(entry.frame.world)?.delete(entry.id);
  }

  /** A framework that re-renders replaces elements by equal ones; where there is exactly one, it takes over the number. */
  private async matchTwins(
    fresh: ViewNode[],
    present: Set<RefEntry>,
    view: View,
    isGone: GoneCheck,
  ): Promise<void> {
    // One that was only out of reach before is nobody's successor.
    const surroundingsByNode = new Map(
      fresh.filter((node) => !node.met).map((node) => [node, surroundingsOf(node)]),
    );
    const wanted = new Set(surroundingsByNode.values());
    const missing = new Map<string, RefEntry[]>();
    // A page that renews itself leaves thousands behind, and this is done at every look.
    for (const entry of this.entries.values()) {
      if (!entry.node || present.has(entry)) continue;
      entry.surroundings ??= surroundingsOf(entry.node);
      if (wanted.has(entry.surroundings)) append(missing, entry.surroundings, entry);
    }
    if (missing.size === 0) return;
    const placed = new Map<string, ViewNode[]>();
    for (const node of view.nodes) if (node.id !== 0) append(placed, surroundingsOf(node), node);

    const pairs: { entry: RefEntry; node: ViewNode }[] = [];
    for (const [node, surroundings] of surroundingsByNode) {
      const entry = onlyOne(missing.get(surroundings));
      if (!entry || !onlyOne(placed.get(surroundings)) || entry.tag !== node.tag) continue;
      if (entry.frame.world === node.frame.world) pairs.push({ entry, node });
    }
    if (pairs.length === 0) return;
    // One that is merely hidden is still itself, and its number must not pass to another.
    const gone = await isGone(pairs.map((pair) => pair.entry));
    for (const { entry, node } of pairs) {
      if (!gone.has(entry)) continue;
      this.handOver(entry, node.id);
      this.noteSeen(entry, node);
    }
  }

  private prune(present: Set<RefEntry>): void {
    for (const entry of this.entries.values()) {
      if (this.entries.size <= maxEntries / 2) break;
      if (present.has(entry)) continue;
      this.entries.delete(entry.ref);
      this.unindex(entry);
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

/** Role and name of the element and of everything it stands in, and what the item says that it belongs to. */
function surroundingsOf(node: ViewNode): string {
  const { says = '', group = '' } = node.belongs ?? {};
  const parts: string[] = [node.frame.world.frameId, says, group];
  for (let at: ViewNode | undefined = node; at; at = at.inside)
    parts.push(
      at.kind === 'context' && isSaidByItem(at.name, says) ? `${at.role}:` : `${at.role}:${at.name}`,
    );
  return parts.join('|');
}

/** True if a row's name is only what its item says: it has a name only where others are there to be told apart from. */
function isSaidByItem(name: string, says: string): boolean {
  if (name === '' || says.includes(name)) return true;
  return name.includes(' · ') && name.split(' · ').every((part) => says.includes(part));
}

/** An element as the agent knows it, for messages. */
export function describe(entry: RefEntry): string {
  const { role, name } = entry.shown ?? entry.identity;
  return `${formatRef(entry.ref)} ${role}${name ? ` ${quote(name, 60)}` : ''}`;
}
