import { describe, expect, it } from 'vitest';
import { useFullBrowser } from '../../../test/support/browser.js';
import { type Agent, useBrowser } from './agent.js';
import type { SitePage } from './site.js';

const bench = useBrowser();

/** Ways of being busy that still get on. */
const kinds = {
  'in every frame': `function work() { beats += 1; busy(300); requestAnimationFrame(work); } requestAnimationFrame(work);`,
  'again and again': `setInterval(() => { beats += 1; busy([100, 900, 400, 600][beats % 4]); }, 100);`,
  'whenever it hears of something': `beats = 1; setInterval(() => { beats += 1; }, 100);
    for (const type of ['pointerdown', 'click', 'keydown', 'input', 'change', 'submit', 'drop', 'scroll', 'mouseover'])
      addEventListener(type, () => busy(500), { capture: true });`,
} as const;

const busy = `let beats = 0;
  function busy(time) { const end = performance.now() + time; while (performance.now() < end); }`;

const body = (script: string) => `
  <form onsubmit="event.preventDefault(); note('sent ' + user.value + ' ' + pass.value); out.textContent = 'Welcome'">
    <input id="user" aria-label="Name"><input id="pass" type="password" aria-label="Password"><button>Log in</button></form>
  <button onclick="note('clicked')">Go</button><button onmouseover="note('over')">Over</button>
  <select aria-label="Size" onchange="note('chose ' + value)"><option>one<option>two</select>
  <label><input type="checkbox" aria-label="Agree" onchange="note('checked ' + checked)">Agree</label>
  <div tabindex="0" aria-label="Card" draggable="true" style="width: 60px; height: 60px; background: red"></div>
  <div id="zone" tabindex="0" aria-label="Zone" style="width: 160px; height: 60px; background: blue"></div>
  <p id="out"></p><div style="height: 3000px"></div><script>${busy}
  zone.ondragover = (event) => event.preventDefault();
  zone.ondrop = () => note('dropped');
  function begin() { ${script} }</script>`;

type Act = [tool: string, input: (agent: Agent) => object, notes: string[]];

const both = (agent: Agent) => [
  { ref: agent.ref('textbox "Name"'), value: 'Ada' },
  { ref: agent.ref('textbox "Password"'), value: 'engine' },
];

const acts: Record<string, Act> = {
  click: ['browser_click', (agent) => ({ ref: agent.ref('button "Go"') }), ['clicked']],
  'fill and submit': [
    'browser_fill_form',
    (agent) => ({ fields: both(agent), submit: true }),
    ['sent Ada engine'],
  ],
  'type and submit': [
    'browser_type',
    (agent) => ({ ref: agent.ref('textbox "Name"'), text: 'Ada', submit: true }),
    ['sent Ada '],
  ],
  drag: [
    'browser_drag',
    (agent) => ({ from: agent.ref('clickable "Card"'), to: agent.ref('clickable "Zone"') }),
    ['dropped'],
  ],
  select: [
    'browser_select',
    (agent) => ({ ref: agent.ref('combobox "Size"'), values: ['two'] }),
    ['chose two'],
  ],
  check: ['browser_check', (agent) => ({ ref: agent.ref('checkbox "Agree"') }), ['checked true']],
  hover: ['browser_hover', (agent) => ({ ref: agent.ref('button "Over"') }), ['over']],
  scroll: ['browser_scroll', () => ({ direction: 'down' }), []],
  snapshot: ['browser_snapshot', () => ({}), []],
};

/** The page goes on with what it was doing. */
async function goesOn(page: SitePage): Promise<void> {
  const before = Number(await page.run('beats'));
  await expect.poll(async () => Number(await page.run('beats'))).toBeGreaterThan(before);
}

describe.each(Object.entries(kinds))('a page that is busy %s', (_kind, script) => {
  it.each(Object.entries(acts))('is worked with all the same: %s', async (_act, [tool, input, notes]) => {
    const agent = bench.agent();
    const page = bench.site.page(body(script), { remote: true });
    await agent.open(page);
    await page.run('begin()');
    await goesOn(page);
    await agent.does(tool, input(agent));
    expect(page.notes).toEqual(notes);
    await goesOn(page);
  });
});

