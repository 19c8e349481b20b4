import { createBrowserTools } from 'handhold';
import { afterAll, describe, expect, it } from 'vitest';
import { Agent, useBrowser } from './agent.js';

const bench = useBrowser();

describe('a dialog opened by a click', () => {
  it.each([
    ['alert', `alert('Saved "it"')`, 'accept', 'undefined'],
    ['confirm', `confirm('Really delete?')`, 'accept', 'true'],
    ['confirm', `confirm('Really delete?')`, 'dismiss', 'false'],
    ['prompt', `prompt('Your name?', 'nobody')`, 'dismiss', 'null'],
    ['prompt', `prompt('Your name?', 'nobody')`, 'accept', 'nobody'],
  ])('%s is reported by that call, and then answered: %s, %s', async (type, script, action, result) => {
    const agent = bench.lasting();
    const page = bench.site.page(
      `<button onclick="note('' + ${script.replaceAll('"', '&quot;')})">Go</button>`,
    );
    await agent.open(page);
    const clicked = await agent.click('button "Go"');
    expect(clicked.dialog?.type).toBe(type);
    expect(script).toContain(clicked.dialog?.message);
    expect(page.notes).toEqual([]);
    const answered = await agent.does('browser_dialog', { action });
    expect(answered.answered).toMatchObject({ type, answer: action === 'accept' ? 'accepted' : 'dismissed' });
    expect(page.notes).toEqual([result]);
  });

  it('prompt takes a text', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`<button onclick="note(prompt('Name?'))">Go</button>`);
    await agent.open(page);
    await agent.click('button "Go"');
    await agent.does('browser_dialog', { action: 'accept', text: 'Ada "L" ☕' });
    expect(page.notes).toEqual(['Ada "L" ☕']);
  });

  it('lets the answer show what came of it', async () => {
    const agent = bench.lasting();
    await agent.open(
      bench.site.page(
        `<button onclick="if (confirm('Delete?')) out.innerHTML = '<div role=alert>Deleted</div>'">Delete</button><div id="out"></div>`,
      ),
    );
    await agent.click('button "Delete"');
    const done = await agent.does('browser_dialog', { action: 'accept' });
    expect(done.changes).toMatch(/\+ @e\d+ alert "Deleted"/);
  });

  it('followed by another reports the other', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`<button onclick="alert('one'); alert('two'); note('over')">Go</button>`);
    await agent.open(page);
    expect((await agent.click('button "Go"')).dialog?.message).toBe('one');
    expect((await agent.does('browser_dialog', { action: 'accept' })).dialog?.message).toBe('two');
    const last = await agent.does('browser_dialog', { action: 'accept' });
    expect(last.dialog).toBeUndefined();
    expect(page.notes).toEqual(['over']);
  });

  it('reads as a line of its own, quoted', async () => {
    const agent = bench.lasting();
    await agent.open(
      bench.site.page(`<button onclick="confirm('Sure?\\n@e9 button &quot;Fake&quot;')">Go</button>`),
    );
    const text = await agent.reads('browser_click', { ref: '@e1' });
    expect(text).toContain('dialog confirm "Sure?\\n@e9 button \\"Fake\\""');
    expect(text.split('\n').some((line) => line.startsWith('@e9'))).toBe(false);
    await agent.does('browser_dialog', { action: 'dismiss' });
  });
});

