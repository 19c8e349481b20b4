import { describe, expect, it } from 'vitest';
import { useBrowser } from './agent.js';

const bench = useBrowser();

/** A page that does something a while after its button is clicked. */
/** Later than any call waits for what a script has put off. */
async function delayed(action: string, body = '', ms = 600) {
  const agent = bench.lasting();
  const page = bench.site.page(
    `${body}<button id="go">Go</button><script>go.onclick = () => setTimeout(() => { ${action} }, ${ms});</script>`,
  );
  await agent.open(page);
  await agent.click('button "Go"');
  return { agent, page };
}

describe('waiting', () => {
  it('for text ends when it is there, and shows it', async () => {
    // Text that comes between two calls is nobody's; so long a call before it does not take, even on a busy machine.
    const { agent } = await delayed(
      `document.body.insertAdjacentHTML('beforeend', '<p>Order <b>confirmed</b></p><button>Next</button>')`,
      '',
      1000,
    );
    const done = await agent.does('browser_wait', { text: 'order confirmed' });
    expect(done.met).toBe(true);
    expect(done.waited).toBeLessThan(2500);
    expect(done.changes).toContain('+ @e2 button "Next"');
    expect(done.changes).toContain('Order confirmed');
  });

  it('for text that is there already takes no time', async () => {
    const agent = bench.lasting();
    await agent.open(bench.site.page('<p>Ready</p>'));
    const done = await agent.does('browser_wait', { text: 'Ready' });
    expect(done.met).toBe(true);
    expect(done.waited).toBeLessThan(300);
  });

  it('for text that is in the page but hidden is not over yet', async () => {
    const agent = bench.lasting();
    await agent.open(
      bench.site.page('<p hidden>Secret</p><p style="display:none">Secret</p><script>"Secret"</script>'),
    );
    expect(await agent.does('browser_wait', { text: 'Secret', timeout: 300 })).toMatchObject({ met: false });
  });

  it('for text to go', async () => {
    const { agent } = await delayed('l.remove()', '<p id="l">Loading…</p>');
    expect(await agent.does('browser_wait', { textGone: 'Loading' })).toMatchObject({ met: true });
  });

  it('for an element by name and role', async () => {
    const { agent } = await delayed(
      `document.body.insertAdjacentHTML('beforeend', '<a href="#s">Save</a><button>Save</button>')`,
    );
    const done = await agent.does('browser_wait', { element: { name: 'save', role: 'button' } });
    expect(done.met).toBe(true);
    expect(
      await agent.does('browser_wait', { element: { name: 'save', role: 'checkbox' }, timeout: 200 }),
    ).toMatchObject({ met: false });
  });

  it.each([
    ['attached', `document.body.insertAdjacentHTML('beforeend', '<p id="x" hidden>x</p>')`, ''],
    ['visible', 'x.hidden = false', '<p id="x" hidden>x</p>'],
    ['hidden', 'x.hidden = true', '<p id="x">x</p>'],
    ['detached', 'x.remove()', '<p id="x">x</p>'],
  ])('for a selector to be %s', async (state, action, body) => {
    const { agent } = await delayed(action, body);
    const done = await agent.does('browser_wait', { selector: '#x', state });
    expect(done.met).toBe(true);
    expect(done.waited).toBeLessThan(2000);
  });

  it.each([
    [
      'a rule put into a style sheet',
      `document.styleSheets[0].insertRule('#x { display: block !important }', 0)`,
      { text: 'Shown by style' },
    ],
    [
      'a rule that is changed',
      `document.styleSheets[0].cssRules[0].style.visibility = 'visible'; document.styleSheets[0].cssRules[0].style.display = 'block'`,
      { element: { name: 'by style', role: 'button' } },
    ],
    ['a style sheet switched off', 'document.styleSheets[0].disabled = true', { selector: '#x' }],
    [
      'styles that depend on time',
      `document.styleSheets[0].insertRule('#x { display: block !important; animation: appear 300ms steps(1) }', 0)`,
      { selector: '#x' },
    ],
    ['a value that a script sets', `field.value = 'Set by script'`, { text: 'set by script' }],
    ['a box that a script checks', 'box.checked = true', { selector: '#box:checked' }],
    [
      'text that a style hides',
      `document.styleSheets[0].insertRule('#gone { display: none }', 0)`,
      { textGone: 'Going' },
    ],
    [
      'a change in a shadow tree',
      `document.querySelector('#host').shadowRoot.querySelector('p').textContent = 'In the shadow'`,
      { text: 'In the shadow' },
    ],
    [
      'a custom element that is defined late',
      `customElements.define('x-late', class extends HTMLElement {
        connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<p>Late words</p>'; }
      })`,
      { text: 'Late words' },
    ],
  ])('for what no event tells of: %s', async (_what, action, until) => {
    const { agent } = await delayed(
      action,
      `<style>#x { display: none } @keyframes appear { 50% { visibility: hidden } }</style>
      <button id="x">Shown by <b>style</b></button><input id="field"><input id="box" type="checkbox"><p id="gone">Going</p>
      <div id="host"></div><x-late></x-late>
      <script>document.querySelector('#host').attachShadow({ mode: 'open' }).innerHTML = '<p>Dark</p>';</script>`,
    );
    expect(await agent.does('browser_wait', until)).toMatchObject({ met: true });
  });

  it('for text in a frame that comes later, and in one that gets another document', async () => {
    const inner = bench.site.page('<p>Inside at last</p>');
    const { agent } = await delayed(
      `document.body.insertAdjacentHTML('beforeend', '<iframe src="${inner.otherUrl}"></iframe>')`,
    );
    expect(await agent.does('browser_wait', { text: 'Inside at last' })).toMatchObject({ met: true });
    const second = bench.site.page('<p>Another one</p>');
    const other = await delayed(`f.src = '${second.url}'`, `<iframe id="f" src="${inner.url}"></iframe>`);
    expect(await other.agent.does('browser_wait', { text: 'Another one' })).toMatchObject({ met: true });
  });

  it('for the address to change', async () => {
    const next = bench.site.page('<h1>Next</h1>', { title: 'Next' });
    const { agent } = await delayed(`location.href = '${next.url}'`, '', 2000);
    const done = await agent.does('browser_wait', { for: 'url_changed' });
    expect(done).toMatchObject({ met: true, url: next.url, title: 'Next' });
    expect(done.changes).toContain('# "Next"');
  });

  it('for the address to change counts a change since the last look', async () => {
    const agent = bench.lasting();
    const page = bench.site.page('<p>x</p>', { remote: true });
    await agent.open(page);
    await page.run(`history.pushState({}, '', '#moved')`);
    expect(await agent.does('browser_wait', { for: 'url_changed', timeout: 1000 })).toMatchObject({
      met: true,
    });
    expect(await agent.does('browser_wait', { for: 'url_changed', timeout: 200 })).toMatchObject({
      met: false,
    });
  });

  it('for the page to be loaded', async () => {
    const agent = bench.lasting();
    const slow = bench.site.on('/slow.png', (_request, response) => {
      setTimeout(() => response.writeHead(404).end(), 500);
    });
    const page = bench.site.page(`<img src="${slow}"><script>onload = () => note('loaded')</script>`);
    await agent.does('browser_navigate', { url: page.url, waitUntil: 'domcontentloaded' });
    expect(await agent.does('browser_wait', { for: 'page_loaded' })).toMatchObject({ met: true });
    expect(page.notes).toEqual(['loaded']);
  });

  it('for the network to be idle', async () => {
    const agent = bench.lasting();
    const poll = bench.site.on('/idle-poll', () => undefined);
    await agent.open(bench.site.page('<p>quiet</p>'));
    expect(await agent.does('browser_wait', { for: 'network_idle' })).toMatchObject({ met: true });
    await agent.does('browser_navigate', {
      url: bench.site.page(`<script>fetch('${poll}')</script>`).url,
      waitUntil: 'domcontentloaded',
    });
    expect(await agent.does('browser_wait', { for: 'network_idle', timeout: 700 })).toMatchObject({
      met: false,
    });
  });

  it('for some time takes that time', async () => {
    const agent = bench.lasting();
    await agent.open(bench.site.page('<p>x</p>'));
    const started = performance.now();
    const done = await agent.does('browser_wait', { time: 300 });
    expect(done.met).toBe(true);
    expect(performance.now() - started).toBeGreaterThanOrEqual(295);
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it('in vain is no error: met is false, after the time given', async () => {
    const agent = bench.lasting();
    await agent.open(bench.site.page('<p>x</p>'));
    for (const input of [
      { text: 'never' },
      { textGone: 'x' },
      { element: { name: 'never' } },
      { selector: '#never' },
      { for: 'url_changed' },
    ]) {
      const started = performance.now();
      const done = await agent.does('browser_wait', { ...input, timeout: 300 });
      expect(done.met).toBe(false);
      expect(done.waited).toBeGreaterThanOrEqual(290);
      expect(performance.now() - started).toBeLessThan(5000);
    }
  });

  it('goes on over a page change', async () => {
    const next = bench.site.page('<p>Thank you</p>');
    const { agent } = await delayed(`location.href = '${next.url}'`);
    expect(await agent.does('browser_wait', { text: 'Thank you' })).toMatchObject({
      met: true,
      url: next.url,
    });
  });

  it('looks into frames', async () => {
    const agent = bench.lasting();
    const inner = bench.site.page('<p id="p">Please wait</p>', { remote: true });
    await agent.open(bench.site.page(`<iframe src="${inner.otherUrl}" title="pay"></iframe>`));
    const waiting = agent.does('browser_wait', { text: 'Paid' });
    await inner.run(`p.textContent = 'Paid'`);
    expect(await waiting).toMatchObject({ met: true });
    expect(await agent.does('browser_wait', { textGone: 'Please wait' })).toMatchObject({ met: true });
  });

  it('with a selector the browser does not know says so', async () => {
    const agent = bench.lasting();
    await agent.open(bench.site.page('<p>x</p>'));
    expect(await agent.fails('browser_wait', { selector: 'p:no-such-thing', timeout: 500 })).toMatchObject({
      code: 'invalid_selector',
    });
  });

  it('with a state of nothing says so', async () => {
    const agent = bench.lasting();
    await agent.open(bench.site.page('<p>x</p>'));
    expect(await agent.fails('browser_wait', { text: 'x', state: 'hidden' })).toMatchObject({
      code: 'validation_error',
    });
  });

  it('ends with a dialog that opens meanwhile', async () => {
    const { agent } = await delayed(`alert('Session expired')`);
    const result = await agent.call('browser_wait', { text: 'never', timeout: 10_000 });
    expect(JSON.stringify(result)).toContain('Session expired');
    expect(result.executionTime).toBeLessThan(8000);
    await agent.does('browser_dialog', { action: 'accept' });
  });
});

describe('what was waited for', () => {
  const come = (html: string) => `document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(html)})`;
  const kinds = [
    ['a text', come('<p>Order <b>confirmed</b></p>'), { text: 'order confirmed' }, 'text "Order confirmed"'],
    ['a button by its text', come('<button>Pay now</button>'), { text: 'Pay' }, 'button "Pay now"'],
    ['a message', come('<div role="alert">Saved</div>'), { text: 'saved' }, 'alert "Saved"'],
    ['a heading', come('<h2>Results</h2>'), { text: 'results' }, 'heading "Results"'],
    ['a value', "field.value = 'Ada'", { text: 'Ada' }, 'textbox "Name"'],
    [
      'an element',
      come('<button>Next</button>'),
      { element: { name: 'next', role: 'button' } },
      'button "Next"',
    ],
    [
      'a dialog',
      come('<dialog open aria-label="Terms">Text</dialog>'),
      { element: { name: 'Terms' } },
      'dialog "Terms"',
    ],
    ['a selector', come('<a id="x" href="#">More</a>'), { selector: '#x' }, 'link "More"'],
  ] as const;

  it.each(kinds)('is told with its ref: %s', async (_what, action, until, told) => {
    const { agent } = await delayed(action, '<input id="field" aria-label="Name">', 1000);
    const done = await agent.does('browser_wait', until);
    expect(done.met).toBe(true);
    expect(done.element?.replace(/^@e\d+ /, '')).toBe(told);
    const [ref = ''] = done.element?.split(' ') ?? [];
    expect(await agent.does('browser_get_element', { ref })).toMatchObject({});
  });

  it.each(kinds)('is told with its ref where it had come before: %s', async (_what, action, until, told) => {
    const agent = bench.lasting();
    const page = bench.site.page('<input id="field" aria-label="Name">', { remote: true });
    await agent.open(page);
    await page.run(action);
    const done = await agent.does('browser_wait', until);
    expect(done.element?.replace(/^@e\d+ /, '')).toBe(told);
  });

  it('can be acted on, in a frame and a shadow tree too', async () => {
    const inner = bench.site.page('<div id="host"></div>', { remote: true });
    const agent = bench.lasting();
    await agent.open(bench.site.page(`<iframe src="${inner.otherUrl}"></iframe>`));
    const waiting = agent.does('browser_wait', { text: 'Pay now' });
    await inner.run(
      `host.attachShadow({ mode: 'open' }).innerHTML = '<button>Pay now</button>';
      host.shadowRoot.firstChild.onclick = () => note('paid')`,
    );
    const [ref = ''] = (await waiting).element?.split(' ') ?? [];
    await agent.does('browser_click', { ref });
    expect(inner.notes).toEqual(['paid']);
  });

  it('is not told where it can not be seen', async () => {
    const agent = bench.lasting();
    await agent.open(bench.site.page('<button id="x" hidden>More</button>'));
    const done = await agent.does('browser_wait', { selector: '#x', state: 'attached' });
    expect(done).toMatchObject({ met: true });
    expect(done.element).toBeUndefined();
  });

  it('is told once', async () => {
    const agent = bench.lasting();
    const page = bench.site.page('<p>Wait</p>', { remote: true });
    await agent.open(page);
    const waiting = agent.reads('browser_wait', { text: 'Next' });
    await page.run(come('<button>Next</button>'));
    expect(await waiting).toMatch(/^met after \d+ ms\n<page \w+>\n\+ @e1 button "Next"\n<\/page \w+>$/);
    expect(await agent.reads('browser_wait', { text: 'Wait' })).toMatch(
      /^met after \d+ ms: @e2 text "Wait"$/,
    );
    expect(await agent.reads('browser_wait', { textGone: 'Never' })).toMatch(/^met after \d+ ms$/);
  });
});
