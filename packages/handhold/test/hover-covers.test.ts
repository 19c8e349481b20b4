import { describe, expect, it } from 'vitest';
import { useBrowser } from './agent.js';
import { places } from './places.js';

const bench = useBrowser();

const over = 'position: absolute; left: 0; top: 40px; width: 300px; height: 200px; background: white';
const menu = (extra = '') => `<div style="position: relative; height: 300px">
  <div id="top" style="width: 120px"><button onclick="note('products')">Products</button>
    <div id="menu" style="${over}" ${extra}><a href="#all">All</a></div></div>
  <button style="position: absolute; left: 20px; top: 100px" onclick="note('bought')">Buy</button></div>`;

/** What lies over the button while the pointer rests where the click before left it. */
const opened: Record<string, string> = {
  'by style': `<style>#menu { display: none } #top:hover #menu { display: block }</style>${menu()}`,
  'by a script': `${menu('hidden')}<script>
    top_ = document.querySelector('#top');
    top_.onmouseenter = () => { menu.hidden = false; };
    top_.onmouseleave = () => { menu.hidden = true; };</script>`,
  'and closed a moment later': `${menu('hidden')}<script>
    top_ = document.querySelector('#top');
    top_.onmouseenter = () => { menu.hidden = false; };
    top_.onmouseleave = () => setTimeout(() => { menu.hidden = true; }, 150);</script>`,
  'and faded away': `<style>#menu { opacity: 0; visibility: hidden; transition: all .2s }
    #top:hover #menu { opacity: 1; visibility: visible }</style>${menu()}`,
};

describe.each(Object.entries(opened))('what the resting pointer has opened %s', (_how, html) => {
  it('is in no way of a click', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(html);
    await agent.open(page);
    const buy = agent.ref('button "Buy"');
    await agent.click('button "Products"');
    await agent.does('browser_click', { ref: buy });
    expect(page.notes).toEqual(['products', 'bought']);
  });
});

describe.each(places)('in %s', (_place, put) => {
  it('a tip that the pointer has opened is in no way of a click', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(
      put(`<style>#tip { display: none; ${over} } #one:hover + #tip { display: block }</style>
      <button id="one" onclick="note('one')">One</button><div id="tip">The first of them</div>
      <div style="height: 60px"></div><button onclick="note('two')">Two</button>`),
    );
    await agent.open(page);
    const two = agent.ref('button "Two"');
    await agent.click('button "One"');
    await agent.does('browser_click', { ref: two });
    expect(page.notes).toEqual(['one', 'two']);
  });
});

describe('what the pointer opens as it comes', () => {
  const tip = (opens: string) => `<div style="position: relative; margin: 60px">
    <button id="b" style="width: 120px; height: 40px" onclick="note('clicked')">Save</button>
    <div id="tip" hidden style="position: absolute; left: 0; top: 0; width: 120px; height: 40px; background: white">A tip</div></div>
    <script>${opens}</script>`;

  it.each([
    [
      'at once, on one side',
      `tip.style.width = '70px'; b.onmouseenter = () => { tip.hidden = false; }; b.onmouseleave = () => { tip.hidden = true; };`,
    ],
    [
      'a moment later, over all of it',
      `let timer;
      b.onmouseenter = () => { timer = setTimeout(() => { tip.hidden = false; }, 5); };
      b.onmouseleave = tip.onmouseleave = () => { clearTimeout(timer); tip.hidden = true; };`,
    ],
    [
      'once',
      `b.onmouseenter = () => { tip.hidden = false; b.onmouseenter = undefined; setTimeout(() => { tip.hidden = true; }, 200); };`,
    ],
  ])('%s, is in no way of a click', async (_how, opens) => {
    const agent = bench.agent();
    const page = bench.site.page(tip(opens));
    await agent.open(page);
    await agent.click('button "Save"');
    expect(page.notes).toEqual(['clicked']);
  });

  it('at once and over all of it is told', async () => {
    const agent = bench.agent();
    const page = bench.site.page(
      tip(`b.onmouseenter = () => { tip.hidden = false; }; tip.onmouseleave = () => { tip.hidden = true; };`),
    );
    await agent.open(page);
    const error = await agent.fails('browser_click', { ref: agent.ref('button "Save"') });
    expect(error).toMatchObject({ code: 'element_blocked', sideEffect: 'none' });
    expect(error.message).toContain('A tip');
    expect(page.notes).toEqual([]);
  });
});

describe('what really covers something', () => {
  it('is told, whether the pointer rests on it or not', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`<button onclick="note('go')">Go</button><p></p>
      <button style="position: relative; top: 30px">Under</button>
      <div style="${over}; top: 60px" onclick="note('cover')">Cover</div>`);
    await agent.open(page);
    const under = agent.ref('button "Under"');
    await agent.click('button "Go"');
    for (let times = 0; times < 2; times++) {
      const error = await agent.fails('browser_click', { ref: under });
      expect(error).toMatchObject({ code: 'element_blocked', sideEffect: 'none' });
      expect(error.message).toContain('Cover');
    }
    expect(page.notes).toEqual(['go']);
  });
});

describe('a title that a script takes away while the pointer is over its element', () => {
  /** Ways in which tooltips do that, on coming and on leaving. */
  const kept: Record<string, [string, string]> = {
    'and keeps in another attribute': [
      'b.setAttribute("data-original-title", b.title); b.title = ""',
      'b.dataset.left = ""',
    ],
    'and knows by itself': ['b.kept = b.title; b.removeAttribute("title")', 'b.title = b.kept'],
    'and writes into a tip': [
      'b.kept = b.title; b.removeAttribute("title"); tip.textContent = b.kept; b.setAttribute("aria-describedby", "tip")',
      'b.title = b.kept; b.removeAttribute("aria-describedby"); tip.textContent = ""',
    ],
  };

  it.each(Object.entries(kept))('%s is still what the element is called', async (_way, [comes, leaves]) => {
    const agent = bench.lasting();
    const page =
      bench.site.page(`<button id="b" title="Create a branch"><svg width="20" height="20"></svg></button>
      <div id="tip" role="tooltip"></div><button>Other</button>
      <script>b.onmouseenter = () => { ${comes} }; b.onmouseleave = () => { ${leaves} };
      b.onclick = () => note('created');</script>`);
    expect(await agent.open(page)).toContain('button "Create a branch"\n');
    const create = agent.ref('button "Create a branch"');
    await agent.does('browser_hover', { ref: create });
    expect(await agent.snapshot()).toContain(`${create} button "Create a branch"\n`);
    const { changes } = await agent.does('browser_click', { ref: create });
    expect(changes).toBe('');
    await agent.click('button "Other"');
    await agent.does('browser_click', { ref: create });
    expect(page.notes).toEqual(['created', 'created']);
  });
});
