import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createEthosTools, dialects, Failure, parseToolset, readToolset } from 'handhold';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { useBrowser } from '../agent.js';

const bench = useBrowser();
const surface = () => dialects.ethos(bench.tools);
const { session } = bench.lasting();

async function reads(name: string, input: unknown = {}) {
  const { rendered } = await surface().callAndRender(name, input, { session });
  return rendered.text;
}

function refusal(make: () => unknown): string {
  try {
    make();
  } catch (thrown) {
    if (thrown instanceof Failure) return `${thrown.code}: ${thrown.message}`;
    throw thrown;
  }
  throw new Error('It was not refused.');
}

const signup = `<h1>Sign up</h1><form onsubmit="note('submitted ' + email.value); document.querySelector('p').textContent = 'Welcome'; return false">
  <input id="email" aria-label="Email"><input id="password" type="password" aria-label="Password">
  <button>Sign up</button></form><p role="status"></p>
  <img src="/cat.png" alt="A cat" width="40" height="30"><div style="height:2000px"></div><a href="#end" id="end">The end</a>`;

/** The ref of what a text shows under this role and name. */
function refIn(text: string, what: string): string {
  const [, ref] = new RegExp(`(@e\\d+) ${what}`).exec(text) ?? [];
  if (ref === undefined) throw new Error(`no ${what} in ${text}`);
  return ref;
}

describe('Tools', () => {
  it('has the tools of the document', () => {
    expect(surface().registry.listTools().sort()).toEqual(
      [
        'browse_url',
        'browser_back',
        'browser_click',
        'browser_console',
        'browser_dialog',
        'browser_get_images',
        'browser_navigate',
        'browser_press',
        'browser_screenshot',
        'browser_scroll',
        'browser_snapshot',
        'browser_type',
      ].sort(),
    );
  });

  it('"only browse_url and browser_navigate carry network: { allowedHosts: [\'*\'] }"; "All tools share toolset: \'browser\'"', () => {
    const tools = createEthosTools();
    expect(tools.definitions.map(({ name }) => name)).toEqual(tools.registry.listTools());
    for (const { name, toolset, capabilities, schema } of tools.definitions) {
      expect(toolset).toBe('browser');
      expect(schema.type).toBe('object');
      expect(capabilities).toEqual(
        name === 'browse_url' || name === 'browser_navigate' ? { network: { allowedHosts: ['*'] } } : {},
      );
    }
  });

  it('browse_url: "Legacy single-shot load + extract"', async () => {
    const page = bench.site.page(
      '<main><article><h1>News</h1><p>Something happened in a town today, and people noticed.</p></article></main>',
    );
    const text = await reads('browse_url', { url: page.url });
    expect(text).toContain('Something happened');
    expect(page.visits).toBe(1);
  });

  it('"Accessibility-ref workflow": navigate, click, snapshot, type', async () => {
    const page = bench.site.page(signup);
    const first = await reads('browser_navigate', { url: page.url });
    expect(first).toMatch(/@e1 textbox "Email"/);
    await reads('browser_click', { ref: refIn(first, 'textbox "Email"') });
    const fresh = await reads('browser_snapshot');
    expect(fresh).toContain('focused');
    await reads('browser_type', { ref: refIn(fresh, 'textbox "Email"'), text: 'ada@example.com' });
    await reads('browser_type', {
      ref: refIn(fresh, 'textbox "Password"'),
      text: 'correcthorsebatterystaple',
    });
    await reads('browser_click', { ref: refIn(fresh, 'button "Sign up"') });
    expect(await reads('browser_snapshot')).toContain('Welcome');
    expect(page.notes).toEqual(['submitted ada@example.com']);
  });

  it('browser_press: "Send a keyboard key (Enter, Tab, Escape, Control+A)"', async () => {
    const page = bench.site.page(
      `<script>addEventListener('keydown', (e) => note((e.ctrlKey ? 'Control+' : '') + e.key));</script>`,
    );
    await reads('browser_navigate', { url: page.url });
    for (const key of ['Enter', 'Tab', 'Escape', 'Control+A']) await reads('browser_press', { key });
    expect(page.notes.filter((note) => note !== 'Control+Control')).toEqual([
      'Enter',
      'Tab',
      'Escape',
      'Control+A',
    ]);
  });

  it('browser_scroll: "Scroll viewport (up / down / to a specific element by ref)"', async () => {
    const page = bench.site.page(signup, { remote: true });
    const shown = await reads('browser_navigate', { url: page.url });
    await reads('browser_scroll', { direction: 'down', amount: 200 });
    expect(await page.run('scrollY')).toBe('200');
    await reads('browser_scroll', { direction: 'up', amount: 50 });
    expect(await page.run('scrollY')).toBe('150');
    await reads('browser_scroll', { ref: refIn(shown, 'link "The end"') });
    expect(Number(await page.run('scrollY'))).toBeGreaterThan(1000);
  });

  it('browser_back: "Navigate browser history back one step. Returns updated snapshot."', async () => {
    const page = bench.site.page(signup, { title: 'First' });
    await reads('browser_navigate', { url: page.url });
    await reads('browser_navigate', { url: bench.site.page('<p>Second</p>').url });
    const back = await reads('browser_back');
    expect(back).toContain('page "First"');
    expect(back).toMatch(/@e\d+ textbox "Email"/);
  });

  it('browser_console: "[error] Uncaught TypeError: … (app.js:42)", "[warn] …"', async () => {
    bench.site.on('/app.js', (_request, response) => {
      response.setHeader('content-type', 'text/javascript');
      response.end("console.warn('Deprecated API usage');\n\nundefined.foo;");
    });
    await reads('browser_navigate', { url: bench.site.page('<script src="/app.js"></script>').url });
    const text = await reads('browser_console');
    expect(text).toMatch(/^\[warn\] "Deprecated API usage" \(app\.js:1\)$/m);
    expect(text).toMatch(/^\[error\] "Uncaught TypeError: [^\n]*foo[^\n]*" \(app\.js:3\)$/m);
  });

  it('browser_get_images: "List every <img> on the page with src + alt text"', async () => {
    bench.site.on('/cat.png', (_request, response) => response.writeHead(404).end());
    await reads('browser_navigate', { url: bench.site.page(signup).url });
    const text = await reads('browser_get_images');
    expect(text).toContain('"A cat"');
    expect(text).toContain('/cat.png');
  });

  it('browser_dialog: "Accept / dismiss / answer a JS alert / confirm / prompt"', async () => {
    const page = bench.site.page(
      `<button onclick="note(prompt('Name?'))">Prompt</button><button onclick="note(confirm('Sure?'))">Confirm</button>`,
    );
    const shown = await reads('browser_navigate', { url: page.url });
    await reads('browser_click', { ref: refIn(shown, 'button "Prompt"') });
    await reads('browser_dialog', { action: 'answer', text: 'Ada' });
    await reads('browser_click', { ref: refIn(shown, 'button "Confirm"') });
    await reads('browser_dialog', { action: 'dismiss' });
    await reads('browser_click', { ref: refIn(shown, 'button "Confirm"') });
    await reads('browser_dialog', { action: 'accept' });
    expect(page.notes).toEqual(['Ada', 'false', 'true']);
  });

  it('browser_screenshot: "Capture the viewport as a base64 JPEG"', async () => {
    await reads('browser_navigate', { url: bench.site.page(signup).url });
    const { rendered } = await surface().callAndRender('browser_screenshot', {}, { session });
    expect(rendered.image?.mimeType).toBe('image/jpeg');
    expect(
      Buffer.from(rendered.image?.base64 ?? '', 'base64')
        .subarray(0, 3)
        .toString('hex'),
    ).toBe('ffd8ff');
  });
});

