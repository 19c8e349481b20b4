import type { Session } from '../browser/session.js';
import type { Deadline } from '../deadline.js';
import type { Details } from '../page/injected/looking/details.js';
import type { Box } from '../page/injected/protocol.js';
import type { LivePage } from '../page/live-page.js';
import { meetStrangers } from '../page/looking/internals.js';
import { describe, type RefEntry } from '../page/refs/book.js';
import { answerOf } from '../page/settling/unresponsive.js';
import type { GetElementAction } from './action.js';
import { refuseIfBlocked } from './outcome.js';

/** What the document says of an element, its box moved to the top page's viewport, and how to act on it. */
export interface ElementReport extends Omit<Details, 'state' | 'identity' | 'opaque'> {
  ref: string;
  /** As a snapshot line begins: ref, role and name. */
  element: string;
  frame?: string;
  /** How many elements the selector matched, if more than one. */
  matches?: number;
  healed?: string;
}

export async function getElement(
  action: GetElementAction,
  session: Session,
  deadline: Deadline,
): Promise<ElementReport> {
  const tab = session.current();
  refuseIfBlocked(tab);
  const line = deadline.interruptedBy(tab);
  const found = await tab.live.find(action.target, line);
  const { entry } = found;
  const answer = await tab.live.ask(found, line, () => detailsOf(entry, line));
  if (answer.state === 'gone') throw tab.live.obstacle(answer, entry, line);
  const { state: _state, opaque: _opaque, identity, box, ...rest } = answer;
  entry.identity = identity;
  entry.shown = identity;
  const element = describe(entry);
  return {
    ref: `@e${entry.ref}`,
    element,
    ...rest,
    box: await inPage(box, entry, tab.live, line),
    ...(entry.frame.parent ? { frame: entry.frame.url } : {}),
    ...(found.matches > 1 ? { matches: found.matches } : {}),
    ...(found.healed ? { healed: element } : {}),
  };
}

async function detailsOf(entry: RefEntry, deadline: Deadline): Promise<Details | { state: 'gone' }> {
  const { world } = entry.frame;
  const first = await world.call(deadline, 'details', entry.id);
  if (first.state === 'gone' || !first.opaque) return first;
  const met = meetStrangers(world, [entry.id], deadline);
  await answerOf(world.cdp, deadline, met);
  return world.call(deadline, 'details', entry.id);
}

/** A box in the coordinates of the page that the element's frame stands in. */
async function inPage(box: Box, entry: RefEntry, live: LivePage, deadline: Deadline): Promise<Box> {
  let { x, y } = box;
  for (let frame = entry.frame; frame.parent; frame = frame.parent) {
    const offset = await frame.parent.world.call(deadline, 'frameOffset', frame.owner);
    if (!offset) throw live.obstacle({ state: 'gone' }, entry, deadline);
    x += offset.x;
    y += offset.y;
  }
  return {
    x: Math.round(x),
    y: Math.round(y),
    width: Math.round(box.width),
    height: Math.round(box.height),
  };
}
