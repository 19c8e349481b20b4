import { describe, expect, it } from 'vitest';
import { useBrowser } from './agent.js';

const bench = useBrowser();

/** A page with one field `f`, that the agent has open. */
async function fieldPage(html: string, script = '') {
  const agent = bench.lasting();
  const page = bench.site.page(`${html}<script>${script}</script>`, { remote: true });
  await agent.open(page);
  return { agent, page, held: () => page.run('f.value ?? f.textContent') };
}

describe('typing', () => {
  it('makes the events of real keys, and reads the value back', async () => {
    const { agent, page, held } = await fieldPage(
      '<label>Name <input id="f"></label>',
      `for (const type of ['focus', 'keydown', 'beforeinput', 'input', 'keyup'])
         f.addEventListener(type, (event) => note([event.type, event.key ?? event.data ?? '', event.isTrusted].join(' ')));`,
    );
    const done = await agent.type('textbox "Name"', 'Ab');
    expect(page.notes).toEqual([
      'focus  true',
      ...['A', 'b'].flatMap((key) =>
        ['keydown', 'beforeinput', 'input', 'keyup'].map((type) => `${type} ${key} true`),
      ),
    ]);
    expect(done.value).toBe('Ab');
    expect(await held()).toBe('Ab');
  });

  it('adds to what is there, or replaces it with clearFirst', async () => {
    const { agent, held } = await fieldPage('<input id="f" aria-label="Name" value="Ada">');
    expect((await agent.type('textbox "Name"', ' Lovelace')).value).toBe('Ada Lovelace');
    expect((await agent.type('textbox "Name"', 'Grace', { clearFirst: true })).value).toBe('Grace');
    expect(await held()).toBe('Grace');
    expect((await agent.type('textbox "Name"', '', { clearFirst: true })).value).toBe('');
    expect(await held()).toBe('');
  });

  it.each([
    ['number', '12', '3', '123'],
    ['email', 'ada', '@example.com', 'ada@example.com'],
    ['text', 'one', ' two', 'one two'],
    ['search', 'tea', ' pot', 'tea pot'],
    ['tel', '555', '-12', '555-12'],
    ['url', 'http://a', '.b/', 'http://a.b/'],
    ['password', 'pass', 'word', 'password'],
  ])('adds to the end of a %s field', async (type, value, text, whole) => {
    const { agent, held } = await fieldPage(`<input id="f" type="${type}" value="${value}" aria-label="F">`);
    await agent.does('browser_type', { ref: '@e1', text });
    expect(await held()).toBe(whole);
  });

  it('with submit presses Enter, and gives the page that follows', async () => {
    const agent = bench.lasting();
    const results = bench.site.page('<h1>Results</h1>', { title: 'Results' });
    const page = bench.site.page(`<form action="${results.url}" onsubmit="note('submit ' + this.q.value)">
      <input name="q" type="search" aria-label="Search"></form>`);
    await agent.open(page);
    const done = await agent.type('searchbox "Search"', 'tea', { submit: true });
    expect(page.notes).toEqual(['submit tea']);
    expect(done).toMatchObject({ url: `${results.url}?q=tea`, title: 'Results', value: 'tea' });
    expect(done.changes).toContain('# "Results"');
  });

  it('without a target goes to the field that has the focus, in whichever frame that is', async () => {
    const agent = bench.lasting();
    const inner = bench.site.page('<input id="f" aria-label="Card">', { remote: true });
    const page = bench.site.page(
      `<input id="f" aria-label="Name" autofocus><iframe src="${inner.otherUrl}" title="pay"></iframe>`,
      { remote: true },
    );
    await agent.open(page);
    expect(await agent.does('browser_type', { text: 'Ada' })).toMatchObject({ value: 'Ada' });
    expect(await page.run('f.value')).toBe('Ada');
    await agent.click('textbox "Card"');
    expect(await agent.does('browser_type', { text: '4242' })).toMatchObject({ value: '4242' });
    expect(await inner.run('f.value')).toBe('4242');
    expect(await page.run('f.value')).toBe('Ada');
  });

  it('without a target and without focus says so', async () => {
    const agent = bench.lasting();
    await agent.open(bench.site.page('<input aria-label="Name"><button>Go</button>'));
    expect(await agent.fails('browser_type', { text: 'Ada' })).toMatchObject({
      code: 'not_focusable',
      sideEffect: 'none',
    });
    await agent.click('button "Go"');
    expect(await agent.fails('browser_type', { text: 'Ada' })).toMatchObject({
      code: 'not_editable',
      sideEffect: 'none',
    });
  });

  it('waits between keys if asked', async () => {
    const { agent, page } = await fieldPage(
      '<input id="f" aria-label="Name">',
      `f.addEventListener('input', () => note(performance.now()));`,
    );
    await agent.type('textbox "Name"', 'abc', { delay: 60 });
    const [first = 0, second = 0, third = 0] = page.notes.map(Number);
    expect(second - first).toBeGreaterThanOrEqual(55);
    expect(third - second).toBeGreaterThanOrEqual(55);
  });

  it('shows the suggestions that it brought up', async () => {
    const agent = bench.lasting();
    const slow = bench.site.on('/suggest', (_request, response) => {
      setTimeout(() => response.end('<li role="option" tabindex="-1">Tokyo</li>'), 100);
    });
    await agent.open(
      bench.site.page(`<input id="f" role="combobox" aria-label="City" aria-expanded="false"><ul id="l" role="listbox" aria-label="Cities"></ul><script>
        f.oninput = async () => { l.innerHTML = await (await fetch('${slow}?' + f.value)).text(); f.setAttribute('aria-expanded', 'true'); };
      </script>`),
    );
    const done = await agent.type('combobox "City"', 'To');
    expect(done.changes).toMatch(/\+ @e\d+ option "Tokyo"/);
    expect(done.changes).toMatch(/~ @e1 combobox "City" = "To" expanded/);
  });

  it('reaches fields in shadow roots, and fields meant by their label or wrapper', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(
      `<x-field></x-field><label for="g" id="lab">Town</label><input id="g">
      <div id="wrap"><span>€</span><input id="h" aria-label="Price"></div><script>
      customElements.define('x-field', class extends HTMLElement {
        connectedCallback() {
          this.attachShadow({ mode: 'open' }).innerHTML = '<input aria-label="Inner" oninput="note(this.value)">';
        }
      });</script>`,
      { remote: true },
    );
    await agent.open(page);
    await agent.type('textbox "Inner"', 'x');
    expect(page.notes).toEqual(['x']);
    await agent.does('browser_type', { selector: '#lab', text: 'Oslo' });
    expect(await page.run('g.value')).toBe('Oslo');
    await agent.does('browser_type', { selector: '#wrap', text: '12' });
    expect(await page.run('h.value')).toBe('12');
  });

  it('into a field that takes the focus only from a hand', async () => {
    const { agent, held } = await fieldPage(
      '<input id="f" aria-label="Cell">',
      `let pressed = false;
       f.onmousedown = () => { pressed = true; };
       f.onfocus = () => { if (!pressed) f.blur(); };`,
    );
    expect((await agent.type('textbox "Cell"', '42')).value).toBe('42');
    expect(await held()).toBe('42');
  });
});

