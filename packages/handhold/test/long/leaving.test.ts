import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { useFullBrowser } from '../../../../test/support/browser.js';
import { useBrowser } from '../agent.js';
import { leaves, makesWay, openHanging, renewed, stopped } from '../hanging.js';

const anyNotice = new RegExp(`${stopped.source}|${renewed.source}`);

/** What the agent is told on the way to the next page of the same site; the other way round nothing is in the way. */
const told = {
  timer: stopped,
  frame: stopped,
  promises: stopped,
  interval: anyNotice,
  request: renewed,
  layout: renewed,
  alerts: anyNotice,
  beforeunload: undefined,
  unload: undefined,
  pagehide: undefined,
  visibilitychange: undefined,
} as const;

const ways = Object.keys(told).filter((way): way is keyof typeof told => way in told);

describe('a page that hangs', () => {
  useFullBrowser();
  const bench = useBrowser({ ownBrowser: true });

  it.each(ways)('by %s makes way for the next one of its site', async (way) => {
    const agent = bench.agent();
    await openHanging(agent, bench.site, way);
    await makesWay(agent, bench.site, 'here', told[way]);
  });

  it.each(ways)('by %s makes way for one of another site', async (way) => {
    const agent = bench.agent();
    await openHanging(agent, bench.site, way);
    await makesWay(agent, bench.site, 'elsewhere');
  });

  it.each(['timer', 'interval', 'request', 'alerts'] as const)('by %s can be loaded anew', async (way) => {
    const agent = bench.agent();
    const page = await openHanging(agent, bench.site, way);
    await leaves(agent, 'browser_reload', {}, told[way]);
    expect(await page.run('document.querySelector("h1").textContent')).toBe('Stuck');
  });

  it('in a frame of another site makes way', async () => {
    const agent = bench.agent();
    const frame = bench.site.page('<p>Inner</p>', { remote: true });
    const page = bench.site.page(`<h1>Outer</h1><iframe src="${frame.otherUrl}"></iframe>`);
    await agent.open(page);
    await frame.enter('for (;;);');
    const next = bench.site.page('<h1>Next</h1>');
    expect((await agent.does('browser_navigate', { url: next.url })).url).toBe(next.url);
  });

  it('by what the agent itself ran in it makes way, although it has no scripts', async () => {
    const agent = bench.agent();
    const line = new Promise<ServerResponse>((resolve) => {
      bench.site.on('/line', (_request, response) => {
        resolve(response.writeHead(200, { 'content-type': 'text/event-stream' }));
      });
    });
    const begun = new Promise<void>((resolve) => {
      bench.site.on('/begun', (_request, response) => resolve(void response.writeHead(204).end()));
    });
    await agent.open(bench.site.page('<h1>Plain</h1>', { plain: true }));
    const hang = `const x = new XMLHttpRequest(); x.open('GET', '/begun', false); x.send(); for (;;);`;
    const script = `(new EventSource('/line').onmessage = () => { ${hang} }) && 'listening'`;
    await agent.does('browser_evaluate', { script });
    (await line).write('data: now\n\n');
    await begun;
    await makesWay(agent, bench.site, 'here', renewed);
  });

  it('in a worker is in nobody’s way', async () => {
    const agent = bench.agent();
    const script = `new Worker(URL.createObjectURL(new Blob(['for (;;);'])))`;
    await agent.open(bench.site.page(`<script>${script}</script>`));
    await makesWay(agent, bench.site, 'here');
  });

  it('is kept, with its history, if it answers again, while the next one is slow to come', async () => {
    const agent = bench.agent();
    await openHanging(agent, bench.site, 'timer');
    await agent.fails('browser_click', { selector: 'h1', timeout: 600 });
    const slow = bench.site.on('/slow', (_request, response) => {
      setTimeout(() => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Slow</h1>'), 2500);
    });
    await leaves(agent, 'browser_navigate', { url: slow });
    await leaves(agent, 'browser_back', {});
    expect(await agent.snapshot({ interactiveOnly: false })).toContain('Stuck');
  });
});
