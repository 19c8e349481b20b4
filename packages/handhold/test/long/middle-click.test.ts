import { createBrowserTools, type Toolbox, type ToolboxOptions } from 'handhold';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { useFullBrowser } from '../../../../test/support/browser.js';
import { Agent, useBrowser } from '../agent.js';
import { ForeignBrowser } from '../foreign.js';

const bench = useBrowser();
const value = 'Tr0ub4dor-and-3';
const secrets = { BANK: { value, hosts: ['127.0.0.1'] } };

let foreign: ForeignBrowser;
beforeAll(async () => {
  foreign = await ForeignBrowser.start();
});
afterAll(() => foreign.stop());

function made(options: ToolboxOptions): Toolbox {
  const tools = createBrowserTools({ allowPrivate: true, secrets, ...options });
  onTestFinished(() => tools.close());
  return tools;
}

const fields = `<input id=i aria-label=Line><textarea id=t aria-label=Area></textarea>
  <div id=r contenteditable role=textbox aria-label=Rich style="min-height:20px;border:1px solid"></div>
  <script>
    for (const type of ['paste', 'beforeinput', 'input'])
      addEventListener(type, (event) => note(type + ' ' + (event.data ?? event.clipboardData?.getData('text/plain'))), true);
  </script>`;
const held = 'i.value + t.value + r.textContent';
const names = ['Line', 'Area', 'Rich'];

async function selectSecret(agent: Agent): Promise<void> {
  await agent.open(bench.site.page('<label>Word <input></label>'));
  await agent.type('textbox "Word"', '{{secret:BANK}}');
  await agent.does('browser_press', { key: 'Control+A' });
}

type Way = 'click' | 'mouse' | 'press' | 'chord';

/** Middle clicks into the three fields, into each by one of these ways. */
async function clickInto(agent: Agent, ...ways: [Way, Way, Way]): Promise<void> {
  const { refs } = await agent.does('browser_snapshot');
  for (const [i, name] of names.entries()) {
    const box = Object.values(refs).find((found) => found.name === name)?.box;
    if (!box) throw new Error(`no box of ${name} in ${JSON.stringify(refs)}`);
    const at = { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
    const mouse = (action: string, button: string) => agent.does('browser_mouse', { action, ...at, button });
    const way = ways[i];
    if (way === 'click')
      await agent.does('browser_click', { ref: agent.ref(`textbox "${name}"`), button: 'middle' });
    if (way === 'mouse') await mouse('click', 'middle');
    // With another button down the release looks different to pages.
    if (way === 'chord') await mouse('down', 'left');
    if (way === 'press' || way === 'chord') {
      await mouse('down', 'middle');
      await mouse('up', 'middle');
    }
    if (way === 'chord') await mouse('up', 'left');
  }
}

/** What was selected in one session goes nowhere, neither there nor in another. */
async function pastesNothing(tools: Toolbox): Promise<void> {
  const [one, other] = [new Agent(tools, 'one'), new Agent(tools, 'other')];
  const page = bench.site.page(fields, { remote: true });
  const inner = bench.site.page(fields, { remote: true });
  await selectSecret(one);
  await one.open(page.otherUrl);
  await clickInto(one, 'click', 'press', 'mouse');
  expect([await page.run(held), page.notes]).toEqual(['', []]);
  await other.open(bench.site.page(`<iframe src="${inner.otherUrl}" width=500 height=300></iframe>`));
  await clickInto(other, 'press', 'mouse', 'click');
  expect([await inner.run(held), inner.notes]).toEqual(['', []]);
}

describe('a middle click pastes nothing that was selected', () => {
  it('in Chromium without windows', () => pastesNothing(made({})));

  it('in a browser that somebody else started', () => pastesNothing(made({ cdp: foreign.endpoint })));

  it('in one that was started with settings of the user', async () => {
    const agent = new Agent(made({ args: ['--blink-settings=minimumFontSize=30'] }), 'one');
    const page = bench.site.page(fields, { remote: true });
    await selectSecret(agent);
    await agent.open(page.otherUrl);
    await clickInto(agent, 'mouse', 'click', 'click');
    expect([await page.run(held), page.notes]).toEqual(['', []]);
    expect(await page.run('getComputedStyle(i).fontSize')).toBe('30px');
  });
});

describe('a middle click pastes nothing that was selected, with windows or not', () => {
  useFullBrowser();

  it('in the browser that users have', () => pastesNothing(made({})));
});

describe('in a browser that somebody else started', () => {
  it('a page that writes itself anew, or keeps presses to itself, gets nothing either', async () => {
    const agent = new Agent(made({ cdp: foreign.endpoint }), 'one');
    const anew = bench.site.page(
      `<button onclick="const text = ${JSON.stringify(fields).replaceAll('"', '&quot;')}; document.open(); document.write('<script>' + note + tell + '<' + '/script>' + text); document.close()">Anew</button>`,
    );
    const keeping = bench.site.page(
      `${fields}<script>addEventListener('pointerdown', (event) => { event.preventDefault(); event.target.focus() }, true)</script>`,
      { remote: true },
    );
    await selectSecret(agent);
    await agent.open(anew.otherUrl);
    await agent.click('button "Anew"');
    await clickInto(agent, 'click', 'press', 'mouse');
    expect(anew.notes).toEqual([]);
    await agent.open(keeping.otherUrl);
    await clickInto(agent, 'chord', 'click', 'press');
    expect([await keeping.run(held), keeping.notes]).toEqual(['', []]);
  });
});

describe('all else about a middle click', () => {
  const page = (away: string) =>
    bench.site.page(
      `<a href="${away}">Away</a><p><button>Go</button></p><script>
         for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'auxclick', 'click'])
           document.querySelector('button').addEventListener(type, (event) => note(type + event.button + event.defaultPrevented));
       </script>`,
      { remote: true },
    );

  it.each([
    ['one of ours', () => ({}), true],
    ["somebody else's", () => ({ cdp: foreign.endpoint }), false],
  ])(
    'is as ever in %s: pages see it, and links open in a tab of their own',
    async (_which, options, hovers) => {
      const agent = new Agent(made(options()), 'one');
      const away = bench.site.page('<p>Away</p>');
      const open = page(away.url);
      await agent.open(open);
      await agent.click('button "Go"', { button: 'middle' });
      expect(open.notes).toEqual(
        ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'auxclick'].map((type) => `${type}1false`),
      );
      expect(await open.run("matchMedia('(hover: hover) and (pointer: fine)').matches")).toBe(String(hovers));
      await agent.click('link "Away"', { button: 'middle' });
      await expect.poll(() => away.visits).toBe(1);
      expect(open.visits).toBe(1);
    },
  );
});