describe('the text typed', () => {
  it.each([
    ['emoji of several code points', '👩‍👩‍👧‍👦 ok 🇯🇵'],
    ['Chinese, Japanese and Korean', '你好 東京 한국어'],
    ['right-to-left text', 'שלום عالم'],
    ['accents and symbols', 'Žluťoučký kůň – €5 “q” ½'],
    ['everything on a keyboard', '`~!@#$%^&*()-_=+[{]}\\|;:\'",<.>/? aZ09'],
    ['several lines', 'one\ntwo\n\nfour'],
    ['a tab', 'a\tb'],
    ['a lot', 'lorem ipsum '.repeat(500)],
  ])('can hold %s', async (_what, text) => {
    const { agent, held } = await fieldPage('<textarea id="f" aria-label="Text"></textarea>');
    const done = await agent.does('browser_type', { ref: '@e1', text });
    expect(await held()).toBe(text);
    expect(done.value).toBe(text);
  });

  it('with a line break does not submit a one-line field halfway', async () => {
    const { agent, page, held } = await fieldPage(
      `<form onsubmit="note('submitted');return false"><input id="f" aria-label="Name"></form>`,
    );
    await agent.type('textbox "Name"', 'one\ntwo');
    expect(page.notes).toEqual([]);
    expect(await held()).toMatch(/^one ?two$/);
  });

  it('with a tab does not leave the field', async () => {
    const { agent, held } = await fieldPage('<input id="f" aria-label="Name"><input aria-label="Other">');
    await agent.type('textbox "Name"', 'a\tb');
    expect(await held()).toMatch(/^a\s?b$/);
  });
});

