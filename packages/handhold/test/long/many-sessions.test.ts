import { createBrowserTools, type Toolbox, type ToolboxOptions, type ToolResult } from 'handhold';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Agent } from '../agent.js';
import { Site } from '../site.js';

let site: Site;
beforeAll(async () => {
  site = await Site.start();
});
afterAll(() => site.stop());

function make(options: ToolboxOptions): Toolbox {
  const tools = createBrowserTools({ allowPrivate: true, ...options });
  onTestFinished(() => tools.close());
  return tools;
}

/** Opens a page in so many new sessions at once. */
function storm(tools: Toolbox, names: string[]): Promise<ToolResult[]> {
  const { url } = site.page('<button>Here</button>');
  return Promise.all(names.map((session) => tools.call('browser_navigate', { url }, { session })));
}

function named(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `s${i}`);
}

function counted(results: ToolResult[]): Record<string, number> {
  const codes = results.map(({ error }) => error?.code ?? 'ok');
  return Object.fromEntries(
    [...new Set(codes)].map((code) => [code, codes.filter((it) => it === code).length]),
  );
}

describe('200 new sessions at once', () => {
  it('are all started, in turn, where there may be so many', async () => {
    const tools = make({ maxSessions: 200 });
    const names = named(200);
    const results = await storm(tools, names);
    const { ok = 0, busy = 0, ...others } = counted(results);
    expect([ok + busy, others]).toEqual([200, {}]);
    expect(ok).toBeGreaterThan(100);
    for (const { error } of results)
      if (error)
        expect(error).toMatchObject({ canRetry: true, details: { retryAfterMs: expect.any(Number) } });
    const again = names.filter((_name, i) => results[i]?.error);
    expect(counted(await storm(tools, again)).ok ?? 0).toBe(again.length);
  });

  it('are refused beyond the limit, and those within it are started', async () => {
    const tools = make({});
    const results = await storm(tools, named(200));
    expect(counted(results)).toEqual({ ok: 100, session_limit: 100 });
  });

  it('do not hold up a session that is there', async () => {
    const tools = make({});
    const agent = new Agent(tools, 'there');
    const page = site.page(`<button onclick="note('clicked')">Go</button>`);
    await agent.open(page);
    let over = false;
    const storming = storm(tools, named(99)).finally(() => (over = true));
    let clicks = 0;
    while (!over) {
      await agent.does('browser_click', { ref: '@e1' });
      clicks += 1;
    }
    expect(counted(await storming)).toEqual({ ok: 99 });
    expect(clicks).toBeGreaterThan(10);
    expect(page.notes).toHaveLength(clicks);
  });
});
