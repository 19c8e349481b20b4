import { describe, expect, it } from 'vitest';
import { useBrowser } from './agent.js';
import { places } from './places.js';

const bench = useBrowser();

/** Rows that a page reuses: the same elements say something else after "Next page". */
function reused(row: (i: number) => string, around: (rows: string) => string, count = 2): string {
  const rows = Array.from({ length: count }, (_, i) => row(i)).join('');
  return `<button id="next">Next page</button>${around(rows)}<script>
    let from = 1;
    const all = (name) => [...document.querySelectorAll(name)];
    const titles = all('.t'), rests = all('.r'), dels = all('.d');
    const draw = () => {
      titles.forEach((title, i) => { title.textContent = 'Invoice ' + (from + i); });
      rests.forEach((rest, i) => { rest.textContent = 'Acme'; });
    };
    dels.forEach((del, i) => { del.onclick = () => note('deleted Invoice ' + (from + i)); });
    next.onclick = () => { from += titles.length; draw(); };
    draw();
  </script>`;
}

const del = '<button class="d">Delete</button>';
const shapes: [string, string, string][] = [
  [
    'a list',
    'listitem',
    reused(
      () => `<li><span class="t"></span> <em class="r"></em> ${del}</li>`,
      (rows) => `<ul>${rows}</ul>`,
    ),
  ],
  [
    'a list of one',
    'listitem',
    reused(
      () => `<li><span class="t"></span> <em class="r"></em> ${del}</li>`,
      (rows) => `<ul>${rows}</ul>`,
      1,
    ),
  ],
  [
    'a table',
    'row',
    reused(
      () => `<tr><td class="t"></td><td class="r"></td><td>${del}</td></tr>`,
      (rows) => `<table>${rows}</table>`,
    ),
  ],
  [
    'a table whose first cells are alike',
    'row',
    reused(
      () => `<tr><td class="r"></td><td>Paid</td><td class="t"></td><td>EU</td><td>${del}</td></tr>`,
      (rows) => `<table>${rows}</table>`,
    ),
  ],
  [
    'rows by role',
    'row',
    reused(
      () =>
        `<div role="row"><div role="gridcell" class="t"></div><div role="gridcell" class="r"></div><div role="gridcell">${del}</div></div>`,
      (rows) => `<div role="grid" aria-label="Invoices">${rows}</div>`,
    ),
  ],
  [
    'cards',
    'group',
    reused(
      () => `<div class="card"><h3 class="t"></h3><p class="r"></p>${del}</div>`,
      (rows) => `<div>${rows}</div>`,
    ),
  ],
  [
    'a single card',
    'group',
    reused(
      () => `<div class="card"><h3 class="t"></h3><p class="r"></p>${del}</div>`,
      (rows) => `<div>${rows}</div><p>${'Other things stand here. '.repeat(20)}</p>`,
      1,
    ),
  ],
  [
    'boxes without a name',
    'group',
    reused(
      () => `<div><span class="t"></span><span class="r"></span>${del}</div>`,
      (rows) => `<div>${rows}</div>`,
    ),
  ],
  [
    'boxes of columns',
    'group',
    reused(
      () =>
        `<div class="row" style="display:flex"><div class="col"><span class="t"></span></div><div class="col"><span class="r"></span></div><div class="col"><span>10 €</span>${del}</div></div>`,
      (rows) => `<div>${rows}</div>`,
    ),
  ],
  [
    'articles',
    'article',
    reused(
      () => `<article><a class="t" href="#x"></a><p class="r"></p>${del}</article>`,
      (rows) => `<main>${rows}</main>`,
    ),
  ],
  [
    'one box that says what would be deleted',
    'group',
    reused(
      () => `<p><b class="t"></b> of <span class="r"></span></p>${del}`,
      (rows) => `<div>${rows}</div>`,
      1,
    ),
  ],
];

/** Rows that are components, which is where what a list says stands: in their own trees, or slotted into these. */
const componentRows: [string, string][] = [
  [
    'in trees of their own',
    `<script>customElements.define('bill-text', class extends HTMLElement {
      connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<b></b>'; }
      set text(text) { this.shadowRoot.firstChild.textContent = text; }
    });</script>`,
  ],
  [
    'in trees that they get after they were seen',
    `<script>document.addEventListener('mouseover', () => customElements.get('bill-text') || customElements.define('bill-text', class extends HTMLElement {
      connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<b></b>'; const { text } = this; delete this.text; this.text = text; }
      set text(text) { this.shadowRoot.firstChild.textContent = text ?? ''; }
    }));</script>`,
  ],
  [
    'slotted',
    `<script>customElements.define('bill-row', class extends HTMLElement {
      connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<div><div class="row"><slot></slot></div><div class="row"><slot name="more"></slot></div></div>'; }
    });</script>`,
  ],
];