describe('a field with a mind of its own', () => {
  /** As React does it: an own property on the element swallows events whose value it has seen already. */
  const controlled = `
    const real = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
    let tracked = f.value, state = f.value;
    Object.defineProperty(f, 'value', {
      configurable: true,
      get() { return real.get.call(this); },
      set(value) { tracked = String(value); real.set.call(this, value); },
    });
    f.addEventListener('input', () => {
      const now = real.get.call(f);
      if (now === tracked) return;
      tracked = now; state = now; note(state);
    });
    setInterval(() => { if (real.get.call(f) !== state) f.value = state; }, 5);`;

  it('that is controlled takes the text into its state', async () => {
    const { agent, page, held } = await fieldPage('<input id="f" aria-label="Name" value="Ada">', controlled);
    await agent.type('textbox "Name"', 'Bo', { clearFirst: true });
    expect(page.notes.at(-1)).toBe('Bo');
    expect(await held()).toBe('Bo');
  });

  it('that is controlled takes a date into its state', async () => {
    const { agent, page, held } = await fieldPage('<input id="f" type="date" aria-label="Day">', controlled);
    await agent.type('date "Day"', '2026-11-15');
    expect(page.notes).toEqual(['2026-11-15']);
    expect(await held()).toBe('2026-11-15');
  });

  it('that formats is a success with the value it shows', async () => {
    const { agent, held } = await fieldPage(
      '<input id="f" aria-label="Phone">',
      `f.oninput = () => {
         const d = f.value.replace(/\\D/g, '').slice(0, 10);
         f.value = d.length > 6 ? '(' + d.slice(0, 3) + ') ' + d.slice(3, 6) + '-' + d.slice(6) : d;
       };`,
    );
    const done = await agent.type('textbox "Phone"', '5551234567');
    expect(done.value).toBe('(555) 123-4567');
    expect(await held()).toBe('(555) 123-4567');
  });

  it('that changes the case is a success', async () => {
    const { agent } = await fieldPage(
      '<input id="f" aria-label="Code">',
      'f.oninput = () => { f.value = f.value.toUpperCase(); };',
    );
    expect((await agent.type('textbox "Code"', 'ab-12')).value).toBe('AB-12');
  });

  it.each([
    ['cuts', '<input id="f" aria-label="F" maxlength="3">', '', 'Adalina', 'Ada'],
    [
      'refuses',
      '<input id="f" aria-label="F">',
      `f.onkeydown = (event) => event.preventDefault()`,
      'Ada',
      '',
    ],
    ['clears', '<input id="f" aria-label="F">', `f.oninput = () => { f.value = ''; }`, 'Ada', ''],
    ['takes only digits of', '<input id="f" aria-label="F" type="number">', '', 'twelve', ''],
    [
      'keeps its own value instead of',
      '<input id="f" aria-label="F" value="fixed">',
      `f.oninput = () => { f.value = 'fixed'; }`,
      'Ada',
      'fixed',
    ],
  ])('that %s the text is an error with the value it holds', async (_how, html, script, text, value) => {
    const { agent, held } = await fieldPage(html, script);
    const error = await agent.fails('browser_type', { selector: '#f', text });
    expect(error).toMatchObject({ code: 'execution_error', details: { value }, sideEffect: 'done' });
    expect(await held()).toBe(value);
  });

  it('that passes each digit on, as one-time codes do, takes the whole code', async () => {
    const agent = bench.lasting();
    const page =
      bench.site.page(`<div role="group" aria-label="Code">${'<input maxlength="1" inputmode="numeric">'.repeat(6)}</div><script>
      const boxes = [...document.querySelectorAll('input')];
      boxes.forEach((box, i) => { box.ariaLabel = 'Digit ' + (i + 1); box.oninput = () => {
        boxes[i + 1]?.focus();
        if (boxes.every((b) => b.value)) note(boxes.map((b) => b.value).join(''));
      }; });</script>`);
    await agent.open(page);
    await agent.type('textbox "Digit 1"', '135792');
    expect(page.notes).toEqual(['135792']);
  });

  it('that sends itself off when full is a success, though the field is gone', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`<div id="app"><input id="f" aria-label="PIN"></div><script>
      f.oninput = () => { if (f.value.length === 4) { note(f.value); app.innerHTML = '<h1>Welcome</h1>'; } };</script>`);
    await agent.open(page);
    const done = await agent.type('textbox "PIN"', '1234');
    expect(page.notes).toEqual(['1234']);
    expect(done.changes).toContain('+ # "Welcome"');
  });

  it('that is rendered anew with every key, focus and all, takes the text', async () => {
    const { agent, held } = await fieldPage(
      '<div id="app"></div>',
      `let value = '';
       function render() {
         app.innerHTML = '<input id="f" aria-label="Name">';
         f.value = value;
         f.oninput = () => { value = f.value; render(); f.focus(); f.setSelectionRange(value.length, value.length); };
       }
       render();`,
    );
    expect((await agent.type('textbox "Name"', 'hello')).value).toBe('hello');
    expect(await held()).toBe('hello');
  });

  it('that is rendered anew with every key and loses the focus is no success', async () => {
    const { agent, held } = await fieldPage(
      '<div id="app"></div>',
      `let value = '';
       function render() {
         app.innerHTML = '<input id="f" aria-label="Name">';
         f.value = value;
         f.oninput = () => { value = f.value; render(); };
       }
       render();`,
    );
    const error = await agent.fails('browser_type', { ref: agent.ref('textbox "Name"'), text: 'hello' });
    expect(error).toMatchObject({ code: 'execution_error', sideEffect: 'done', details: { value: 'h' } });
    expect(await held()).toBe('h');
  });

  it('that writes for itself what was typed is a success', async () => {
    const { agent, held } = await fieldPage(
      '<input id="f" aria-label="Code">',
      `f.addEventListener('beforeinput', (event) => { event.preventDefault(); f.value += event.data.toUpperCase(); });`,
    );
    expect((await agent.type('textbox "Code"', 'abc')).value).toBe('ABC');
    expect(await held()).toBe('ABC');
  });

  it('that hands the focus to another never has the other typed into', async () => {
    const { agent, page } = await fieldPage(
      '<input id="f" aria-label="Name"><input id="g" aria-label="Trap">',
      'f.onfocus = () => g.focus();',
    );
    const error = await agent.fails('browser_type', { ref: agent.ref('textbox "Name"'), text: 'secret' });
    expect(error.code).toBe('not_focusable');
    expect(await page.run('f.value + "|" + g.value')).toBe('|');
  });

  it('that loses the focus halfway is an error with the value it holds', async () => {
    const { agent, page } = await fieldPage(
      '<input id="f" aria-label="Name"><input id="g" aria-label="Trap">',
      'f.oninput = () => { if (f.value.length === 3) g.focus(); };',
    );
    const error = await agent.fails('browser_type', { ref: agent.ref('textbox "Name"'), text: 'Lovelace' });
    expect(error).toMatchObject({ code: 'execution_error', details: { value: 'Lov' }, sideEffect: 'done' });
    expect(await page.run('f.value')).toBe('Lov');
  });
});

