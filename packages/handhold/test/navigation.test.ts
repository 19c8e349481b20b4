import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { useBrowser } from './agent.js';

const bench = useBrowser();

describe('opening a page', () => {
  it('gives its address, title, status and what is on it', async () => {
    const agent = bench.lasting();
    const page = bench.site.page('<h1>Hello</h1><a href="#a">First</a><button>Second</button>', {
      title: 'Greeting',
    });
    expect(await agent.does('browser_navigate', { url: page.url })).toMatchObject({
      url: page.url,
      title: 'Greeting',
      status: 200,
      loaded: true,
      snapshot: '# "Hello"\n@e1 link "First"\n@e2 button "Second"',
      page: { shown: 2, elements: 2 },
    });
    expect(page.visits).toBe(1);
  });

  it('leaves the snapshot out if it is not wanted', async () => {
    const agent = bench.lasting();
    const { snapshot } = await agent.does('browser_navigate', {
      url: bench.site.page('<button>A</button>').url,
      snapshot: false,
    });
    expect(snapshot).toBeUndefined();
    expect(await agent.snapshot()).toBe('@e1 button "A"');
  });

  it('takes an address as people write it', async () => {
    const agent = bench.lasting();
    const page = bench.site.page('<p>x</p>');
    const { port, pathname } = new URL(page.url);
    expect(
      await agent.does('browser_navigate', { url: ` HTTP://LOCALHOST:${port}${pathname}?a b ` }),
    ).toMatchObject({
      url: `${page.otherUrl}?a%20b`,
    });
    expect(await agent.does('browser_navigate', { url: 'about:blank' })).toMatchObject({
      url: 'about:blank',
      status: 0,
    });
  });

  it('follows redirects and says where it came out', async () => {
    const agent = bench.lasting();
    const page = bench.site.page('<p>end</p>');
    const hop = bench.site.on('/hop', (_request, response) =>
      response.writeHead(302, { location: page.otherUrl }).end(),
    );
    const start = bench.site.on('/start', (_request, response) =>
      response.writeHead(301, { location: hop }).end(),
    );
    expect(await agent.does('browser_navigate', { url: start })).toMatchObject({
      url: page.otherUrl,
      status: 200,
    });
  });

  it('follows a page that sends itself elsewhere at once', async () => {
    const agent = bench.lasting();
    const end = bench.site.page('<button>Arrived</button>', { title: 'End' });
    const start = bench.site.page(`<script>location.replace('${end.url}')</script>`);
    expect(await agent.does('browser_navigate', { url: start.url })).toMatchObject({
      url: end.url,
      title: 'End',
      snapshot: '@e1 button "Arrived"',
    });
  });

  it('shows what scripts add right after loading', async () => {
    const agent = bench.lasting();
    const data = bench.site.on('/late-data', (_request, response) => {
      setTimeout(() => response.end('Buy tea'), 150);
    });
    const tree = await agent.open(
      bench.site.page(`<div id="app">Loading…</div><script>
        fetch('${data}').then((r) => r.text()).then((text) => { app.innerHTML = '<button>' + text + '</button>'; });</script>`),
    );
    expect(tree).toBe('@e1 button "Buy tea"');
  });

  it.each([404, 410, 500, 503])('with status %i is a success that tells the status', async (status) => {
    const agent = bench.lasting();
    const page = bench.site.page('<h1>Sorry</h1><a href="/">Home</a>', { status });
    expect(await agent.does('browser_navigate', { url: page.url })).toMatchObject({
      status,
      loaded: true,
      url: page.url,
    });
    expect(await agent.reads('browser_navigate', { url: page.url })).toContain(`status ${status}`);
  });

  it('with an error status and no body at all is a success that tells the status', async () => {
    const agent = bench.lasting();
    const url = bench.site.on('/bare-404', (_request, response) => response.writeHead(404).end());
    expect(await agent.does('browser_navigate', { url })).toMatchObject({ status: 404, url });
  });

  it('that asks for a password is a success that tells the status', async () => {
    const agent = bench.agent();
    const url = bench.site.on('/private', (_request, response) => {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="Staff"', 'content-type': 'text/html' });
      response.end('<h1>Staff only</h1>');
    });
    expect(await agent.does('browser_navigate', { url })).toMatchObject({ status: 401, url });
  });

  it.each([
    ['plain text', 'text/plain', 'hello there', 'hello there'],
    ['JSON', 'application/json', '{"hello": ["there"]}', '"there"'],
    ['XML', 'application/xml', '<root><item>hello</item></root>', 'hello'],
    [
      'XHTML',
      'application/xhtml+xml',
      '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>X</title></head><body><button>hello</button></body></html>',
      'button "hello"',
    ],
    [
      'a drawing',
      'image/svg+xml',
      '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="99"><a href="/x"><text x="9" y="40">hello</text></a></svg>',
      'link "hello"',
    ],
    [
      'frames side by side',
      'text/html',
      '<html><frameset cols="50%,50%"><frame src="/frame-1"><frame src="/frame-2"></frameset></html>',
      'button "frame-2"',
    ],
    ['nothing at all', 'text/html', '', ''],
  ])('of %s can be read, pictured and left', async (what, type, body, seen) => {
    const agent = bench.lasting();
    for (const name of ['frame-1', 'frame-2'])
      bench.site.on(`/${name}`, (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' }).end(`<button>${name}</button>`);
      });
    const url = bench.site.on(`/kind-${what.replaceAll(' ', '-')}`, (_request, response) => {
      response.writeHead(200, { 'content-type': type }).end(body);
    });
    await agent.open(url);
    expect(await agent.snapshot({ interactiveOnly: false })).toContain(seen);
    await agent.does('browser_screenshot');
    await agent.does('browser_scroll', { direction: 'down' });
    await agent.does('browser_press', { key: 'End' });
    expect(await agent.open(bench.site.page('<button>Next</button>'))).toBe('@e1 button "Next"');
  });

  it('does not reload for an anchor on the same page: refs go on working', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(
      `<button onclick="note(location.hash)">Where</button><p id="there">there</p>`,
    );
    await agent.open(page);
    expect(await agent.does('browser_navigate', { url: `${page.url}#there` })).toMatchObject({
      url: `${page.url}#there`,
    });
    expect(page.visits).toBe(1);
    await agent.does('browser_click', { ref: '@e1' });
    expect(page.notes).toEqual(['#there']);
  });
});

