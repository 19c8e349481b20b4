import { describe, expect, it } from 'vitest';
import { useBrowser } from './agent.js';

const bench = useBrowser();

const times = (count: number, make: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => make(i)).join('');
const buttons = (count: number) => times(count, (i) => `<button>Choice ${i + 1}</button>`);

/** What stands in a box that goes away, and the lines that tell so. */
const gone: [string, string, (string | RegExp)[]][] = [
  [
    'a dialog',
    `<div role="dialog" aria-label="Filter"><h2>Filter</h2>${buttons(14)}</div>`,
    ['dialog "Filter" and 14 in it'],
  ],
  ['a dialog without a name', `<div role="dialog">${buttons(14)}</div>`, ['dialog and 14 in it']],
  [
    'a dialog with a list in it',
    `<div role="dialog" aria-label="Filter"><h2>Filter</h2><h3>Colours</h3><ul aria-label="Colours">${times(8, (i) => `<li><label><input type="checkbox"> Colour ${i}</label></li>`)}</ul>
     <fieldset><legend>Size</legend>${times(3, (i) => `<label><input type="radio" name="s"> Size ${i}</label>`)}</fieldset><button>Close</button></div>`,
    ['dialog "Filter" and 12 in it'],
  ],
  [
    'a dialog whose heading names it',
    `<div role="dialog" aria-labelledby="t"><h2 id="t">Settings</h2>${buttons(5)}</div>`,
    ['dialog "Settings" and 5 in it'],
  ],
  [
    'a menu',
    `<ul role="menu" aria-label="Edit">${times(6, (i) => `<li role="menuitem" tabindex="-1">Item ${i}</li>`)}</ul>`,
    ['menu "Edit" and 6 in it'],
  ],
  [
    'a menu without a name',
    `<ul role="menu">${times(6, (i) => `<li role="menuitem" tabindex="-1">Item ${i}</li>`)}</ul>`,
    [/^(menu and 6 in it|6 elements: @e\d+ to @e\d+)$/],
  ],
  [
    'a list',
    `<ul>${times(20, (i) => `<li>Order ${i} <button>Open</button> <button>Delete</button></li>`)}</ul>`,
    [/^20 items and 40 in them: "Order 0", "Order 1", "Order 2", "Order 3", "Order 4", …$/],
  ],
  [
    'a named list',
    `<ul aria-label="Orders">${times(20, (i) => `<li>Order ${i} <button>Open</button> <button>Delete</button></li>`)}</ul>`,
    [/^20 items and 40 in them: "Order 0", /],
  ],
  [
    'a table',
    `<table>${times(12, (i) => `<tr><td>Row ${i}</td><td>${i} €</td><td><button>Edit</button></td></tr>`)}</table>`,
    [/^12 rows and 12 in them: "Row 0", /],
  ],
  [
    'a table whose cells can be used',
    `<div role="grid">${times(6, (i) => `<div role="row"><div role="gridcell" onclick="note('x')">Row ${i}</div><div role="gridcell" onclick="note('y')">${i} €</div></div>`)}</div>`,
    [/^6 rows and 12 in them: "Row 0", /],
  ],
  [
    'a named table',
    `<table><caption>Invoices</caption>${times(12, (i) => `<tr><td>Row ${i}</td><td><button>Edit</button></td></tr>`)}</table>`,
    ['table "Invoices" and 12 in it'],
  ],
  [
    'cards',
    `<div>${times(9, (i) => `<div class="card"><h3>Phone ${i}</h3><p>${i}00 €</p><a href="#p${i}">Details</a><button>Buy</button></div>`)}</div>`,
    [/^9 groups and 18 in them: "Phone 0", /],
  ],
  [
    'a tab panel',
    `<div role="tabpanel" aria-label="Billing"><h2>Billing</h2><h3>Card</h3><h3>Address</h3>${times(7, (i) => `<input aria-label="Field ${i}">`)}</div>`,
    ['tabpanel "Billing" and 7 in it'],
  ],
  [
    'a frame',
    `<iframe title="Pay" srcdoc="<h1>Card</h1><h2>Details</h2><h2>More</h2>${times(6, (i) => `<input aria-label='Field ${i}'>`)}"></iframe>`,
    ['frame "Pay" and 6 in it'],
  ],
  [
    'a section with headings',
    `<section aria-label="Results"><h2>Results</h2>${times(6, (i) => `<article aria-label="Hit ${i}"><h3>Hit ${i}</h3><a href="#${i}">Open</a></article>`)}</section>`,
    ['region "Results" and 6 in it'],
  ],
  [
    'a form in a section',
    `<section aria-label="Checkout"><form aria-label="Address"><input aria-label="Street"><input aria-label="Town"></form><form aria-label="Card"><input aria-label="Number"><input aria-label="Name"></form></section>`,
    ['region "Checkout" and 4 in it'],
  ],
  [
    'a section that is only read',
    '<section aria-label="Results"><h2>Results</h2><h3>One</h3><p>Text</p><h3>Two</h3></section>',
    ['region "Results"'],
  ],
  [
    'a dialog that is only read',
    '<div role="dialog" aria-label="Note"><h2>Hint</h2><p>Text</p></div>',
    ['dialog "Note"'],
  ],
  ['what has no box of its own', buttons(9), [/^9 elements: @e\d+ to @e\d+$/]],
  [
    'what only has headings',
    `<h2>One</h2><p>Text</p><h2>Two</h2><p>Text</p><h2>Three</h2><h2>Four</h2><h2>Five</h2>`,
    ['5 headings'],
  ],
];