describe('a ref belongs to a record', () => {
  it.each(componentRows)(
    'and not to the next one, also where rows say what they say %s',
    async (_where, define) => {
      const agent = bench.agent();
      const row = '<bill-row class="row"><bill-text></bill-text> <button>Delete</button></bill-row>';
      const page =
        bench.site.page(`${define}<button id="next">Next page</button><div>${row}${row}</div><script>
      let from = 1;
      const draw = () => document.querySelectorAll('bill-text').forEach((cell, i) => {
        const text = 'Invoice ' + (from + i);
        if (cell.shadowRoot || !customElements.get('bill-text')) cell.text = text;
        if (customElements.get('bill-row')) cell.textContent = text;
      });
      document.querySelectorAll('bill-row button').forEach((del, i) => { del.onclick = () => note('deleted Invoice ' + (from + i)); });
      next.onclick = () => { from += 2; draw(); };
      draw();
    </script>`);
      await agent.open(page);
      await agent.does('browser_hover', { selector: '#next' });
      await agent.snapshot();
      const [first = ''] = agent.refs('button "Delete"');
      await agent.click('button "Next page"');
      const error = await agent.fails('browser_click', { ref: first });
      expect(error).toMatchObject({ code: 'stale_ref', sideEffect: 'none' });
      expect(page.notes).toEqual([]);
    },
  );

  describe.each(places)('in %s', (_place, inPlace) => {
    it.each(shapes)('and not to the next one that %s shows in its place', async (_shape, role, html) => {
      const agent = bench.agent();
      const page = bench.site.page(inPlace(html));
      await agent.open(page);
      const [first = ''] = agent.refs('button "Delete"');
      const { changes } = await agent.click('button "Next page"');
      expect(changes).toMatch(
        new RegExp(`^\\+ ${role} ".*Invoice \\d.*"$|^\\+ @e\\d+ \\w+ "Invoice \\d"`, 'm'),
      );
      expect(changes).toContain('Acme');
      const error = await agent.fails('browser_click', { ref: first });
      expect(error).toMatchObject({ code: 'stale_ref', sideEffect: 'none' });
      expect(error.message).toContain('Invoice 1');
      expect(page.notes).toEqual([]);
      const fresh = agent.refs('button "Delete"').at(-1);
      expect(fresh).not.toBe(first);
      await agent.does('browser_click', { ref: fresh });
      expect(page.notes).toHaveLength(1);
      expect(page.notes[0]).toMatch(/^deleted Invoice [234]$/);
    });
  });

  it.each(shapes)('also where %s has changed by itself since', async (_shape, _role, html) => {
    const agent = bench.agent();
    const page = bench.site.page(html, { remote: true });
    await agent.open(page);
    const [first = ''] = agent.refs('button "Delete"');
    await page.run('next.onclick()');
    const error = await agent.fails('browser_click', { ref: first });
    expect(error).toMatchObject({ code: 'stale_ref', sideEffect: 'none' });
    expect(page.notes).toEqual([]);
  });

  it('and a search gives what stands there now another ref', async () => {
    const agent = bench.agent();
    const page = bench.site.page(shapes[0]?.[2] ?? '', { remote: true });
    await agent.open(page);
    const [first] = agent.refs('button "Delete"');
    await page.run('next.onclick()');
    const { matches } = await agent.does('browser_find', { text: 'Delete', limit: 1 });
    expect(matches).toMatch(/^@e\d+ button "Delete"/);
    expect(matches).not.toContain(`${first} `);
  });

  it('stays in its row while the cell that gives this its title is edited', async () => {
    const agent = bench.agent();
    const row = (name: string, age: number) =>
      `<div role="row"><span role="gridcell" tabindex="0">${name}</span> <span role="gridcell" tabindex="0">Paris</span> <span role="gridcell">${age}</span></div>`;
    const page = bench.site.page(`<div role="grid">${row('Ada', 36)}${row('Bob', 41)}</div><script>
      for (const cell of document.querySelectorAll('[role=row] > :first-child')) cell.onclick = () => {
        const field = document.createElement('input');
        field.value = cell.textContent;
        cell.replaceChildren(field);
        cell.removeAttribute('tabindex');
        field.focus();
        field.onkeydown = ({ key }) => { if (key === 'Enter') { cell.textContent = field.value; cell.tabIndex = 0; } };
        cell.onclick = null;
      };</script>`);
    await agent.open(page);
    const [, paris = ''] = agent.refs('gridcell "Paris"');
    const { changes } = await agent.click('gridcell "Bob"');
    expect(changes).not.toContain('gridcell "Paris"');
    expect(changes).toContain('textbox = "Bob" focused');
    const edited = await agent.does('browser_type', { text: 'Rob', clearFirst: true, submit: true });
    expect(edited.changes).toContain('gridcell "Rob"');
    expect(edited.changes).not.toContain('gridcell "Paris"');
    await agent.does('browser_click', { ref: paris });
  });

  it('follows its record where rows are filled in another order', async () => {
    const agent = bench.agent();
    const page = bench.site.page(`<button id="sort">Sort</button><ul></ul><script>
      let names = ['Ada', 'Bob', 'Eve'];
      const list = document.querySelector('ul');
      list.innerHTML = names.map(() => '<li><span></span><button>Delete</button></li>').join('');
      const draw = () => [...list.children].forEach((item, i) => {
        item.firstChild.textContent = names[i];
        item.lastChild.onclick = () => note('deleted ' + names[i]);
      });
      sort.onclick = () => { names.reverse(); draw(); };
      draw();
    </script>`);
    await agent.open(page);
    const [ada = ''] = agent.refs('button "Delete"');
    const { changes } = await agent.click('button "Sort"');
    expect(changes).toMatch(/^~ order now "Eve" @e4, "Bob" @e3, "Ada" @e2$/m);
    await agent.does('browser_click', { ref: ada });
    expect(page.notes).toEqual(['deleted Ada']);
  });
});