describe('a page that has just loaded', () => {
  it('is seen as it is after its own work at that time, with what it listens on since', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(
      `<div id="app">Loading</div><script>
        addEventListener('load', () => setTimeout(() => requestAnimationFrame(() => {
          app.innerHTML = '<div id="card">Open me</div><a href="#more">More</a>';
          card.addEventListener('click', () => note('opened'));
        })));
      </script>`,
    );
    const { snapshot } = await agent.does('browser_navigate', { url: page.url });
    expect(snapshot).toBe('@e1 clickable "Open me"\n@e2 link "More"');
    await agent.does('browser_click', { ref: '@e1' });
    expect(page.notes).toEqual(['opened']);
  });

  it('is offered with the listeners of a script that changed nothing', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(
      `<div id="card">Open me</div><script>card.addEventListener('click', () => note('opened'))</script>`,
    );
    const { snapshot } = await agent.does('browser_navigate', { url: page.url });
    expect(snapshot).toBe('@e1 clickable "Open me"');
  });

  it.each([
    ['the constructor of events', 'Event = {}'],
    ['what a console has', 'getEventListeners = () => ({})'],
    ['the way to all elements', 'Document.prototype.querySelectorAll = () => []'],
    ['the way to nothing', `Document.prototype.querySelectorAll = () => { throw new Error('no') }`],
  ])('is offered with its listeners even where it has something else for %s', async (_what, replaces) => {
    const agent = bench.lasting();
    const page = bench.site.page(`<div id="card">Open me</div><script>
      ${replaces}; card.addEventListener('click', () => note('opened'));
    </script>`);
    const { snapshot } = await agent.does('browser_navigate', { url: page.url });
    expect(snapshot).toBe('@e1 clickable "Open me"');
    await agent.does('browser_click', { ref: '@e1' });
    expect(page.notes).toEqual(['opened']);
  });

  it('is offered with the listeners that a timer set without changing anything', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`<div id="card">Open me</div><script>
      addEventListener('load', () => setTimeout(() => card.addEventListener('click', () => note('opened'))));
    </script>`);
    const { snapshot } = await agent.does('browser_navigate', { url: page.url });
    expect(snapshot).toBe('@e1 clickable "Open me"');
  });

  it.each([
    ['fills in a field', `draft.value = 'kept'`, /textbox "Draft".*kept/],
    ['ticks a box', `sure.checked = true`, /checkbox "Sure" checked/],
    ['takes the focus', `draft.focus()`, /textbox "Draft".*focused/],
    ['adds a rule of style', `sheet.sheet.insertRule('#hint { display: none }')`, /^@e1 textbox "Draft"/],
  ])('whose first frame only %s is seen like that', async (_what, does, seen) => {
    const agent = bench.lasting();
    const page = bench.site.page(`<style id="sheet">p { margin: 0 }</style>
      <p id="hint"><button>Hint</button></p><input id="draft" aria-label="Draft">
      <input id="sure" type="checkbox" aria-label="Sure">
      <script>addEventListener('load', () => requestAnimationFrame(() => { ${does} }))</script>`);
    const { snapshot } = await agent.does('browser_navigate', { url: page.url });
    expect(snapshot).toMatch(seen);
  });

  it.each([
    ['its own words', '<meta http-equiv="refresh" content="0; url=END"><p>Wait</p>', undefined],
    ["its server's", '<p>Wait</p>', '0; url=END'],
  ])('is left for where it leads, by %s', async (_by, body, refresh) => {
    const agent = bench.lasting();
    const end = bench.site.page('<button>Here</button>');
    const page = bench.site.page(body.replace('END', end.url), {
      headers: refresh ? { refresh: refresh.replace('END', end.url) } : {},
    });
    const { url, snapshot } = await agent.does('browser_navigate', { url: page.url });
    expect([url, snapshot]).toEqual([end.url, '@e1 button "Here"']);
  });

  it('and has no scripts is seen as it is, and worked as any other', async () => {
    const agent = bench.lasting();
    const serve = (path: string, body: string) =>
      bench.site.on(path, (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        response.end(`<!doctype html><title>Plain</title>${body}`);
      });
    const end = serve('/plain-end', '<button>Here</button>');
    const url = serve('/plain', `<details><summary>More</summary><a href="${end}">On</a></details>`);
    expect((await agent.does('browser_navigate', { url })).snapshot).toBe('@e1 button "More" collapsed');
    const { changes } = await agent.does('browser_click', { ref: '@e1' });
    expect(changes).toContain('+ @e2 link "On"');
    expect((await agent.does('browser_click', { ref: '@e2' })).changes).toBe('@e1 button "Here"');
    const leads = serve('/plain-leads', `<meta http-equiv="refresh" content="0; url=${end}">`);
    expect(await agent.does('browser_navigate', { url: leads })).toMatchObject({ title: 'Plain', url: end });
    const late = serve('/plain-late', '<body onload="document.body.innerHTML = \'<button>Late</button>\'">');
    expect((await agent.does('browser_navigate', { url: late })).snapshot).toBe('@e1 button "Late"');
  });

  it('may do so in the middle of an action, which is told as ever', async () => {
    const agent = bench.lasting();
    let finish: () => void = () => undefined;
    const late = bench.site.on('/late.png', (_request, response) => {
      finish = () => response.end();
    });
    const finishing = bench.site.on('/finish', (_request, response) => {
      finish();
      response.end();
    });
    const page = bench.site.page(`<img src="${late}"><p id="said">Nothing</p>
      <button onclick="fetch('${finishing}')">Go</button>
      <script>addEventListener('load', () => requestAnimationFrame(() => { said.textContent = 'Loaded'; }))</script>`);
    await agent.does('browser_navigate', { url: page.url, waitUntil: 'domcontentloaded' });
    const { changes } = await agent.does('browser_click', { selector: 'button' });
    expect(changes).toContain('Loaded');
  });
});

