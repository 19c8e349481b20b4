import { visitedShadowRoots } from '../dom/shadow-trees.js';
import { contains, squash } from '../dom/tree.js';
import { noteHidden, noteRevealed, revealed, revealedAgain } from '../looking/revealed.js';
import { unwatchTicks } from '../refs/items/ticking.js';
import { state } from '../state.js';
import { forgetOtherEffects, noteOtherEffect } from './other-effects.js';
import { lastResponse, watchResponses } from './responses.js';
import { frame, timersOfPage, turn } from './timers.js';

/** Notes what changes in the document. */

const maxTouched = 500;
const maxAdditions = 1000;
const maxOfAddition = 6;

/** Nodes that were added to another. */
export interface Additions {
  /** How many nodes were. */
  count: number;
  /** The last of the elements among them. */
  added: Element[];
}

function observer(): MutationObserver {
  const { changes } = state.settling;
  changes.observer ??= new MutationObserver(note);
  return changes.observer;
}

/** From now on a change in this element is no answer to what is done there. */
export function noteOwnRegion(element: Element): void {
  state.settling.changes.ownRegion = { element, left: false, hints: [] };
}

/** True if all that has changed did so where it is no answer. */
export function staysInOwnRegion(): boolean {
  return state.settling.changes.ownRegion?.left === false;
}

function leavesOwnRegion(record: MutationRecord): boolean {
  const { ownRegion } = state.settling.changes;
  if (record.type !== 'characterData' && !rebuilds(record)) return false;
  if (ownRegion === undefined || contains(ownRegion.element, record.target)) return false;
  if (isHint(record, ownRegion.hints)) return false;
  // A sign that says by its class that a filter is set shows nothing of what it lets through.
  return record.type !== 'attributes' || squash(record.target.textContent ?? '') !== '';
}

const offers = '[role="option"], [role="row"], [role="menuitem"], [role="treeitem"], li, tr, a[href], button';

/** True if all that has come is a box in front of the page that offers nothing yet, as one that says "No results". */
function isHint({ type, target, addedNodes, removedNodes }: MutationRecord, hints: Element[]): boolean {
  const own = hints.find((hint) => contains(hint, target));
  if (own) return own.querySelector(offers) === null;
  if (type !== 'childList' || removedNodes.length > 0 || addedNodes.length === 0) return false;
  const boxes = [...addedNodes].filter((node) => node instanceof Element);
  const isBox = (box: Element) =>
    /^(absolute|fixed)$/.test(getComputedStyle(box).position) && box.querySelector(offers) === null;
  if (boxes.length < addedNodes.length || boxes.length > 2 || !boxes.every(isBox)) return false;
  hints.push(...boxes);
  return true;
}

/** Takes note of what has changed up to now. */
export function noteChanges(): void {
  note(observer().takeRecords());
}

/** True if something appeared or was rewritten since the last look. */
export function hasNews(): boolean {
  return state.settling.changes.touched.size > 0;
}

function note(records: MutationRecord[]): void {
  if (records.length === 0) return;
  const { changes } = state.settling;
  const { touched, ownRegion } = changes;
  changes.changedAt = performance.now();
  changes.answeredBefore = lastResponse();
  changes.count += 1;
  if (ownRegion && !ownRegion.left) ownRegion.left = records.some(leavesOwnRegion);
  for (const record of records) {
    if (changes.rebuiltAt !== changes.changedAt && rebuilds(record)) changes.rebuiltAt = changes.changedAt;
    noteOtherEffect(record);
    if (record.addedNodes.length > 0) noteAddition(record);
    if (touched.size >= maxTouched && !makeRoom()) continue;
    if (record.type === 'characterData') touched.add(record.target);
    for (const added of record.addedNodes) touched.add(added);
  }
}

/** Forgets nodes that have gone again; where most are still there, there is too much to note. */
function makeRoom(): boolean {
  const { changes } = state.settling;
  const { touched } = changes;
  if (changes.overflowed) return false;
  for (const node of touched) if (!node.isConnected) touched.delete(node);
  changes.overflowed = touched.size > maxTouched / 2;
  return !changes.overflowed;
}

