import { z } from 'zod';
import { Failure } from '../../errors.js';
import { quote } from '../../gate/untrusted.js';
import type { Tool, ToolContext } from '../../tool.js';
import { wordsIn } from '../../verbs/quoting.js';
import { readWords } from '../../verbs/read-words.js';
import { verbOf } from '../../verbs/verb.js';

/** A call that a step stands for. */
export interface Step {
  tool: string;
  input: Record<string, unknown>;
  /** It is there to be on another page afterwards. */
  navigates: boolean;
}

type Call = Pick<Step, 'input'> & { tool: Tool };

const record = z.record(z.string(), z.unknown());

const asCall = z.looseObject({
  tool: z.string().max(64),
  input: z.union([record, z.string()]).optional(),
});

const expected = 'give words such as "click @e5", or {"tool": "click", "input": {"ref": "@e5"}}';

/** Steps in words or as calls; which of them is none is said by its number. */
export const steps = z.preprocess(
  (given, context) => {
    for (const [at, step] of (Array.isArray(given) ? given : []).entries())
      if (!(typeof step === 'string' ? step.trim() !== '' : asCall.safeParse(withoutNull(step)).success))
        context.addIssue(`Step ${at + 1} is no step: ${expected}.`);
    return Array.isArray(given) ? given.map(withoutNull) : given;
  },
  z
    .array(z.union([z.string().max(500_000), asCall]))
    .min(1)
    .max(50)
    .describe('In words, as in "type @e7 \\"x\\"", or calls'),
);

const withoutInput = z.looseObject({ input: z.null() });

/** Strict function calling says "not given" so. */
function withoutNull(step: unknown): unknown {
  const { data } = withoutInput.safeParse(step);
  if (!data) return step;
  const { input: _input, ...rest } = data;
  return rest;
}

/** The calls that steps stand for, each held against what its tool takes; throws what is wrong with the first that isn't right. */
export function callsOf(given: z.output<typeof steps>, context: ToolContext): Step[] {
  return given.map((step, at) => {
    try {
      const { tool, input } = callOf(step, context);
      context.check(tool.name, input);
      return { tool: tool.name, input, navigates: navigates(tool, input) };
    } catch (thrown) {
      if (!(thrown instanceof Failure)) throw thrown;
      throw new Failure(thrown.code, `Step ${at + 1}: ${thrown.message}`, {
        hint:
          thrown.hint ??
          (thrown.code === 'validation_error' ? `Nothing was done. For each step ${expected}.` : undefined),
        details: thrown.details,
      });
    }
  });
}

/** True if the action that a call asks for is there to be on another page afterwards. */
function navigates({ input: form, action, of, as }: Tool, input: object): boolean {
  // A tool in place of another takes other arguments than the action does.
  if (!action || of !== undefined || as !== undefined) return false;
  const parsed = form.safeParse(input);
  return parsed.success && action.navigates(action.planned(parsed.data));
}

function callOf(step: z.output<typeof steps>[number], context: ToolContext): Call {
  if (typeof step === 'string') {
    if (!/^\s*\{/.test(step)) return inWords(wordsIn(step), context);
    const call = asCall.safeParse(parsed(step));
    if (!call.success) throw new Failure('validation_error', `${quote(step, 80)} is no call.`);
    return callOf(call.data, context);
  }
  const { tool: name, input = {}, ...short } = step;
  const tool = context.named(name);
  if (typeof input === 'string' && !/^\s*[[{]/.test(input))
    return inWords([name, ...wordsIn(input)], context);
  const more = record.safeParse(typeof input === 'string' ? parsed(input) : input);
  if (!more.success) throw new Failure('validation_error', 'input is not an object.');
  return checked({ tool, input: { ...more.data, ...short } });
}

function inWords([verb = '', ...words]: readonly string[], context: ToolContext): Call {
  const tool = context.named(verb);
  return checked({ tool, input: inputOf(tool, words) });
}

function inputOf(tool: Tool, words: readonly string[]): Record<string, unknown> {
  try {
    return readWords(tool, words);
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown;
    throw new Failure(thrown.code, `${verbOf(tool)}: ${thrown.message}`, { hint: thrown.hint });
  }
}

/** Throws for a step that is a batch itself, or in a session of its own. */
function checked(call: Call): Call {
  if (call.tool.name === 'browser_batch')
    throw new Failure('validation_error', 'It is a batch itself.', { hint: 'Put its steps here instead.' });
  if ('session' in call.input)
    throw new Failure('validation_error', 'It names a session.', {
      hint: 'All steps are done in the session of the batch.',
    });
  return call;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Failure('validation_error', `${quote(text, 80)} is not JSON.`);
  }
}
