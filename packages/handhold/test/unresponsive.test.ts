import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Action, type ActionType, defineTool } from 'handhold';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Agent, useBrowser } from './agent.js';

const folder = mkdtempSync(join(tmpdir(), 'handhold-unresponsive-'));
const file = join(folder, 'a.txt');
writeFileSync(file, 'alpha');
afterAll(() => rm(folder, { recursive: true, force: true }));

const timeout = 500;

/** What is done to a page that has all of these, each with less patience than its tool has. */
const actions = {
  hover: { type: 'hover', target: { selector: '#b' }, timeout },
  drag: { type: 'drag', target: { selector: '#card' }, by: { x: 60, y: 0 }, timeout },
  select: { type: 'select', target: { selector: '#s' }, values: ['two'], timeout },
  check: { type: 'check', target: { selector: '#c' }, checked: true, timeout },
  upload: { type: 'upload', target: { selector: '#f' }, paths: [file], timeout },
  fill: { type: 'fill', fields: [{ ref: '@e1', value: 'Ada' }], submit: false, timeout },
  submit: { type: 'submit', target: { selector: '#t' }, timeout },
  read: { type: 'read', format: 'markdown', maxTokens: 1000, page: 1, timeout },
  evaluate: { type: 'evaluate', script: '1 + 1', timeout },
  storage: { type: 'storage', do: 'get', kind: 'local', timeout },
  pdf: { type: 'pdf', timeout },
  element: { type: 'element', target: { selector: '#b' }, timeout },
  images: { type: 'images', timeout },
  mouse: {
    type: 'mouse',
    do: 'click',
    at: { x: 5, y: 5 },
    button: 'left',
    clickCount: 1,
    deltaX: 0,
    deltaY: 0,
    modifiers: [],
    timeout,
  },
} satisfies Partial<Record<ActionType, Action>>;

const act = defineTool({
  name: 'act',
  description: 'Do one of them.',
  category: 'utility',
  input: z.strictObject({ what: z.string() }),
  output: z.unknown(),
  run: ({ what }, { perform }): Promise<unknown> => {
    const action = Object.values(actions).find(({ type }) => type === what);
    if (!action) throw new Error(`no ${what}`);
    return perform(action);
  },
});

const bench = useBrowser({ files: [folder], tools: [act] });

const body = `<form onsubmit="spin('submit', event)"><input id="t" aria-label="Name" oninput="spin('input')">
  <select id="s" aria-label="Size" onchange="spin('select')"><option>one<option>two</select>
  <input id="c" type="checkbox" aria-label="Agree" onclick="spin('check')">
  <input id="f" type="file" aria-label="File" onchange="spin('upload')"></form>
  <button id="b" onmouseover="spin('hover')">Go</button>
  <div id="card" tabindex="0" onpointermove="if (event.buttons) spin('drag')" style="width: 60px; height: 60px">Card</div><script>
  let armed = false;
  onmousedown = () => spin('mouse');
  onbeforeprint = () => spin('print');
  function spin(why, event) { event?.preventDefault(); if (armed !== why) return; armed = false; for (;;); }</script>`;

async function ready(agent: Agent) {
  const page = bench.site.page(body, { remote: true });
  await agent.open(page);
  return page;
}

/** Fails by the deadline, and then the same page can be looked at and used again. */
async function failsInTime(agent: Agent, what: string): Promise<void> {
  const started = performance.now();
  const { code, message } = await agent.fails('act', { what });
  expect(performance.now() - started).toBeLessThan(timeout + 3000);
  expect(`${code}: ${message}`).toMatch(/^page_unresponsive: /);
  expect(await agent.snapshot()).toContain('button "Go"');
  expect(await agent.does('browser_evaluate', { script: 'String(6 * 7)' })).toMatchObject({ value: '42' });
}

describe('a page in an endless loop', () => {
  it.each(Object.keys(actions))('is told by %s, and can be used again', async (what) => {
    const agent = bench.lasting();
    const page = await ready(agent);
    await page.enter('for (;;);');
    await failsInTime(agent, what);
  });

  it.each([
    ['hover', 'hover'],
    ['drag', 'drag'],
    ['select', 'select'],
    ['check', 'check'],
    ['upload', 'upload'],
    ['fill', 'input'],
    ['submit', 'submit'],
    ['pdf', 'print'],
    ['mouse', 'mouse'],
  ])('that %s itself set off is told, and can be used again', async (what, event) => {
    const agent = bench.lasting();
    const page = await ready(agent);
    await page.run(`armed = '${event}'`);
    await failsInTime(agent, what);
  });

  it('set off by a script is told, and can be used again', async () => {
    const agent = bench.lasting();
    await ready(agent);
    const error = await agent.fails('browser_evaluate', { script: 'for (;;);', timeout });
    expect(error.code).toBe('timeout');
    expect(await agent.does('browser_evaluate', { script: 'String(6 * 7)' })).toMatchObject({ value: '42' });
  });

  it('ends a batch at the step that it stops', async () => {
    const agent = bench.lasting();
    const page = await ready(agent);
    await page.run(`armed = 'check'`);
    const { stopped, steps } = await agent.does('browser_batch', {
      steps: [
        { tool: 'browser_type', input: { selector: '#t', text: 'Ada' } },
        { tool: 'browser_click', input: { selector: '#c', timeout } },
        { tool: 'browser_click', input: { selector: '#b' } },
      ],
    });
    expect(stopped).toMatchObject({ step: 2, reason: 'failure', message: 'page_unresponsive' });
    expect(steps).toHaveLength(2);
    expect(await agent.snapshot()).toContain('button "Go"');
  });
});
