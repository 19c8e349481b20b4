import type { Images } from './images.js';
import { type Registrable, type ToolRegistry, toolOf } from './registry.js';
import { type SafetyLevel, safetyLevels, type Tool } from './tool.js';
import { createBrowserTools, type Toolbox, type ToolboxOptions } from './toolbox.js';
import { knownTools } from './tools/index.js';

/** The options of every integration with an agent framework. */
export interface ToolsetOptions extends Omit<ToolboxOptions, 'tools' | 'only'> {
  /** Which tools: names, categories, `core` or `all`, and tools of your own, defined or as classes. Default `core`. */
  tools?: readonly (string | Registrable)[];
  /**
   * Tools of this level of risk and above ask for approval before each call, as do those that the policy asks about
   * where there is no `host` to ask. Default: none but those.
   */
  approve?: SafetyLevel;
  /** How pictures get to the model. Default: in the tool's result, where the API takes them there. */
  images?: Images;
}

/** A toolbox with only the tools an agent is to have, so that nothing in it can call any other. */
export function toolboxFor(options: ToolsetOptions = {}): Toolbox {
  const { tools = [], approve: _approve, images: _images, ...rest } = options;
  const names = tools.filter((tool) => typeof tool === 'string');
  const own = tools.filter((tool) => typeof tool !== 'string').map(toolOf);
  const only = [...(names.length > 0 ? names : ['core']), ...own.map((tool) => tool.name)];
  return createBrowserTools({ ...rest, tools: own, only });
}

/** The tools that are offered by default: the core set, and whatever tools of the user's own there are. */
export function usualTools(registry: ToolRegistry): ToolRegistry {
  const ours = new Set(knownTools.map((tool) => tool.name));
  return registry.filter((tool) => tool.core || !ours.has(tool.name));
}

/** True if a tool is as risky as that, or more. */
export function isAtLeast(tool: Tool, level: SafetyLevel | undefined): boolean {
  return level !== undefined && safetyLevels.indexOf(tool.safety) >= safetyLevels.indexOf(level);
}

/**
 * True if a framework is to have a person agree before each call of a tool: by the option `approve`, or because the
 * policy asks about tools of that level and the gate has nobody else to ask.
 */
export function asksFirst(toolbox: Toolbox, tool: Tool, approve: SafetyLevel | undefined): boolean {
  const asks = toolbox.gate.approval.policy[tool.safety] === 'ask';
  return isAtLeast(tool, approve) || (asks && !toolbox.canAsk);
}
