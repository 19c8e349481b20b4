import { describe, expect, it } from 'vitest';
import { useBrowser } from './agent.js';

const bench = useBrowser();

async function open(html: string) {
  const agent = bench.lasting();
  const page = bench.site.page(html, { remote: true });
  const tree = await agent.open(page);
  return { agent, page, tree };
}

/** Fonts that draw words as icons; that they can't be had here changes nothing of what they are called. */
const fonts = `<style>
  @font-face { font-family: 'Material Icons'; src: url(icons.woff2) }
  @font-face { font-family: 'Material Symbols Outlined'; src: url(symbols.woff2) }
  .plain-name { font-family: 'Material Symbols Outlined' }
  .unseen { position: absolute; opacity: 0; width: 20px; height: 20px }
  .for-readers { position: absolute; width: 1px; height: 1px; overflow: hidden; clip: rect(0 0 0 0) }</style>`;

/** Icons whose text is a word in the document. */
const icons: [string, (word: string) => string][] = [
  ['Material Icons', (word) => `<i class="material-icons">${word}</i>`],
  ['an outlined set', (word) => `<span class="material-icons-outlined">${word}</span>`],
  ['Material Symbols', (word) => `<span class="material-symbols-outlined">${word}</span>`],
  ['an element of its own', (word) => `<mat-icon class="mat-icon notranslate">${word}</mat-icon>`],
  ['a component', (word) => `<i class="q-icon notranslate material-icons" aria-hidden="false">${word}</i>`],
  ['another class with such a font', (word) => `<span class="plain-name">${word}</span>`],
];

describe('an icon that a font draws in place of a word', () => {
  it.each(icons)('of %s is no word of a name, a text or a row', async (_what, icon) => {
    const { agent, tree } =
      await open(`${fonts}<button>${icon('delete')}</button><button>${icon('delete')} Remove</button>
      <button>Next ${icon('arrow_forward')}</button><h2>${icon('folder')} Files</h2><p>Press ${icon('check')} to delete it.</p>
      <label><input type="checkbox"> ${icon('check_box_outline_blank')} I accept</label>
      <ul><li>${icon('folder')} Tea <button>x</button></li><li>${icon('folder')} Coffee <button>x</button></li></ul><button>delete</button>`);
    expect(tree.replace(/@e\d+/g, '@e')).toBe(
      '@e button (icon "delete")\n@e button "Remove"\n@e button "Next"\n## "Files"\n@e checkbox "I accept" unchecked\n' +
        'listitem "Tea"\n @e button "x"\nlistitem "Coffee"\n @e button "x"\n@e button "delete"',
    );
    const whole = await agent.snapshot({ interactiveOnly: false });
    expect(whole).toContain('\nPress to delete it.\n');
    expect(whole).not.toMatch(/folder|arrow|blank/);
    expect(JSON.stringify(await agent.call('browser_read'))).not.toMatch(/folder|arrow|blank|check/);
    expect((await agent.does('browser_find', { text: 'delete' })).count).toBe(3);
    expect((await agent.does('browser_find', { text: 'folder' })).count).toBe(0);
  });

  it('is all that a nameless thing is told by, and works', async () => {
    const { agent, page, tree } = await open(
      `${fonts}<div class="material-icons" onclick="note('home')">home</div><button class="plain-name" onclick="note('back')">arrow_back</button>`,
    );
    expect(tree).toBe('@e1 clickable (icon "home")\n@e2 button (icon "arrow_back")');
    await agent.does('browser_click', { selector: 'text=arrow_back' });
    const { refs } = await agent.does('browser_find', { text: 'home' });
    await agent.does('browser_click', { ref: Object.keys(refs)[0] });
    expect(page.notes).toEqual(['back', 'home']);
  });

  it.each([
    ['alone', '<a href="#"><i class="fa">&#xf1f8;</i></a>', '@e1 link'],
    ['with a class', '<a href="#"><i class="fa fa-trash">&#xf1f8;</i></a>', '@e1 link (icon "trash")'],
    ['with a word', '<a href="#"><i class="fa">&#xf1f8;</i> Bin</a>', '@e1 link "Bin"'],
    ['in a label', '<button aria-label="&#xf1f8; Bin">x</button>', '@e1 button "Bin"'],
  ])('by a character for private use %s is no text either', async (_what, html, line) => {
    const { tree } = await open(html);
    expect(tree).toBe(line);
  });

  it.each([
    ['words in other fonts', '<button>delete</button>', 'button "delete"'],
    [
      'words of a class of their own',
      '<button><span class="label">delete</span></button>',
      'button "delete"',
    ],
    ['sentences', '<button class="icon-button">delete all</button>', 'button "delete all"'],
    [
      'a font for any text',
      `<button style="font-family:'Segoe UI Symbol'">delete</button>`,
      'button "delete"',
    ],
    [
      'text beside an icon',
      '<button><span>delete</span><mat-icon>close</mat-icon></button>',
      'button "delete"',
    ],
  ])('is not taken for one: %s', async (_what, html, line) => {
    const { tree } = await open(fonts + html);
    expect(tree).toBe(`@e1 ${line}`);
  });
});

