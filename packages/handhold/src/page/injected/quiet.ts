import { contains, elementAt, shadowOf, squash } from './dom.js';
import { reaches, standIn } from './hit.js';
import { identityOf } from './identity.js';
import type { Quiet } from './protocol.js';
import { elementOf } from './refs.js';

/** Knowing when a document has come to rest, what changed on the way, and whether a click went where it should. */

let changedAt = -Infinity;
/** The last change that may be the beginning of more: something appeared, or looks different now. */
let rebuiltAt = -Infinity;
let watching = false;
let watchedAt = 0;
/** How many times something changed since. */
let changes = 0;
const touched = new Set<Node>();
const maxTouched = 500;
let shadowRoots: WeakRef<ShadowRoot>[] = [];

const observer = new MutationObserver((records) => {
  note(records);
});

function note(records: MutationRecord[]): void {
  if (records.length === 0) return;
  changedAt = performance.now();
  changes += 1;
  for (const record of records) {
    if (rebuiltAt !== changedAt && rebuilds(record)) rebuiltAt = changedAt;
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
};

/** Starts noting changes; harmless when already doing so. */
export function watch(): void {
  watchedAt = performance.now();
  changes = 0;
  if (watching) return;
  watching = true;
  touched.clear();
  observer.observe(document, watched);
  for (const root of shadowRoots) {
    const alive = root.deref();
    if (alive) observer.observe(alive, watched);
  }
}

export function unwatch(): void {
  watching = false;
  observer.disconnect();
}

export function rememberShadowRoots(roots: ShadowRoot[]): void {
  shadowRoots = roots.map((root) => new WeakRef(root));
}

const arrivalTime = 300;

function sleep(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, time));
}

/** A little less than a frame takes, since two of them may come close together. */
const frameTime = 14;

/** Ends once nothing has changed for a frame or two and nothing is being moved into place, or at the cap. */
export async function quiet(cap: number): Promise<Quiet> {
  const end = performance.now() + cap;
  // Events take their own way here, through the browser and perhaps into another process.
  if (guard?.arrived) await Promise.race([guard.arrived, sleep(Math.min(cap, arrivalTime))]);
  let still = 0;
  const atFirst = changedAt;
  let before = changedAt;
  while (still < framesNeeded()) {
    await frame();
    // Timers wait while input is handled and frames are drawn: those that are due must have had their turn.
    await timers();
    const now = performance.now();
    if (changedAt !== before) {
      still = 0;
      before = changedAt;
    } else if (now - changedAt >= frameTime) still += 1;
    if (now > end) return verdict(changedAt === atFirst ? [] : ['the page keeps changing'], true);
  }
  const stirred = changedAt !== atFirst || touched.size > 0;
  return verdict((await movedIntoPlace(end)) ? [] : ['something is still moving'], stirred);
}

/**
 * Frameworks that have begun to rebuild something often go on a frame later, what changes again and again may do so
 * once more, and what has not answered at all may still answer. What only said something new, once, or has had its
 * time while keys were pressed, is done after one.
 */
function framesNeeded(): number {
  if (rebuiltAt >= watchedAt || changes > 1) return 2;
  if (changes === 1) return 1;
  return guard === undefined && performance.now() - watchedAt > 16 ? 1 : 2;
}

const movingProperties =
  /^(opacity|transform|translate|scale|rotate|visibility|display|clip|clipPath|inset.*|top|left|right|bottom|width|height|(max|min|block|inline)(Height|Width|Size)|margin.*|grid.*|flex.*)$/;

/** Waits for what slides, grows or fades in because of the action; false when that takes longer than the time left. */
async function movedIntoPlace(end: number): Promise<boolean> {
  if (rebuiltAt < watchedAt) return true;
  for (;;) {
    const moving = document.getAnimations().filter(movesSomething);
    if (moving.length === 0) return true;
    const left = end - performance.now();
    if (left <= 0) return false;
    const over = Promise.all(moving.map((animation) => animation.finished.catch(() => undefined)));
    await Promise.race([over, sleep(left)]);
  }
}

