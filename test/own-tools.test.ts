import { browserTools as aiSdkTools } from '@handhold/ai-sdk';
import { browserTools as anthropicTools } from '@handhold/anthropic';
import { runnableTools } from '@handhold/anthropic/beta';
import { createMcpServer } from '@handhold/cli';
import { browserTools as langchainTools } from '@handhold/langchain';
import { type BrowserTool, BrowserToolset } from '@handhold/mastra';
import { browserTools as openaiTools } from '@handhold/openai';
import { agentTools } from '@handhold/openai/agents';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { RunContext } from '@openai/agents';
import {
  BaseTool,
  BrowserManager,
  createBrowserTools,
  defineTool,
  ToolCategory,
  type ToolExecution,
  ToolMetadata,
  ToolResult,
} from 'handhold';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { useStandIn } from './support/stand-in.js';

/** Writes into the page's field, or first goes elsewhere. */
abstract class Write extends BaseTool {
  override async execute({ text, url }: { text: string; url?: string }): Promise<ToolExecution> {
    if (url !== undefined) await this.page.goto(url);
    const field = await this.page.waitForSelector('input');
    await field.type(text);
    return ToolResult.successResult(`wrote ${text}`);
  }
}

function described(name: string): ToolMetadata {
  return new ToolMetadata({
    name,
    description: 'Writes into the field.',
    category: ToolCategory.FORM,
    parameters: [
      { name: 'text', type: 'string', required: true },
      { name: 'url', type: 'string' },
    ],
  });
}

class ByClass extends Write {
  override readonly metadata = described('write_by_class');
}

class ByInstance extends Write {
  override readonly metadata = described('write_by_instance');
}

const byDefinition = defineTool({
  name: 'write_by_definition',
  description: 'Writes into the field.',
  category: 'form',
  input: z.strictObject({ text: z.string(), url: z.string().optional() }),
  output: z.string(),
  run: async ({ text, url }, { perform }) => {
    if (url !== undefined)
      await perform({ type: 'navigate', url, waitUntil: 'load', snapshot: false, timeout: 5000 });
    await perform({
      type: 'type',
      text,
      target: { selector: 'input' },
      clearFirst: false,
      submit: false,
      delay: 0,
      timeout: 5000,
    });
    return `wrote ${text}`;
  },
});

const own = [ByClass, new ByInstance(), byDefinition];
const names = ['write_by_class', 'write_by_instance', 'write_by_definition'];

const standIn = useStandIn();
const browser = new BrowserManager(undefined, { allowPrivate: true });
const closers: (() => Promise<unknown>)[] = [() => browser.close()];
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

/** What a surface offers, and what comes of a call there, in whatever form its model gets it. */
interface Surface {
  names(): Promise<string[]>;
  call(name: string, input: object): Promise<unknown>;
}

const options = { allowPrivate: true, browser, tools: [...own] };

const surfaces: [string, () => Promise<Surface>][] = [
  [
    'Mastra',
    async () => {
      const tools: Record<string, BrowserTool> = new BrowserToolset(options).tools;
      return {
        names: async () => Object.keys(tools),
        call: async (name, input) => tools[name]?.execute({ ...input }),
      };
    },
  ],
  [
    'the AI SDK',
    async () => {
      const { tools } = aiSdkTools(options);
      return {
        names: async () => Object.keys(tools),
        call: async (name, input) =>
          tools[name]?.execute?.(input, { toolCallId: 'call', messages: [], context: {} }),
      };
    },
  ],
  [
    'the OpenAI API',
    async () => {
      const { responsesTools, answer } = openaiTools({ ...options, strict: true });
      return {
        names: async () => responsesTools.map(({ name }) => name),
        call: (name, input) =>
          answer([{ type: 'function_call', call_id: 'call', name, arguments: JSON.stringify(input) }]),
      };
    },
  ],
  [
    'the OpenAI Agents SDK',
    async () => {
      const { tools } = agentTools(options);
      return {
        names: async () => tools.map(({ name }) => name),
        call: async (name, input) => {
          const tool = tools.find((each) => each.name === name);
          return tool?.type === 'function' && tool.invoke(new RunContext({}), JSON.stringify(input));
        },
      };
    },
  ],
  [
    'the Anthropic API',
    async () => {
      const { tools, answer } = anthropicTools(options);
      return {
        names: async () => tools.map(({ name }) => name),
        call: (name, input) =>
          answer([{ type: 'tool_use', id: 'call', name, input, caller: { type: 'direct' } }]),
      };
    },
  ],
  [
    "Anthropic's tool runner",
    async () => {
      const { tools } = runnableTools(options);
      return {
        names: async () => tools.flatMap((tool) => ('name' in tool ? [tool.name] : [])),
        call: async (name, input) => {
          try {
            return await tools.find((tool) => 'name' in tool && tool.name === name)?.run(input);
          } catch (thrown) {
            return thrown;
          }
        },
      };
    },
  ],
  [
    'LangChain',
    async () => {
      const { tools } = langchainTools(options);
      return {
        names: async () => tools.map(({ name }) => name),
        call: async (name, args) =>
          tools.find((tool) => tool.name === name)?.invoke({ type: 'tool_call', id: 'call', name, args }),
      };
    },
  ],
  [
    'MCP',
    async () => {
      const server = createMcpServer(createBrowserTools(options));
      const client = new Client({ name: 'test', version: '1' });
      const [here, there] = InMemoryTransport.createLinkedPair();
      await Promise.all([server.connect(there), client.connect(here)]);
      closers.push(() => client.close());
      return {
        names: async () => (await client.listTools()).tools.map(({ name }) => name),
        call: (name, input) => client.callTool({ name, arguments: { ...input } }),
      };
    },
  ],
];

describe.each(surfaces)('tools of your own in %s', (_surface, make) => {
  it('appear beside ours in all three forms, work on the page, and pass the gate', async () => {
    const { names: offered, call } = await make();
    expect(await offered()).toEqual(expect.arrayContaining(['browser_snapshot', ...names]));
    const url = standIn.site.page(
      '/own',
      `<input aria-label="Field" oninput="document.title = this.value">`,
      'Nothing yet',
    );
    for (const name of names) {
      expect(JSON.stringify(await call(name, { text: `by ${name}`, url }))).toContain(`wrote by ${name}`);
      expect(JSON.stringify(await call('browser_snapshot', {}))).toContain(`by ${name}`);
      const refused = await call(name, { text: 'never', url: 'file:///etc/passwd' });
      expect(refused instanceof Error ? refused.message : JSON.stringify(refused)).toMatch(
        /permission_denied|host_blocked|validation_error/,
      );
      expect(JSON.stringify(await call('browser_snapshot', {}))).not.toContain('passwd');
    }
  });
});

describe('what tools of your own may build on', () => {
  it('is all that the policy allows, though the model is offered less', async () => {
    const url = standIn.site.page('/build', '<input aria-label="Field">');
    const few = createBrowserTools({ ...options, only: ['browser_snapshot', 'write_by_class'] });
    expect(await few.call('write_by_class', { text: 'Ada', url })).toMatchObject({ success: true });
    expect(await few.call('browser_navigate', { url })).toMatchObject({ error: { code: 'unknown_tool' } });
    const denied = createBrowserTools({ ...options, allowTools: ['browser_navigate', 'write_by_class'] });
    expect(await denied.call('write_by_class', { text: 'Ada', url })).toMatchObject({ success: false });
  });
});
