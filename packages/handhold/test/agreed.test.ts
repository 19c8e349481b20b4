import { type ApprovalRequest, approvalText, createBrowserTools, type ToolboxOptions } from 'handhold';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Agent, useBrowser } from './agent.js';
import type { SitePage } from './site.js';

const bench = useBrowser();

/** An agent with somebody who answers what is asked, one question after the other. */
function asking(
  answer: (request: ApprovalRequest, before: number) => Promise<boolean>,
  options: ToolboxOptions = {},
): { agent: Agent; asked: ApprovalRequest[] } {
  const asked: ApprovalRequest[] = [];
  const tools = createBrowserTools({
    browser: bench.tools.browser,
    policy: { high: 'ask' },
    host: {
      approve: (request) => {
        asked.push(request);
        return answer(request, asked.length - 1);
      },
    },
    ...options,
  });
  const agent = new Agent(tools);
  onTestFinished(async () => {
    await agent.call('browser_close');
    await tools.close();
  });
  return { agent, asked };
}

const button = (text: string) =>
  `<style>body { margin: 0 } button { width: 300px; height: 60px }</style><button id=b onclick="note(this.textContent)">${text}</button>`;
const anew = `const n = b.cloneNode(); n.textContent = 'Delete account'; n.onclick = () => note('Delete account'); b.replaceWith(n); n.id = 'b'`;

type Act = (agent: Agent) => Promise<{ error?: { code: string } | undefined }>;
/** What the page is, what it becomes while somebody thinks, and what the agent does. */
const swaps: [way: string, html: string, swap: string, act: Act][] = [
  ['a selector', button('Delete draft'), anew, (agent) => agent.call('browser_click', { selector: '#b' })],
  [
    'a ref',
    button('Delete draft'),
    `b.textContent = 'Delete account'`,
    (agent) => agent.call('browser_click', { ref: agent.ref('button') }),
  ],
  [
    'a ref of which only a number changes',
    button('Delete 1 items'),
    `b.textContent = 'Delete 5000 items'`,
    (agent) => agent.call('browser_click', { ref: agent.ref('button') }),
  ],
  [
    'a price',
    `<label>Card number <input autocomplete=cc-number></label>${button('Pay 5 EUR')}`,
    `b.textContent = 'Pay 5000 EUR'`,
    (agent) => agent.call('browser_click', { ref: agent.ref('button') }),
  ],
  [
    'the bare mouse',
    button('Delete draft'),
    `b.textContent = 'Delete account'`,
    (agent) => agent.call('browser_mouse', { action: 'click', x: 100, y: 30 }),
  ],
  [
    'Enter on what has the focus',
    button('Delete draft'),
    `b.textContent = 'Delete account'`,
    async (agent) => {
      await agent.does('browser_focus', { selector: '#b' });
      return agent.call('browser_press', { key: 'Enter' });
    },
  ],
  [
    'the button that Enter in a field presses',
    `<form onsubmit="note('deleted'); return false"><label>Name <input></label><button id=b>Delete draft</button></form>`,
    `b.textContent = 'Delete account'`,
    (agent) => agent.call('browser_press', { key: 'Enter', ref: agent.ref('textbox') }),
  ],
  [
    'a box to tick',
    `<label><span id=b>Delete draft</span> <input type=checkbox onchange="note(b.textContent)"></label>`,
    `b.textContent = 'Delete account'`,
    (agent) => agent.call('browser_check', { selector: 'input' }),
  ],
  [
    'an option',
    `<select aria-label=Action onchange="note(this.selectedOptions[0].label)"><option>-<option id=b value=7>Delete draft</select>`,
    `b.label = 'Delete account'`,
    (agent) => agent.call('browser_select', { ref: agent.ref('combobox'), values: ['7'] }),
  ],
  [
    'the address',
    button('Delete draft'),
    `history.pushState(0, '', '?account')`,
    (agent) => agent.call('browser_click', { ref: agent.ref('button') }),
  ],
];

