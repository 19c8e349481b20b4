import type { Deadline } from '../deadline.js';
import { Failure } from '../errors.js';
import { quote } from '../gate/untrusted.js';
import type { Quiet } from '../page/injected/protocol.js';
import type { Settled } from '../page/settling/settle.js';
import type { TrafficMark } from '../page/settling/traffic.js';
import { type Effects, usualDeferral } from './attempt.js';
import type { Turn } from './turn.js';

/** How often something is clicked that goes away as it is pressed. */
const mostClicks = 3;

/** An action that has come to rest: as it was sent at last, and what the page was like then. */
export interface Rested<E extends Effects> {
  sent: E;
  settled: Settled;
}

/**
 * Waits until it is over. A press that only made the element go away, or was stopped since it had gone, is made again, as
 * a person would.
 */
export async function settle<E extends Effects>(
  { live }: Pick<Turn, 'live'>,
  since: TrafficMark,
  sent: E,
  deadline: Deadline,
): Promise<Rested<E>> {
  const { fresh = false, linger = 0, deferral = usualDeferral } = sent;
  let latest: Effects = sent;
  let isPressed = sent.click?.afterOthers ?? false;
  for (let clicks = 1; ; clicks++) {
    const settled = await live.settle(since, [...latest.touched], deadline, { fresh, linger, deferral });
    const { click } = settled;
    const meant = latest.click;
    const isLost = click !== undefined && meant !== undefined && (click.lost || !click.hit);
    const isLast = clicks === mostClicks;
    if (click && (!isLost || isLast)) refuseIfAstray(click, latest.pressed === true);
    if (!isLost)
      return {
        sent: { ...sent, touched: latest.touched, healed: latest.healed ?? sent.healed },
        settled,
      };
    if (isLast) throw slipped(meant.element);
    isPressed ||= click.hit;
    try {
      latest = await meant.again(deadline);
    } catch (thrown) {
      // A press that was stopped has not come to the page.
      if (isPressed || !(thrown instanceof Failure)) throw thrown;
      throw thrown.withSideEffect('none');
    }
  }
}

function slipped(element: string): Failure {
  return new Failure(
    'element_blocked',
    `${element} moves away or goes as it is pressed, so that no click comes of it.`,
    { hint: 'Take a browser_snapshot to see what became of it, or try browser_press with Enter.' },
  );
}

/** A click that went elsewhere is no success, even if something came of it. */
function refuseIfAstray(click: Quiet, pressed: boolean): void {
  if (!click.hit) throw misdirected(click.hitInstead);
  if (click.unreached && pressed) throw lost();
}

function lost(): Failure {
  return new Failure(
    'element_blocked',
    'The press never came to the element: something in front of the page took it, such as a frame that has just come, or the browser let none through.',
    {
      hint: 'Take a browser_snapshot to see what came of it before you try again.',
      canRetry: true,
      sideEffect: 'unknown',
    },
  );
}

function misdirected(instead: { role: string; name: string } | undefined): Failure {
  const what = instead ? `${instead.role} ${quote(instead.name, 60)}` : 'something else';
  return new Failure(
    'element_blocked',
    `The element moved or was covered as it was clicked: the click would have hit ${what} and was stopped.`,
    {
      hint: 'Nothing was clicked. Take a browser_snapshot and try again.',
      canRetry: true,
      sideEffect: 'none',
    },
  );
}
