import { describe, expect, it } from 'vitest';
import { useBrowser } from './agent.js';
import { places } from './places.js';

const bench = useBrowser();

async function open(html: string) {
  const agent = bench.lasting();
  const page = bench.site.page(html, { remote: true });
  await agent.open(page);
  return { agent, page };
}

describe('a select of the browser', () => {
  const country = `<label>Country <select id="s" name="country">
    <option value="">Choose…</option><option value="fr">France</option><option value="jp">Japan</option>
    <option value="xx" disabled>Atlantis</option><optgroup label="Old" disabled><option value="su">USSR</option></optgroup>
    <option value="l">A label that is so long that a snapshot cuts it somewhere</option>
  </select></label>
  <script>for (const type of ['focus', 'input', 'change']) s.addEventListener(type, () => note(type + ' ' + s.value));</script>`;

  it('is chosen from by label, and the page hears of it as of a pick', async () => {
    const { agent, page } = await open(country);
    const done = await agent.does('browser_select', {
      ref: agent.ref('combobox "Country"'),
      values: ['Japan'],
    });
    expect(done).toMatchObject({ selected: ['Japan'], element: '@e1 combobox "Country"' });
    expect(page.notes).toEqual(['focus ', 'input jp', 'change jp']);
    expect(done.changes).toBe('');
    expect(await agent.reads('browser_select', { ref: '@e1', values: ['France'] })).toBe(
      'selected "France" in @e1 combobox "Country"',
    );
  });

  it('is chosen from by value, in any case, with spaces, or by a label as it was cut', async () => {
    const { agent } = await open(country);
    for (const [value, label] of [
      ['fr', 'France'],
      ['jAPAN', 'Japan'],
      [' France ', 'France'],
      ['', 'Choose…'],
      ['A label that is so long that a snapsho…', expect.stringMatching(/^A label/)],
    ])
      expect(await agent.does('browser_select', { ref: '@e1', values: [value] })).toMatchObject({
        selected: [label],
      });
  });

  it('tells nothing to the page where it is so already', async () => {
    const { agent, page } = await open(country);
    await agent.does('browser_select', { ref: '@e1', values: ['France'] });
    await agent.does('browser_select', { ref: '@e1', values: ['fr'] });
    expect(page.notes).toEqual(['focus ', 'input fr', 'change fr']);
  });

  it('refuses what it does not have or can not do, and stays as it is', async () => {
    const { agent, page } = await open(country);
    const cases: [string[], string, RegExp][] = [
      [['Narnia'], 'element_not_found', /"Narnia"; it has "Choose…", "France"/],
      [['France', 'Japan'], 'action_validation_error', /one choice only/],
      [['Atlantis'], 'element_disabled', /"Atlantis"/],
      [['USSR'], 'element_disabled', /"USSR"/],
      [[], 'validation_error', /values/],
    ];
    for (const [values, code, message] of cases) {
      const error = await agent.fails('browser_select', { ref: '@e1', values });
      expect(error).toMatchObject({ code, message: expect.stringMatching(message), sideEffect: 'none' });
    }
    expect(page.notes).toEqual([]);
    expect(await page.run('s.value')).toBe('');
  });

  it('with several gets exactly those that are named', async () => {
    const { agent, page } = await open(`<select id="s" multiple aria-label="Toppings">
      <option selected>Ham</option><option>Cheese</option><option>Olives</option></select>`);
    const values = ['Cheese', 'olives', 'Cheese'];
    expect(await agent.does('browser_select', { ref: '@e1', values })).toMatchObject({
      selected: ['Cheese', 'Olives'],
    });
    expect(await page.run('[...s.selectedOptions].map((o) => o.value).join()')).toBe('Cheese,Olives');
  });

  it('with two options of one label wants the value', async () => {
    const { agent } = await open(
      '<select aria-label="Springfield"><option value="il">Springfield</option><option value="ma">Springfield</option></select>',
    );
    expect(await agent.fails('browser_select', { ref: '@e1', values: ['Springfield'] })).toMatchObject({
      code: 'action_validation_error',
    });
    expect(await agent.does('browser_select', { ref: '@e1', values: ['ma'] })).toMatchObject({
      selected: ['Springfield'],
    });
  });

  it('that jumps back is no success', async () => {
    const { agent } =
      await open(`<select id="s" aria-label="Plan"><option>Free</option><option>Pro</option></select>
      <script>s.onchange = () => setTimeout(() => { s.value = 'Free'; document.body.append('Not yet'); });</script>`);
    expect(await agent.fails('browser_select', { ref: '@e1', values: ['Pro'] })).toMatchObject({
      code: 'execution_error',
      details: { selected: ['Free'] },
      sideEffect: 'done',
    });
  });

  it('that leads to another page gives that page', async () => {
    const next = bench.site.page('<h1>Deutsch</h1>', { title: 'Deutsch' });
    const { agent } = await open(`<select aria-label="Language" onchange="location = this.value">
      <option>English</option><option value="${next.url}">Deutsch</option></select>`);
    expect(await agent.does('browser_select', { ref: '@e1', values: ['Deutsch'] })).toMatchObject({
      url: next.url,
      selected: ['Deutsch'],
      changes: '# "Deutsch"',
    });
  });

  it('can not be chosen from when it is disabled, covered, or none', async () => {
    const { agent, page } = await open(`<select id="a" disabled><option>A</option></select>
      <fieldset disabled><select id="b"><option>A</option></select></fieldset>
      <select id="c" aria-disabled="true"><option>A</option></select>
      <ul id="d" tabindex="0"><li>A</li></ul><input id="e"><p id="f">A</p>
      <div style="position:relative;width:100px"><select id="g"><option>A</option></select>
        <div role="dialog" aria-label="Wait" style="position:absolute;inset:0;background:#fff">Wait</div></div>
      <script>addEventListener('change', () => note('change'));</script>`);
    const codes: Record<string, string> = {
      a: 'element_disabled',
      b: 'element_disabled',
      c: 'element_disabled',
      d: 'not_editable',
      e: 'not_editable',
      f: 'not_editable',
      g: 'element_blocked',
    };
    for (const [id, code] of Object.entries(codes)) {
      const error = await agent.fails('browser_select', { selector: `#${id}`, values: ['A'] });
      expect([id, error]).toMatchObject([id, { code, sideEffect: 'none' }]);
    }
    expect(page.notes).toEqual([]);
  });

  it('can not be chosen from when it is hidden or gone', async () => {
    const { agent, page } = await open('<select id="s" aria-label="S"><option>A</option></select>');
    await page.run('s.hidden = true');
    expect(await agent.fails('browser_select', { ref: '@e1', values: ['A'] })).toMatchObject({
      code: 'element_not_visible',
    });
    await page.run('s.remove()');
    expect(await agent.fails('browser_select', { ref: '@e1', values: ['A'] })).toMatchObject({
      code: 'stale_ref',
    });
  });

  it('gets its options a moment after the choice before it', async () => {
    const regions = bench.site.on('/regions', (_request, response) => {
      setTimeout(() => response.end('<option>Kanto</option><option>Kansai</option>'), 150);
    });
    const { agent } =
      await open(`<select id="c" aria-label="Country"><option>France</option><option>Japan</option></select>
      <select id="r" aria-label="Region" disabled></select>
      <script>c.onchange = async () => { r.innerHTML = await (await fetch('${regions}')).text(); r.disabled = false; };</script>`);
    const done = await agent.does('browser_select', { ref: '@e1', values: ['Japan'] });
    expect(done.changes).toBe('~ @e2 combobox "Region" = "Kanto" ["Kanto", "Kansai"]');
    await agent.does('browser_select', { ref: '@e2', values: ['Kansai'] });
  });
});