describe('a page that is busy', () => {
  it('for two seconds after a click is waited for', async () => {
    const agent = bench.agent();
    const page =
      bench.site.page(`<button onclick="note('clicked'); setTimeout(() => { busy(2000); out.textContent = 'Saved'; })">
      Save</button><p id="out"></p><script>${busy}</script>`);
    await agent.open(page);
    expect((await agent.click('button "Save"')).changes).toContain('"Saved"');
    expect(page.notes).toEqual(['clicked']);
  });

  it('and comes to rest after that is not said to go on', async () => {
    const agent = bench.agent();
    const page =
      bench.site.page(`<button onclick="out.textContent = 'Saving'; setTimeout(() => { busy(800); out.textContent = 'Saved'; })">
      Save</button><p id="out">Idle</p><script>${busy}</script>`);
    await agent.open(page);
    const { changes, pending } = await agent.click('button "Save"');
    expect(changes).toBe('+ "Saved"');
    expect(pending).toBeUndefined();
  });

  it('while it logs in is followed to the next one', async () => {
    const agent = bench.agent();
    const home = bench.site.page('<h1>Welcome</h1>');
    const page = bench.site.page(`<form action="${home.url}" onsubmit="note('sent'); busy(1000)">
      <input aria-label="Name" name="n"><input type="password" aria-label="Password" name="p"><button>Log in</button></form>
      <script>${busy} function begin() { ${kinds['in every frame']} }</script>`);
    await agent.open(page);
    await agent.does('browser_evaluate', { script: "begin(), 'begun'" });
    const done = await agent.does('browser_fill_form', { fields: both(agent), submit: true });
    expect(done.changes).toContain('Welcome');
    expect(page.notes).toEqual(['sent']);
  });

  it('is left by another, and goes on where none comes', async () => {
    const agent = bench.agent();
    const page = bench.site.page(`<h1>Busy</h1>${body(kinds['again and again'])}`, { remote: true });
    const file = bench.site.on('/file.csv', (_request, response) => {
      response.writeHead(200, { 'content-disposition': 'attachment; filename="file.csv"' }).end('a,b');
    });
    await agent.open(page);
    await page.run('begin()');
    await agent.call('browser_navigate', { url: file });
    await goesOn(page);
    const next = bench.site.page('<h1>Next</h1>');
    const { success, metadata } = await agent.call('browser_navigate', { url: next.url });
    expect([success, metadata?.notice]).toEqual([true, undefined]);
  });

  it('in a script of the agent is not harmed when that takes too long', async () => {
    const agent = bench.agent();
    const page = bench.site.page(body(kinds['in every frame']), { remote: true });
    await agent.open(page);
    await page.run('begin()');
    const error = await agent.fails('browser_evaluate', {
      script: 'new Promise(() => undefined)',
      timeout: 1000,
    });
    expect(error).toMatchObject({ code: 'timeout', message: expect.stringContaining('still waits') });
    await goesOn(page);
  });

  it('for ever after it was clicked is stopped, and the click is said to have been done', async () => {
    const agent = bench.agent();
    const page = bench.site.page(
      `<button onclick="note('clicked'); setTimeout(() => { for (;;); })">Go</button>`,
    );
    await agent.open(page);
    const error = await agent.fails('browser_click', { ref: agent.ref('button "Go"') });
    expect(error).toMatchObject({ code: 'page_unresponsive', sideEffect: 'done' });
    expect(page.notes).toEqual(['clicked']);
    expect(await agent.snapshot()).toContain('button "Go"');
  });
});

describe('a frame that has a process of its own, and is busy', () => {
  useFullBrowser();
  const full = useBrowser({ ownBrowser: true });

  it('has lost nothing of what was in it', async () => {
    const agent = full.agent();
    const shop = full.site.page(`<h2>Checkout</h2><button onclick="note('paid')">Pay</button>
      <ul><li>Mug <button>Remove</button></li></ul><script>${busy} onmessage = () => busy(6000);</script>`);
    await agent.open(
      full.site.page(`<button onclick="frames[0].postMessage(1, '*')">Start</button>
      <iframe src="${shop.otherUrl}" title="Shop"></iframe>`),
    );
    const button = agent.ref('button "Pay"');
    const text = await agent.reads('browser_click', { ref: agent.ref('button "Start"') });
    expect(text).not.toMatch(/^[-+] |nothing visible changed/m);
    expect(text).toContain('frame "Shop" does not answer');
    await agent.does('browser_click', { ref: button, timeout: 15_000 });
    expect(shop.notes).toEqual(['paid']);
    expect((await agent.does('browser_snapshot', { diff: true })).changes).not.toMatch(/^[-+] /m);
  });
});