describe('a field that is busy with itself once it has the focus', () => {
  const busy: [string, string][] = [
    ['empties itself', `f.onfocus = () => setTimeout(() => { f.value = ''; }, 80);`],
    [
      'empties itself when it has waited for more than one thing',
      `f.onfocus = async () => {
         document.body.className = 'busy';
         for (let i = 0; i < 3; i++) await new Promise((resolve) => setTimeout(resolve, 10));
         f.value = '';
       };`,
    ],
    [
      'is emptied by who watches the focus from outside',
      `document.addEventListener('focusin', () => setTimeout(() => { f.value = ''; }, 60));`,
    ],
    [
      'takes no keys at first',
      `let since; f.onfocus = () => { since = performance.now(); };
       f.onkeydown = (event) => { if (performance.now() - since < 40) event.preventDefault(); };`,
    ],
    [
      'is locked at first',
      `f.onfocus = () => { f.readOnly = true; setTimeout(() => { f.readOnly = false; }, 40); };`,
    ],
  ];

  it.each(busy)('and %s holds what is typed', async (_how, script) => {
    const { agent, held } = await fieldPage('<input id="f" aria-label="Name">', script);
    const done = await agent.type('textbox "Name"', 'hello');
    expect(done.value).toBe('hello');
    expect(await held()).toBe('hello');
  });

  it.each(busy)('by a click, and %s, holds what is typed', async (_how, script) => {
    const { agent, held } = await fieldPage('<input id="f" aria-label="Name">', script);
    await agent.click('textbox "Name"');
    const done = await agent.does('browser_type', { text: 'hello' });
    expect(done.value).toBe('hello');
    expect(await held()).toBe('hello');
  });

  it.each([
    ['at once', 10, ''],
    ['later', 50, ''],
    ['with what it held', 10, 'next.value = was;'],
  ])('and is replaced %s holds what is typed', async (_when, time, keep) => {
    const { agent, held } = await fieldPage(
      '<div id="box"><input id="f" aria-label="Name"></div>',
      `f.onfocus = () => setTimeout(() => {
         const was = f.value;
         box.innerHTML = '<input id="f" aria-label="Name">';
         const next = box.firstChild;
         ${keep}
         next.focus();
         next.setSelectionRange(0, 0);
       }, ${time});`,
    );
    const done = await agent.type('textbox "Name"', 'hello');
    expect(done.value).toBe('hello');
    expect(await held()).toBe('hello');
  });

  it.each([
    [
      'a moment later',
      `let state = '';
       f.oninput = () => { const next = f.value; f.value = state; setTimeout(() => { state = next; f.value = state; }); };`,
    ],
    [
      'with its caret at the beginning',
      `f.oninput = () => { const next = f.value; f.value = ''; f.value = next; f.setSelectionRange(0, 0); };`,
    ],
  ])('and writes what it holds anew %s holds what is typed', async (_how, script) => {
    const { agent, held } = await fieldPage('<input id="f" aria-label="Name">', script);
    const done = await agent.type('textbox "Name"', 'hello world');
    expect(done.value).toBe('hello world');
    expect(await held()).toBe('hello world');
  });

  it('is unlocked by the focus', async () => {
    const { agent, held } = await fieldPage(
      `<input id="f" aria-label="Name" readonly onfocus="this.removeAttribute('readonly')">`,
    );
    expect((await agent.type('textbox "Name"', 'hello')).value).toBe('hello');
    expect(await held()).toBe('hello');
  });

  it('is cleared for good, though it fills itself again at first', async () => {
    const { agent, held } = await fieldPage(
      '<input id="f" aria-label="Name" value="Ada">',
      `f.addEventListener('input', () => requestAnimationFrame(() => { f.value = 'Ada'; }), { once: true });`,
    );
    expect((await agent.does('browser_clear', { ref: '@e1' })).value).toBe('');
    expect(await held()).toBe('');
  });

  it('keeps the key events that it had, and gets no second ones', async () => {
    const { agent, page } = await fieldPage(
      '<input id="f" aria-label="Name">',
      `f.onfocus = () => setTimeout(() => {}, 50);
       f.onkeydown = (event) => note(event.key);`,
    );
    await agent.type('textbox "Name"', 'abc');
    expect(page.notes).toEqual(['a', 'b', 'c']);
  });

  it('that ends up with something else is told with that', async () => {
    const { agent, held } = await fieldPage(
      '<input id="f" aria-label="Name">',
      `f.oninput = () => { if (f.value === 'hello') requestAnimationFrame(() => { f.value = 'Hello!'; }); };`,
    );
    const done = await agent.type('textbox "Name"', 'hello');
    expect(done.value).toBe('Hello!');
    expect(await held()).toBe('Hello!');
  });

  it('that gives the text up a moment later has not taken it', async () => {
    const { agent, held } = await fieldPage(
      '<input id="f" aria-label="Name">',
      `f.oninput = () => requestAnimationFrame(() => { f.value = ''; });`,
    );
    const error = await agent.fails('browser_type', { ref: agent.ref('textbox "Name"'), text: 'hello' });
    expect(error).toMatchObject({ code: 'execution_error', details: { value: '' }, sideEffect: 'done' });
    expect(await held()).toBe('');
  });
});

