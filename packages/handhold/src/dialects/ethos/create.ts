import { randomUUID } from 'node:crypto';
import { Failure } from '../../errors.js';
import { inputSchema, type JsonSchema } from '../../schema.js';
import type { Tool } from '../../tool.js';
import { type CallOptions, createBrowserTools, type Toolbox, type ToolboxOptions } from '../../toolbox.js';
import { type DialectAnswer, type DialectSurface, speak } from '../surface.js';
import { ethos } from './dialect.js';
import { readToolset, type Toolset, wrong } from './toolset.js';

export interface EthosOptions extends Omit<ToolboxOptions, 'allowHosts'> {
  /** A personality's tools, or the `toolset.yaml` that lists them. Default: all. */
  toolset?: Toolset | string;
  /** Whose tools, if the file is about several. */
  personality?: string;
}

/** A tool as Ethos registers it. */
export interface EthosDefinition {
  name: string;
  description: string;
  toolset: 'browser';
  schema: JsonSchema;
  capabilities: { network?: { allowedHosts: readonly string[] } };
}

/** Calls during one turn of an agent, in a session that ends with it. */
export interface Turn {
  call(name: string, input?: unknown, options?: Omit<CallOptions, 'session'>): Promise<unknown>;
  callAndRender(
    name: string,
    input?: unknown,
    options?: Omit<CallOptions, 'session'>,
  ): Promise<DialectAnswer>;
}

/** Ethos's browser tools for one personality. */
export interface EthosTools extends DialectSurface {
  /** What Ethos is told about each. */
  readonly definitions: readonly EthosDefinition[];
  /** One turn, one session: cookies and storage go with it, whatever becomes of the turn. */
  turn<T>(work: (turn: Turn) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Ethos's `createBrowserTools`: what the personality's toolset does not name is neither seen nor called. */
export function createEthosTools(options: EthosOptions = {}): EthosTools {
  const { toolset: given, personality, ...rest } = options;
  const toolset = typeof given === 'string' ? readToolset(given, personality) : given;
  const hosts = toolset?.allowedHosts;
  const toolbox = createBrowserTools(hosts ? { ...rest, allowHosts: hosts } : rest);
  const all = speak(toolbox, ethos);
  if (toolset) checkNames(toolset.tools, all);
  return withTurns(toolset ? narrowed(all, new Set(toolset.tools)) : all, toolbox);
}

function checkNames(names: readonly string[], all: DialectSurface): void {
  for (const name of names) {
    try {
      all.registry.getTool(name);
    } catch (thrown) {
      const { message, hint } = thrown instanceof Failure ? thrown : { message: String(thrown), hint: '' };
      throw wrong([message.replace(/\.$/, ''), hint].filter(Boolean).join(' ').replace(/[.?]$/, ''));
    }
  }
}

function narrowed(all: DialectSurface, names: ReadonlySet<string>): DialectSurface {
  const chosen = () => all.registry.filter((tool) => names.has(tool.name));
  const callAndRender: DialectSurface['callAndRender'] = (name, input, options) =>
    all.callAndRender(name, input, { ...options, registry: chosen() });
  return {
    dialect: all.dialect,
    get registry() {
      return chosen();
    },
    get tools() {
      return [...chosen()];
    },
    call: async (name, input, options) => (await callAndRender(name, input, options)).answer,
    callAndRender,
  };
}

function withTurns(surface: DialectSurface, toolbox: Toolbox): EthosTools {
  return {
    dialect: surface.dialect,
    get registry() {
      return surface.registry;
    },
    get tools() {
      return surface.tools;
    },
    get definitions() {
      return surface.tools.map(definitionOf);
    },
    call: surface.call,
    callAndRender: surface.callAndRender,
    async turn(work) {
      const session = `turn-${randomUUID()}`;
      try {
        return await work({
          call: (name, input, options) => surface.call(name, input, { ...options, session }),
          callAndRender: (name, input, options) =>
            surface.callAndRender(name, input, { ...options, session }),
        });
      } finally {
        await toolbox.call('browser_close', {}, { session });
      }
    },
    close: () => toolbox.close(),
  };
}

function definitionOf(tool: Tool): EthosDefinition {
  return {
    name: tool.name,
    description: tool.description,
    toolset: 'browser',
    schema: inputSchema(tool),
    capabilities: tool.network ? { network: tool.network } : {},
  };
}
