import { Failure, type SideEffect } from '../errors.js';
import { clickAt, handOf, type MouseButton, movePointer, type Point } from '../page/acting/input.js';
import type { Modifier } from '../page/acting/keys.js';
import type { Need } from '../page/injected/protocol.js';
import { describe } from '../page/refs/book.js';
import type { Aimed } from '../page/targeting/aim.js';
import type { Found } from '../page/targeting/find-target.js';
import type { Effects } from './attempt.js';
import { settle } from './settle.js';
import type { Turn } from './turn.js';

/**
 * Aims, moves the pointer there, and makes sure that the element is still under it. In haste, what the pointer brings up
 * has no time to get in the way, and only the click guard is left to see to that.
 */
export async function pointAt(
  turn: Turn,
  found: Found,
  need: Need,
  modifiers: readonly Modifier[] = [],
  isHasty = false,
): Promise<Aimed> {
  const { live, deadline } = turn;
  const attempts = 5;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const aimed = await aimClear(turn, found, need);
    const { entry, point, local, touched } = aimed;
    // A pointer that is there already need not be seen to come, so the last attempt does without.
    const mustArrive = touched.length > 1 && attempt < attempts;
    const moved = live.handled(movePointer(live.cdp, point, modifiers), deadline, 'none');
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
export async function aimClear(turn: Turn, found: Found, need: Need): Promise<Aimed> {
  const { live, deadline } = turn;
  const aim = () => live.aimAt(found, need, turn);
  const hand = handOf(live.cdp);
  const isCovered = (thrown: unknown) => thrown instanceof Failure && thrown.code === 'element_blocked';
  try {
    return await aim();
  } catch (thrown) {
    const isElsewhere = hand.at === outside || (hand.at.x === 0 && hand.at.y === 0);
    if (!isCovered(thrown) || isElsewhere || hand.held.size > 0) throw thrown;
  }
  await live.handled(movePointer(live.cdp, outside), deadline, 'none');
  const end = deadline.now + closingTime;
  for (;;) {
    try {
      return await aim();
    } catch (thrown) {
      const left = end - deadline.now;
      if (!isCovered(thrown) || left <= 0) throw thrown;
      await found.entry.frame.world.call(deadline, 'nextChange', left).catch(() => false);
    }
  }
}

/** How something is clicked. */
export interface How {
  button?: MouseButton;
  clickCount?: number;
  modifiers?: readonly Modifier[];
  /** True if something was sent to the page before, in the same call. */
  afterOthers?: boolean;
  /** The side effect to report if the page does not answer. */
  sideEffect?: SideEffect;
}

/** A click that is aimed, with the pointer on the element. */
export interface AimedClick {
  /** The element that was taken in place of one that was replaced. */
  healed: string | undefined;
  send(): Promise<Effects>;
}

/** Aims a click: from here on nothing is in its way. */
export async function aimClick(
  turn: Turn,
  found: Found,
  how: How = {},
  isAgain = false,
): Promise<AimedClick> {
  const { live } = turn;
  const {
    button = 'left',
    clickCount = 1,
    modifiers = [],
    afterOthers = false,
    sideEffect = 'unknown',
  } = how;
  const aimed = await pointAt(turn, found, 'click', modifiers, isAgain);
  const element = describe(found.entry);
  const healed = aimed.healed ? element : undefined;
  const { world } = aimed.entry.frame;
  return {
    healed,
    send: async () => {
      const held = aimed.leavesEdited ? () => world.call(turn.deadline, 'editTaken') : undefined;
      const sent = clickAt(live.cdp, aimed.point, button, clickCount, modifiers, held);
      await live.handled(sent, turn.deadline, sideEffect);
      return {
        healed,
        touched: aimed.touched,
        pressed: true,
        click: {
          element,
          afterOthers,
          again: async (deadline) => (await aimClick({ ...turn, deadline }, found, how, true)).send(),
        },
      };
    },
  };
}

/** Does a part of an action and waits until it has come to rest, before something else follows in the same call. */
export async function rest<E extends Effects>(turn: Turn, work: () => Promise<E>): Promise<E> {
  const since = turn.live.traffic.mark();
  const { sent } = await settle(turn, since, { linger: 0, ...(await work()) }, turn.deadline);
  return sent;
}