const months = `<div id="picker"><div id="head"><button id="prev">‹</button> <span id="month"></span> <button id="after" aria-label="Next month">›</button></div>
  <table><tbody></tbody></table></div><script>
  let at = 1;
  const names = ['January', 'February', 'March'];
  document.querySelector('tbody').innerHTML = Array.from({ length: 4 }, (_, week) => '<tr>' + Array.from({ length: 7 }, (_, day) =>
    '<td><button>' + (week * 7 + day + 1) + '</button></td>').join('') + '</tr>').join('');
  for (const day of document.querySelectorAll('td button')) day.onclick = () => note(day.textContent + ' ' + month.textContent);
  const draw = () => { month.textContent = names[at] + ' 2026'; };
  after.onclick = () => { at += 1; draw(); };
  prev.onclick = () => { at -= 1; draw(); };
  draw();
</script>`;

describe('a ref stays good', () => {
  it('for what turns the pages of a calendar, but not for the days', async () => {
    const agent = bench.agent();
    const page = bench.site.page(months);
    await agent.open(page);
    const day = agent.ref('button "15"');
    const next = agent.ref('button "Next month"');
    await agent.does('browser_click', { ref: agent.ref('button "‹"') });
    expect(await agent.fails('browser_click', { ref: day })).toMatchObject({ code: 'stale_ref' });
    await agent.does('browser_click', { ref: next });
    await agent.does('browser_click', { ref: next });
    await agent.does('browser_click', { ref: agent.refs('button "15"').at(-1) });
    expect(page.notes).toEqual(['15 March 2026']);
  });

  it('for a row that is only updated by what was done in it', async () => {
    const agent = bench.agent();
    const page = bench.site.page(`<ul><li><b>Mug</b> <span id="n">Quantity 1</span> <i id="p">10 €</i>
      <button id="more">+</button><button id="less">-</button><button onclick="note('removed')">Remove</button></li><li><b>Cup</b> <span>Quantity 1</span></li></ul>
      <script>let n = 1; const set = (d) => { n += d; document.getElementById('n').textContent = 'Quantity ' + n; p.textContent = n * 10 + ' €'; note(n); };
      more.onclick = () => set(1); less.onclick = () => set(-1);</script>`);
    await agent.open(page);
    const [more, less, remove] = [
      agent.ref('button "+"'),
      agent.ref('button "-"'),
      agent.ref('button "Remove"'),
    ];
    const { changes } = await agent.does('browser_click', { ref: more });
    expect(changes).toBe('~ listitem "Mug · Quantity 2 · 20 €"');
    await agent.does('browser_click', { ref: more });
    await agent.does('browser_click', { ref: less });
    await agent.does('browser_click', { ref: remove });
    expect(page.notes).toEqual(['2', '3', '2', 'removed']);
  });

  it('beside a clock, a price or a percentage that goes on by itself', async () => {
    const agent = bench.agent();
    const page = bench.site.page(
      `<table><tr><td>Build</td><td id="t">0:01</td><td>running</td><td><button onclick="note('stopped')">Stop</button></td></tr></table>`,
      { remote: true },
    );
    await agent.open(page);
    await page.run(`t.textContent = '0:02'`);
    await page.run(`t.textContent = '0:03'`);
    await agent.click('button "Stop"');
    expect(page.notes).toEqual(['stopped']);
  });

  it.each([
    ['how much may still be typed', '20 characters left', '19 characters left'],
    ['what a page says of its work', 'All changes saved', 'Saving…'],
    ['what is wrong', 'Too short', 'No digits'],
  ])('beside a text that tells %s', async (_what, before, after) => {
    const agent = bench.agent();
    const page = bench.site.page(
      `<div><label>Text <input></label><span id="s">${before}</span><button onclick="note('saved')">Save</button></div>`,
      { remote: true },
    );
    await agent.open(page);
    await page.run(`s.textContent = ${JSON.stringify(after)}`);
    await agent.type('textbox "Text"', 'x');
    await agent.click('button "Save"');
    expect(page.notes).toEqual(['saved']);
  });

  it.each([
    ['hints under fields', '<small class="s">Weak</small>', '.s', 'Strong'],
    ['a badge', '<i class="s">3</i>', '.s', '4'],
  ])('for what begins an item, whatever becomes of %s', async (_what, extra, selector, after) => {
    const agent = bench.agent();
    const page = bench.site.page(
      `<ul><li class="field"><label for="p">Password</label><input id="p" oninput="note(value)">${extra}</li>
       <li class="field"><label for="q">Again</label><input id="q"></li></ul>
       <ul><li><a href="#in" onclick="note('inbox')">Inbox</a>${extra}</li><li><a href="#out">Sent</a></li></ul>`,
      { remote: true },
    );
    await agent.open(page);
    await page.run(`for (const s of document.querySelectorAll('${selector}')) s.textContent = '${after}'`);
    await agent.type('textbox "Password"', 'x');
    await agent.click('link "Inbox"');
    expect(page.notes).toEqual(['x', 'inbox']);
  });
});

