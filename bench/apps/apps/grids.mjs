import { script, servePage, style } from '../site.mjs';
import { versionOf } from './servers.mjs';

const people = [
  { id: 1, name: 'Ada Lovelace', city: 'London', age: 36 },
  { id: 2, name: 'Grace Hopper', city: 'New York', age: 85 },
  { id: 3, name: 'Alan Turing', city: 'London', age: 41 },
  { id: 4, name: 'Edsger Dijkstra', city: 'Rotterdam', age: 72 },
  { id: 5, name: 'Barbara Liskov', city: 'Los Angeles', age: 86 },
  { id: 6, name: 'Donald Knuth', city: 'Milwaukee', age: 88 },
];
const data = `const people = ${JSON.stringify(people)};`;

export const agGrid = {
  name: 'ag-grid',
  version: versionOf('ag-grid-community'),
  start: () =>
    servePage({
      title: 'People',
      head: script('ag-grid-community/dist/ag-grid-community.min.js'),
      body: `<h1>People</h1><div id="grid" style="height: 420px"></div><script>${data}
        window.grid = agGrid.createGrid(document.getElementById('grid'), {
          rowData: people,
          rowSelection: { mode: 'multiRow' },
          columnDefs: [
            { field: 'name', filter: true, editable: true },
            { field: 'city', filter: true, editable: true, cellEditor: 'agSelectCellEditor',
              cellEditorParams: { values: ['London', 'New York', 'Rotterdam', 'Paris'] } },
            { field: 'age', editable: true },
          ],
        });</script>`,
    }),
  tasks: [
    {
      title: 'change a cell',
      async play(agent, { url }) {
        await agent.open(url);
        await agent.click(/^gridcell "85"/, { clickCount: 2 });
        await agent.type(/^textbox|^spinbutton/, '86', { clearFirst: true, submit: true });
        await agent.sees(/gridcell "86"/);
      },
      truth: async ({ page }) => [await page.evaluate(() => window.grid.getRowNode('1').data.age), 86],
    },
    {
      title: 'choose from the list of a cell',
      async play(agent, { url }) {
        await agent.open(url);
        await agent.click(/^gridcell "Rotterdam"/, { clickCount: 2 });
        // A cell may open its list at once, or only a field that has one.
        if (agent.ref(/^option "Paris"/)) await agent.click(/^option "Paris"/);
        else await agent.act('browser_select', /^combobox = "Rotterdam"/, { values: ['Paris'] });
        await agent.sees(/gridcell "Paris"/);
      },
      truth: async ({ page }) => [await page.evaluate(() => window.grid.getRowNode('3').data.city), 'Paris'],
    },
    {
      title: 'sort by age and select the eldest',
      async play(agent, { url }) {
        await agent.open(url);
        const header = await agent.need(/^(clickable|columnheader) "Age"/);
        await agent.batch(['browser_click', { ref: header }], ['browser_click', { ref: header }]);
        // Whoever sorts wants to know what stands where now.
        await agent.sees(/Donald Knuth[\s\S]*Barbara Liskov[\s\S]*Grace Hopper/);
        const refs = [...agent.known.keys()];
        const eldest = await agent.need(/^gridcell "Donald Knuth"/);
        const boxes = agent.refs(/^checkbox "Press Space to toggle row/);
        const number = (ref) => Number(ref.slice(2));
        const before = boxes.filter((ref) => refs.includes(ref) && number(ref) < number(eldest));
        await agent.call('browser_click', { ref: before.sort((a, b) => number(a) - number(b)).at(-1) });
      },
      truth: async ({ page }) => [
        await page.evaluate(() => window.grid.getSelectedRows().map(({ name }) => name)),
        ['Donald Knuth'],
      ],
    },
    {
      title: 'filter by name',
      async play(agent, { url }) {
        await agent.open(url);
        await agent.click(/^\S+ (".*[Ff]ilter|\(icon "filter", near "Name"\))/);
        await agent.type(/^textbox "Filter Value/, 'Ada');
        // Either the row is told to be gone, or a page is shown that is without it.
        await agent.sees(
          (text) =>
            /^ *- .*"Grace Hopper"/m.test(text) || (/^page "/m.test(text) && !text.includes('Grace Hopper')),
        );
      },
      truth: async ({ page }) => [await page.evaluate(() => window.grid.getDisplayedRowCount()), 1],
    },
  ],
};

export const handsontable = {
  name: 'handsontable',
  version: versionOf('handsontable'),
  start: () =>
    servePage({
      title: 'Orders',
      head:
        style('handsontable/styles/handsontable.min.css') +
        style('handsontable/styles/ht-theme-main.min.css') +
        script('handsontable/dist/handsontable.full.min.js'),
      body: `<h1>Orders</h1><div id="grid"></div><script>
        window.grid = new Handsontable(document.getElementById('grid'), {
          themeName: 'ht-theme-main',
          licenseKey: 'non-commercial-and-evaluation',
          colHeaders: ['Item', 'Amount', 'State', 'Paid'], rowHeaders: true, contextMenu: true, height: 320, width: 700,
          data: [['Bread', 2, 'open', false], ['Milk', 1, 'sent', true], ['Tea', 5, 'open', false]],
          columns: [{}, { type: 'numeric' }, { type: 'dropdown', source: ['open', 'sent', 'returned'] }, { type: 'checkbox' }],
        });</script>`,
    }),
  tasks: [
    {
      title: 'change a number',
      async play(agent, { url }) {
        await agent.open(url);
        await agent.click(/^gridcell "5"/);
        await agent.call('browser_type', { text: '7', submit: true });
      },
      truth: async ({ page }) => [
        await page.evaluate(() => window.grid.getData()),
        [
          ['Bread', 2, 'open', false],
          ['Milk', 1, 'sent', true],
          ['Tea', 7, 'open', false],
        ],
      ],
    },
    {
      title: 'choose a state and tick a box',
      async play(agent, { url }) {
        await agent.open(url);
        await agent.click(/^gridcell "open"/, { clickCount: 2 });
        await agent.click(/^(option|gridcell|cell|listitem|clickable|\S+) "returned"/);
        await agent.click(/^checkbox .*unchecked/);
      },
      truth: async ({ page }) => [
        await page.evaluate(() => window.grid.getData().at(-1)),
        ['Tea', 5, 'returned', true],
      ],
    },
    {
      title: 'insert a row from the menu',
      async play(agent, { url }) {
        await agent.open(url);
        await agent.click(/^gridcell "Milk"/, { button: 'right' });
        await agent.click(/"Insert row above"/);
      },
      truth: async ({ page }) => [
        await page.evaluate(() => window.grid.getDataAtCol(0)),
        ['Bread', null, 'Milk', 'Tea'],
      ],
    },
  ],
};

export const jspreadsheet = {
  name: 'jspreadsheet',
  version: versionOf('jspreadsheet-ce'),
  start: () =>
    servePage({
      title: 'Budget',
      head:
        style('jspreadsheet-ce/dist/jspreadsheet.css') +
        style('jsuites/dist/jsuites.css') +
        script('jsuites/dist/jsuites.js') +
        script('@jspreadsheet/formula/dist/index.js') +
        script('jspreadsheet-ce/dist/index.js'),
      body: `<h1>Budget</h1><div id="sheet"></div><script>
        window.sheets = jspreadsheet(document.getElementById('sheet'), { worksheets: [{
          data: [['Rent', 900, 'monthly', true], ['Food', 400, 'weekly', false], ['Sum', '=B1+B2', '', false]],
          columns: [{ type: 'text', title: 'What', width: 120 }, { type: 'numeric', title: 'Cost', width: 100 },
            { type: 'dropdown', title: 'How often', width: 120, source: ['daily', 'weekly', 'monthly'] },
            { type: 'checkbox', title: 'Fixed', width: 80 }],
        }] });</script>`,
    }),
  tasks: [
    {
      title: 'change a cost, and its sum',
      async play(agent, { url }) {
        await agent.open(url);
        const text = await agent.call('browser_find', { text: '900' });
        await agent.batch(
          ['browser_click', { ref: /(@e\d+) \S+ "900"/.exec(text)?.[1], clickCount: 2 }],
          ['browser_press', { key: 'Control+A' }],
          ['browser_type', { text: '950', submit: true }],
        );
        await agent.sees(/1350/);
      },
      truth: async ({ page }) => [
        await page.evaluate(() => window.sheets[0].getData(false, true).map((row) => String(row[1]))),
        ['950', '400', '1350'],
      ],
    },
    {
      title: 'choose from a list and tick a box',
      async play(agent, { url }) {
        await agent.open(url);
        const text = await agent.call('browser_find', { text: 'weekly' });
        await agent.call('browser_click', { ref: /(@e\d+) \S+ "weekly"/.exec(text)?.[1], clickCount: 2 });
        await agent.click(/^\S+ "daily"/);
        await agent.click(/^checkbox unchecked \(near "Fixed, 2"/);
      },
      truth: async ({ page }) => [
        await page.evaluate(() => window.sheets[0].getData()[1].slice(2)),
        ['daily', true],
      ],
    },
  ],
};

export const tabulator = {
  name: 'tabulator',
  version: versionOf('tabulator-tables'),
  start: () =>
    servePage({
      title: 'Team',
      head:
        style('tabulator-tables/dist/css/tabulator.min.css') +
        script('tabulator-tables/dist/js/tabulator.min.js'),
      body: `<h1>Team</h1><div id="table"></div><script>${data}
        window.table = new Tabulator('#table', {
          data: people, layout: 'fitColumns', pagination: true, paginationSize: 3, movableRows: false,
          columns: [
            { title: 'Name', field: 'name', editor: 'input', headerFilter: 'input' },
            { title: 'City', field: 'city', editor: 'list', editorParams: { values: ['London', 'New York', 'Rotterdam', 'Paris'] } },
            { title: 'Age', field: 'age', sorter: 'number' },
            { formatter: 'buttonCross', width: 40, headerSort: false, cellClick: (event, cell) => cell.getRow().delete() },
          ],
        });</script>`,
    }),
  tasks: [
    {
      title: 'change a name',
      async play(agent, { url }) {
        await agent.open(url);
        await agent.click(/^gridcell "Alan Turing"/);
        await agent.call('browser_batch', {
          steps: [
            { tool: 'browser_press', input: { key: 'Control+A' } },
            { tool: 'browser_type', input: { text: 'A. Turing', submit: true } },
          ],
        });
        await agent.sees(/"A. Turing"/);
      },
      truth: async ({ page }) => [
        await page.evaluate(() => window.table.getData().find(({ id }) => id === 3).name),
        'A. Turing',
      ],
    },
    {
      title: 'choose a city',
      async play(agent, { url }) {
        await agent.open(url);
        await agent.click(/^gridcell "New York"/);
        await agent.click(/^(?!gridcell|clickable "[^"]* )\S+ "Rotterdam"/);
        await agent.sees(/"Rotterdam"/);
      },
      truth: async ({ page }) => [
        await page.evaluate(() => window.table.getData().find(({ id }) => id === 2).city),
        'Rotterdam',
      ],
    },
    {
      title: 'filter, then go to the next page',
      async play(agent, { url }) {
        await agent.open(url);
        await agent.click(/^button "Next Page"/);
        await agent.sees(/Donald Knuth/);
        await agent.type(/^searchbox/, 'Liskov');
        // What stays need not be told again.
        await agent.sees(/^- .*"Donald Knuth"/m);
      },
      truth: async ({ page }) => [
        await page.evaluate(() => window.table.getData('active').map(({ name }) => name)),
        ['Barbara Liskov'],
      ],
    },
  ],
};
