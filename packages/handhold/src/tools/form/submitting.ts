import { z } from 'zod';
import type { Effects, Prepared, Sent, Verified } from '../../acting/attempt.js';
import { focusMet } from '../../acting/focus.js';
import { framesFrom } from '../../acting/frames-from.js';
import { pressKey } from '../../acting/keys.js';
import { aimClick } from '../../acting/pointing.js';
import type { Turn } from '../../acting/turn.js';
import type { Deadline } from '../../deadline.js';
import { Failure } from '../../errors.js';
import type { LiveFrame } from '../../page/frames/frames.js';
import { WorldGone } from '../../page/frames/world.js';
import type { Refused } from '../../page/injected/protocol.js';
import { describe } from '../../page/refs/book.js';
import type { TrafficMark } from '../../page/settling/traffic.js';
import type { Target } from '../../page/targeting/find-target.js';

export const submitted = {
  /** The button or field that was pressed, or the form. */
  element: z.string(),
  /** False when the page kept the form back. */
  submitted: z.boolean(),
};

export type Submitted = z.output<z.ZodObject<typeof submitted>>;

/** A field that the browser held against a form being submitted, and why. */
export interface RefusedField {
  element: string;
  message: string;
}

/** A form that was sent off. */
export interface SentForm extends Sent<Submitted> {
  verify(deadline: Deadline): Promise<Verified<Submitted> & { refused: RefusedField[] }>;
}

/** A form that is ready to be sent off. */
export interface PreparedForm extends Prepared<Submitted> {
  send(): Promise<SentForm>;
}

/** Gets ready to send a form off as a person would: the target's, that of the field with the focus, or the only one. */
export async function prepareSubmit(turn: Turn, target: Target | undefined): Promise<PreparedForm> {
  const { live, deadline } = turn;
  const { frame, way } = target ? await formOf(turn, target) : await formMeant(turn);
  const since = live.traffic.mark();
  const found = await live.targetFor(frame, way.id, way.identity, deadline);
  const element = live.showRef(found);
  if (way.form !== 0) await frame.world.call(deadline, 'watchSubmit', way.form);
  const click = way.by === 'button' ? await aimClick(turn, found) : undefined;
  if (way.by === 'script') await live.checkElement(found, turn);
  let data: Submitted = { element, submitted: false };
  let isSent = false;
  return {
    soFar: () => ({ data, sent: isSent, healed: click?.healed }),
    send: async () => {
      if (way.by === 'enter') await focusMet(turn, found);
      isSent = true;
      const effects = click ? await click.send() : await sendWithoutButton(turn, frame, way);
      return {
        ...effects,
        data,
        verify: async (late) => {
          const { isSubmitted, refused } = await verdict({ ...turn, deadline: late }, frame, way, since);
          data = { element, submitted: isSubmitted };
          return { data, refused };
        },
      };
    },
  };
}

/** Presses Enter in a field that has the focus, or has the page's own world send the form. */
async function sendWithoutButton(turn: Turn, frame: LiveFrame, way: Way): Promise<Effects> {
  if (way.by === 'enter') await pressKey(turn, 'Enter');
  else await frame.world.call(turn.deadline, 'submitByScript', way.id);
  return { touched: framesFrom(frame) };
}

/** The verdict on a form that was sent, asked once the page has settled. */
async function verdict(
  turn: Turn,
  frame: LiveFrame,
  way: Way,
  since: TrafficMark,
): Promise<{ isSubmitted: boolean; refused: RefusedField[] }> {
  const { live, deadline } = turn;
  const { done, taken, refused } = await frame.world
    .call(deadline, 'submitted', way.id)
    .catch((thrown: unknown) => {
      if (thrown instanceof WorldGone) return { done: true, taken: 'no' as const, refused: [] };
      throw thrown;
    });
  // A page that sends it in its own way asks its server, or shows something else in its place.
  const isTaken = taken === 'replaced' || (taken === 'maybe' && live.traffic.hasBegunSince(since));
  return {
    isSubmitted: done || isTaken,
    refused: await Promise.all(refused.map((field) => named(turn, frame, field))),
  };
}

async function named({ live, deadline }: Turn, frame: LiveFrame, field: Refused): Promise<RefusedField> {
  const found = await live.targetFor(frame, field.id, field, deadline);
  return { element: live.showRef(found), message: field.message };
}

/** How a form is sent: by its button, by Enter in one of its fields, or by a script. */
interface Way {
  by: 'button' | 'enter' | 'script';
  id: number;
  form: number;
  identity: { role: string; name: string };
}

/** The form that a target is, or belongs to. */
async function formOf(turn: Turn, target: Target): Promise<{ frame: LiveFrame; way: Way }> {
  const { live, deadline } = turn;
  const found = await live.find(target, deadline);
  const { entry } = found;
  const way = await live.ask(found, turn, () =>
    entry.frame.world.call(deadline, 'submitter', entry.id, entry.shown ?? null),
  );
  if (way.state === 'form') return { frame: entry.frame, way };
  if (way.state === 'none' || way.state === 'several')
    throw new Failure('action_validation_error', `${describe(entry)} belongs to no form.`, {
      hint: 'Give a form, a field in one, or its button.',
    });
  throw live.obstacle(way, entry, deadline);
}

/** The form of the field with the focus, or the only one on the page. */
async function formMeant({ live, deadline }: Turn): Promise<{ frame: LiveFrame; way: Way }> {
  const main = await live.frames.main(deadline);
  for (let frame: LiveFrame | undefined = main; frame; ) {
    const here: LiveFrame = frame;
    const way = await here.world.call(deadline, 'submitter', null, null);
    if (way.state === 'form') return { frame: here, way };
    if (way.state === 'disabled')
      throw new Failure('element_disabled', 'The button of the form is disabled.');
    if (way.state === 'several')
      throw new Failure(
        'action_validation_error',
        `There are ${way.forms.length} forms on the page and none has the focus.`,
        { hint: 'Give the ref of a field or button of the form to submit.' },
      );
    const active = await here.world.call(deadline, 'focusedIdentity');
    const children: LiveFrame[] = await live.frames.children(main, deadline);
    frame = active?.frame
      ? children.find((child) => child.parent === here && child.owner === active.frame)
      : undefined;
  }
  throw new Failure('element_not_found', 'There is no form on the page.', {
    hint: 'Click the button that sends what was entered.',
  });
}
