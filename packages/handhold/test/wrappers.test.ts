import { describe, expect, it } from 'vitest';
import { type Agent, useBrowser } from './agent.js';
import { places } from './places.js';
import type { SitePage } from './site.js';

const bench = useBrowser();

/** A page on which one element, `id="heard"`, hears the clicks on everything in it. */
const delegating = (html: string, event = 'click') =>
  `${html}<script>heard.addEventListener('${event}', (event) => note(event.composedPath()[0].textContent.trim()));</script>`;

const styles = `<style>.pointer { cursor: pointer } .card { border: 1px solid; padding: 6px; margin: 4px }
  td { border: 1px solid; width: 60px; height: 22px } .swatch { display: inline-block; width: 24px; height: 24px }</style>`;

async function opened(html: string): Promise<{ agent: Agent; page: SitePage; shown: string }> {
  const agent = bench.lasting();
  const page = bench.site.page(styles + html);
  const shown = await agent.open(page);
  return { agent, page, shown };
}

const alike: [string, string, string][] = [
  [
    'cards under one pointer',
    '<div id="heard" class="pointer"><div class="card">Write spec</div><div class="card">Fix login</div><div class="card">Upgrade DB</div></div>',
    '@e1 clickable "Write spec"\n@e2 clickable "Fix login"\n@e3 clickable "Upgrade DB"',
  ],
  [
    'cards that one box listens for',
    '<div id="heard"><div class="card" data-id="1">Write spec</div><div class="card" data-id="2">Fix login</div></div>',
    '@e1 clickable "Write spec"\n@e2 clickable "Fix login"',
  ],
  [
    'lines of a box that holds nothing else',
    '<div id="heard" class="pointer"><div>Apple</div><div>Pear</div><div>Plum</div></div>',
    '@e1 clickable "Apple"\n@e2 clickable "Pear"\n@e3 clickable "Plum"',
  ],
  [
    'items of a list',
    '<ul id="heard"><li>Apple</li><li>Pear</li></ul>',
    '@e1 listitem "Apple"\n@e2 listitem "Pear"',
  ],
  [
    'options of a drawn list, beside what is chosen',
    '<div id="heard" class="pointer" tabindex="0"><span>Pick one</span><ul><li data-value="1">Red</li><li data-value="2">Blue</li></ul></div>',
    '@e1 clickable "Pick one"\n@e2 listitem "Red"\n@e3 listitem "Blue"',
  ],
  [
    'colours with nothing but a title',
    '<div id="heard" class="pointer"><span class="swatch" style="background:red" title="Red"></span><span class="swatch" style="background:blue" title="Blue"></span></div>',
    '@e1 clickable "Red"\n@e2 clickable "Blue"',
  ],
  [
    'cells of a table that listens',
    '<table id="heard"><tbody><tr><td>Ada<td>Paris</tr><tr><td>Bob<td>Rome</tr></table>',
    '@e1 cell "Ada"\n@e2 cell "Paris"\n@e3 cell "Bob"\n@e4 cell "Rome"',
  ],
  [
    'rows that are numbered in a table that listens',
    '<table id="heard"><tbody><tr data-id="1"><td>Ada<td>Paris</tr><tr data-id="2"><td>Bob<td>Rome</tr></table>',
    '@e1 row "Ada Paris"\n@e2 row "Bob Rome"',
  ],
  [
    'rows of a table with the pointer',
    '<table id="heard" class="pointer"><tbody><tr><td>Ada<td>Paris</tr><tr><td>Bob<td>Rome</tr></table>',
    '@e1 row "Ada Paris"\n@e2 row "Bob Rome"',
  ],
  [
    'cells of a sheet whose page listens, by their numbers',
    '<div id="heard"><div tabindex="0"><table><tr><td data-x="0" data-y="0">Ada<td data-x="1" data-y="0">Paris</table></div></div>',
    '@e1 cell "Ada"\n@e2 cell "Paris"',
  ],
];