const dialogs = 'dialog, [role="dialog"], [role="alertdialog"], [aria-modal="true"], [popover]';

/** Not what goes on for ever, nor the button's own answer to being pressed. */
function movesSomething(animation: Animation): boolean {
  const { effect } = animation;
  if (animation.playState !== 'running' || !(effect instanceof KeyframeEffect) || !effect.target)
    return false;
  if (!Number.isFinite(Number(effect.getComputedTiming().endTime))) return false;
  if (acted && contains(acted, effect.target)) return false;
  // What holds it may answer to the pointer too, but a dialog that moves is opening or closing.
  if (acted && contains(effect.target, acted) && !effect.target.closest(dialogs)) return false;
  if (animation instanceof CSSTransition)
    return movingProperties.test(camelCase(animation.transitionProperty));
  return effect
    .getKeyframes()
    .some((frame) => Object.keys(frame).some((name) => movingProperties.test(name)));
}

function camelCase(property: string): string {
  return property.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Quiet since before we asked: then a freshly loaded document needs next to no waiting. */
export async function quietSinceLoad(cap: number): Promise<Quiet> {
  note(observer.takeRecords());
  const before = changedAt;
  if (document.scripts.length === 0 || performance.now() - before > 34) {
    // A framework may have its first rendering queued behind the load event.
    if (document.scripts.length > 0) await turn();
    if (changedAt === before) return { pending: [], hit: true, stirred: false };
  }
  return quiet(cap);
}

/** After what is queued already; by a frame where a document without scripts is sent no messages. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(0);
    requestAnimationFrame(() => resolve());
  });
}

/** After the timers that are due; by a frame where a document without scripts has none. */
function timers(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
    requestAnimationFrame(() => resolve());
  });
}

/** Whether the last frame that was asked for never came. */
let frameless = false;

/**
 * The next frame. In a tab in the background, or a frame out of sight, none comes: known after a while, which is long
 * enough for a busy machine to draw one, and from then on waited for only a moment.
 */
export function frame(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(
      () => {
        frameless = true;
        resolve();
      },
      frameless || document.hidden ? 50 : 250,
    );
    requestAnimationFrame(() => {
      frameless = false;
      clearTimeout(timer);
      resolve();
    });
  });
}

/** What appeared or was rewritten before the last look. */
let recent: readonly Node[] = [];

/** What appeared since the look before; undefined when that was too much to note. Looking again gives the same. */
export function takeAppeared(again: boolean): readonly Node[] | undefined {
  if (!again) noteRecent();
  return recent.length < maxTouched ? recent : undefined;
}

function noteRecent(): void {
  note(observer.takeRecords());
  recent = [...touched];
  touched.clear();
}

const maxNews = 12;

