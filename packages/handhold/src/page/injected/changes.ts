import { answeredLast, watchAnswers } from './answers.js';
import { contains, squash } from './dom.js';
import { frame, timersOfPage, turn } from './moments.js';
import { noteHidden, noteRevealed, revealed, revealedAgain } from './revealed.js';
import { forgetStir, noteStir } from './stir.js';
import { unwatchTicks } from './ticking.js';

/** Notes what changes in the document. */

/** When things changed, in this document's time. */
export const unrest = {
  changedAt: -Infinity,
  /** The last change that may be the beginning of more: something appeared, or looks different now. */
  rebuiltAt: -Infinity,
  watchedAt: 0,
  /** When the last answer came that was there at the last change: clocks can not tell which was first on a busy page. */
  answeredBefore: -Infinity,
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
let tooMuch = false;
/** Where elements or texts were added, however many there were elsewhere. */
let places = new Map<Node, Place>();
const maxPlaces = 1000;
const maxOfPlace = 6;
let shadowRoots: WeakRef<ShadowRoot>[] = [];

/** A node that something was added to. */
export interface Place {
  /** How many nodes were. */
  count: number;
  /** The last of the elements among them. */
  added: Element[];
}

const observer = new MutationObserver((records) => {
  note(records);
});

/** What changes in here only answers for itself, and whether anything else has changed. */
let home: { element: Element; left: boolean; hints: Element[] } | undefined;

/** What changes in an element from now on is no answer to what is done there. */
export function noteHome(element: Element): void {
  home = { element, left: false, hints: [] };
}

/** Whether all that has changed did so where it is no answer. */
export function staysAtHome(): boolean {
  return home?.left === false;
}

function leavesHome(record: MutationRecord): boolean {
  if (record.type !== 'characterData' && !rebuilds(record)) return false;
  if (home === undefined || contains(home.element, record.target)) return false;
  if (isHint(record, home.hints)) return false;
  // A sign that says by its class that a filter is set shows nothing of what it lets through.
  return record.type !== 'attributes' || squash(record.target.textContent ?? '') !== '';
}

const offers = '[role="option"], [role="row"], [role="menuitem"], [role="treeitem"], li, tr, a[href], button';

/** Whether all that has come is a box in front of the page that offers nothing yet, as one that says "No results". */
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
  unrest.answeredBefore = answeredLast();
  if (home && !home.left) home.left = records.some(leavesHome);
  for (const record of records) {
    if (unrest.rebuiltAt !== unrest.changedAt && rebuilds(record)) unrest.rebuiltAt = unrest.changedAt;
    noteStir(record);
    if (record.addedNodes.length > 0) notePlace(record);
    if (touched.size >= maxTouched && !makeRoom()) continue;
    if (record.type === 'characterData') touched.add(record.target);
    for (const added of record.addedNodes) touched.add(added);
  }
}

/** What has gone again needs not be kept in mind; where most is still there, it is too much. */
function makeRoom(): boolean {
  if (tooMuch) return false;
  for (const node of touched) if (!node.isConnected) touched.delete(node);
  tooMuch = touched.size > maxTouched / 2;
  return !tooMuch;
}