describe('a page that never finishes', () => {
  it('loading an image is a success with loaded: false, within the time given', async () => {
    const agent = bench.lasting();
    const never = bench.site.on('/never.png', () => undefined);
    const page = bench.site.page(`<button onclick="note('works')">Go</button><img src="${never}">`);
    const started = performance.now();
    const done = await agent.does('browser_navigate', { url: page.url, timeout: 2500 });
    expect(performance.now() - started).toBeLessThan(6000);
    expect(done).toMatchObject({ loaded: false, status: 200, snapshot: '@e1 button "Go"' });
    await agent.does('browser_click', { ref: '@e1' });
    expect(page.notes).toEqual(['works']);
  });

  it('is not waited for with domcontentloaded', async () => {
    const agent = bench.lasting();
    const never = bench.site.on('/never.png', () => undefined);
    const page = bench.site.page(`<button>Go</button><img src="${never}">`);
    const started = performance.now();
    const done = await agent.does('browser_navigate', { url: page.url, waitUntil: 'domcontentloaded' });
    expect(performance.now() - started).toBeLessThan(6000);
    expect(done.snapshot).toBe('@e1 button "Go"');
  });

  it('sending its body is a success with loaded: false and what has come so far', async () => {
    const agent = bench.lasting();
    const url = bench.site.on('/stalled', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.write(`<!doctype html><title>Half</title><button>Half a page</button>${' '.repeat(4096)}`);
    });
    const started = performance.now();
    const done = await agent.does('browser_navigate', { url, timeout: 2500 });
    expect(performance.now() - started).toBeLessThan(6000);
    expect(done).toMatchObject({ loaded: false, snapshot: '@e1 button "Half a page"' });
  });

  it('using the network is a success with loaded: false for networkidle', async () => {
    const agent = bench.lasting();
    const poll = bench.site.on('/poll', () => undefined);
    const page = bench.site.page(`<button>Go</button><script>fetch('${poll}')</script>`);
    const started = performance.now();
    const done = await agent.does('browser_navigate', {
      url: page.url,
      waitUntil: 'networkidle',
      timeout: 2500,
    });
    expect(performance.now() - started).toBeLessThan(6000);
    expect(done).toMatchObject({ loaded: false, snapshot: '@e1 button "Go"' });
  });

  it('answering is a timeout at the time given, and the page before it still works', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`<button onclick="note('still here')">Go</button>`);
    await agent.open(page);
    const url = bench.site.on('/silent', () => undefined);
    const started = performance.now();
    const error = await agent.fails('browser_navigate', { url, timeout: 800 });
    expect(performance.now() - started).toBeLessThan(5000);
    expect(error).toMatchObject({ code: 'timeout', canRetry: true });
    expect(await agent.snapshot()).toContain('button "Go"');
    await agent.does('browser_click', { selector: 'button' });
    expect(page.notes).toEqual(['still here']);
  });
});

