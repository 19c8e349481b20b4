import { frame, timersOfPage } from './moments.js';
import { noteHidden, noteRevealed } from './revealed.js';
import { forgetStir, noteStir } from './stir.js';
import { unwatchTicks } from './ticking.js';

/** Notes what changes in the document. */

/** When things changed, in this document's time. */
export const unrest = {
  changedAt: -Infinity,
  /** The last change that may be the beginning of more: something appeared, or looks different now. */
  rebuiltAt: -Infinity,
  watchedAt: 0,
  /** How many times something changed since. */
  changes: 0,
  /** How many timers the page had set when it began to be watched. */
  timers: 0,
};
let watching = false;
/** A document that was never looked at has nothing new to tell. */
let looked = false;
let wanted = false;
const touched = new Set<Node>();
const maxTouched = 500;
let shadowRoots: WeakRef<ShadowRoot>[] = [];

const observer = new MutationObserver((records) => {
  note(records);
});

/** Takes note of what has changed up to now. */
export function noteChanges(): void {
  note(observer.takeRecords());
}

/** Whether something appeared or was rewritten since the last look. */
export function hasNews(): boolean {
  return touched.size > 0;
}

function note(records: MutationRecord[]): void {
  if (records.length === 0) return;
  unrest.changedAt = performance.now();
  unrest.changes += 1;
  for (const record of records) {
    if (unrest.rebuiltAt !== unrest.changedAt && rebuilds(record)) unrest.rebuiltAt = unrest.changedAt;
    noteStir(record);
    if (touched.size >= maxTouched) continue;
    if (record.type === 'characterData') touched.add(record.target);
    for (const added of record.addedNodes) touched.add(added);
  }
}

/** Attributes that say something new without making anything look or move differently. */
const plainAttributes =
  /^(value|checked|selected|disabled|title|placeholder|tabindex|aria-(?!expanded|hidden|selected|pressed).*)$/;

function rebuilds(record: MutationRecord): boolean {
  if (record.type === 'attributes') return !plainAttributes.test(record.attributeName ?? '');
  return hasElement(record.addedNodes) || hasElement(record.removedNodes);
}

function hasElement(nodes: NodeList): boolean {
  for (const node of nodes) if (node.nodeType === 1) return true;
  return false;
}

const watched: MutationObserverInit = {
  subtree: true,
  childList: true,
  characterData: true,
  attributes: true,
  attributeOldValue: true,
};

/** Whether anybody outside has looked at the document or watches it. */
export function isInUse(): boolean {
  return looked || wanted;
}

/** Starts noting changes; harmless when already doing so. */
export function watch(): void {
  wanted = true;
  begin();
}

function begin(): void {
  unrest.watchedAt = performance.now();
  unrest.changes = 0;
  unrest.timers = timersOfPage();
  if (watching) return;
  watching = true;
  unwatchTicks();
  const roots = knownShadowRoots();
  forgetStir(roots);
  touched.clear();
  observer.observe(document, watched);
  for (const root of roots) observer.observe(root, watched);
  if (looked) noteHidden(roots);
}

export function unwatch(): void {
  looked = true;
  watching = false;
  observer.disconnect();
}

/** Goes on as if nobody had looked at the document yet. */
export function forgetLook(): void {
  looked = false;
  begin();
}

export function knownShadowRoots(): ShadowRoot[] {
  return shadowRoots.flatMap((root) => root.deref() ?? []);
}

export function rememberShadowRoots(roots: readonly ShadowRoot[]): void {
  shadowRoots = Array.from(new Set(roots), (root) => new WeakRef(root));
}

/** What appeared or was rewritten before the last look. */
let recent: readonly Node[] = [];

export function recentChanges(): readonly Node[] {
  return recent;
}

/** The texts of what appeared or was rewritten since it was last looked at. */
export function recentTexts(counts: (node: Node) => boolean): string[] {
  noteChanges();
  return [...touched].flatMap((node) => (node.isConnected && counts(node) ? (node.textContent ?? []) : []));
}

/** What appeared since the look before; undefined when that was too much to note. Looking again gives the same. */
export function takeAppeared(again: boolean): readonly Node[] | undefined {
  if (!again) noteRecent();
  return recent.length < maxTouched ? recent : undefined;
}

function noteRecent(): void {
  noteChanges();
  noteRevealed();
  recent = [...touched];
  touched.clear();
}

/** Resolves true at the next change to the document, false when none comes in time. */
export async function stirs(time: number): Promise<boolean> {
  watch();
  const before = unrest.changedAt;
  const end = performance.now() + time;
  while (performance.now() < end) {
    await frame();
    if (unrest.changedAt !== before) return true;
  }
  return false;
}

/** Notes changes from the moment the document is parsed, so that its first settling is known when we come to ask. */
export function watchFromStart(): void {
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', begin, { once: true });
  else begin();
}