describe('a field whose text is taken to be used', () => {
  it.each([
    [
      'a chat box that sends on Enter',
      '<textarea id="f" aria-label="F"></textarea><ul id="l"></ul>',
      `f.onkeydown = (event) => {
         if (event.key !== 'Enter') return;
         event.preventDefault(); note(f.value);
         l.append(Object.assign(document.createElement('li'), { textContent: f.value })); f.value = '';
       };`,
      { text: 'hello', submit: true },
      'emptied on Enter',
    ],
    [
      'a form that is sent and reset',
      `<form onsubmit="note(f.value); this.reset(); return false"><input id="f" aria-label="F"></form>`,
      '',
      { text: 'hello', submit: true },
      'emptied on Enter',
    ],
    [
      'a field that makes tags at a comma',
      '<input id="f" aria-label="F"><ul id="l"></ul>',
      `f.oninput = () => {
         if (!f.value.endsWith(',')) return;
         note(f.value.slice(0, -1));
         l.append(Object.assign(document.createElement('li'), { textContent: f.value.slice(0, -1) })); f.value = '';
       };`,
      { text: 'hello,' },
      'the page took the text and shows it elsewhere',
    ],
    [
      'a field over a canvas',
      '<div style="position: relative"><canvas id="c"></canvas><textarea id="f" aria-label="F" style="position: absolute; left: 9px; top: 9px"></textarea></div>',
      `let all = '';
       f.oninput = () => {
         all += f.value; f.value = '';
         c.getContext('2d').fillText(all, 20, 50);
         if (all === 'hello') note(all);
       };`,
      { text: 'hello' },
      'the page took the text to draw it: look with browser_screenshot',
    ],
    [
      'a field out of sight that catches the keys for what is drawn',
      '<div style="width: 300px; height: 90px; position: relative">A terminal<textarea id="f" aria-label="F" style="position: absolute; width: 0; height: 0; padding: 0; border: 0; opacity: 0"></textarea></div>',
      `let all = '';
       f.onkeydown = (event) => { event.preventDefault(); all += event.key; if (all === 'hello') note(all); };`,
      { text: 'hello' },
      'the page took the text to draw it: look with browser_screenshot',
    ],
  ])('%s is told to be empty, and why', async (_what, html, script, input, became) => {
    const { agent, page, held } = await fieldPage(html, script);
    const said = await agent.reads('browser_type', { selector: '#f', ...input });
    expect(said).toMatch(/^typed into (@e\d+ )?textbox "F" = ""/);
    expect(said.split('\n')[0]).toContain(` = "" (${became})`);
    expect(page.notes).toEqual(['hello']);
    expect(await held()).toBe('');
  });

  it('is not one that repeats it in a complaint', async () => {
    const { agent } = await fieldPage(
      '<input id="f" aria-label="F"><p id="a" role="alert"></p>',
      `f.oninput = () => { if (f.value.length < 5) return; a.textContent = f.value + ' is no name'; f.value = ''; };`,
    );
    const error = await agent.fails('browser_type', { selector: '#f', text: 'hello' });
    expect(error).toMatchObject({ code: 'execution_error', details: { value: '' } });
  });

  it('by a canvas keeps what it shows while it is typed into, however small it was', async () => {
    const { agent, held } = await fieldPage(
      '<canvas></canvas><textarea id="f" aria-label="F" style="position: absolute; left: 20px; top: 20px; width: 1px; padding: 0; border: 0"></textarea>',
      `f.oninput = () => { f.style.width = f.value.length + 'ch'; };`,
    );
    const done = await agent.does('browser_type', { selector: '#f', text: 'hello' });
    expect(done).toMatchObject({ value: 'hello' });
    expect(await held()).toBe('hello');
  });
});

