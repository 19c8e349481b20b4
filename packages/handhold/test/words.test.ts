import { describe, expect, it } from 'vitest';
import { useBrowser } from './agent.js';
import { places } from './places.js';

const bench = useBrowser();

async function open(html: string) {
  const agent = bench.lasting();
  const page = bench.site.page(html, { remote: true });
  const tree = await agent.open(page);
  return { agent, page, tree };
}

/** Refs are numbered as they come. */
function plain(lines: unknown): string {
  return String(lines).replace(/@e\d+/g, '@e');
}

/** A word with markup in its middle, as pages make it. */
const inWord: [string, string][] = [
  ['a span', 'AB<span>12</span>CD'],
  ['a span with attributes', 'AB<span id="a" data-x="1" style="color:#333">12</span>CD'],
  ['nested markup', 'AB<b id="b"><i class="i">12</i></b>CD'],
  ['an unknown element', 'AB<x-part>12</x-part>CD'],
  ['a place to break it', 'AB<wbr>12<wbr>CD'],
  ['comments', 'AB<!-- -->12<!-- -->CD'],
  ['a box that has no display of its own', 'AB<span style="display:contents">12</span>CD'],
  ['an inline box without any gap', 'AB<span style="display:inline-block">12</span>CD'],
  [
    'a box for each letter',
    [...'AB12CD'].map((letter) => `<span style="display:inline-block">${letter}</span>`).join(''),
  ],
];

describe('a word', () => {
  it.each(inWord)('with %s in its middle stays one word wherever it is told', async (_what, word) => {
    const { agent, tree } = await open(`<h2>${word}!</h2><button>${word}</button><p>Order ${word} is paid.</p>
      <table><tr><td>${word}</td><td><button>x</button></td></tr><tr><td>other</td><td><button>x</button></td></tr></table>
      <ul><li>${word} <button>y</button></li><li>other <button>y</button></li></ul>
      <label>${word} <input></label>`);
    expect(plain(tree)).toBe(
      '## "AB12CD!"\n@e button "AB12CD"\nrow "AB12CD"\n @e button "x"\nrow "other"\n @e button "x"\n' +
        'listitem "AB12CD"\n @e button "y"\nlistitem "other"\n @e button "y"\n@e textbox "AB12CD"',
    );
    const whole = plain(await agent.snapshot({ interactiveOnly: false }));
    expect(whole).toContain('\nOrder AB12CD is paid.\n| AB12CD | @e button "x" |\n');
    expect(whole).toContain('\nAB12CD [@e button "y"]\n');
    const { content } = (await agent.call('browser_read')).data as { content: string };
    expect(content).toContain('## AB12CD');
    expect(content).toContain('Order AB12CD is paid.');
    expect(content).toContain('| AB12CD | [x]');
    expect(plain((await agent.does('browser_find', { text: 'Order AB12CD is' })).matches)).toBe(
      '@e text "Order AB12CD is paid."',
    );
    expect(await agent.does('browser_wait', { text: 'order ab12cd is paid' })).toMatchObject({ met: true });
  });

  it('beside a sign that is called something is not run together with that', async () => {
    const { tree } = await open(
      '<div role="treeitem" tabindex="0">Date<button aria-label="Sort by Date" style="all: unset; display: inline-block; width: 9px; height: 9px"></button></div>',
    );
    expect(plain(tree)).toBe('@e treeitem "Date Sort by Date"\n@e button "Sort by Date"');
  });

  it('that appears beside a link is told as one', async () => {
    const { agent } = await open(`<button onclick="out.innerHTML = note">Go</button><div id="out"></div>
      <script>note = '<p>Order AB<span id=s data-x>12</span>CD is paid, <a href="#u">undo</a> or <i>go</i> on.</p>'</script>`);
    const { changes } = await agent.click('button "Go"');
    expect(changes).toContain('+ "Order AB12CD is paid,"\n+ "or go on."');
  });

  it('that appears is told as one', async () => {
    const { agent } = await open(`<button onclick="out.innerHTML = note">Go</button><div id="out"></div>
      <script>note = '<p>Order AB<span id=s data-x>12</span>CD is paid</p>'</script>`);
    expect((await agent.click('button "Go"')).changes).toContain('"Order AB12CD is paid"');
  });

  it.each([
    ['blocks', '<div>AB</div><div>12</div>'],
    ['lines', 'AB<br>12'],
    ['inline boxes with a gap', 'AB<span style="display:inline-block;margin-left:4px">12</span>'],
    ['white space', 'AB <span id="a">12</span>'],
    ['white space in markup', 'AB<span id="a"> 12</span>'],
  ])('is not put together from %s', async (_what, words) => {
    const { agent, tree } = await open(`<button onclick="1"><u title="">${words}</u></button>
      <ul><li>${words} <button>y</button></li><li>other <button>y</button></li></ul>`);
    expect(tree).toContain('button "AB 12"');
    expect(tree).toMatch(/listitem "AB( ·)? 12"/);
    expect(await agent.snapshot({ interactiveOnly: false })).not.toContain('AB12');
    expect(JSON.stringify(await agent.call('browser_read'))).not.toContain('AB12');
  });
});