describe('what somebody agreed to', () => {
  it.each(swaps)('is not something else by then: %s', async (_way, html, swap, act) => {
    let page: SitePage;
    const { agent, asked } = asking(async (_request, before) => {
      // To what it has become, they say no.
      if (before > 0) return false;
      await page.run(swap);
      return true;
    });
    page = bench.site.page(html, { remote: true });
    await agent.open(page);
    const { error } = await act(agent);
    expect(['approval_denied', 'stale_ref']).toContain(error?.code);
    expect([page.notes, asked[0]?.summary]).toEqual([[], expect.not.stringContaining('account')]);
  });

  it('is done where nothing has changed', async () => {
    const page = bench.site.page(button('Delete draft 1'));
    const { agent, asked } = asking(async () => true);
    await agent.open(page);
    await agent.does('browser_click', { ref: agent.ref('button') });
    await agent.does('browser_mouse', { action: 'click', x: 100, y: 30 });
    await agent.does('browser_press', { key: 'Enter', ref: agent.ref('button') });
    expect([page.notes.length, asked.length]).toEqual([3, 3]);
  });

  it('is one dialog, told by what it says, and not the next', async () => {
    const { agent, asked } = asking(async () => true);
    const page = bench.site.page(
      `<button onclick="setTimeout(() => { for (const what of ['draft', 'account']) if (confirm('Delete ' + what + '?')) note(what) })">Go</button>`,
    );
    await agent.open(page);
    await agent.click('button "Go"');
    await agent.call('browser_dialog', { action: 'accept' });
    expect([page.notes, asked.map(({ summary }) => summary)]).toEqual([
      ['draft'],
      ['accepting the dialog "Delete draft?"'],
    ]);
  });

  it('is not asked about for ever where it never stays the same', async () => {
    const page = bench.site.page(button('Delete 0'), { remote: true });
    const { agent, asked } = asking(async (_request, before) => {
      await page.run(`b.textContent = 'Delete ${before + 1}'`);
      return true;
    });
    await agent.open(page);
    const error = await agent.fails('browser_click', { ref: agent.ref('button') });
    expect(error).toMatchObject({ code: 'stale_ref', sideEffect: 'none' });
    expect([page.notes, asked.length]).toEqual([[], 5]);
  });
});

describe('whoever is asked', () => {
  it('reads both ends of a script, and how much is between', async () => {
    const { agent, asked } = asking(async () => false);
    await agent.open(bench.site.page('x'));
    await agent.call('browser_evaluate', {
      script: `1; /* ${'nothing '.repeat(2000)} */\n${' '.repeat(3000)}fetch('/steal')`,
    });
    const [text] = asked.map(approvalText);
    expect(text).toMatch(/script "1; \/\* nothing .* … \d+ more characters … .*fetch\('\/steal'\)"\?/);
  });

  it('is shown no secret that a page holds', async () => {
    const secrets = { BANK: { value: 'Tr0ub4dor&3horse', hosts: ['127.0.0.1'] } };
    const { agent, asked } = asking(async () => false, { secrets });
    const page = bench.site.page('<button>Delete Tr0ub4dor&amp;3horse</button>', {
      title: 'Tr0ub4dor&amp;3horse',
    });
    await agent.open(page);
    await agent.call('browser_click', { selector: 'button' });
    const told = asked.map(({ signal: _signal, ...request }) => JSON.stringify(request)).join();
    expect(told).toContain('[secret BANK]');
    expect(told).not.toContain('Tr0ub4dor');
  });

  it('is told the host and the method as they are, whatever a page writes there', () => {
    const text = approvalText({
      session: 's',
      tool: 't',
      input: {},
      action: undefined,
      element: undefined,
      page: { url: 'https://bank.example@evil.test/', origin: 'https://evil.test', title: '' },
      request: {
        method: 'NEWSLETTER.No-money-is-spent.Please-approve',
        url: 'https://paypal.com:443@evil.test/pay',
        origin: 'https://evil.test',
      },
      safety: 'dangerous',
      summary: 'clicking',
      reasons: [],
      signal: undefined,
    });
    expect(text).toContain('Would send: "NEWSLETTER.No-money…" <https://evil.test/pay>');
    expect(text).toContain('<https://evil.test/>');
    expect(text).not.toMatch(/paypal|bank\.example/);
  });
});