describe('the last one of a list', () => {
  const drawn = {
    'drawn anew': `list.innerHTML = items.map((name) => '<li><b>' + name + '</b> <button>Remove</button></li>').join('')`,
    'kept as it is': `list.innerHTML ||= items.map((name) => '<span><b>' + name + '</b> <button>Remove</button></span>').join('');
      for (const one of [...list.children]) if (!items.includes(one.firstChild.textContent)) one.remove();`,
  };
  it.each(Object.entries(drawn))('keeps its ref when the others go, %s', async (_how, draw) => {
    const agent = bench.lasting();
    const page = bench.site.page(`<ul id="list"></ul><script>
      let items = ['Milk', 'Bread', 'Eggs'];
      const draw = () => { ${draw}; };
      list.onclick = (event) => {
        const name = event.target.matches('button') && event.target.parentNode.firstChild.textContent;
        if (!name) return;
        note('removed ' + name);
        items = items.filter((one) => one !== name);
        draw();
      };
      draw();</script>`);
    await agent.open(page);
    const [milk, bread, eggs] = agent.refs('button "Remove"');
    await agent.does('browser_click', { ref: eggs });
    const { changes } = await agent.does('browser_click', { ref: milk });
    expect(changes).toMatch(/^- \w+ "Milk" and 1 in it$/);
    await agent.does('browser_click', { ref: bread });
    expect(page.notes).toEqual(['removed Eggs', 'removed Milk', 'removed Bread']);
  });

  it('is another where its row has been emptied and filled again', async () => {
    const agent = bench.lasting();
    const page =
      bench.site.page(`<button id="next">Next</button><ul><li><b></b> <button id="pay">Pay</button></li></ul><script>
      const says = ['', 'Invoice 1', '', 'Invoice 2'];
      let at = 0;
      next.onclick = () => { at += 1; document.querySelector('b').textContent = says[at]; };
      pay.onclick = () => note('paid ' + says[at]);</script>`);
    await agent.open(page);
    await agent.click('button "Next"');
    const ref = agent.ref('button "Pay"');
    await agent.click('button "Next"');
    await agent.click('button "Next"');
    expect((await agent.fails('browser_click', { ref })).code).toBe('stale_ref');
    expect(page.notes).toEqual([]);
  });
});

