import { createBrowserTools, type ToolboxOptions } from 'handhold';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Agent, useBrowser } from './agent.js';

const bench = useBrowser();
const value = 'Tr0ub4dor-and-3';

function knowing(options: ToolboxOptions = {}): Agent {
  const tools = createBrowserTools({
    browser: bench.tools.browser,
    secrets: { BANK: { value, hosts: ['127.0.0.1'] } },
    ...options,
  });
  const agent = new Agent(tools);
  onTestFinished(async () => {
    await agent.call('browser_close');
    await tools.close();
  });
  return agent;
}

/** Pieces of it, as long as nobody finds them in a word. */
const pieces = /tr0|r0u|0ub|ub4|b4d|4do|-and-|nd-3/i;

const fields = `<label>User <input id=u></label><label>Notes <textarea id=n></textarea></label>
  <div id=r contenteditable role=textbox aria-label=Rich style="min-height:20px"></div>
  <label>Short <input id=s maxlength=7></label><label>Mail <input id=m type=email required></label><p id=out></p>`;

/** All that an agent can be told of a field and what is around it. */
async function everything(agent: Agent, selector: string): Promise<string> {
  const answers = [
    await agent.call('browser_snapshot', { interactiveOnly: false }),
    await agent.call('browser_snapshot', {}),
    await agent.call('browser_find', { role: 'textbox' }),
    await agent.call('browser_get_element', { selector }),
    await agent.call('browser_read', {}),
    await agent.call('browser_read', { format: 'html' }),
  ];
  expect(answers.map(({ error }) => error)).toEqual(answers.map(() => undefined));
  return JSON.stringify(answers);
}

describe('what is left of a secret in a field is not shown', () => {
  const edits: [how: string, work: (agent: Agent) => Promise<unknown>][] = [
    ['after a Backspace', (agent) => agent.call('browser_press', { key: 'Backspace' })],
    [
      'after many',
      async (agent) => {
        for (let i = 0; i < 9; i++) await agent.call('browser_press', { key: 'Backspace' });
      },
    ],
    [
      'with something typed into the middle of it',
      async (agent) => {
        for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'x'])
          await agent.call('browser_press', { key });
      },
    ],
    ['with more typed after it', (agent) => agent.call('browser_type', { text: 'zzz', clearFirst: false })],
  ];

  it.each(['u', 'n', 'r'].flatMap((id) => edits.map(([how, work]) => ({ id, how, work }))))(
    'in #$id, $how',
    async ({ id, work }) => {
      const agent = knowing();
      await agent.open(bench.site.page(fields));
      await agent.does('browser_type', { selector: `#${id}`, text: '{{secret:BANK}}' });
      await work(agent);
      const told = await everything(agent, `#${id}`);
      expect(told).not.toMatch(pieces);
      expect(told).toContain('[secret BANK]');
    },
  );

  it('when the field takes only a part of it', async () => {
    const agent = knowing();
    await agent.open(bench.site.page(fields));
    const answer = await agent.call('browser_type', { selector: '#s', text: '{{secret:BANK}}' });
    expect(answer.success).toBe(false);
    expect(JSON.stringify(answer) + (await everything(agent, '#s'))).not.toMatch(pieces);
  });

  it('when it is spread over boxes', async () => {
    const boxes = Array.from({ length: 4 }, (_, i) => `<input aria-label="Box ${i}" maxlength=4 size=4>`);
    const page = bench.site.page(`<fieldset>${boxes.join('')}</fieldset><script>
      for (const box of document.querySelectorAll('input'))
        box.addEventListener('input', () => { if (box.value.length === 4) box.nextElementSibling?.focus() })</script>`);
    const agent = knowing();
    await agent.open(page);
    const answer = await agent.call('browser_type', { selector: 'input', text: '{{secret:BANK}}' });
    expect(JSON.stringify(answer) + (await everything(agent, 'input'))).not.toMatch(/tr0u|b4do|r-an|d-3/i);
  });

  it('when the browser says what is wrong with it', async () => {
    const agent = knowing({ secrets: { BANK: { value: `${value}@ex ample`, hosts: ['127.0.0.1'] } } });
    await agent.open(bench.site.page(`<form>${fields}<button>Send</button></form>`));
    await agent.call('browser_type', { selector: '#m', text: '{{secret:BANK}}' });
    const answer = await agent.call('browser_click', { selector: 'button' });
    expect(JSON.stringify(answer) + (await everything(agent, '#m'))).not.toMatch(pieces);
  });

  it('when the page draws its fields anew', async () => {
    const agent = knowing();
    await agent.open(
      bench.site.page(`<div id=box><input aria-label=User id=u></div><script>
        u.oninput = () => { const { value } = u; box.innerHTML = '<input aria-label=User id=u>'; u.value = value.slice(0, 6); u.focus() }</script>`),
    );
    const answer = await agent.call('browser_type', { selector: '#u', text: '{{secret:BANK}}', delay: 1 });
    expect(JSON.stringify(answer) + (await everything(agent, '#u'))).not.toMatch(pieces);
  });

  it('in a picture', async () => {
    const agent = knowing();
    // The same width, and other signs: with dots in their place the pictures are the same.
    const shot = async (keys: number) => {
      await agent.open(
        bench.site.page('<style>* { font: 16px monospace; caret-color: transparent }</style><input id=u>'),
      );
      await agent.does('browser_type', { selector: '#u', text: '{{secret:BANK}}' });
      for (let i = 0; i < keys; i++) {
        await agent.call('browser_press', { key: 'Home' });
        await agent.call('browser_press', { key: 'Delete' });
        await agent.call('browser_press', { key: 'x' });
      }
      return (await agent.does('browser_screenshot', { format: 'png' })).base64;
    };
    expect(await shot(9)).toBe(await shot(0));
  });

  it('nor taken from there', async () => {
    const agent = knowing();
    const paper = bench.site.page(
      '<textarea id=t></textarea><script>addEventListener("paste", (e) => note(e.clipboardData.getData("text/plain")))</script>',
      { remote: true },
    );
    await agent.open(bench.site.page(fields));
    for (const id of ['u', 'r']) {
      await agent.does('browser_type', { selector: `#${id}`, text: '{{secret:BANK}}' });
      for (let i = 0; i < 8; i++) await agent.call('browser_press', { key: 'Backspace' });
      await agent.call('browser_press', { key: 'Control+A' });
      const copied = await agent.call('browser_press', { key: 'Control+C' });
      expect(copied.error?.code).toBe('permission_denied');
    }
    await agent.open(paper);
    await agent.call('browser_click', { selector: '#t' });
    await agent.call('browser_press', { key: 'Control+V' });
    expect((await agent.call('browser_evaluate', { script: 't.value' })).data).toMatchObject({ value: '' });
  });
});