describe('Errors', () => {
  it('"Browser session not active — call browser_navigate first"', async () => {
    const { session: fresh } = bench.agent();
    for (const [name, input] of [
      ['browser_snapshot', {}],
      ['browser_click', { ref: '@e1' }],
      ['browser_back', {}],
      ['browser_screenshot', {}],
    ] as const) {
      const { rendered } = await surface().callAndRender(name, input, { session: fresh });
      expect(rendered.text).toMatch(
        /^error no_page: Browser session not active — call browser_navigate first\nhint: /,
      );
    }
  });

  it('"Element ref @e<n> not found in current snapshot"', async () => {
    const page = bench.site.page(`<button onclick="note('clicked'); this.remove()">Once</button>`);
    const shown = await reads('browser_navigate', { url: page.url });
    const ref = refIn(shown, 'button "Once"');
    await reads('browser_click', { ref });
    expect(await reads('browser_click', { ref })).toMatch(
      new RegExp(`^error stale_ref: Element ref ${ref} not found in current snapshot\\n`),
    );
    expect(await reads('browser_click', { ref: 'e999' })).toMatch(
      /^error stale_ref: Element ref @e999 not found in current snapshot\n/,
    );
    expect(await reads('browser_scroll', { ref: '@e999' })).toMatch(
      /^error stale_ref: Element ref @e999 not found in current snapshot\n/,
    );
    expect(page.notes).toEqual(['clicked']);
  });

  it('"Network request blocked: <host> not in allowlist"', async () => {
    const tools = createEthosTools({
      allowPrivate: true,
      toolset: { tools: ['browser_navigate', 'browse_url', 'browser_click'], allowedHosts: ['example.test'] },
    });
    const page = bench.site.page(signup);
    const { host } = new URL(page.url);
    for (const name of ['browser_navigate', 'browse_url']) {
      const { rendered } = await tools.callAndRender(name, { url: page.url });
      expect(rendered.text).toMatch(/^error host_blocked: Network request blocked: /);
      expect(rendered.text.split('\n')[0]).toBe(
        `error host_blocked: Network request blocked: ${host} not in allowlist`,
      );
    }
    expect(page.visits).toBe(0);
    await tools.close();
  });

  it('"Dialog already auto-dismissed", where there was one; else that none is open', async () => {
    const page = bench.site.page(`<button onclick="window.open('/early')">Open</button>`);
    bench.site.on('/early', (_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<script>alert('Too early')</script><p>Opened</p>`);
    });
    const agent = bench.agent();
    const asks = async (name: string, input: unknown = {}) =>
      (await surface().callAndRender(name, input, { session: agent.session })).rendered.text;
    const shown = await asks('browser_navigate', { url: page.url });
    expect(await asks('browser_dialog', { action: 'accept' })).toMatch(
      /^error action_validation_error: No dialog is open\.\n/,
    );
    await asks('browser_click', { ref: refIn(shown, 'button "Open"') });
    const answer = await asks('browser_dialog', { action: 'accept' });
    expect(answer).toMatch(/^error action_validation_error: Dialog already auto-dismissed\n/);
    expect(answer).toContain('"Too early"');
  });
});

describe('Sessions: "One agent turn → one session, scoped to the turn"', () => {
  const tools = createEthosTools({ allowPrivate: true, browser: bench.tools.browser });
  afterAll(() => tools.close());

  it('"Sessions are reaped at turn end": cookies and pages are gone with it', async () => {
    const seen: string[] = [];
    const url = bench.site.on('/cookie', (request, response) => {
      seen.push(request.headers.cookie ?? 'none');
      response.setHeader('set-cookie', 'who=ada; path=/');
      response.setHeader('content-type', 'text/html');
      response.end('<button>Go</button>');
    });
    const visit = (again: boolean) =>
      tools.turn(async (turn) => {
        await turn.call('browser_navigate', { url });
        if (again) await turn.call('browser_navigate', { url });
        return (await turn.callAndRender('browser_snapshot')).rendered.text;
      });
    expect(await visit(true)).toContain('button "Go"');
    await visit(false);
    expect(seen).toEqual(['none', 'who=ada', 'none']);
    await expect(
      tools.turn(async (turn) => {
        await turn.call('browser_navigate', { url });
        throw new Error('the turn broke off');
      }),
    ).rejects.toThrowError('broke off');
  });
});

describe('toolset.yaml: "gates which tools are visible per personality"', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'handhold-ethos-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('"a personality opting in lists individual tools": others are neither seen nor called', async () => {
    const file = path.join(folder, 'toolset.yaml');
    await writeFile(file, '# what the reader may do\n- browser_navigate\n- browser_snapshot\n');
    const tools = createEthosTools({
      toolset: file,
      allowPrivate: true,
      browser: bench.tools.browser,
    });
    expect(tools.registry.listTools()).toEqual(['browser_navigate', 'browser_snapshot']);
    expect(tools.definitions.map(({ name }) => name)).toEqual(['browser_navigate', 'browser_snapshot']);
    const page = bench.site.page(`<button onclick="note('clicked')">Go</button>`);
    await tools.call('browser_navigate', { url: page.url });
    const { rendered } = await tools.callAndRender('browser_click', { ref: '@e1' });
    expect(rendered).toMatchObject({ isError: true, text: expect.stringMatching(/^error unknown_tool: /) });
    expect(page.notes).toEqual([]);
    await tools.close();
  });

  it('one file may be about several personalities', () => {
    const text = `
reader: [browser_navigate, browser_snapshot]
shopper:
  tools: [browser_navigate, browser_click]
  network: { allowedHosts: [shop.example] }
`;
    expect(parseToolset(text, 'reader')).toEqual({ tools: ['browser_navigate', 'browser_snapshot'] });
    expect(parseToolset(text, 'shopper')).toEqual({
      tools: ['browser_navigate', 'browser_click'],
      allowedHosts: ['shop.example'],
    });
    expect(parseToolset('personalities:\n  reader:\n    - browser_back\n', 'reader').tools).toEqual([
      'browser_back',
    ]);
    expect(refusal(() => parseToolset(text))).toMatch(/"reader", "shopper"; say which/);
    expect(refusal(() => parseToolset(text, 'writer'))).toMatch(/no personality "writer"/);
    expect(refusal(() => parseToolset(text, 'constructor'))).toMatch(/no personality/);
  });

  it.each([
    ['- browser_navigate\n- browser_clik', /no tool called "browser_clik"\. Did you mean browser_click\?/],
    ['- browser_evaluate', /no tool called "browser_evaluate"/],
    ['- 7', /neither a list/],
    ['just text', /neither a list/],
    ['', /neither a list/],
    ['tools: [browser_back]\nnetwork: { hosts: [x] }', /neither a list/],
    ['- [browser_back', /not YAML/],
  ])('unknown names and nonsense are errors: %j', async (text, complaint) => {
    const file = path.join(folder, 'wrong.yaml');
    await writeFile(file, text);
    const said = refusal(() => createEthosTools({ toolset: file }));
    expect(said).toMatch(/^validation_error: "[^"]*wrong\.yaml" can not be used: /);
    expect(said).toMatch(complaint);
  });

  it('a file that is not there is an error too', () => {
    expect(refusal(() => readToolset(path.join(folder, 'none.yaml')))).toMatch(/^io_error: /);
  });

  it('what a user registers can be listed as well', () => {
    expect(z.array(z.string()).parse(parseToolset('- greet').tools)).toEqual(['greet']);
    expect(refusal(() => createEthosTools({ toolset: { tools: ['greet'] } }))).toContain('"greet"');
  });
});