describe('a page that is drawn anew as a whole', () => {
  it.each([
    ['rows', '<tr>', '</tr>', 'td'],
    ['rows that can be clicked', '<tr style="cursor:pointer" onclick="1">', '</tr>', 'td'],
  ])('keeps the refs of %s that are still there, below a count', async (_what, begin, end, cell) => {
    const agent = bench.lasting();
    const page = bench.site.page(`<div id="root"></div><script>
      let names = ['Ada', 'Bob', 'Cid'];
      const row = (name) => '${begin}<${cell}>' + name + '</${cell}><${cell}>Oslo</${cell}><${cell}><button onclick="drop(\\'' + name + '\\')">Remove</button></${cell}>${end}';
      const draw = () => { root.innerHTML = '<p>' + names.length + ' people</p><table>' + names.map(row).join('') + '</table>'; };
      const drop = (name) => { note('removed ' + name); names = names.filter((one) => one !== name); draw(); };
      draw();</script>`);
    await agent.open(page);
    const [ada, bob, cid] = agent.refs('button "Remove"');
    const { changes } = await agent.does('browser_click', { ref: bob });
    expect(changes).toMatch(
      /^\+ "2 people"\n- row "Bob · Oslo" and 1 in it$|^\+ "2 people"\n- row "Bob · Oslo" and 1 in it\n- @e\d+ row "Bob Oslo Remove"$/,
    );
    await agent.does('browser_click', { ref: cid });
    await agent.does('browser_click', { ref: ada });
    expect(page.notes).toEqual(['removed Bob', 'removed Cid', 'removed Ada']);
  });
});

describe('rows and cards that are no roles', () => {
  const row = (who: string, inside: string) =>
    `<div class="r"><span>${who}</span> <i>10 €</i>${inside}</div>`;
  const list = (inside: string) =>
    `<div>${row('Ada', inside)}${row('Ben', inside)}</div><button>Done</button>`;

  describe.each(places)('in %s', (_place, put) => {
    it.each([
      [
        'have a line each where nothing else tells apart what stands in them',
        list('<button>Pick</button><button>Drop</button>'),
        `group "Ada 10 €"
 @e1 button "Pick"
 @e2 button "Drop"
group "Ben 10 €"
 @e3 button "Pick"
 @e4 button "Drop"
@e5 button "Done"`,
      ],
      [
        'have none where a heading does',
        `<div class="card"><h3>Mug</h3><p>9 €</p><button>Buy</button></div><div class="card"><h3>Cup</h3><p>8 €</p><button>Buy</button></div>`,
        '### "Mug"\n@e1 button "Buy"\n### "Cup"\n@e2 button "Buy"',
      ],
      [
        'have none where something else in them does',
        '<div><div class="r"><a href="#a">Ada</a><i>1</i><button>Pick</button></div><div class="r"><a href="#b">Ben</a><i>2</i><button>Pick</button></div></div>',
        '@e1 link "Ada"\n@e2 button "Pick"\n@e3 link "Ben"\n@e4 button "Pick"',
      ],
      [
        'have none where what they say is said to be near',
        `<svg width="200" height="80">${['inject', 'debug'].map((what, i) => `<g class="node" transform="translate(9,${i * 40})"><rect width="99" height="30" onmousedown="note(1)"/><text x="40" y="20">${what}</text></g>`).join('')}</svg>`,
        '@e1 clickable (near "inject")\n@e2 clickable (near "debug")',
      ],
      [
        'have none where all have names of their own',
        '<div><div class="r"><span>Ada</span><button>Pick Ada</button></div><div class="r"><span>Ben</span><button>Pick Ben</button></div></div>',
        '@e1 button "Pick Ada"\n@e2 button "Pick Ben"',
      ],
    ])('%s', async (_how, html, expected) => {
      expect(await bench.lasting().open(bench.site.page(put(html)))).toBe(expected);
    });
  });
});

describe('a part that is opened', () => {
  it('keeps its own ref, although what came to light in it says something too', async () => {
    const agent = bench.lasting();
    const part = (name: string) =>
      `<div class="part"><div class="head"><button aria-expanded="false">${name}</button></div></div>`;
    const page =
      bench.site.page(`<section class="wrapper"><h3>Pets</h3><p>Four of them</p>${part('Find a pet')}${part('Take in a pet')}</section>
      <section class="wrapper"><h3>Models</h3><p>None</p></section>
      <script>for (const button of document.querySelectorAll('.part button')) button.onclick = () => {
        note('opened ' + button.textContent);
        button.ariaExpanded = 'true';
        button.closest('.part').insertAdjacentHTML('beforeend', '<div><p>Parameters</p><p>Name</p><button onclick="note(\\'tried\\')">Try it out</button></div>');
      };</script>`);
    await agent.open(page);
    const find = agent.ref('button "Find a pet"');
    const { changes } = await agent.does('browser_click', { ref: find });
    expect(changes).toContain(`~ ${find} button "Find a pet" expanded`);
    expect(changes).not.toMatch(/^- /m);
    await agent.click('button "Try it out"');
    await agent.does('browser_click', { ref: find });
    expect(page.notes).toEqual(['opened Find a pet', 'tried', 'opened Find a pet']);
  });
});