/** A combobox as component libraries build it: a button, and a list in a portal at the end of the page. */
const portal = (
  extra = '',
) => `<button id="b" role="combobox" aria-haspopup="listbox" aria-expanded="false" aria-label="Fruit">Pick one</button>
  <script>
    let list;
    const close = () => { list?.remove(); list = undefined; b.setAttribute('aria-expanded', 'false'); b.removeAttribute('aria-controls'); };
    b.onclick = () => {
      if (list) return close();
      list = document.createElement('div');
      list.id = 'list'; list.setAttribute('role', 'listbox');
      list.style = 'position:fixed; top:60px; left:20px; width:200px; height:90px; overflow:auto; background:#eee';
      for (const name of ['Apple', 'Banana', 'Cherry', 'Durian', 'Elderberry', 'Fig']) {
        const option = document.createElement('div');
        option.setAttribute('role', 'option'); option.textContent = name; option.dataset.value = name.slice(0, 1);
        option.setAttribute('aria-selected', String(b.textContent === name));
        if (name === 'Durian') option.setAttribute('aria-disabled', 'true');
        option.onclick = () => { note('chose ' + name); b.textContent = name; close(); };
        list.append(option);
      }
      document.body.append(list);
      b.setAttribute('aria-expanded', 'true'); b.setAttribute('aria-controls', 'list');
    };
    addEventListener('keydown', (event) => { if (event.key === 'Escape') { note('escape'); close(); } });
    ${extra}
  </script>`;

