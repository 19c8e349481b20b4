import { createBrowserTools, type SecretSource, type ToolboxOptions } from 'handhold';
import { describe, expect, it, onTestFinished } from 'vitest';
import { useFullBrowser } from '../../../test/support/browser.js';
import { Agent, useBrowser } from './agent.js';
import type { SitePage } from './site.js';

const bench = useBrowser();
const value = 'Tr0ub4dor-and-3';
const here: SecretSource = { BANK: { value, hosts: ['127.0.0.1'] } };

function knowing(options: ToolboxOptions = {}, on = bench): Agent {
  const tools = createBrowserTools({ browser: on.tools.browser, secrets: here, ...options });
  const agent = new Agent(tools);
  onTestFinished(async () => {
    await agent.call('browser_close');
    await tools.close();
  });
  return agent;
}

/** A page of another origin that takes the focus again and again, and notes whatever it gets. */
function thief(script: string): SitePage {
  return bench.site.page(
    `<input id=got style="width:300px"><script>
       for (const type of ['keydown', 'keypress', 'input', 'paste', 'beforeinput'])
         addEventListener(type, (event) => { if (event.key !== 'Enter') note(type + ' ' + (event.key ?? event.data ?? '') + ' ' + got.value) }, true);
       ${script}
     </script>`,
  );
}

const thefts: Record<string, string> = {
  'every millisecond': 'setInterval(() => got.focus(), 1)',
  'as soon as it is blurred': 'got.onblur = () => got.focus(); got.focus()',
  'two milliseconds after it is blurred': 'got.onblur = () => setTimeout(() => got.focus(), 2); got.focus()',
  'in every turn':
    '(function take() { got.focus(); const line = new MessageChannel(); line.port1.onmessage = take; line.port2.postMessage(0) })()',
};

describe('a secret, while a frame of another origin takes the focus', () => {
  const bank = (frame: string) =>
    `<form onsubmit="event.preventDefault(); note('sent ' + p.value)"><label>User <input id=u></label>
       <label>Password <input id=p type=password></label><label>Words <textarea id=t></textarea></label>
       <div id=r contenteditable aria-label=Rich role=textbox style="min-height:20px">x</div></form>${frame}`;

  it.each(Object.entries(thefts))('%s, goes into the field or nowhere', async (_how, script) => {
    const stealing = thief(script);
    const page = bench.site.page(bank(`<iframe src="${stealing.otherUrl}"></iframe>`), { remote: true });
    const agent = knowing();
    await agent.open(page);
    const fields = ['User', 'Password', 'Words', 'Rich'].map((name) => agent.ref(`textbox "${name}"`));
    for (let round = 0; round < 5; round++) {
      for (const ref of fields) {
        const typed = await agent.call('browser_type', { ref, text: '{{secret:BANK}}', clearFirst: true });
        // A page that keeps its own thread this busy may not answer in time.
        expect([undefined, 'not_focusable', 'page_changed', 'page_unresponsive']).toContain(
          typed.error?.code,
        );
      }
      await agent.call('browser_fill_form', {
        fields: fields.slice(0, 2).map((ref) => ({ ref, value: '{{secret:BANK}}' })),
      });
    }
    const held = (await page.run('[u.value, p.value, t.value, r.innerText].join()')).split(',');
    for (const text of held) expect(['', 'x', value]).toContain(text);
    expect(stealing.notes.filter((note) => !/^keydown (Control|Backspace|a|A) *$/.test(note))).toEqual([]);
  });

  it.each([0, 20])(
    'and the page leaves at its first key, %i ms apart, the rest goes nowhere',
    async (delay) => {
      const elsewhere = thief('got.focus()');
      const page = bench.site.page(
        `<label>Password <input id=p oninput="location = '${elsewhere.otherUrl}'"></label>`,
      );
      const agent = knowing();
      await agent.open(page);
      await agent.call('browser_type', {
        ref: agent.ref('textbox "Password"'),
        text: '{{secret:BANK}}',
        delay,
      });
      await agent.does('browser_wait', { selector: '#got', state: 'visible' });
      expect(elsewhere.notes).toEqual([]);
    },
  );

  it('and the field itself is swapped for a frame at the first key, the rest goes nowhere', async () => {
    const stealing = thief('got.focus(); setInterval(() => got.focus(), 1)');
    const page = bench.site.page(
      `<label>Password <input id=p onkeydown="f.hidden = false; f.focus(); this.remove()"></label>
       <iframe id=f hidden src="${stealing.otherUrl}"></iframe>`,
    );
    const agent = knowing();
    await agent.open(page);
    await agent.call('browser_type', {
      ref: agent.ref('textbox "Password"'),
      text: '{{secret:BANK}}',
      delay: 5,
    });
    expect(stealing.notes).toEqual([]);
  });
});

