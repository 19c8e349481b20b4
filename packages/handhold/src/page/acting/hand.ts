import type { Deadline } from '../../deadline.js';
import { Failure } from '../../errors.js';
import { urlFrom } from '../../url.js';
import type { CdpSession } from '../cdp/session.js';
import type { LiveFrame } from '../frames/frames.js';
import { WorldGone } from '../frames/world.js';
import type { LivePage } from '../live-page.js';
import type { Turn } from '../targeting/second-check.js';
import { bits, type DragData, handOf, type MouseButton, movePointer, type Point } from './input.js';
import type { Modifier } from './keys.js';

/** A pointer that presses, moves while it holds, and lets go; what the page makes a drag of is dragged. */

/** How to stop hearing of drags, by CDP session. */
const listeners = new WeakMap<CdpSession, () => void>();

function listen(cdp: CdpSession): void {
  listeners.get(cdp)?.();
  const hand = handOf(cdp);
  const note = ({ data }: { data: DragData }) => {
    hand.drag ??= data;
  };
  cdp.events.on('Input.dragIntercepted', note);
  listeners.set(cdp, () => cdp.events.off('Input.dragIntercepted', note));
}

/** Presses a button and keeps it down. */
export async function press(
  live: LivePage,
  frames: LiveFrame[],
  button: MouseButton,
  clickCount: number,
  deadline: Deadline,
  modifiers: readonly Modifier[] = [],
): Promise<void> {
  const { cdp } = live;
  const hand = handOf(cdp);
  if (button === 'left') {
    listen(cdp);
    await Promise.all([
      live.handled(cdp.send('Input.setInterceptDrags', { enabled: true }), deadline, 'none'),
      ...frames.map((frame) => frame.world.call(deadline, 'watchDrag')),
    ]);
  }
  hand.held.add(button);
  const pressed = cdp.send('Input.dispatchMouseEvent', {
    type: 'mousePressed',
    ...hand.at,
    button,
    clickCount,
    modifiers: bits(modifiers),
  });
  await live.handled(pressed, deadline, 'unknown');
}

/** Moves the pointer with whatever it holds. */
export async function moveTo(
  live: LivePage,
  frames: LiveFrame[],
  to: Point,
  deadline: Deadline,
  modifiers: readonly Modifier[] = [],
): Promise<void> {
  const hand = handOf(live.cdp);
  if (hand.drag) {
    await crossOver(live, to, deadline, modifiers);
    hand.at = to;
    await dragEvent(live, 'dragOver', deadline, modifiers);
    return;
  }
  await live.handled(movePointer(live.cdp, to, modifiers), deadline, 'unknown');
  if (!hand.held.has('left')) return;
  const begun = await Promise.all(frames.map((frame) => orFalse(frame.world.call(deadline, 'dragBegun'))));
  if (!begun.includes(true)) return;
  if (!hand.drag) await deadline.patience(nextDrag(live), 1000);
  if (!hand.drag) return;
  hand.over = (await frameAt(live, to, deadline)).world.cdp;
  await dragEvent(live, 'dragEnter', deadline, modifiers);
  await dragEvent(live, 'dragOver', deadline, modifiers);
}

/** A drag that comes over a document in another process leaves the one before and enters that. */
async function crossOver(
  live: LivePage,
  to: Point,
  deadline: Deadline,
  modifiers: readonly Modifier[],
): Promise<void> {
  const hand = handOf(live.cdp);
  const over = (await frameAt(live, to, deadline)).world.cdp;
  if (over === hand.over) return;
  await dragEvent(live, 'dragCancel', deadline, modifiers);
  hand.over = over;
  hand.at = to;
  await dragEvent(live, 'dragEnter', deadline, modifiers);
}

/** The document at a point of the page. */
async function frameAt(live: LivePage, { x, y }: Point, deadline: Deadline): Promise<LiveFrame> {
  let here = await live.frames.main(deadline);
  const children = await live.frames.children(here, deadline);
  if (children.length === 0) return here;
  let point = { x, y };
  for (;;) {
    const { id } = await here.world.call(deadline, 'at', point.x, point.y);
    const child = children.find(({ parent, owner }) => parent?.world === here.world && owner === id);
    const corner = child && (await here.world.call(deadline, 'frameOffset', id));
    if (!child || !corner) return here;
    point = { x: point.x - corner.x, y: point.y - corner.y };
    here = child;
  }
}