describe('a combobox that the page made', () => {
  it('is opened, chosen from by label or value, and read back, in one call', async () => {
    const { agent, page } = await open(portal());
    const done = await agent.does('browser_select', { ref: '@e1', values: ['Fig'] });
    expect(done).toMatchObject({ selected: ['Fig'], element: '@e1 combobox "Fruit"' });
    expect(page.notes).toEqual(['chose Fig']);
    expect(await agent.does('browser_select', { ref: '@e1', values: ['B'] })).toMatchObject({
      selected: ['Banana'],
    });
    expect(await agent.snapshot()).toBe('@e1 combobox "Fruit" = "Banana" collapsed');
  });

  it.each<[string, string, string]>([
    ['it does not have', 'Grape', 'element_not_found'],
    ['that is disabled', 'Durian', 'element_disabled'],
  ])('refuses an option %s, and is closed again', async (_what, value, code) => {
    const { agent, page } = await open(portal());
    expect(await agent.fails('browser_select', { ref: '@e1', values: [value] })).toMatchObject({ code });
    expect(page.notes).toEqual(['escape']);
    expect(await agent.snapshot()).toContain('collapsed');
  });

  it('that does not keep the choice is no success', async () => {
    const { agent } = await open(
      portal(`new MutationObserver(() => { if (b.textContent !== 'Pick one') b.textContent = 'Pick one'; })
      .observe(b, { childList: true });`),
    );
    expect(await agent.fails('browser_select', { ref: '@e1', values: ['Fig'] })).toMatchObject({
      code: 'execution_error',
      sideEffect: 'done',
    });
  });

  it('that is typed into is narrowed down by typing, and the suggestion clicked', async () => {
    const found = bench.site.on('/cities', (request, response) => {
      const wanted = new URL(request.url ?? '', 'http://x').searchParams.get('q')?.toLowerCase() ?? '';
      const cities = ['Lisbon', 'London', 'Los Angeles', 'Tokyo'];
      const hits = cities.filter((city) => city.toLowerCase().startsWith(wanted));
      setTimeout(() => response.end(JSON.stringify(hits)), 80);
    });
    const { agent, page } =
      await open(`<input id="i" role="combobox" aria-label="City" aria-expanded="false" aria-controls="l" autocomplete="off">
      <ul id="l" role="listbox" hidden></ul><script>
      i.oninput = async () => {
        const hits = i.value ? await (await fetch('${found}?q=' + i.value)).json() : [];
        l.innerHTML = hits.map((name) => '<li role="option">' + name + '</li>').join('');
        l.hidden = hits.length === 0; i.setAttribute('aria-expanded', String(!l.hidden));
      };
      l.onmousedown = (event) => { note('took ' + event.target.textContent); i.value = event.target.textContent; l.hidden = true; i.setAttribute('aria-expanded', 'false'); };
    </script>`);
    expect(await agent.does('browser_select', { ref: '@e1', values: ['London'] })).toMatchObject({
      selected: ['London'],
    });
    expect(page.notes).toEqual(['took London']);
    expect(await page.run('i.value')).toBe('London');
    const error = await agent.fails('browser_select', { ref: '@e1', values: ['Paris'] });
    expect(error).toMatchObject({ code: 'element_not_found' });
  });

  it('that draws only a part of its list is scrolled through', async () => {
    const { agent, page } =
      await open(`<button id="b" role="combobox" aria-expanded="false" aria-label="Year" aria-controls="l">Year</button>
      <div id="l" role="listbox" hidden style="height:100px;overflow:auto"><div id="space" style="position:relative;height:4000px"></div></div>
      <script>
        const draw = () => {
          const first = Math.floor(l.scrollTop / 20);
          space.innerHTML = '';
          for (let n = first; n < Math.min(first + 6, 200); n++)
            space.insertAdjacentHTML('beforeend', '<div role="option" style="position:absolute;height:20px;top:' + n * 20 + 'px">' + (1900 + n) + '</div>');
        };
        l.onscroll = draw;
        b.onclick = () => { l.hidden = false; b.setAttribute('aria-expanded', 'true'); draw(); };
        l.onclick = (event) => { b.textContent = event.target.textContent; note(b.textContent); l.hidden = true; b.setAttribute('aria-expanded', 'false'); };
      </script>`);
    expect(await agent.does('browser_select', { ref: '@e1', values: ['1955'] })).toMatchObject({
      selected: ['1955'],
    });
    expect(page.notes).toEqual(['1955']);
  });

  it('that lies under its own chips is opened by the keyboard, under a dialog not at all', async () => {
    const { agent, page } =
      await open(`<div style="position:relative;width:200px;height:30px"><input id="i" role="combobox" readonly aria-label="Tags" aria-expanded="false" aria-controls="l" style="width:150px">
      <div style="position:absolute;inset:0;background:#eee">chips</div></div><div id="l" role="listbox" hidden><div role="option">New</div></div><div id="d"></div>
      <script>i.onkeydown = (event) => { if (event.key === 'ArrowDown') l.hidden = false; };
      l.onclick = (event) => { i.value = event.target.textContent; note('took'); l.hidden = true; };</script>`);
    expect(await agent.does('browser_select', { ref: '@e1', values: ['New'] })).toMatchObject({
      selected: ['New'],
    });
    expect(page.notes).toEqual(['took']);
    await page.run(
      `d.innerHTML = '<div role="dialog" aria-label="Wait" style="position:fixed;inset:0;background:#fff">Wait</div>'`,
    );
    expect(await agent.fails('browser_select', { ref: '@e1', values: ['New'] })).toMatchObject({
      code: 'element_blocked',
    });
  });

  it('that nobody marked as one is worked by what it shows', async () => {
    const { agent, page } =
      await open(`<p>Large</p><div id="d" style="cursor:pointer" onclick="m.hidden = !m.hidden">Size</div>
      <div id="m" hidden><div class="i">Small</div><div class="i">Large</div></div>
      <script>m.onclick = (event) => { note(event.target.className + ' ' + event.target.textContent); d.textContent = event.target.textContent; m.hidden = true; };</script>`);
    expect(
      await agent.does('browser_select', { ref: agent.ref('clickable "Size"'), values: ['Large'] }),
    ).toMatchObject({
      selected: ['Large'],
    });
    expect(page.notes).toEqual(['i Large']);
  });

  it('of the browser, with suggestions, takes one of these', async () => {
    const { agent, page } = await open(`<input id="i" list="l" aria-label="Tea">
      <datalist id="l"><option value="Sencha"><option value="Assam"></datalist>`);
    expect(await agent.does('browser_select', { ref: '@e1', values: ['assam'] })).toMatchObject({
      selected: ['Assam'],
    });
    expect(await page.run('i.value')).toBe('Assam');
    expect(await agent.fails('browser_select', { ref: '@e1', values: ['Coffee'] })).toMatchObject({
      code: 'element_not_found',
    });
  });
});

