import { z } from 'zod';
import { inSession } from '../acting/in-session.js';
import { press as performPress } from '../actions/press.js';
import { scroll as performScroll } from '../actions/scroll.js';
import { type as performType } from '../actions/type.js';
import { Failure } from '../errors.js';
import * as checks from '../gate/checks.js';
import { elementText, valueText } from '../gate/in-words.js';
import { reads } from '../gate/risk.js';
import { quote } from '../gate/untrusted.js';
import { chordText, type Modifier, parseChord } from '../page/acting/keys.js';
import type { Target } from '../page/targeting/find-target.js';
import { defineTool } from '../tool.js';
import {
  atMostOneTarget,
  changes,
  modifiers,
  nothingChanged,
  outcomeShape,
  outcomeText,
  patience,
  ref,
  target,
  targetOf,
} from './shape.js';

/** Either end of the page, or a ref to bring into view. */
const endOrRef: checks.Check<string> = {
  check: (to, rules) => {
    if (!isEnd(to)) checks.ref.check(to, rules);
  },
  refs: (to) => (isEnd(to) ? [] : [to]),
};

function isEnd(to: string): boolean {
  return to === 'top' || to === 'bottom';
}

export { click } from './interaction/click.js';

export interface TypeFields {
  text: string;
  target?: Target | undefined;
  clearFirst: boolean;
  submit: boolean;
  delay: number;
  /** The text with names in place of the secrets in it: it goes into this very element, whatever has the focus. */
  secret?: string | undefined;
  timeout: number;
}

export const type = defineTool({
  name: 'browser_type',
  description: 'Type text into a field (the focused one if no ref). Returns its value.',
  category: 'interaction',
  safety: 'low_risk',
  destructive: true,
  core: true,
  timeout: 5000,
  input: z
    .strictObject({
      text: z.string(),
      ...target,
      clearFirst: z.boolean().default(false).describe('Replace what is there'),
      submit: z.boolean().default(false).describe('Then press Enter'),
      delay: z.number().min(0).max(1000).default(0).describe('ms between keys'),
      timeout: patience(5000),
    })
    .refine(...atMostOneTarget),
  output: z.object({
    element: z.string(),
    value: z.string(),
    became: z.string().optional(),
    ...outcomeShape,
    changes,
  }),
  examples: [
    { ref: '@e3', text: 'Ada Lovelace' },
    { ref: '@e4', text: 'query', submit: true },
    { ref: '@e4', text: '- red' },
  ],
  returns: 'The value the field now holds, read back.',
  action: {
    type: 'type',
    plan: (input): TypeFields => ({
      text: input.text,
      target: targetOf(input),
      clearFirst: input.clearFirst,
      submit: input.submit,
      delay: input.delay,
      timeout: input.timeout ?? 5000,
    }),
    checks: {
      text: checks.text,
      target: checks.optional(checks.target),
      clearFirst: checks.asParsed,
      submit: checks.asParsed,
      delay: checks.asParsed,
      secret: checks.asParsed,
    },
    risk: ({ submit }) => ({ touch: 'works', submits: submit }),
    describe: ({ target }, nameOf) => `typing${target ? ` into ${nameOf(target)}` : ''}`,
    summarize: ({ target, text, submit }, nameOf, on) => {
      const into = target ? nameOf(target) : (on && elementText(on)) || 'what has the focus';
      return `typing ${valueText(text)} into ${into}${submit ? ' and pressing Enter' : ''}`;
    },
    secretIn: { field: 'text' },
    enters: ({ text }) => ({ by: 'typing', texts: [text] }),
    perform: inSession(performType),
  },
  text: (data) =>
    outcomeText(
      `typed into ${data.element} = ${quote(data.value, 200)}${data.became ? ` (${data.became})` : ''}`,
      data,
      data.changes,
    ),
});

interface Keys {
  key: string;
  modifiers: Modifier[];
}

export interface PressFields extends Keys {
  target?: Target | undefined;
  count: number;
  timeout: number;
}

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
  output: z.object({ key: z.string(), element: z.string().optional(), ...outcomeShape, changes }),
  examples: [{ key: 'Enter' }, { key: 'Control+A', ref: '@e3' }],
  returns: 'What changed.',
  action: {
    type: 'press',
    plan: (input): PressFields => ({
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
    perform: inSession(performPress),
  },
  text: (data) =>
    outcomeText(
      `pressed ${quote(data.key, 40)}${data.element ? ` on ${data.element}` : ''}`,
      data,
      data.changes,
      nothingChanged,
    ),
});

export const scroll = defineTool({
  name: 'browser_scroll',
  description: 'Scroll the page, or inside a ref.',
  category: 'interaction',
  safety: 'safe',
  readOnly: false,
  core: true,
  timeout: 5000,
  input: z
    .strictObject({
      direction: z.enum(['up', 'down', 'left', 'right']).optional(),
      amount: z
        .union([z.enum(['page', 'half']), z.number().min(0).max(1_000_000)])
        .default('page')
        .describe('or pixels'),
      ref: ref.optional().describe('Scroll inside it'),
      to: z.string().max(100).optional().describe('"top", "bottom" or a ref'),
    })
    .refine((input) => (input.direction === undefined) !== (input.to === undefined), {
      message: 'Give either direction or to.',
      path: ['direction'],
    }),
  output: z.object({
    scrollPosition: z.object({ x: z.number(), y: z.number() }),
    atEnd: z.boolean(),
    box: z.string().optional(),
    ...outcomeShape,
    changes,
  }),
  examples: [{ direction: 'down' }, { to: 'bottom' }, { direction: 'down', amount: 300, ref: '@e9' }],
  returns: 'The new scroll position, of which box if not the page, and whether that is the end.',
  action: {
    type: 'scroll',
    plan: (input) => ({ ...input, timeout: 5000 }),
    checks: {
      direction: checks.asParsed,
      amount: checks.asParsed,
      ref: checks.optional(checks.ref),
      to: checks.optional(endOrRef),
    },
    risk: reads,
    describe: () => 'scrolling',
    perform: inSession(performScroll),
  },
  text: (data) => {
    const { x, y } = data.scrollPosition;
    const inside = data.box === undefined ? '' : ` in ${data.box}`;
    return outcomeText(`scrolled to ${x},${y}${inside}${data.atEnd ? ', the end' : ''}`, data, data.changes);
  },
});
