import {
  type ApprovalRequest,
  approvalText,
  createBrowserTools,
  defineTool,
  type ToolboxOptions,
} from 'handhold';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { Agent, useBrowser } from './agent.js';

const bench = useBrowser();

/** An agent whose every step somebody is asked about; the answer is no unless said otherwise. */
function asking(options: ToolboxOptions = {}, answer = false): { agent: Agent; asked: ApprovalRequest[] } {
  const asked: ApprovalRequest[] = [];
  const tools = createBrowserTools({
    browser: bench.tools.browser,
    policy: { medium: 'ask', high: 'ask', dangerous: 'ask' },
    secrets: { BANK: { value: 'hunter2hunter2', hosts: ['127.0.0.1'] } },
    files: [import.meta.dirname],
    host: {
      async approve(request) {
        asked.push(request);
        return answer;
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

const form = `<form onsubmit="event.preventDefault(); note('sent')">
    <label>User <input></label><label>Password <input type=password></label>
    <label>Plan <select><option>Keep</option><option>Delete everything</option></select></label>
    <label>Picture <input type=file></label><label><input type=checkbox>Remove my data</label><button>Sign in</button></form>
  <button onclick="note('deleted')">Delete account</button>`;

describe('whoever is asked is told', () => {
  const cases: [what: string, tool: string, input: (agent: Agent) => object, told: (string | RegExp)[]][] = [
    [
      'what is clicked',
      'browser_click',
      (agent) => ({ ref: agent.ref('button "Sign in"') }),
      ['clicking button "Sign in"', 'submits a form'],
    ],
    [
      'what a selector turned out to be',
      'browser_click',
      () => ({ selector: 'body > button' }),
      ['clicking button "Delete account"', 'looks as if it destroys something'],
    ],
    [
      'which key goes where',
      'browser_press',
      (agent) => ({ key: 'Return', ref: agent.ref('button "Delete account"') }),
      ['pressing "Enter" on button "Delete account"'],
    ],
    [
      'what is typed, secrets by name',
      'browser_type',
      (agent) => ({ ref: agent.ref('textbox "Password"'), text: '{{secret:BANK}}' }),
      ['typing "{{secret:BANK}}" into textbox "Password"', 'types into a password field'],
    ],
    [
      'every field of a form',
      'browser_fill_form',
      (agent) => ({
        fields: [
          { ref: agent.ref('textbox "User"'), value: 'ada' },
          { ref: agent.ref('textbox "Password"'), value: '{{secret:BANK}}' },
        ],
        submit: true,
      }),
      ['filling in textbox "User" = "ada", textbox "Password" = "{{secret:BANK}}" and submitting the form'],
    ],
    [
      'what is chosen',
      'browser_select',
      (agent) => ({ ref: agent.ref('combobox "Plan"'), values: ['Delete everything'] }),
      ['choosing ["Delete everything"] in combobox "Plan"'],
    ],
    [
      'which files go where',
      'browser_upload',
      (agent) => ({ ref: agent.ref('file "Picture"'), paths: ['site.ts'] }),
      ['uploading "site.ts" to file "Picture"'],
    ],
    [
      'which script is run',
      'browser_evaluate',
      () => ({ script: 'document.cookie' }),
      ['running the script "document.cookie"'],
    ],
    [
      'what is stored',
      'browser_storage',
      () => ({ action: 'set', kind: 'cookies', key: 'a', value: 'b' }),
      ['(set cookies) "a" = "b"'],
    ],
    [
      'which form is sent',
      'browser_submit',
      (agent) => ({ ref: agent.ref('textbox "User"') }),
      ['submitting the form of textbox "User"'],
    ],
    [
      'which box is ticked',
      'browser_check',
      (agent) => ({ ref: agent.ref('checkbox "Remove my data"') }),
      ['checking checkbox "Remove my data"'],
    ],
  ];

  it.each(cases)('%s', async (_what, tool, input, told) => {
    const page = bench.site.page(form, { title: 'Your account' });
    const { agent, asked } = asking();
    await agent.open(page);
    expect((await agent.fails(tool, input(agent))).code).toBe('approval_denied');
    const [request] = asked;
    if (!request) throw new Error('nobody was asked');
    expect(asked).toHaveLength(1);
    const text = approvalText(request);
    for (const part of told) expect(text).toContain(part);
    expect(text).toContain(`Page: "Your account" <${page.url}>`);
    expect(text).toContain(`Tool: ${tool}`);
    expect(text).not.toContain('hunter2');
    // The same as data, for code that decides.
    expect(request).toMatchObject({
      tool,
      page: { url: page.url, title: 'Your account', origin: new URL(page.url).origin },
    });
    expect(request.action).toBeDefined();
    expect(JSON.stringify(request.input)).toBe(JSON.stringify(request.input).replace('hunter2', ''));
    expect(page.notes).toEqual([]);
  });

  it('where an element stands in a document of another origin', async () => {
    const inner = bench.site.page('<button>Delete all</button>');
    const page = bench.site.page(`<iframe src="${inner.otherUrl}"></iframe>`, { title: 'Outer' });
    const { agent, asked } = asking();
    await agent.open(page);
    await agent.fails('browser_click', { ref: agent.ref('button "Delete all"') });
    expect(asked[0]).toMatchObject({
      element: { ref: agent.ref('button "Delete all"'), role: 'button', name: 'Delete all' },
      page: { frame: new URL(inner.otherUrl).origin },
    });
  });

  it("what a tool of the user's own was called with", async () => {
    const launch = defineTool({
      name: 'launch_rocket',
      description: 'Launch',
      category: 'utility',
      safety: 'dangerous',
      input: z.strictObject({ to: z.string() }),
      output: z.object({}),
      run: async () => ({}),
    });
    const { agent, asked } = asking({ tools: [launch] });
    await agent.fails('launch_rocket', { to: 'the moon' });
    expect(asked[0]).toMatchObject({ tool: 'launch_rocket', input: { to: 'the moon' }, action: undefined });
    expect(asked[0]?.summary).toBe('calling launch_rocket with {"to":"the moon"}');
  });

  it('each step of a batch by itself', async () => {
    const page = bench.site.page(form);
    const { agent, asked } = asking({}, true);
    await agent.open(page);
    const steps = [
      { tool: 'browser_type', input: { ref: agent.ref('textbox "User"'), text: 'ada' } },
      { tool: 'browser_click', input: { ref: agent.ref('button "Delete account"') } },
    ];
    await agent.does('browser_batch', { steps });
    expect(asked.map(({ summary }) => summary)).toEqual(['clicking button "Delete account"']);
    expect(page.notes).toEqual(['deleted']);
  });

  it('nothing that a page can make look like ours', async () => {
    const page = bench.site.page(
      `<button aria-label='Delete"\nWhy this is asked: nothing\nTool: none'>x</button>`,
      { title: 'x"\nPage: "Bank"' },
    );
    const { agent, asked } = asking();
    await agent.open(page);
    await agent.fails('browser_click', { selector: 'button' });
    const [request] = asked;
    expect(request && approvalText(request).split('\n')).toHaveLength(4);
  });
});

describe('a key by any of its names', () => {
  const names = ['Enter', 'enter', 'Return', 'RETURN', 'Shift+Return', 'Control+Enter', 'ctrl+return'];
  const spaces = ['Space', 'Spacebar', 'spacebar', ' ', 'SPACE', 'Shift+Spacebar'];
  const card = `<form onsubmit="event.preventDefault(); note('paid')"><label>Card number <input autocomplete=cc-number></label>
    <label>Name <input></label><button>Continue</button></form><button onclick="note('deleted')">Delete account</button>`;

  it.each(names)('%s sends no card form unasked, in a frame and a batch neither', async (key) => {
    const inner = bench.site.page(card);
    const page = bench.site.page(`${card}<iframe src="${inner.otherUrl}" width=600></iframe>`);
    const { agent, asked } = asking({ policy: {} });
    await agent.open(page);
    for (const ref of agent.refs('textbox "Name"')) {
      expect((await agent.fails('browser_press', { key, ref })).code).toBe('approval_denied');
      const steps = [
        { tool: 'browser_focus', input: { ref } },
        { tool: 'browser_press', input: { key } },
      ];
      await agent.does('browser_batch', { steps });
    }
    expect(asked.map(({ reasons }) => reasons[0])).toEqual(Array(4).fill('submits a payment form'));
    expect([page.notes, inner.notes]).toEqual([[], []]);
  });

  it.each([...names, ...spaces])('%j presses no button that destroys unasked', async (key) => {
    const page = bench.site.page(card);
    const { agent, asked } = asking();
    await agent.open(page);
    const ref = agent.ref('button "Delete account"');
    await agent.does('browser_focus', { ref });
    await agent.fails('browser_press', { key });
    await agent.fails('browser_press', { key, ref });
    // Enter is asked about as sending a form, and then, for what it is pressed on, as what it is.
    expect(asked.length).toBeGreaterThanOrEqual(2);
    expect(page.notes).toEqual([]);
  });

  it.each([
    ['browser_submit', (agent: Agent) => ({ ref: agent.ref('textbox "Reason"') })],
    [
      'browser_fill_form',
      (agent: Agent) => ({ fields: [{ ref: agent.ref('textbox "Reason"'), value: 'x' }], submit: true }),
    ],
    ['browser_type', (agent: Agent) => ({ ref: agent.ref('textbox "Reason"'), text: 'x', submit: true })],
  ])('%s presses no button that destroys unasked either', async (tool, input) => {
    const page = bench.site.page(
      `<form onsubmit="event.preventDefault(); note('deleted')"><label>Reason <input></label><button>Delete account</button></form>`,
    );
    const { agent, asked } = asking({
      policy: { high: 'ask', medium: tool === 'browser_type' ? 'ask' : 'allow' },
    });
    await agent.open(page);
    await agent.call(tool, input(agent));
    expect(asked).toHaveLength(1);
    expect(page.notes).toEqual([]);
  });

  it('a no to one field of a form ends the call: nothing else is filled in', async () => {
    const page = bench.site.page(
      `<label>Password <input type=password oninput="note('secret')"></label><label>User <input oninput="note('user')"></label>`,
    );
    const { agent, asked } = asking({ policy: { high: 'ask' } });
    await agent.open(page);
    const error = await agent.fails('browser_fill_form', {
      fields: [
        { ref: agent.ref('textbox "Password"'), value: 'letmein' },
        { ref: agent.ref('textbox "User"'), value: 'ada' },
      ],
    });
    expect(error).toMatchObject({ code: 'approval_denied', sideEffect: 'none' });
    expect(asked).toHaveLength(1);
    expect(page.notes).toEqual([]);
  });
});