describe('a page that can not be opened', () => {
  async function failure(url: string, code = 'navigation_failed') {
    const agent = bench.lasting();
    const before = bench.site.page('<button>Before</button>');
    await agent.open(before);
    const error = await agent.fails('browser_navigate', { url });
    expect(error.code).toBe(code);
    expect(error.message).not.toContain('net::');
    const after = bench.site.page('<button>After</button>');
    expect(await agent.open(after)).toBe('@e1 button "After"');
    return error;
  }

  it('because nobody listens there', async () => {
    const port = await freePort();
    const error = await failure(`http://127.0.0.1:${port}/`);
    expect(error).toMatchObject({
      canRetry: true,
      message: expect.stringContaining('refused the connection'),
    });
  });

  it('because the name can not be resolved', async () => {
    const error = await failure('http://nowhere.invalid/');
    expect(error.message).toContain('could not be resolved');
  });

  it('because it redirects in a circle', async () => {
    const url = bench.site.on('/circle', (_request, response) =>
      response.writeHead(302, { location: '/circle' }).end(),
    );
    const error = await failure(url);
    expect(error).toMatchObject({ canRetry: false, message: expect.stringContaining('circle') });
  });

  it('because the server hangs up', async () => {
    const url = bench.site.on('/hang-up', (request) => request.socket.destroy());
    expect((await failure(url)).message).toContain('closed the connection');
  });

  it('because the server does not speak HTTP', async () => {
    const server = createServer((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    await failure(`http://127.0.0.1:${port}/`);
    server.close();
  });

  it('because there is nothing to show', async () => {
    const url = bench.site.on('/nothing', (_request, response) => response.writeHead(204).end());
    await failure(url);
  });

  it('because it redirects to a scheme that is not opened', async () => {
    const url = bench.site.on('/to-file', (_request, response) =>
      response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    );
    const error = await failure(url, 'host_blocked');
    expect(error.canRetry).toBe(false);
  });
});

describe('going back, forward and anew', () => {
  it('shows the page gone to, with its state', async () => {
    const agent = bench.lasting();
    const one = bench.site.page('<button>One</button>', { title: 'One' });
    const two = bench.site.page('<button>Two</button>', { title: 'Two' });
    await agent.open(one);
    await agent.open(two);
    expect(await agent.does('browser_back')).toMatchObject({
      url: one.url,
      title: 'One',
      snapshot: expect.stringMatching(/button "One"$/),
    });
    expect(await agent.does('browser_forward')).toMatchObject({
      url: two.url,
      title: 'Two',
      snapshot: expect.stringMatching(/button "Two"$/),
    });
    const visits = two.visits;
    expect(await agent.does('browser_reload')).toMatchObject({ url: two.url, status: 200, loaded: true });
    expect(two.visits).toBe(visits + 1);
  });

  it('has refs that work on the page gone back to', async () => {
    const agent = bench.lasting();
    const one = bench.site.page(`<button onclick="note('one')">One</button>`);
    await agent.open(one);
    await agent.open(bench.site.page('<button>Two</button>'));
    await agent.does('browser_back');
    await agent.click('button "One"');
    expect(one.notes).toEqual(['one']);
  });

  it('follows pushState without a reload', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`<h1 id="h">Home</h1><button onclick="go('/detail')">Detail</button><script>
      const show = () => { h.textContent = location.pathname === '/detail' ? 'Detail page' : 'Home'; note(location.pathname); };
      function go(path) { history.pushState({}, '', path); show(); }
      onpopstate = show;</script>`);
    await agent.open(page);
    const clicked = await agent.click('button "Detail"');
    expect(clicked.url).toBe(bench.site.url('/detail'));
    expect(clicked.changes).toMatch(/^\+ # "Detail page"$/m);
    expect(clicked.page).toBeUndefined();
    expect(await agent.does('browser_back')).toMatchObject({ url: page.url });
    expect(page.visits).toBe(1);
    expect(page.notes).toEqual(['/detail', new URL(page.url).pathname]);
  });

  it.each(['browser_back', 'browser_forward'])('says so when there is nowhere to go: %s', async (tool) => {
    const agent = bench.agent();
    const page = bench.site.page(`<button onclick="note('here')">Here</button>`);
    await agent.open(page);
    const error = await agent.fails(tool);
    expect(error).toMatchObject({ code: 'navigation_failed', canRetry: false, sideEffect: 'none' });
    await agent.does('browser_click', { ref: '@e1' });
    expect(page.notes).toEqual(['here']);
  });
});

describe('a page that asks before it is left', () => {
  const body = `<input aria-label="Draft" oninput="dirty = true"><script>
    let dirty = false;
    addEventListener('beforeunload', (event) => { if (dirty) { navigator.sendBeacon('/asked'); event.preventDefault(); } });
  </script>`;

  it.each([
    ['navigating', 'browser_navigate', (other: string) => ({ url: other })],
    ['reloading', 'browser_reload', () => ({})],
    ['going back', 'browser_back', () => ({})],
  ])('is left all the same when %s, and that is said', async (_how, tool, input) => {
    const agent = bench.agent();
    const other = bench.site.page('<p>other</p>');
    const page = bench.site.page(body);
    await agent.open(other);
    await agent.open(page);
    await agent.type('textbox "Draft"', 'x');
    const done = await agent.does(tool, input(other.url));
    expect(done.url).toBe(tool === 'browser_reload' ? page.url : other.url);
    expect(done.answeredDialogs).toMatchObject([{ type: 'beforeunload', answer: 'accepted' }]);
    expect(done.dialog).toBeUndefined();
  });
});

describe('an address that is a file to download', () => {
  it('is a success that tells the download, and the page before it stays', async () => {
    const agent = bench.agent();
    const page = bench.site.page(`<button onclick="note('here')">Here</button>`);
    await agent.open(page);
    const url = bench.site.on('/report.csv', (_request, response) => {
      response.writeHead(200, {
        'content-type': 'text/csv',
        'content-disposition': 'attachment; filename="report.csv"',
      });
      response.end('a,b\n1,2\n');
    });
    const done = await agent.does('browser_navigate', { url });
    expect(done.download).toMatchObject({ id: 'd1', name: 'report.csv' });
    expect(await agent.snapshot()).toContain('button "Here"');
    await agent.does('browser_click', { selector: 'button' });
    expect(page.notes).toEqual(['here']);
  });
});

describe('without a page', () => {
  it.each([
    ['browser_snapshot', {}],
    ['browser_click', { ref: '@e1' }],
    ['browser_type', { text: 'x' }],
    ['browser_press', { key: 'Enter' }],
    ['browser_scroll', { direction: 'down' }],
    ['browser_screenshot', {}],
    ['browser_wait', { text: 'x' }],
    ['browser_back', {}],
    ['browser_forward', {}],
    ['browser_reload', {}],
    ['browser_dialog', { action: 'accept' }],
  ])('%s says that none is open', async (tool, input) => {
    const agent = bench.agent();
    expect(await agent.fails(tool, input)).toMatchObject({ code: 'no_page', sideEffect: 'none' });
  });

  it('closing is no error, any number of times', async () => {
    const agent = bench.agent();
    await agent.does('browser_close');
    await agent.open(bench.site.page('<p>x</p>'));
    await agent.does('browser_close');
    await agent.does('browser_close');
    expect(await agent.fails('browser_snapshot')).toMatchObject({ code: 'no_page' });
  });
});

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}
