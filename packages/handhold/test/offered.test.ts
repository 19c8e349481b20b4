import { describe, expect, it } from 'vitest';
import { type Agent, useBrowser } from './agent.js';
import type { SitePage } from './site.js';

const bench = useBrowser();

async function opened(html: string): Promise<{ agent: Agent; page: SitePage; shown: string }> {
  const agent = bench.lasting();
  const page = bench.site.page(html);
  const shown = await agent.open(page);
  return { agent, page, shown };
}

describe('what is offered', () => {
  it.each([
    [
      'a part of a drawing',
      '<svg width="60" height="40"><circle id="x" tabindex="0" cx="20" cy="20" r="15"><title>Node A</title></circle></svg>',
      'clickable "Node A"',
    ],
    [
      'a group with a role',
      '<svg width="60" height="40"><g id="x" tabindex="0" role="button" aria-label="Node A"><path d="M0 0h30v30z"/></g></svg>',
      'button "Node A"',
    ],
    [
      'a whole drawing',
      '<svg id="x" tabindex="0" role="button" aria-label="Node A" width="60" height="40"><path d="M0 0h30v30z"/></svg>',
      'button "Node A"',
    ],
  ])('and drawn: %s takes the focus and keys', async (_what, html, line) => {
    const { agent, page, shown } = await opened(
      `${html}<script>x.addEventListener('focus', () => note('focus')); x.addEventListener('keydown', ({ key }) => note(key));</script>`,
    );
    expect(shown).toBe(`@e1 ${line}`);
    await agent.does('browser_focus', { ref: '@e1' });
    await agent.does('browser_press', { ref: '@e1', key: 'Enter' });
    expect(page.notes).toEqual(['focus', 'Enter']);
  });

  it.each([
    'clip-path: inset(100%)',
    'clip-path: inset(50%)',
    'clip-path: inset(0 0 100% 0)',
    'clip-path: circle(0)',
    'clip-path: ellipse(0 50%)',
    'clip-path: polygon(0 0, 0 0, 0 0)',
    'clip-path: polygon(0 0, 100% 0, 0 0)',
    'position: absolute; clip: rect(0, 0, 0, 0)',
    'position: absolute; clip: rect(5px, 5px, 5px, 5px)',
  ])(
    'is nothing of which %s leaves nothing, but for the field of a label that stands for it',
    async (style) => {
      const { agent, page, shown } = await opened(
        `<button style="${style}">Button</button><a href="#x" style="${style}">Link</a><div onclick="" style="${style}">Box</div>
      <div style="${style}"><button>Inside</button></div>
      <label><input type="checkbox" style="${style}" onchange="note('box')"> Agree</label>
      <input type="radio" id="r" style="${style}" onchange="note('radio')"><label for="r">Blue</label>`,
      );
      expect(shown).toBe('@e1 checkbox "Agree" unchecked\n@e2 radio "Blue" unchecked');
      await agent.does('browser_check', { ref: '@e1' });
      await agent.does('browser_click', { ref: '@e2' });
      expect(page.notes).toEqual(['box', 'radio']);
    },
  );

  it('is what a shape leaves a part of', async () => {
    const { shown } = await opened(
      '<button style="clip-path: circle(40%)">Round</button><button style="clip-path: polygon(0 0, 100% 0, 50% 100%)">Corner</button>',
    );
    expect(shown).toBe('@e1 button "Round"\n@e2 button "Corner"');
  });

  it.each([
    [
      'with a picture and a title',
      'title="Contents" class="icon"',
      '<svg width="20" height="20"><path d="M0 0h20v20z"/></svg>',
    ],
    ['with a word', '', 'Contents'],
  ])('is a box to tick that is not displayed, by its label %s', async (_what, attributes, inside) => {
    const { agent, page, shown } = await opened(
      `<style>#side { display: none } #toggle:checked ~ #side { display: block }</style>
      <label for="toggle" ${attributes}>${inside}</label><input type="checkbox" id="toggle" style="display: none" onchange="note('toggled')">
      <nav id="side"><a href="#1">Chapter 1</a></nav>`,
    );
    expect(shown).toBe('@e1 checkbox "Contents" unchecked');
    expect((await agent.does('browser_click', { ref: '@e1' })).changes).toContain('link "Chapter 1"');
    expect((await agent.does('browser_check', { ref: '@e1', checked: false })).changes).toContain(
      '- @e2 link "Chapter 1"',
    );
    expect(page.notes).toEqual(['toggled', 'toggled']);
  });

  it('are tabs of radios that are not displayed, and a field for files, each once', async () => {
    const { agent, shown } = await opened(
      `<style>input { display: none }</style><input type="radio" name="t" id="a" checked><label for="a">First</label>
      <input type="radio" name="t" id="b"><label for="b">Second</label><label for="b">again</label>
      <label>Photo <input type="file"></label>`,
    );
    expect(shown).toBe('@e1 radio "First" checked\n@e2 radio "Second again" unchecked\n@e3 file "Photo"');
    expect((await agent.does('browser_click', { ref: '@e2' })).changes).toContain(
      '~ @e2 radio "Second again" checked',
    );
  });

  it.each([
    [
      'a region with a name',
      '<div id="x" role="region" tabindex="0" aria-label="Photos">Drop them here</div>',
      '@e2 region "Photos"',
    ],
    ['a plain box', '<div id="x">Drop them here</div>', '@e2 clickable "Drop them here"'],
    ['a list', '<ul id="x"><li>Trash</li></ul>', '@e2 list "Trash"'],
  ])('is where things are let go: %s', async (_what, html, line) => {
    const { agent, page, shown } = await opened(
      `<style>#x { border: 1px dashed; padding: 20px }</style><div id="it" draggable="true">Report</div>${html}
      <script>it.addEventListener('dragstart', (event) => event.dataTransfer.setData('text/plain', 'Report'));
      x.addEventListener('dragover', (event) => event.preventDefault());
      x.addEventListener('drop', (event) => { event.preventDefault(); note(event.dataTransfer.getData('text/plain')); });
      document.addEventListener('drop', () => {}); document.body.addEventListener('drop', () => {});</script>`,
    );
    expect(shown).toBe(`@e1 clickable "Report"\n${line}`);
    await agent.does('browser_drag', { from: '@e1', to: '@e2' });
    expect(page.notes).toEqual(['Report']);
  });

  const arrow = 'style="display:inline-block;width:16px;height:12px;background:#ddd"';

  it.each([
    [
      'that listen each',
      `<i class="arrow-up" ${arrow}></i><i class="arrow-down" ${arrow}></i>`,
      'clickable',
      false,
    ],
    [
      'that are hidden from those with keys',
      `<a role="button" aria-hidden="true" class="ui-spinner-up" ${arrow}></a><a role="button" aria-hidden="true" class="ui-spinner-down" ${arrow}></a>`,
      'button',
      true,
    ],
    [
      'of a button',
      `<button class="plus" ${arrow}></button><button class="minus" ${arrow}></button>`,
      'button',
      true,
    ],
  ])('are the arrows beside a field for a number %s', async (_what, arrows, role, together) => {
    const { agent, page, shown } = await opened(
      `<label>Count <input id="count" value="1"></label><span id="arrows">${arrows}</span><script>
      const hear = (element) => element.addEventListener('mousedown', ({ target }) => note(target.className));
      ${together ? 'hear(arrows)' : 'for (const one of arrows.children) hear(one)'}</script>`,
    );
    expect(shown).toBe(`@e1 textbox "Count" = "1"\n@e2 ${role} (icon "up")\n@e3 ${role} (icon "down")`);
    await agent.does('browser_click', { ref: '@e3' });
    expect(page.notes.join()).toMatch(/down|minus/);
  });

  it.each([
    [
      'listbox',
      '<ul id="x" tabindex="0" role="listbox" aria-label="Colours"><li role="option">Red</li><li role="option">Blue</li></ul>',
      '@e1 listbox "Colours"\n@e2 option "Red"\n@e3 option "Blue"',
    ],
    [
      'list',
      '<ul id="x" tabindex="0"><li data-value="1">Red</li><li data-value="2">Blue</li></ul>',
      '@e1 list\n@e2 listitem "Red"\n@e3 listitem "Blue"',
    ],
    [
      'tree',
      '<div id="x" tabindex="0" role="tree" aria-label="Files"><div role="treeitem">src</div></div>',
      '@e1 tree "Files"\n@e2 treeitem "src"',
    ],
  ])('is a %s that takes the keys for all that is in it', async (_what, html, lines) => {
    const { agent, page, shown } = await opened(
      `${html}<script>x.addEventListener('click', () => {}); x.addEventListener('keydown', ({ key }) => note(key));</script>`,
    );
    expect(shown).toBe(lines);
    await agent.does('browser_press', { ref: '@e1', key: 'ArrowDown' });
    expect(page.notes).toEqual(['ArrowDown']);
  });

  it('is a tree item once, with what is in it besides', async () => {
    const { agent, page, shown } = await opened(
      `<style>.row { cursor: pointer }</style><div role="tree"><div role="treeitem" aria-expanded="true"><div class="row"><span>▸</span> src</div></div>
      <div role="treeitem"><div class="row"><span>▸</span> lib <button>More</button></div></div></div>
      <script>for (const row of document.querySelectorAll('.row')) { row.onclick = () => note(row.textContent.trim());
        row.firstChild.onclick = (event) => { event.stopPropagation(); note('opened'); }; }</script>`,
    );
    expect(shown).toBe(
      'tree\n @e1 treeitem "▸ src" expanded\n @e2 clickable "▸"\n @e3 treeitem "▸ lib More"\n @e4 clickable "▸"\n @e5 button "More"',
    );
    await agent.does('browser_click', { ref: '@e1' });
    expect(page.notes).toEqual(['▸ src']);
  });

  it('is an item of a tree that is clicked on its own line, not on those under it', async () => {
    const { agent, page } = await opened(
      `<div role="tree"><div role="treeitem" aria-expanded="true">src<div role="group">
      <div role="treeitem">a.ts</div><div role="treeitem">b.ts</div></div></div></div>
      <script>document.querySelector('[role=tree]').onclick = ({ target }) => note(target.firstChild.data.trim());</script>`,
    );
    await agent.click('treeitem "src"');
    await agent.click('treeitem "b.ts"');
    expect(page.notes).toEqual(['src', 'b.ts']);
  });

  it('is not what draws the switch beside it, nor what can not be seen between columns', async () => {
    const { shown } = await opened(
      `<style>.drawn { display: inline-block; width: 40px; height: 20px; background: #ccc; cursor: pointer }
      .handle { display: inline-block; width: 6px; height: 20px; cursor: ew-resize }</style>
      <button role="switch" aria-checked="false" aria-label="Wifi">x</button><span class="drawn"><i></i></span>
      <input type="checkbox" aria-label="Dark"><span class="drawn"></span>
      <table><tr><th>Name<span class="handle" onmousedown=""></span><th>Age<span class="handle" onmousedown=""></span></table>`,
    );
    expect(shown).toBe('@e1 switch "Wifi" unchecked\n@e2 checkbox "Dark" unchecked');
  });

  it('is a box that scrolls, whatever takes it there by keys', async () => {
    const { shown } = await opened(
      `<h2>People</h2><div tabindex="0" style="height:80px;overflow:auto">${'<p>Ada Lovelace</p>'.repeat(9)}</div>`,
    );
    expect(shown).toBe('## "People"\n@e1 scrollable (near "People", more below)');
  });
});

