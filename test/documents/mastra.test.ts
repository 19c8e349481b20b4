import { type BrowserTool, BrowserToolset } from '@handhold/mastra';
import { Agent } from '@mastra/core/agent';
import { afterAll, describe, expect, expectTypeOf, it } from 'vitest';
import { useStandIn } from '../support/stand-in.js';

/** Mastra Browser Tools v1, requirement by requirement, as its user writes it. */

const standIn = useStandIn();
const toolset = new BrowserToolset({ allowPrivate: true });
const {
  browser_navigate,
  browser_snapshot,
  browser_click,
  browser_type,
  browser_scroll,
  browser_screenshot,
} = toolset.tools;

afterAll(() => toolset.close());

const shop = `
  <h1>Shop</h1>
  <img alt="A teapot" width="40" height="40"
    src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7">
  <label>Name <input></label>
  <button onclick="document.querySelector('output').textContent = 'Welcome, ' + document.querySelector('input').value">Enter</button>
  <h2>Prices</h2><p>A teapot is 42 euros.</p>
  <output role="status"></output>
  <div style="height: 4000px"></div>`;

const open = () => browser_navigate.execute({ url: standIn.site.page('/shop', shop, 'Shop') });

describe('REQ-01: BrowserToolset Class', () => {
  it('is registered with an agent as it is, tools and all', () => {
    const agent = new Agent({
      id: 'surfer',
      name: 'Surfer',
      instructions: 'Browse.',
      model: 'openai/gpt-5.6-luna',
      tools: toolset.tools,
    });
    expect(agent.id).toBe('surfer');
    const tools: Record<string, BrowserTool> = toolset.tools;
    expect(Object.values(tools).every(({ id }) => id.startsWith('browser_'))).toBe(true);
  });

  it('has tools that know what they take and answer', async () => {
    // @ts-expect-error An address is a text.
    const wrong = await browser_navigate.execute({ url: 1 });
    expectTypeOf(wrong.url).toEqualTypeOf<string>();
    // @ts-expect-error There is no such wait.
    await browser_navigate.execute({ url: 'about:blank', waitUntil: 'whenever' });
    // @ts-expect-error A click needs a ref.
    await browser_click.execute({ button: 'left' });
    // @ts-expect-error A direction is needed.
    await browser_scroll.execute({ amount: 100 });
    const few = new BrowserToolset({ tools: ['browser_click'] });
    expectTypeOf(few.tools.browser_click.execute).toBeFunction();
    expectTypeOf(few.tools.browser_navigate).toBeNullable();
    expect(Object.keys(few.tools)).toEqual(['browser_click']);
  });
});

describe('REQ-02: Navigate Tool', () => {
  it('answers success, url and title', async () => {
    const page = await open();
    expectTypeOf(page.title).toEqualTypeOf<string>();
    expect(page).toMatchObject({ success: true, url: `${standIn.site.origin}/shop`, title: 'Shop' });
    const nowhere = await browser_navigate.execute({
      url: 'http://no-such-host.invalid/',
      waitUntil: 'domcontentloaded',
    });
    expect(nowhere).toMatchObject({
      success: false,
      url: '',
      title: '',
      error: { code: expect.any(String), message: expect.stringContaining('no-such-host.invalid') },
    });
  });
});

describe('REQ-03: Snapshot Tool', () => {
  it('answers tree, refs, elementCount and truncated, of all that has a ref', async () => {
    await open();
    const some = await browser_snapshot.execute({});
    expectTypeOf(some.elementCount).toEqualTypeOf<number>();
    expect(some).toMatchObject({ success: true, truncated: false });
    expect(Object.values(some.refs).map(({ role, name }) => `${role} ${name}`)).toEqual([
      'textbox Name',
      'button Enter',
    ]);

    const all = await browser_snapshot.execute({ interactiveOnly: false });
    expect(Object.values(all.refs).map(({ role }) => role)).toEqual(
      expect.arrayContaining(['heading', 'img', 'textbox', 'button']),
    );
    expect(all.tree).toContain('A teapot is 42 euros.');
    // Every ref of the tree is told of, and every one that is told of is in the tree.
    const shown = [...all.tree.matchAll(/^\s*(@e\d+) /gm)].map(([, ref]) => ref);
    expect(Object.keys(all.refs).sort()).toEqual(shown.sort());
    expect(all).toMatchObject({ elementCount: Object.keys(all.refs).length, truncated: false });

    const few = await browser_snapshot.execute({ interactiveOnly: false, maxElements: 1 });
    expect(few).toMatchObject({ elementCount: all.elementCount, truncated: true });
    expect(few.refs).not.toHaveProperty(refOf(all.refs, 'button', 'Enter'));
    const one = await browser_snapshot.execute({ maxElements: 1 });
    expect(Object.keys(one.refs)).toEqual([refOf(all.refs, 'textbox', 'Name')]);
    expect(one).toMatchObject({ elementCount: 2, truncated: true });
  });

  it('keeps a ref for as long as its element lives, in a smaller snapshot too, and gives it to no other', async () => {
    await open();
    const all = await browser_snapshot.execute({ interactiveOnly: false });
    const button = refOf(all.refs, 'button', 'Enter');
    await browser_snapshot.execute({ maxElements: 1 });
    expect((await browser_click.execute({ ref: button })).success).toBe(true);
    expect(refOf((await browser_snapshot.execute({})).refs, 'button', 'Enter')).toBe(button);
    const never = await browser_click.execute({ ref: '@e999' });
    expect(never).toMatchObject({ success: false, error: { code: 'stale_ref' } });
  });
});

