import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { useBrowser } from '../agent.js';

const bench = useBrowser({ ownBrowser: true });

const many = `for (let i = 0; i < 500; i++) console.log({ a: 1 }, [1, 2, 3], document.body, 'x'.repeat(200));`;

/** Scripts that write without end. */
const floods = {
  'in a loop': `setTimeout(() => { for (;;) { ${many} } }, 100)`,
  'at every moment': `setInterval(() => { ${many} }, 1)`,
  'in a frame of another process': `const frame = document.createElement('iframe'); frame.sandbox = 'allow-scripts';
    frame.srcdoc = ${JSON.stringify(`<script>setInterval(() => { ${many} }, 1)</script>`).replaceAll('</', '<\\/')};
    document.body.append(frame)`,
  'of huge texts': `setInterval(() => console.log(Math.random() + 'x'.repeat(5e6)), 1)`,
  'of errors that nobody catches': `setInterval(() => {
    for (let i = 0; i < 100; i++) setTimeout(() => { throw new Error(Math.random() + 'x'.repeat(500)) });
  }, 1)`,
};

const log = z.object({
  messages: z.array(z.looseObject({ text: z.string(), count: z.number() })),
  dropped: z.number(),
});

/** What this process holds on to, in megabytes, without what could be thrown away. */
function held(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed / 1_000_000;
}

describe('a page that writes to its console without end', () => {
  it.each(Object.entries(floods))('%s costs no more with time, and can be left', async (how, script) => {
    const agent = bench.agent();
    await agent.open(bench.site.page('<p>Quiet</p>'));
    const before = held();
    const page = bench.site.page(`<button>Go</button><script>${script}</script>`);
    await agent.call('browser_navigate', { url: page.url });
    const heard = async () => {
      const { messages, dropped } = log.parse((await agent.call('browser_console')).data);
      expect(messages.length).toBeLessThanOrEqual(500);
      expect(Math.max(0, ...messages.map(({ text }) => text.length))).toBeLessThanOrEqual(1000);
      return dropped + messages.reduce((sum, { count }) => sum + count, 0);
    };
    const enough = how === 'of huge texts' ? 10 : 3000;
    await expect.poll(heard, { timeout: 120_000 }).toBeGreaterThan(enough);
    await expect.poll(held, { timeout: 120_000 }).toBeLessThan(before + 60);
    const next = bench.site.page('<p>Next</p>');
    const left = await agent.does('browser_navigate', { url: next.url, timeout: 60_000 });
    expect(left.url).toBe(next.url);
  });
});
