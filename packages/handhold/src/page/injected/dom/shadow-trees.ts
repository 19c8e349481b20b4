import { state } from '../state.js';
import { shadowOf } from './tree.js';

/** More than any page has that is not meant to be slow to look at. */
const maxTrees = 5000;
const maxDepth = 100;

/** The shadow trees there are. */
export function shadowTrees(): ShadowTrees {
  return state.dom.shadowTreesOfLook.get(findTrees);
}

function findTrees(): ShadowTrees {
  const { elementClock, shadowTrees: before } = state.dom;
  if (before && elementClock.isUnchanged() && !before.hasGrown()) return before;
  const trees = new ShadowTrees();
  state.dom.shadowTrees = trees;
  elementClock.start(invalidate, trees.roots);
  return trees;
}

function invalidate(): void {
  state.dom.shadowTrees = undefined;
}

/** The shadow roots that looks have met. */
export function visitedShadowRoots(): ShadowRoot[] {
  return state.dom.shadowRoots.flatMap((root) => root.deref() ?? []);
}

export function rememberShadowRoots(roots: readonly ShadowRoot[]): void {
  state.dom.shadowRoots = Array.from(new Set(roots), (root) => new WeakRef(root));
}

/** All shadow trees of the document that are open to us, near or far, by what they stand in. */
export class ShadowTrees {
  private readonly trees = new Map<Element, ShadowRoot>();
  private readonly names = new Set<string>();
  private readonly plainHosts: ShadowRoot[] = [];
  /** How many elements are in them. */
  readonly size: number;
  /** Custom elements that have none, and may get one without anybody being told. */
  readonly without: Element[] = [];

  constructor() {
    this.search(document, 0);
    // Other elements than custom ones can have one too; of those only the ones that were met are known.
    for (const root of visitedShadowRoots())
      if (root.host.isConnected && this.enter(root.host, 0)) this.plainHosts.push(root);
    let size = 0;
    for (const root of this.trees.values()) size += root.querySelectorAll('*').length;
    this.size = size;
  }

  /** Trees come without a change to the document. */
  hasGrown(): boolean {
    if (this.trees.size >= maxTrees) return false;
    if (this.without.some((host) => shadowOf(host) !== null)) return true;
    return visitedShadowRoots().some(({ host }) => host.isConnected && !this.trees.has(host));
  }

  get roots(): ShadowRoot[] {
    return [...this.trees.values()];
  }

  private search(within: Node, depth: number): void {
    const found = customElements.evaluate(within, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE);
    for (let i = 0; i < found.snapshotLength; i++) {
      const host = found.snapshotItem(i);
      if (!(host instanceof Element)) continue;
      if (this.enter(host, depth)) this.names.add(host.localName);
      else if (this.without.length < maxTrees && !shadowOf(host)) this.without.push(host);
    }
  }

  private enter(host: Element, depth: number): boolean {
    const root = shadowOf(host);
    if (!root || this.trees.has(host) || this.trees.size >= maxTrees || depth > maxDepth) return false;
    this.trees.set(host, root);
    for (const child of root.children) this.search(child, depth + 1);
    return true;
  }

  private readonly found = new Map<string, ArrayLike<Element> & Iterable<Element>>();
  private readonly there = new Map<string, boolean>();

  /**
   * Everything that a selector finds in the document and in its shadow trees, by tags and the attributes above, in
   * order.
   */
  find(selector: string): ArrayLike<Element> & Iterable<Element> {
    const known = this.found.get(selector) ?? this.searchAll(selector);
    this.found.set(selector, known);
    return known;
  }

  /** True if a selector, by these too, finds anything in the document itself. */
  has(selector: string): boolean {
    const known = this.there.get(selector) ?? document.querySelector(selector) !== null;
    this.there.set(selector, known);
    return known;
  }

  private searchAll(selector: string): ArrayLike<Element> & Iterable<Element> {
    if (this.trees.size === 0) return document.querySelectorAll(selector);
    const all: Element[] = [];
    const alsoHosts = [selector, ...Array.from(this.names, (name) => CSS.escape(name))].join();
    const add = (within: ParentNode) => {
      for (const element of within.querySelectorAll(alsoHosts)) {
        if (!this.names.has(element.localName) || element.matches(selector)) all.push(element);
        const root = this.trees.get(element);
        if (root) add(root);
      }
    };
    for (const place of [document, ...this.plainHosts]) add(place);
    return all;
  }
}

/** The browser finds these much quicker than they can be picked out of all elements here. */
const customElements = new XPathEvaluator().createExpression(
  'descendant-or-self::*[contains(local-name(), "-")]',
);
