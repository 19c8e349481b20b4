import { BaseTool, type BaseToolClass, fromClass, fromInstance, validate } from './base-tool.js';
import { Failure } from './errors.js';
import { quote } from './gate/untrusted.js';
import { sayOnce } from './log.js';
import type { ToolMetadata } from './metadata.js';
import { nearest } from './nearest.js';
import type { ToolExecution, ToolResult } from './result.js';
import {
  type ModelCapability,
  type SafetyLevel,
  safetyLevels,
  type Tool,
  type ToolCategory,
} from './tool.js';

/** What can be registered: a tool as `defineTool` makes it, a class of tools, or one of those made already. */
export type Registrable = Tool | BaseTool | BaseToolClass;

/** A tool with the browser it works on. */
export interface BoundTool {
  readonly metadata: ToolMetadata;
  /** Whether the parameters fit, and if not, why. */
  validateParameters(params: unknown): [valid: boolean, problem: string | undefined];
  /** Checks the parameters, and does it within its time. */
  execute(params?: object): Promise<ToolExecution>;
}

/** What a tool is bound to: a toolbox, or one session of it. */
export interface Binding {
  call(tool: string, input: object, options: { registry: ToolRegistry }): Promise<ToolResult>;
}

export interface FilterOptions {
  /** Says which of the tools would work better with capabilities that the model lacks; on stderr, unless told whom. */
  warnSuboptimal?: boolean | ((warning: string) => void) | undefined;
}

/** Keeps tools by name. What is registered here appears on every surface. */
export class ToolRegistry {
  private readonly tools = new Map<string, Tool>();

  constructor(tools: Iterable<Registrable> = []) {
    for (const tool of tools) this.register(tool);
  }

  /** Adds a tool; a name can only be taken once. */
  register(given: Registrable): this {
    const tool = toolOf(given);
    if (this.tools.has(tool.name)) throw new Error(`There is a tool called "${tool.name}" already.`);
    this.tools.set(tool.name, tool);
    return this;
  }

  /** Adds a tool that a class was made into already. */
  registerInstance(instance: BaseTool): this {
    return this.register(instance);
  }

  /** The tool of that name, or that tool on a browser; throws `unknown_tool` with the nearest name where there is none. */
  getTool(name: string): Tool;
  getTool(name: string, on: Binding): BoundTool;
  getTool(name: string, on?: Binding): Tool | BoundTool {
    const tool = this.tools.get(name);
    if (tool) return on ? this.bind(tool, on) : tool;
    const near = nearest(name.slice(0, 80), this.listTools());
    throw new Failure('unknown_tool', `There is no tool called ${quote(name, 80)}.`, {
      ...(near ? { hint: `Did you mean ${near}?` } : {}),
    });
  }

  private bind(tool: Tool, on: Binding): BoundTool {
    return {
      metadata: tool.metadata,
      validateParameters: (params) => validate(tool.input, params),
      execute: async (params = {}) => {
        const { success, data, error, metadata } = await on.call(tool.name, params, { registry: this });
        return { success, data, error: error?.message, metadata: { ...metadata } };
      },
    };
  }

  has(name: string): boolean {
    return this.tools.has(name);
  }

  listTools(): string[] {
    return [...this.tools.keys()];
  }

  [Symbol.iterator](): IterableIterator<Tool> {
    return this.tools.values();
  }

  /** Those tools that are to stay. */
  filter(keep: (tool: Tool) => boolean): ToolRegistry {
    return new ToolRegistry([...this].filter(keep));
  }

  getByCategory(category: ToolCategory): Tool[] {
    return [...this].filter((tool) => tool.category === category);
  }

  /** Tools up to and including a level of risk. */
  upTo(level: SafetyLevel): ToolRegistry {
    const most = safetyLevels.indexOf(level);
    return this.filter((tool) => safetyLevels.indexOf(tool.safety) <= most);
  }

  /** Tools a model with these capabilities can use. */
  getFilteredRegistry(
    capabilities: readonly ModelCapability[],
    options: FilterOptions | boolean = {},
  ): ToolRegistry {
    const { warnSuboptimal = false } = typeof options === 'boolean' ? { warnSuboptimal: options } : options;
    const lacking = (wanted: readonly ModelCapability[]) =>
      wanted.filter((capability) => !capabilities.includes(capability));
    const usable = this.filter((tool) => lacking(tool.requiredCapabilities).length === 0);
    if (warnSuboptimal === false) return usable;
    const warn = warnSuboptimal === true ? sayOnce : warnSuboptimal;
    for (const tool of usable) {
      const missing = lacking(tool.optimalCapabilities);
      if (missing.length > 0) warn(`${tool.name} works better with a model that has ${missing.join(', ')}`);
    }
    return usable;
  }

  /**
   * `core`, `all`, or names and categories; a name that is none of these is an error, not a silent gap. Tools of the
   * user's own, who asked for them, count as `core`.
   */
  select(wanted: readonly string[], own: readonly Tool[] = []): ToolRegistry {
    const chosen = new Set<Tool>();
    for (const word of wanted) {
      const matches = [...this].filter(
        (tool) =>
          word === 'all' ||
          (word === 'core' && (tool.core || own.includes(tool))) ||
          tool.category === word ||
          tool.name === word,
      );
      if (matches.length === 0) this.getTool(word);
      for (const tool of matches) chosen.add(tool);
    }
    return this.filter((tool) => chosen.has(tool));
  }
}

/** The tool that was given, in whichever form. */
export function toolOf(given: Registrable): Tool {
  if (typeof given === 'function') return fromClass(given);
  return given instanceof BaseTool ? fromInstance(given) : given;
}
