import { expect } from 'vitest';
import type { Agent } from './agent.js';
import type { Site, SitePage } from './site.js';

/** Ways in which a page hangs: those with a function `hang` when that is called, the others on its way out. */
const ways = {
  timer: 'function hang() { for (;;); }',
  frame: `document.write('<iframe></iframe>'); function hang() { frames[0].eval('for (;;);'); }`,
  interval: 'function hang() { setInterval(hang, 1); for (;;); }',
  promises: 'function hang() { Promise.resolve().then(hang); }',
  request: `function hang() { const x = new XMLHttpRequest(); x.open('GET', '/never', false); x.send(); }`,
  layout: `function hang() { document.body.innerHTML = '<table><tr><td>x'.repeat(1e6); document.body.offsetWidth; }`,
  alerts: `function hang() { for (;;) alert('again'); }`,
  beforeunload: 'onbeforeunload = () => { for (;;); };',
  unload: 'onunload = () => { for (;;); };',
  pagehide: 'onpagehide = () => { for (;;); };',
  visibilitychange: 'document.onvisibilitychange = () => { for (;;); };',
} as const;

export type Way = keyof typeof ways;

/** What the agent is told of a page that was in the way. */
export const stopped = /^The page in tab t1 was busy in a script, which was stopped to leave it\.$/;
export const renewed =
  /^The page in tab t1 would not be left; the tab has a new page, without its history\.$/;

/** Opens a page that hangs by now, or will when it is left, with another before it in its tab. */
export async function openHanging(agent: Agent, site: Site, way: Way): Promise<SitePage> {
  const page = site.page(`<h1>Stuck</h1><script>${ways[way]}</script>`, { remote: true });
  site.on('/never', () => undefined);
  await agent.open(site.page('<h1>Before</h1>'));
  await agent.open(page);
  if (ways[way].includes('function hang')) await page.enter('hang()');
  return page;
}

/** Calls a tool that leaves the page: it works at the first try, within the call's own time, and says what became of the page. */
export async function leaves(agent: Agent, tool: string, input: object, notice?: RegExp): Promise<void> {
  const { success, error, metadata } = await agent.call(tool, input);
  expect([success, error?.message]).toEqual([true, undefined]);
  if (notice) expect(metadata?.notice).toMatch(notice);
  // On a busy machine the tab may get a new page before the old one has let go.
  else if (metadata?.notice !== undefined) expect(metadata.notice).toMatch(renewed);
}

/** The next page of the same site, or of another, can be opened and used at once. */
export async function makesWay(agent: Agent, site: Site, where: 'here' | 'elsewhere', notice?: RegExp) {
  const next = site.page(`<button onclick="note('works')">Next</button>`);
  await leaves(agent, 'browser_navigate', { url: where === 'here' ? next.url : next.otherUrl }, notice);
  await agent.snapshot();
  await agent.click('button "Next"');
  expect(next.notes).toEqual(['works']);
}
