import { beforeAll, describe, expect, it } from 'vitest';
import { type Agent, useBrowser } from '../agent.js';
import type { SitePage } from '../site.js';
import { appPage } from './app.js';

const bench = useBrowser();

describe('AG Grid with 500 rows, of which it draws a few', () => {
  let agent: Agent;
  let page: SitePage;

  beforeAll(async () => {
    agent = bench.lasting();
    page = await appPage(
      bench.site,
      `import { createGrid, ModuleRegistry, AllCommunityModule } from 'ag-grid-community';
      ModuleRegistry.registerModules([AllCommunityModule]);
      window.api = createGrid(app, {
        rowData: Array.from({ length: 500 }, (_, i) => ({ name: 'Person ' + (i + 1), age: (i * 37) % 90 })),
        animateRows: false,
        columnDefs: [{ field: 'name', editable: true }, { field: 'age', editable: true },
          { headerName: 'Do', cellRenderer: ({ data }) => {
            const button = document.createElement('button');
            button.textContent = 'Remove';
            button.onclick = () => note('remove ' + data.name);
            return button;
          } }],
        onCellValueChanged: (event) => note(event.colDef.field + ' ' + event.oldValue + ' -> ' + event.newValue),
        onSortChanged: () => note('sorted ' + api.getColumnState().filter((c) => c.sort).map((c) => c.colId + ' ' + c.sort)),
      });`,
      { body: '<div id="app" style="height:250px;width:700px"></div>' },
    );
    await agent.open(page);
  });

  /** The ref of what stands in a row, by what the row says. */
  const inRow = (tree: string, row: string, what: string): string => {
    const lines = tree.split('\n');
    const from = lines.findIndex((line) => line.includes(row));
    const line = lines.slice(from).find((text) => text.includes(what));
    return /@e\d+/.exec(line ?? '')?.[0] ?? '';
  };

  it('has the button of the right row clicked, and none when the row has gone out of view', async () => {
    const shown = await agent.snapshot();
    const ref = inRow(shown, 'gridcell "Person 3"', 'button "Remove"');
    // The cell around it says and does nothing that the button doesn't.
    expect(shown).not.toContain('gridcell "Remove"');
    await page.run('api.ensureIndexVisible(400)');
    expect(await agent.fails('browser_click', { ref })).toMatchObject({ code: 'stale_ref' });
    expect(page.notes).toEqual([]);
    const far = await agent.snapshot();
    await agent.does('browser_click', { ref: inRow(far, 'gridcell "Person 399"', 'button "Remove"') });
    expect(page.notes.splice(0)).toEqual(['remove Person 399']);
    await page.run('api.ensureIndexVisible(0)');
    const back = await agent.snapshot();
    await agent.does('browser_click', { ref: inRow(back, 'gridcell "Person 2"', 'button "Remove"') });
    expect(page.notes.splice(0)).toEqual(['remove Person 2']);
  });

  it('is scrolled inside, and shows the rows that come', async () => {
    const before = await agent.snapshot();
    const done = await agent.does('browser_scroll', { ref: '@e1', direction: 'down' });
    expect(done.scrollPosition.y).toBeGreaterThan(100);
    expect(before).not.toContain('"Person 19"');
    expect(done.changes).toMatch(/\+ @e\d+ gridcell "Person 19"/);
    await agent.does('browser_scroll', { ref: '@e1', direction: 'up' });
  });

  it('has a cell edited by a double click, and by typing on it', async () => {
    const shown = await agent.snapshot();
    const cell = inRow(shown, 'gridcell "Person 2"', 'gridcell "Person 2"');
    const opened = await agent.does('browser_click', { ref: cell, clickCount: 2 });
    expect(opened.changes).toMatch(/textbox .*= "Person 2"/);
    await agent.does('browser_type', { text: 'Ada', clearFirst: true, submit: true });
    expect(page.notes.splice(0)).toEqual(['name Person 2 -> Ada']);
    expect(await agent.snapshot()).toContain('gridcell "Ada"');
  });

  it('is sorted by its header, and what was shown before is refused or still right', async () => {
    const shown = await agent.snapshot();
    const ref = inRow(shown, 'gridcell "Person 1"', 'button "Remove"');
    await agent.click('clickable "Age"');
    expect(page.notes.splice(0)).toEqual(['sorted age asc']);
    const result = await agent.call('browser_click', { ref });
    if (result.error) expect(result.error.code).toBe('stale_ref');
    else expect(page.notes).toEqual(['remove Person 1']);
    page.notes.splice(0);
    await agent.does('browser_find', { text: 'Age' });
    await agent.click('clickable "Age"');
    expect(page.notes).toEqual(['sorted age desc']);
  });
});