describe('what listens itself', () => {
  it.each([
    [
      'a label of no field',
      '<label style="cursor: pointer">Name</label><label onclick="note(1)">Upload</label>',
      '@e1 clickable "Upload"',
    ],
    [
      'pictures, which are all that there is',
      `<img alt="Next" width="30" height="30" onclick="note(1)" src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><img width="30" height="30" onclick="note(2)" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">`,
      '@e1 img "Next"\n@e2 img',
    ],
  ])('is a thing, as %s', async (_what, html, lines) => {
    const { agent, page, shown } = await opened(html);
    expect(shown).toBe(lines);
    await agent.does('browser_click', { ref: '@e1' });
    expect(page.notes).toEqual(['1']);
  });
});

describe('a label of what the page has made itself', () => {
  it.each([
    [
      'named by the label',
      '<label id="l">Size</label><div role="combobox" tabindex="0" aria-labelledby="l">Small</div>',
    ],
    [
      'that the label is for',
      '<label for="c">Size</label><div role="combobox" tabindex="0" id="c" aria-label="Size">Small</div>',
    ],
  ])('is no other thing than that, %s', async (_how, html) => {
    const { shown } = await opened(
      `${html}<script>document.querySelector('label').onclick = () => document.querySelector('div').focus();</script>`,
    );
    expect(shown).toBe('@e1 combobox "Size" = "Small"');
  });
});

