import { describe, expect, it } from 'vitest';
import { useBrowser } from './agent.js';

const bench = useBrowser();

/** Notes every key the page sees, with what is held. */
const listen = `<script>
  for (const type of ['keydown', 'keyup'])
    document.addEventListener(type, (event) => {
      if (event.key === 'Tab' || event.key.startsWith('F')) event.preventDefault();
      const held = ['altKey', 'ctrlKey', 'metaKey', 'shiftKey'].filter((key) => event[key]).map((key) => key.slice(0, -3));
      note([type.slice(3), event.key, event.code, ...held, event.isTrusted ? '' : 'FAKE'].join(' ').trim());
    });
</script>`;

describe('pressing a key', () => {
  it.each([
    ['Enter', 'Enter Enter'],
    ['escape', 'Escape Escape'],
    ['Tab', 'Tab Tab'],
    ['ArrowDown', 'ArrowDown ArrowDown'],
    ['space', '  Space'],
    ['F5', 'F5 F5'],
    ['a', 'a KeyA'],
    ['7', '7 Digit7'],
    ['PageUp', 'PageUp PageUp'],
    ['Delete', 'Delete Delete'],
  ])('%s reaches the page as a real key', async (key, seen) => {
    const agent = bench.lasting();
    const page = bench.site.page(`<p>text</p>${listen}`);
    await agent.open(page);
    await agent.does('browser_press', { key });
    expect(page.notes).toEqual([`down ${seen}`, `up ${seen}`]);
  });

  it('with others held presses and releases those around it', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`<p>text</p>${listen}`);
    await agent.open(page);
    const done = await agent.does('browser_press', { key: 'Control+Shift+K' });
    expect(done.key).toBe('Control+Shift+K');
    expect(page.notes).toEqual([
      'down Control ControlLeft ctrl',
      'down Shift ShiftLeft ctrl shift',
      'down K KeyK ctrl shift',
      'up K KeyK ctrl shift',
      'up Shift ShiftLeft ctrl',
      'up Control ControlLeft',
    ]);
    page.notes.splice(0);
    await agent.does('browser_press', { key: 'x', modifiers: ['Alt'] });
    expect(page.notes).toEqual([
      'down Alt AltLeft alt',
      'down x KeyX alt',
      'up x KeyX alt',
      'up Alt AltLeft',
    ]);
  });

  it('goes to the focused element, or to the one named', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(
      `<button id="a" onclick="note('a')">Alpha</button><button onclick="note('b')" autofocus>Beta</button>`,
    );
    await agent.open(page);
    await agent.does('browser_press', { key: 'Enter' });
    const done = await agent.does('browser_press', { key: 'Enter', ref: agent.ref('button "Alpha"') });
    expect(done.element).toBe('@e1 button "Alpha"');
    await agent.does('browser_press', { key: 'Space', selector: '#a' });
    expect(page.notes).toEqual(['b', 'a', 'a']);
  });

  it('many times is so many times', async () => {
    const agent = bench.lasting();
    const page = bench.site.page('<input id="f" type="number" value="1" aria-label="Guests">', {
      remote: true,
    });
    await agent.open(page);
    const done = await agent.does('browser_press', { key: 'ArrowUp', ref: '@e1', count: 4 });
    expect(await page.run('f.value')).toBe('5');
    expect(done.changes).toContain('~ @e1 spinbutton "Guests" = "5" focused');
  });

  it('edits text as a person would expect', async () => {
    const agent = bench.lasting();
    const page = bench.site.page('<input id="f" value="hello world" aria-label="Text">', { remote: true });
    await agent.open(page);
    await agent.does('browser_press', { key: 'End', ref: '@e1' });
    await agent.does('browser_press', { key: 'Backspace', count: 6 });
    expect(await page.run('f.value')).toBe('hello');
    await agent.does('browser_press', { key: 'Control+A' });
    await agent.does('browser_press', { key: 'Shift+x' });
    expect(await page.run('f.value')).toBe('X');
    await agent.does('browser_press', { key: 'Control+Z' });
    expect(await page.run('f.value')).toBe('hello');
  });

  it('moves the focus and shows where it is', async () => {
    const agent = bench.lasting();
    await agent.open(bench.site.page('<input aria-label="One" autofocus><input aria-label="Two">'));
    const done = await agent.does('browser_press', { key: 'Tab' });
    expect(done.changes).toContain('~ @e2 textbox "Two" focused');
  });

  it('that submits a form gives the page that follows', async () => {
    const agent = bench.lasting();
    const next = bench.site.page('<h1>Done</h1>', { title: 'Done' });
    const page = bench.site.page(
      `<form action="${next.url}" onsubmit="note('submit')"><input name="q" aria-label="Q" autofocus></form>`,
    );
    await agent.open(page);
    const done = await agent.does('browser_press', { key: 'Enter' });
    expect(page.notes).toEqual(['submit']);
    expect(done).toMatchObject({ url: `${next.url}?q=`, title: 'Done' });
  });

  it('goes into frames', async () => {
    const agent = bench.lasting();
    const inner = bench.site.page(`<button onclick="note('inner')">Inner</button>`);
    await agent.open(bench.site.page(`<iframe src="${inner.otherUrl}" title="f"></iframe>`));
    await agent.does('browser_press', { key: 'Enter', ref: agent.ref('button "Inner"') });
    expect(inner.notes).toEqual(['inner']);
  });
});

describe('pressing a key on something that', () => {
  it('takes no focus is refused', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`<div id="d">plain</div>${listen}`);
    await agent.open(page);
    expect(await agent.fails('browser_press', { key: 'Enter', selector: '#d' })).toMatchObject({
      code: 'not_focusable',
      sideEffect: 'none',
    });
    expect(page.notes).toEqual([]);
  });

  it('is disabled is refused', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`<button disabled>Off</button>${listen}`);
    await agent.open(page);
    expect(await agent.fails('browser_press', { key: 'Enter', ref: '@e1' })).toMatchObject({
      code: 'element_disabled',
      sideEffect: 'none',
    });
    expect(page.notes).toEqual([]);
  });

  it('has become another is refused', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`<button id="b">Pause</button>${listen}`, { remote: true });
    await agent.open(page);
    await page.run(`b.textContent = 'Delete'`);
    expect(await agent.fails('browser_press', { key: 'Enter', ref: '@e1' })).toMatchObject({
      code: 'stale_ref',
      sideEffect: 'none',
    });
    expect(page.notes).toEqual([]);
  });
});
