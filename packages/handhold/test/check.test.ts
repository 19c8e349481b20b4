import { describe, expect, it } from 'vitest';
import { useBrowser } from './agent.js';

const bench = useBrowser();

async function open(html: string) {
  const agent = bench.lasting();
  const page = bench.site.page(html, { remote: true });
  await agent.open(page);
  return { agent, page };
}

describe('checking', () => {
  it('brings every kind of toggle into the state asked for, by a real click, and only where it is needed', async () => {
    const { agent, page } = await open(`
      <label><input type="checkbox" id="c"> Terms</label>
      <label><input type="radio" name="r" id="r1" checked> Air</label><label><input type="radio" name="r" id="r2"> Sea</label>
      <div role="switch" id="s" tabindex="0" aria-checked="false">Dark</div>
      <div role="checkbox" id="x" tabindex="0" aria-checked="mixed">All</div>
      <button id="p" aria-pressed="false">Bold</button>
      <style>.sr { position: absolute; opacity: 0; width: 0; height: 0 }</style>
      <input type="checkbox" id="h" class="sr"><label for="h">I agree to the <a href="/elsewhere">terms</a></label>
      <script>
        for (const e of [s, x, p]) e.onclick = () => {
          const name = e === p ? 'aria-pressed' : 'aria-checked';
          e.setAttribute(name, e.getAttribute(name) === 'true' ? 'false' : e.getAttribute(name) === 'mixed' ? 'false' : 'true');
        };
        for (const e of [c, r1, r2, h]) e.onchange = () => note(e.id + ' ' + e.checked);
        addEventListener('click', (event) => { if (!event.isTrusted) note('untrusted'); });
      </script>`);
    const cases: [string, boolean][] = [
      ['checkbox "Terms"', true],
      ['checkbox "Terms"', true],
      ['checkbox "Terms"', false],
      ['radio "Sea"', true],
      ['switch "Dark"', true],
      ['switch "Dark"', false],
      ['checkbox "All"', true],
      ['button "Bold"', true],
      ['checkbox "I agree to the terms"', true],
    ];
    for (const [line, checked] of cases) {
      const done = await agent.does('browser_check', { ref: agent.ref(line), checked });
      expect([line, done]).toMatchObject([line, { checked }]);
    }
    expect(page.notes).toEqual(['c true', 'c false', 'r2 true', 'h true']);
    expect(
      await page.run(
        '[c.checked, r1.checked, r2.checked, s.ariaChecked, x.ariaChecked, p.ariaPressed].join()',
      ),
    ).toBe('false,false,true,false,true,true');
    expect(await page.run('location.pathname')).not.toBe('/elsewhere');
  });

  it('reaches a box by its label or by what is around it', async () => {
    const { agent, page } = await open(`<label id="l" for="c">News</label><input type="checkbox" id="c">
      <div id="row"><span>Offers</span><input type="checkbox" id="d" aria-label="Offers"></div>`);
    expect(await agent.does('browser_check', { selector: '#l' })).toMatchObject({ checked: true });
    expect(await agent.does('browser_check', { selector: '#row' })).toMatchObject({ checked: true });
    expect(await page.run('[c.checked, d.checked].join()')).toBe('true,true');
  });

  it('takes it from the item that a box selects, where that alone says how it stands', async () => {
    const item = (name: string, is: boolean) =>
      `<li role="treeitem" aria-selected="${is}"><span role="checkbox" style="display: inline-block; width: 14px; height: 14px; border: 1px solid"></span> <span>${name}</span></li>`;
    const { agent, page } = await open(
      `<ul role="tree" id="tree">${item('Letter', false)}${item('Invoice', true)}</ul><script>
      tree.onclick = ({ target }) => { const li = target.closest('li'); li.ariaSelected = li.ariaSelected !== 'true'; note(li.textContent.trim() + ' ' + li.ariaSelected); };</script>`,
    );
    const [letter = '', invoice = ''] = agent.refs('checkbox ');
    expect((await agent.does('browser_check', { ref: invoice })).checked).toBe(true);
    expect((await agent.does('browser_check', { ref: letter })).checked).toBe(true);
    expect(page.notes).toEqual(['Letter true']);
  });

  it('waits for a page that answers late, and says so if it does not keep the state', async () => {
    const slow = bench.site.on('/slow', (_request, response) => setTimeout(() => response.end(), 150));
    const { agent } = await open(`<div role="switch" id="s" tabindex="0" aria-checked="false">Late</div>
      <label><input type="checkbox" id="c"> Never</label><script>
      s.onclick = async () => { await fetch('${slow}'); s.ariaChecked = 'true'; };
      c.onclick = (event) => event.preventDefault();</script>`);
    expect(await agent.does('browser_check', { ref: agent.ref('switch "Late"') })).toMatchObject({
      checked: true,
    });
    expect(await agent.fails('browser_check', { ref: agent.ref('checkbox "Never"') })).toMatchObject({
      code: 'execution_error',
      details: { checked: false },
      sideEffect: 'done',
    });
  });

  it('refuses what can not be', async () => {
    const { agent, page } = await open(`<label><input type="radio" name="r" id="r" checked> Air</label>
      <input type="checkbox" id="d" disabled><fieldset disabled><input type="checkbox" id="f"></fieldset>
      <div role="checkbox" id="a" aria-disabled="true">A</div><button id="b">B</button><input id="t">
      <input type="checkbox" id="h" hidden>
      <div style="position:relative;width:60px"><input type="checkbox" id="v">
        <div role="dialog" aria-label="Wait" style="position:absolute;inset:0;background:#fff">Wait</div></div>
      <script>addEventListener('click', () => note('click'));</script>`);
    const cases: [string, object, string][] = [
      ['r', { checked: false }, 'action_validation_error'],
      ['d', {}, 'element_disabled'],
      ['f', {}, 'element_disabled'],
      ['a', {}, 'element_disabled'],
      ['b', {}, 'not_editable'],
      ['t', {}, 'not_editable'],
      ['h', {}, 'element_not_visible'],
      ['v', {}, 'element_blocked'],
    ];
    for (const [id, input, code] of cases) {
      const error = await agent.fails('browser_check', { selector: `#${id}`, ...input });
      expect([id, error]).toMatchObject([id, { code, sideEffect: 'none' }]);
    }
    expect(page.notes).toEqual([]);
  });

  it('that asks a question ends with that question', async () => {
    const { agent } = await open(
      `<label><input type="checkbox" onclick="if (!confirm('Sure?')) event.preventDefault()"> Delete all</label>`,
    );
    expect(await agent.does('browser_check', { ref: '@e1' })).toMatchObject({
      checked: false,
      dialog: { type: 'confirm', message: 'Sure?' },
    });
    await agent.does('browser_dialog', { action: 'accept' });
    expect(await agent.snapshot()).toContain('checkbox "Delete all" checked');
  });
});