describe('what is gone costs one line', () => {
  const ways = [
    ['taken away', 'box.remove()'],
    ['hidden', 'box.hidden = true'],
    ['emptied', 'box.replaceChildren()'],
  ] as const;
  it.each(
    gone.flatMap(([what, html, lines]) =>
      ways.map(([how, script]) => [what, how, html, script, lines] as const),
    ),
  )('%s that is %s', async (_what, _how, html, script, lines) => {
    const agent = bench.lasting();
    await agent.open(
      bench.site.page(
        `<button onclick="${script}">Go</button><div id="box">${html}</div><button>Stays</button>`,
      ),
    );
    const { changes } = await agent.click('button "Go"');
    const told = changes.split('\n').filter((line) => line.startsWith('-'));
    expect(told).toEqual(
      lines.map((line) =>
        typeof line === 'string'
          ? `- ${line}`
          : expect.stringMatching(new RegExp(`^- ${line.source.replace(/^\^/, '')}`)),
      ),
    );
  });

  it('a modal dialog that is closed, and the page that it lay over is there as before', async () => {
    const agent = bench.lasting();
    await agent.open(
      bench.site.page(`<button onclick="d.showModal()">Open</button>${buttons(5)}
        <dialog id="d" aria-label="Filter"><h2>Filter</h2>${times(8, (i) => `<label><input type="checkbox"> Box ${i}</label>`)}<button onclick="d.close()">Close</button></dialog>`),
    );
    await agent.click('button "Open"');
    const { changes } = await agent.click('button "Close"');
    expect(changes.split('\n').filter((line) => line.startsWith('-'))).toEqual([
      '- dialog "Filter" and 9 in it',
    ]);
    expect(changes).not.toContain('Choice');
  });

  it('a view that another takes the place of', async () => {
    const agent = bench.lasting();
    const view = (name: string) =>
      `<h1>${name}</h1><h2>New</h2><h2>Old</h2><ul>${times(15, (i) => `<li>${name} ${i} <button>Open</button></li>`)}</ul>`;
    await agent.open(
      bench.site.page(`<nav><button onclick="main.innerHTML = next">Next</button></nav><main id="main">${view('Inbox')}</main>
        <script>const next = ${JSON.stringify(view('Sent'))};</script>`),
    );
    const { changes } = await agent.click('button "Next"');
    const told = changes.split('\n').filter((line) => line.startsWith('-'));
    expect(told).toEqual([expect.stringMatching(/^- 15 items and 15 in them: "Inbox 0", /), '- # "Inbox"']);
  });

  it('three things are still three lines', async () => {
    const agent = bench.lasting();
    await agent.open(
      bench.site.page(`<button onclick="box.remove()">Go</button><div id="box">${buttons(3)}</div>`),
    );
    const { changes } = await agent.click('button "Go"');
    expect(changes.split('\n').filter((line) => line.startsWith('-'))).toHaveLength(3);
  });

  it('what goes out of a row that is still there is no row', async () => {
    const agent = bench.lasting();
    const row = (name: string, age: number) =>
      `<div role="row"><div role="gridcell" tabindex="-1">${name}</div><div role="gridcell" tabindex="-1" ondblclick="edit(this)">${age}</div></div>`;
    await agent.open(
      bench.site.page(`<div role="grid">${row('Ada', 36)}${row('Grace', 85)}</div><script>
        const edit = (cell) => { cell.outerHTML = '<input aria-label="Age" value="' + cell.textContent + '">'; document.querySelector('input').focus(); };</script>`),
    );
    const { changes } = await agent.does('browser_click', { ref: agent.ref('gridcell "85"'), clickCount: 2 });
    expect(changes.split('\n').filter((line) => line.startsWith('-'))).toEqual(['- @e4 gridcell "85"']);
    expect(changes).toContain('textbox "Age" = "85" focused');
  });

  it('rows that have faded away are gone with the boxes to tick in them', async () => {
    const agent = bench.lasting();
    const row = (name: string) =>
      `<div role="row"><div><input type="checkbox" aria-label="Choose"></div><div role="gridcell" tabindex="-1">${name}</div><div role="gridcell" tabindex="-1">36</div></div>`;
    await agent.open(
      bench.site.page(`<button onclick="box.querySelectorAll('[role=row]').forEach((row, i) => { if (i > 0) row.style.opacity = 0; })">Filter</button>
        <div role="grid" id="box">${row('Ada')}${row('Grace')}${row('Alan')}</div>`),
    );
    const { changes } = await agent.click('button "Filter"');
    expect(changes.split('\n').filter((line) => line.startsWith('-'))).toEqual([
      '- 2 rows and 6 in them: "Grace", "Alan"',
    ]);
    expect(await agent.snapshot()).not.toContain('Grace');
  });
});
