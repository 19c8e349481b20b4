import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { useBrowser } from './agent.js';
import type { Handler } from './site.js';

const bench = useBrowser();

async function treeOf(html: string, input: object = {}, head = ''): Promise<string> {
  const agent = bench.lasting();
  await agent.open(bench.site.page(html, { head }));
  return agent.snapshot(input);
}

describe('a snapshot', () => {
  it('gives each element a line, and its refs as data', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(
      `<h1>Sign up</h1><form><label>Name <input></label><label>Country <select><option>France<option>Japan</select></label>
       <label><input type="checkbox"> Agree</label><button disabled>Submit</button></form>`,
      { title: 'Sign up' },
    );
    await agent.open(page);
    const seen = await agent.does('browser_snapshot');
    expect(seen.tree).toBe(
      [
        '# "Sign up"',
        '@e1 textbox "Name"',
        '@e2 combobox "Country" = "France" ["France", "Japan"]',
        '@e3 checkbox "Agree" unchecked',
        '@e4 button "Submit" disabled',
      ].join('\n'),
    );
    expect(seen).toMatchObject({
      url: page.url,
      title: 'Sign up',
      elementCount: 4,
      truncated: false,
      scroll: { x: 0, y: 0 },
    });
    expect(Object.keys(seen.refs)).toEqual(['@e1', '@e2', '@e3', '@e4']);
    expect(seen.refs['@e2']).toMatchObject({
      role: 'combobox',
      name: 'Country',
      value: 'France',
      tag: 'select',
    });
    expect(seen.refs['@e4']?.states).toEqual(['disabled']);
    const box = seen.refs['@e1']?.box;
    expect(box && box.width > 0 && box.height > 0 && box.x >= 0 && box.y >= 0).toBe(true);
  });

  it('tells every state that matters', async () => {
    expect(
      await treeOf(`<input aria-label="A" value="x" required autofocus>
        <input aria-label="B" aria-invalid="true" readonly>
        <input type="checkbox" aria-label="C" checked>
        <div role="checkbox" aria-checked="mixed" tabindex="0">D</div>
        <button aria-expanded="true">E</button><button aria-expanded="false">F</button>
        <button aria-pressed="true">G</button>
        <div role="tab" aria-selected="true" tabindex="0">H</div>
        <input type="radio" aria-label="I" name="r">
        <textarea aria-label="J" placeholder="your message"></textarea>
        <input type="range" aria-label="K" min="0" max="10" value="7">
        <input type="number" aria-label="L" value="3">
        <a href="#m" aria-current="page">M</a>
        <div role="switch" aria-checked="true" tabindex="0">N</div>`),
    ).toBe(
      [
        '@e1 textbox "A" = "x" required focused',
        '@e2 textbox "B" invalid readonly',
        '@e3 checkbox "C" checked',
        '@e4 checkbox "D" mixed',
        '@e5 button "E" expanded',
        '@e6 button "F" collapsed',
        '@e7 button "G" pressed',
        '@e8 tab "H" selected',
        '@e9 radio "I" unchecked',
        '@e10 textbox "J" multiline (placeholder "your message")',
        '@e11 slider "K" = "7"',
        '@e12 spinbutton "L" = "3"',
        '@e13 link "M" current',
        '@e14 switch "N" checked',
      ].join('\n'),
    );
  });

  it('tells by which column a table is sorted, and what came of a click on its header', async () => {
    const agent = bench.lasting();
    const page =
      bench.site.page(`<table><thead><tr><th onclick="turn(this)">Name</th><th aria-sort="none"><button onclick="turn(this.parentElement)">Age</button></th></tr></thead>
      <tbody><tr><td>Ada</td><td>36</td></tr></tbody></table><script>const turn = (header) => {
        header.ariaSort = header.ariaSort === 'ascending' ? 'descending' : 'ascending'; };</script>`);
    expect(await agent.open(page)).toBe('@e1 columnheader "Name"\n@e2 button "Age"');
    expect((await agent.click('button "Age"')).changes).toBe('~ @e2 button "Age" sorted ascending focused');
    expect((await agent.click('button "Age"')).changes).toBe('~ @e2 button "Age" sorted descending focused');
    expect((await agent.click('columnheader "Name"')).changes).toBe(
      '~ @e1 columnheader "Name" sorted ascending',
    );
  });

  it('indents what stands in something, but not what only ends a section', async () => {
    const item = (name: string) => `<li>${name} <button>Delete</button></li>`;
    const tree = await treeOf(`
      <header><h1>Shop</h1><nav><a href="#a">A</a></nav></header>
      <main><a href="#sort">Sort</a><ul>${item('Pen')}${item('Ink')}</ul></main>
      <aside><ul>${item('Cap')}</ul><a href="#all">All</a></aside>
      <dialog open aria-label="Cookies"><fieldset><legend>Kinds</legend><button>Yes</button></fieldset></dialog>`);
    expect(tree.replace(/@e\d+ /g, '').split('\n')).toEqual([
      'banner',
      ' # "Shop"',
      'navigation',
      ' link "A"',
      'main',
      ' link "Sort"',
      'listitem "Pen"',
      ' button "Delete"',
      'listitem "Ink"',
      ' button "Delete"',
      'complementary',
      ' listitem "Cap"',
      '  button "Delete"',
      ' link "All"',
      'dialog "Cookies"',
      ' group "Kinds"',
      '  button "Yes"',
    ]);
  });

  it('leaves out what nobody can see or reach', async () => {
    const tree = await treeOf(`<button>Seen</button>
      <button hidden>a</button><button style="display:none">b</button><button style="visibility:hidden">c</button>
      <div aria-hidden="true"><button>d</button></div><div inert><button>e</button></div>
      <div style="opacity:0"><a href="#f">f</a></div>
      <div style="width:0;height:0;overflow:hidden"><button>g</button></div>
      <button style="position:absolute;left:-9999px">h</button>
      <details><summary>More</summary><button>i</button></details>
      <template><button>j</button></template><noscript><button>k</button></noscript>
      <div style="height:20px;width:100px;overflow:hidden;position:relative"><button style="position:absolute;top:50px">l</button></div>
      <input type="hidden" value="m">`);
    expect(tree).toBe('@e1 button "Seen"\n@e2 button "More" collapsed');
  });

  it('keeps what is off screen but can be scrolled to', async () => {
    const tree = await treeOf(`<div style="height:5000px"></div><button>Far below</button>
      <div style="height:50px;width:100px;overflow:auto"><div style="height:500px"></div><button>In a box</button></div>`);
    expect(tree).toMatch(/^@e\d+ button "Far below"$/m);
    expect(tree).toMatch(/^\s*@e\d+ button "In a box"$/m);
  });

  it('names things as the accessibility rules do', async () => {
    expect(
      await treeOf(`<button aria-label="By label">x</button>
        <span id="t">By reference</span><button aria-labelledby="t">x</button>
        <label for="i">By its label</label><input id="i">
        <input placeholder="By placeholder"><input title="By title">
        <button><img alt="By image"></button>
        <button><span hidden>not this</span>By content</button>
        <fieldset><legend>Group</legend><input aria-label="Inside"></fieldset>
        <input type="submit"><input type="submit" value="Send">
        <a href="#"><svg><title>By svg</title></svg></a>`),
    ).toBe(
      [
        '@e1 button "By label"',
        '@e2 button "By reference"',
        '@e3 textbox "By its label"',
        '@e4 textbox "By placeholder"',
        '@e5 textbox "By title"',
        '@e6 button "By image"',
        '@e7 button "By content"',
        'group "Group"',
        ' @e8 textbox "Inside"',
        '@e9 button "Submit"',
        '@e10 button "Send"',
        '@e11 link "By svg"',
      ].join('\n'),
    );
  });

  it('says what a nameless thing looks like', async () => {
    expect(
      await treeOf(`<button><i class="fa fa-trash"></i></button><button><svg><use href="#icon-cart"></use></svg></button>
        <button data-icon="gear">&nbsp;</button>`),
    ).toBe(['@e1 button (icon "trash")', '@e2 button (icon "cart")', '@e3 button (icon "gear")'].join('\n'));
  });

  it('is shown once where a pointer area around it only decorates its name', async () => {
    const agent = bench.lasting();
    expect(
      await agent.open(
        bench.site.page(`<style>li { cursor: pointer } li::before { content: "» " }</style>
          <ul><li><a href="#a">Source</a></li><li><a href="#b">Twitter</a></li></ul>`),
      ),
    ).toBe(['@e1 link "Source"', '@e2 link "Twitter"'].join('\n'));
  });

  it('with neither name nor icon is told by the text beside it', async () => {
    const agent = bench.lasting();
    expect(
      await agent.open(
        bench.site.page(
          `<div>Volume <button></button></div><table><tr><td>Your name:</td><td><input></td></tr></table>
           <p><input type="checkbox"> I agree</p><div><a href="#">Help</a><button></button></div>`,
        ),
      ),
    ).toBe(
      [
        '@e1 button (near "Volume")',
        '@e2 textbox (near "Your name:")',
        '@e3 checkbox unchecked (near "I agree")',
        '@e4 link "Help"',
        '@e5 button',
      ].join('\n'),
    );
  });

  it('in full mode says everything once, and gives refs as far as elements have them', async () => {
    const agent = bench.lasting();
    const card = (name: string) => `<article><img alt="${name} in a cup" width="20" height="20" src="data:,">
      <h3><a href="#x">${name}</a></h3><p>From the hills.</p></article>`;
    await agent.open(bench.site.page(`<h1>Teas</h1>${card('Assam')}${card('Ceylon')}`));
    const seen = await agent.does('browser_snapshot', { interactiveOnly: false, maxElements: 1 });
    expect(seen.tree.replaceAll(/@e\d+/g, '@e')).toBe(
      [
        '@e # "Teas"',
        '@e img "Assam in a cup"',
        '### @e link "Assam"',
        'From the hills.',
        'Ceylon in a cup',
        '### "Ceylon"',
        'From the hills.',
        '… 1 more elements: browser_find, browser_scroll, or a larger maxElements',
      ].join('\n'),
    );
    expect(Object.values(seen.refs).map(({ role }) => role)).toEqual(['link', 'heading', 'img']);
    expect(seen).toMatchObject({ elementCount: 5, truncated: true });
    const whole = await agent.does('browser_snapshot', { interactiveOnly: false });
    expect(Object.keys(whole.refs)).toHaveLength(5);
    expect(whole).toMatchObject({ elementCount: 5, truncated: false });
    expect(await agent.does('browser_snapshot')).toMatchObject({ elementCount: 2 });
    const image = Object.keys(seen.refs).find((ref) => seen.refs[ref]?.role === 'img');
    expect(await agent.does('browser_get_element', { ref: image })).toMatchObject({ name: 'Assam in a cup' });
  });

  it('in full mode keeps to its tokens, from where the page is scrolled to', async () => {
    const agent = bench.lasting();
    const parts = Array.from(
      { length: 60 },
      (_, i) => `<h2>Part ${i}</h2><p>${'Tea is good. '.repeat(9)}<a href="#x">Link ${i}</a></p>`,
    );
    await agent.open(bench.site.page(parts.join('')));
    const full = { interactiveOnly: false, maxTokens: 400 };
    const top = await agent.does('browser_snapshot', full);
    expect(top.tree).toMatch(/^@e\d+ ## "Part 0"\n/);
    expect(top.tree.length).toBeLessThan(2500);
    expect(top.tree).toMatch(/\n… \d+ more lines: browser_read, browser_find, or a larger maxTokens$/);
    expect(top.truncated).toBe(true);
    for (const ref of Object.keys(top.refs)) expect(top.tree).toContain(ref);
    await agent.does('browser_scroll', { direction: 'down', amount: 2000 });
    const { tree } = await agent.does('browser_snapshot', full);
    expect(tree).not.toContain('Part 0');
    expect(tree).toMatch(/^(@e\d+ ## "Part \d+"|Tea is good)/);
  });

  it('in full mode has the prose too, without refs', async () => {
    const tree = await treeOf(
      `<h2>Terms</h2><p>Be <b>kind</b> to others.</p><ul><li>one</li><li>two</li></ul><button>Agree</button>`,
      { interactiveOnly: false },
    );
    expect(tree).toContain('Be kind to others.');
    expect(tree).toContain('one');
    expect(tree).toMatch(/^@e\d+ button "Agree"$/m);
    expect(tree).not.toMatch(/@e\d+ Be kind/);
  });

  it('of a part shows only that part', async () => {
    const agent = bench.lasting();
    await agent.open(
      bench.site.page(
        `<button>Outside</button><div onclick="note('card')">Card <button>Inside</button></div>`,
      ),
    );
    const inside = await agent.snapshot({ ref: agent.ref('clickable "Card') });
    expect(inside).toContain('@e3 button "Inside"');
    expect(inside).not.toContain('Outside');
  });

  it('with diff shows only what is different since the last look', async () => {
    const agent = bench.lasting();
    const page = bench.site.page('<button id="a">Alpha</button><button id="b">Beta</button>', {
      remote: true,
    });
    await agent.open(page);
    expect(await agent.snapshot({ diff: true })).toBe('');
    await page.run(
      `a.disabled = true; b.remove(); document.body.insertAdjacentHTML('beforeend', '<button>Gamma</button>')`,
    );
    expect(await agent.snapshot({ diff: true })).toBe(
      ['~ @e1 button "Alpha" disabled', '+ @e3 button "Gamma"', '- @e2 button "Beta"'].join('\n'),
    );
    expect(await agent.snapshot({ diff: true })).toBe('');
  });

  it('is cut at maxElements, on-screen things first, and says how much is missing', async () => {
    const agent = bench.lasting();
    await agent.open(
      bench.site.page(
        `<div style="height:3000px">${Array.from({ length: 5 }, (_, i) => `<button>Top ${i}</button>`).join('')}</div>
         ${Array.from({ length: 300 }, (_, i) => `<button>Low ${i}</button>`).join('')}`,
      ),
    );
    const seen = await agent.does('browser_snapshot', { maxElements: 10 });
    expect(seen).toMatchObject({ elementCount: 305, truncated: true });
    expect(Object.keys(seen.refs)).toHaveLength(10);
    expect(seen.tree).toContain('Top 4');
    expect(seen.tree).toMatch(/^… 295 more elements/m);
    expect(Object.keys((await agent.does('browser_snapshot')).refs)).toHaveLength(100);
    expect(Object.keys((await agent.does('browser_snapshot', { maxElements: 1000 })).refs)).toHaveLength(305);
  });

  it('is cut at maxTokens', async () => {
    const agent = bench.lasting();
    await agent.open(
      bench.site.page(Array.from({ length: 90 }, (_, i) => `<button>Button number ${i}</button>`).join('')),
    );
    const seen = await agent.call('browser_snapshot', { maxTokens: 200 });
    expect(seen.metadata?.tokens).toBeLessThan(260);
    expect(seen.data).toMatchObject({ truncated: true });
  });

  it('acts only on what was shown: an element cut off has no ref yet', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(
      Array.from({ length: 30 }, (_, i) => `<button onclick="note(${i})">Button ${i}</button>`).join(''),
    );
    await agent.does('browser_navigate', { url: page.url, snapshot: false });
    await agent.does('browser_snapshot', { maxElements: 5 });
    expect(await agent.fails('browser_click', { ref: '@e20' })).toMatchObject({ code: 'stale_ref' });
    expect(page.notes).toEqual([]);
  });
});

describe('refs', () => {
  const fixture = readFileSync(new URL('./fixtures/shop.html', import.meta.url), 'utf8');

  it('are the same for the same page, every time and in every session', async () => {
    const url = bench.site.on('/shop', (_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(fixture);
    });
    const [one, two] = [bench.agent(), bench.agent()];
    const first = await one.open(url);
    expect(first.split('\n').length).toBeGreaterThan(40);
    expect(await two.open(url)).toBe(first);
    expect(await one.open(url)).toBe(first);
    expect(await one.snapshot()).toBe(first);
    const refs = [...first.matchAll(/@e(\d+) /g)].map((match) => Number(match[1]));
    expect(refs.slice(0, 20)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  });

  it('are the same although frames come in another order', async () => {
    const one = bench.site.page('<button>In one</button>');
    const two = bench.site.page('<button>In two</button>');
    let first = true;
    const slowly =
      (target: string): Handler =>
      (_request, response) => {
        const wait = (target === one.otherUrl) === first ? 150 : 0;
        setTimeout(() => response.writeHead(302, { location: target }).end(), wait);
      };
    const toOne = bench.site.on('/to-one', slowly(one.otherUrl));
    const toTwo = bench.site.on('/to-two', slowly(two.otherUrl));
    const page = bench.site.page(
      `<button>Top</button><iframe title="1" src="${toOne}"></iframe><iframe title="2" src="${toTwo}"></iframe><button>Bottom</button>`,
    );
    const before = await bench.agent().open(page);
    first = false;
    expect(await bench.agent().open(page)).toBe(before);
    expect(before.replace(/ "\d"/g, '')).toBe(
      [
        '@e1 button "Top"',
        'frame',
        ' @e2 button "In one"',
        'frame',
        ' @e3 button "In two"',
        '@e4 button "Bottom"',
      ].join('\n'),
    );
  });

  it('of a frame that went on to another page are refused', async () => {
    const agent = bench.lasting();
    const second = bench.site.page(`<button onclick="note('second')">Pay</button>`);
    const first = bench.site.page(`<button onclick="note('first')">Pay</button>`, { remote: true });
    await agent.open(bench.site.page(`<iframe title="pay" src="${first.otherUrl}"></iframe>`));
    const ref = agent.ref('button "Pay"');
    await first.run(`location.href = '${second.otherUrl}'`);
    await agent.does('browser_wait', { for: 'network_idle' });
    const result = await agent.call('browser_click', { ref });
    expect(first.notes).toEqual([]);
    if (result.success) expect(JSON.stringify(result.data)).toContain('healed');
    else expect(result.error?.code).toBe('stale_ref');
  });

  it('stay with their element when others come, go and change places', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(
      `<div id="list"><button id="a" onclick="note('a')">Alpha</button><button id="b" onclick="note('b')">Beta</button></div>`,
      { remote: true },
    );
    await agent.open(page);
    await page.run(`list.insertAdjacentHTML('afterbegin', '<button>New</button>'); list.append(a);`);
    expect(await agent.snapshot()).toBe('@e3 button "New"\n@e2 button "Beta"\n@e1 button "Alpha"');
    await agent.does('browser_click', { ref: '@e1' });
    await agent.does('browser_click', { ref: '@e2' });
    expect(page.notes).toEqual(['a', 'b']);
  });

  it('are never given twice', async () => {
    const agent = bench.lasting();
    const page = bench.site.page('<div id="app"><button>One</button></div>', { remote: true });
    await agent.open(page);
    for (const [i, name] of ['Two', 'Three', 'Four'].entries()) {
      await page.run(`app.innerHTML = '<button>${name}</button>'`);
      expect(await agent.snapshot()).toBe(`@e${i + 2} button "${name}"`);
    }
  });

  it('survive a framework that renders the same list anew', async () => {
    const agent = bench.lasting();
    const rows = (names: string[]) =>
      names.map((name) => `<li><span>${name}</span> <button>Remove ${name}</button></li>`).join('');
    const page = bench.site.page(`<ul id="l">${rows(['Ada', 'Bob', 'Cyd'])}</ul>`, { remote: true });
    await agent.open(page);
    await page.run(`l.innerHTML = \`${rows(['Cyd', 'Ada', 'Dan'])}\``);
    const tree = await agent.snapshot();
    expect(tree).toMatch(/@e3 button "Remove Cyd"/);
    expect(tree).toMatch(/@e1 button "Remove Ada"/);
    expect(tree).toMatch(/@e4 button "Remove Dan"/);
  });

  it('of a hidden element come back with it', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`<button id="a" onclick="note('a')">Alpha</button><button>Beta</button>`, {
      remote: true,
    });
    await agent.open(page);
    await page.run('a.hidden = true');
    expect(await agent.snapshot()).toBe('@e2 button "Beta"');
    await page.run('a.hidden = false');
    expect(await agent.snapshot()).toBe('@e1 button "Alpha"\n@e2 button "Beta"');
    await agent.does('browser_click', { ref: '@e1' });
    expect(page.notes).toEqual(['a']);
  });
});

