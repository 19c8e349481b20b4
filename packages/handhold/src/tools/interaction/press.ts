import { z } from 'zod';
import { act } from '../../acting/act.js';
import type { Effects, Prepared } from '../../acting/attempt.js';
import { focusShown } from '../../acting/focus.js';
import type { Turn } from '../../acting/turn.js';
import { Failure } from '../../errors.js';
import * as checks from '../../gate/checks.js';
import { elementText } from '../../gate/in-words.js';
import { quote } from '../../gate/untrusted.js';
import { pressChord } from '../../page/acting/input.js';
import { type Chord, chordText, clipboardKey, type Modifier, parseChord } from '../../page/acting/keys.js';
import { describe } from '../../page/refs/book.js';
import type { Target } from '../../page/targeting/find-target.js';
import { defineTool } from '../../tool.js';
import {
  atMostOneTarget,
  changes,
  modifiers,
  nothingChanged,
  outcomeShape,
  outcomeText,
  patience,
  target,
  targetOf,
} from '../shape.js';
import { copyByKeys, pasteByKeys } from './press/clipboard.js';

interface Keys {
  key: string;
  modifiers: Modifier[];
}

export interface Press extends Keys {
  target?: Target | undefined;
  count: number;
}

const pressed = { key: z.string(), element: z.string().optional() };

type Pressed = z.output<z.ZodObject<typeof pressed>>;

/** The chord under the one name that everything after this goes by. */
function keyText({ key, modifiers }: Keys): string {
  const chord = parseChord(key, modifiers);
  if (chord) return chordText(chord);
  throw new Failure('action_validation_error', `${quote(key, 60)} is not a key.`, {
    hint: 'Use names such as Enter, Tab, Escape, ArrowDown, a, or combinations such as Control+A.',
  });
}

/** Read by the same rules as the key that is sent, so that no other spelling of it is missed. */
function keyOf({ key, modifiers }: Keys): string | undefined {
  return parseChord(key, modifiers)?.key.key;
}

export const press = defineTool({
  name: 'browser_press',
  description: 'Press a key: Enter, Escape, ArrowDown, Control+A.',
  category: 'interaction',
  safety: 'low_risk',
  destructive: true,
  core: true,
  timeout: 5000,
  input: z
    .strictObject({
      key: z.string().min(1).max(100),
      modifiers,
      ...target,
      count: z.number().int().min(1).max(100).default(1),
      timeout: patience(5000),
    })
    .refine(...atMostOneTarget),
  output: z.object({ ...pressed, ...outcomeShape, changes }),
  examples: [{ key: 'Enter' }, { key: 'Control+A', ref: '@e3' }],
  returns: 'What changed.',
  action: {
    type: 'press',
    plan: (input): Press & { timeout: number } => ({
      key: input.key,
      modifiers: input.modifiers,
      target: targetOf(input),
      count: input.count,
      timeout: input.timeout ?? 5000,
    }),
    checks: {
      key: checks.asParsed,
      modifiers: checks.asParsed,
      target: checks.optional(checks.target),
      count: checks.asParsed,
    },
    normalize: (action) => ({ ...action, key: keyText(action), modifiers: [] }),
    risk: (action) => {
      const key = keyOf(action);
      if (key === 'Enter') return { touch: 'enters', submits: true };
      return { touch: key === ' ' ? 'activates' : 'reaches' };
    },
    describe: ({ key }) => `pressing ${quote(key, 40)}`,
    summarize: ({ key, target }, nameOf, on) =>
      `pressing ${quote(key, 40)} on ${target ? nameOf(target) : (on && elementText(on)) || 'what has the focus'}`,
    enters: (action) => ({ by: 'keys', key: keyOf(action) ?? '', count: action.count }),
    perform: (action, stage) => act(stage, (turn) => preparePress(action, turn)),
  },
  text: (data) =>
    outcomeText(
      `pressed ${quote(data.key, 40)}${data.element ? ` on ${data.element}` : ''}`,
      data,
      data.changes,
      nothingChanged,
    ),
});

async function preparePress(action: Press, turn: Turn): Promise<Prepared<Pressed>> {
  const chord = parseChord(action.key, action.modifiers);
  if (!chord) throw new Failure('action_validation_error', 'That is not a key.');
  const { element, ...effects } = action.target ? await onElement(action.target, turn) : await onFocus(turn);
  const data = { key: chordText(chord), ...(element === undefined ? {} : { element }) };
  let isSent = false;
  return {
    soFar: () => ({ data, sent: isSent, healed: effects.healed }),
    send: async () => {
      isSent = true;
      await send(chord, action.count, turn);
      return { ...effects, data };
    },
  };
}

/** What keys will have an effect on, and the element that was named. */
type Pressing = Effects & { element?: string };

async function onElement(target: Target, turn: Turn): Promise<Pressing> {
  const found = await turn.live.find(target, turn.deadline);
  await focusShown(turn, found);
  const { ref, frame } = found.entry;
  const element = describe(found.entry);
  return {
    element,
    healed: found.healed ? element : undefined,
    touched: frame.parent ? [frame, frame.parent] : [frame],
    reported: [{ ref, value: false }],
  };
}

async function onFocus(turn: Turn): Promise<Pressing> {
  const main = await turn.live.frames.main(turn.deadline);
  await turn.live.checkEventTarget('focus', turn);
  return { touched: [main] };
}

async function send(chord: Chord, count: number, turn: Turn): Promise<void> {
  const { live, deadline } = turn;
  const clipboard = clipboardKey(chord);
  if (clipboard === 'paste') for (let i = 0; i < count; i++) await pasteByKeys(chord, turn);
  else if (clipboard) await copyByKeys(clipboard, chord, turn);
  else await live.handled(pressChord(live.cdp, chord, count), deadline, 'done');
}