describe('a field that held a secret', () => {
  it('is as any other once it is emptied or filled with something else', async () => {
    const agent = knowing();
    await agent.open(bench.site.page(fields));
    for (const id of ['u', 'n', 'r']) {
      await agent.does('browser_type', { selector: `#${id}`, text: '{{secret:BANK}}' });
      expect(
        (await agent.does('browser_type', { selector: `#${id}`, text: 'plain words', clearFirst: true }))
          .value,
      ).toBe('plain words');
      await agent.does('browser_type', {
        selector: `#${id}`,
        text: 'hello {{secret:BANK}}',
        clearFirst: true,
      });
      await agent.does('browser_evaluate', { script: `${id}.value = ''; ${id}.textContent = ''; 'done'` });
      await agent.does('browser_type', { selector: `#${id}`, text: 'other words', clearFirst: false });
      expect(JSON.stringify(await agent.call('browser_get_element', { selector: `#${id}` }))).toContain(
        'other words',
      );
    }
  });

  it('is shown with the words around the secret', async () => {
    const agent = knowing();
    await agent.open(bench.site.page(fields));
    const { value: shown } = await agent.does('browser_type', {
      selector: '#u',
      text: 'key={{secret:BANK}};',
    });
    expect(shown).toBe('key=[secret BANK];');
  });
});

describe('a secret in a selection', () => {
  const pages: [where: string, html: string, select: string][] = [
    [
      'in a deep block',
      `<div><div><div>key <b>${value.slice(0, 6)}</b></div></div><div><p>${value.slice(6)}</p></div></div>`,
      'document.querySelector("b")',
    ],
    [
      'in a shadow tree',
      `<div id=host></div><script>host.attachShadow({ mode: "open" }).innerHTML = "<p>${value.slice(0, 6)}</p><p>${value.slice(6)}</p>"</script>`,
      'host.shadowRoot.querySelector("p")',
    ],
    [
      'in capitals',
      `<p style="text-transform: uppercase"><i>${value.slice(0, 8)}</i>${value.slice(8)}</p>`,
      'document.querySelector("i")',
    ],
  ];

  it.each(pages)('is not copied piece by piece, %s', async (_where, html, node) => {
    const agent = knowing();
    await agent.open(bench.site.page(html));
    await agent.does('browser_snapshot');
    await agent.does('browser_evaluate', {
      script: `const node = ${node}; const range = document.createRange(); range.selectNodeContents(node);
        const selection = node.getRootNode().getSelection?.() ?? getSelection(); selection.removeAllRanges(); selection.addRange(range); 'done'`,
    });
    const copied = await agent.call('browser_press', { key: 'Control+C' });
    expect(copied.error?.code).toBe('permission_denied');
  });
});
