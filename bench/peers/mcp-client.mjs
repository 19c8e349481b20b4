import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

// Longer than any tool's own limit, so that what is recorded is the tool's answer and not our impatience.
const timeout = 150_000;

/** Starts an MCP server over stdio. The same client serves every tool, so that the transport costs all alike. */
export async function connect({ command, args, cwd }) {
  const transport = new StdioClientTransport({ command, args, cwd, env: process.env, stderr: 'pipe' });
  let log = '';
  transport.stderr?.on('data', (chunk) => {
    log = (log + chunk).slice(-2_000);
  });
  const client = new Client({ name: 'handhold-bench', version: '0.1.0' });
  try {
    await client.connect(transport, { timeout: 60_000 });
  } catch (error) {
    await client.close().catch(() => {});
    throw new Error(`${error.message}\n${log.trim()}`);
  }

  return {
    version: client.getServerVersion()?.version,

    /** The text of a call's result, as a model receives it. Throws if the tool says that it failed. */
    async call(name, input = {}) {
      const result = await client.callTool({ name, arguments: input }, undefined, { timeout });
      const text = result.content
        .filter((part) => part.type === 'text')
        .map((part) => part.text)
        .join('\n');
      if (result.isError) throw new Error(text.slice(0, 400));
      return text;
    },

    /** Name, description and input schema of every tool: what a host puts before a model. */
    async definitions() {
      const tools = [];
      let cursor;
      do {
        const page = await client.listTools(cursor ? { cursor } : {}, { timeout });
        tools.push(...page.tools);
        cursor = page.nextCursor;
      } while (cursor);
      return tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    },

    stop: () => client.close(),
  };
}

/** The first group of the pattern in the text, or an error that says what was looked for. */
export function refIn(text, pattern) {
  const ref = pattern.exec(text)?.[1];
  if (!ref) throw new Error(`no ${pattern} in the snapshot:\n${text.slice(0, 400)}`);
  return ref;
}