describe('what tells equal things apart', () => {
  it('is their row, item, group or frame', async () => {
    const tree =
      await treeOf(`<table><tr><td>Ada Lovelace</td><td>admin</td><td><button>Edit</button></td></tr>
      <tr><td>Grace Hopper</td><td>user</td><td><button>Edit</button></td></tr></table>
      <ul><li>Tea <button>Add</button></li><li>Milk <button>Add</button></li></ul>
      <fieldset><legend>Billing</legend><input aria-label="Street"></fieldset>
      <fieldset><legend>Shipping</legend><input aria-label="Street"></fieldset>`);
    expect(tree).toBe(
      [
        'row "Ada Lovelace · admin"',
        ' @e1 button "Edit"',
        'row "Grace Hopper · user"',
        ' @e2 button "Edit"',
        'listitem "Tea"',
        ' @e3 button "Add"',
        'listitem "Milk"',
        ' @e4 button "Add"',
        'group "Billing"',
        ' @e5 textbox "Street"',
        'group "Shipping"',
        ' @e6 textbox "Street"',
      ].join('\n'),
    );
  });

  it('costs nothing where nothing needs telling apart', async () => {
    expect(
      await treeOf('<ul><li>Tea <button>Add tea</button></li><li>Milk <button>Add milk</button></li></ul>'),
    ).toBe('@e1 button "Add tea"\n@e2 button "Add milk"');
  });

  it('is the landmark', async () => {
    expect(
      await treeOf('<nav aria-label="Main"><a href="#a">Home</a></nav><main><a href="#b">Read</a></main>'),
    ).toBe(['navigation "Main"', ' @e1 link "Home"', 'main', ' @e2 link "Read"'].join('\n'));
  });

  it('is said once: a heading stands in the line around it, or on its own where there is none', async () => {
    const agent = bench.lasting();
    const page =
      bench.site.page(`<article aria-labelledby="n"><h2 id="n">News</h2><button>Read</button></article>
      <ul><li><h3>Ada</h3><p>12 points</p><button>Delete</button></li><li><h3>Bob</h3><button>Delete</button></li></ul>`);
    expect((await agent.open(page)).split('\n')).toEqual([
      '## "News"',
      '@e1 button "Read"',
      'listitem "Ada · 12 points"',
      ' @e2 button "Delete"',
      'listitem "Bob"',
      ' @e3 button "Delete"',
    ]);
  });
});