describe('in something that listens or has the pointer for all that is in it', () => {
  it('the options of a list that a cell of a sheet has opened are things of their own, though the sheet is one too', async () => {
    const list = ['daily', 'weekly'].map((name) => `<div class="dd-item"><div>${name}</div></div>`).join('');
    const { agent, page, shown } = await opened(
      delegating(`<div id="heard"><div tabindex="0"><table><tr><td data-x="0" data-y="0">Food<td data-x="1" data-y="0">
        <div class="pointer" style="position:relative"><input readonly value="weekly">
        <div style="position:absolute;top:24px"><div>${list}</div></div></div></table></div></div>`),
    );
    expect(shown).toContain('clickable "daily"\n');
    await agent.does('browser_click', { ref: agent.ref('clickable "daily"') });
    expect(page.notes).toEqual(['daily']);
  });

  it.each(alike)('%s are things of their own', async (_what, html, lines) => {
    const { agent, page, shown } = await opened(delegating(html));
    expect(shown).toBe(lines);
    for (const line of lines.split('\n').reverse()) {
      const [ref = '', , name = ''] = /(@e\d+) \w+ "(.*)"/.exec(line)?.slice(0, 3) ?? [];
      await agent.does('browser_click', { ref: line.slice(0, line.indexOf(' ')) });
      expect(name.startsWith(page.notes.splice(0).join())).toBe(true);
      expect(ref).not.toBe('');
    }
  });

  it.each(places)('the cards of a board are told one by one in %s', async (_place, inPlace) => {
    const board = `<div id="heard" class="pointer"><div class="column"><h2>Todo</h2><div class="card">Write spec</div>
      <div class="card">Fix login <button>More</button></div></div>
      <div class="column"><h2>Done</h2><div class="card">Upgrade DB</div></div></div>`;
    const { agent, page, shown } = await opened(delegating(inPlace(styles + board)));
    expect(shown).toBe(
      [
        '## "Todo"',
        '@e1 clickable "Write spec"',
        '@e2 clickable "Fix login More"',
        '@e3 button "More"',
        '## "Done"',
        '@e4 clickable "Upgrade DB"',
      ].join('\n'),
    );
    await agent.does('browser_click', { ref: '@e4' });
    await agent.does('browser_click', { ref: '@e1' });
    expect(page.notes).toEqual(['Upgrade DB', 'Write spec']);
  });

  it('empty cells of a sheet are told by their column and row, and take a double click', async () => {
    const { agent, page, shown } = await opened(
      `<table id="heard"><thead><tr><th><th>Jan<th>Feb</tr></thead><tbody><tr><td>Rent<td>1200<td></tr><tr><td>Food<td><td></tr></table>
      <script>heard.addEventListener('dblclick', ({ target }) => note(target.parentElement.rowIndex + ' ' + target.cellIndex));</script>`,
    );
    expect(shown).toContain('@e5 cell "1200"\n@e6 cell (near "Feb, Rent")\n@e7 cell "Food"');
    expect(shown).toContain('@e9 cell (near "Feb, Food")');
    await agent.does('browser_click', { ref: '@e9', clickCount: 2 });
    expect(page.notes).toEqual(['2 2']);
  });

  it('the cells of a long sheet are counted as far as they go', async () => {
    const rows = Array.from({ length: 300 }, (_, i) => `<tr><td>a${i}<td>b${i}<td>c${i}<td>d${i}</tr>`).join(
      '',
    );
    const { agent, page, shown } = await opened(delegating(`<table id="heard"><tbody>${rows}</table>`));
    expect(shown.match(/@e\d+ cell/g)).toHaveLength(100);
    expect(shown).toMatch('… about 1100 more elements');
    await agent.does('browser_find', { text: 'c299' });
    await agent.click('cell "c299"');
    expect(page.notes).toEqual(['c299']);
  });

  it('every text is there, though what it stands in has no line of its own', async () => {
    const { agent, shown } = await opened(
      delegating(`<div id="heard"><h2>Accounts</h2><p>Balance: 42 euros</p><button>Pay</button><button>Move</button>
        <table><tr><td>Ada<td>10</tr></table></div>`),
    );
    expect(shown).toBe('## "Accounts"\n@e1 button "Pay"\n@e2 button "Move"');
    const all = await agent.snapshot({ interactiveOnly: false });
    expect(all).toContain('Balance: 42 euros');
    expect(all).toContain('| Ada | 10 |');
    expect((await agent.does('browser_find', { text: '42 euros' })).matches).toMatch(
      'text "Balance: 42 euros"',
    );
    expect(await agent.reads('browser_read')).toContain('Balance: 42 euros');
  });

  it('a table is a table although the box around it can be clicked', async () => {
    const { agent, shown } = await opened(
      delegating(
        '<div id="heard"><p>Of <a href="#x">2026</a></p><table><tr><td>Ada<td>10</tr><tr><td>Bob<td>20</tr></table></div>',
      ),
    );
    expect(shown).toBe('@e1 clickable "Of 2026 Ada 10 Bob 20"\n@e2 link "2026"');
    expect(await agent.snapshot({ interactiveOnly: false })).toContain('| Ada | 10 |\n| Bob | 20 |');
  });
});

