import { describe, expect, it } from 'vitest';
import { useBrowser } from './agent.js';

const bench = useBrowser();

describe('finding', () => {
  it('by text tells elements on or off screen, without regard to case', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`<button onclick="note('top')">Delete account</button><button>Keep</button>
      <div style="height:4000px"></div><a href="#d" onclick="note('bottom')">delete photo</a>`);
    await agent.open(page);
    const found = await agent.does('browser_find', { text: 'DELETE' });
    expect(found.count).toBe(2);
    expect(found.matches).toBe('@e1 button "Delete account"\n@e3 link "delete photo"');
    expect(Object.keys(found.refs)).toEqual(['@e1', '@e3']);
    await agent.does('browser_click', { ref: '@e3' });
    expect(page.notes).toEqual(['bottom']);
  });

  it('counts lines, not elements: one may say it twice', async () => {
    const agent = bench.lasting();
    await agent.open(bench.site.page('<p>A tea<br>and more tea</p>'));
    expect(await agent.reads('browser_find', { text: 'tea' })).toMatch(/^found 2\n/);
  });

  it('tells equal ones apart by row, item, region or heading, as a snapshot does', async () => {
    const agent = bench.lasting();
    await agent.open(
      bench.site.page(`<h2>Tea</h2><p>From Japan.</p><button>Buy</button>
      <h2>Coffee</h2><p>Dark roast.</p><button>Buy</button>
      <table><tr><td>Ada</td><td>pending</td></tr><tr><td>Bob</td><td>pending</td></tr></table>
      <ul><li>Milk <div>expired</div></li><li>Bread <div>expired</div></li></ul>
      <section aria-label="Mine"><p>again</p></section><section aria-label="Yours"><p>again</p></section>
      <main aria-label="Shop"><h3>Hot</h3><p>served</p><h3>Cold</h3><p>served</p></main><p>alone</p>`),
    );
    const lines = async (text: string) =>
      String((await agent.does('browser_find', { text })).matches).replace(/@e\d+ /g, '');
    expect(await lines('buy')).toBe('button "Buy" (under "Tea")\nbutton "Buy" (under "Coffee")');
    expect(await lines('pending')).toBe('text "pending" (in row "Ada")\ntext "pending" (in row "Bob")');
    expect(await lines('expired')).toBe(
      'text "expired" (in listitem "Milk")\ntext "expired" (in listitem "Bread")',
    );
    expect(await lines('again')).toBe('text "again" (in region "Mine")\ntext "again" (in region "Yours")');
    expect(await lines('served')).toBe('text "served" (under "Hot")\ntext "served" (under "Cold")');
    expect(await lines('alone')).toBe('text "alone"');
  });

  it('by role, alone and with text', async () => {
    const agent = bench.lasting();
    await agent.open(
      bench.site.page('<button>Save</button><a href="#s">Save</a><input type="checkbox" aria-label="Saved">'),
    );
    expect((await agent.does('browser_find', { role: 'Button' })).matches).toBe('@e1 button "Save"');
    expect((await agent.does('browser_find', { text: 'save', role: 'link' })).matches).toBe(
      '@e2 link "Save"',
    );
    expect((await agent.does('browser_find', { text: 'save' })).count).toBe(3);
  });

  it('by pattern', async () => {
    const agent = bench.lasting();
    await agent.open(bench.site.page('<p>Total: €42.50</p><p>Total: none</p><button>Pay</button>'));
    const found = await agent.does('browser_find', { regex: 'total: .\\d+\\.\\d\\d' });
    expect(found.count).toBe(1);
    expect(found.matches).toContain('Total: €42.50');
  });

  it('gives a ref for any text, which the snapshot does not', async () => {
    const agent = bench.lasting();
    const page = bench.site.page('<div style="height:3000px"></div><p>Terms of sale</p>', { remote: true });
    expect(await agent.open(page)).not.toContain('Terms');
    const found = await agent.does('browser_find', { text: 'terms of sale' });
    const [ref] = Object.keys(found.refs);
    await agent.does('browser_scroll', { to: ref });
    expect(Number(await page.run('scrollY'))).toBeGreaterThan(1000);
  });

  it('beyond what a snapshot shows gives refs that work', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(
      Array.from({ length: 300 }, (_, i) => `<button onclick="note(${i})">Item ${i}.</button>`).join(' '),
    );
    expect(await agent.open(page)).not.toContain('Item 277.');
    const found = await agent.does('browser_find', { text: 'Item 277.' });
    const [ref] = Object.keys(found.refs);
    await agent.does('browser_click', { ref });
    expect(page.notes).toEqual(['277']);
  });

  it('is limited, and says how many there are', async () => {
    const agent = bench.lasting();
    await agent.open(bench.site.page(Array.from({ length: 50 }, () => '<button>Same</button>').join('')));
    const found = await agent.does('browser_find', { text: 'same' });
    expect(found.count).toBe(50);
    expect(Object.keys(found.refs)).toHaveLength(20);
    expect(Object.keys((await agent.does('browser_find', { text: 'same', limit: 3 })).refs)).toHaveLength(3);
    expect(await agent.reads('browser_find', { text: 'same', limit: 3 })).toMatch(
      /^found 50, the first 3 shown\n<page /,
    );
  });

  it('looks into frames and shadow roots, and not at what is hidden', async () => {
    const agent = bench.lasting();
    const inner = bench.site.page(`<button onclick="note('inner')">Needle inside</button>`);
    await agent.open(
      bench.site.page(`<iframe src="${inner.otherUrl}" title="f"></iframe><button hidden>Needle hidden</button>
        <div><template shadowrootmode="open"><button>Needle shadow</button></template></div>`),
    );
    const found = await agent.does('browser_find', { text: 'needle' });
    expect(found.count).toBe(2);
    await agent.does('browser_click', { ref: agent.ref('button "Needle inside"') });
    expect(inner.notes).toEqual(['inner']);
  });

  it('nothing is an answer, not an error', async () => {
    const agent = bench.lasting();
    await agent.open(bench.site.page('<button>Go</button>'));
    expect(await agent.does('browser_find', { text: 'nowhere' })).toMatchObject({
      count: 0,
      matches: '',
      refs: {},
    });
    expect(await agent.reads('browser_find', { text: 'nowhere' })).toMatch(/^found 0/);
  });

  it.each([
    ['a pattern that is none', '(', /validation_error/],
    ['a pattern that never ends', '(a+)+$', /validation_error/],
  ])('by %s is refused in time', async (_what, regex, code) => {
    const agent = bench.lasting();
    await agent.open(bench.site.page(`<button>${'a'.repeat(60)}!</button>`));
    const started = performance.now();
    const result = await agent.call('browser_find', { regex });
    expect(performance.now() - started).toBeLessThan(6000);
    expect(result.error?.code).toMatch(code);
    expect(await agent.snapshot()).toContain('button');
  });
});