describe('focusing, clearing and hovering', () => {
  it('give the focus, and say what came of it', async () => {
    const { agent, page } =
      await open(`<input id="f" aria-label="Search" onfocus="note('focus'); tip.hidden = false">
      <div id="tip" role="status" hidden>Type a word</div><p id="p">Text</p><button id="d" disabled>Go</button><input id="h" hidden>`);
    const done = await agent.does('browser_focus', { ref: '@e1' });
    expect(page.notes).toEqual(['focus']);
    expect(done.changes).toBe('+ @e3 status "Type a word"');
    for (const [id, code] of [
      ['p', 'not_focusable'],
      ['d', 'element_disabled'],
      ['h', 'element_not_visible'],
    ])
      expect([id, await agent.fails('browser_focus', { selector: `#${id}` })]).toMatchObject([id, { code }]);
  });

  it('empty a field of any kind, with the events of a person', async () => {
    const { agent, page } =
      await open(`<input id="t" aria-label="Text" value="abc"><textarea id="m" aria-label="Area">a
b</textarea><div id="r" contenteditable aria-label="Rich" role="textbox"><p>One</p><p>Two</p></div>
      <input id="d" type="date" aria-label="Date" value="2026-11-15"><input id="n" type="number" aria-label="Number" value="5">
      <input id="k" aria-label="Kept" value="stay" oninput="this.value = 'stay'"><input id="o" type="color" aria-label="Colour">
      <input id="ro" aria-label="Fixed" readonly value="x">
      <script>t.oninput = (event) => note(event.inputType + ' ' + event.isTrusted);</script>`);
    for (const name of ['Text', 'Area', 'Rich', 'Date', 'Number']) {
      const done = await agent.does('browser_clear', { ref: refOf(agent, name) });
      expect([name, done.value]).toEqual([name, '']);
    }
    expect(page.notes).toEqual(['deleteContentBackward true']);
    expect(await page.run('[t.value, m.value, r.innerText.trim(), d.value, n.value].join("|")')).toBe('||||');
    expect(await agent.fails('browser_clear', { ref: refOf(agent, 'Kept') })).toMatchObject({
      code: 'execution_error',
      details: { value: 'stay' },
    });
    expect(await agent.fails('browser_clear', { ref: refOf(agent, 'Colour') })).toMatchObject({
      code: 'execution_error',
    });
    expect(await agent.fails('browser_clear', { ref: refOf(agent, 'Fixed') })).toMatchObject({
      code: 'not_editable',
    });
  });

  it('bring up what comes up under a pointer', async () => {
    const { agent, page } =
      await open(`<style>#menu { display: none; position: absolute } nav:hover #menu { display: block }</style>
      <nav><a href="#">Products</a><div id="menu"><a href="#tea">Tea</a></div></nav>
      <button id="b" disabled>Save</button><p id="tip"></p>
      <script>b.onmouseenter = () => { note('enter'); setTimeout(() => tip.append('Nothing to save'), 120); };</script>`);
    const done = await agent.does('browser_hover', { ref: agent.ref('link "Products"') });
    expect(done.changes).toMatch(/^\+ @e\d+ link "Tea"$/);
    const tip = await agent.does('browser_hover', { ref: agent.ref('button "Save"') });
    expect(page.notes).toEqual(['enter']);
    expect(tip.changes).toContain('Nothing to save');
  });
});

function refOf(agent: { refs(line: string): string[]; ref(line: string): string }, name: string): string {
  for (const role of ['textbox', 'date', 'spinbutton', 'color']) {
    const [ref] = agent.refs(`${role} "${name}"`);
    if (ref) return ref;
  }
  return agent.ref(`"${name}"`);
}