describe('large and deep pages', () => {
  it('of 20,000 nodes are read within a second or two, and cut', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(
      `<table>${Array.from({ length: 5000 }, (_, i) => `<tr><td>Name ${i}</td><td>x</td><td><button>Open</button></td></tr>`).join('')}</table>`,
    );
    await agent.open(page);
    const started = performance.now();
    const seen = await agent.does('browser_snapshot');
    expect(performance.now() - started).toBeLessThan(8000);
    expect(seen).toMatchObject({ elementCount: 5000, truncated: true });
    expect(seen.tree.length).toBeLessThan(20_000);
  });

  it('nested thousands deep do not overflow', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`<button>Top</button><script>
      let at = document.body;
      for (let i = 0; i < 2000; i++) { const next = document.createElement('div'); at.append(next); at = next; }
      at.innerHTML = '<button>Bottom</button>';</script>`);
    expect(await agent.open(page)).toContain('@e1 button "Top"');
  });

  it('with a title, text and value of a megabyte stay readable', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`<button id="b"></button><input id="i" aria-label="Field"><script>
      const long = 'x'.repeat(1e6); b.textContent = long; i.value = long; document.title = long;</script>`);
    await agent.open(page);
    const { result, rendered } = await agent.tools.callAndRender(
      'browser_snapshot',
      {},
      { session: agent.session },
    );
    expect(result.success).toBe(true);
    expect(rendered.text.length).toBeLessThan(2000);
  });
});