describe('a box to tick that the page draws', () => {
  const mark = '<i class="material-icons" style="cursor:pointer">check_box_outline_blank</i>';
  it.each([
    [
      'over the real one, in its label',
      `<label><span style="position:relative"><input type="checkbox" class="unseen" onchange="note(checked)">${mark}</span> Accept</label>`,
    ],
    [
      'in an element that is one by its role',
      `<div role="checkbox" aria-checked="false" tabindex="0" onclick="this.setAttribute('aria-checked', true); note(true)">${mark} Accept</div>`,
    ],
    [
      'beside one for assistive technology',
      `<div><label for="c">Accept</label> <input type="checkbox" id="c" class="for-readers" onchange="note(checked)"><i class="material-icons" onclick="c.click()">check_box_outline_blank</i></div>`,
    ],
    [
      'before it, listened on by itself',
      `<div><div class="chkbox-box" style="width:20px;height:20px;border:1px solid" onclick="c.click()"></div><input type="checkbox" id="c" class="for-readers" onchange="note(checked)"></div><label for="c">Accept</label>`,
    ],
    [
      'in its label, listened on by itself',
      `<label><input type="checkbox" class="for-readers" onchange="note(checked)"><span class="material-icons" onclick="note('drawing')">check_box</span> Accept</label>`,
    ],
    [
      'as a place to touch',
      `<div style="position:relative;width:40px"><div class="checkbox-touch-target" style="width:40px;height:40px" onclick="1"></div><input type="checkbox" id="c" style="position:absolute;inset:0;opacity:0;width:40px;height:40px" onchange="note(checked)"></div><label for="c">Accept</label>`,
    ],
  ])('is told once: %s', async (_where, html) => {
    const { agent, page, tree } = await open(fonts + html);
    expect(tree).toBe('@e1 checkbox "Accept" unchecked');
    expect((await agent.snapshot({ interactiveOnly: false })).match(/@e\d+/g)).toEqual(['@e1']);
    expect(await agent.does('browser_check', { ref: '@e1' })).toMatchObject({ checked: true });
    expect(page.notes).toContain('true');
  });

  it.each([
    [
      'what removes it',
      '<li><label><input type="checkbox" class="for-readers">Task</label> <i class="material-icons" onclick="1">delete</i></li>',
    ],
    [
      'what closes a tab',
      '<div role="tab" tabindex="0">Task <i class="material-icons" onclick="1">close</i></div>',
    ],
    [
      'another box',
      '<div><label><input type="checkbox">Task</label> <i class="material-icons" onclick="1">check_circle</i></div>',
    ],
  ])('is not confused with %s', async (_what, html) => {
    const { tree } = await open(fonts + html);
    expect(tree).toMatch(/"Task".*\n@e2 clickable \(icon "\w+"\)$/);
  });
});

