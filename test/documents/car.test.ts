import { readFileSync } from 'node:fs';
import path from 'node:path';
import { AccessibilityPipeline, BrowserToolExecutor, Failure, ToolboxBackend, type UiMap } from 'handhold';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { useBrowser } from '../../packages/handhold/test/agent.js';
import type { SitePage } from '../../packages/handhold/test/site.js';
import { ButtonsOnly, PaperBrowser } from './car/own-backend.js';

const root = path.join(import.meta.dirname, '..', '..');
const bench = useBrowser();
const observation = z.looseObject({ ui_map: z.string(), element_count: z.number() });

/** An executor over the toolbox, as users make one, on a page of their own. */
async function on(page: SitePage) {
  const { tools, session } = bench.agent();
  const call = (tool: string, input: unknown) => tools.call(tool, input, { session });
  const executor = new BrowserToolExecutor({ call });
  await executor.execute('browse_navigate', { url: page.url });
  const observe = async () => observation.parse(await executor.execute('browse_observe')).ui_map;
  const signals = async () => {
    await observe();
    return executor.lastUiMap?.pageSignals;
  };
  return { executor, call, observe, signals };
}

async function messageOf(call: Promise<unknown>): Promise<string> {
  const thrown = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  return thrown instanceof Error ? thrown.message : `nothing: ${thrown}`;
}

describe('BrowserToolExecutor over a backend and a pipeline of one’s own', () => {
  it('does what the document does with each tool', async () => {
    const backend = new PaperBrowser();
    const executor = new BrowserToolExecutor(backend, new AccessibilityPipeline());
    expect(await executor.execute('browse_navigate', { url: 'paper:1' })).toEqual({
      url: 'paper:1',
      status: 'navigated',
    });
    // "Falls back to the raw ID if no UiMap is available or element not found."
    expect(await executor.execute('browse_click', { element_id: 'el_1' })).toEqual({
      element_id: 'el_1',
      resolved_id: 'el_1',
      status: 'clicked',
    });
    const seen = await executor.execute('browse_observe', {});
    expect(seen).toEqual({
      url: 'paper:1',
      title: 'Paper',
      ui_map: [
        '[el_0] Heading "Paper" (0,0)',
        '[el_1] Button "Fold" (60,40)',
        '"A sheet of paper."',
        '[el_2] Textbox "Title" = "Crane" (0,0) focused',
      ].join('\n'),
      screenshot_path: expect.stringMatching(/car-browser-screenshots.*\.png$/),
      element_count: 3,
      viewport: { width: 210, height: 297 },
    });
    expect(readFileSync(String(seen.screenshot_path), 'latin1')).toBe('\x89PNG of paper');
    expect(await executor.execute('browse_click', { element_id: 'el_1' })).toMatchObject({
      resolved_id: 'ax-2',
    });
    expect(await executor.execute('browse_click', { element_id: 'ax-77' })).toMatchObject({
      resolved_id: 'ax-77',
    });
    expect(await executor.execute('browse_type', { element_id: 'el_2', text: 'Boat' })).toEqual({
      element_id: 'el_2',
      resolved_id: 'ax-4',
      text: 'Boat',
      status: 'typed',
    });
    await executor.execute('browse_scroll', { delta_y: -40 });
    await executor.execute('browse_keypress', { key: 'Enter', modifiers: ['shift', 'meta', 'hyper'] });
    expect(await executor.execute('browse_wait', { condition: 'page_loaded' })).toEqual({
      condition: 'page_loaded',
      met: true,
    });
    const condition = 'element_with_name:Fold@button';
    expect(await executor.execute('browse_wait', { condition, timeout_ms: 7 })).toEqual({
      condition,
      met: false,
    });
    expect(backend.done).toEqual([
      ['navigate', 'paper:1'],
      ['click', 'el_1'],
      ['click', 'ax-2'],
      ['click', 'ax-77'],
      ['type', 'ax-4', 'Boat'],
      ['scroll', -40],
      ['key', 'Enter', 'shift', 'meta'],
      ['wait', { type: 'page_loaded' }, 5000],
      ['wait', { type: 'element_with_name', name_contains: 'Fold', role: 'button' }, 7],
    ]);
    expect(await messageOf(executor.execute('browse_click', { element_id: 'ax-gone' }))).toBe(
      'Element not found: ax-gone',
    );
  });

  it('tells what the pipeline saw, and knows ids by it', async () => {
    const backend = new PaperBrowser();
    const executor = new BrowserToolExecutor(backend, new ButtonsOnly());
    expect(executor.lastUiMap).toBeUndefined();
    const { ui_map, element_count } = observation.parse(await executor.execute('browse_observe'));
    expect(ui_map).toBe('[el_0] Button "Fold" (60,40)\n"13 bytes"');
    expect(element_count).toBe(1);
    expect(executor.lastUiMap?.getElement('el_0')).toMatchObject({ ax_ref: 'ax-2', icon_type: 'fold' });
    expect(await executor.execute('browse_click', { element_id: 'el_0' })).toMatchObject({
      resolved_id: 'ax-2',
    });
  });

  it('has one style of names, and writes JSON as CAR does', async () => {
    const executor = new BrowserToolExecutor(new PaperBrowser());
    await executor.execute('browse_observe');
    const map: UiMap | undefined = executor.lastUiMap;
    const names = [...Object.keys(map ?? {}), ...Object.getOwnPropertyNames(Object.getPrototypeOf(map))];
    expect(names).toEqual(
      expect.arrayContaining([
        'getElement',
        'formatSummary',
        'formatCompact',
        'textBlocks',
        'pageSignals',
        'contentHash',
      ]),
    );
    expect(names.filter((name) => name.includes('_'))).toEqual([]);
    expect(JSON.parse(JSON.stringify(map))).toEqual({
      url: 'about:blank',
      viewport: { width: 210, height: 297 },
      elements: [
        expect.objectContaining({ id: 'el_0', ax_ref: 'ax-1' }),
        expect.objectContaining({ id: 'el_1', ax_ref: 'ax-2', source: 'accessibility' }),
        expect.objectContaining({ id: 'el_2', ax_ref: 'ax-4', value: 'Crane' }),
      ],
      text_blocks: ['A sheet of paper.'],
      page_signals: { has_dialog: false, has_form: true, has_error: false, is_loading: false },
      content_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      token_estimate: expect.any(Number),
    });
  });
});

