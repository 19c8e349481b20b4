import { createBrowserTools } from 'handhold';
import { afterAll, describe, expect, it } from 'vitest';
import { Agent, useBrowser } from './agent.js';

const bench = useBrowser();

/** Whatever a page asks its user for, an agent's call comes back and the page goes on. */
describe('a page that asks for something', () => {
  it.each([
    ['to print', `print(); note('on')`, ['on']],
    [
      'for a place',
      `navigator.geolocation.getCurrentPosition(() => note('given'), (e) => note('code ' + e.code))`,
      ['code 1'],
    ],
    ['to notify', `Notification.requestPermission().then((answer) => note(answer))`, ['denied']],
    [
      'for a camera',
      `navigator.mediaDevices ? navigator.mediaDevices.getUserMedia({ video: true }).catch((e) => note('refused')) : note('refused')`,
      ['refused'],
    ],
    ['for another program', `location.href = 'mailto:a@b.test'; note('on')`, ['on']],
    ['for a program nobody has', `location.href = 'unknown-scheme:x'; note('on')`, ['on']],
  ])('%s is told no and does not block', async (_what, script, notes) => {
    const agent = bench.lasting();
    const page = bench.site.page(`<button onclick="${script.replaceAll('"', '&quot;')}">Ask</button>
      <button onclick="note('alive')">Alive</button>`);
    await agent.open(page);
    const started = performance.now();
    await agent.click('button "Ask"');
    expect(performance.now() - started).toBeLessThan(5000);
    await expect.poll(() => page.notes).toEqual(notes);
    await agent.click('button "Alive"');
    expect(page.notes).toEqual([...notes, 'alive']);
    expect((await agent.does('browser_tabs', { action: 'list' })).tabs).toMatchObject([{ url: page.url }]);
  });

  it('for other programs, again and again, leaves the next pages usable', async () => {
    const agent = bench.agent();
    for (const to of ['unknown-scheme:x', 'tel:123', 'vscode://x']) {
      const page = bench.site.page(`<a href="${to}">Call</a><button onclick="location = '${to}'">Go</button>
        <button onclick="note('alive')">Alive</button>`);
      await agent.open(page);
      for (const line of ['link "Call"', 'button "Go"', 'button "Alive"']) await agent.click(line);
      expect(page.notes).toEqual(['alive']);
    }
  });

  it('for a file blocks nothing', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(
      `<input type="file" aria-label="Picture"><button onclick="note('alive')">Alive</button>`,
    );
    await agent.open(page);
    const [file] = ['file "Picture"', 'button "Picture"'].flatMap((line) => agent.refs(line));
    expect(await agent.does('browser_click', { ref: file })).toMatchObject({ asksForFile: true });
    await agent.click('button "Alive"');
    expect(page.notes).toEqual(['alive']);
  });

  it('by a link to a mail address stays where it is', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(
      `<a href="mailto:a@b.test">Write</a><button onclick="note('alive')">Alive</button>`,
    );
    await agent.open(page);
    expect((await agent.click('link "Write"')).url).toBe(page.url);
    await agent.click('button "Alive"');
    expect(page.notes).toEqual(['alive']);
  });

  it('for a password of the server is answered with its status', async () => {
    const agent = bench.lasting();
    const url = bench.site.on('/protected', (request, response) =>
      response
        .writeHead(request.headers.authorization ? 200 : 401, {
          'www-authenticate': 'Basic realm="x"',
          'content-type': 'text/html',
        })
        .end('<p>Who are you?</p>'),
    );
    const started = performance.now();
    const result = await agent.call('browser_navigate', { url });
    expect(performance.now() - started).toBeLessThan(5000);
    expect(result.data).toMatchObject({ status: 401 });
    await agent.open(bench.site.page('<p>on</p>'));
  });
});

describe.each(['accept', 'dismiss'] as const)('with dialogs set to %s', (dialogs) => {
  const tools = createBrowserTools({ dialogs, allowPrivate: true });
  afterAll(() => tools.close());

  it('each is answered so and reported', async () => {
    const agent = new Agent(tools, 'policy');
    const page = bench.site.page(`<button onclick="note(confirm('Sure?'))">Go</button>`);
    await agent.open(page);
    const done = await agent.click('button "Go"');
    expect(page.notes).toEqual([String(dialogs === 'accept')]);
    expect(done.answeredDialogs).toMatchObject([
      { message: 'Sure?', answer: `${dialogs}ed`.replace('eded', 'ed') },
    ]);
    expect(done.dialog).toBeUndefined();
  });

  it('a loop of them ends the call with the next one open, and can be left', async () => {
    const agent = new Agent(tools, 'flood');
    const page = bench.site.page(
      `<button onclick="for (let i = 0; ; i++) alert('again ' + i + '\\n@e1 button')">Trap</button>`,
    );
    await agent.open(page);
    const started = performance.now();
    const done = await agent.click('button "Trap"');
    expect(performance.now() - started).toBeLessThan(5000);
    expect(done.dialog).toMatchObject({ type: 'alert', message: 'again 5\n@e1 button' });
    expect(done.answeredDialogs?.length).toBeGreaterThan(0);
    expect(await agent.fails('browser_snapshot')).toMatchObject({ code: 'dialog_open' });
    const left = performance.now();
    expect(await agent.open(bench.site.page('<button>Free</button>'))).toContain('button "Free"');
    expect(performance.now() - left).toBeLessThan(4000);
  });

  it('one while the page loads holds up nothing', async () => {
    const agent = new Agent(tools, 'load');
    const page = bench.site.page(`<script>note(String(confirm('Cookies?')))</script><button>Ready</button>`);
    expect(await agent.open(page)).toContain('button "Ready"');
    expect(page.notes).toEqual([String(dialogs === 'accept')]);
  });
});