describe('a rich text field', () => {
  it('that draws its hint into itself is empty, until it holds something', async () => {
    const agent = bench.agent();
    const page =
      bench.site.page(`<div id="f" contenteditable aria-label="Note"><p><span id="hint" contenteditable="false"
      style="position:absolute;opacity:.3;pointer-events:none">Enter text</span><br></p></div><script>
      f.oninput = () => { hint.hidden = f.textContent.replace(hint.textContent, '') !== ''; };</script>`);
    const tree = await agent.open(page);
    expect(tree).toContain('@e1 textbox "Note" multiline');
    expect(tree).not.toContain('Enter text"');
  });

  it('is added to, and replaced with clearFirst', async () => {
    const { agent, page } = await fieldPage(
      '<div id="f" contenteditable="true" aria-label="Note"><p>Old <b>text</b></p></div>',
    );
    await agent.type('textbox "Note"', '!');
    expect(await page.run('f.innerText.trim()')).toBe('Old text!');
    const done = await agent.type('textbox "Note"', 'New text', { clearFirst: true });
    expect(await page.run('f.innerText.trim()')).toBe('New text');
    expect(done.value).toBe('New text');
  });

  it('is marked as multi-line and takes lines', async () => {
    const { agent, page } = await fieldPage(
      '<div id="f" contenteditable="plaintext-only" role="textbox" aria-label="Note" style="min-height:3em"></div>',
    );
    expect(await agent.snapshot()).toMatch(/textbox "Note".*multiline/);
    await agent.type('textbox "Note"', 'one\ntwo');
    expect(await page.run('f.innerText')).toBe('one\ntwo');
  });

  it('gets the keys that its page goes by', async () => {
    const { agent, page } = await fieldPage(
      '<pre id="f" contenteditable="true" aria-label="SQL" style="min-height: 3em"></pre><input id="q" type="hidden">',
      `for (const type of ['keydown', 'keypress', 'input', 'keyup'])
         f.addEventListener(type, (event) => note([type, event.key ?? event.data, event.isTrusted].join(' ')));
       f.addEventListener('keyup', () => { q.value = f.innerText; });`,
    );
    await agent.type('textbox "SQL"', 'a1');
    expect(page.notes).toEqual(
      ['a', '1'].flatMap((key) =>
        ['keydown', 'keypress', 'input', 'keyup'].map((type) => `${type} ${key} true`),
      ),
    );
    await agent.type('textbox "SQL"', ';\nb');
    expect(page.notes).toContain('keydown Enter true');
    expect(await page.run('q.value')).toBe('a1;\nb');
  });

  const meddling: [string, string][] = [
    [
      'closes brackets',
      `if (event.key === '(') { event.preventDefault(); document.execCommand('insertText', false, '()'); getSelection().modify('move', 'backward', 'character'); }`,
    ],
    [
      'turns quotes',
      `if (event.key === '"') { event.preventDefault(); document.execCommand('insertText', false, '“'); }`,
    ],
    [
      'begins lists',
      `if (event.key === ' ' && last === '-') { event.preventDefault(); document.execCommand('delete'); document.execCommand('insertUnorderedList'); }`,
    ],
  ];
  it.each(
    meddling.flatMap(([how, script]) => [true, false].map((clearFirst) => ({ how, script, clearFirst }))),
  )(
    'holds just the text where it $how key by key, clearFirst $clearFirst',
    async ({ script, clearFirst }) => {
      const { agent, page } = await fieldPage(
        '<div id="f" contenteditable="true" aria-label="Note"><p>Old <b>text</b></p></div>',
        `let last = ''; f.addEventListener('keypress', (event) => { ${script} last = event.key; });`,
      );
      const text = '- say("it (x)")';
      await agent.type('textbox "Note"', text, { clearFirst });
      expect(await page.run(`f.innerText.replace(/\\s+/g, ' ').trim()`)).toMatch(
        clearFirst ? /^- say\("it \(x\)"\)$/ : /^Old text ?- say\("it \(x\)"\)$/,
      );
    },
  );

  it.each([
    ['of the same origin', (page: { url: string }) => page.url],
    ['of another', (page: { otherUrl: string }) => page.otherUrl],
  ])('may be the whole document of a frame %s, within another', async (_whose, address) => {
    const agent = bench.lasting();
    const inner = bench.site.page(
      '<p>old</p><script>document.body.contentEditable = true; document.body.ariaLabel = "Text";</script>',
      {
        remote: true,
      },
    );
    const middle = bench.site.page(`<iframe title="inner" src="${address(inner)}"></iframe>`);
    await agent.open(
      bench.site.page(
        `<input aria-label="Name" autofocus><iframe title="outer" src="${middle.url}"></iframe>`,
      ),
    );
    const text = () => inner.run('document.body.innerText.trim()');
    expect((await agent.type('textbox "Text"', ' and more')).value).toBe('old and more');
    expect((await agent.does('browser_type', { text: '!' })).value).toBe('old and more!');
    expect(await text()).toBe('old and more!');
    expect((await agent.type('textbox "Text"', 'new', { clearFirst: true })).value).toBe('new');
    expect(await text()).toBe('new');
  });
});

describe('a code editor that shows blanks by signs', () => {
  /** As Ace draws its lines. */
  const editor = `<div style="position: relative; width: 300px; height: 100px">
    <textarea class="ace_text-input" aria-label="Code" style="position: absolute; opacity: 0; width: 10px; height: 10px"></textarea>
    <div id="lines"></div></div><script>
    let code = 'let a;';
    const field = document.querySelector('textarea');
    const sign = (kind, text) => '<span class="ace_invisible ace_invisible_' + kind + '">' + text + '</span>';
    const draw = () => lines.innerHTML = code.split('\\n').map((line) => '<div class="ace_line">' +
      line.replaceAll(' ', sign('space', '·')).replaceAll('\\t', sign('tab', '——')) + sign('eol', '¶') + '</div>').join('');
    field.oninput = () => { code += field.value; field.value = ''; draw(); note(code); };
    draw();</script>`;

  it('holds what is typed, and none of the signs', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(editor);
    await agent.open(page);
    expect(await agent.snapshot()).toContain('textbox "Code" = "let a;" multiline');
    const { value } = await agent.type('textbox "Code"', ' a = 1');
    expect(value).toBe('let a; a = 1');
    expect(page.notes.at(-1)).toBe('let a; a = 1');
  });
});

describe('a password', () => {
  it('goes to the page and nowhere else', async () => {
    const { agent, page, held } = await fieldPage('<input id="f" type="password" aria-label="Password">');
    const typed = await agent.call('browser_type', { ref: '@e1', text: 'hunter2!' });
    expect(typed.success).toBe(true);
    expect(await held()).toBe('hunter2!');
    const looks = [
      typed,
      await agent.call('browser_snapshot'),
      await agent.call('browser_snapshot', { interactiveOnly: false }),
      await agent.call('browser_press', { key: 'Tab' }),
      await agent.call('browser_type', { ref: '@e1', text: 'hunter2!', clearFirst: true }),
    ];
    expect(JSON.stringify(looks)).not.toContain('hunter');
    await page.run('f.maxLength = 4');
    const cut = await agent.fails('browser_type', { ref: '@e1', text: 'hunter3', clearFirst: true });
    expect(JSON.stringify(cut)).not.toContain('hunt');
  });
});

