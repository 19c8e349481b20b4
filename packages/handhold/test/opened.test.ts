import { describe, expect, it } from 'vitest';
import { useBrowser } from './agent.js';
import { places } from './places.js';

const bench = useBrowser();

/** What a page does to the rest of itself in the same moment: more than can be told. */
const backgrounds: [string, string, string][] = [
  [
    'a list that is drawn anew',
    '<div id="rest"></div>',
    `rest.innerHTML = Array.from({ length: 175 }, (_, i) => '<button>Row ' + i + ' of ' + round + '</button>').join('')`,
  ],
  [
    'rows that are put in their places',
    '<div id="rest" style="position: relative; height: 200px; overflow: auto"></div>',
    `rest.innerHTML = Array.from({ length: 175 }, (_, i) => '<div class="row" style="position: absolute; top: ' + i * 24 + 'px"><button>Row ' + i + ' of ' + round + '</button></div>').join('')`,
  ],
  [
    'texts that tick',
    `<div id="rest">${Array.from({ length: 600 }, (_, i) => `<p>Text ${i}</p>`).join('')}</div>`,
    `for (const text of rest.children) text.firstChild.data = text.firstChild.data.replace(/( .*)?$/, ' ' + round + '$1')`,
  ],
  [
    'texts that are drawn anew',
    '<div id="rest"></div>',
    `rest.innerHTML = Array.from({ length: 600 }, (_, i) => '<p>Text ' + i + ' of ' + round + '</p>').join('')`,
  ],
];

const items = ['Cut', 'Copy', 'Paste'];
const buttons = items.map((name) => `<button>${name}</button>`).join('');
const atEnd = (html: string) => `document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(html)})`;

/** What opens, by how the page does it: HTML that is there before, the script, and the lines that are to come first. */
const openings: [string, string, string, (string | RegExp)[]][] = [
  [
    'a menu at the end of the body',
    '',
    atEnd(
      `<div data-portal><div style="position: absolute; top: 60px; left: 20px; z-index: 9; background: white"><ul role="menu" aria-label="Edit">${items.map((name) => `<li role="menuitem" tabindex="-1">${name}</li>`).join('')}</ul></div></div>`,
    ),
    items.map((name) => `menuitem "${name}"`),
  ],
  [
    'a menu without roles',
    '<div id="menu"></div>',
    `menu.innerHTML = ${JSON.stringify(`<div style="position: absolute; background: white">${buttons}</div>`)}`,
    items.map((name) => `button "${name}"`),
  ],
  [
    'a menu that was there, hidden',
    `<div id="menu" style="display: none; position: absolute; background: white">${buttons}</div>`,
    `menu.style.display = 'block'`,
    items.map((name) => `button "${name}"`),
  ],
  [
    'a box in a wrapper in a wrapper in the flow, fixed',
    '',
    atEnd(
      `<div><div><div><div><div style="position: fixed; top: 60px; left: 20px; background: white">${buttons}</div></div></div></div></div>`,
    ),
    items.map((name) => `button "${name}"`),
  ],
  [
    'a popover',
    `<div id="menu" popover>${buttons}</div>`,
    'menu.showPopover()',
    items.map((name) => `button "${name}"`),
  ],
  [
    'a dialog that leaves the page as it is',
    '',
    atEnd(
      `<div role="dialog" aria-label="Filter" style="position: fixed; top: 60px; left: 20px; background: white">${buttons}</div>`,
    ),
    ['dialog "Filter"', ...items.map((name) => `button "${name}"`)],
  ],
  [
    'a message in a corner',
    '',
    atEnd('<div style="position: fixed; bottom: 0; right: 0; background: white">Link copied</div>'),
    ['"Link copied"'],
  ],
  [
    'a message where messages come',
    '<div id="toasts" style="position: fixed; bottom: 0; right: 0; background: white"></div>',
    `toasts.innerHTML = '<div>Link copied</div>'`,
    ['"Link copied"'],
  ],
  [
    'a message of the page itself',
    '<div id="said" role="status"></div>',
    `said.textContent = 'Link copied'`,
    ['status "Link copied"'],
  ],
  [
    'a message that is announced',
    '<div aria-live="polite"><p id="said"></p></div>',
    `said.textContent = 'Link copied'`,
    [/^(status )?"Link copied"/],
  ],
];

/** The lines of what is new, without refs and indents. */
function fresh(changes: string): string[] {
  return changes.split('\n').map((line) => line.replace(/^\+ +(@e\d+ )?/, '').replace(/ focused$/, ''));
}

const first = ([place]: [string, unknown]) => place !== 'a page';