describe('what has no name in something that has the pointer for all of it', () => {
  it.each([
    [
      'squares of a game',
      '<div id="heard" class="pointer" style="width:120px"><div class="square"></div><div class="square"></div><div class="square"></div></div>',
      ['1 of 3', '2 of 3', '3 of 3'],
    ],
    [
      'cells that are boxes',
      '<div id="heard"><div class="row"><div class="cell"></div><div class="cell"></div></div><div class="row"><div class="cell"></div><div class="cell"></div></div></div>',
      ['column 1, row 1', 'column 2, row 1', 'column 1, row 2', 'column 2, row 2'],
    ],
  ])('is told by its place: %s', async (_what, html, places) => {
    const { agent, page, shown } = await opened(
      `<style>.square, .cell { width: 30px; height: 30px; border: 1px solid; display: inline-block }</style>${html}
      <script>const all = [...heard.querySelectorAll('.square, .cell')]; heard.addEventListener('click', ({ target }) => note(String(all.indexOf(target))));</script>`,
    );
    expect(shown).toBe(places.map((place, i) => `@e${i + 1} clickable (near "${place}")`).join('\n'));
    await agent.does('browser_click', { ref: '@e3' });
    expect(page.notes).toEqual(['2']);
  });
});

describe('a thing with a label of its own', () => {
  it.each([
    ['button', '<div role="button" tabindex="0" aria-label="Giro account">'],
    ['link', '<a href="#x" aria-label="Giro account">'],
    ['clickable', '<div onclick="" aria-label="Giro account">'],
  ])('that is a %s does not keep what else is written on it to itself', async (role, start) => {
    const { agent } = await opened(`${start}<p>Giro</p><p>Balance: 42 euros</p></div>`);
    const all = await agent.snapshot({ interactiveOnly: false });
    expect(all).toBe(`@e1 ${role} "Giro account"\nBalance: 42 euros`);
    expect((await agent.does('browser_find', { text: '42' })).matches).toMatch(
      /^@e\d+ text "Balance: 42 euros"/m,
    );
  });

  it('that stands for a sign is told by the label alone', async () => {
    const { agent } = await opened(
      '<button aria-label="Close"><span>×</span></button><button aria-label="Search"><i>search</i></button><a href="#x" aria-label="Read more on cats">Read more</a>',
    );
    expect(await agent.snapshot({ interactiveOnly: false })).toBe(
      '[@e1 button "Close"] [@e2 button "Search"] [@e3 link "Read more on cats"]'
        .replaceAll('] [', '\n')
        .slice(1, -1),
    );
  });

  it('whose name is too long to be shown is told to its end', async () => {
    const words = Array.from({ length: 20 }, (_, i) => `<p>Line ${i} of text</p>`).join('');
    const { agent } = await opened(`<a href="#x">${words}</a>`);
    expect(await agent.snapshot({ interactiveOnly: false })).toContain('Line 19 of text');
  });
});