describe('a field that is picked rather than typed', () => {
  it.each([
    ['date', '2026-11-15', '2026-11-15'],
    ['time', '14:30', '14:30'],
    ['datetime-local', '2026-11-15T14:30', '2026-11-15T14:30'],
    ['month', '2026-11', '2026-11'],
    ['week', '2026-W46', '2026-W46'],
    ['color', '#FF8800', '#ff8800'],
    ['range', '70', '70'],
  ])('of type %s takes %s and tells the page', async (type, text, value) => {
    const { agent, page, held } = await fieldPage(
      `<input id="f" type="${type}" aria-label="F">`,
      `for (const type of ['input', 'change']) f.addEventListener(type, () => note(type + ' ' + f.value));`,
    );
    expect(await agent.does('browser_type', { ref: '@e1', text })).toMatchObject({ value });
    expect(page.notes).toEqual([`input ${value}`, `change ${value}`]);
    expect(await held()).toBe(value);
  });

  it.each([
    ['date', 'tomorrow'],
    ['date', '2026-02-30'],
    ['time', '25:00'],
    ['color', 'reddish'],
    ['range', '700'],
    ['range', 'much'],
  ])('of type %s refuses %s, and keeps what it had', async (type, text) => {
    const { agent, page, held } = await fieldPage(
      `<input id="f" type="${type}" aria-label="F">`,
      `f.oninput = () => note('input');`,
    );
    const before = await held();
    expect(await agent.fails('browser_type', { ref: '@e1', text })).toMatchObject({
      code: 'execution_error',
      sideEffect: 'none',
    });
    expect(await held()).toBe(before);
    expect(page.notes).toEqual([]);
  });
});

describe('the one field inside something', () => {
  it.each([
    ['a label', '<label id="f">Name <input></label>'],
    ['a combobox', '<div id="f" role="combobox" aria-expanded="false" aria-label="Name"><input></div>'],
    ['a group', '<div id="f" role="group" aria-label="Name"><input></div>'],
    ['a box around it', '<div id="f"><input></div>'],
  ])('is meant by %s', async (_what, html) => {
    const agent = bench.lasting();
    const page = bench.site.page(html, { remote: true });
    await agent.open(page);
    await agent.does('browser_type', { selector: '#f', text: 'Ada' });
    expect(await page.run(`document.querySelector('input').value`)).toBe('Ada');
  });

  it.each([
    ['a form', '<form id="f"><input aria-label="Name"></form>'],
    ['the main part of a page', '<main id="f"><p>Hello</p><input aria-label="Name"></main>'],
    [
      'a box that scrolls',
      '<div id="f" tabindex="0" style="height: 60px; overflow: auto"><input aria-label="Name"><p style="height: 500px">x</p></div>',
    ],
    ['a list item', '<ul><li id="f">One <input aria-label="Name"></li></ul>'],
  ])('is not meant by %s, which says where it is', async (_what, html) => {
    const agent = bench.lasting();
    const page = bench.site.page(html, { remote: true });
    await agent.open(page);
    const error = await agent.fails('browser_type', { selector: '#f', text: 'Ada' });
    expect(error).toMatchObject({ code: 'not_editable', sideEffect: 'none' });
    const [, ref] =
      /^It holds one field, (@e\d+) textbox "Name": type into that\.$/.exec(error.recoveryHint) ?? [];
    expect(await page.run(`document.querySelector('input').value`)).toBe('');
    await agent.does('browser_type', { ref, text: 'Ada' });
    expect(await page.run(`document.querySelector('input').value`)).toBe('Ada');
  });
});

describe('what can not be typed into', () => {
  it.each([
    ['a read-only field', '<input id="f" readonly value="x" aria-label="F">', 'not_editable'],
    [
      'a field read-only by ARIA',
      '<div id="f" role="textbox" contenteditable aria-readonly="true" aria-label="F">x</div>',
      'not_editable',
    ],
    ['a link', '<a id="f" href="#x">Link</a>', 'not_editable'],
    ['a button', '<button id="f">Button</button>', 'not_editable'],
    ['a checkbox', '<input id="f" type="checkbox" aria-label="F">', 'not_editable'],
    ['a list of choices', '<select id="f" aria-label="F"><option>x</option></select>', 'not_editable'],
    ['a file field', '<input id="f" type="file" aria-label="F">', 'not_editable'],
    ['a plain box', '<div id="f">text</div>', 'not_editable'],
    ['a disabled field', '<input id="f" disabled value="x" aria-label="F">', 'element_disabled'],
    [
      'a field in a disabled fieldset',
      '<fieldset disabled><input id="f" value="x" aria-label="F"></fieldset>',
      'element_disabled',
    ],
    ['a hidden field', '<input id="f" style="display:none" value="x" aria-label="F">', 'element_not_visible'],
  ])('%s', async (_what, html, code) => {
    const { agent, page, held } = await fieldPage(html, `f.addEventListener('keydown', () => note('key'));`);
    const before = await held();
    const error = await agent.fails('browser_type', { selector: '#f', text: 'y', timeout: 1500 });
    expect(error).toMatchObject({ code, sideEffect: 'none' });
    expect(await held()).toBe(before);
    expect(page.notes).toEqual([]);
  });

  it('a field that has become another one', async () => {
    const { agent, page, held } = await fieldPage('<input id="f" aria-label="Name">');
    await page.run(`f.ariaLabel = 'Card number'`);
    expect(await agent.fails('browser_type', { ref: '@e1', text: 'Ada' })).toMatchObject({
      code: 'stale_ref',
      sideEffect: 'none',
    });
    expect(await held()).toBe('');
  });

  it('a field rendered anew is typed into, and that is said', async () => {
    const { agent, page } = await fieldPage('<div id="app"><input aria-label="Name"></div>');
    await page.run(`app.innerHTML = '<input id="f" aria-label="Name">'`);
    expect(await agent.does('browser_type', { ref: '@e1', text: 'Ada' })).toMatchObject({
      value: 'Ada',
      healed: '@e1 textbox "Name"',
    });
    expect(await page.run('f.value')).toBe('Ada');
  });
});