function notePlace({ target, addedNodes }: MutationRecord): void {
  let place = places.get(target);
  if (!place) {
    if (places.size >= maxPlaces) return;
    place = { count: 0, added: [] };
    places.set(target, place);
  }
  place.count += addedNodes.length;
  for (let at = Math.max(0, addedNodes.length - maxOfPlace); at < addedNodes.length; at++) {
    const node = addedNodes[at];
    if (node instanceof Element) place.added.push(node);
  }
  if (place.added.length > maxOfPlace) place.added.splice(0, place.added.length - maxOfPlace);
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
  home = undefined;
  watchAnswers();
  if (watching) return;
  watching = true;
  unwatchTicks();
  const roots = knownShadowRoots();
  forgetStir(roots);
  touched.clear();
  tooMuch = false;
  places = new Map();
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
let recentTooMuch = false;

export function recentChanges(): readonly Node[] {
  return recent;
}

/** What appeared or was rewritten since it was last looked at. */
export function changedSoFar(): ReadonlySet<Node> {
  noteChanges();
  return touched;
}

/** The texts of what appeared or was rewritten since it was last looked at. */
export function recentTexts(counts: (node: Node) => boolean): string[] {
  noteChanges();
  return [...touched].flatMap((node) => (node.isConnected && counts(node) ? (node.textContent ?? []) : []));
}

/** Where something was added before the last look. */
let recentPlaces: ReadonlyMap<Node, Place> = new Map();

export function placesOfChange(): ReadonlyMap<Node, Place> {
  return recentPlaces;
}

/** What was new at a look, kept for one that tells of several. */
interface Found {
  at: number;
  nodes: readonly Node[];
  revealed: readonly Node[];
  places: ReadonlyMap<Node, Place>;
  tooMuch: boolean;
}

let found: Found[] = [];
const maxFound = 50;

/**
 * What appeared since the look before, or at those of so many last ms too; undefined when that was too much to note.
 * Looking again gives the same.
 */
export function takeAppeared(again: boolean, lastly?: number): readonly Node[] | undefined {
  if (!again) noteRecent();
  if (!again && lastly !== undefined) gather(performance.now() - lastly);
  return recentTooMuch ? undefined : recent;
}

/** Puts what is still there of all that was found since then together. */
function gather(since: number): void {
  const finds = found.filter(({ at }) => at >= since);
  const isThere = (node: Node) => node.isConnected;
  recent = [...new Set(finds.flatMap(({ nodes }) => nodes.filter(isThere)))];
  revealedAgain([...new Set(finds.flatMap((one) => one.revealed))]);
  const together = new Map<Node, Place>();
  for (const { places: all } of finds)
    for (const [node, place] of all) {
      const before = together.get(node);
      const added = [...(before?.added ?? []), ...place.added].filter(isThere).slice(-maxOfPlace);
      if (isThere(node)) together.set(node, { count: (before?.count ?? 0) + place.count, added });
    }
  recentPlaces = together;
  recentTooMuch = finds.some(({ tooMuch: isMore }) => isMore);
}

function noteRecent(): void {
  noteChanges();
  noteRevealed();
  recent = [...touched];
  recentTooMuch = tooMuch;
  touched.clear();
  tooMuch = false;
  recentPlaces = places;
  places = new Map();
  if (recent.length + revealed().length === 0) return;
  const at = performance.now();
  found = found.filter(({ nodes }) => nodes.some((node) => node.isConnected)).slice(1 - maxFound);
  found.push({ at, nodes: recent, revealed: revealed(), places: recentPlaces, tooMuch: recentTooMuch });
}

/** An answer is known of before the page has read it, which takes some turns. */
const reading = 4;

/** Whether the page had an answer since it is watched, has changed nothing after that, and has set a timer. */
export async function putsOff(): Promise<boolean> {
  for (let turns = 1; ; turns++) {
    noteChanges();
    const answered = answeredLast();
    const { answeredBefore, watchedAt, timers } = unrest;
    const isAnswered = answered > watchedAt;
    if (isAnswered && answered <= answeredBefore) return false;
    if (isAnswered && timersOfPage() > timers) return true;
    if (turns === reading) return false;
    await turn();
  }
}

/** Resolves true at the next change to the document that may be an answer, false when none comes in time. */
export async function stirs(time: number): Promise<boolean> {
  const own = home;
  watch();
  if (own) home = { ...own, left: false };
  const before = unrest.changedAt;
  const end = performance.now() + time;
  while (performance.now() < end) {
    await frame();
    if (unrest.changedAt !== before && !staysAtHome()) return true;
  }
  return false;
}

/** Notes changes from the moment the document is parsed, so that its first settling is known when we come to ask. */
export function watchFromStart(): void {
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', begin, { once: true });
  else begin();
}
