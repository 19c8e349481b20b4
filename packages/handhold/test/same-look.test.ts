import { describe, expect, it } from 'vitest';
import { useBrowser } from './agent.js';

const bench = useBrowser();

/** A page that has been looked at often enough to be known by heart. */
async function known(body: string, head = '') {
  const agent = bench.lasting();
  const page = bench.site.page(body, { head, remote: true });
  await agent.open(page);
  const look = async () => (await agent.does('browser_snapshot')).tree;
  const first = await look();
  for (let i = 0; i < 3; i++) expect(await look()).toBe(first);
  return { agent, page, look, first };
}

const body = `<style id="sheet">
    .far { position: absolute; left: 600px; top: 400px } #hidden { display: none }
    #cover { position: fixed; inset: 0; display: none }
  </style>
  <p><button id="go">Go</button> <a id="more" href="#more">More</a></p>
  <input id="text" aria-label="Text"><input id="box" type="checkbox" aria-label="Box">
  <textarea id="area" aria-label="Area"></textarea>
  <select id="one" aria-label="One"><option>A<option>B</select>
  <select id="many" aria-label="Many" multiple size="3"><option selected>C<option>D<option>E</select>
  <div id="plain">Plain words</div>
  <button id="hidden" class="far">Secret</button><div id="cover"></div>
  <div id="pop" popover><button>Popped</button></div>`;

const changes: [string, string, RegExp][] = [
  ['text', `go.firstChild.data = 'Went'`, /button "Went"/],
  ['an attribute', `go.setAttribute('aria-label', 'Start')`, /button "Start"/],
  ['a new element', `go.insertAdjacentHTML('afterend', '<button>New</button>')`, /button "New"/],
  ['a missing one', `more.remove()`, /^(?!.*link "More")/s],
  ['the value of a field', `text.value = 'typed'`, /textbox "Text".*typed/],
  ['the text of an area', `area.value = 'written'`, /textbox "Area".*written/],
  ['a tick', `box.checked = true`, /checkbox "Box" checked/],
  ['a tick that is neither', `box.indeterminate = true`, /checkbox "Box" mixed/],
  ['a choice', `one.selectedIndex = 1`, /combobox "One" = "B"/],
  ['one choice of many', `many.options[2].selected = true`, /listbox "Many" = "[^"]*E"/],
  ['the focus', `text.focus()`, /textbox "Text".*focused/],
  ['a new rule of style', `sheet.sheet.insertRule('#more { display: none }')`, /^(?!.*link "More")/s],
  [
    'a rule that hides',
    `sheet.sheet.cssRules[0].selectorText = '#more, .far'; sheet.sheet.cssRules[0].style.visibility = 'hidden'`,
    /^(?!.*link "More")/s,
  ],
  ['a rule that shows', `sheet.sheet.cssRules[1].style.display = 'block'`, /button "Secret"/],
  ['a rule that covers', `sheet.sheet.cssRules[2].style.display = 'block'`, /button "Go" covered/],
  ['a popover', `pop.showPopover()`, /button "Popped"/],
  ['a listener', `plain.addEventListener('click', () => {})`, /clickable "Plain words"/],
];

/** Puts what stands in the page into a shadow tree of its own. */
const inShadow = (mode: string) => `<script>
  const rest = [...document.body.childNodes];
  customElements.define('x-page', class extends HTMLElement {
    connectedCallback() { window.tree = this.attachShadow({ mode: '${mode}' }); tree.append(...rest); }
  });
  document.body.append(document.createElement('x-page'));
</script>`;

/** Runs something with the elements of a shadow tree as if they were those of the document. */
const there = (change: string) =>
  `new Function('names', ${JSON.stringify(`with (names) { ${change} }`)})(new Proxy({}, {
    has: (_names, id) => typeof id === 'string' && tree.getElementById(id) !== null,
    get: (_names, id) => typeof id === 'string' ? tree.getElementById(id) : undefined,
  }))`;

