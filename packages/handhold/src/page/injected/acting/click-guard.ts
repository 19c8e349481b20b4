import { activeElement, elementAt, shadowOf } from '../dom/tree.js';
import { elementOf } from '../refs/refs.js';
import { later } from '../settling/timers.js';
import { state } from '../state.js';
import { controlInside, reaches, standIn } from '../targeting/hit-test.js';
import { noteActing } from './acted-on.js';
import { forgetDragLoad } from './drag-load.js';
import { stopMiddlePastes } from './middle-click.js';
import { type PressWatch, watchPress } from './press.js';

/** Makes sure that a click goes where it should, and knows whether it came at all. */

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

/** Clicks on what has captured the pointer go there, and what the focus or the pointer leaves may answer to that. */
const otherReasons = ['gotpointercapture', 'change', 'blur', 'focusout', 'pointerover', 'pointerout'];

const longest = 10_000;

/**
 * Until released, a pointer event that would land on anything but the target is stopped before the page sees it. An
 * event for a child document is not seen here, unless it goes astray.
 */
export class ClickGuard {
  /** The element that was hit instead of the target. */
  missed: Element | undefined;
  /** The press has been let go of again, here or over something else; undefined where that is not to be seen here. */
  readonly arrived: Promise<void> | undefined;
  /** The click came to what it was meant for, or none need come. */
  clicked: boolean;
  private arrive: () => void = () => undefined;
  private readonly armedAt = performance.now();
  private readonly target: Element;
  /** Watches the page's answer to the press, once that has landed where it should. */
  private press: PressWatch | undefined;
  private hasLanded = false;
  /** Where the focus stays in a shadow tree, only that is told. */
  private readonly focusRoot = activeElement()?.getRootNode() ?? document;
  private readonly timer: number;

  /** Another control inside the target is the target only where it was aimed at, as `nested` says. */
  constructor(
    private readonly element: Element,
    forChild: boolean,
    private readonly nested: boolean,
  ) {
    this.target = standIn(element);
    this.arrived = forChild
      ? undefined
      : new Promise((resolve) => {
          this.arrive = resolve;
        });
    this.clicked = forChild || opensByPress(element);
    for (const type of guardedEvents) addEventListener(type, this.onPointer, { capture: true });
    for (const type of otherReasons) {
      addEventListener(type, this.onOtherReason, { capture: true });
      this.focusRoot.addEventListener(type, this.onOtherReason, { capture: true });
    }
    this.timer = later(() => this.release(), longest);
  }

  release(): void {
    clearTimeout(this.timer);
    this.press?.end();
    for (const type of guardedEvents) removeEventListener(type, this.onPointer, { capture: true });
    for (const type of otherReasons) {
      removeEventListener(type, this.onOtherReason, { capture: true });
      this.focusRoot.removeEventListener(type, this.onOtherReason, { capture: true });
    }
  }

  /** True if a press came to what it was meant for, and no click of it: neither has done anything. */
  isLost(): boolean {
    return this.press !== undefined && !this.clicked && !this.press.answered();
  }

  /** False when the press that the guard waits for is to be seen here and never was. */
  hasCome(): boolean {
    return this.arrived === undefined || state.acting.clicks.pressedAt >= this.armedAt;
  }

  isMeant(hit: EventTarget | undefined): boolean {
    return (
      hit instanceof Element &&
      (this.nested || !controlInside(this.target, hit)) &&
      (reaches(this.target, hit) || reaches(this.element, hit))
    );
  }

  private readonly onPointer = (event: Event): void => {
    if (!event.isTrusted) return;
    if (event.type === 'mouseup') this.arrive();
    if (event.type === 'pointerup') this.press?.end();
    // A second press is for the same element, but not where the first has only made it go away.
    if (event.type === 'pointerdown' && this.isLost()) this.hasLanded = false;
    const hit = hitBy(event);
    // Where it is let go of, too, the page has all of it, and may take the element away before a click could come.
    if (event.type === 'pointerup' && this.hasLanded && this.isMeant(hit)) this.clicked = true;
    if (this.hasLanded || !(hit instanceof Element)) return;
    if (this.isMeant(hit) && !this.missed) {
      this.land(event);
      return;
    }
    this.missed ??= hit;
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  private land(event: Event): void {
    this.hasLanded = true;
    if (!(event instanceof PointerEvent) || event.button !== 0) this.clicked = true;
    else if (!this.clicked) this.press ??= watchPress(this.target);
  }

  private readonly onOtherReason = ({ type }: Event): void => {
    if (type === 'gotpointercapture') this.clicked = true;
    this.press?.end();
  };
}

/** True if the browser opens it as it is pressed, and may hold that over the pointer then. */
function opensByPress(element: Element): boolean {
  return element instanceof HTMLSelectElement || element instanceof HTMLOptionElement;
}

/** The element that a pointer event really hit; from outside, a closed shadow tree looks like its host. */
function hitBy(event: Event): EventTarget | undefined {
  const [first] = event.composedPath();
  const closed = first instanceof Element && !first.shadowRoot && shadowOf(first) !== null;
  if (!closed || !(event instanceof MouseEvent)) return first;
  return elementAt(event.clientX, event.clientY) ?? first;
}

const notePress = (event: Event) => {
  if (event.isTrusted) state.acting.clicks.pressedAt = performance.now();
};

const noteClick = (event: Event) => {
  const { guard } = state.acting.clicks;
  if (event.isTrusted && guard?.isMeant(hitBy(event))) guard.clicked = true;
};

function listenForPresses(): void {
  for (const type of ['pointerdown', 'mousedown'])
    addEventListener(type, notePress, { capture: true, passive: true });
  addEventListener('click', noteClick, { capture: true, passive: true });
}

function noteFileField(event: Event): void {
  const [target] = event.composedPath();
  if (target instanceof HTMLInputElement && target.type === 'file')
    state.acting.clicks.fileFieldAt = performance.now();
}

/** Hears of presses from the start, before the page can keep such events to itself. */
export function installClickGuard(): void {
  listenForPresses();
  addEventListener('click', noteFileField, { capture: true });
}

/** Guards the next click on an element. */
export function arm(id: number, forChild = false, nested = true): void {
  disarm();
  const element = elementOf(id);
  if (!element) return;
  // A page that writes itself anew loses all listeners.
  listenForPresses();
  stopMiddlePastes();
  const { clicks } = state.acting;
  clicks.target = element;
  noteActing(element);
  forgetDragLoad();
  clicks.guard = new ClickGuard(element, forChild, nested);
}

/** The guard of the click that is under way. */
export function armed(): ClickGuard | undefined {
  return state.acting.clicks.guard;
}

/** The element that the latest click was meant for. */
export function clickTarget(): Element | undefined {
  return state.acting.clicks.target;
}

export function disarm(): ClickGuard | undefined {
  const { clicks } = state.acting;
  const was = clicks.guard;
  was?.release();
  clicks.guard = undefined;
  if (was && clicks.target) {
    if (was.missed || was.isLost()) clicks.failures.set(clicks.target, failuresOn(clicks.target) + 1);
    else clicks.failures.delete(clicks.target);
  }
  return was;
}

/** How many clicks on it in a row have gone wrong. */
export function failuresOn(element: Element): number {
  return state.acting.clicks.failures.get(element) ?? 0;
}

/** True if a field for files was clicked since the document is being watched. */
export function asksForFile(): boolean {
  return state.acting.clicks.fileFieldAt >= state.settling.changes.watchedAt;
}