describe('in a grid', () => {
  it.each([
    ['by an attribute', 'onclick="note(this.textContent)"', ''],
    [
      'by a script',
      '',
      `<script>for (const cell of document.querySelectorAll('[role=gridcell]')) cell.addEventListener('click', () => note(cell.textContent));</script>`,
    ],
    [
      'with a pointer',
      'style="cursor: pointer"',
      '<script>onclick = ({ target }) => note(target.textContent);</script>',
    ],
  ])(
    'a cell that listens itself %s is a thing, whether the focus can be on it or not',
    async (_how, attributes, script) => {
      const cell = (text: string) => `<div role="gridcell" ${attributes}>${text}</div>`;
      const { agent, page } = await opened(
        `<div role="grid">${['Ada', 'Bob'].map((name) => `<div role="row">${cell(name)}${cell(`${name}'s age`)}</div>`).join('')}</div>${script}`,
      );
      await agent.click(`gridcell "Bob's age"`);
      expect(page.notes).toEqual(["Bob's age"]);
    },
  );
});

describe('in a grid that listens for all its cells', () => {
  const row = (name: string) =>
    `<div role="row" class="row"><div role="gridcell" tabindex="0">${name}</div><span class="handle"></span><div role="gridcell"><svg width="14" height="14"><path d="M0 0L14 14"/></svg></div></div>`;
  const grid = `<style>.row { display: flex } .row:hover { cursor: pointer } .row > div { width: 80px; height: 26px }</style>
    <div role="grid" id="grid"><div tabindex="0" style="overflow: auto; height: 90px"><div role="rowgroup">${row('Ada')}${row('Grace')}${row('Alan')}</div></div></div>
    <script>grid.onclick = ({ target }) => { if (target.closest('[role=gridcell]')?.querySelector('svg')) note('delete ' + target.closest('.row').textContent); };</script>`;

  it('a cell that is only a picture is a thing, and what its rows have room in is not', async () => {
    const { agent, page, shown } = await opened(grid);
    expect(shown.replaceAll(/ *row .*\n/g, '').replaceAll(/^ +/gm, '')).toBe(
      ['Ada', 'Grace', 'Alan']
        .map(
          (name, i) =>
            `@e${i * 2 + 1} gridcell "${name}"\n@e${i * 2 + 2} gridcell (near "column 2, ${name}")`,
        )
        .join('\n'),
    );
    await agent.does('browser_click', { ref: '@e4' });
    expect(page.notes).toEqual(['delete Grace']);
  });

  it('a row that only has the pointer while the mouse is over it is no more of a thing then', async () => {
    const { agent, shown } = await opened(grid);
    await agent.does('browser_hover', { ref: '@e3' });
    expect(await agent.snapshot()).toBe(shown);
  });
});

