import { arm, failuresOn } from '../acting/click-guard.js';
import { leavesEdited } from '../acting/focus-watch.js';
import { fold } from '../dom/same-text.js';
import { contains, elementAt, parentOf, rootElement } from '../dom/tree.js';
import { nameOf } from '../looking/naming/name.js';
import { isDisabled } from '../looking/roles/element-states.js';
import type { Box, Identity, Need, Obstacle, Ready } from '../protocol.js';
import { identityOf } from '../refs/identity.js';
import { movedFrom } from '../refs/items/belonging.js';
import { elementOf, idOf } from '../refs/refs.js';
import { factsOf, pressedIn } from '../risk/risk.js';
import { watch } from '../settling/changes.js';
import { frame } from '../settling/timers.js';
import { state } from '../state.js';
import { aim, boxOf, controlInside, coverRoot, type Aim as Spot, standIn, visibleBox } from './hit-test.js';

/** Digits, space and case may change ("Cart (2)") without the thing becoming another one. */
function essence(text: string): string {
  return fold(text).replace(/[\d\s]+/g, '');
}

function isSame(shown: Identity, now: Identity, element: Element): boolean {
  // Prose was shown as a part of what its element says.
  if (shown.role === 'text') {
    const said = essence(shown.name);
    return (
      essence(element.textContent ?? '').includes(said) || essence(nameOf(element, 'button')).includes(said)
    );
  }
  if (shown.role !== now.role || essence(shown.name) !== essence(now.name)) return false;
  return digits(shown.name) === digits(now.name) || !isOneOfMany(element);
}

/** True if the name has only grown: things that the pointer makes appear in a row or card become part of its name. */
function isSameAndMore(shown: Identity, now: Identity): boolean {
  const said = essence(shown.name);
  if (shown.role !== now.role || said === '' || digits(shown.name) !== digits(now.name)) return false;
  return essence(now.name).startsWith(said);
}

function digits(text: string): string {
  return text.replace(/\D+/g, ' ').trim();
}

/** True if only digits tell it from others ("Row 12"), as in lists that reuse their elements for other rows. */
function isOneOfMany(element: Element): boolean {
  const root = element.getRootNode();
  if (!(root instanceof Document || root instanceof ShadowRoot)) return false;
  const text = (other: Element) => essence(other.getAttribute('aria-label') ?? other.textContent ?? '');
  const own = text(element);
  for (const other of root.querySelectorAll(element.localName))
    if (other !== element && !other.contains(element) && text(other) === own) return true;
  return false;
}

/** The element behind a number, if it still is what the agent was shown. */
export function resolveRef(
  id: number,
  shown: Identity | null,
): { element: Element; identity: Identity } | Obstacle {
  const element = elementOf(id);
  if (!element?.isConnected) return { state: 'gone' };
  const identity = identityOf(element);
  // Hidden things have no name; that they are hidden is what the caller should hear.
  const hidden = whyHidden(standIn(element)) !== undefined;
  const isStill =
    shown === null ||
    isSame(shown, identity, element) ||
    (element.matches(':hover') && isSameAndMore(shown, identity));
  if (!hidden && !isStill) return { state: 'changed', now: identity };
  const moved = shown === null || hidden ? undefined : movedFrom(id);
  if (moved) return { state: 'gone', ...moved };
  return { element, identity: hidden && shown ? shown : identity };
}

/** Everything that must hold before an event is sent, checked in one go; scrolls the target into view. */
export async function ready(
  id: number,
  shown: Identity | null,
  need: Need,
  patience: number,
): Promise<Ready> {
  const found = resolveRef(id, shown);
  if ('state' in found) return found;
  const { element, identity } = found;
  if ((need === 'click' || need === 'edit') && isDisabled(element)) return { state: 'disabled' };
  const target = standIn(element);
  const hidden = whyHidden(target);
  if (hidden) return { state: 'hidden', why: hidden };
  if (!(await isShownItself(patience))) return { state: 'moving' };
  const pace = await comesToRest(target, patience);
  if (!element.isConnected) return { state: 'gone' };

  const aimAt = () => {
    const found = aim(target, undefined, undefined, failuresOn(element));
    return found && !found.cover && (need === 'drop' || need === 'none')
      ? middle(target, found, need)
      : found;
  };
  let aimed = bringIntoView(target, aimAt);
  if (!aimed) return { state: 'hidden', why: 'it is outside the page and can not be scrolled to' };
  for (const block of ['center', 'end', 'start'] as const) {
    if (!aimed.cover) break;
    target.scrollIntoView({ block, inline: 'nearest', behavior: 'instant' });
    aimed = aimAt() ?? aimed;
  }
  if (aimed.cover && need !== 'none' && need !== 'scroll' && (await goesAway(aimed.cover, target, patience)))
    aimed = aimAt() ?? aimed;
  if (!element.isConnected) return { state: 'gone' };
  if (aimed.cover && need !== 'none' && need !== 'scroll') {
    const cover = coverRoot(aimed.cover, target);
    return { state: 'covered', by: { ...identityOf(cover), id: idOf(cover), tag: cover.localName } };
  }
  watch();
  const hit = elementAt(aimed.x, aimed.y);
  const acts = need === 'click';
  const nested = hit !== null && controlInside(target, hit);
  if (acts) arm(id, holdsDocument(hit), nested);
  const facts = need === 'click' ? factsOf(element, hit) : undefined;
  state.targeting.lastAim = {
    id,
    shown,
    acts,
    nested,
    as: facts?.as,
    arrived: acts ? nextMove() : Promise.resolve(true),
  };
  const { x, y } = soon(aimed, pace);
  const tag = element.localName;
  const leaving = acts && leavesEdited(target) ? { leavesEdited: true as const } : {};
  return { state: 'ready', x, y, box: boxOf(target), identity, tag, ...(facts ? { facts } : {}), ...leaving };
}