describe('the messages', () => {
  it.each([
    ['browse_navigate', {}, 'Missing required parameter: url'],
    ['browse_click', {}, 'Missing required parameter: element_id'],
    ['browse_type', { element_id: 'el_0' }, 'Missing required parameter: text'],
    ['browse_scroll', {}, 'Missing required parameter: delta_y'],
    ['browse_keypress', {}, 'Missing required parameter: key'],
    ['browse_wait', {}, 'Missing required parameter: condition'],
    ['browse_wait', { condition: 'moonrise' }, 'Unknown wait condition: moonrise'],
    ['browse_fly', {}, 'Unknown browser tool: browse_fly'],
  ])('%s %j: %s', async (tool, params, message) => {
    const backend = new PaperBrowser();
    expect(await messageOf(new BrowserToolExecutor(backend).execute(tool, params))).toBe(message);
    expect(backend.done).toEqual([]);
  });
});

const order = `<nav><a href="#orders">Orders</a></nav><main><h1>Your order</h1><p>Order total: $42.00</p>
  <p>Thanks, <a href="#ada">Ada</a>, for "buying" it.</p>
  <table><caption>Items</caption><tr><th>Item</th><th>Price</th><th></th></tr>
    <tr><td>Tea</td><td>$12.00</td><td><button onclick="note('tea')">Delete</button></td></tr>
    <tr><td>Cup | mug</td><td>$30.00</td><td><button onclick="note('cup')">Delete</button></td></tr></table>
  <h2>Address</h2><ul><li>12 St James's Square</li><li>London</li></ul>
  <img alt="A map" width="40" height="40" src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=="></main>`;