describe('a tree', () => {
  const item = (name: string) =>
    `<li role="none"><i style="display: inline-block; width: 20px; height: 20px; cursor: pointer; background: grey"></i><a href="#" role="treeitem" tabindex="-1">${name}</a></li>`;
  it('is not gone when one of its items takes the focus for it, and signs are told by their items', async () => {
    const { agent, shown } =
      await opened(`<ul role="tree" tabindex="0" id="tree">${item('Letters')}${item('Pictures')}</ul><script>
      document.querySelectorAll('a').forEach((one) => { one.onclick = (event) => { event.preventDefault(); tree.tabIndex = -1; one.tabIndex = 0; one.focus(); }; });</script>`);
    expect(shown).toBe(
      '@e1 tree\n@e2 clickable (near "Letters")\n@e3 treeitem "Letters"\n@e4 clickable (near "Pictures")\n@e5 treeitem "Pictures"',
    );
    expect((await agent.click('treeitem "Pictures"')).changes).toBe('');
  });
});

describe('a field', () => {
  it('in which nothing is chosen hides nothing, though what it is called stands elsewhere', async () => {
    const agent = bench.lasting();
    const tree = await agent.open(
      bench.site.page(
        '<style>.chosen { overflow: hidden; white-space: nowrap; text-overflow: ellipsis; color: transparent }</style><label id="l">Age</label><div style="border: 1px solid; width: 200px; height: 30px"><div class="chosen" role="combobox" tabindex="0" aria-expanded="false" aria-labelledby="l" style="height: 30px"><span aria-hidden="true">\u200b</span></div></div>',
      ),
    );
    expect(tree).toBe('@e1 combobox "Age" collapsed');
  });

  it('of a rating whose stars are called the same is told by which star it is', async () => {
    const agent = bench.lasting();
    const star = (at: number) =>
      `<div role="radio" aria-checked="false" aria-posinset="${at}" aria-setsize="3" tabindex="0"><span role="img" aria-label="star">★</span></div>`;
    const tree = await agent.open(
      bench.site.page(`<div role="radiogroup">${[1, 2, 3].map(star).join('')}</div>`),
    );
    expect(tree).toContain(
      '@e1 radio "star" unchecked (near "1 of 3")\n @e2 radio "star" unchecked (near "2 of 3")\n @e3 radio "star" unchecked (near "3 of 3")',
    );
  });
});