describe('the head of a part that another one shuts', () => {
  const part = (name: string) =>
    `<div class="part"><h3><button aria-expanded="false" CONTROLS>${name}</button></h3><div class="body" id="${name}"></div></div>`;
  it.each([
    ['names what it opens', 'aria-controls'],
    ['names nothing', 'data-opens'],
  ])('keeps its ref, where it %s', async (_how, attribute) => {
    const agent = bench.lasting();
    const parts = ['Billing', 'Shipping'].map((name) =>
      part(name).replace('CONTROLS', `${attribute}="${name}"`),
    );
    const page = bench.site.page(`${parts.join('')}<script>
      const heads = [...document.querySelectorAll('.part button')];
      const set = (head, open) => {
        head.ariaExpanded = String(open);
        document.getElementById(head.textContent).innerHTML = open ? '<p>All about ' + head.textContent + '</p><a href="#more">More</a>' : '';
      };
      for (const head of heads) head.onclick = () => { note(head.textContent); for (const one of heads) set(one, one === head); };
    </script>`);
    await agent.open(page);
    const billing = agent.ref('button "Billing"');
    await agent.does('browser_click', { ref: billing });
    const { changes } = await agent.click('button "Shipping"');
    expect(changes).toContain(`~ ${billing} button "Billing" collapsed`);
    await agent.does('browser_click', { ref: billing });
    expect(page.notes).toEqual(['Billing', 'Shipping', 'Billing']);
  });
});

describe('a group that is called by how many are selected', () => {
  it('stays the same as more are', async () => {
    const agent = bench.lasting();
    const rows = ['Ada', 'Ben', 'Cy'].map(
      (name) =>
        `<tr><td><input type="checkbox" aria-label="Select ${name}"></td><td>${name}</td><td><button onclick="note('${name}')">Open</button></td></tr>`,
    );
    const page = bench.site.page(
      `<p>Customers</p><section><h6 id="title"></h6><table>${rows.join('')}</table></section><p>${'More text. '.repeat(40)}</p><script>
        document.querySelector('table').onchange = () => {
          const count = document.querySelectorAll(':checked').length;
          title.textContent = count + (count === 1 ? ' item' : ' items') + ' selected';
        };</script>`,
    );
    await agent.open(page);
    const [first, second, last] = ['checkbox "Select Ada', 'checkbox "Select Ben', 'button "Open'].map(
      (line) => agent.refs(line).at(-1),
    );
    await agent.does('browser_check', { ref: first });
    await agent.does('browser_check', { ref: second });
    await agent.does('browser_click', { ref: last });
    expect(page.notes).toEqual(['Cy']);
  });
});

describe('suggestions in front of the page', () => {
  it('are nothing that the field belongs to, although they stand beside it', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(
      `<style>.box { z-index: 1000 }</style><div class="part"><a href="#">Home</a></div><div class="part">
        <input role="combobox" aria-label="Search" oninput="note(value); box.textContent = 'No results found'">
        <div id="box" class="box" style="position: absolute; top: 90px"></div></div>`,
      { remote: true },
    );
    await agent.open(page);
    await agent.type('combobox "Search"', 'a');
    await page.run(`box.innerHTML = '<p>Ada Lovelace</p>'`);
    await agent.type('combobox "Search"', 'b');
    expect(page.notes.at(-1)).toBe('ab');
  });
});

describe('rows that are things themselves', () => {
  const rows = (...names: string[]) =>
    names
      .map(
        (name, i) =>
          `<tr onclick="note('opened ${name}')" style="cursor: pointer"><td>${i + 1}</td><td>${name}</td><td>Paris</td>` +
          `<td><button>Edit</button><button>Delete</button></td></tr>`,
      )
      .join('');
  const list = `<table><tbody id="entries"></tbody></table><button onclick="entries.append(rows.content.cloneNode(true))">Show</button>
    <template id="rows">${rows('Ada', 'Ben', 'Cy', 'Dan', 'Eve')}</template>`;

  describe.each(places)('in %s', (_place, put) => {
    it('have one line each, and none of another row', async () => {
      const agent = bench.lasting();
      await agent.open(bench.site.page(put(list)));
      const { changes } = await agent.click('button "Show"');
      const lines = changes.split('\n').map((line) => line.replace(/@e\d+ /, ''));
      expect(changes).not.toContain('group');
      expect(lines.slice(0, 6)).toEqual([
        '+ row "1 Ada Paris Edit Delete"',
        '+ button "Edit"',
        '+ button "Delete"',
        '+ row "2 Ben Paris Edit Delete"',
        '+ button "Edit"',
        '+ button "Delete"',
      ]);
      const { tree } = await agent.does('browser_snapshot');
      expect(tree).toContain(
        '@e2 row "1 Ada Paris Edit Delete"\n @e3 button "Edit"\n @e4 button "Delete"\n@e5 row "2 Ben',
      );
    });

    it('stay what they are when another is taken away', async () => {
      const agent = bench.lasting();
      const page = bench.site.page(put(list), { remote: true });
      await agent.open(page);
      await agent.click('button "Show"');
      await page.run('entries.rows[0].remove()');
      expect(await agent.snapshot({ diff: true })).toBe('- row "1 · Ada · Paris" and 2 in it');
      await agent.click('row "2 Ben');
      expect(page.notes).toEqual(['opened Ben']);
    });
  });
});