describe('nameless things that look alike', () => {
  it('are told apart by what stands beside them, or by which of them they are', async () => {
    const star = '<i class="fa fa-star" style="display:inline-block;width:10px;height:10px" onclick="1"></i>';
    const port = '<rect class="port" width="10" height="10" onmousedown="1"></rect>';
    const { agent, tree } =
      await open(`<div>Tea <button><svg data-icon="pin" width="9" height="9"></svg></button></div>
      <div>Coffee <button><svg data-icon="pin" width="9" height="9"></svg></button></div>
      <div>Rate ${star}${star}${star}</div><svg width="400" height="60" style="cursor:default">
      <g><text y="20">inject</text><g class="out">${port}</g></g>
      <g transform="translate(100,0)"><text y="20">switch</text><g class="out" transform="translate(0,22)">${port}</g><g class="out" transform="translate(0,40)">${port}</g></g></svg>
      <label>From</label><input type="range"><label>To</label><input type="range"><p>Unlike</p><button><svg data-icon="bin" width="9" height="9"></svg></button>`);
    expect(tree.replace(/@e\d+ /g, '').split('\n')).toEqual([
      'button (icon "pin", near "Tea")',
      'button (icon "pin", near "Coffee")',
      'clickable (icon "star", near "Rate", 1 of 3)',
      'clickable (icon "star", near "Rate", 2 of 3)',
      'clickable (icon "star", near "Rate", 3 of 3)',
      'clickable (near "inject")',
      'clickable (near "switch", 1 of 2)',
      'clickable (near "switch", 2 of 2)',
      'slider = "50" (near "From")',
      'slider = "50" (near "To")',
      'button (icon "bin")',
    ]);
    expect((await agent.does('browser_find', { text: 'coffee', role: 'button' })).count).toBe(1);
  });

  it('are not told anew because there is one more of them', async () => {
    const pin = '<svg data-icon="pin" width="9" height="9"></svg>';
    const { agent } =
      await open(`<div>Tea <button onclick="more.innerHTML = 'Coffee <button>' + this.innerHTML + '</button>'">${pin}</button></div>
      <div id="more"></div>`);
    const { changes } = await agent.does('browser_click', { ref: '@e1' });
    expect(changes).toContain('+ @e2 button (icon "pin", near "Coffee")');
    expect(changes).not.toContain('~ @e1');
  });

  it('are told apart by their rows, where they stand in some', async () => {
    const row = (name: string) =>
      `<tr><td>${name}</td><td><button><svg data-icon="pin" width="9" height="9"></svg></button></td></tr>`;
    const { tree } = await open(`<table>${row('Tea')}${row('Coffee')}</table>`);
    expect(tree).toBe('row "Tea"\n @e1 button (icon "pin")\nrow "Coffee"\n @e2 button (icon "pin")');
  });
});

describe('an icon that is drawn by a class', () => {
  it.each([
    ['a prefix of its library', '<span class="ag-icon ag-icon-filter"></span>', 'filter'],
    [
      'a class of a button around it',
      '<span class="mat-icon-button"><i class="icon-trash"></i></span>',
      'trash',
    ],
    ['its name for tests', '<svg data-testid="DeleteOutlinedIcon"></svg>', 'Delete'],
  ])('is told by %s', async (_what, icon, word) => {
    const { tree } = await open(`<div onclick="note('x')" style="width:30px;height:30px">${icon}</div>`);
    expect(tree).toBe(`@e1 clickable (icon "${word}")`);
  });

  it('is not needed where the pointer says what a thing is for', async () => {
    const { tree } = await open(
      `<div style="display:flex"><b>Name</b><div onmousedown="note('x')" style="width:30px;height:30px;cursor:col-resize"></div></div>`,
    );
    expect(tree).toBe('@e1 clickable (icon "resize", near "Name")');
  });
});

describe('a nameless thing', () => {
  it('is told by which way it leads through what is leafed through', async () => {
    const { agent, page, tree } = await open(
      `<style>span { cursor: pointer }</style><div><span class="cal-prev-month" onclick="note('before')"><svg width="14" height="14"><path d="M9 0L0 7l9 7z"/></svg></span> May
      <span class="cal-next-month" onclick="note('after')"><svg width="14" height="14"><path d="M0 0l9 7-9 7z"/></svg></span></div>`,
    );
    expect(tree).toBe('@e1 clickable (icon "previous")\n@e2 clickable (icon "next")');
    await agent.click('clickable (icon "next")');
    expect(page.notes).toEqual(['after']);
  });

  it('is told to be what slides, where no role says so', async () => {
    const { tree } = await open(
      '<div class="ui-slider" style="height: 20px; background: #ddd"><span tabindex="0" class="ui-slider-handle" style="display: block; width: 20px; height: 20px; background: #888"></span></div>',
    );
    expect(tree).toBe('@e1 clickable (icon "slider handle")');
  });

  it('is told by what a component library calls its icon', async () => {
    const { tree } = await open(
      `<div role="button" tabindex="0">Tea <svg class="chip-icon chip-deleteIcon" width="20" height="20" style="cursor: pointer" onclick="note('gone')"><path d="M0 0h20v20z"/></svg></div>
      <button class="icon-button"><span class="btn-startIcon"><svg width="20" height="20"><path d="M0 0h20v20z"/></svg></span></button>`,
    );
    expect(tree).toContain('clickable (icon "delete")');
    expect(tree).not.toContain('icon "start"');
  });
});