describe('one thing in two elements is offered once', () => {
  it('a dialog, and not what shuts off the page behind it', async () => {
    const agent = bench.lasting();
    const page =
      bench.site.page(`<button>Save</button><div id="shade" style="position: fixed; inset: 0; background: #0008"></div>
      <div role="dialog" aria-label="Confirm" style="position: fixed; top: 50px; background: #fff"><button onclick="note('yes')">Yes</button></div>
      <script>shade.onclick = () => note('shut');</script>`);
    const shown = await agent.open(page);
    expect(shown).not.toContain('clickable');
    expect(shown).toMatch(/button "Save" covered by @e\d+/);
    await agent.click('button "Yes"');
    expect(page.notes).toEqual(['yes']);
  });

  it('a tab that a link fills, to which no key leads', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(
      `<ul role="tablist">${['Nunc', 'Proin']
        .map(
          (name) =>
            `<li role="tab" tabindex="0" aria-labelledby="${name}" style="display: inline-block"><a href="#${name}" tabindex="-1" role="presentation" id="${name}" onclick="note('${name}'); return false">${name}</a></li>`,
        )
        .join('')}</ul>`,
    );
    expect(await agent.open(page)).toBe('tablist\n @e1 tab "Nunc"\n @e2 tab "Proin"');
    await agent.click('tab "Proin"');
    expect(page.notes).toEqual(['Proin']);
  });

  it('an item of a tree and its title, which alone takes the click in a row that is wider', async () => {
    const agent = bench.lasting();
    const item = (name: string) =>
      `<li role="treeitem"><span><span role="checkbox" aria-checked="false" style="cursor: pointer; display: inline-block; width: 14px; height: 14px; border: 1px solid"></span> <span class="title" style="cursor: pointer">${name}</span></span></li>`;
    const page = bench.site.page(
      `<ul role="tree" id="tree">${item('Folder')}${item('Doc')}</ul><script>
      tree.onclick = ({ target }) => { if (target.className === 'title') note(target.textContent); };</script>`,
    );
    const shown = await agent.open(page);
    expect(shown).not.toContain('clickable');
    await agent.click('treeitem "Doc"');
    expect(page.notes).toEqual(['Doc']);
  });

  it('an item of a tree and its title, which holds the box to tick it', async () => {
    const item = (name: string) =>
      `<li role="treeitem" aria-label="${name}"><div style="cursor: pointer; height: 24px"><span role="checkbox" aria-checked="false" aria-label="Check state" style="display: inline-block; width: 14px; height: 14px; border: 1px solid"></span> <span>${name}</span></div></li>`;
    const { shown } = await opened(
      `<ul role="tree" id="tree">${item('Folder')}${item('Doc')}</ul><script>tree.onclick = ({ target }) => note(target.tagName);</script>`,
    );
    expect(shown).not.toContain('clickable');
    expect(shown).toContain('treeitem "Doc"');
  });

  it('a list and what it shows as chosen, which hears the click', async () => {
    const { shown } = await opened(
      '<div role="combobox" aria-label="Letter" tabindex="0" aria-expanded="false" style="width: 150px"><div id="words">Alpha</div></div><script>words.addEventListener("click", () => {})</script>',
    );
    expect(shown).toBe('@e1 combobox "Letter" = "Alpha" collapsed');
  });

  it('a list and the option it shows as chosen, without what it has for forms', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(
      `<style>.keep { display: inline-block; width: 1px; height: 1px; overflow: hidden; position: absolute; clip: rect(0 0 0 0) }</style>
      <label>Country</label><div role="combobox" tabindex="0" aria-haspopup="listbox" aria-expanded="false"><select class="keep" multiple tabindex="-1"><option>France</option><option>Japan</option></select>
      <div role="listbox"><div role="option" aria-selected="true">Japan</div></div></div>
      <label>Tags</label><input class="keep" tabindex="-1" value="one,two"><input aria-label="Tags">`,
    );
    expect(await agent.open(page)).toBe(
      '@e1 combobox = "Japan" collapsed (near "Country")\n@e2 textbox "Tags"',
    );
  });

  /** What frameworks put together of a name, a box that is drawn, and a field that is not. */
  const frame =
    '<style>.frame { border: 1px solid; width: 240px; height: 32px; position: relative; cursor: pointer } .frame input { border: 0 } .frame, .frame input { color: #606266 } .pale { color: grey } .over { position: absolute; left: 4px; top: 6px }</style>';
  it.each([
    [
      'a list and its name, which listens for it',
      '<label id="l" onclick="list.focus()">Age</label><div id="list" role="combobox" tabindex="0" aria-expanded="false" aria-labelledby="l list" style="width: 80px">Ten</div>',
      '@e1 combobox "Age Ten" = "Ten" collapsed',
    ],
    [
      'a list and the label that only says whose it is',
      '<label for="list" onclick="list.focus()">Speed</label> <span id="list" role="combobox" tabindex="0" aria-expanded="false"><i class="icon icon-down"></i>Slow</span>',
      '@e1 combobox = "Slow" collapsed (icon "down", near "Speed")',
    ],
    [
      'a field and the box that is drawn around it and its name',
      `<div class="frame" onclick="field.focus()"><span id="l">Name</span><input id="field" aria-labelledby="l"></div>`,
      '@e1 textbox "Name"',
    ],
    [
      'a tab with a cross, in what has the pointer for both',
      '<div role="tablist"><div style="cursor: pointer; display: inline-block"><div role="tab" aria-selected="true" tabindex="0" style="display: inline-block">One</div><button aria-label="remove"><svg width="9" height="9"></svg></button></div></div>',
      'tablist\n @e1 tab "One" selected\n @e2 button "remove"',
    ],
    [
      'the header of a column and the sign in it, which does not listen itself',
      '<table><tr><th aria-sort="ascending" id="h">Name <span role="button" tabindex="0" aria-label="Name: Activate to sort" style="display: inline-block; width: 9px; height: 9px; background: grey"></span></th><th>Age</th></tr><tr><td>Ada</td><td>36</td></tr></table><script>h.addEventListener("click", () => {})</script>',
      '@e1 button "Name: Activate to sort" sorted ascending',
    ],
    [
      'the header of a column and its words, which have the pointer',
      `<table><tr>${['Name', 'Age'].map((name) => `<th tabindex="0" aria-label="${name}"><div style="cursor: pointer; display: inline-block">${name}</div> <button aria-label="Filter">o</button></th>`).join('')}</tr><tr><td>Ada</td><td>36</td></tr></table><script>for (const one of document.querySelectorAll('th')) one.addEventListener('click', () => {})</script>`,
      '@e1 columnheader "Name"\n@e2 button "Filter"\n@e3 columnheader "Age"\n@e4 button "Filter"',
    ],
    [
      'a button and what it is drawn by, which listens as well',
      '<button aria-label="Close" style="padding: 0; width: 20px; height: 20px"><i id="i" style="display: block; height: 20px; background: red"></i></button><script>i.addEventListener("click", () => {})</script>',
      '@e1 button "Close"',
    ],
    [
      'a slider and its handle',
      '<div style="width: 200px; height: 30px; position: relative"><div role="slider" tabindex="0" aria-label="Volume" aria-valuenow="30" style="position: absolute; left: 30%; width: 20px; height: 20px"><div id="i" class="slider-thumb" style="width: 20px; height: 20px; border-radius: 10px; background: blue"></div></div></div><script>i.addEventListener("mousedown", () => {})</script>',
      '@e1 slider "Volume" = "30"',
    ],
  ])('%s', async (_what, html, lines) => {
    const { shown } = await opened(frame + html);
    expect(shown).toBe(lines);
  });

  const box = (field: string, says: string) =>
    `<label for="field">Zone</label><div class="frame" id="box"><div class="selection">${field}${says}</div></div><div id="list" hidden role="listbox"><div role="option">North</div><div role="option">South</div></div>
    <script>box.onclick = () => { list.hidden = false; };
    for (const one of list.children) one.onclick = () => { note(one.textContent); choose(one.textContent); list.hidden = true; };</script>`;
  const faded = '<div style="position: absolute; opacity: 0; z-index: -1">';
  const combobox = '<input id="field" role="combobox" aria-haspopup="listbox" aria-expanded="false" readonly';
  it.each([
    [
      'under the words for what is chosen',
      box(
        `${faded}${combobox} style="width: 175px; height: 24px"></div>`,
        '<div class="over selected-item placeholder pale"><span id="words">pick one</span></div>',
      ) +
        '<script>const choose = (text) => { words.textContent = text; words.parentElement.classList.remove("pale"); };</script>',
      'collapsed readonly (placeholder "pick one")',
    ],
    [
      'off the page',
      `${box(
        `${combobox} style="position: absolute; opacity: 0; left: -9999px">`,
        '<div class="item" id="words">pick one</div>',
      )}<script>const choose = (text) => { words.textContent = text; };</script>`,
      '= "pick one" collapsed readonly',
    ],
  ])('a list and its field, which lies %s', async (_where, html, rest) => {
    const { agent, page, shown } = await opened(frame + html);
    expect(shown).toBe(`@e1 combobox "Zone" ${rest}`);
    await agent.does('browser_select', { ref: '@e1', values: ['South'] });
    expect(page.notes).toEqual(['South']);
    expect((await agent.does('browser_snapshot')).tree).toContain('combobox "Zone" = "South" collapsed');
  });

  it('a list with what is chosen in it, each to be taken away by a button of its own', async () => {
    const chip = (text: string) =>
      `<span>${text}<button aria-label="Take away ${text}" style="width: 20px">x</button></span>`;
    const { shown } = await opened(
      `${frame}<div class="frame" onclick="field.focus()">${chip('Ada')}${chip('Alan')}<input id="field" role="combobox" aria-label="People" aria-expanded="false" style="width: 60px"></div>`,
    );
    expect(shown).toBe(
      '@e1 button "Take away Ada"\n@e2 button "Take away Alan"\n@e3 combobox "People" = "Ada, Alan" collapsed',
    );
  });

  it('a box to tick under what is drawn for it, where only the box around both listens', async () => {
    const { agent, page, shown } = await opened(
      `<style>.box { position: relative } .box input { position: absolute; opacity: 0; z-index: -1 } .box label { padding-left: 25px } .box label::before { content: ''; position: absolute; left: 0; width: 16px; height: 16px; background: #ddd }</style>
      <div class="box" id="box" style="display: inline-block"><input type="checkbox" id="tick"><label>Make my profile visible</label></div>
      <script>box.addEventListener('click', () => { tick.checked = !tick.checked; note(tick.checked); });</script>`,
    );
    expect(shown).toBe('@e1 checkbox unchecked (near "Make my profile visible")');
    expect((await agent.does('browser_check', { ref: '@e1' })).checked).toBe(true);
    expect(page.notes).toEqual(['true']);
  });
});

