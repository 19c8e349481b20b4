import { activeElement, elementAt, shadowOf } from '../dom/tree.js';
import { elementOf } from '../refs/refs.js';
import { unrest } from '../settling/changes.js';
import { later } from '../settling/timers.js';
import { controlInside, reaches, standIn } from '../targeting/hit-test.js';
import { noteActing } from './acted-on.js';
import { forgetCarried } from './drag-load.js';
import { stopMiddlePastes } from './middle-click.js';
import { type PressWatch, watchPress } from './press.js';

/** Makes sure that a click goes where it should, and knows whether it came at all. */

export interface Guard {
  armedAt: number;
  missed: Element | undefined;
  /** The press has been let go of again, here or over something else; undefined where that is not to be seen here. */
  arrived: Promise<void> | undefined;
  /** What the page makes of the press, once that has landed where it should. */
  press: PressWatch | undefined;
  /** The click came to what it was meant for, or none need come. */
  clicked: boolean;
  isMeant: (hit: EventTarget | undefined) => boolean;
  release: () => void;
}

/** When the pointer was last pressed here. */
let pressedAt = -Infinity;
const notePress = (event: Event) => {
  if (event.isTrusted) pressedAt = performance.now();
};

function listenForPresses(): void {
  for (const type of ['pointerdown', 'mousedown'])
    addEventListener(type, notePress, { capture: true, passive: true });
  addEventListener('click', noteClick, { capture: true, passive: true });
}

const noteClick = (event: Event) => {
  if (event.isTrusted && guard?.isMeant(hitBy(event))) guard.clicked = true;
};

/** A press that came to what it was meant for, and no click of it: neither has done anything. */
export function isLost({ press, clicked }: Guard): boolean {
  return press !== undefined && !clicked && !press.answered();
}

// From the start, before the page can keep such events to itself.
listenForPresses();

/** False when the press that the guard waits for is to be seen here and never was. */
export function hasCome({ arrived, armedAt }: Guard): boolean {
  return arrived === undefined || pressedAt >= armedAt;
}

let guard: Guard | undefined;
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
 * event for a child document is not seen here, unless it goes astray. Another control inside the target is the target
 * only where it was aimed at.
 */
export function arm(id: number, forChild = false, nested = true): void {
  disarm();
  const element = elementOf(id);
  if (!element) return;
  // A page that writes itself anew loses all listeners.
  listenForPresses();
  stopMiddlePastes();
  const target = standIn(element);
  acted = element;
  noteActing(element);
  forgetCarried();
  let arrive: () => void = () => undefined;
  const arrived = forChild ? undefined : new Promise<void>((resolve) => (arrive = resolve));
  const isMeant = (hit: EventTarget | undefined) =>
    hit instanceof Element &&
    (nested || !controlInside(target, hit)) &&
    (reaches(target, hit) || reaches(element, hit));
  const fresh: Guard = {
    armedAt: performance.now(),
    missed: undefined,
    arrived,
    isMeant,
    press: undefined,
    clicked: forChild || opensByPress(element),
    release: () => undefined,
  };
  let landed = false;
  const listen = (event: Event) => {
    if (!event.isTrusted) return;
    if (event.type === 'mouseup') arrive();
    if (event.type === 'pointerup') fresh.press?.end();
    // A second press is for the same element, but not where the first has only made it go away.
    if (event.type === 'pointerdown' && isLost(fresh)) landed = false;
    const hit = hitBy(event);
    // Where it is let go of, too, the page has all of it, and may take the element away before a click could come.
    if (event.type === 'pointerup' && landed && isMeant(hit)) fresh.clicked = true;
    if (landed || !(hit instanceof Element)) return;
    if (isMeant(hit) && !fresh.missed) {
      landed = true;
      if (!(event instanceof PointerEvent) || event.button !== 0) fresh.clicked = true;
      else if (!fresh.clicked) fresh.press ??= watchPress(target);
      return;
    }
    fresh.missed ??= hit;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const others = (event: Event) => {
    if (event.type === 'gotpointercapture') fresh.clicked = true;
    fresh.press?.end();
  };
  for (const type of guardedEvents) addEventListener(type, listen, { capture: true });
  // Where the focus stays in a shadow tree, only that is told.
  const focusRoot = activeElement()?.getRootNode() ?? document;
  for (const type of otherReasons) {
    addEventListener(type, others, { capture: true });
    focusRoot.addEventListener(type, others, { capture: true });
  }
  const timer = later(() => fresh.release(), 10_000);
  fresh.release = () => {
    clearTimeout(timer);
    fresh.press?.end();
    for (const type of guardedEvents) removeEventListener(type, listen, { capture: true });
    for (const type of otherReasons) {
      removeEventListener(type, others, { capture: true });
      focusRoot.removeEventListener(type, others, { capture: true });
    }
  };
  guard = fresh;
}

/** Clicks on what has captured the pointer go there, and what the focus or the pointer leaves may answer to that. */
const otherReasons = ['gotpointercapture', 'change', 'blur', 'focusout', 'pointerover', 'pointerout'];

/** What the browser opens as it is pressed, and may hold over the pointer then. */
function opensByPress(element: Element): boolean {
  return element instanceof HTMLSelectElement || element instanceof HTMLOptionElement;
}

/** What a pointer event really hit; from outside, a closed shadow tree looks like its host. */
function hitBy(event: Event): EventTarget | undefined {
  const [first] = event.composedPath();
  const closed = first instanceof Element && !first.shadowRoot && shadowOf(first) !== null;
  if (!closed || !(event instanceof MouseEvent)) return first;
  return elementAt(event.clientX, event.clientY) ?? first;
}

/** The guard of the click that is under way. */
export function armed(): Guard | undefined {
  return guard;
}

/** What the latest click was meant for. */
export function actedOn(): Element | undefined {
  return acted;
}

export function disarm(): Guard | undefined {
  const was = guard;
  guard?.release();
  guard = undefined;
  if (was && acted) {
    if (was.missed || isLost(was)) failures.set(acted, failuresOn(acted) + 1);
    else failures.delete(acted);
  }
  return was;
}

const failures = new WeakMap<Element, number>();

/** How many clicks on it in a row have gone wrong. */
export function failuresOn(element: Element): number {
  return failures.get(element) ?? 0;
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

/** Whether one was since the document is being watched. */
export function asksForFile(): boolean {
  return fileAskedAt >= unrest.watchedAt;
}
