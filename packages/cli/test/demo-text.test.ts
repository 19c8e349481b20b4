import { describe, expect, it } from 'vitest';
import { Show, type ShownCall } from '../src/demo/show.js';
import { NotShown, ShownPages, splitResult } from '../src/demo/shown-pages.js';

const shop = `page "Shop" <http://127.0.0.1/> 4 of 4 elements
<page 1a2b>
main
  # "Shop"
  article "Tea"
    ## "Tea"
    @e1 button "Buy"
  article "Tea \\"Extra\\""
    ## "Tea \\"Extra\\""
    @e2 button "Buy"
  @e3 textbox "Code" = "12" required
  @e4 link
</page 1a2b>`;

describe('what the agent sees', () => {
  it('finds refs by role and name, and by what stands above them', () => {
    const shown = new ShownPages();
    shown.read(shop);
    expect(shown.ref({ role: 'button', name: 'Buy' })).toBe('@e1');
    expect(shown.ref({ role: 'button', name: 'Buy', below: 'Extra' })).toBe('@e2');
    expect(shown.ref({ role: 'textbox', name: /^co/i })).toBe('@e3');
    expect(shown.headingOf('@e2')).toBe('Tea "Extra"');
  });

  it('gives no ref for what was never shown', () => {
    const shown = new ShownPages();
    shown.read(shop);
    for (const wanted of [
      { role: 'link', name: 'Buy' },
      { role: 'button', name: 'Bu' },
      { role: 'button', name: 'Buy', below: 'Coffee' },
    ])
      expect(() => shown.ref(wanted)).toThrow(NotShown);
  });

  it('follows changes, new pages and tabs', () => {
    const shown = new ShownPages();
    shown.read(shop);
    shown.read(
      'clicked @e1 button "Buy"\n<page 2>\n+ @e9 alert "Sold"\n~ @e1 button "Bought"\n- @e2 button "Buy"\n</page 2>',
    );
    expect(shown.ref({ role: 'alert', name: 'Sold' })).toBe('@e9');
    expect(shown.ref({ role: 'button', name: 'Bought' })).toBe('@e1');
    expect(() => shown.ref({ role: 'button', name: 'Buy' })).toThrow(NotShown);

    const map = 'page "Map" <http://127.0.0.1/map> 1 of 1 elements\n<page 3>\n@e1 link "Home"\n</page 3>';
    shown.read(`clicked @e4 link\nnew tab t2 "Map" <http://127.0.0.1/map>\n${map}`);
    expect(shown.ref({ role: 'link', name: 'Home' })).toBe('@e1');
    shown.read('t1* "Shop" <http://127.0.0.1/>\n<page 4>\n~ @e3 textbox "Code" focused\n</page 4>');
    expect(shown.ref({ role: 'button', name: 'Bought' })).toBe('@e1');
    expect(() => shown.ref({ role: 'link', name: 'Home' })).toThrow(NotShown);
  });

  it('takes only its own marks for marks', () => {
    expect(splitResult('page "x"\n<page ab>\n<page cd>\n</page cd>\n</page ab>\nafter')).toEqual({
      ours: ['page "x"', 'after'],
      page: ['<page cd>', '</page cd>'],
    });
  });
});

describe('what is printed', () => {
  const call: ShownCall = {
    tool: 'browser_click',
    input: { ref: '@e5', text: 'é'.repeat(100) },
    lines: ['clicked @e5 button "Zahlen · €5"', '+ @e6 alert "Sold"'],
    more: 3,
    failed: false,
    tokens: 1234,
    ms: 5.4,
  };
  const print = (terminal: { isTTY?: boolean; columns?: number }, env: NodeJS.ProcessEnv) => {
    let text = '';
    const out = { ...terminal, write: (more: string) => (text += more) };
    new Show(out, env, 'linux').call(call);
    return text;
  };

  it('keeps to the width, the cost at the right', () => {
    const [first = ''] = print({ columns: 70 }, { LANG: 'C.UTF-8' }).split('\n');
    expect(first).toHaveLength(70);
    expect(first).toMatch(/^ {2}browser_click \{"ref":"@e5","text":"é+… +1,234 tokens +5 ms$/);
  });

  it('is in ASCII where nothing else is safe', () => {
    const text = print({}, { LANG: 'C' });
    expect(text).toMatch(/^[\n\x20-\x7e]+$/);
    expect(text).toContain('"Zahlen - EUR 5"');
    expect(text).toContain('... 3 more lines');
  });

  it('is in colour only on a terminal that wants it', () => {
    const colour = '\u001b[';
    expect(print({ isTTY: true }, { LANG: 'C.UTF-8' })).toContain(colour);
    expect(print({ isTTY: true }, { NO_COLOR: '1' })).not.toContain(colour);
    expect(print({ isTTY: true }, { TERM: 'dumb' })).not.toContain(colour);
    expect(print({ isTTY: false }, {})).not.toContain(colour);
  });
});