describe('finding', () => {
  it.each(places)('sees the sentence, whatever stands in it, in %s', async (_where, put) => {
    const { agent } = await open(
      put(`<p>Please see the <a href="#t">terms</a> of use, <em id="e">before <b>you</b> go</em> on.</p><p>Else</p>
        <p>Only <input aria-label="amount" value="3"> left of <button>all</button></p>`),
    );
    const line = '@e text "Please see the terms of use, before you go on."';
    for (const text of ['see the terms of use', 'terms of', 'before you GO on'])
      expect(plain((await agent.does('browser_find', { text })).matches)).toBe(line);
    expect(plain((await agent.does('browser_find', { regex: 'the \\w+ of use' })).matches)).toBe(line);
    // What is told by itself is not told once more by what it stands in.
    expect(plain((await agent.does('browser_find', { text: 'terms' })).matches)).toBe('@e link "terms"');
    const { refs } = await agent.does('browser_find', { text: 'see the terms' });
    await agent.does('browser_hover', { ref: Object.keys(refs)[0] });
    expect(await agent.does('browser_wait', { text: 'see the terms of use' })).toMatchObject({ met: true });
  });

  it.each([
    ['plain', '<th>Due date</th>'],
    ['with markup', '<th><span id="h">Due</span> <b>date</b></th>'],
    ['sorted by', '<th aria-sort="ascending" tabindex="0">Due date</th>'],
    ['with a button', '<th><button>Due date</button></th>'],
    ['of other elements', '<div role="columnheader">Due date</div>'],
    ['that is labelled', '<th aria-label="Due date"><i>⇅</i></th>'],
  ])('sees a header cell %s, by text and by role', async (_what, cell) => {
    const html = cell.startsWith('<th')
      ? `<table><tr>${cell}<th>Else</th></tr><tr><td>1</td><td>2</td></tr></table>`
      : `<div role="table"><div role="row">${cell}<div role="columnheader">Else</div></div><div role="row"><div role="cell">1</div></div></div>`;
    const { agent } = await open(html);
    expect((await agent.does('browser_find', { text: 'due date' })).count).toBe(1);
    const found = await agent.does('browser_find', { text: 'due date', role: 'columnheader' });
    expect(plain(found.matches)).toMatch(/^@e columnheader "Due date"/);
    expect((await agent.does('browser_find', { role: 'columnheader' })).count).toBe(2);
    await agent.does('browser_hover', { ref: Object.keys(found.refs)[0] });
  });

  it('sees icons by what they are told as', async () => {
    const { agent } = await open(
      '<button><svg data-icon="trash" width="10" height="10"></svg></button><button>Volume</button>',
    );
    expect(plain((await agent.does('browser_find', { text: 'trash' })).matches)).toBe(
      '@e button (icon "trash")',
    );
  });

  it('sees what stands beyond a cut, and tells that part', async () => {
    const long = 'word '.repeat(60);
    const { agent } =
      await open(`<p>${long}needle in the text ${long}</p><button>${long}pin on the button</button>
      <textarea aria-label="Notes">${long}hook in the value ${long}</textarea><ul><li>${long}eye<b>let</b> of an item</li></ul>`);
    const lines = async (text: string) => plain((await agent.does('browser_find', { text })).matches);
    expect(await lines('needle in')).toMatch(/^@e text "…[^"]*needle in the text word[^"]*…"$/);
    expect(await lines('pin on')).toMatch(/^@e button "…[^"]*pin on the button"$/);
    expect(await lines('hook in')).toMatch(/^@e textbox "Notes" = "…[^"]*hook in the value[^"]*…"/);
    expect(await lines('eyelet of')).toMatch(/^@e text "…[^"]*eyelet of an item"$/);
  });

  it('tells the text of a control with it, and what only stands in something of that name by itself', async () => {
    const { agent } =
      await open(`<div style="height:50px;overflow:auto" aria-label="Log" role="log" tabindex="0">
      <p>log entry</p><div style="height:200px"></div></div><div onclick="1" role="button">log out ${'and on '.repeat(20)}</div>`);
    expect(plain((await agent.does('browser_find', { text: 'log' })).matches)).toMatch(
      /^@e log "Log"[^\n]*\n@e text "log entry"[^\n]*\n@e button "log out [^\n]*$/,
    );
  });

  it('sees what is only the name of what is around', async () => {
    const { agent } = await open(`<section aria-label="Billing"><button>x</button></section>
      <iframe title="Payment form" srcdoc="<button>z</button>"></iframe>`);
    expect(plain((await agent.does('browser_find', { text: 'billing' })).matches)).toMatch(
      /^@e region "Billing"/,
    );
    expect((await agent.does('browser_find', { text: 'payment form' })).count).toBe(1);
  });
});

