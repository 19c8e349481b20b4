import type { ListsBefore } from './choice-lists.js';
import type { ClickGuard } from './click-guard.js';
import type { DragLoad } from './drag-load.js';
import type { Submission } from './forms.js';

class ActedOn {
  /** The elements that the call under way acts on. */
  elements: Element[] = [];
  /** The element that was acted on last, by whichever call. */
  last: WeakRef<Element> | undefined;
  /** True once what came of it has been looked at. */
  isOver = false;
}

class Clicks {
  /** The guard of the click that is under way. */
  guard: ClickGuard | undefined;
  /** The element that the latest click was meant for. */
  target: Element | undefined;
  /** When the pointer was last pressed here. */
  pressedAt = -Infinity;
  /** When a field for files was last clicked. */
  fileFieldAt = -Infinity;
  /** How many clicks on an element in a row have gone wrong. */
  readonly failures = new WeakMap<Element, number>();
}

class MiddleClicks {
  /** True until the turn of a middle click is over. */
  isPressed = false;
  /** True if our listeners have answered to an event of our own. */
  isListening = false;
  hasListened = false;
  /** The page has written itself anew, and its own listeners come before ours since. */
  isRewritten = false;
}

class Focus {
  /** When it last moved, and how many timers and frames the page had asked for then. */
  moved = { at: -Infinity, timers: 0, frames: 0 };
  /** The field that was last typed into. */
  edited: WeakRef<Element> | undefined;
  /** The field that a press takes the focus from, and how many timers and frames the page had asked for then. */
  leaving: { field: Element; timers: number; frames: number } | undefined;
  /** The part of a date that is being clicked before anything is typed into it. */
  clickedSection: Element | undefined;
}

class Drags {
  load: DragLoad | undefined;
  /** The page's own drag that has begun. */
  started: DragEvent | undefined;
  /** The last event over what something may be dropped on. */
  over: DragEvent | undefined;
}

export class ActingState {
  readonly actedOn = new ActedOn();
  readonly clicks = new Clicks();
  readonly middleClicks = new MiddleClicks();
  readonly focus = new Focus();
  readonly drags = new Drags();
  /** The lists and texts before a list to choose from was opened. */
  listsBefore: ListsBefore | undefined;
  /** The form that is being sent off. */
  submission: Submission | undefined;
  /** Fields that have kept a form from being submitted, until the next look tells of them. */
  readonly refusedFields = new Set<Element>();
}
