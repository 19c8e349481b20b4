import { executeAlone } from './alone.js';
import {
  BaseTool,
  type BaseToolClass,
  fromClass,
  fromInstance,
  instanceBehind,
  validate,
} from './base-tool.js';
import { Failure } from './errors.js';
import { quote } from './gate/untrusted.js';
import { sayOnce } from './log.js';
import { nearest } from './nearest.js';
import { PageController } from './page-controller.js';
import { inWords, type ToolResult } from './result.js';
import {
  type ModelCapability,
  type SafetyLevel,
  safetyLevels,
  type Tool,
  type ToolCategory,
} from './tool.js';

/** Anything that can be registered: a tool as `defineTool` makes it, a class of tools, or one of those made already. */
export type Registrable = Tool | BaseTool | BaseToolClass;

/** How a tool is executed, beside its parameters. */
export interface ExecuteOptions {
  session?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** A tool that can be used where it was got. */
export interface ExecutableTool extends Tool {
  /** True if the parameters fit; if not, with the reason. */
  validateParameters(params: unknown): [valid: boolean, problem: string | undefined];
  /** Checks the parameters, and does it within its time; nothing is thrown. */
  execute(params?: object, options?: ExecuteOptions): Promise<ToolResult>;
}

/** A toolbox, or one session of it, that tools are executed on. */
export interface Binding {
  call(
    tool: string,
    input: object,
    options: ExecuteOptions & { registry: ToolRegistry },
  ): Promise<ToolResult>;
}

export interface FilterOptions {
  /** Says which of the tools would work better with capabilities that the model lacks; on stderr, unless told whom. */
  warnSuboptimal?: boolean | ((warning: string) => void) | undefined;
}

/** Keeps tools by name. What is registered here appears on every surface. */
export class ToolRegistry {
  private readonly tools = new Map<string, Tool>();
  /** Names of those that stand in its lists. */
  private readonly listed = new Set<string>();

  constructor(
    tools: Iterable<Registrable> = [],
    /** Its tools are executed on this, unless somebody says otherwise. */
    private readonly on?: Binding,
  ) {
    for (const tool of tools) this.register(tool);
  }

  /** Adds a tool; a name can only be taken once. */
  register(given: Registrable): this {
    const tool = toolOf(given);
    return this.add(tool, !tool.legacy);
  }

  private add(tool: Tool, isListed: boolean): this {
    if (this.tools.has(tool.name)) throw new Error(`There is a tool called "${tool.name}" already.`);
    this.tools.set(tool.name, tool);
    if (isListed) this.listed.add(tool.name);
    return this;
  }

  /** Adds a tool that a class was made into already. */
  registerInstance(instance: BaseTool): this {
    return this.register(instance);
  }

  /**
   * The tool of that name, to be executed on what is given: a toolbox or a page, else what the registry itself belongs to.
   * Throws `unknown_tool` with the nearest name where there is none.
   */
  getTool(name: string, on?: Binding | PageController | { pageController: PageController }): ExecutableTool {
    return this.executable(this.toolCalled(name), on && 'pageController' in on ? on.pageController : on);
  }

  /** The same as it was defined. */
  toolCalled(name: string): Tool {
    const tool = this.tools.get(name);
    if (tool) return tool;
    const near = nearest(name.slice(0, 80), this.listTools());
    throw new Failure('unknown_tool', `There is no tool called ${quote(name, 80)}.`, {
      ...(near ? { hint: `Did you mean ${near}?` } : {}),
    });
  }

  private executable(tool: Tool, on: Binding | PageController | undefined = this.on): ExecutableTool {
    const instance = instanceBehind(tool)?.instance;
    const execute: ExecutableTool['execute'] = async (params = {}, options = {}) => {
      const result =
        on && !(on instanceof PageController)
          ? await on.call(tool.name, params, { ...options, registry: this })
          : await executeAlone(tool, params, on, options);
      return result.error ? { ...result, error: inWords(result.error) } : result;
    };
    const described: ExecutableTool = {
      ...tool,
      get metadata() {
        return tool.metadata;
      },
      validateParameters: (params) =>
        instance ? instance.validateParameters(params) : validate(tool.input, params),
      execute,
    };
    return Object.defineProperty(described, 'metadata', { enumerable: false });
  }

  has(name: string): boolean {
    return this.tools.has(name);
  }

  listTools(): string[] {
    return [...this.listed];
  }

  [Symbol.iterator](): IterableIterator<Tool> {
    return [...this.tools.values()].filter(({ name }) => this.listed.has(name)).values();
  }

  /** Those tools that are to stay. */
  filter(keep: (tool: Tool) => boolean): ToolRegistry {
    return this.those(keep, ({ name }) => this.listed.has(name));
  }

  private those(keep: (tool: Tool) => boolean, isListed: (tool: Tool) => boolean): ToolRegistry {
    const filtered = new ToolRegistry([], this.on);
    for (const tool of this.tools.values()) if (keep(tool)) filtered.add(tool, isListed(tool));
    return filtered;
  }

  /** The same tools, executed on something else. */
  boundTo(on: Binding): ToolRegistry {
    const bound = new ToolRegistry([], on);
    for (const tool of this.tools.values()) bound.add(tool, this.listed.has(tool.name));
    return bound;
  }

  getByCategory(category: ToolCategory): ExecutableTool[] {
    return [...this].filter((tool) => tool.category === category).map((tool) => this.executable(tool));
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
          word === 'all' || (word === 'core' && (tool.core || own.includes(tool))) || tool.category === word,
      );
      const named = this.tools.get(word);
      if (named) matches.push(named);
      if (matches.length === 0) this.toolCalled(word);
      for (const tool of matches) chosen.add(tool);
    }
    return this.those(
      (tool) => chosen.has(tool),
      () => true,
    );
  }
}

/** The tool that was given, in whichever form. */
export function toolOf(given: Registrable): Tool {
  if (typeof given === 'function') return fromClass(given);
  return given instanceof BaseTool ? fromInstance(given) : given;
}