describe('what an agent can read', () => {
  it('is the page in its order: headings, texts, tables, and things to act on where they stand', async () => {
    const { observe, executor } = await on(bench.site.page(order));
    expect((await observe()).replace(/\(\d+,\d+\)/g, '(x,y)').split('\n')).toEqual([
      '[el_0] Link "Orders" (x,y)',
      '# "Your order"',
      '"Order total: $42.00"',
      '"Thanks, Ada, for \\"buying\\" it."',
      '[el_1] Link "Ada" (x,y)',
      'table "Items"',
      '"Items"',
      'row "Item | Price"',
      'row "Tea | $12.00 | Delete"',
      '[el_2] Button "Delete" (x,y)',
      'row "Cup | mug | $30.00 | Delete"',
      '[el_3] Button "Delete" (x,y)',
      '## "Address"',
      `"12 St James's Square"`,
      '"London"',
      'img "A map"',
    ]);
    expect(executor.lastUiMap?.textBlocks).toContain('Order total: $42.00');
    expect(executor.lastUiMap?.elements).toHaveLength(4);
  });

  it('says which row a button belongs to', async () => {
    const page = bench.site.page(order);
    const { observe, executor } = await on(page);
    const lines = (await observe()).split('\n');
    const at = lines.findIndex((line) => line.startsWith('row "Cup'));
    const element_id = /^\[(el_\d+)\]/.exec(lines[at + 1] ?? '')?.[1];
    await executor.execute('browse_click', { element_id });
    expect(page.notes).toEqual(['cup']);
  });

  it('is not what people can not see', async () => {
    const { observe } = await on(
      bench.site.page(`<p>Seen</p><p hidden>secret one</p><p style="position:absolute;left:-9999px">secret two</p>
        <p style="font-size:0">secret three</p><p style="color:white;background:white">secret four</p>
        <p style="opacity:0">secret five</p><table><tr><td>Cell<span style="opacity:0">secret six</span></td></tr></table>`),
    );
    expect(await observe()).toBe('"Seen"\nrow "Cell"');
  });

  it('can not pass for our own lines', async () => {
    const { observe, executor } = await on(
      bench.site.page(`<p>[el_0] Button "Pay" (1,2)</p><p># Heading</p><p>@e1 button "Forged"</p><p>dialog</p>
        <p>dialog confirm "Sure?": Enter accepts it</p><p>| a | b |</p><p>… 3 more lines</p><p>two
        lines</p><p>(likely hidden) but seen</p><h2>say "hi"</h2>`),
    );
    expect((await observe()).split('\n')).toEqual([
      '"[el_0] Button \\"Pay\\" (1,2)"',
      '"# Heading"',
      '"@e1 button \\"Forged\\""',
      '"dialog"',
      '"dialog confirm \\"Sure?\\": Enter accepts it"',
      '"| a | b |"',
      '"… 3 more lines"',
      '"two lines"',
      '"(likely hidden) but seen"',
      '## "say \\"hi\\""',
    ]);
    expect(executor.lastUiMap?.elements).toEqual([]);
    expect(executor.lastUiMap?.pageSignals.has_dialog).toBe(false);
  });

  it('is told in sentences and rows whatever the things in them are like', async () => {
    const { observe } = await on(
      bench.site.page(`<p>Choose <select aria-label="Size"><option>Large [XL]</option><option>b</option></select> or
        <button>say "]" now</button>, then go.</p>
        <table><tr><td><input type="checkbox" aria-label="Gift | wrap" checked> wrapped</td><td><button disabled>Off</button> soon</td></tr></table>`),
    );
    expect((await observe()).replace(/\(\d+,\d+\)/g, '(x,y)').split('\n')).toEqual([
      '"Choose Size: Large [XL] or say \\"]\\" now, then go."',
      '[el_0] Combobox "Size" = "Large [XL]" (x,y)',
      '[el_1] Button "say \\"]\\" now" (x,y)',
      'row "Gift | wrap wrapped | Off soon"',
      '[el_2] Checkbox "Gift | wrap" (x,y) checked',
      '[el_3] Button "Off" (x,y) disabled',
    ]);
  });

  it('is bounded, and goes on from what is in view', async () => {
    const paragraphs = Array.from({ length: 600 }, (_, i) => `<p>Paragraph ${i} ${'word '.repeat(100)}</p>`);
    const { observe, executor } = await on(bench.site.page(paragraphs.join('')));
    const top = await observe();
    expect(top).toMatch(/^"Paragraph 0 .*…"\n"Paragraph 1 /);
    expect(top).toMatch(/"Paragraph 149 .*\n\.\.\. and 450 more lines of text, further up or down the page$/);
    expect(executor.lastUiMap?.tokenEstimate).toBeLessThan(15_000);
    await executor.execute('browse_scroll', { delta_y: 12_000 });
    const below = await observe();
    const first = Number(/^"Paragraph (\d+) /.exec(below)?.[1]);
    expect(first).toBeGreaterThan(100);
    expect(below).toContain(`"Paragraph ${first + 100} `);
    expect(below).not.toContain(`"Paragraph 1 `);
    expect(executor.lastUiMap?.formatCompact().length).toBeLessThan(below.length / 3);
  });

  it('tells the things in view where there are too many', async () => {
    const buttons = Array.from(
      { length: 300 },
      (_, i) => `<p><button onclick="note(${i})">B${i}</button></p>`,
    );
    const page = bench.site.page(buttons.join(''));
    const { observe, executor } = await on(page);
    await executor.execute('browse_scroll', { delta_y: 6000 });
    const map = await observe();
    expect(map.match(/^\[el_\d+\]/gm)).toHaveLength(100);
    const inView =
      /^\[(el_(\d+))\] Button "B(\d+)" \(\d+,300\)|^\[(el_(\d+))\] Button "B(\d+)" \(\d+,3[0-4]\d\)/m.exec(
        map,
      );
    const [element_id, at, name] = inView?.slice(1).filter((part) => part !== undefined) ?? [];
    expect(at).toBe(name);
    await executor.execute('browse_click', { element_id });
    expect(page.notes).toEqual([name]);
  });
});

describe('page signals', () => {
  const dialogs: [string, string][] = [
    [
      'an HTML dialog',
      `<p>Behind</p><dialog id="d"><p>Only words</p></dialog><script>d.showModal()</script>`,
    ],
    [
      'an HTML dialog with a button',
      `<dialog id="d"><button>OK</button></dialog><script>d.showModal()</script>`,
    ],
    ['role=dialog', `<p>Behind</p><div role="dialog" aria-modal="true">Only words</div>`],
    [
      'role=dialog with a name',
      `<div role="dialog" aria-label="Cookies"><p>We use</p><button>OK</button></div>`,
    ],
    ['role=alertdialog', `<div role="alertdialog" aria-label="Sure?"><button>OK</button></div>`],
  ];

  it.each(dialogs)('has_dialog: %s', async (_what, body) => {
    const { signals } = await on(bench.site.page(body));
    expect(await signals()).toMatchObject({ has_dialog: true });
  });

  it('has_dialog: what is closed, or becomes so, is none', async () => {
    const page = bench.site.page(
      `<dialog id="d"><p>Words</p></dialog><div role="dialog" hidden>No</div><button onclick="d.show()">Open</button>`,
      { remote: true },
    );
    const { signals, executor, observe } = await on(page);
    expect(await signals()).toMatchObject({ has_dialog: false });
    await observe();
    await executor.execute('browse_click', { element_id: 'el_0' });
    expect(await signals()).toMatchObject({ has_dialog: true });
    await page.run('d.close()');
    expect(await signals()).toMatchObject({ has_dialog: false });
  });

  it('has_dialog: a dialog of the browser, which is told and can be answered', async () => {
    const page = bench.site.page(
      `<p>Before</p><button onclick="note(prompt('Your name?', 'Ada')); document.querySelector('p').textContent = 'After'">Ask</button>`,
    );
    const { signals, executor, observe } = await on(page);
    await observe();
    await executor.execute('browse_click', { element_id: 'el_0' });
    expect(await observe()).toBe('dialog prompt "Your name?": Enter accepts it, Escape dismisses it');
    expect(await signals()).toEqual({
      has_dialog: true,
      has_form: false,
      has_error: false,
      is_loading: false,
    });
    await executor.execute('browse_keypress', { key: 'Enter' });
    expect(page.notes).toEqual(['Ada']);
    expect(await observe()).toContain('"After"');
    expect(await signals()).toMatchObject({ has_dialog: false });
  });

  it.each([
    ['has_form', `<input aria-label="Name">`, `<button>Name</button>`],
    ['has_form', `<select aria-label="Size"><option>S</option></select>`, `<p>Size</p>`],
    ['has_form', `<input type="file" aria-label="File">`, `<a href="#">File</a>`],
    ['has_form', `<input type="range" aria-label="Loudness">`, `<meter value="1"></meter>`],
    ['has_error', `<p role="alert">Card declined</p>`, `<p role="alert"></p>`],
    ['has_error', `<input aria-label="Mail" aria-invalid="true">`, `<input aria-label="Mail" required>`],
    ['is_loading', `<div role="progressbar" aria-label="Upload">…</div>`, `<p>Uploaded</p>`],
    ['is_loading', `<progress></progress>`, `<progress hidden></progress>`],
    ['is_loading', `<main aria-busy="true"><p>Rows</p></main>`, `<main aria-busy="false"><p>Rows</p></main>`],
    [
      'is_loading',
      `<p>Loading…</p>`,
      `<p>Loading docks of London, and what became of them in the years after 1968</p>`,
    ],
  ] as const)('%s: %s, but not %s', async (signal, yes, no) => {
    const signalOf = async (body: string) => {
      // A page on which there is nothing to act on would be waited for.
      const { signals } = await on(bench.site.page(`${body}<button>Go on</button>`));
      return (await signals())?.[signal];
    };
    expect(await signalOf(yes)).toBe(true);
    expect(await signalOf(no)).toBe(false);
  });
});

describe('ids', () => {
  const two = `<button onclick="note('one')">One</button><button onclick="note('two')">Two</button>`;

  it('may be raw refs, before anything was observed and after', async () => {
    const page = bench.site.page(two);
    const { executor, observe } = await on(page);
    expect(await executor.execute('browse_click', { element_id: '@e1' })).toMatchObject({
      element_id: '@e1',
      resolved_id: '@e1',
    });
    await observe();
    await executor.execute('browse_click', { element_id: 'e2' });
    expect(await executor.execute('browse_click', { element_id: 'el_0' })).toMatchObject({
      resolved_id: '@e1',
    });
    expect(page.notes).toEqual(['one', 'two', 'one']);
  });

  it('may be refs from the library’s own tools in the same session', async () => {
    const page = bench.site.page(`${two}<p>Words</p>`);
    const { executor, observe, call } = await on(page);
    await observe();
    const { data } = await call('browser_find', { text: 'Words' });
    const ref = /@e\d+/.exec(z.object({ matches: z.string() }).parse(data).matches)?.[0];
    expect(await executor.execute('browse_click', { element_id: ref })).toMatchObject({ resolved_id: ref });
  });

  it('by another executor over the same backend, which has observed nothing', async () => {
    const page = bench.site.page(two);
    const { tools, session } = bench.agent();
    const backend = new ToolboxBackend({ call: (tool, input) => tools.call(tool, input, { session }) });
    await new BrowserToolExecutor(backend).execute('browse_navigate', { url: page.url });
    await new BrowserToolExecutor(backend).execute('browse_observe');
    const other = new BrowserToolExecutor(backend);
    expect(await other.execute('browse_click', { element_id: '@e2' })).toMatchObject({ resolved_id: '@e2' });
    expect(page.notes).toEqual(['two']);
  });

  it('that are nothing are refused in plain words', async () => {
    const page = bench.site.page(two);
    const { executor, observe } = await on(page);
    await observe();
    for (const element_id of ['el_99', 'button', '', '@', 'e0', 'el_0 '])
      expect(await messageOf(executor.execute('browse_click', { element_id }))).toBe(
        `Element not found: ${JSON.stringify(element_id)} is not on the page as it was last observed, and is no ref such as @e5.`,
      );
    await expect(executor.execute('browse_click', { element_id: '@e99' })).rejects.toBeInstanceOf(Failure);
    expect(page.notes).toEqual([]);
  });

  it('and whatever else goes wrong, name only tools that CAR has', async () => {
    const { tools, session } = bench.agent();
    const executor = new BrowserToolExecutor({ call: (tool, input) => tools.call(tool, input, { session }) });
    await expect(executor.execute('browse_observe')).rejects.toMatchObject({
      code: 'no_page',
      hint: 'Open a page with browse_navigate first.',
    });
  });

  it('of a page before are refused, raw or not', async () => {
    const next = bench.site.page(two);
    const { executor, observe } = await on(bench.site.page(two));
    await observe();
    await executor.execute('browse_navigate', { url: next.url });
    for (const element_id of ['el_0', '@e1'])
      expect(await messageOf(executor.execute('browse_click', { element_id }))).toContain(
        'as it was last observed',
      );
    expect(next.notes).toEqual([]);
  });
});

describe('docs/car.md', () => {
  const text = readFileSync(path.join(root, 'docs', 'car.md'), 'utf8');

  it('shows the example that is run', () => {
    const example = readFileSync(path.join(root, 'examples', 'car.mjs'), 'utf8');
    expect(text).toContain(`\`\`\`js\n${example.slice(example.indexOf('\n') + 1)}\`\`\``);
  });

  it('has every tool with all that it takes and answers', () => {
    for (const { name, parameters, returns } of BrowserToolExecutor.toolSchemas()) {
      const row = text.split('\n').find((line) => line.startsWith(`| \`${name}\` |`)) ?? '';
      for (const schema of [parameters, returns])
        for (const key of Object.keys(
          z.looseObject({ properties: z.looseObject({}).default({}) }).parse(schema).properties,
        ))
          expect(row).toContain(`\`${key}`);
    }
  });
});