/** Marks that nobody sees, in what would be read as `Blue sky`. */
const marked: [string, string][] = [
  ['a zero-width space', 'Blue\u200b sky'],
  ['a soft hyphen', 'Bl\u00adue sky'],
  ['bidi marks', '\u200eBlue \u2068sky\u2069\u200f'],
  ['a no-break space', 'Blue\u00a0sky'],
  ['a narrow one', 'Blue\u202fsky'],
  ['a byte order mark', '\ufeffBlue sky\ufeff'],
  ['a word joiner', 'Blue\u2060 sky'],
  ['line breaks', 'Blue\n  sky'],
];

describe('what is printed can be given back', () => {
  it.each(marked)('although there is %s in it', async (_what, text) => {
    const { agent, page, tree } =
      await open(`<select aria-label="Native"><option>Else</option><option>${text}</option></select>
      <button id="go" onclick="note('go')">${text}</button><p>A ${text}, <a href="#l">now</a>!</p>
      <input aria-label="Field" value="${text.replace('\n', ' ')}"><h2>${text}</h2>
      <button aria-haspopup="listbox" aria-expanded="false" id="own" onclick="list.hidden = false; this.setAttribute('aria-expanded', true)">Own</button>
      <div role="listbox" id="list" hidden><div role="option">Else</div><div role="option" onclick="this.setAttribute('aria-selected', true); own.textContent = this.textContent; list.hidden = true; own.setAttribute('aria-expanded', false); note('own')">${text}</div></div>
      <input type="radio" name="r" aria-label="Else"><input type="radio" name="r" aria-label="${text}" onchange="note('radio')">
      <input aria-label="Suggested" list="all"><datalist id="all"><option value="${text}"></datalist>`);
    expect(tree).toContain('["Else", "Blue sky"]');
    expect(tree).toContain('button "Blue sky"');
    const given = 'Blue sky';
    for (const name of ['combobox "Native"', 'button "Own"'])
      expect(await agent.does('browser_select', { ref: agent.ref(name), values: [given] })).toMatchObject({
        selected: [given],
      });
    expect((await agent.does('browser_find', { text: given })).count).toBeGreaterThanOrEqual(5);
    expect((await agent.does('browser_find', { regex: `^${given}$`, role: 'button' })).count).toBe(2);
    expect((await agent.does('browser_find', { text: `a ${given}, now!` })).count).toBe(1);
    await agent.does('browser_click', { selector: `text="${given}"` });
    await agent.does('browser_click', { selector: 'text=blue sky' });
    await agent.does('browser_hover', { selector: `text=a ${given}` });
    for (const until of [{ text: `A ${given}, now` }, { element: { name: given, role: 'button' } }])
      expect(await agent.does('browser_wait', { ...until, timeout: 1000 })).toMatchObject({ met: true });
    expect(await agent.does('browser_wait', { textGone: given, timeout: 100 })).toMatchObject({ met: false });
    await agent.does('browser_fill_form', { fields: [{ ref: agent.ref('radio "Else"'), value: given }] });
    await agent.does('browser_select', { ref: agent.ref('combobox "Suggested"'), values: [given] });
    expect(page.notes.toSorted()).toEqual(['go', 'go', 'own', 'radio']);
    await agent.does('browser_click', {
      ref: Object.keys((await agent.does('browser_find', { text: `a ${given}` })).refs)[0],
    });
  });

  it.each([
    ['a name beside an icon', '<button aria-label="Save all" onclick="note(1)">S</button>', 'Save all'],
    ['a picture', '<a href="#a" onclick="note(1)"><img alt="Save all" width=20 height=20></a>', 'Save all'],
    ['boxes', '<button onclick="note(1)"><div>Save</div><div>all</div></button>', 'Save all'],
    ['a label', '<label>Save <b>all</b><input onclick="note(1)"></label>', 'Save all'],
    ['a placeholder', '<input placeholder="Save all" onclick="note(1)">', 'Save all'],
    [
      'a shadow tree',
      '<div><template shadowrootmode="open"><button onclick="note(1)">Save all</button></template></div>',
      'Save all',
    ],
    ['what was cut', `<button onclick="note(1)">Save all ${'of them '.repeat(20)}</button>`, undefined],
  ])('as a selector and to wait for: %s', async (_what, html, printed) => {
    const { agent, page, tree } = await open(html);
    const name = printed ?? /button "(.*)"/.exec(tree)?.[1] ?? '';
    await agent.does('browser_click', { selector: `text=${name}` });
    expect(page.notes).toEqual(['1']);
    expect(await agent.does('browser_wait', { text: name, timeout: 300 })).toMatchObject({ met: true });
    expect((await agent.does('browser_find', { text: name })).count).toBe(1);
  });
});

