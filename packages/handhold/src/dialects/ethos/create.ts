import { randomUUID } from 'node:crypto';
import type { Toolset } from '../../personality.js';
import type { ToolResult } from '../../result.js';
import { inputSchema, type JsonSchema } from '../../schema.js';
import type { Tool } from '../../tool.js';
import { type CallOptions, createBrowserTools, type Toolbox, type ToolboxOptions } from '../../toolbox.js';
import type { DialectAnswer, DialectSurface } from '../surface.js';
import { speakEthos } from './dialect.js';

export interface EthosOptions extends Omit<ToolboxOptions, 'toolset'> {
  /** A personality's tools, or the `toolset.yaml` that lists them. Default: all. */
  toolset?: Toolset | string;
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
  call(name: string, input?: unknown, options?: Omit<CallOptions, 'session'>): Promise<ToolResult>;
  callAndRender(
    name: string,
    input?: unknown,
    options?: Omit<CallOptions, 'session'>,
  ): Promise<DialectAnswer>;
}

/** Ethos's browser tools for one personality. */
export interface EthosTools extends DialectSurface {
  /** The tools as Ethos registers them. */
  readonly definitions: readonly EthosDefinition[];
  /** The result, with Ethos's error texts; nothing is thrown. */
  call(name: string, input?: unknown, options?: CallOptions): Promise<ToolResult>;
  /** One turn, one session: cookies and storage go with it, whatever becomes of the turn. */
  turn<T>(work: (turn: Turn) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Ethos's `createBrowserTools`: what the personality's toolset does not name is neither seen nor called. */
export function createEthosTools({ toolset, ...options }: EthosOptions = {}): EthosTools {
  const given = typeof toolset === 'string' ? { toolsetFile: toolset } : toolset && { toolset };
  const toolbox = createBrowserTools({ ...options, ...given });
  return withTurns(speakEthos(toolbox), toolbox);
}

function withTurns(surface: DialectSurface, toolbox: Toolbox): EthosTools {
  const call = async (name: string, input?: unknown, options?: CallOptions) =>
    (await surface.callAndRender(name, input, options)).result;
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
    call,
    callAndRender: surface.callAndRender,
    async turn(work) {
      const session = `turn-${randomUUID()}`;
      try {
        return await work({
          call: (name, input, options) => call(name, input, { ...options, session }),
          callAndRender: (name, input, options) =>
            surface.callAndRender(name, input, { ...options, session }),
        });
      } finally {
        await toolbox.browser.closeSession(session);
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