/** Lets go of a button, or drops what is dragged. */
export async function release(
  live: LivePage,
  frames: LiveFrame[],
  button: MouseButton,
  clickCount: number,
  turn: Turn,
  modifiers: readonly Modifier[] = [],
): Promise<void> {
  const { cdp } = live;
  const { deadline } = turn;
  const hand = handOf(cdp);
  hand.held.delete(button);
  try {
    if (hand.drag && button === 'left') {
      await weighDrop(live, frames, hand.drag, turn);
      await dragEvent(live, 'drop', deadline, modifiers);
    } else {
      const released = cdp.send('Input.dispatchMouseEvent', {
        type: 'mouseReleased',
        ...hand.at,
        button,
        clickCount,
        modifiers: bits(modifiers),
      });
      await live.handled(released, deadline, 'unknown');
    }
  } finally {
    if (button === 'left') await endDrag(live, frames, deadline);
  }
}

/** Has the drop checked; what was taken from a secret goes nowhere else, half of it is one, too. */
async function weighDrop(
  live: LivePage,
  frames: readonly LiveFrame[],
  { items }: DragData,
  turn: Turn,
): Promise<void> {
  if (live.hidden.length === 0) return;
  const { deadline } = turn;
  const { url } = await frameAt(live, handOf(live.cdp).at, deadline);
  const hidden = [...live.hidden];
  const kept = await Promise.all(
    frames.map((frame) =>
      frame.world.call(deadline, 'selection', hidden).then(
        ({ secret }) => secret && originOf(frame.url) !== originOf(url),
        () => false,
      ),
    ),
  );
  if (kept.includes(true))
    throw new Failure(
      'permission_denied',
      'What is dragged is a part of a secret, and stays on its own site.',
      {
        hint: 'Type secrets by their name: {{secret:NAME}}.',
        sideEffect: 'none',
      },
    );
  await live.checkMet(turn, () => ({
    role: 'document',
    name: '',
    url,
    facts: undefined,
    carries: items.map(({ data }) => data).join('\n'),
  }));
}

function originOf(url: string): string {
  return urlFrom(url)?.origin ?? 'null';
}

/** Drops nothing anywhere: for a drag that could not be brought to its end. */
export async function letGo(live: LivePage, frames: LiveFrame[], turn: Turn): Promise<void> {
  const hand = handOf(live.cdp);
  if (hand.drag) await dragEvent(live, 'dragCancel', turn.deadline).catch(() => undefined);
  hand.drag = undefined;
  for (const button of hand.held) await release(live, frames, button, 1, turn).catch(() => undefined);
}

async function endDrag(live: LivePage, frames: LiveFrame[], deadline: Deadline): Promise<void> {
  handOf(live.cdp).drag = undefined;
  listeners.get(live.cdp)?.();
  const off = [
    live.cdp.send('Input.setInterceptDrags', { enabled: false }),
    ...frames.map((frame) => orFalse(frame.world.call(deadline, 'unwatchDrag'))),
  ];
  await Promise.all(off).catch(() => undefined);
}

function nextDrag(live: LivePage): Promise<void> {
  return new Promise((resolve) => live.cdp.events.once('Input.dragIntercepted', () => resolve()));
}

async function dragEvent(
  live: LivePage,
  type: 'dragEnter' | 'dragOver' | 'drop' | 'dragCancel',
  deadline: Deadline,
  modifiers: readonly Modifier[] = [],
): Promise<void> {
  const { at, drag } = handOf(live.cdp);
  if (!drag) return;
  const sent = live.cdp.send('Input.dispatchDragEvent', {
    type,
    ...at,
    data: drag,
    modifiers: bits(modifiers),
  });
  await live.handled(sent, deadline, 'unknown');
}

async function orFalse(answer: Promise<unknown>): Promise<boolean> {
  try {
    return (await answer) === true;
  } catch (thrown) {
    if (thrown instanceof WorldGone) return false;
    throw thrown;
  }
}