describe('one thing in two trees is offered once', () => {
  const component = (name: string, attributes: string, inside: string) =>
    `<script>customElements.define('${name}', class extends HTMLElement {
      constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = \`${inside}\`; } });</script><${name} ${attributes}>Wifi</${name}>`;

  it('a switch, the one of the browser in it, and what draws both', async () => {
    const { agent, page, shown } = await opened(`${component(
      'x-switch',
      'id="x" role="switch" aria-checked="false" tabindex="0" style="display: block"',
      '<label style="display: block"><input type="checkbox" role="switch" style="opacity: 0; position: absolute"><slot></slot><div id="i" style="width: 30px; height: 14px; background: grey"></div></label>',
    )}<script>
      x.onclick = (event) => { event.preventDefault(); x.ariaChecked = x.ariaChecked !== 'true'; note(x.ariaChecked); };
      x.shadowRoot.querySelector('#i').addEventListener('mousedown', () => {});</script>`);
    expect(shown).toBe('@e1 switch "Wifi" unchecked');
    await agent.does('browser_check', { ref: '@e1' });
    expect(page.notes).toEqual(['true']);
  });

  it('a box with a button over all of it, which says the same', async () => {
    const { shown } = await opened(`${component(
      'x-select',
      'style="display: block; position: relative; height: 40px"',
      '<label>Fruit<button aria-label="Fruit, Pick" aria-haspopup="dialog" style="position: absolute; inset: 0; opacity: 0"></button></label>',
    )}<div id="card">Report.pdf <button aria-label="Delete Report.pdf">x</button></div><script>
      for (const one of document.querySelectorAll('x-select, #card')) one.addEventListener('click', () => {});</script>`);
    expect(shown).toBe(
      '@e1 button "Fruit, Pick"\n@e2 clickable "Report.pdf Delete Report.pdf"\n@e3 button "Delete Report.pdf"',
    );
  });
});