describe('things that listen each for itself', () => {
  it('are rows without a pointer, and items inside of items', async () => {
    const { agent, page, shown } = await opened(
      `<table><thead><tr><th>Name<th>City</tr></thead><tbody><tr class="own"><td>Ada<td>Paris</tr><tr class="own"><td>Bob<td>Rome</tr></table>
      <ul><li class="own">Fruit<ul><li class="own">Apple</li><li class="own">Pear<ul><li class="own">Conference</li></ul></li></ul></li></ul>
      <script>for (const own of document.querySelectorAll('.own')) own.addEventListener('click', (event) => {
        event.stopPropagation(); note(own.textContent.trim().split(/\\s|(?<=[a-z])(?=[A-Z])/)[0]); });</script>`,
    );
    expect(shown).toBe(
      [
        '@e1 row "Ada Paris"',
        '@e2 row "Bob Rome"',
        '@e3 listitem "Fruit"',
        '@e4 listitem "Apple"',
        '@e5 listitem "Pear"',
        '@e6 listitem "Conference"',
      ].join('\n'),
    );
    for (const ref of ['@e2', '@e3', '@e5', '@e6']) await agent.does('browser_click', { ref });
    expect(page.notes).toEqual(['Bob', 'Fruit', 'Pear', 'Conference']);
  });

  it('are so with controls in them too, if they say something besides', async () => {
    const { agent, page, shown } = await opened(
      `<div class="card own">Invoice 1 <button>Pay</button><button>Delete</button></div>
      <div class="card own">Invoice 2 <button>Pay</button><button>Delete</button></div>
      <script>for (const own of document.querySelectorAll('.own')) own.addEventListener('click', ({ target }) => note(target.className));</script>`,
    );
    expect(shown.match(/clickable "Invoice \d/g)).toEqual(['clickable "Invoice 1', 'clickable "Invoice 2']);
    await agent.click('clickable "Invoice 2');
    expect(page.notes).toEqual(['card own']);
  });
});

describe('one thing stays one line', () => {
  it.each([
    ['an icon and a word', '<div id="heard" class="pointer"><span>★</span><span>Star</span></div>', '★Star'],
    [
      'an address',
      '<div id="heard" class="pointer"><div>Ada</div><div>12 Street</div></div>',
      'Ada 12 Street',
    ],
    [
      'a card with title, text and features',
      '<div id="heard" class="card pointer"><h3>Pro</h3><ul><li>10 users<li>5 GB</ul></div><div class="card pointer"><h3>Team</h3><ul><li>9 users<li>7 GB</ul></div>',
      'Pro 10 users 5 GB',
    ],
    [
      'a card with labels on it',
      '<div id="heard" class="pointer card">Fix login <span class="swatch chip" style="background:red">bug</span> <span class="swatch chip" style="background:red">new</span></div>',
      'Fix login bug new',
    ],
    ['a row with the pointer', '<table><tr id="heard" class="pointer"><td>Ada<td>Paris</table>', 'Ada Paris'],
  ])('%s', async (_what, html, name) => {
    const { shown } = await opened(delegating(html));
    expect(shown.split('\n').filter((line) => line.startsWith('@'))[0]).toMatch(`"${name}"`);
    expect(shown).not.toMatch(/"(Star|Ada|12 Street|10 users|bug|Paris)"/);
  });

  it.each([
    [
      'the page',
      '<main id="heard"><h1>News</h1><ul><li>One</li><li>Two</li></ul><table><tr><td>x<td>y</table></main>',
    ],
    [
      'the links among them, though they can be linked to',
      '<div id="heard"><p>Of <a href="#1">cats</a></p><ul><li id="n1">One</li><li id="n2">Two</li></ul><div class="section" id="s1">Some text</div><div class="section" id="s2">More text</div></div>',
    ],
    [
      'the keys that scroll it, though narrow windows draw headings before its cells',
      '<p id="heard"></p><div tabindex="0"><table><tr><td data-label="Name">Ada<td data-label="City">Paris</table></div>',
    ],
    [
      'the controls in it',
      '<div id="heard"><ul><li>One <a href="#1">edit</a></li><li>Two <a href="#2">edit</a></li></ul><ul><li>Plain</li><li>Text</li></ul></div>',
    ],
  ])('but texts are no things because something listens for %s', async (_what, html) => {
    const { shown } = await opened(delegating(html));
    expect(shown).not.toMatch(/@e\d+ (listitem|cell|row)/);
  });
});

const field = `<style>.frame { border: 1px solid; padding: 6px; width: 240px } .arrow { display: inline-block; width: 14px; height: 14px }</style>`;
const drawn =
  '<span role="img" aria-label="down" class="arrow"><svg width="12" height="12"><path d="M0 0h12L6 12z"/></svg></span>';

/** A box drawn around fields that listens, or has the pointer, for these. */
const frames: [string, string, string][] = [
  [
    'a field and an icon',
    `<div id="heard" class="frame pointer"><input role="combobox" aria-label="City" aria-expanded="false">${drawn}</div>`,
    '@e1 combobox "City" collapsed',
  ],
  [
    'fields with a label and a button each, side by side',
    ['City', 'Town']
      .map(
        (name) =>
          `<div class="frame each"><label for="${name}">${name}</label><input id="${name}" role="combobox" aria-expanded="false"><button aria-label="Open">▾</button></div>`,
      )
      .join('') +
      '<p id="heard"></p><script>for (const one of document.querySelectorAll(".each")) one.addEventListener("click", () => {})</script>',
    '@e1 combobox "City" collapsed\n@e2 button "Open"\n@e3 combobox "Town" collapsed\n@e4 button "Open"',
  ],
  [
    'a slider and what it runs along',
    '<div id="heard" class="frame pointer" style="position: relative"><div style="background: #ccc; height: 14px; cursor: pointer"></div><div role="slider" aria-label="Volume" aria-valuenow="30" tabindex="0" style="position: absolute; left: 30%; top: 0; width: 14px; height: 14px; background: blue"></div></div>',
    '@e1 slider "Volume" = "30"',
  ],
  [
    'the stars of a rating, whose names are for readers',
    `<style>.sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip: rect(0 0 0 0) }</style><span id="heard" class="pointer">${[
      1, 2,
    ]
      .map(
        (star) =>
          `<label for="s${star}"><svg width="24" height="24"><path d="M0 0h24v24z"/></svg><span class="sr">${star} stars</span></label><input class="sr" type="radio" name="stars" id="s${star}">`,
      )
      .join('')}</span>`,
    '@e1 radio "1 stars" unchecked\n@e2 radio "2 stars" unchecked',
  ],
];

describe('a box around fields', () => {
  it.each(frames)('is no thing of its own: %s', async (_what, html, lines) => {
    const { shown } = await opened(field + delegating(html));
    expect(shown).toBe(lines);
  });

  it('that says something is called by that, and not by what is typed in it', async () => {
    const { agent, page } = await opened(
      `${field}<div id="heard" class="frame pointer" tabindex="0"><span>Red</span><div><input aria-label="Search"><ul><li data-value="1">Red one</li><li data-value="2">Blue</li></ul></div></div>
      <script>heard.addEventListener('click', () => note('opened'));</script>`,
    );
    const typed = await agent.does('browser_type', { ref: agent.ref('textbox "Search"'), text: 'bl' });
    expect(typed.changes).not.toContain('Red');
    page.notes.length = 0;
    await agent.click('clickable "Red"');
    expect(page.notes).toEqual(['opened']);
  });
});