describe('the line of a record', () => {
  const orders = (shipped: string) =>
    [1, 2]
      .map(
        (i) => `<div class="card"><h3>Order ${i}</h3><p>${'word '.repeat(42)}</p><p class="s"></p>
        <div class="more"></div><button onclick="this.parentNode.querySelector('.s').textContent = 'Shipped'; ${shipped}">Ship</button></div>`,
      )
      .join('');

  it('hides nothing that it has no room for', async () => {
    const agent = bench.lasting();
    await agent.open(bench.site.page(orders('')));
    const { changes } = await agent.does('browser_click', { ref: agent.refs('button "Ship"')[1] });
    expect(changes).toContain('~ group "Order 2 · word');
    expect(changes).toContain('+ "Shipped"');
  });

  it('is short where it is told again, since something else came in between', async () => {
    const agent = bench.lasting();
    const rows = `<button>Track</button><ul><li>Letter 7 <button>Open</button></li></ul><button>Print</button>`;
    await agent.open(bench.site.page(orders(`this.parentNode.querySelector('.more').innerHTML = '${rows}'`)));
    const { changes } = await agent.does('browser_click', { ref: agent.refs('button "Ship"')[1] });
    const [first, second, ...others] = changes.split('\n').filter((line) => line.includes('group "Order 2'));
    expect(first?.length).toBeGreaterThan(150);
    expect(second).toMatch(/^\+ group "Order 2 · .{20,30}…"$/);
    expect(others).toEqual([]);
  });
});

describe('a row that begins with a thing of its own', () => {
  it('is told once, with that in it', async () => {
    const agent = bench.agent();
    await agent.open(
      bench.site.page(`<button id="next">Next page</button><div role="grid"></div><script>
      let from = 1;
      const cell = (text, tab) => '<span role="gridcell"' + (tab ? ' tabindex="0"' : '') + '>' + text + '</span> ';
      const draw = () => { document.querySelector('[role=grid]').innerHTML = [0, 1].map((i) =>
        '<div role="row">' + cell('Invoice ' + (from + i), true) + cell('Acme', true) + cell(10 * (from + i)) + '</div>').join(''); };
      next.onclick = () => { from += 2; draw(); };
      draw();
    </script>`),
    );
    const { changes } = await agent.click('button "Next page"');
    const told = changes.split('\n').filter((line) => line.startsWith('+'));
    expect(told.map((line) => line.replace(/@e\d+ /, ''))).toEqual([
      '+ row "30"',
      '+ gridcell "Invoice 3"',
      '+ gridcell "Acme"',
      '+ row "40"',
      '+ gridcell "Invoice 4"',
      '+ gridcell "Acme"',
    ]);
  });
});

