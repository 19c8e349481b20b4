import type { Action } from '../../actions/action.js';
import { parseInput } from '../../arguments.js';
import { Failure } from '../../errors.js';
import { quote } from '../../gate/untrusted.js';
import type { Tool, ToolContext } from '../../tool.js';
import { builtInTools } from '../../tools/index.js';
import { toolNamed } from '../../verbs/named.js';
import { selectorsAsRefs } from './selector-schema.js';

const tools = new Map<string, Tool>(builtInTools.map((tool) => [tool.name, tool]));

/** The tool that an action of that type is done with. */
export function toolNameOf(type: string): string {
  return `browser_${type}`;
}

/** Whether there is a tool for actions of that type. */
export function isKnown(type: string): boolean {
  return tools.has(toolNameOf(type));
}

/** Whether an action of that type is done to a page that is open already. */
export function needsPage(type: string): boolean {
  return tools.get(toolNameOf(type))?.requiresPage ?? false;
}

/** The arguments of the tool that does an action; a ref may have stood in a `selector`. */
export function argumentsOf({ type, ...given }: { type: string }): Record<string, unknown> {
  const tool = tools.get(toolNameOf(type));
  return tool ? selectorsAsRefs(tool, given) : given;
}

/** What would be asked of the session; nothing if that depends on what is found there. Throws what stands against it. */
export function plan(action: { type: string }): Action | undefined {
  const { type } = action;
  const tool = tools.get(toolNameOf(type));
  if (!tool) throw new Failure('action_validation_error', `There is no action of type ${quote(type, 60)}.`);
  return firstAction(tool, parseInput(tool, argumentsOf(action)));
}

/** A tool's first action is asked for before anything is awaited, so it is known without performing it. */
function firstAction(tool: Tool, input: Parameters<Tool['run']>[0]): Action | undefined {
  let first: Action | undefined;
  const stop = () => Promise.reject(new Failure('aborted', 'Only asked what would be done.'));
  const context: ToolContext = {
    session: 'default',
    signal: undefined,
    host: {},
    call: stop,
    check: () => undefined,
    note: () => undefined,
    named: (name) => toolNamed(name, builtInTools),
    perform: (action) => {
      first ??= action;
      return stop();
    },
  };
  try {
    tool.run(input, context).catch(() => undefined);
  } catch {
    // What it throws by itself is told when it is really called.
  }
  return first;
}
