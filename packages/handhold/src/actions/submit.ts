import type { Session } from '../browser/session.js';
import type { Tab } from '../browser/tab.js';
import type { Deadline } from '../deadline.js';
import { Failure } from '../errors.js';
import { quote } from '../gate/untrusted.js';
import type { LiveFrame } from '../page/frames/frames.js';
import { WorldGone } from '../page/frames/world.js';
import type { Refused } from '../page/injected/protocol.js';
import { describe } from '../page/refs/book.js';
import type { Found, Target } from '../page/targeting/find-target.js';
import type { SubmitAction } from './action.js';
import { pressKey } from './field-text.js';
import { act, type Doing, type Outcome } from './outcome.js';
import { clickOn } from './pointing.js';
import { framesFrom } from './type.js';

export interface Submitted {
  /** What was pressed, or the form. */
  element: string;
  /** Whether the form went off; false when the page kept it back. */
  submitted: boolean;
}

export function submit(
  action: SubmitAction,
  session: Session,
  deadline: Deadline,
): Promise<Submitted & Outcome> {
  return act<Submitted>(session, deadline, async (tab, doing, line) => {
    const sent = await send(action.target, tab, doing, line);
    doing.verify = async (late) => {
      const { refused } = await sent(late);
      if (refused.length === 0) return;
      throw new Failure(
        'execution_error',
        `The browser did not submit the form: ${refused.map(wrong).join('; ')}.`,
        {
          hint: 'Correct these fields, then submit again.',
          details: { invalid: refused },
          sideEffect: 'none',
        },
      );
    };
  });
}

function wrong({ element, message }: { element: string; message: string }): string {
  return `${element} is not valid, ${quote(message, 120)}`;
}

/** What came of it, asked once the page has settled. */
type Verdict = (late: Deadline) => Promise<{ refused: { element: string; message: string }[] }>;

/** Sends a form off as a person would. */
export async function send(
  target: Target | undefined,
  tab: Tab,
  doing: Doing<Submitted>,
  line: Deadline,
): Promise<Verdict> {
  const { frame, way } = await find(target, tab, line);
  const { world } = frame;
  const mark = tab.live.traffic.mark();
  const found = await tab.live.meet(frame, way.id, way.identity, line);
  const element = tab.live.introduce(found);
  doing.data = { element, submitted: false };
  doing.touched = framesFrom(frame);
  if (way.form !== 0) await world.call(line, 'watchSubmit', way.form);
  switch (way.by) {
    case 'button':
      await clickOn(tab, found, doing, line);
      break;
    case 'enter':
      await pressEnter(tab, found, doing, line);
      break;
    case 'script':
      await tab.live.consider(found, line);
      doing.sent = true;
      await world.call(line, 'submitByScript', way.id);
  }
  return async (late) => {
    const { done, taken, refused } = await world.call(late, 'submitted', way.id).catch((thrown: unknown) => {
      if (thrown instanceof WorldGone) return { done: true, taken: 'no' as const, refused: [] };
      throw thrown;
    });
    // A page that sends it in its own way asks its server, or shows something else in its place.
    const isSent = taken === 'replaced' || (taken === 'maybe' && tab.live.traffic.hasBegunSince(mark));
    doing.data = { element, submitted: done || isSent };
    return { refused: await Promise.all(refused.map((field) => named(tab, frame, field, late))) };
  };
}

async function named(tab: Tab, frame: LiveFrame, field: Refused, deadline: Deadline) {
  const found = await tab.live.meet(frame, field.id, field, deadline);
  return { element: tab.live.introduce(found), message: field.message };
}

async function pressEnter(tab: Tab, found: Found, doing: Doing<Submitted>, line: Deadline): Promise<void> {
  const { entry } = found;
  const focused = await tab.live.ask(found, line, () =>
    entry.frame.world.call(line, 'focusElement', entry.id, null),
  );
  if (focused.state === 'not_focused' || focused.state === 'nothing_focused')
    throw new Failure('not_focusable', `${describe(entry)} does not take the focus.`);
  if (focused.state !== 'focused') throw tab.live.obstacle(focused, entry, line);
  doing.sent = true;
  await pressKey(tab, 'Enter', line);
}

interface Way {
  by: 'button' | 'enter' | 'script';
  id: number;
  form: number;
  identity: { role: string; name: string };
}

/** The form that is meant: the target's, that of the field with the focus, or the only one on the page. */
async function find(
  target: Target | undefined,
  tab: Tab,
  line: Deadline,
): Promise<{ frame: LiveFrame; way: Way }> {
  if (target) {
    const found = await tab.live.find(target, line);
    const { entry } = found;
    const way = await tab.live.ask(found, line, () =>
      entry.frame.world.call(line, 'submitter', entry.id, entry.shown ?? null),
    );
    if (way.state === 'form') return { frame: entry.frame, way };
    if (way.state === 'none' || way.state === 'several')
      throw new Failure('action_validation_error', `${describe(entry)} belongs to no form.`, {
        hint: 'Give a form, a field in one, or its button.',
      });
    throw tab.live.obstacle(way, entry, line);
  }
  const main = await tab.live.frames.main(line);
  for (let frame: LiveFrame | undefined = main; frame; ) {
    const here: LiveFrame = frame;
    const way = await here.world.call(line, 'submitter', null, null);
    if (way.state === 'form') return { frame: here, way };
    if (way.state === 'disabled')
      throw new Failure('element_disabled', 'The button of the form is disabled.');
    if (way.state === 'several')
      throw new Failure(
        'action_validation_error',
        `There are ${way.forms.length} forms on the page and none has the focus.`,
        { hint: 'Give the ref of a field or button of the form to submit.' },
      );
    const active = await here.world.call(line, 'focusedIdentity');
    const children: LiveFrame[] = await tab.live.frames.children(main, line);
    frame = active?.frame
      ? children.find((child) => child.parent === here && child.owner === active.frame)
      : undefined;
  }
  throw new Failure('element_not_found', 'There is no form on the page.', {
    hint: 'Click the button that sends what was entered.',
  });
}