describe('what an action has opened comes first', () => {
  const cases = backgrounds.flatMap(([around, before, change]) =>
    openings.map(([what, own, open, lines]) => [what, around, before, change, own, open, lines] as const),
  );

  it.each(cases)('%s, over %s', async (_what, _around, before, change, own, open, lines) => {
    const agent = bench.lasting();
    const page = bench.site.page(`<button id="go">Go</button>${before}${own}<script>
      let round = 1;
      const change = () => { ${change}; round += 1; };
      change();
      go.onclick = () => { change(); ${open}; setTimeout(change); };
    </script>`);
    await agent.open(page);
    const { changes } = await agent.click('button "Go"');
    const told = fresh(changes);
    for (const [i, line] of lines.entries())
      if (typeof line === 'string') expect(told[i]?.startsWith(line), changes.slice(0, 1500)).toBe(true);
      else expect(told[i], changes.slice(0, 1500)).toMatch(line);
  });

  it.each(places.filter(first))('in %s too', async (_place, put) => {
    const [, before, change] = backgrounds[0] ?? ['', '', ''];
    const agent = bench.lasting();
    const page = bench.site.page(
      put(`<button id="go">Go</button>${before}<div id="menu"></div><script>
      let round = 1;
      const change = () => { ${change}; round += 1; };
      go.onclick = () => { menu.innerHTML = ${JSON.stringify(`<div style="position: absolute; background: white">${buttons}</div>`)}; change(); };
    </script>`),
    );
    await agent.open(page);
    const { changes } = await agent.click('button "Go"');
    expect(fresh(changes).slice(0, 3)).toEqual(items.map((name) => `button "${name}"`));
  });

  it('suggestions of a field whose page is drawn anew with every key', async () => {
    const [, before, change] = backgrounds[0] ?? ['', '', ''];
    const agent = bench.lasting();
    const page =
      bench.site.page(`${before}<input id="field" role="combobox" aria-label="City" aria-controls="list" aria-expanded="false">
      <ul id="list" role="listbox" hidden style="position: absolute; background: white"></ul><script>
      let round = 1;
      const change = () => { ${change}; round += 1; };
      field.oninput = () => {
        change();
        list.hidden = false;
        field.setAttribute('aria-expanded', 'true');
        list.innerHTML = ['Paris', 'Parma', 'Patras'].map((name) => '<li role="option">' + name + '</li>').join('');
      };
    </script>`);
    await agent.open(page);
    const { changes } = await agent.type('combobox "City"', 'Pa');
    const told = fresh(changes);
    expect(
      told.slice(0, 4).filter((line) => line.startsWith('option "')),
      changes.slice(0, 800),
    ).toEqual([
      expect.stringContaining('"Paris"'),
      expect.stringContaining('"Parma"'),
      expect.stringContaining('"Patras"'),
    ]);
  });
});

describe('what is told by a line is not told again as a text', () => {
  it('where options are put into a list of a shadow tree', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`<x-list id="pick"></x-list><script>
      pick.innerHTML = ['Single', 'Double'].map((one) => '<div role="option" slot="x" tabindex="-1">' + one + '</div>').join('');
      const root = pick.attachShadow({ mode: 'open' });
      root.innerHTML = '<button>Room</button><div hidden style="position: absolute"><div role="listbox"><slot name="x"></slot></div><p>Two are free</p></div>';
      root.querySelector('button').onclick = () => { root.querySelector('[hidden]').hidden = false; };</script>`);
    await agent.open(page);
    const { changes } = await agent.click('button "Room"');
    expect(changes.replace(/@e\d+/g, '@e').split('\n')).toEqual([
      '+ @e option "Single"',
      '+ @e option "Double"',
      '+ "Two are free"',
    ]);
  });

  it('where a card is moved that says no more than the thing in it', async () => {
    const agent = bench.lasting();
    const card = (name: string) =>
      `<div class="card"><div onclick="cards.append(this.parentNode.nextSibling, this.parentNode)" style="cursor: pointer">${name}</div></div>`;
    await agent.open(
      bench.site.page(`<div id="cards">${['Sales', 'Traffic', 'Errors'].map(card).join('')}</div>`),
    );
    const { changes } = await agent.click('clickable "Sales"');
    expect(changes).not.toContain('+ "');
    expect(changes).toContain('order now');
  });

  it('where an item is moved that is a thing itself', async () => {
    const agent = bench.lasting();
    const page =
      bench.site.page(`<style>li { cursor: pointer }</style><ul id="from"><li>Write</li><li>Test</li></ul><ul id="to"><li>Plan</li></ul>
      <script>document.onclick = ({ target }) => to.append(target);</script>`);
    await agent.open(page);
    const { changes } = await agent.click('listitem "Write"');
    expect(changes).not.toContain('+ "Write"');
    expect(changes).toContain('order now');
  });
});

describe('the field that an action brings the focus to', () => {
  it('is told, however much has opened in front of it', async () => {
    const agent = bench.lasting();
    const days = Array.from({ length: 60 }, (_, i) => `<button>Day ${i}</button>`).join('');
    await agent.open(
      bench.site.page(`<button onclick="add.hidden = box.hidden = false; field.focus()">Add</button>
        <p id="add" hidden><input id="field" aria-label="Date"></p>
        <div id="box" role="dialog" aria-label="Calendar" hidden style="position: absolute; top: 90px">${days}</div>`),
    );
    const { changes } = await agent.click('button "Add"');
    expect(changes).toMatch(/\+ @e\d+ textbox "Date" focused/);
    expect(changes).toContain('button "Day 0"');
    expect(changes).toContain('more changes');
  });
});