/** Grids whose cells are edited as soon as something is typed, however they hear of it. */
const sheets: [string, string][] = [
  [
    'the cell has the focus and opens a field in itself',
    `<div role="grid"><div role="row"><div role="gridcell" tabindex="-1">Tea</div><div role="gridcell" tabindex="-1" class="cell">5</div></div></div><script>
      cell.onkeydown = ({ key, target }) => {
        if (target !== cell) { if (key === 'Enter') { cell.textContent = target.value; note(target.value); } return; }
        cell.innerHTML = '<input aria-label="Amount">';
        cell.firstChild.focus();
      };</script>`,
  ],
  [
    'a field lies ready to be drawn over the cell',
    `<table role="grid"><tr><td role="gridcell" tabindex="-1">Tea</td><td role="gridcell" tabindex="-1" class="cell">5</td></tr></table>
      <textarea style="position:fixed;left:-200px;top:-200px;width:40px;height:20px"></textarea><script>
      const field = document.querySelector('textarea');
      cell.onkeydown = () => {
        const { left, top } = cell.getBoundingClientRect();
        Object.assign(field.style, { left: left + 'px', top: top + 'px' });
        field.value = '';
        field.focus();
      };
      field.onkeydown = (event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        cell.textContent = field.value;
        note(field.value);
        field.style.left = '-200px';
        cell.focus();
      };</script>`,
  ],
  [
    'the sheet has the focus and knows which cell was clicked',
    `<div tabindex="0" id="sheet"><table><tr><td data-x="0">Tea</td><td data-x="1" class="cell">5</td></tr></table></div><script>
      let chosen;
      sheet.onmousedown = ({ target }) => { chosen = target.closest('td') ?? chosen; };
      document.onkeydown = ({ key, target }) => {
        if (target.localName === 'input') { if (key === 'Enter') { chosen.textContent = target.value; note(target.value); sheet.focus(); } return; }
        if (!chosen) return;
        chosen.innerHTML = '<input>';
        chosen.firstChild.focus();
      };</script>`,
  ],
  [
    'something unseen in the grid has the focus',
    `<div role="grid"><div tabindex="0" id="sink" style="position:fixed;width:0;height:0"></div>
      <div role="row"><div role="gridcell" aria-selected="false">Tea</div><div role="gridcell" aria-selected="false" class="cell">5</div></div></div><script>
      cell.onclick = () => sink.focus();
      sink.onkeydown = () => { cell.innerHTML = '<input>'; cell.firstChild.focus(); };
      cell.onkeydown = ({ key, target }) => { if (key === 'Enter') { cell.textContent = target.value; note(target.value); } };</script>`,
  ],
];

describe('typing on a cell that was clicked', () => {
  it.each(sheets)('edits it where %s', async (_how, html) => {
    const agent = bench.lasting();
    const page = bench.site.page(
      `<script>Object.defineProperty(window, 'cell', { get: () => document.querySelector('.cell') });</script>${html}`,
    );
    await agent.open(page);
    const ref = agent.refs('gridcell "5"')[0] ?? agent.ref('cell "5"');
    await agent.does('browser_click', { ref });
    const { changes, value } = await agent.does('browser_type', { text: '712', submit: true });
    expect(value).toBe('712');
    expect(page.notes).toEqual(['712']);
    expect(changes).toContain(`~ ${ref} `);
    expect(changes).not.toMatch(/^[+-]/m);
  });

  it('says so where no field comes of it', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(
      `<div role="grid"><div role="row"><div role="gridcell" tabindex="-1" onkeydown="note(event.key)">Tea</div></div></div>`,
    );
    await agent.open(page);
    await agent.click('gridcell "Tea"');
    expect(await agent.fails('browser_type', { text: 'Coffee' })).toMatchObject({
      code: 'not_editable',
      sideEffect: 'unknown',
    });
    expect(page.notes).toEqual(['C']);
  });

  it('presses nothing where keys may mean anything else', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(
      `<table><tr><td onclick="note('open')">Letter</td></tr></table><button>Reply</button><script>document.onkeydown = ({ key }) => note(key);</script>`,
    );
    await agent.open(page);
    await agent.click('cell "Letter"');
    expect(await agent.fails('browser_type', { text: 'e' })).toMatchObject({ code: 'not_focusable' });
    await agent.does('browser_focus', { ref: agent.ref('button "Reply"') });
    expect(await agent.fails('browser_type', { text: 'e' })).toMatchObject({
      code: 'not_editable',
      sideEffect: 'none',
    });
    expect(page.notes).toEqual(['open']);
  });
});