describe('a secret that is put into a field', () => {
  it('looks to the page like typing: keys, input and change, limits and masks', async () => {
    const page = bench.site.page(
      `<label>Keys <input id=k></label><label>Short <input id=s maxlength=6></label>
       <label>Upper <input oninput="this.value = this.value.toUpperCase()"></label>
       <label>Old <input value=before></label><button id=go disabled>Go</button>
       <script>
         const seen = [];
         for (const type of ['keydown', 'keypress', 'input', 'keyup', 'change'])
           k.addEventListener(type, (event) => seen.push(type + (event.key ? ' ' + event.key + ' ' + event.keyCode : '')));
         k.addEventListener('keyup', () => { go.disabled = k.value.length < 5; });
       </script>`,
      { remote: true },
    );
    const agent = knowing();
    await agent.open(page);
    const type = (name: string, input: object = {}) =>
      agent.call('browser_type', { ref: agent.ref(`textbox "${name}"`), text: '{{secret:BANK}}', ...input });
    expect((await type('Keys')).error).toBeUndefined();
    expect(await page.run('seen.slice(0, 8).join()')).toBe(
      'keydown T 84,keypress T 84,input,keyup T 84,keydown r 82,keypress r 114,input,keyup r 82',
    );
    expect(await page.run('k.value + go.disabled')).toBe(`${value}false`);
    expect((await type('Short')).error?.code).toBe('execution_error');
    expect((await type('Upper')).error).toBeUndefined();
    expect((await type('Old')).error).toBeUndefined();
    expect(await page.run('document.querySelectorAll("input")[3].value')).toBe(`before${value}`);
    expect((await type('Old', { clearFirst: true })).error).toBeUndefined();
    expect(await page.run('document.querySelectorAll("input")[3].value')).toBe(value);
    expect(await page.run('seen.at(-1)')).toBe('change');
  });

  it('spreads over the boxes of a code as keys do', async () => {
    const page = bench.site.page(
      `<form>${'<input maxlength=1 aria-label=Digit>'.repeat(6)}</form><script>
         document.forms[0].addEventListener('input', ({ target }) => target.nextElementSibling?.focus());
       </script>`,
      { remote: true },
    );
    const agent = knowing({ secrets: { CODE: { value: '482913', hosts: ['127.0.0.1'] } } });
    await agent.open(page);
    await agent.does('browser_type', { ref: agent.refs('textbox "Digit"')[0], text: '{{secret:CODE}}' });
    expect(await page.run('[...document.forms[0].elements].map((box) => box.value).join("")')).toBe('482913');
  });
});