it('a text that was written so that it can not pass for ours is found as it was written', async () => {
  const { agent } = await open(
    '<p># Save @e1 all</p><table><tr><th>x</th></tr><tr><td>a | b</td></tr></table>',
  );
  const tree = await agent.snapshot({ interactiveOnly: false });
  expect(tree).toContain('\\# Save \\@e1 all\n');
  for (const text of ['\\# Save \\@e1 all', 'a \\| b'])
    expect((await agent.does('browser_find', { text })).count).toBe(1);
});

/** Ways of not being there for a person. */
const unseen: [string, string][] = [
  ['not displayed', 'style="display:none"'],
  ['hidden', 'hidden'],
  ['invisible', 'style="visibility:hidden"'],
  ['transparent', 'style="opacity:0"'],
  ['without any size', 'style="position:absolute;width:0;height:0;padding:0;border:0;overflow:hidden"'],
  ['cut away', 'style="position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0)"'],
  ['off the page', 'style="position:absolute;left:-9999px"'],
];

describe('a selector', () => {
  it.each(unseen)('prefers what can be seen, in a frame too, to what is %s', async (_how, attributes) => {
    const agent = bench.lasting();
    for (const selector of ['text=Pay now', 'button.pay', '//button[.="Pay now"]']) {
      const inner = bench.site.page(`<button class="pay" onclick="note('inner')">Pay now</button>`);
      const button = `<button class="pay" ${attributes} onclick="note('outer')">Pay now</button>`;
      const page = bench.site.page(`${button}<iframe src="${inner.otherUrl}"></iframe>`);
      await agent.open(page);
      await agent.does('browser_click', { selector });
      expect([page.notes, inner.notes]).toEqual([[], ['inner']]);
    }
  });

  it('of what is hidden alone still says that it is hidden', async () => {
    const { agent } = await open('<button style="display:none">Pay</button><iframe srcdoc="x"></iframe>');
    expect((await agent.fails('browser_click', { selector: 'text=Pay' })).code).toBe('element_not_visible');
  });
});

describe('a nameless thing', () => {
  it.each([...unseen, ['only for assistive technology', 'aria-hidden="true" hidden']])(
    'is not told by a text beside it that is %s',
    async (_how, attributes) => {
      const { tree } =
        await open(`<div><b>Volume</b><span ${attributes}>Ignore all this</span><input type="checkbox"></div>
      <div><b>Speed</b><p ${attributes}><span>Ignore all this</span></p><input type="checkbox"></div>
      <div ${attributes}>Ignore all this</div><input type="number">`);
      expect(tree).not.toContain('Ignore');
      expect(tree).toContain('(near "Volume")');
      expect(tree).toContain('(near "Speed")');
    },
  );

  it.each([
    ['a script', '<script>let ignored = 1</script>'],
    ['a style sheet', '<style>.ignored { color: red }</style>'],
    ['a template', '<template>ignored</template>'],
    ['what is for browsers without scripts', '<noscript>ignored</noscript>'],
    ['a list of suggestions', '<datalist><option>ignored</option></datalist>'],
    ['a title', '<svg width="1" height="1"><title>ignored</title></svg>'],
  ])('is not told by %s beside it', async (_what, html) => {
    const { tree } = await open(`<div><b>Volume</b>${html}<input type="checkbox"></div>`);
    expect(tree).toContain('(near "Volume")');
  });
});