describe('what looks like one of several records and is none', () => {
  it('is a part of an application beside another that has no class either', async () => {
    const agent = bench.lasting();
    const tools = '<span><button>Tool</button></span>'.repeat(31);
    const page = bench.site.page(`<button id="pick">Pick</button>
      <div id="workspace"><div><p id="what">Flow 1</p></div>${tools}<button onclick="note('zoomed')">Zoom in</button></div>
      <div id="stack"><div><p>Info</p></div></div>
      <script>pick.onclick = () => { what.textContent = 'Watch'; };</script>`);
    await agent.open(page);
    const zoom = agent.ref('button "Zoom in"');
    expect((await agent.click('button "Pick"')).changes).toBe('+ "Watch"');
    await agent.does('browser_click', { ref: zoom });
    expect(page.notes).toEqual(['zoomed']);
  });

  it('is a panel of which no other is to be seen', async () => {
    const agent = bench.lasting();
    const field = '<label><input type="checkbox"> Show</label>';
    const page = bench.site.page(`<button id="pick">Pick</button>
      <div class="pane"><div><input aria-label="Search nodes"></div><p id="what">Flow 1</p>${field.repeat(30)}</div>
      <div class="pane" hidden><p>Help</p></div>
      <script>pick.onclick = () => { what.textContent = 'timestamp'; };</script>`);
    await agent.open(page);
    const { changes } = await agent.click('button "Pick"');
    expect(changes).toBe('+ "timestamp"');
    await agent.type('textbox "Search nodes"', 'one');
  });

  it('is the count of what is typed into it', async () => {
    const agent = bench.lasting();
    const block = (i: number) => `<div class="block"><span class="count">0</span>
      <input aria-label="Title ${i}" oninput="this.parentNode.firstChild.textContent = this.value.length">
      <button onclick="note('committed ${i}')">Commit ${i}</button><span>+1</span><span>-0</span></div>`;
    const page = bench.site.page(block(1) + block(2));
    await agent.open(page);
    const commit = agent.ref('button "Commit 1"');
    const { changes } = await agent.type('textbox "Title 1"', 'Second');
    expect(changes).not.toContain('button "Commit 1"');
    await agent.does('browser_click', { ref: commit });
    expect(page.notes).toEqual(['committed 1']);
  });
});

describe('what stands above a heading', () => {
  const detail = (buttons: string) => `<div id="detail"><button id="other">Other</button>${buttons}
      <div><h2 id="title">Invoice 1</h2><p>Acme</p><button>Edit</button></div></div><script>
      other.onclick = () => { title.textContent = 'Invoice 2'; };
      for (const one of document.querySelectorAll('button')) one.addEventListener('click', () => note(one.textContent + ' ' + title.textContent));</script>`;
  it('does not belong to it, as tabs do not to the panel that they change', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(detail('<button>History</button>'));
    await agent.open(page);
    const [history, edit] = ['History', 'Edit'].map((name) => agent.ref(`button "${name}"`));
    const { changes } = await agent.click('button "Other"');
    expect(changes).not.toContain('"History"');
    await agent.does('browser_click', { ref: history });
    expect((await agent.fails('browser_click', { ref: edit })).code).toBe('stale_ref');
    expect(page.notes).toEqual(['Other Invoice 2', 'History Invoice 2']);
  });

  it('does, where it destroys', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(detail('<button>Delete</button>'));
    await agent.open(page);
    const ref = agent.ref('button "Delete"');
    await agent.click('button "Other"');
    expect((await agent.fails('browser_click', { ref })).code).toBe('stale_ref');
    expect(page.notes).toEqual(['Other Invoice 2']);
  });
});

describe('a button that destroys', () => {
  it('belongs to the line of fields that it stands in, and not to the sum below', async () => {
    const agent = bench.lasting();
    const line = (i: number) =>
      `<div class="line"><input aria-label="Amount ${i}" value="${i}"><button onclick="note('removed ${i}'); this.parentNode.remove(); draw()">Remove</button></div>`;
    const page = bench.site.page(`<div>${line(1)}${line(2)}${line(3)}<p id="sum"></p></div><script>
      const draw = () => { sum.textContent = 'Sum: ' + [...document.querySelectorAll('input')].map((one) => +one.value).reduce((a, b) => a + b); };
      oninput = draw;
      draw();</script>`);
    await agent.open(page);
    const [, second] = agent.refs('button "Remove"');
    expect((await agent.type('textbox "Amount 1"', '0')).changes).toBe('+ "Sum: 15"');
    const { changes } = await agent.does('browser_click', { ref: second });
    expect(changes).toContain('+ "Sum: 13"');
    expect(page.notes).toEqual(['removed 2']);
  });

  it('belongs to the few texts around it, and not to a page of many that only change elsewhere', async () => {
    const agent = bench.lasting();
    const fields = ['Tags', 'Fruits', 'City', 'Amount', 'Date', 'Volume', 'Region', 'Notes', 'Size'];
    const page = bench.site.page(
      `<div><h1>Form</h1>${fields.map((name) => `<p><span>${name}</span> <b></b></p>`).join('')}<button onclick="document.querySelector('p:last-of-type b').textContent = 'red'">Add</button>
      <button onclick="note('deleted')">Delete row</button></div>`,
    );
    await agent.open(page);
    const ref = agent.ref('button "Delete row"');
    const { changes } = await agent.click('button "Add"');
    expect(changes).toBe('+ "red"');
    await agent.does('browser_click', { ref });
    expect(page.notes).toEqual(['deleted']);
  });
});