describe('a listbox that the page made', () => {
  const listbox = (
    plain: boolean,
  ) => `<div id="l" role="listbox" aria-label="Colours" aria-multiselectable="true">
    ${['Red', 'Green', 'Blue'].map((name) => `<div role="option" tabindex="-1" aria-selected="${name === 'Red'}">${name}</div>`).join('')}</div>
    <script>l.onclick = ({ target, ctrlKey }) => {
      const on = target.getAttribute('aria-selected') === 'true';
      if (${plain} && !ctrlKey) for (const option of l.children) option.setAttribute('aria-selected', 'false');
      target.setAttribute('aria-selected', String(!on));
    };</script>`;
  const selected = `[...l.querySelectorAll('[aria-selected=true]')].map((option) => option.textContent).join()`;

  it.each([
    ['each click adds', false],
    ['a plain click starts anew', true],
  ])('gets exactly what is asked for where %s', async (_what, plain) => {
    const { agent, page } = await open(listbox(plain));
    const done = await agent.does('browser_select', { selector: '#l', values: ['Blue', 'Green'] });
    expect(done).toMatchObject({ selected: ['Green', 'Blue'] });
    expect(await page.run(selected)).toBe('Green,Blue');
  });

  it('is found by one of its options', async () => {
    const { agent, page } = await open(listbox(false));
    await agent.does('browser_select', { ref: agent.ref('option "Red"'), values: ['Blue'] });
    expect(await page.run(selected)).toBe('Blue');
  });
});

