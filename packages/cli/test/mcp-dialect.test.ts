import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { handhold, isRecord, type Site, startSite, WireClient } from './fixture.js';

let site: Site;
const clients: WireClient[] = [];

beforeAll(async () => {
  site = await startSite();
});

afterEach(() => {
  for (const client of clients.splice(0)) client.kill('SIGTERM');
});

afterAll(() => site.close());

async function connect(...args: string[]): Promise<{ client: WireClient; names: unknown[]; told: unknown }> {
  const client = new WireClient(args);
  clients.push(client);
  const { result: hello } = await client.initialize();
  const { result } = await client.request('tools/list');
  const tools = isRecord(result) && Array.isArray(result.tools) ? result.tools : [];
  return {
    client,
    names: tools.map((tool: unknown) => isRecord(tool) && tool.name),
    told: isRecord(hello) && hello.instructions,
  };
}

describe('handhold mcp --dialect', () => {
  it('speaks CAR: its seven tools, in its own words, on the same engine', async () => {
    const { client, names, told } = await connect('--dialect', 'car');
    expect(names).toHaveLength(7);
    expect(names).toContain('browse_observe');
    expect(told).not.toContain('browser_');
    expect(await client.callText('browse_navigate', { url: `${site.url}/form` })).not.toMatch(/^error/);
    expect(await client.callText('browse_observe')).toContain('Submit');
    expect(await client.callText('browser_snapshot')).toMatch(/^error unknown_tool: /);
  });

  it('speaks the others too, and offers fewer of their tools if told so', async () => {
    const { names } = await connect('--dialect', 'flybrowser');
    expect(names).toContain('goto');
    const few = await connect('--dialect', 'flybrowser', '--tools', 'goto,click');
    expect(few.names).toEqual(['goto', 'click']);
  });

  it('offers the tool that is known but not listed, where it is named beside others', async () => {
    const { client, names } = await connect('--tools', 'browser_navigate,browse_url');
    expect(names).toEqual(['browser_navigate', 'browse_url']);
    expect(await client.callText('browse_url', { url: `${site.url}/form` })).toMatch(/^read /);
  });

  it('says which there are', async () => {
    const { code, stderr } = await handhold(['mcp', '--dialect', 'klingon']);
    expect(stderr).toContain('--dialect takes handhold, car, flybrowser, ethos, prometheus');
    expect(code).toBe(2);
  });
});
