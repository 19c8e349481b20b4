import type { Tab } from '../browser/tab.js';
import type { Deadline } from '../deadline.js';
import { Failure, type SideEffect } from '../errors.js';
import { clickAt, handOf, type MouseButton, movePointer, type Point } from '../page/acting/input.js';
import type { Modifier } from '../page/acting/keys.js';
import type { Need } from '../page/injected/protocol.js';
import type { Aimed } from '../page/live-page.js';
import { describe } from '../page/refs/book.js';
import type { Found } from '../page/targeting/find-target.js';
import { type Doing, settle } from './outcome.js';

/**
 * Aims, moves the pointer there, and makes sure that the element is still under it. In haste, what the pointer brings up
 * has no time to get in the way, and only the click guard is left to see to that.
 */
export async function pointAt(
  tab: Tab,
  found: Found,
  need: Need,
  deadline: Deadline,
  modifiers: readonly Modifier[] = [],
  isHasty = false,
): Promise<Aimed> {
  const attempts = 5;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const aimed = await aimClear(tab, found, need, deadline);
    const { entry, point, local, touched } = aimed;
    // A pointer that is there already need not be seen to come, so the last attempt does without.
    const mustArrive = touched.length > 1 && attempt < attempts;
    const moved = tab.live.handled(movePointer(tab.live.cdp, point, modifiers), deadline, 'none');
    if (isHasty && touched.length === 1) {
      // Nobody waits for it: whatever fails is heard of by what comes next.
      moved.catch(() => undefined);
      return aimed;
    }
    const [, still] = await Promise.all([
      moved,
      entry.frame.world.call(deadline, 'stillAt', entry.id, local.x, local.y, mustArrive).catch(() => true),
    ]);
    if (still) return aimed;
  }
  throw new Failure('timeout', `${describe(found.entry)} keeps moving and could not be reached.`, {
    sideEffect: 'none',
  });
}

/** How long what the pointer has opened may take to close once that is gone. */
const closingTime = 400;

/** Where the pointer is over nothing of the page. */
const outside: Point = { x: -1, y: -1 };

/** Aims; what only lies over it because of where the pointer rests is got rid of, as a person would. */
export async function aimClear(tab: Tab, found: Found, need: Need, deadline: Deadline): Promise<Aimed> {
  const { live } = tab;
  const aim = () => live.aimAt(found, need, deadline);
  const hand = handOf(live.cdp);
  const isCovered = (thrown: unknown) => thrown instanceof Failure && thrown.code === 'element_blocked';
  try {
    return await aim();
  } catch (thrown) {
    const isElsewhere = hand.at === outside || (hand.at.x === 0 && hand.at.y === 0);
    if (!isCovered(thrown) || isElsewhere || hand.held.size > 0) throw thrown;
  }
  await live.handled(movePointer(live.cdp, outside), deadline, 'none');
  const end = performance.now() + closingTime;
  for (;;) {
    try {
      return await aim();
    } catch (thrown) {
      const left = end - performance.now();
      if (!isCovered(thrown) || left <= 0) throw thrown;
      await found.entry.frame.world.call(deadline, 'nextChange', left).catch(() => false);
    }
  }
}

interface How {
  button?: MouseButton;
  clickCount?: number;
  modifiers?: readonly Modifier[];
  /** Called when it is certain that the click will go there. */
  sending?: () => void;
}

/** Clicks on something, and notes how to do that once more. */
export async function clickOn<T>(
  tab: Tab,
  found: Found,
  doing: Doing<T>,
  deadline: Deadline,
  how: How = {},
  sideEffect: SideEffect = 'unknown',
  isAgain = false,
): Promise<void> {
  const { button = 'left', clickCount = 1, modifiers = [] } = how;
  const aimed = await pointAt(tab, found, 'click', deadline, modifiers, isAgain);
  const element = describe(found.entry);
  doing.touched = aimed.touched;
  if (aimed.healed) doing.healed = element;
  doing.clicked = {
    element,
    afterOthers: doing.sent,
    again: (later) => clickOn(tab, found, doing, later, how, sideEffect, true),
  };
  doing.sent = true;
  doing.pointed = true;
  how.sending?.();
  const { world } = aimed.entry.frame;
  const held = aimed.leavesEdited ? () => world.call(deadline, 'editTaken') : undefined;
  const sent = clickAt(tab.live.cdp, aimed.point, button, clickCount, modifiers, held);
  await tab.live.handled(sent, deadline, sideEffect);
}

/** Waits until what was done so far has come to rest, before something else follows in the same call. */
export async function rest<T>(
  tab: Tab,
  doing: Doing<T>,
  deadline: Deadline,
  work: () => Promise<unknown>,
  linger = 0,
): Promise<void> {
  const mark = tab.live.traffic.mark();
  doing.clicked = undefined;
  await work();
  await settle(tab, mark, doing, deadline, linger);
}