describe('REQ-04 and REQ-05: Click and Type Tools', () => {
  it('work on refs of the snapshot', async () => {
    await open();
    const { refs } = await browser_snapshot.execute({});
    const field = refOf(refs, 'textbox', 'Name');
    const typed = await browser_type.execute({ ref: field, text: 'Grace' });
    expect(typed).toMatchObject({ success: true, value: 'Grace' });
    expect(await browser_type.execute({ text: 'Ada', clearFirst: true })).toMatchObject({ value: 'Ada' });
    const clicked = await browser_click.execute({ ref: refOf(refs, 'button', 'Enter'), button: 'left' });
    expect(clicked).toMatchObject({ success: true, changes: expect.stringContaining('Welcome, Ada') });
    expect(clicked.error).toBeUndefined();
  });
});

describe('REQ-06: Scroll Tool', () => {
  it('answers where it has scrolled to', async () => {
    await open();
    const down = await browser_scroll.execute({ direction: 'down', amount: 300 });
    expectTypeOf(down.scrollPosition).toEqualTypeOf<{ x: number; y: number }>();
    expect(down).toMatchObject({ success: true, scrollPosition: { x: 0, y: 300 } });
    expect((await browser_scroll.execute({ direction: 'down', amount: 'half' })).scrollPosition.y).toBe(660);
    expect((await browser_scroll.execute({ direction: 'up', amount: 5000 })).scrollPosition.y).toBe(0);
  });
});

describe('REQ-07: Screenshot Tool', () => {
  it('answers a picture, its type and its size', async () => {
    await open();
    const { base64, mimeType, dimensions } = await browser_screenshot.execute({ quality: 50 });
    expectTypeOf(mimeType).toEqualTypeOf<'image/png' | 'image/jpeg'>();
    expect(Buffer.from(base64, 'base64').subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
    expect({ mimeType, dimensions }).toEqual({
      mimeType: 'image/jpeg',
      dimensions: { width: 1280, height: 720 },
    });
    const whole = await browser_screenshot.execute({ fullPage: true });
    expect(Math.max(whole.dimensions.width, whole.dimensions.height)).toBeLessThanOrEqual(1568);
  });
});

describe('REQ-08: Error Handling', () => {
  type BrowserToolError = { code: string; message: string; recoveryHint: string; canRetry: boolean };

  it('has the one form for every failure, wrong arguments included', async () => {
    await open();
    const failures = [
      await browser_click.execute({ ref: '@e999' }),
      await browser_navigate.execute({ url: 'http://127.0.0.1:1/' }),
      // @ts-expect-error As a model might.
      await browser_click.execute({ ref: 3 }),
      // @ts-expect-error As a model might.
      await browser_type.execute({ txt: 'a' }),
      // @ts-expect-error As a model might.
      await browser_navigate.execute('about:blank'),
    ];
    expect(failures.map(({ error }) => error?.code)).toEqual([
      'stale_ref',
      expect.stringMatching(/^(navigation_failed|host_blocked)$/),
      'validation_error',
      'validation_error',
      'validation_error',
    ]);
    for (const { success, error } of failures) {
      const told: BrowserToolError | undefined = error;
      expect(success).toBe(false);
      expect(told).toMatchObject({
        message: expect.stringMatching(/./),
        recoveryHint: expect.stringMatching(/./),
        canRetry: expect.any(Boolean),
      });
      expect(JSON.stringify(told)).not.toMatch(/\bat \S+ \(|node_modules/);
    }
  });
});

describe('REQ-09 and REQ-10: Resource Cleanup, Timeout Management', () => {
  it('end a call in its time, with its run, and the browser with both', async () => {
    const hurried = new BrowserToolset({ allowPrivate: true, timeouts: { navigation: 300 } });
    const url = standIn.site.page('/slow', '<script>for (;;);</script>');
    expect((await hurried.tools.browser_navigate.execute({ url })).error?.code).toMatch(
      /^(timeout|page_unresponsive)$/,
    );
    const controller = new AbortController();
    await hurried.tools.browser_navigate.execute(
      { url: standIn.site.page('/fine', shop) },
      { abortSignal: controller.signal },
    );
    controller.abort();
    await expect.poll(() => hurried.toolbox.browser.isRunning).toBe(false);
    await hurried.close();
    await hurried.close();
  });
});

/** The ref of the element of that role and name. */
function refOf(refs: Record<string, { role: string; name: string }>, role: string, name: string): string {
  const [ref] = Object.entries(refs).find(([, each]) => each.role === role && each.name === name) ?? [];
  if (ref === undefined) throw new Error(`There is no ${role} "${name}".`);
  return ref;
}