describe('a page that is looked at again and again', () => {
  it.each(changes)('shows %s', async (_what, change, seen) => {
    const { page, look, first } = await known(body);
    expect(first).not.toMatch(seen);
    await page.run(change);
    const now = await look();
    expect(now).toMatch(seen);
    expect(await look()).toBe(now);
  });

  it.each(changes)('shows %s in a shadow tree', async (_what, change, seen) => {
    const { page, look, first } = await known(body + inShadow('open'));
    expect(first).not.toMatch(seen);
    await page.run(there(change));
    const now = await look();
    expect(now).toMatch(seen);
    expect(await look()).toBe(now);
  });

  it('shows what changes in a closed shadow tree', async () => {
    const { page, look } = await known(body + inShadow('closed'));
    await page.run(there(`go.firstChild.data = 'Went'; text.value = 'typed'`));
    expect(await look()).toMatch(/button "Went".*textbox "Text".*typed/s);
  });

  it('shows a shadow tree that comes late, and what an element only tells the browser', async () => {
    const { page, look } = await known(`<x-late></x-late><x-switch tabindex="0">Dark</x-switch><script>
      customElements.define('x-late', class extends HTMLElement {});
      customElements.define('x-switch', class extends HTMLElement {
        internals = this.attachInternals();
        connectedCallback() { this.internals.role = 'switch'; this.internals.ariaChecked = 'false'; }
      });</script>`);
    expect(await look()).toBe('@e1 switch "Dark" unchecked');
    await page.run(`document.querySelector('x-switch').internals.ariaChecked = 'true'`);
    expect(await look()).toBe('@e1 switch "Dark" checked');
    await page.run(
      `document.querySelector('x-late').attachShadow({ mode: 'open' }).innerHTML = '<button style="position:absolute">Late</button>'`,
    );
    expect(await look()).toContain('button "Late"');
  });

  it('shows what changes beside something that turns for ever', async () => {
    const { page, look } =
      await known(`<style>@keyframes turn { to { transform: rotate(1turn); opacity: 0.5 } }
      @keyframes away { to { transform: translateX(-900px) } }
      #wheel { animation: turn 1s linear infinite; width: 20px; height: 20px }</style>
      <div id="wheel"></div><button id="go">Go</button><a id="more" href="#more" style="display:inline-block">More</a>`);
    await page.run(`go.firstChild.data = 'Went'`);
    expect(await look()).toMatch(/button "Went"/);
    await look();
    await page.run(`more.style.animation = 'away 1ms forwards'; more.getAnimations()[0].finish()`);
    expect(await look()).not.toContain('More');
  });

  it('is told with the address and title it has by then', async () => {
    const { agent, page } = await known(body);
    await page.run(`history.pushState({}, '', '#there'); document.title = 'Elsewhere'`);
    const { url, title } = await agent.does('browser_snapshot');
    expect([url, title]).toEqual([`${page.url}#there`, 'Elsewhere']);
  });

  it('shows what scrolled into reach', async () => {
    const items = Array.from(
      { length: 400 },
      (_item, i) => `<p><button>Item ${i}</button>${'<b></b>'.repeat(3)}</p>`,
    );
    const { agent, page } = await known(items.join(''));
    await page.run('scrollTo(0, document.documentElement.scrollHeight)');
    const { tree, scroll } = await agent.does('browser_snapshot');
    expect(tree).toContain('button "Item 399"');
    expect(scroll?.y).toBeGreaterThan(1000);
  });

  it('shows what comes in a shadow tree, also of an element that gets one only then', async () => {
    const { page, look } = await known(
      '<x-card></x-card><x-late></x-late><div id="host"></div>',
      `<script>
      customElements.define('x-card', class extends HTMLElement {
        connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<button>In</button>'; }
      });
    </script>`,
    );
    await page.run(
      `document.querySelector('x-card').shadowRoot.querySelector('button').textContent = 'Inside'`,
    );
    expect(await look()).toContain('button "Inside"');
    await page.run(`customElements.define('x-late', class extends HTMLElement {
      constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = '<button>Late</button>'; }
    })`);
    expect(await look()).toContain('button "Late"');
  });

  it('tells in a difference what changed since, and nothing where nothing did', async () => {
    const { agent, page } = await known(body);
    const diff = async () => (await agent.does('browser_snapshot', { diff: true })).tree;
    expect(await diff()).toBe(await diff());
    await page.run(`go.textContent = 'Gone on'`);
    expect(await diff()).toContain('button "Gone on"');
  });

  it('keeps its refs', async () => {
    const { agent, page, look, first } = await known(`<button onclick="note('pressed')">Press</button>`);
    await agent.does('browser_click', { ref: '@e1' });
    expect(page.notes).toEqual(['pressed']);
    expect(await look()).toBe(first.replace('"Press"', '"Press" focused'));
  });
});
