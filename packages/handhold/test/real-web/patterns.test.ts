import { describe, expect, it } from 'vitest';
import { useBrowser } from '../agent.js';

/** Ways in which component libraries build things, each reduced to the markup that matters. */

const bench = useBrowser();

const opened = async (html: string) => {
  const agent = bench.lasting();
  const page = bench.site.page(html);
  return { agent, page, shown: await agent.open(page) };
};

const cutAway =
  'position:absolute;width:1px;height:1px;padding:0;margin:-1px;overflow:hidden;clip-path:inset(50%);border:0';

describe('what is offered', () => {
  it('are fields cut down to nothing whose label stands elsewhere', async () => {
    const { agent, page, shown } = await opened(`<style>.sr{${cutAway}}</style>
      <input class="sr" id="a" type="radio" name="s"><label for="a">Small</label>
      <p><label for="b">Large</label></p><div style="${cutAway}"><input id="b" type="radio" name="s"></div>
      <label for="c">Photo</label><input class="sr" id="c" type="file">
      <div style="height:0;overflow:hidden"><label for="d">Nowhere</label></div><input class="sr" id="d" type="checkbox">
      <script>addEventListener('change', (event) => note(event.target.id))</script>`);
    expect(shown).toBe('@e1 radio "Small" unchecked\n@e2 radio "Large" unchecked\n@e3 file "Photo"');
    await agent.click('radio "Small"');
    await agent.does('browser_check', { ref: agent.ref('radio "Large"') });
    expect(page.notes).toEqual(['a', 'b']);
  });

  it('is a slider whose field is cut away inside the thumb that is dragged', async () => {
    const { agent, page } = await opened(`
      <div id="bar" style="position:relative;width:300px;height:4px;margin:40px;background:#88f">
      <span id="thumb" style="position:absolute;left:40%;width:20px;height:20px;margin:-8px;background:#00f">
      <input type="range" aria-label="Volume" value="40" style="${cutAway};width:100%;height:100%"></span></div>
      <script>let at; thumb.onmousedown = (event) => { at = event.clientX; };
      onmouseup = (event) => { if (at) note('by ' + Math.round(event.clientX - at)); at = 0; };</script>`);
    await agent.does('browser_drag', { from: agent.ref('slider "Volume"'), by: { x: 60, y: 0 } });
    expect(page.notes).toEqual(['by 60']);
  });

  it('are not drawers, sheets and bars that wait outside the window, until they are opened', async () => {
    const { agent, page, shown } = await opened(`<style>.out { position: fixed; background: #fff }
      #cart { inset: 0 0 0 auto; width: 300px; transform: translateX(100%) } #cart.open { transform: none }</style>
      <header class="out" style="top:0;transform:translateY(-100%)"><a href="#x">Bar</a></header>
      <button onclick="cart.classList.add('open')">Cart</button>
      <aside class="out" id="cart"><div style="height:100%;overflow:auto"><div style="height:2000px"></div><button onclick="note('paid')">Pay</button></div></aside>
      <div class="out" style="bottom:0;transform:translateY(100%)"><button>Sheet</button></div>
      <div style="transform:translateZ(0);margin-top:1500px"><div class="out" style="top:9px"><button>Moves along</button></div></div>`);
    expect(shown).toBe('@e1 button "Cart"\n@e2 button "Moves along"');
    expect((await agent.click('button "Cart"')).changes).toContain('button "Pay"');
    await agent.click('button "Pay"');
    expect(page.notes).toEqual(['paid']);
  });

  it('are icons that are hidden from the tree but drawn and listened on, and no others', async () => {
    const { agent, page, shown } = await opened(`
      <div role="button" tabindex="0">Ada <svg id="x" aria-hidden="true" width="22" height="22"><circle r="9" cx="11" cy="11"/></svg></div>
      <div>Amount <span aria-hidden="true"><b id="up" style="display:inline-block;width:16px;height:16px">+</b></span></div>
      <div id="cover" aria-hidden="true" style="position:fixed;inset:400px 0 0;background:#eee">Backdrop</div>
      <i aria-hidden="true">*</i>
      <script>x.onclick = () => note('removed'); up.onmousedown = () => note('more'); cover.onclick = () => note('cover');</script>`);
    expect(shown.split('\n').map((line) => line.replace(/ \(.*/, ''))).toEqual([
      '@e1 button "Ada"',
      '@e2 clickable',
      '@e3 clickable "+"',
    ]);
    for (const ref of ['@e2', '@e3']) await agent.does('browser_click', { ref });
    expect(page.notes).toEqual(['removed', 'more']);
  });

  it('are the parts of a chart that answer to the pointer, but not those of icons', async () => {
    const { agent, page, shown } = await opened(`<style>.bar{cursor:pointer}</style>
      <svg width="300" height="120"><g><rect id="a" x="10" y="20" width="60" height="100"><title>Jan: 5</title></rect>
      <rect x="90" y="50" width="60" height="70" aria-label="Plain"/></g>
      <g class="bar" id="b"><circle cx="200" cy="20" r="8"/><text x="212" y="25">Series A</text></g></svg>
      <button><svg width="20" height="20"><path id="c" d="M0 0h20v20z"/></svg> Save</button>
      <script>for (const part of [a, b, c]) part.addEventListener('click', () => note(part.id));</script>`);
    expect(shown).toBe('@e1 clickable "Jan: 5"\n@e2 clickable "Series A"\n@e3 button "Save"');
    await agent.click('clickable "Jan: 5"');
    await agent.click('clickable "Series A"');
    expect(page.notes).toEqual(['a', 'b']);
  });

  it('is a field that is transparent until it has the focus, unless something else is drawn there', async () => {
    const faded = (id: string) =>
      `<div id="${id}" style="position:relative;width:200px;height:40px;border:1px solid"><span style="position:absolute;pointer-events:none">Label</span>
      <div style="opacity:0"><input aria-label="${id}" style="width:100%;height:40px"></div></div>`;
    const { agent, shown } = await opened(`${faded('free')}<div style="position:relative">${faded('under')}
      <div style="position:absolute;inset:0;background:#fff">Something else</div></div>`);
    expect(shown).toBe('@e1 textbox "free"');
    expect((await agent.type('textbox "free"', 'Ada')).value).toBe('Ada');
  });

  it('are days of a calendar that only have a name, where all text or just they are asked for', async () => {
    const { agent } = await opened(`<div role="grid"><div role="row" aria-label="Week 21">
      <div role="gridcell" aria-label="May 18, 2026"><div aria-hidden="true">18</div></div>
      <div role="gridcell" aria-label="May 19, 2026"><div aria-hidden="true">19</div></div></div></div>`);
    expect(await agent.snapshot({ interactiveOnly: false })).toContain('| May 18, 2026 | May 19, 2026 |');
    expect((await agent.does('browser_find', { text: 'may 19' })).matches).toMatch(
      /^@e\d+ gridcell "May 19, 2026"/,
    );
  });

  it('are the items of a list that are dragged about, but not those of one that listens for their buttons', async () => {
    const { shown } =
      await opened(`<ul id="sorts"><li>One</li><li>Two</li></ul><ul id="listens"><li>Three <button>Go</button></li></ul>
      <script>sorts.addEventListener('pointerdown', () => {}); for (const type of ['click', 'mousedown']) listens.addEventListener(type, () => {});</script>`);
    expect(shown).toBe('@e1 listitem "One"\n@e2 listitem "Two"\n@e3 button "Go"');
  });

  it('is something owned elsewhere once, where its owner stands', async () => {
    const { shown } = await opened(`<button aria-owns="menu">Menu</button><button>After</button>
      <div id="menu"><div role="menuitem" tabindex="0">Edit</div><div role="menuitem" tabindex="0">Copy</div></div>`);
    expect(shown.match(/menuitem "Edit"/g)).toHaveLength(1);
    expect(shown.match(/menuitem "Copy"/g)).toHaveLength(1);
  });

  it('is a page as it is when the curtain before it has gone', async () => {
    const { page, agent } =
      await opened(`<style>#curtain{position:fixed;inset:0;background:#fff;transition:opacity .2s,visibility .2s}
      .up{opacity:0;visibility:hidden}</style><button onclick="note('went')">Go</button><div id="curtain">Loading</div>
      <script>onload = () => { curtain.offsetTop; curtain.className = 'up'; }</script>`);
    const { snapshot } = await agent.does('browser_navigate', { url: page.url });
    expect(snapshot).toBe('@e1 button "Go"');
  });

  it('is said to be covered only by what lies on it, not by what follows the box that cuts it', async () => {
    const rows = Array.from(
      { length: 9 },
      (_, i) => `<button style="display:block;height:35px">Row ${i}</button>`,
    );
    const { shown } = await opened(
      `<div style="height:71px;overflow:auto">${rows.join('')}</div><div style="height:80px;background:#eee">Foot <button>Save</button></div>`,
    );
    expect(shown).toContain('button "Row 2"');
    expect(shown).not.toContain('covered');
  });
});

describe('a box around a field', () => {
  it('that only focuses it is not another thing, with a value or without', async () => {
    const { agent } = await opened(`<label for="i">Email</label><div id="box"><input id="i"></div>
      <script>box.addEventListener('click', () => i.focus());</script>`);
    await agent.type('textbox "Email"', 'a@b.c');
    expect(await agent.snapshot()).toBe('@e1 textbox "Email" = "a@b.c" focused');
  });

  it('of a combobox lends it what it shows: what is chosen, or what to choose', async () => {
    const box = (name: string, inside: string) =>
      `<div style="position:relative;width:140px;height:30px;cursor:pointer">${inside}<input role="combobox" aria-label="${name}" readonly aria-expanded="false" style="position:absolute;inset:0;opacity:0"></div>`;
    const { shown } = await opened(
      `${box('City', '<span>Lucy</span>')}${box('Town', '<span class="x-placeholder">Pick one</span>')}`,
    );
    expect(shown).toBe(
      '@e1 combobox "City" = "Lucy" collapsed readonly\n@e2 combobox "Town" collapsed readonly (placeholder "Pick one")',
    );
  });

  it('of a combobox with nothing chosen lends it nothing: labels and frames are no values', async () => {
    const { shown } =
      await opened(`<div style="cursor:pointer;width:200px"><label for="i">Free</label><input id="i" role="combobox" aria-expanded="false">
      <fieldset aria-hidden="true"><legend>Free</legend></fieldset><span>\u200b</span></div>`);
    expect(shown).toBe('@e1 combobox "Free" collapsed');
  });

  it('that is a combobox itself tells what is chosen, without its options and labels', async () => {
    const { agent, page, shown } = await opened(`
      <x-sel role="combobox" aria-haspopup="listbox" aria-expanded="false" aria-label="Country" tabindex="0">
      <div role="option" aria-selected="true">France</div><div role="option" aria-selected="false">Japan</div></x-sel>
      <script>customElements.define('x-sel', class extends HTMLElement { constructor() { super();
        const root = this.attachShadow({ mode: 'open' });
        root.innerHTML = '<style>:host{display:inline-block;width:150px}[hidden]{display:none}</style><label>Country</label><span>France</span><div role="listbox" hidden><slot></slot></div>';
        const list = root.querySelector('[role=listbox]');
        this.addEventListener('click', (event) => { const option = event.target.closest('[role=option]');
          if (option) { root.querySelector('span').textContent = option.textContent; note(option.textContent); }
          list.hidden = option ? true : !list.hidden; this.ariaExpanded = String(!list.hidden); }); } });</script>`);
    expect(shown).toBe('@e1 combobox "Country" = "France" collapsed');
    const done = await agent.does('browser_select', { ref: '@e1', values: ['Japan'] });
    expect(done).toMatchObject({ selected: ['Japan'] });
    expect(page.notes).toEqual(['Japan']);
    expect(await agent.snapshot()).toContain('@e1 combobox "Country" = "Japan" collapsed');
  });
});

describe('a field', () => {
  it('of a custom element is called what the label around that says', async () => {
    const { agent, page, shown } = await opened(`<label><x-tick></x-tick> Agree</label>
      <script>customElements.define('x-tick', class extends HTMLElement { static formAssociated = true;
        constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = '<input type="checkbox">';
          this.shadowRoot.firstChild.onchange = (event) => note(String(event.target.checked)); this.onclick = () => {}; } });</script>`);
    expect(shown).toBe('@e1 checkbox "Agree" unchecked');
    await agent.does('browser_check', { ref: '@e1' });
    expect(page.notes).toEqual(['true']);
  });

  it('that is a combobox shows what is put into it from outside, not the label drawn with it', async () => {
    const { shown } =
      await opened(`<x-field role="combobox" tabindex="0" aria-label="Fruit" aria-expanded="false"><div>Pear</div></x-field>
      <script>customElements.define('x-field', class extends HTMLElement { constructor() { super();
        this.attachShadow({ mode: 'open' }).innerHTML = '<p><b>Fruit</b></p><p><i aria-hidden="true">Fruit</i><slot></slot></p>'; } });</script>`);
    expect(shown).toBe('@e1 combobox "Fruit" = "Pear" collapsed');
  });

  it('that takes no clicks itself is clicked through the box around it, its label too faint to take them', async () => {
    const { agent, page } =
      await opened(`<div id="box" role="combobox" aria-expanded="false" style="position:relative;width:200px;padding:8px;border:1px solid">
      <label for="i" style="position:absolute;pointer-events:none">Tags</label>
      <div style="height:30px"><input id="i" role="combobox" aria-expanded="false" style="width:100%;height:24px;pointer-events:none"></div></div>
      <script>box.addEventListener('mousedown', () => note('open'));</script>`);
    await agent.click('combobox "Tags"');
    expect(page.notes).toEqual(['open']);
    expect(agent.refs('combobox')).toEqual(['@e1']);
  });

  it('that only screen readers get, beside what is drawn in its place, is not offered', async () => {
    const { shown } =
      await opened(`<select aria-label="Hidden" style="${cutAway}"><option>One</option></select>
      <a href="#main" style="${cutAway}">Skip to content</a><div role="combobox" tabindex="0" aria-expanded="false" aria-label="Shown">One</div>`);
    expect(shown).toBe('@e1 combobox "Shown" = "One" collapsed');
  });
});

describe('a custom element', () => {
  it('that is disabled has nothing in it that can be used', async () => {
    const { agent, shown } = await opened(`<x-item disabled></x-item><x-item></x-item><script>
      customElements.define('x-item', class extends HTMLElement { connectedCallback() {
        this.attachShadow({ mode: 'open' }).innerHTML = '<div role="menuitem" tabindex="0">Copy</div>'; } });</script>`);
    expect(shown).toBe('@e1 menuitem "Copy" disabled\n@e2 menuitem "Copy"');
    expect(await agent.fails('browser_click', { ref: '@e1' })).toMatchObject({ code: 'element_disabled' });
  });

  it('has its switch used through the label, where the switch itself is cut away', async () => {
    const { agent, page } =
      await opened(`<button id="b" role="switch" aria-checked="false" style="${cutAway}"></button><label for="b">Notify</label>
      <script>b.onclick = () => { b.ariaChecked = b.ariaChecked !== 'true'; note(b.ariaChecked); };</script>`);
    await agent.does('browser_check', { ref: agent.ref('switch "Notify"') });
    expect(page.notes).toEqual(['true']);
  });
});

describe('a click', () => {
  it('on a switch lands on what draws it where that is listened on, which takes a click on the label for two', async () => {
    const { agent, page } =
      await opened(`<style>#box{display:inline-block;position:relative} #on{position:absolute;width:0;height:0;opacity:0}
      #core{display:inline-block;width:40px;height:20px;background:#ccc}</style>
      <label for="on">Agree</label> <div id="box"><input id="on" type="checkbox" role="switch"><span id="core"></span></div>
      <script>let is = false; const flip = () => { is = !is; note(String(is)); Promise.resolve().then(() => { on.checked = is; }); };
      box.addEventListener('click', (event) => { event.preventDefault(); flip(); }); on.addEventListener('change', flip);</script>`);
    const done = await agent.does('browser_check', { ref: agent.ref('switch "Agree"') });
    expect(done).toMatchObject({ checked: true });
    expect(page.notes).toEqual(['true']);
  });

  it('on a card that shows buttons under the pointer opens the card, and never presses one of them', async () => {
    const { agent, page } =
      await opened(`<style>.acts{visibility:hidden} .card:hover .acts{visibility:visible}
      .card{width:200px;padding:8px;cursor:pointer} .acts button{width:90px}</style>
      <div class="card" onclick="note('card')">Invoice 7 <span class="acts"><button onclick="event.stopPropagation();note('deleted')">Delete</button></span></div>`);
    const { changes } = await agent.click('clickable "Invoice 7"');
    expect(page.notes).toEqual(['card']);
    expect(changes).toContain('+ @e2 button "Delete"');
  });

  it('on a card avoids the control in its middle, and presses that when it is meant', async () => {
    const { agent, page } =
      await opened(`<div onclick="note('card')" style="width:300px;text-align:center;cursor:pointer">
      Plan <p><button onclick="event.stopPropagation();note('buy')" style="width:120px;height:60px">Buy</button></p> monthly</div>`);
    await agent.click('clickable "Plan');
    await agent.click('button "Buy"');
    expect(page.notes).toEqual(['card', 'buy']);
  });

  it('waits while one view goes over into another, in a page and between two', async () => {
    const slow =
      '<style>@view-transition { navigation: auto } ::view-transition-group(*) { animation-duration: 400ms }</style>';
    const next = bench.site.page(`${slow}<button onclick="note('there')">There</button>`);
    const { agent, page } =
      await opened(`${slow}<a href="${next.url}">Next</a><p id="out"></p><button onclick="change()">Here</button>
      <script>function change() { document.startViewTransition(() => { out.innerHTML = '<button onclick="note(1)">New</button>'; }); }</script>`);
    await agent.click('button "Here"');
    await agent.click('button "New"');
    expect(page.notes).toEqual(['1']);
    await agent.click('link "Next"');
    await agent.click('button "There"');
    expect(next.notes).toEqual(['there']);
  });

  it('waits for what still fades away over its target', async () => {
    const { agent, page } =
      await opened(`<button onclick="note('next')">Next</button><button onclick="fade()">Hide</button>
      <script>function fade() { const over = document.createElement('div'); over.style.cssText = 'position:fixed;inset:0;background:#0008';
        document.body.append(over); over.animate([{ opacity: 1 }, { opacity: 0.2 }], 900).finished.then(() => over.remove()); }</script>`);
    await agent.call('browser_evaluate', { script: 'fade()' });
    await agent.click('button "Next"');
    expect(page.notes).toEqual(['next']);
  });

  it('on a link that is switched off by style says so', async () => {
    const { agent } = await opened(
      '<p><a href="#a" style="pointer-events:none">Off</a> <a href="#b">On</a></p>',
    );
    expect(await agent.fails('browser_click', { ref: agent.ref('link "Off"') })).toMatchObject({
      code: 'element_disabled',
      sideEffect: 'none',
    });
  });
});

describe('what is told after an action', () => {
  const many = Array.from({ length: 50 }, (_, i) => `<button>B${i}</button>`).join(' ');

  it('is first what opened, and in one line what that covers', async () => {
    const { agent } = await opened(`${many}<p><button onclick="m.hidden=false">Open</button></p>
      <div id="m" hidden><div style="position:fixed;inset:0;background:#0008"></div>
      <div role="dialog" aria-modal="true" aria-label="Delete it?" style="position:fixed;top:100px;left:100px;background:#fff">
      <button onclick="m.hidden=true">Cancel</button><button>Delete</button></div></div>`);
    const { changes } = await agent.click('button "Open"');
    expect(changes?.split('\n')).toEqual([
      '+ dialog "Delete it?"',
      '+ @e52 button "Cancel"',
      '+ @e53 button "Delete"',
      '~ 51 elements covered by @e54',
    ]);
    const closed = await agent.click('button "Cancel"');
    expect(closed.changes?.split('\n')).toEqual([
      '- dialog "Delete it?" and 2 in it',
      '~ 51 elements no longer covered',
    ]);
  });

  it('is not that everything else is gone while a menu shuts it off', async () => {
    const { agent, page } =
      await opened(`<div id="app"><h1>Shop</h1>${many}<button onclick="open_()">Menu</button></div>
      <script>function open_() { app.setAttribute('aria-hidden', 'true');
        document.body.insertAdjacentHTML('beforeend', '<div id="pop"><div role="menu"><div role="menuitem" tabindex="0" onclick="shut()">Rename</div></div></div>'); }
      function shut() { note('rename'); pop.remove(); app.removeAttribute('aria-hidden'); }</script>`);
    const menu = await agent.click('button "Menu"');
    expect(menu.changes).toBe('+ @e52 menuitem "Rename"');
    const { changes } = await agent.click('menuitem "Rename"');
    expect(page.notes).toEqual(['rename']);
    expect(changes).toBe('- @e52 menuitem "Rename"');
  });

  it('is that rows stand in another order now, and refs go with what they belong to', async () => {
    const rows = ['Ada', 'Bob', 'Cyd'].map(
      (name) => `<tr><td>${name}</td><td><button>Delete</button></td></tr>`,
    );
    const { agent, page } =
      await opened(`<button onclick="sort()">Sort</button><table>${rows.join('')}</table>
      <script>const cells = [...document.querySelectorAll('td:first-child')];
      function sort() { const names = cells.map((cell) => cell.textContent).reverse(); cells.forEach((cell, i) => (cell.textContent = names[i])); }
      for (const button of document.querySelectorAll('td button')) button.onclick = () => note(button.closest('tr').cells[0].textContent);</script>`);
    const { changes } = await agent.click('button "Sort"');
    expect(changes?.split('\n')).toEqual(['~ order now "Cyd" @e4, "Bob" @e3, "Ada" @e2']);
    await agent.does('browser_click', { ref: '@e2' });
    expect(page.notes).toEqual(['Ada']);
  });

  it('is nothing where a framework only marks a place, and one text where only that is new', async () => {
    const { agent } = await opened(`<p>One</p><p>Two</p><p>Three</p><p>Four</p>
      <button onclick="document.body.append(document.createComment('x'), '')">Mark</button>
      <button onclick="document.body.append('Saved.')">Save</button>`);
    expect((await agent.click('button "Mark"')).changes).toBe('');
    expect((await agent.click('button "Save"')).changes).toBe('+ "Saved."');
  });

  it('is the first of many new texts, and how many more there are', async () => {
    const { agent } =
      await opened(`<button onclick="fill()">Show</button><table><tbody id="list"></tbody></table>
      <script>function fill() { for (let i = 1; i <= 25; i++) list.insertRow().insertCell().textContent = 'Entry ' + i; }</script>`);
    const { changes } = await agent.click('button "Show"');
    const lines = changes?.split('\n') ?? [];
    expect(lines).toHaveLength(13);
    expect(lines[0]).toBe('+ "Entry 1"');
    expect(lines.at(-1)).toMatch(/^… 13 more changes/);
  });

  it('is what came into a box that scrolls, and all that a new row says', async () => {
    const { agent } =
      await opened(`<div id="chat" style="height:60px;overflow:auto">${'<p>Old</p>'.repeat(9)}</div><table id="t"></table>
      <button onclick="chat.insertAdjacentHTML('beforeend', '<p>Hello there</p>')">Send</button>
      <button onclick="t.innerHTML = '<tr><td>200</td><td>Rex</td><td><button>Copy</button></td></tr>'">Run</button>`);
    expect((await agent.click('button "Send"')).changes).toContain('+ "Hello there"');
    const { changes } = await agent.click('button "Run"');
    expect(changes).toContain('button "Copy"');
    expect(changes).toMatch(/200.*Rex/s);
  });

  it('is that a panel in the middle of the window covers what is behind it, on a page that scrolls too', async () => {
    const { agent } =
      await opened(`<button>Behind</button><button onclick="p.hidden=false" style="position:absolute;top:500px;left:0">Open</button>
      <div style="height:3000px"></div><div id="p" hidden role="dialog" aria-label="Ask" style="position:fixed;top:4px;left:0;width:300px;height:200px;background:#fff"><p>Sure?</p></div>`);
    const { changes } = await agent.click('button "Open"');
    expect(changes).toMatch(/~ @e1 button "Behind" covered by @e\d+/);
  });

  it('is that a message has gone whose own button closes it', async () => {
    const { agent } = await opened(`<div id="t" role="alert" style="transition:opacity .2s">Archived
      <button onclick="t.style.opacity=0;t.addEventListener('transitionend',()=>t.remove())">Undo</button></div>`);
    const { changes } = await agent.click('button "Undo"');
    expect(changes).toContain('- @e2 button "Undo"');
  });
});

describe('choosing', () => {
  it('works where options are drawn without roles beside a list for screen readers, further down too', async () => {
    const names = Array.from({ length: 40 }, (_, i) => `Option ${i}`);
    const { agent, page } = await opened(`<style>.o{height:20px;cursor:pointer}</style>
      <div id="sel" style="position:relative;width:140px;height:30px"><span id="val">Option 0</span>
      <input id="inp" role="combobox" aria-label="City" readonly aria-expanded="false" aria-haspopup="listbox" aria-controls="lb" style="position:absolute;inset:0;opacity:0"></div>
      <div id="pop" hidden><div role="listbox" id="lb" style="height:0;width:0;overflow:hidden"><div role="option" aria-selected="false">Option 0</div></div>
      <div id="holder" style="height:100px;overflow:hidden"><div style="height:800px;position:relative" id="all"></div></div></div>
      <script>const names = ${JSON.stringify(names)};
      const draw = () => { const from = Math.floor(holder.scrollTop / 20); all.innerHTML = names.slice(from, from + 6).map((name, i) =>
        '<div class="o" style="position:absolute;top:' + (from + i) * 20 + 'px">' + name + '</div>').join(''); };
      const open = (on) => { pop.hidden = !on; inp.ariaExpanded = on; draw(); };
      holder.onscroll = draw; sel.onmousedown = () => open(pop.hidden); inp.onkeydown = (event) => event.key === 'Escape' && open(false);
      all.onclick = (event) => { val.textContent = event.target.textContent; note(event.target.textContent); open(false); };</script>`);
    for (const value of ['Option 2', 'Option 33']) {
      const done = await agent.does('browser_select', { ref: '@e1', values: [value] });
      expect(done).toMatchObject({ selected: [value] });
    }
    expect(page.notes).toEqual(['Option 2', 'Option 33']);
    expect(await agent.fails('browser_select', { ref: '@e1', values: ['Option 99'] })).toMatchObject({
      code: 'element_not_found',
    });
  });

  const chips = (hides: boolean) => `<div><span id="chips"></span>
    <input id="inp" role="combobox" aria-label="Flavours" aria-expanded="false" aria-autocomplete="list"></div>
    <ul id="lb" role="listbox" aria-multiselectable="true" hidden></ul><label>Name <input></label>
    <script>const all = ['Chocolate', 'Strawberry', 'Vanilla']; const on = [];
    const draw = () => { chips.textContent = on.join(' | '); lb.innerHTML = all.filter((name) => !${hides} || !on.includes(name))
      .map((name) => '<li role="option" aria-selected="' + on.includes(name) + '">' + name + '</li>').join(''); };
    const open = (shown) => { lb.hidden = !shown; inp.ariaExpanded = shown; };
    draw(); inp.onmousedown = () => open(true); inp.onblur = () => open(false); lb.onmousedown = (event) => event.preventDefault();
    inp.onkeydown = (event) => { if (event.key === 'Escape') open(false); if (event.key === 'ArrowDown') open(true); };
    lb.onclick = (event) => { on.push(event.target.textContent); inp.value = ''; note(on.join()); draw(); open(false); };</script>`;

  it.each([true, false])(
    'of several that then stand beside the field is seen to have worked (%s)',
    async (hides) => {
      const { agent, page } = await opened(chips(hides));
      const values = ['Chocolate', 'Vanilla'];
      expect(await agent.does('browser_select', { ref: '@e1', values })).toMatchObject({ selected: values });
      expect(page.notes).toEqual(['Chocolate', 'Chocolate,Vanilla']);
    },
  );

  it('of several is possible where only a class says so, and waits for what comes after a pause', async () => {
    const { agent, page } =
      await opened(`<div class="x-select is-multiple"><input id="inp" role="combobox" aria-label="City" aria-expanded="false" aria-controls="lb"><span id="chosen"></span></div>
      <ul id="lb" role="listbox" hidden></ul>
      <script>let timer; const on = [];
      inp.oninput = () => { clearTimeout(timer); lb.hidden = true; timer = setTimeout(() => { lb.innerHTML = ['Lima', 'Lisbon', 'Rome']
        .filter((name) => inp.value && name.startsWith(inp.value)).map((name) => '<li role="option" aria-selected="' + on.includes(name) + '">' + name + '</li>').join('');
        lb.hidden = !lb.firstChild; inp.ariaExpanded = !lb.hidden; }, 500); };
      lb.onclick = (event) => { on.push(event.target.textContent); note(on.join()); inp.value = ''; lb.hidden = true; inp.ariaExpanded = false; chosen.textContent = on.join(' '); };</script>`);
    expect(await agent.does('browser_select', { ref: '@e1', values: ['Lima'] })).toMatchObject({
      selected: ['Lima'],
    });
    expect(page.notes).toEqual(['Lima']);
  });

  it('is not taken for done where the mark of a choice is on the option that is next', async () => {
    const { agent, page } =
      await opened(`<div class="x-wrap multi"><span id="items"></span><input id="inp" role="combobox" aria-label="Names" aria-expanded="false" aria-controls="lb"></div>
      <ul id="lb" role="listbox" hidden></ul><script>const on = [];
      const draw = (open) => { lb.hidden = !open; inp.ariaExpanded = open; items.textContent = on.join(' ');
        lb.innerHTML = ['Ann', 'Ben', 'Cat'].filter((name) => !on.includes(name)).map((name, i) => '<li role="option"' + (i ? '' : ' aria-selected="true"') + '>' + name + '</li>').join(''); };
      inp.onmousedown = () => draw(true); inp.onkeydown = (event) => event.key === 'Escape' && draw(false);
      lb.onclick = (event) => { on.push(event.target.textContent); note(on.join()); draw(true); };</script>`);
    const values = ['Ann', 'Cat'];
    expect(await agent.does('browser_select', { ref: '@e1', values })).toMatchObject({ selected: values });
    expect(page.notes).toEqual(['Ann', 'Ann,Cat']);
  });

  it('works where what is chosen stands in a list of its own, over a list of the browser that is switched off', async () => {
    const { agent, page, shown } =
      await opened(`<div id="c" role="combobox" tabindex="0" aria-label="City" aria-expanded="false">
      <select style="opacity:0;pointer-events:none;position:absolute"><option>Paris</option></select>
      <div role="listbox"><div role="option" aria-selected="true" id="now">Paris</div></div>
      <div id="all" role="listbox" hidden><div role="option">Paris</div><div role="option">Rome</div></div></div>
      <script>c.onclick = (event) => { const option = event.target.closest('#all [role=option]');
        if (option) { now.textContent = option.textContent; note(option.textContent); }
        all.hidden = Boolean(option) || !all.hidden; c.ariaExpanded = !all.hidden; };</script>`);
    expect(shown).toContain('combobox "City"');
    const done = await agent.does('browser_select', { ref: agent.ref('combobox "City"'), values: ['Rome'] });
    expect(done).toMatchObject({ selected: ['Rome'] });
    expect(page.notes).toEqual(['Rome']);
  });

  it('of several is told as done where the field only counts them, by the marks in the list that is shut', async () => {
    const { agent, page } =
      await opened(`<div class="multi-select"><div id="field" role="combobox" tabindex="0" aria-label="Tags" aria-expanded="false" aria-controls="list">Choose</div>
      <div id="list" role="listbox" hidden><div role="option" aria-selected="false">Red</div><div role="option" aria-selected="false">Blue</div><div role="option" aria-selected="false">Green</div></div></div>
      <script>const open = (is) => { list.hidden = !is; field.ariaExpanded = is; };
      const chosen = () => [...list.children].filter((option) => option.hasAttribute('selected')).map((option) => option.textContent);
      field.onclick = () => open(list.hidden);
      field.onkeydown = (event) => { if (event.key === 'Escape') open(false); };
      list.onclick = ({ target }) => { const is = target.toggleAttribute('selected'); target.ariaSelected = is; field.textContent = chosen().length + ' Choose'; note(chosen().join()); field.focus(); };</script>`);
    const ref = agent.ref('combobox "Tags"');
    expect(await agent.does('browser_select', { ref, values: ['Red', 'Blue'] })).toMatchObject({
      selected: ['Red', 'Blue'],
    });
    expect(page.notes.at(-1)).toBe('Red,Blue');
  });

  it('so in a form is told as done', async () => {
    const { agent, page } = await opened(chips(false));
    const { fields } = await agent.does('browser_fill_form', {
      fields: [
        { ref: '@e1', value: 'Vanilla' },
        { ref: '@e2', value: 'Ada' },
      ],
    });
    expect(fields).toMatchObject([
      { ok: true, value: 'Vanilla' },
      { ok: true, value: 'Ada' },
    ]);
    expect(page.notes).toEqual(['Vanilla']);
  });
});

it('a date in parts takes each part by its keys, and leaves the others alone', async () => {
  const part = (name: string, value: string, most: string) =>
    `<span role="spinbutton" tabindex="0" contenteditable="true" spellcheck="false" autocorrect="off" aria-label="${name}" aria-valuenow="${value}" aria-valuemax="${most}">${value}</span>`;
  const { agent, page } =
    await opened(`<div role="group" aria-label="Start">${part('Month', '3', '12')}/${part('Year', '2026', '9999')}</div>
    <script>for (const part of document.querySelectorAll('[role=spinbutton]')) { let fresh = true;
      const set = (value) => { part.textContent = value; part.ariaValueNow = value; };
      part.onfocus = () => { fresh = true; }; part.onblur = () => note(part.ariaLabel + ' ' + part.ariaValueNow);
      part.onkeydown = (event) => { if (event.key === 'End') { event.preventDefault(); set(part.ariaValueMax); } };
      part.addEventListener('beforeinput', (event) => { event.preventDefault();
        for (const digit of event.data ?? '') if (/\\d/.test(digit)) { set((fresh ? '' : part.textContent) + digit); fresh = false; } }); }</script>`);
  expect((await agent.type('spinbutton "Year"', '2027')).value).toBe('2027');
  expect((await agent.type('spinbutton "Month"', '5', { clearFirst: true })).value).toBe('5');
  await agent.does('browser_fill_form', { fields: [{ ref: agent.ref('spinbutton "Year"'), value: '2028' }] });
  expect(await agent.snapshot()).toBe(
    'group "Start"\n @e1 spinbutton "Month" = "5"\n @e2 spinbutton "Year" = "2028" focused',
  );
  expect(page.notes).toEqual(['Year 2027', 'Month 5']);
});