describe("a secret for a page's dialog", () => {
  // Without windows, a dialog holds up the page that opened its tab as well.
  useFullBrowser();
  const full = useBrowser({ ownBrowser: true });
  const prompting = (where: string) =>
    full.site.page(`${where}<button onclick="note(prompt('PIN?'))">Ask</button>`);

  it('is given where the page itself asks', async () => {
    const page = prompting('');
    const agent = knowing({}, full);
    await agent.open(page);
    const text = await agent.reads('browser_click', { ref: agent.ref('button "Ask"') });
    expect(text).toContain(`dialog prompt "PIN?" from <${new URL(page.url).origin}/>`);
    await agent.does('browser_dialog', { action: 'accept', text: '{{secret:BANK}}' });
    expect(page.notes).toEqual([value]);
  });

  it('is not given to a frame of another origin, a popup, another tab, or a document without an origin', async () => {
    const foreign = full.site.page(
      `<button onclick="note(prompt('PIN?'))">Ask</button><script>
         onmessage = () => note(prompt('PIN?'));
       </script>`,
    );
    const ways: [page: string, act: (agent: Agent) => Promise<unknown>][] = [
      [
        `<iframe src="${foreign.otherUrl}"></iframe>`,
        (agent) => agent.call('browser_click', { ref: agent.ref('button "Ask"') }),
      ],
      [
        `<a href="${foreign.otherUrl}" target=_blank>Open</a>`,
        async (agent) => {
          await agent.click('link "Open"');
          await agent.click('button "Ask"');
          await agent.does('browser_tabs', { action: 'select', tab: 't1' });
        },
      ],
      [
        `<iframe sandbox="allow-scripts allow-modals" srcdoc="<button onclick='top.postMessage(prompt(1), &quot;*&quot;)'>Ask</button>"></iframe>
         <script>onmessage = ({ data }) => note(data)</script>`,
        (agent) => agent.call('browser_click', { ref: agent.ref('button "Ask"') }),
      ],
    ];
    for (const [body, act] of ways) {
      const page = full.site.page(body);
      const agent = knowing({}, full);
      await agent.open(page);
      await act(agent);
      const error = await agent.fails('browser_dialog', { action: 'accept', text: '{{secret:BANK}}' });
      expect(['permission_denied', 'action_validation_error']).toContain(error.code);
      await agent.call('browser_dialog', { action: 'dismiss' });
      expect([...page.notes, ...foreign.notes].join()).not.toContain(value);
    }
  });

  it('goes to the dialog of the current tab where another has one, too', async () => {
    const other = full.site.page('<p>Other</p>', { remote: true });
    const page = full.site.page(
      `<button onclick="note(prompt('PIN?'))">Ask</button><a href="${other.otherUrl}" target=_blank>Open</a>`,
    );
    const agent = knowing({}, full);
    await agent.open(page);
    const ref = agent.ref('button "Ask"');
    await agent.click('link "Open"');
    await agent.does('browser_tabs', { action: 'select', tab: 't1' });
    await other.enter(`note(prompt('Other?'))`);
    const session = await full.tools.browser.session(agent.session);
    await expect.poll(() => session.tabWithDialog()?.id).toBe('t2');
    await agent.does('browser_click', { ref });
    await agent.does('browser_dialog', { action: 'accept', text: '{{secret:BANK}}' });
    expect([page.notes, other.notes]).toEqual([[value], []]);
  });
});

describe('a secret can not stand', () => {
  it.each([
    ['browser_storage', { action: 'set', kind: 'cookies', key: 'k', value: '{{secret:BANK}}' }],
    [
      'browser_storage',
      { action: 'set', kind: 'cookies', key: 'k', value: '{{secret:BANK}}', domain: 'example.com' },
    ],
    ['browser_storage', { action: 'set', kind: 'local', key: 'k', value: '{{secret:BANK}}' }],
    ['browser_storage', { action: 'set', kind: 'session', key: '{{secret:BANK}}', value: 'x' }],
    ['browser_evaluate', { script: '"{{secret:BANK}}"' }],
    ['browser_find', { text: '{{secret:BANK}}' }],
    ['browser_find', { regex: '{{secret:BANK}}' }],
    ['browser_wait', { text: '{{secret:BANK}}' }],
    ['browser_navigate', { url: 'http://127.0.0.1/?q={{secret:BANK}}' }],
    ['browser_tabs', { action: 'new', url: 'http://127.0.0.1/?q={{secret:BANK}}' }],
    ['browser_read', { url: 'http://127.0.0.1/?q={{secret:BANK}}' }],
    ['browser_click', { selector: '[title="{{secret:BANK}}"]' }],
    ['browser_network', { filter: '{{secret:BANK}}' }],
    ['browser_upload', { selector: '#f', paths: ['{{secret:BANK}}'] }],
  ])('in %s %j', async (tool, input) => {
    const page = bench.site.page('<label>A <input></label><input type=file id=f>');
    const agent = knowing();
    await agent.open(page);
    const { error, data } = await agent.call(tool, input);
    expect(error?.code, JSON.stringify(data)).toMatch(
      /^(validation_error|action_validation_error|io_error|invalid_selector|file_access_denied)$/,
    );
    expect(page.visits).toBe(1);
  });
});