/** Where a point of it will be when the pointer comes, unless that is out of view. */
function soon({ x, y }: Pace, pace: Pace): Pace {
  const then = { x: x + pace.x * lead, y: y + pace.y * lead };
  const isInView = then.x >= 0 && then.y >= 0 && then.x < innerWidth && then.y < innerHeight;
  return isInView ? then : { x, y };
}

/**
 * The middle of what something is dropped on: what stands in it passes that on. Another point only where its middle is
 * out of view or is none of it, as of a ring or of text that wraps.
 */
function middle(target: Element, aimed: Spot, need: 'drop' | 'none'): Spot {
  const { x, y } = middleOf(boxOf(target));
  const hit = elementAt(x, y);
  if (!hit || (hit !== target && contains(hit, target))) return aimed;
  return contains(target, hit) || need === 'none' ? { x, y } : { x, y, cover: hit };
}

/** Events over such an element go to the document inside it. */
function holdsDocument(hit: Element | null): boolean {
  return hit !== null && /^(iframe|frame|embed|object|fencedframe)$/.test(hit.localName);
}

function bringIntoView(target: Element, aimAt: () => Spot | undefined) {
  const box = visibleBox(target);
  if (!box) return undefined;
  const middleY = box.y + box.height / 2;
  const middleX = box.x + box.width / 2;
  const outside = middleX < 0 || middleY < 0 || middleX > innerWidth || middleY > innerHeight;
  if (outside || isScrolledOut(target))
    target.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  return aimAt();
}

/** Out of view inside a scrolling box, although inside the window. */
function isScrolledOut(target: Element): boolean {
  const box = boxOf(target);
  for (let up = parentOf(target); up && up !== document.body; up = parentOf(up)) {
    if (up.scrollHeight <= up.clientHeight && up.scrollWidth <= up.clientWidth) continue;
    const outer = boxOf(up);
    const x = box.x + box.width / 2;
    const y = box.y + box.height / 2;
    if (y < outer.y || y > outer.y + outer.height || x < outer.x || x > outer.x + outer.width) {
      if (getComputedStyle(up).overflow !== 'visible') return true;
    }
  }
  return false;
}

function whyHidden(target: Element): string | undefined {
  const shown =
    target.checkVisibility() ||
    target instanceof HTMLAreaElement ||
    getComputedStyle(target).display === 'contents';
  if (!shown) return 'it is not displayed';
  if (getComputedStyle(target).visibility !== 'visible') return 'it is invisible';
  if (!visibleBox(target)) return 'it has no size';
  return undefined;
}

/** In px/ms. */
interface Pace {
  x: number;
  y: number;
}

const rest: Pace = { x: 0, y: 0 };

/** How long something that goes to and fro about where it is may be doing that before it is taken as it moves. */
const swayingTime = 1000;

/** The share of the time there is that something may take to come to rest. */
const share = 0.6;

/** Time that a pointer takes to follow. */
const lead = 30;

/**
 * Waits while the target or something around it is on its way to somewhere. What moves for ever is not waited for, nor
 * what stays about where it is: gives how fast it goes, to be met where it will be.
 */
async function comesToRest(target: Element, patience: number): Promise<Pace> {
  if (!isAnimated(target)) return rest;
  const begun = performance.now();
  const end = begun + patience * share;
  let last = boxOf(target);
  let lastAt = begun;
  let since = begun;
  let still = 0;
  const ways = { left: 0, right: 0, up: 0, down: 0 };
  const first = middleOf(last);
  for (;;) {
    await frame();
    const now = boxOf(target);
    const at = performance.now();
    if (now.x === last.x && now.y === last.y && now.width === last.width && now.height === last.height) {
      still += 1;
      // On a busy machine two frames may show the same moment of an animation.
      if (still >= 2 && at - since > 40) return rest;
    } else {
      still = 0;
      since = at;
      const [before, middle] = [middleOf(last), middleOf(now)];
      const pace = { x: (middle.x - before.x) / (at - lastAt), y: (middle.y - before.y) / (at - lastAt) };
      ways.left = Math.min(ways.left, middle.x - first.x);
      ways.right = Math.max(ways.right, middle.x - first.x);
      ways.up = Math.min(ways.up, middle.y - first.y);
      ways.down = Math.max(ways.down, middle.y - first.y);
      const sways = ways.right - ways.left < now.width && ways.down - ways.up < now.height;
      if (at > end || (sways && at - begun > swayingTime) || !isArriving(target, end - at)) return pace;
    }
    last = now;
    lastAt = at;
  }
}