function noteAddition({ target, addedNodes }: MutationRecord): void {
  const { additions } = state.settling.changes;
  let addition = additions.get(target);
  if (!addition) {
    if (additions.size >= maxAdditions) return;
    addition = { count: 0, added: [] };
    additions.set(target, addition);
  }
  addition.count += addedNodes.length;
  for (let at = Math.max(0, addedNodes.length - maxOfAddition); at < addedNodes.length; at++) {
    const node = addedNodes[at];
    if (node instanceof Element) addition.added.push(node);
  }
  if (addition.added.length > maxOfAddition) addition.added.splice(0, addition.added.length - maxOfAddition);
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

/** True if anybody outside has looked at the document or watches it. */
export function isInUse(): boolean {
  const { hasLooked, isWanted } = state.settling.changes;
  return hasLooked || isWanted;
}

/** Starts noting changes; harmless when already doing so. */
export function watch(): void {
  state.settling.changes.isWanted = true;
  begin();
}

function begin(): void {
  const { changes } = state.settling;
  changes.watchedAt = performance.now();
  changes.count = 0;
  changes.timers = timersOfPage();
  changes.ownRegion = undefined;
  watchResponses();
  if (changes.isWatching) return;
  changes.isWatching = true;
  unwatchTicks();
  const roots = visitedShadowRoots();
  forgetOtherEffects(roots);
  changes.touched.clear();
  changes.overflowed = false;
  changes.additions = new Map();
  observer().observe(document, watched);
  for (const root of roots) observer().observe(root, watched);
  if (changes.hasLooked) noteHidden(roots);
}

export function unwatch(): void {
  const { changes } = state.settling;
  changes.hasLooked = true;
  changes.isWatching = false;
  observer().disconnect();
}

/** Nodes that appeared or were rewritten before the last look. */
export function recentChanges(): readonly Node[] {
  return state.settling.changes.recent;
}

/** Nodes that appeared or were rewritten since the last look. */
export function changedSoFar(): ReadonlySet<Node> {
  noteChanges();
  return state.settling.changes.touched;
}

/** The texts of what appeared or was rewritten since it was last looked at. */
export function recentTexts(counts: (node: Node) => boolean): string[] {
  return [...changedSoFar()].flatMap((node) =>
    node.isConnected && counts(node) ? (node.textContent ?? []) : [],
  );
}

/** Where something was added before the last look. */
export function recentAdditions(): ReadonlyMap<Node, Additions> {
  return state.settling.changes.recentAdditions;
}

/** The changes that were new at a look. */
export interface Appeared {
  at: number;
  nodes: readonly Node[];
  revealed: readonly Node[];
  additions: ReadonlyMap<Node, Additions>;
  overflowed: boolean;
}

const maxHistory = 50;

/**
 * Nodes that appeared since the look before, or at those of so many last ms too; undefined when that was too much to note.
 * Looking again gives the same.
 */
export function takeAppeared(again: boolean, lastly?: number): readonly Node[] | undefined {
  const { changes } = state.settling;
  if (!again) noteRecent();
  if (!again && lastly !== undefined) gather(performance.now() - lastly);
  return changes.recentOverflowed ? undefined : changes.recent;
}

/** Puts what is still there of all that appeared since then together. */
function gather(since: number): void {
  const { changes } = state.settling;
  const looks = changes.history.filter(({ at }) => at >= since);
  const isThere = (node: Node) => node.isConnected;
  changes.recent = [...new Set(looks.flatMap(({ nodes }) => nodes.filter(isThere)))];
  revealedAgain([...new Set(looks.flatMap((one) => one.revealed))]);
  const together = new Map<Node, Additions>();
  for (const { additions } of looks)
    for (const [node, addition] of additions) {
      const before = together.get(node);
      const added = [...(before?.added ?? []), ...addition.added].filter(isThere).slice(-maxOfAddition);
      if (isThere(node)) together.set(node, { count: (before?.count ?? 0) + addition.count, added });
    }
  changes.recentAdditions = together;
  changes.recentOverflowed = looks.some(({ overflowed }) => overflowed);
}

function noteRecent(): void {
  noteChanges();
  noteRevealed();
  const { changes } = state.settling;
  const nodes = [...changes.touched];
  changes.recent = nodes;
  changes.recentOverflowed = changes.overflowed;
  changes.touched.clear();
  changes.overflowed = false;
  changes.recentAdditions = changes.additions;
  changes.additions = new Map();
  if (nodes.length + revealed().length === 0) return;
  const at = performance.now();
  const isStillThere = ({ nodes }: Appeared) => nodes.some((node) => node.isConnected);
  changes.history = changes.history.filter(isStillThere).slice(1 - maxHistory);
  changes.history.push({
    at,
    nodes,
    revealed: revealed(),
    additions: changes.recentAdditions,
    overflowed: changes.recentOverflowed,
  });
}

/** An answer is known of before the page has read it, which takes some turns. */
const reading = 4;

/** True if the page had an answer since it is watched, has changed nothing after that, and has set a timer. */
export async function putsOff(): Promise<boolean> {
  for (let turns = 1; ; turns++) {
    noteChanges();
    const answered = lastResponse();
    const { answeredBefore, watchedAt, timers } = state.settling.changes;
    const isAnswered = answered > watchedAt;
    if (isAnswered && answered <= answeredBefore) return false;
    if (isAnswered && timersOfPage() > timers) return true;
    if (turns === reading) return false;
    await turn();
  }
}

/** Resolves true at the next change to the document that may be an answer, false when none comes in time. */
export async function nextChange(time: number): Promise<boolean> {
  const { changes } = state.settling;
  const own = changes.ownRegion;
  watch();
  if (own) changes.ownRegion = { ...own, left: false };
  const before = changes.changedAt;
  const end = performance.now() + time;
  while (performance.now() < end) {
    await frame();
    if (changes.changedAt !== before && !staysInOwnRegion()) return true;
  }
  return false;
}

/** Notes changes from the moment the document is parsed, so that its first settling is known when we come to ask. */
export function watchFromStart(): void {
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', begin, { once: true });
  else begin();
}