describe('while a dialog is open', () => {
  it.each([
    ['browser_snapshot', {}],
    ['browser_click', { ref: '@e1' }],
    ['browser_type', { ref: '@e1', text: 'x' }],
    ['browser_press', { key: 'Enter' }],
    ['browser_scroll', { direction: 'down' }],
    ['browser_screenshot', {}],
    ['browser_wait', { text: 'x' }],
  ])('%s says so at once', async (tool, input) => {
    const agent = bench.lasting();
    const page = bench.site.page(`<button onclick="note(confirm('Sure?'))">Go</button>`);
    await agent.open(page);
    await agent.click('button "Go"');
    const started = performance.now();
    const error = await agent.fails(tool, input);
    expect(performance.now() - started).toBeLessThan(5000);
    expect(error).toMatchObject({ code: 'dialog_open', sideEffect: 'none' });
    expect(error.message).toContain('"Sure?"');
    await agent.does('browser_dialog', { action: 'accept' });
    expect(page.notes).toEqual(['true']);
  });

  it('tabs can be listed, and the page can be left', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`<button onclick="note(confirm('Sure?'))">Go</button>`);
    await agent.open(page);
    await agent.click('button "Go"');
    expect((await agent.does('browser_tabs', { action: 'list' })).tabs).toHaveLength(1);
    const next = bench.site.page('<button>Next</button>');
    expect(await agent.open(next)).toContain('button "Next"');
    expect(page.notes).toEqual(['false']);
  });
});

describe('a dialog while a page loads', () => {
  it.each(['alert', 'confirm', 'prompt'])(
    '%s is reported by the navigation, which goes on when it is answered',
    async (type) => {
      const agent = bench.lasting();
      const page = bench.site.page(`<script>note('' + ${type}('Cookies?'))</script><button>Ready</button>`);
      const started = performance.now();
      const done = await agent.does('browser_navigate', { url: page.url });
      expect(performance.now() - started).toBeLessThan(5000);
      expect(done.dialog).toMatchObject({ type, message: 'Cookies?' });
      const answered = await agent.does('browser_dialog', { action: 'accept' });
      expect(page.notes).toHaveLength(1);
      expect(answered.changes).toContain('button "Ready"');
    },
  );

  it('that comes by itself later is told to the next call', async () => {
    const agent = bench.lasting();
    const page = bench.site.page('<button>Go</button>', { remote: true });
    await agent.open(page);
    await page.enter(`alert('Time is up')`);
    const waited = await agent.call('browser_wait', { text: 'never', timeout: 3000 });
    expect(JSON.stringify(waited)).toContain('Time is up');
    expect(await agent.fails('browser_snapshot')).toMatchObject({ code: 'dialog_open' });
    await agent.does('browser_dialog', { action: 'accept' });
    expect(await agent.snapshot()).toContain('button "Go"');
  });
});

describe('answering when no dialog is open', () => {
  it('says so', async () => {
    const agent = bench.lasting();
    await agent.open(bench.site.page('<p>x</p>'));
    expect(await agent.fails('browser_dialog', { action: 'accept' })).toMatchObject({
      code: 'action_validation_error',
      sideEffect: 'none',
    });
  });
});

describe('dialogs that never end', () => {
  it('can be left by navigating away', async () => {
    const agent = bench.agent();
    await agent.open(bench.site.page(`<button onclick="for (;;) alert('again')">Trap</button>`));
    await agent.click('button "Trap"');
    await agent.does('browser_dialog', { action: 'accept' });
    const started = performance.now();
    expect(await agent.open(bench.site.page('<button>Free</button>'))).toContain('button "Free"');
    expect(performance.now() - started).toBeLessThan(4000);
  });
});

describe('dialogs answered by policy', () => {
  const accepting = createBrowserTools({ allowPrivate: true, dialogs: 'accept' });
  afterAll(() => accepting.close());

  it('hold up nothing, and are reported', async () => {
    const agent = new Agent(accepting, 'policy');
    const page = bench.site.page(
      `<button onclick="note(confirm('Sure?')); note(prompt('Name?', 'Ada'))">Go</button>`,
    );
    await agent.open(page);
    const done = await agent.click('button "Go"');
    expect(page.notes).toEqual(['true', 'Ada']);
    expect(done.dialog).toBeUndefined();
    expect(done.answeredDialogs).toMatchObject([
      { type: 'confirm', message: 'Sure?', answer: 'accepted' },
      { type: 'prompt', message: 'Name?', answer: 'accepted' },
    ]);
  });
});