function middleOf({ x, y, width, height }: Box): Pace {
  return { x: x + width / 2, y: y + height / 2 };
}

/** True if anything that moves it comes to an end in time. */
function isArriving(target: Element, time: number): boolean {
  return animationsOf(target).some((animation) => {
    const { effect, playbackRate: rate } = animation;
    const end = Number(effect?.getComputedTiming().endTime ?? 0);
    const now = Number(animation.currentTime ?? 0);
    return (rate < 0 ? now : end - now) / Math.abs(rate) <= time;
  });
}

const inTransition = ':active-view-transition';

/** Waits while the page goes over from one view to another: a picture of it then takes all clicks. */
async function isShownItself(patience: number): Promise<boolean> {
  const { targeting } = state;
  // Asked for when it is first needed: what every document does at its beginning, all of them are slower for.
  targeting.knowsViewTransitions ??= CSS.supports(`selector(${inTransition})`);
  if (!targeting.knowsViewTransitions) return true;
  const isPicture = () => rootElement().matches(inTransition);
  const end = performance.now() + patience;
  while (isPicture() && performance.now() < end) await frame();
  return !isPicture();
}

const fadingTime = 1000;

/** Waits while what covers the target is being animated, as it is when it fades; whether that has changed anything. */
async function goesAway(cover: Element, target: Element, patience: number): Promise<boolean> {
  const end = performance.now() + Math.min(patience, fadingTime);
  const root = coverRoot(cover, target);
  const isFading = () => isAnimated(cover) || isAnimated(root);
  if (!isFading()) return false;
  while (performance.now() < end && isFading() && cover.isConnected) await frame();
  // Its end is dealt with by scripts, which take it away.
  await frame();
  return true;
}

function isAnimated(target: Element): boolean {
  return animationsOf(target).length > 0;
}

/** Animations that run on it or around it. */
function animationsOf(target: Element): Animation[] {
  const running: Animation[] = [];
  for (let up: Element | null = target; up; up = parentOf(up))
    running.push(...up.getAnimations().filter((animation) => animation.playState === 'running'));
  return running;
}

export interface Aim {
  id: number;
  shown: Identity | null;
  /** Set once the pointer has come to where it was sent, and the page has been told. */
  arrived: Promise<boolean>;
  /** Something is to be done to it, which a disabled thing does not allow. */
  acts: boolean;
  /** Another control inside it was there already. */
  nested: boolean;
  /** The thing that is pressed there, to the letter, where that weighs: whoever agreed to it agreed to just this. */
  as: Identity | undefined;
}

/**
 * The pointer's next move as the page sees it, and the page's answer to it. Where nothing moves, that shows in a few
 * frames.
 */
async function nextMove(): Promise<boolean> {
  let moved = false;
  const note = () => {
    moved = true;
  };
  addEventListener('mousemove', note, { capture: true });
  for (let frames = 0; frames < 3 && !moved; frames++) await frame();
  removeEventListener('mousemove', note, { capture: true });
  return moved;
}

/**
 * True if the target is still what and where it was when the pointer has arrived. A child document that has just come
 * into view may not be known to the browser as what lies there, and then must be seen to get the pointer first.
 */
export async function stillAt(id: number, x: number, y: number, mustArrive: boolean): Promise<boolean> {
  const { lastAim } = state.targeting;
  const aim = lastAim?.id === id ? lastAim : undefined;
  const arrived = await aim?.arrived;
  if (mustArrive && arrived === false) return false;
  const element = elementOf(id);
  if (!element?.isConnected || (aim?.acts && isDisabled(element))) return false;
  if (aim?.shown) {
    const now = identityOf(element);
    if (!isSame(aim.shown, now, element) && !isSameAndMore(aim.shown, now)) return false;
    if (movedFrom(id)) return false;
  }
  if (aim?.as) {
    const now = identityOf(pressedIn(element, elementAt(x, y)));
    if (now.role !== aim.as.role || now.name !== aim.as.name) return false;
  }
  // The pointer may have made another control appear right there.
  const hit = aim?.acts && !aim.nested ? elementAt(x, y) : null;
  if (hit && controlInside(standIn(element), hit)) return false;
  const box = visibleBox(standIn(element));
  if (!box) return false;
  return x >= box.x - 1 && y >= box.y - 1 && x <= box.x + box.width + 1 && y <= box.y + box.height + 1;
}
