import { z } from 'zod';
import { recordOf } from '../json.js';
import { isWrittenAsRef } from '../page/refs/ref.js';
import { dataOf } from '../result.js';
import { defineTool, type Tool, type ToolContext, type ToolText } from '../tool.js';
import { needsTarget, patience } from '../tools/shape.js';

type Call = ToolContext['call'];

/** A tool of ours by another name: what it is called, what it takes, and how that becomes what ours takes. */
export interface Rename<I extends z.ZodObject> {
  name: string;
  description?: string;
  input: I;
  /** May ask other tools, such as for the ref of a selector. */
  to(input: z.output<I>, call: Call): object | Promise<object>;
  examples?: readonly z.input<I>[];
  /** The text of a result, where that differs. */
  text?(data: unknown): ToolText;
}

/** The same tool under another name. All that is known of it, and what is read of its results, stays. */
export function rename<I extends z.ZodObject>(tool: Tool, { to, text, ...as }: Rename<I>): Tool {
  return defineTool({
    ...tool,
    of: tool.name,
    legacy: false,
    examples: [],
    ...as,
    run: async (input, { call }) => dataOf(await call(tool.name, await to(input, call))),
    text: (data, input) => (text ? text(data) : tool.text(data, input)),
  });
}

export const selector = z.string().min(1).max(1000).describe('CSS selector, XPath, or a ref such as "@e5"');
/** How long a selector is waited for, where ours has no such thing; not at all, unless it is given. */
export const untilThere = patience(5000);

const found = z.object({ ref: z.string() });

/** The target that a `selector` names; no CSS begins with @e, so that a ref can stand there too. */
export function targetOf(text: string): { ref: string } | { selector: string } {
  return text.startsWith('@') && isWrittenAsRef(text) ? { ref: text } : { selector: text };
}

/** The same for an action, which may wait for what a selector is to find. */
export function awaitedTarget(
  text: string,
  within: number | undefined,
): { ref: string } | { selector: string; within?: number } {
  const target = targetOf(text);
  return 'ref' in target || within === undefined ? target : { ...target, within };
}

/** The ref of what a selector finds, for tools of ours that take nothing else. */
export async function refOf(text: string, call: Call, timeout?: number): Promise<string> {
  const target = targetOf(text);
  if ('ref' in target) return target.ref;
  const within = timeout === undefined ? {} : { timeout };
  return found.parse(dataOf(await call('browser_get_element', { ...target, ...within }))).ref;
}

/** For systems that know elements by selector: where ours takes a ref, or a ref or selector, it takes one `selector`. */
export function bySelector(tool: Tool, name: string, more: z.ZodRawShape = {}): Tool {
  const { ref, selector: ours, ...rest } = tool.input.shape;
  if (!ref) return tool.name === name ? tool : sameInput(tool, name);
  const isAlwaysGiven = !z.safeParse(ref, undefined).success;
  // Ours knows a ref at once; what a selector is to find may be waited for.
  const waits = !ours && !('timeout' in rest);
  const others = { ...rest, ...(waits ? { timeout: untilThere } : {}), ...more };
  const input: z.ZodObject =
    isAlwaysGiven || needsTarget(tool.input)
      ? z.strictObject({ selector, ...others })
      : z.strictObject({ ...others, selector: selector.optional() });
  return rename(tool, {
    name,
    input,
    async to({ selector: given, ...said }, call) {
      const { timeout, ...others } = said;
      const passed = waits ? others : said;
      if (typeof given !== 'string') return passed;
      if (ours) return { ...passed, ...targetOf(given) };
      const ref = await refOf(given, call, waits ? untilThere.parse(timeout) : undefined);
      return { ...passed, ref };
    },
    examples: tool.examples.map(inSelectors),
  });
}

/** Another name and nothing else. */
export function sameInput(tool: Tool, name: string): Tool {
  return rename(tool, {
    name,
    input: tool.input,
    to: (input) => input,
    examples: tool.examples.map(recordOf),
  });
}

function inSelectors(example: object): Record<string, unknown> {
  const { ref, selector: given, ...rest } = recordOf(example);
  const at = ref ?? given;
  return at === undefined ? rest : { selector: at, ...rest };
}