describe('fields of a table that are called nothing', () => {
  const table = (head: string, row: (name: string) => string) =>
    `<table>${head}${['Ada', 'Grace'].map(row).join('')}</table>`;
  const radio = '<td><input type="radio"></td>';
  const tables: [string, string, string[]][] = [
    [
      'a survey',
      table(
        '<tr><th></th><th>Agree</th><th>Disagree</th></tr>',
        (name) => `<tr><td>${name}</td>${radio}${radio}</tr>`,
      ),
      ['Agree, Ada', 'Disagree, Ada', 'Agree, Grace', 'Disagree, Grace'],
    ],
    [
      'rights',
      table(
        '<thead><tr><th>User</th><th>Write</th><th>Role</th></tr></thead>',
        (name) =>
          `<tr><th scope="row">${name}</th><td><input type="checkbox"></td><td><select><option>Guest</option></select></td></tr>`,
      ),
      ['Write, Ada', 'Role, Ada', 'Write, Grace', 'Role, Grace'],
    ],
    [
      'a grid by role',
      `<div role="grid"><div role="row"><span role="columnheader">Item</span><span role="columnheader">Amount</span></div>
        <div role="row"><span role="gridcell">Mug</span><span role="gridcell"><input></span></div></div>`,
      ['Amount, Mug'],
    ],
  ];
  it.each(tables)('are told by column and row: %s', async (_what, html, places) => {
    const agent = bench.lasting();
    const text = await agent.open(bench.site.page(html));
    expect([...text.matchAll(/\(near "(.*?)"\)/g)].map(([, near]) => near)).toEqual(places);
  });
});