/** Visible text that appeared while watching and that no shown element already carries. */
export function news(shown: (Element | undefined)[]): string[] {
  const carried = new Set(shown);
  const texts: string[] = [];
  const seen = new Set<Node>();
  for (const node of recent) {
    if (texts.length >= maxNews) break;
    const holder = node instanceof Element ? node : node.parentElement;
    if (!holder?.isConnected || !holder.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      continue;
    if (isCarried(holder, carried) || seen.has(holder)) continue;
    if ([...seen].some((outer) => contains(outer, holder))) continue;
    seen.add(holder);
    for (const text of looseText(holder, carried)) {
      if (texts.length < maxNews && !texts.includes(text)) texts.push(text);
    }
  }
  return texts;
}

function isCarried(holder: Element, carried: Set<Element | undefined>): boolean {
  for (let up: Element | null = holder; up; up = up.parentElement) {
    if (carried.has(up) && !isContainer(up)) return true;
    if (up.tagName === 'SCRIPT' || up.tagName === 'STYLE' || up.getAttribute('aria-hidden') === 'true')
      return true;
  }
  return false;
}

/** Contexts group things; their text is not in their line. */
function isContainer(element: Element): boolean {
  const role = identityOf(element).role;
  return /^(main|banner|navigation|complementary|contentinfo|region|form|search|dialog|group|listitem|row|article|list|table|tabpanel|figure)$/.test(
    role,
  );
}

function looseText(holder: Element, carried: Set<Element | undefined>): string[] {
  if (![...holder.querySelectorAll('*')].some((inner) => carried.has(inner))) {
    const text = squash(holder instanceof HTMLElement ? holder.innerText : (holder.textContent ?? ''));
    return text ? [text.slice(0, 300)] : [];
  }
  const texts: string[] = [];
  for (const child of holder.childNodes) {
    if (child instanceof Text && child.data.trim()) texts.push(squash(child.data).slice(0, 300));
    else if (
      child instanceof Element &&
      !carried.has(child) &&
      child.checkVisibility({ visibilityProperty: true })
    ) {
      if (child.tagName !== 'SCRIPT' && child.tagName !== 'STYLE') texts.push(...looseText(child, carried));
    }
  }
  return texts;
}

interface Guard {
  target: Element;
  missed: Element | undefined;
  /** The press has been let go of again, here or over something else; undefined where that is not to be seen here. */
  arrived: Promise<void> | undefined;
  release: () => void;
}

let guard: Guard | undefined;
/** What the action is done to. */
let acted: Element | undefined;
const guardedEvents = [
  'pointerdown',
  'mousedown',
  'pointerup',
  'mouseup',
  'click',
  'auxclick',
  'contextmenu',
  'dblclick',
];

/**
 * Until released, a pointer event that would land on anything but the target is stopped before the page sees it. An
 * event for a child document is not seen here, unless it goes astray.
 */
export function arm(id: number, forChild = false): void {
  disarm();
  const element = elementOf(id);
  if (!element) return;
  const target = standIn(element);
  acted = element;
  let arrive: () => void = () => undefined;
  const arrived = forChild ? undefined : new Promise<void>((resolve) => (arrive = resolve));
  const armed: Guard = { target: element, missed: undefined, arrived, release: () => undefined };
  let landed = false;
  const listen = (event: Event) => {
    if (!event.isTrusted) return;
    if (event.type === 'mouseup') arrive();
    const hit = hitBy(event);
    if (landed || !(hit instanceof Element)) return;
    if (reaches(target, hit) || reaches(element, hit)) {
      landed = true;
      return;
    }
    armed.missed ??= hit;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  for (const type of guardedEvents) addEventListener(type, listen, { capture: true });
  const timer = setTimeout(() => armed.release(), 10_000);
  armed.release = () => {
    clearTimeout(timer);
    for (const type of guardedEvents) removeEventListener(type, listen, { capture: true });
  };
  guard = armed;
}

/** What a pointer event really hit; from outside, a closed shadow tree looks like its host. */
function hitBy(event: Event): EventTarget | undefined {
  const [first] = event.composedPath();
  const closed = first instanceof Element && !first.shadowRoot && shadowOf(first) !== null;
  if (!closed || !(event instanceof MouseEvent)) return first;
  return elementAt(event.clientX, event.clientY) ?? first;
}

function disarm(): Guard | undefined {
  const was = guard;
  guard?.release();
  guard = undefined;
  return was;
}

/** When a field for files was last clicked. */
let fileAskedAt = -Infinity;

addEventListener(
  'click',
  (event) => {
    const [target] = event.composedPath();
    if (target instanceof HTMLInputElement && target.type === 'file') fileAskedAt = performance.now();
  },
  { capture: true },
);

function verdict(pending: string[], stirred: boolean): Quiet {
  const was = disarm();
  const asked = fileAskedAt >= watchedAt ? { asksForFile: true } : {};
  if (!was?.missed) return { pending, stirred, hit: true, ...asked };
  return { pending, stirred, hit: false, hitInstead: identityOf(was.missed) };
}

/** Resolves true at the next change to the document, false when none comes in time. */
export async function stirs(time: number): Promise<boolean> {
  watch();
  const before = changedAt;
  const end = performance.now() + time;
  while (performance.now() < end) {
    await frame();
    if (changedAt !== before) return true;
  }
  return false;
}

/** Notes changes from the moment the document is parsed, so that its first settling is known when we come to ask. */
export function watchFromStart(): void {
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', watch, { once: true });
  else watch();
}
