import type { Session } from '../browser/session.js';
import type { Tab } from '../browser/tab.js';
import type { Deadline } from '../deadline.js';
import { Failure } from '../errors.js';
import { address, quote } from '../gate/untrusted.js';
import type { LiveFrame } from '../page/frames/frames.js';
import { WorldGone } from '../page/frames/world.js';
import type { Scrolled, ScrollRequest } from '../page/injected/protocol.js';
import type { ScrollAction } from './action.js';
import { act, type Outcome } from './outcome.js';

export interface ScrolledTo {
  scrollPosition: { x: number; y: number };
  /** Nothing more in that direction. */
  atEnd: boolean;
  /** What has scrolled, where that is not the page itself. */
  box?: string;
}

export function scroll(
  action: ScrollAction,
  session: Session,
  deadline: Deadline,
): Promise<ScrolledTo & Outcome> {
  return act<ScrolledTo>(session, deadline, async (tab, doing, line) => {
    const toRef =
      action.to !== undefined && action.to !== 'top' && action.to !== 'bottom' ? action.to : undefined;
    const ref = toRef ?? action.ref;
    const found = ref === undefined ? undefined : await tab.live.find({ ref }, line);
    const frame = found?.entry.frame ?? (await tab.live.frames.main(line));
    doing.touched = [frame];
    doing.sent = true;
    doing.reveal = true;
    const ask = async () =>
      (await frame.world.call(line, 'scroll', request(action, found?.entry.id, toRef))) ?? {
        state: 'gone' as const,
      };
    const result = found
      ? await tab.live.ask(found, line, async () => ({ state: 'done', ...(await ask()) }))
      : await ask();
    if (!('x' in result)) throw new Failure('stale_ref', `${ref ?? 'The element'} is no longer on the page.`);
    const box = await nameOf(result.box, frame, tab, line);
    const tell = ({ x, y, atEnd }: Where) => {
      doing.data = { scrollPosition: { x, y }, atEnd, ...(box === undefined ? {} : { box }) };
    };
    tell(result);
    if (!result.atEnd || toRef !== undefined) return;
    doing.verify = async (late) => {
      const now = await frame.world.call(late, 'whereScrolled').catch(goneWithItsPage);
      if (now) tell(now);
    };
  });
}

/** A box by its ref, role and name; the page of a frame by its address. */
async function nameOf(
  box: Scrolled['box'],
  frame: LiveFrame,
  tab: Tab,
  deadline: Deadline,
): Promise<string | undefined> {
  if (!box) return frame.parent ? `frame ${address(frame.url)}` : undefined;
  const [ref = ''] = await tab.live.showRefs([{ ...box, frame }], deadline);
  return `${ref} ${box.role}${box.name ? ` ${quote(box.name, 60)}` : ''}`;
}

type Where = Pick<Scrolled, 'x' | 'y' | 'atEnd'>;

function goneWithItsPage(thrown: unknown): null {
  if (thrown instanceof WorldGone) return null;
  throw thrown;
}

function request(action: ScrollAction, id: number | undefined, toRef: string | undefined): ScrollRequest {
  const inside = id === undefined ? {} : { id };
  if (toRef !== undefined) return { ...inside, to: 'element' };
  if (action.to === 'top' || action.to === 'bottom') return { ...inside, to: action.to };
  const sign = action.direction === 'up' || action.direction === 'left' ? -1 : 1;
  const sideways = action.direction === 'left' || action.direction === 'right';
  if (typeof action.amount === 'number') {
    return sideways ? { ...inside, dx: sign * action.amount } : { ...inside, dy: sign * action.amount };
  }
  // A little less than a page, so that the last line read is still there.
  const pages = sign * (action.amount === 'half' ? 0.5 : 0.9);
  return sideways ? { ...inside, pagesX: pages } : { ...inside, pagesY: pages };
}