describe('a thing that tells nothing of itself', () => {
  it.each([
    ['its id', '<button id="header-settings"><svg></svg></button>', 'button (called "header-settings")'],
    [
      'its test id',
      '<button id="r-17" data-testid="header--light"><svg></svg></button>',
      'button (called "header--light")',
    ],
    ['its name', '<input name="nickName">', 'textbox (called "nickName")'],
    ['no number', '<button id="radix-12"><svg></svg></button>', 'button'],
    ['no word for anything', '<button id="button"><svg></svg></button>', 'button'],
    [
      'its icon first',
      '<button id="go-away"><svg data-icon="trash"></svg></button>',
      'button (icon "trash")',
    ],
    ['a text beside it first', '<p>Nickname <input name="nick_name"></p>', 'textbox (near "Nickname")'],
  ])('is told with what the page calls it: %s', async (_what, html, line) => {
    const { tree, agent } = await open(html);
    expect(tree).toBe(`@e1 ${line}`);
    const [, called] = /called "(.*)"/.exec(line) ?? [];
    if (called) expect(await agent.does('browser_find', { text: called })).toMatchObject({ count: 1 });
  });

  it('is near no mark between things', async () => {
    const { tree } = await open(`<style>div { display: inline-block }</style>
      <table><tr><td><div contenteditable>age</div></td><td>:</td><td><div contenteditable>36</div></td></tr>
      <tr><td><div contenteditable>name</div></td><td>:</td><td><div contenteditable>Ada</div></td></tr></table>`);
    expect(tree).not.toContain('":"');
    expect(tree).toContain('textbox = "36" multiline (near "age")');
  });

  it('is told by the head of its column in what is only drawn as a table', async () => {
    const cell = (inside: string, width: number) =>
      `<div style="width: ${width}px; height: 20px">${inside}</div>`;
    const row = (cells: string[]) =>
      `<div style="display: flex">${cells.map((inside, at) => cell(inside, [90, 140, 160][at] ?? 0)).join('')}</div>`;
    const button = (name: string, at: number) =>
      `<button style="${['width: 100%', 'display: block', 'display: block; margin-left: auto'][at]}">${name}</button>`;
    const empty = '<div onclick="note(1)" style="height: 20px; cursor: pointer"></div>';
    const { tree } = await open(
      `<div>${row(['Date', 'Payee', 'Notes'].map(button))}</div><section>
        ${row(['<input value="11/20" style="width: 80px">', empty, empty])}
        ${row(['<div onclick="note(1)" style="cursor: pointer">11/19</div>', empty, empty])}
        ${row(['<b onclick="note(1)">11/18</b>', '<b onclick="note(1)">Ada</b>', '<b onclick="note(1)">Rent</b>'])}
        ${row([empty, empty, empty])}</section>`,
    );
    expect(tree.split('\n').slice(3)).toEqual([
      '@e4 textbox = "11/20" (near "Date")',
      '@e5 clickable (near "Payee", 1 of 3)',
      '@e6 clickable (near "Notes", 1 of 3)',
      '@e7 clickable "11/19"',
      '@e8 clickable (near "Payee", 2 of 3)',
      '@e9 clickable (near "Notes", 2 of 3)',
      '@e10 clickable "11/18"',
      '@e11 clickable "Ada"',
      '@e12 clickable "Rent"',
      '@e13 clickable (near "Date")',
      '@e14 clickable (near "Payee", 3 of 3)',
      '@e15 clickable (near "Notes", 3 of 3)',
    ]);
  });
});
