import type { ErrorCode, ToolError } from '../errors.js';
import { type Binding, ToolRegistry } from '../registry.js';
import type { Rendered } from '../render.js';
import type { ToolResult } from '../result.js';
import type { Tool } from '../tool.js';
import type { CallOptions, Toolbox } from '../toolbox.js';
import { knownTools } from '../tools/index.js';

export interface DialectAnswer {
  result: ToolResult;
  /** The result in the dialect's own shape. */
  answer: unknown;
  /** The result as a model reads it. */
  rendered: Rendered;
}

/** A toolbox under other names. It can be listed and called as a toolbox can. */
export interface DialectSurface {
  readonly dialect: string;
  /** The tools by this dialect's names; definitions, annotations and lists are derived from them as from any others. */
  readonly registry: ToolRegistry;
  readonly tools: readonly Tool[];
  /** The result in the dialect's own shape; nothing is thrown. */
  call(name: string, input?: unknown, options?: CallOptions): Promise<unknown>;
  /** The same, with what a model reads of it. */
  callAndRender(name: string, input?: unknown, options?: CallOptions): Promise<DialectAnswer>;
}

/** A dialect: its tools, and how it words results of ours. */
export interface Dialect {
  name: string;
  /** The dialect's tools over those of a toolbox; what the toolbox lacks is left out. */
  tools(own: ToolRegistry): readonly Tool[];
  /** How it says that something went wrong. */
  error?(error: ToolError, call: { tool: string; input: unknown }): ToolError;
  /** The shape it gives results. */
  answer?(result: ToolResult): unknown;
  /** How it writes the code of an error in a text. */
  code?(code: ErrorCode): string;
}

/** A toolbox as it is spoken to in a dialect. Tools of the user's own keep their names in all of them. */
export function speak(toolbox: Toolbox, dialect: Dialect): DialectSurface {
  // Made anew when a tool has been registered.
  let cache: { size: number; registry: ToolRegistry; names: Map<string, string> } | undefined;
  // What is executed by itself is executed in the dialect's words, too.
  const here: Binding = {
    call: async (name, input, options) => (await callAndRender(name, input, options)).result,
  };
  const current = () => {
    const own = toolbox.registry.listTools();
    if (cache?.size !== own.length) {
      const { registry, names } = vocabulary(toolbox.registry, dialect);
      cache = { size: own.length, registry: registry.boundTo(here), names };
    }
    return cache;
  };

  const callAndRender = async (
    name: string,
    input: unknown = {},
    options: CallOptions = {},
  ): Promise<DialectAnswer> => {
    const { registry, names } = current();
    const asked: CallOptions = {
      ...options,
      registry: options.registry ?? registry,
      offered: options.offered && ours(options.offered, toolbox.registry, names),
    };
    const { result, rendered } = await toolbox.callAndRender(name, input, asked, {
      names,
      error: (error) => dialect.error?.(error, { tool: name, input }) ?? error,
      code: dialect.code,
    });
    return { result, answer: dialect.answer ? dialect.answer(result) : result, rendered };
  };

  return {
    dialect: dialect.name,
    get registry() {
      return current().registry;
    },
    get tools() {
      return [...current().registry];
    },
    call: async (name, input, options) => (await callAndRender(name, input, options)).answer,
    callAndRender,
  };
}

/** Those of our tools that are offered under another name. */
function ours(offered: ToolRegistry, own: ToolRegistry, names: ReadonlyMap<string, string>): ToolRegistry {
  return own.filter((tool) => offered.has(names.get(tool.name) ?? tool.name));
}

function vocabulary(
  own: ToolRegistry,
  dialect: Dialect,
): { registry: ToolRegistry; names: Map<string, string> } {
  const ours = new Set(knownTools.map((tool) => tool.name));
  const custom = [...own].filter((tool) => !ours.has(tool.name));
  const taken = new Set(custom.map((tool) => tool.name));
  const builtIn = own.filter((tool) => ours.has(tool.name));
  const spoken = dialect.tools(builtIn).filter((tool) => !taken.has(tool.name));
  const names = new Map<string, string>();
  for (const { of, as = of, name } of spoken) if (as !== undefined && !names.has(as)) names.set(as, name);
  return { registry: new ToolRegistry([...spoken, ...custom]), names };
}
