import { estimateTokenCount } from 'tokenx';
import type { ToolError } from '../errors.js';
import { changeOurWords } from '../gate/untrusted.js';
import { type Binding, ToolRegistry } from '../registry.js';
import { type Rendered, render } from '../render.js';
import type { ToolResult } from '../result.js';
import type { Tool } from '../tool.js';
import type { CallOptions, Toolbox } from '../toolbox.js';
import { knownTools } from '../tools/index.js';

export interface DialectAnswer {
  result: ToolResult;
  /** The result in the dialect's own shape. */
  answer: unknown;
  /** What a model reads. */
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

/** What makes a dialect: its tools, and how it words what ours say. */
export interface Dialect {
  name: string;
  /** The dialect's tools over those of a toolbox; what the toolbox lacks is left out. */
  tools(own: ToolRegistry): readonly Tool[];
  /** How it says that something went wrong. */
  error?(error: ToolError, call: { tool: string; input: unknown }): ToolError;
  /** The shape it gives results. */
  answer?(result: ToolResult): unknown;
  /** The last word on the text a model reads. */
  text?(text: string): string;
}

/** A toolbox as it is spoken to in a dialect. Tools of the user's own keep their names in all of them. */
export function speak(toolbox: Toolbox, dialect: Dialect): DialectSurface {
  let known: { size: number; registry: ToolRegistry; names: Map<string, string> } | undefined;
  // What is executed by itself is executed in the dialect's words, too.
  const here: Binding = {
    call: async (name, input, options) => (await callAndRender(name, input, options)).result,
  };
  const current = () => {
    const own = toolbox.registry.listTools();
    if (known?.size !== own.length) {
      const { registry, names } = vocabulary(toolbox.registry, dialect);
      known = { size: own.length, registry: registry.boundTo(here), names };
    }
    return known;
  };

  const callAndRender = async (
    name: string,
    input: unknown = {},
    options: CallOptions = {},
  ): Promise<DialectAnswer> => {
    const { registry, names } = current();
    const called = await toolbox.callAndRender(name, input, {
      ...options,
      registry: options.registry ?? registry,
      offered: options.offered && ours(options.offered, toolbox.registry, names),
    });
    const inOurWords = (text: string) =>
      changeOurWords(text, /\bbrowser_[a-z_]+\b/g, (word) => names.get(word) ?? word);
    const { error } = called.result;
    if (!error) {
      const rendered = { ...called.rendered, text: inOurWords(called.rendered.text) };
      return finish(dialect, called.result, rendered);
    }
    const said = {
      ...error,
      message: inOurWords(error.message),
      recoveryHint: inOurWords(error.recoveryHint),
    };
    const result = {
      ...called.result,
      error: dialect.error?.(said, { tool: name, input }) ?? said,
    };
    // Only the error's own lines: what stands above them is not ours to drop.
    const before = render(undefined, input, called.result).text;
    const after = render(undefined, input, result).text;
    const text = called.rendered.text.replace(before, () => after);
    return finish(dialect, result, { ...called.rendered, text });
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

function finish(dialect: Dialect, result: ToolResult, rendered: Rendered): DialectAnswer {
  const text = dialect.text?.(rendered.text) ?? rendered.text;
  if (result.metadata) result.metadata.tokens = estimateTokenCount(text);
  return {
    result,
    answer: dialect.answer ? dialect.answer(result) : result,
    rendered: { ...rendered, text },
  };
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