describe('a list that comes up', () => {
  const options = '<div role="option">Steak</div><div role="option">Tacos</div>';
  describe.each(places)('in %s', (_place, put) => {
    it.each([
      ['beside its control', `<div role="listbox">${options}</div>`],
      ['without a role', '<div><div>Steak</div><div>Tacos</div></div>'],
    ])('%s is chosen from', async (_how, list) => {
      const agent = bench.lasting();
      const page = bench.site.page(
        put(`<div id="food" role="combobox" tabindex="0" aria-label="Food" aria-haspopup="listbox" aria-expanded="false">Any</div>
        <div id="over"></div><script>
        food.onclick = () => { food.setAttribute('aria-expanded', true); over.innerHTML = '${list}'; };
        over.onclick = (event) => {
          food.textContent = event.target.innerText;
          food.setAttribute('aria-expanded', false);
          note('chose ' + food.textContent);
          over.innerHTML = '';
        };</script>`),
      );
      await agent.open(page);
      await agent.does('browser_select', { ref: agent.ref('combobox "Food"'), values: ['Tacos'] });
      expect(page.notes).toEqual(['chose Tacos']);
    });
  });
});

describe('a list that is filtered by something else than what it shows', () => {
  it('is gone through whole, with nothing left in its field', async () => {
    const { agent, page } = await open(
      `<style>[role=listbox] { height: 90px; overflow: auto } [role=option] { height: 30px }</style>
      <input role="combobox" aria-label="City" aria-expanded="false" aria-controls="list" id="field"><div role="listbox" id="list"></div><script>
      const all = Array.from({ length: 40 }, (_, i) => ['c' + i, 'City ' + i]);
      // Draws what is in view and no more.
      const draw = () => {
        const fit = all.filter(([key]) => key.includes(field.value.toLowerCase()));
        const first = Math.floor(list.scrollTop / 30);
        list.innerHTML = '<div style="position: relative; height: ' + fit.length * 30 + 'px">' + fit.slice(first, first + 4).map(([key, label], i) => '<div role="option" data-key="' + key + '" style="position: absolute; top: ' + (first + i) * 30 + 'px">' + label + '</div>').join('') + '</div>';
        if (!fit.length) list.textContent = 'No data';
      };
      const shut = () => { list.innerHTML = ''; field.setAttribute('aria-expanded', false); };
      field.onmousedown = () => { field.setAttribute('aria-expanded', true); draw(); };
      field.oninput = draw;
      list.onscroll = draw;
      list.onclick = ({ target }) => { const key = target.dataset.key; if (!key) return; note(key); field.value = target.textContent; shut(); };
      field.onkeydown = ({ key }) => { if (key === 'Escape') shut(); };</script>`,
    );
    const done = await agent.does('browser_select', {
      ref: agent.ref('combobox "City"'),
      values: ['City 31'],
    });
    expect(done).toMatchObject({ selected: ['City 31'] });
    expect(page.notes).toEqual(['c31']);
  });
});

