import { describe, expect, it } from 'vitest';
import { useBrowser } from './agent.js';

const bench = useBrowser();

/** A page on which things come while a call waits for them. */
async function opened(body = '') {
  const agent = bench.lasting();
  const page = bench.site.page(`<h1>Orders</h1>${body}`, { remote: true });
  await agent.open(page);
  return { agent, page };
}

const add = (html: string) => `document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(html)})`;

const patient = { timeout: 20_000 };

describe('a selector with a timeout', () => {
  it.each([
    [
      'browser_click',
      {},
      `<button id="new" onclick="note('clicked ' + event.isTrusted)">Pay</button>`,
      'clicked true',
    ],
    ['browser_type', { text: 'Ada' }, `<input id="new" oninput="note(value)">`, 'Ada'],
    ['browser_press', { key: 'a' }, `<input id="new" onkeydown="note(event.key)">`, 'a'],
    ['browser_hover', {}, `<a id="new" href="#x" onmouseenter="note('over')">Menu</a>`, 'over'],
    ['browser_focus', {}, `<input id="new" onfocus="note('focus')">`, 'focus'],
    ['browser_clear', {}, `<input id="new" value="Ada" oninput="note('now ' + value)">`, 'now '],
    ['browser_check', {}, `<input id="new" type="checkbox" onchange="note('is ' + checked)">`, 'is true'],
    [
      'browser_select',
      { values: ['Two'] },
      `<select id="new" onchange="note(value)"><option>One<option>Two</select>`,
      'Two',
    ],
  ])('has %s wait for what it finds', async (tool, input, html, seen) => {
    const { agent, page } = await opened();
    const done = agent.does(tool, { selector: '#new', ...input, ...patient });
    await page.run(add(html));
    await done;
    expect(page.notes.at(-1)).toBe(seen);
  });

  it('waits for what is there but can not be seen yet', async () => {
    const { agent, page } = await opened(`<button id="b" hidden onclick="note('clicked')">Pay</button>`);
    const done = agent.does('browser_click', { selector: '#b', ...patient });
    await page.run('b.hidden = false');
    await done;
    expect(page.notes).toEqual(['clicked']);
  });

  it('waits across documents: in a frame that comes, and in the page that follows', async () => {
    const { agent, page } = await opened();
    const inside = bench.site.page(`<button id="in" onclick="note('inside')">In</button>`);
    const framed = agent.does('browser_click', { selector: '#in', ...patient });
    await page.run(add(`<iframe src="${inside.otherUrl}"></iframe>`));
    await framed;
    expect(inside.notes).toEqual(['inside']);

    const next = bench.site.page(`<button id="next" onclick="note('next')">Next</button>`);
    const followed = agent.does('browser_click', { selector: '#next', ...patient });
    await page.run(`setTimeout(() => (location.href = ${JSON.stringify(next.url)}))`);
    await followed;
    expect(next.notes).toEqual(['next']);
  });

  it('does not need to see a file field to fill it', async () => {
    const { agent, page } = await opened();
    const done = agent.does('browser_upload', { selector: '#file', paths: ['package.json'], ...patient });
    await page.run(add(`<input type="file" id="file" hidden onchange="note(files[0].name)">`));
    await done;
    expect(page.notes).toEqual(['package.json']);
  });

  it('says how long it waited for what never came', async () => {
    const { agent, page } = await opened(
      `<button id="shut" hidden onclick="note('clicked')">Pay</button><p>Text`,
    );
    expect(await agent.fails('browser_click', { selector: '#never', timeout: 200 })).toMatchObject({
      code: 'element_not_found',
      message: 'Nothing on the page matches "#never". Waited 200 ms for it.',
      sideEffect: 'none',
    });
    expect(await agent.fails('browser_click', { selector: '#shut', timeout: 200 })).toMatchObject({
      code: 'element_not_visible',
      message: expect.stringContaining('Waited 200 ms for it.'),
    });
    expect(page.notes).toEqual([]);
  });

  it('gives the action its own time when the element comes late', async () => {
    const { agent, page } = await opened();
    const done = agent.does('browser_click', { selector: '#late', timeout: 1500 });
    await page.run(
      `setTimeout(() => ${add(`<button id="late" onclick="note('clicked')">Late</button>`)}, 1200)`,
    );
    await done;
    expect(page.notes).toEqual(['clicked']);
  });

  it('is not waited for without one, nor where it is wrong, nor is a ref', async () => {
    const { agent } = await opened();
    const error = await agent.fails('browser_click', { selector: '#never' });
    expect(error.message).toBe('Nothing on the page matches "#never".');
    expect(await agent.fails('browser_click', { selector: '#[', ...patient })).toMatchObject({
      code: 'invalid_selector',
    });
    expect(await agent.fails('browser_click', { ref: '@e99', ...patient })).toMatchObject({
      code: 'stale_ref',
    });
  });

  it('ends at once with the call, and leaves the session usable', async () => {
    const { agent, page } = await opened();
    const over = new AbortController();
    const waiting = agent.fails('browser_click', { selector: '#never', ...patient }, { signal: over.signal });
    await page.run('1');
    over.abort();
    expect(await waiting).toMatchObject({ code: 'aborted' });
    expect((await agent.does('browser_snapshot', { interactiveOnly: false })).tree).toContain('Orders');
  });

  it('tells of a dialog that comes instead', async () => {
    const { agent, page } = await opened();
    const waiting = agent.fails('browser_click', { selector: '#never', ...patient });
    await page.run(`setTimeout(() => alert('Wait!'))`);
    expect(await waiting).toMatchObject({ code: 'dialog_open' });
  });
});
