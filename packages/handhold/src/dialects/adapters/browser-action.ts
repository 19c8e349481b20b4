import type { ActionBase } from '../../action.js';
import { parseInput } from '../../arguments.js';
import { Failure } from '../../errors.js';
import { quote } from '../../gate/untrusted.js';
import type { Tool } from '../../tool.js';
import { builtInTools } from '../../tools/index.js';
import { selectorsAsRefs } from './selector-schema.js';

const tools = new Map<string, Tool>(builtInTools.map((tool) => [tool.name, tool]));

/** The tool that an action of that type is done with. */
export function toolNameOf(type: string): string {
  return `browser_${type}`;
}

/** True if an action of that type is done to a page that is open already. */
export function needsPage(type: string): boolean {
  return tools.get(toolNameOf(type))?.requiresPage ?? false;
}

/** The arguments of the tool that does an action; a ref may have stood in a `selector`. */
export function argumentsOf({ type, ...given }: { type: string }): Record<string, unknown> {
  const tool = tools.get(toolNameOf(type));
  return tool ? selectorsAsRefs(tool, given) : given;
}

/** The action that would be asked of the session; nothing if that depends on what is found there. Throws what stands against it. */
export function plan(action: { type: string }): ActionBase | undefined {
  const { type } = action;
  const tool = tools.get(toolNameOf(type));
  if (!tool) throw new Failure('action_validation_error', `There is no action of type ${quote(type, 60)}.`);
  const input = parseInput(tool, argumentsOf(action));
  return tool.action?.planned(input);
}