describe('a list of several that only draws what is chosen', () => {
  const tags = `<style>.box { border: 1px solid; width: 300px; height: 34px; display: flex } .box input { width: 4px; border: 0; padding: 0 } .drop { position: absolute; background: #fff; border: 1px solid } .opt { padding: 4px; cursor: pointer }</style>
    <label for="tags">Tags</label><div class="box tags-multiple" id="box"><span id="chips"></span><input id="tags" role="combobox" aria-haspopup="listbox" aria-expanded="false"></div><div id="place"></div><script>
    const all = ['red', 'green', 'blue']; const chosen = [];
    const draw = () => {
      chips.innerHTML = chosen.map((one) => '<span class="chip">' + one + ' </span>').join('');
      place.innerHTML = tags.getAttribute('aria-expanded') === 'true' ? '<div class="drop">' + all.map((one) => '<div class="opt' + (chosen.includes(one) ? ' opt-selected' : '') + '"><div>' + one + '</div></div>').join('') + '</div>' : '';
    };
    const open = (is) => { tags.setAttribute('aria-expanded', is); draw(); };
    box.onmousedown = (event) => { if (event.target !== tags) event.preventDefault(); tags.focus(); open(tags.getAttribute('aria-expanded') !== 'true'); };
    tags.onkeydown = ({ key }) => { if (key === 'Escape') open(false); };
    tags.onblur = () => open(false);
    place.onmousedown = (event) => event.preventDefault();
    place.onclick = ({ target }) => { const one = target.textContent; if (chosen.includes(one)) chosen.splice(chosen.indexOf(one), 1); else chosen.push(one); note(chosen.join()); draw(); };
    draw();</script>`;

  it('keeps what is chosen already, and is opened where it is, not by its label', async () => {
    const { agent, page } = await open(tags);
    const ref = agent.ref('combobox "Tags"');
    await agent.does('browser_click', { ref });
    expect(agent.refs('clickable "blue"')).toHaveLength(1);
    await agent.does('browser_press', { key: 'Escape' });
    expect(await agent.does('browser_select', { ref, values: ['red'] })).toMatchObject({ selected: ['red'] });
    const more = await agent.does('browser_select', { ref, values: ['red', 'blue'] });
    expect([...(more.selected as string[])].sort()).toEqual(['blue', 'red']);
    expect(page.notes).toEqual(['red', 'red,blue']);
  });
});

describe('a list of several that marks what the keys are at', () => {
  const colours = `<style>.chips div { display: inline-block } .box { border: 1px solid; width: 300px } .highlighted::after { content: ' Press to select' }</style>
    <label>Colours</label><div class="box" id="box" role="combobox" aria-haspopup="true" aria-expanded="false"><div class="chips" role="listbox" id="chips"></div><input type="search" aria-label="Colours" id="field"></div>
    <div role="listbox" aria-multiselectable="true" id="list" hidden></div><script>
    const chosen = ['Red'];
    const draw = () => {
      chips.innerHTML = chosen.map((one) => '<div role="option" aria-selected="true" data-value="' + one + '">' + one + '<button aria-label="Remove ' + one + '">x</button></div>').join('');
      list.innerHTML = ['Blue', 'Green', 'Red'].filter((one) => !chosen.includes(one)).map((one, i) => '<div role="option" data-value="' + one + '" aria-selected="' + (i === 0) + '" class="' + (i === 0 ? 'highlighted' : '') + '">' + one + '</div>').join('');
    };
    box.onclick = () => { field.focus(); list.hidden = false; box.setAttribute('aria-expanded', true); };
    field.onkeydown = ({ key }) => { if (key === 'Escape') { list.hidden = true; box.setAttribute('aria-expanded', false); } };
    list.onmousedown = (event) => event.preventDefault();
    list.onclick = ({ target }) => { chosen.push(target.dataset.value); note(chosen.join()); draw(); };
    draw();</script>`;

  it.each([
    ['what is not', ['Green'], ['Red,Green']],
    ['what is', ['Blue'], ['Red,Blue']],
    ['one besides what is chosen', ['Red', 'Green'], ['Red,Green']],
  ])('has just that chosen from it which was asked for: %s', async (_what, values, notes) => {
    const { agent, page } = await open(colours);
    const ref = agent.ref('combobox = "Red" collapsed (near "Colours")');
    const { selected } = await agent.does('browser_select', { ref, values });
    expect(selected).toHaveLength(values.length);
    expect(page.notes).toEqual(notes);
  });
});