describe('a component that is called by what it shows', () => {
  it('is told with what stands beside it', async () => {
    const { shown } = await opened(
      '<label for="list">Fruit</label> <span id="list" role="combobox" aria-label="Apple" tabindex="0" aria-expanded="false">Apple</span>',
    );
    expect(shown).toBe('@e1 combobox "Apple" collapsed (near "Fruit")');
  });

  it('hides no text by what its parts are called', async () => {
    const { agent } = await opened(
      '<div aria-live="polite"><div role="group" aria-label="1 / 2">Mountains</div><div role="group" aria-label="2 / 2">Lakes</div></div>',
    );
    expect((await agent.does('browser_snapshot', { interactiveOnly: false })).tree).toMatch(
      /Mountains[\s\S]*Lakes/,
    );
    expect((await agent.does('browser_find', { text: 'Lakes' })).count).toBe(1);
  });
});

describe('a nameless thing of a component', () => {
  it('is told by the icon that is put into it, and a field by its text although a button stands beside it', async () => {
    const { shown } = await opened(
      `<style>@font-face { font-family: 'Material Icons'; src: url(none.woff2) }</style><x-button><x-icon aria-hidden="true" style="font-family: 'Material Icons'">delete</x-icon></x-button>
      <div>Password <div><input type="password"><button aria-label="Show">o</button></div></div>
      <script>customElements.define('x-button', class extends HTMLElement {
        constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = '<button><span><slot></slot></span></button>'; } });</script>`,
    );
    expect(shown).toBe('@e1 button (icon "delete")\n@e2 textbox (near "Password")\n@e3 button "Show"');
  });
});
