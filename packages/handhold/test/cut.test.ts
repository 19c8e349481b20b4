import { describe, expect, it } from 'vitest';
import { type Agent, useBrowser } from './agent.js';

const bench = useBrowser({
  secrets: { KEY: { value: 'correct-horse-battery-staple', hosts: ['127.0.0.1'] } },
});

const hint = 'what is cut: browser_read {ref} has the whole';
const many = Array.from({ length: 60 }, (_, i) => `word${i}`).join(' ');
const lines = Array.from({ length: 20 }, (_, i) => `line ${i} of the note, @e${i}`).join('\n');

async function readAll(agent: Agent, input: object): Promise<string> {
  let text = '';
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { data } = await agent.call('browser_read', { ...input, page });
    const part = data as { content: string; pages: number };
    pages = part.pages;
    text += `${text && '\n'}${part.content}`;
  }
  return text;
}

/** Lines as they were written, without what keeps them from passing for ours. */
function asWritten(text: string): string {
  return text.replace(/^ {4}/gm, '').replaceAll('\\@', '@');
}

describe('what is cut in a line', () => {
  const named: [string, string, string][] = [
    ['a name', `<button aria-label="${many}">x</button>`, many],
    ['a label', `<label>${many} <input></label>`, many],
    ['text in a control', `<button>${many}</button>`, many],
  ];
  const held: [string, string, string][] = [
    ['the lines of a field', `<textarea aria-label="Notes">${lines}</textarea>`, lines],
    ['a value', `<input aria-label="Notes" value="${many}">`, many],
    ['an editor', `<div contenteditable aria-label="Notes">${many}</div>`, many],
    ['a hint', `<input aria-label="Notes" placeholder="${many}">`, many],
    ['a description', `<button title="${many}">x</button>`, many],
    [
      'options',
      `<select aria-label="Notes">${Array.from({ length: 40 }, (_, i) => `<option>Option ${i}</option>`).join('')}</select>`,
      'Option 39',
    ],
    ['an option', `<select aria-label="Notes"><option>Else</option><option>${many}</option></select>`, many],
  ];
  it.each([...named, ...held])('is read whole by its ref: %s', async (what, html, whole) => {
    const agent = bench.agent();
    const page = bench.site.page(`<button>Else</button>${html}<button>Another</button>`);
    const tree = await agent.open(page);
    // A name is cut in sight; what is held and offered can be had by a call that is told once.
    const isHeld = held.some(([one]) => one === what);
    expect(tree.split('\n').filter((line) => line === hint)).toHaveLength(isHeld ? 1 : 0);
    const [line = ''] = tree.split('\n').filter((shown) => shown.includes('…'));
    const [ref] = /@e\d+/.exec(line) ?? [];
    for (const format of ['markdown', 'text']) {
      expect(asWritten(await readAll(agent, { ref, format }))).toContain(whole);
      expect(asWritten(await readAll(agent, { ref, format, maxTokens: 100 })).replace(/\s+/g, ' ')).toContain(
        whole.replace(/\s+/g, ' '),
      );
    }
  });

  it('is not said of what is whole, or ends with an ellipsis of its own', async () => {
    const agent = bench.agent();
    const tree = await agent.open(
      bench.site.page(`<button>Loading…</button><textarea aria-label="Notes">short</textarea>`),
    );
    expect(tree).not.toContain(hint);
  });

  it('is said of what was found or has changed, too', async () => {
    const agent = bench.agent();
    await agent.open(
      bench.site.page(
        `<textarea id="t" aria-label="Notes"></textarea><button onclick="t.value = '${many}'">Fill</button>`,
      ),
    );
    expect((await agent.click('button "Fill"')).changes).toMatch(
      /~ @e1 textbox .*…".*\nwhat is cut: [^\n]*$/,
    );
    const found = await agent.reads('browser_find', { text: 'word59' });
    expect(found).toMatch(/^found 1\n<page \w+>\n@e1 textbox "Notes" = "….*word59" multiline\nwhat is cut: /);
  });

  it('of a field is told by its details up to a length', async () => {
    const agent = bench.agent();
    await agent.open(bench.site.page(`<textarea aria-label="Notes">${lines}</textarea>`));
    const text = await agent.reads('browser_get_element', { ref: '@e1' });
    expect(text).toContain(JSON.stringify(lines));
    expect(((await agent.call('browser_get_element', { ref: '@e1' })).data as { value: string }).value).toBe(
      lines,
    );
    expect(text).not.toContain(hint);
  });
});

describe('reading a field', () => {
  it('tells what is chosen, and what can not be', async () => {
    const agent = bench.agent();
    await agent.open(
      bench.site.page(
        '<select aria-label="Tea"><option>Green</option><option selected>Black</option><option disabled>White</option></select>',
      ),
    );
    expect(await readAll(agent, { ref: '@e1' })).toBe('* Green\n* Black (selected)\n* White (disabled)');
  });

  it('tells no password, and no secret, in whichever way it is asked', async () => {
    const agent = bench.agent();
    const page = bench.site.page(
      `<input type="password" aria-label="Pass" value="hunter2-hunter2"><textarea aria-label="Key"></textarea>
       <textarea aria-label="Copy">${'x '.repeat(120)}correct-horse-battery-staple${' y'.repeat(120)}</textarea>`,
    );
    await agent.open(page);
    await agent.type('textbox "Key"', '{{secret:KEY}}');
    for (const ref of ['@e1', '@e2', '@e3']) {
      for (const input of [
        { ref },
        { ref, format: 'text' },
        { ref, format: 'html' },
        { ref, maxTokens: 100 },
      ])
        expect(await readAll(agent, input)).not.toMatch(/hunter2|horse|battery|staple/);
      expect(await agent.reads('browser_get_element', { ref })).not.toMatch(/hunter2|horse|battery|staple/);
    }
    for (const text of ['y y', 'x x'])
      expect(await agent.reads('browser_find', { text })).not.toMatch(/horse|battery|staple/);
    expect(await readAll(agent, { ref: '@e1' })).toBe('••••••••');
  });

  it('that nobody sees tells nothing', async () => {
    const agent = bench.agent();
    const page = bench.site.page('<textarea id="t" aria-label="Notes">unseen</textarea>', { remote: true });
    await agent.open(page);
    await page.run(`t.style.display = 'none'`);
    expect(await readAll(agent, { ref: '@e1' })).not.toContain('unseen');
  });
});
