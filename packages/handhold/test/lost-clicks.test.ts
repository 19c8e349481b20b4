import { describe, expect, it } from 'vitest';
import { useBrowser } from './agent.js';
import { places } from './places.js';

const bench = useBrowser();

/** What the focus leaves answers above the button, which is not under the pointer any more when that is let go of. */
const message = `<div id="why"></div>`;
const tells = `why.innerHTML = '<p style=height:80px;margin:0>Enter a name'`;
const field = (on: string) => `<input id="field" aria-label="Name" ${on}="${tells}">`;
const button = `<button id="save" type="button" onclick="note('clicked ' + event.detail)">Save</button>`;

describe('a click on a button that goes away as it is pressed', () => {
  describe.each(places)('in %s', (_place, put) => {
    it('because what the focus leaves has something to say is made again', async () => {
      const agent = bench.lasting();
      const page = bench.site.page(put(`${message}${field('onblur')}${button}`));
      await agent.open(page);
      await agent.does('browser_focus', { ref: agent.ref('textbox "Name"') });
      const done = await agent.click('button "Save"');
      expect(page.notes).toEqual(['clicked 1']);
      expect(done.changes).toContain('Enter a name');
    });
  });

  const ripple = `save.addEventListener('mousedown', () => {
    save.classList.add('pressed');
    save.append(Object.assign(document.createElement('span'), { style: 'position: absolute' }));
  });`;

  it.each([
    ['when it has changed', `${message}${field('onchange')}${button}`],
    ['when the focus has gone elsewhere', `${message}${field('onfocusout')}${button}`],
    ['and the button ripples', `${message}${field('onblur')}${button}<script>${ripple}</script>`],
    [
      'and all is drawn anew',
      `<div id="form">${field('onblur')}${button}</div><script>
      const html = form.innerHTML.replace(/onblur="[^"]*"/, '');
      field.onblur = () => { form.innerHTML = '<p style="height: 80px; margin: 0">Enter a name</p>' + html; };</script>`,
    ],
    [
      'and something else takes its place',
      `<div style="position: relative; height: 60px">${field('onblur')}
      <button style="position: absolute; left: 0; top: 30px; width: 90px" id="del" hidden onclick="note('deleted')">Delete</button>
      <button style="position: absolute; left: 0; top: 30px; width: 90px" id="save" onclick="note('clicked ' + event.detail)">Save</button></div>
      <script>field.onblur = () => { save.style.left = '300px'; del.hidden = false; };</script>`,
    ],
    [
      'and a hint that was open closes',
      `<div id="hint" hidden style="height: 80px">Your full name</div>
      <input id="field" aria-label="Name" onfocus="hint.hidden = false" onblur="hint.hidden = true">${button}`,
    ],
    [
      'and only puts itself in another order',
      `<ul id="list">${field('title')}<li>${button}</li><li style="height: 60px">Other</li></ul>
      <script>list.onmousedown = () => { if (list.lastElementChild !== save.parentElement) list.append(save.parentElement); };</script>`,
    ],
  ])('%s is made again', async (_how, html) => {
    const agent = bench.lasting();
    const page = bench.site.page(html);
    await agent.open(page);
    await agent.type('textbox "Name"', 'Ada');
    await agent.click('button "Save"');
    expect(page.notes).toEqual(['clicked 1']);
  });

  it('is a double one as a whole', async () => {
    const agent = bench.lasting();
    const page =
      bench.site.page(`${message}${field('onblur')}<button onclick="note('click')" ondblclick="note('double')">Open</button>
      <script>document.onmousedown = ({ target }) => note(target.localName);</script>`);
    await agent.open(page);
    await agent.type('textbox "Name"', 'Ada');
    await agent.click('button "Open"', { clickCount: 2 });
    expect(page.notes.slice(-5)).toEqual(['button', 'click', 'button', 'click', 'double']);
    expect(page.notes.filter((note) => note === 'double')).toHaveLength(1);
  });

  it('is made again as a part of something else', async () => {
    const agent = bench.lasting();
    const page =
      bench.site.page(`${message}<form onsubmit="event.preventDefault(); note('sent')">${field('onblur')}
      <button>Send</button></form><label><input type="checkbox" onchange="note('ticked ' + checked)">Agree</label>`);
    await agent.open(page);
    const fields = [{ ref: agent.ref('textbox "Name"'), value: 'Ada' }];
    await agent.does('browser_fill_form', { fields, submit: true });
    expect(page.notes).toEqual(['sent']);
    await agent.open(page);
    await agent.does('browser_focus', { ref: agent.ref('textbox "Name"') });
    await agent.does('browser_check', { ref: agent.ref('checkbox "Agree"') });
    expect(page.notes).toEqual(['sent', 'ticked true']);
  });

  it.each([
    ['hides', 'display: none'],
    ['leaves', 'position: absolute; left: 400px'],
  ])('and %s whenever it is, is an error', async (_how, style) => {
    const agent = bench.lasting();
    const page = bench.site.page(`${button}<p>Behind</p>`, {
      head: `<style>#save:active { ${style} }</style>`,
    });
    await agent.open(page);
    const error = await agent.fails('browser_click', { ref: agent.ref('button "Save"') });
    expect(error).toMatchObject({ code: 'element_blocked', canRetry: false });
    expect(error.message).toContain('"Save"');
    expect(page.notes).toEqual([]);
  });
});

describe('a click on what acts when it is pressed', () => {
  it.each([
    ['and is taken away', 'event.target.remove()'],
    ['and is hidden', 'event.target.hidden = true'],
    ['and is disabled', 'event.target.disabled = true'],
    ['and adds something above itself', `event.target.insertAdjacentHTML('beforebegin', '<p>Added</p>')`],
    ['and shows something over itself', 'menu.hidden = false'],
    ['and says something else', `event.target.textContent = 'Saving'; event.target.style.marginTop = '90px'`],
    ['and keeps the focus where it is', 'event.preventDefault(); event.target.remove()'],
  ])('%s, is made once', async (_how, script) => {
    for (const type of ['pointerdown', 'mousedown']) {
      const agent = bench.lasting();
      const page = bench.site.page(`<input aria-label="Name"><div><button>Save</button></div>
        <div id="menu" hidden style="position: fixed; inset: 0; background: white">Open</div>
        <script>document.querySelector('button').addEventListener('${type}', (event) => { note('acted'); ${script}; });</script>`);
      await agent.open(page);
      await agent.does('browser_focus', { ref: agent.ref('textbox "Name"') });
      const done = await agent.click('button "Save"');
      expect(page.notes).toEqual(['acted']);
      expect(done.changes).not.toBe('');
    }
  });
});

describe('a click on what acts as it is let go of', () => {
  describe.each(places)('in %s', (_place, put) => {
    it.each(['pointerup', 'mouseup'])('and takes itself away on %s, is made once', async (type) => {
      const agent = bench.lasting();
      const page = bench.site.page(
        put(`<ul id="list"><li style="cursor: pointer">Stout</li></ul><p id="said"></p><script>
        list.addEventListener('${type}', (event) => {
          const item = event.target.closest('li');
          note('chose ' + item.innerText);
          said.textContent = item.innerText + ' it is';
          list.innerHTML = '';
        });</script>`),
      );
      await agent.open(page);
      const done = await agent.does('browser_click', { ref: '@e1' });
      expect(page.notes).toEqual(['chose Stout']);
      expect(done.changes).toContain('Stout it is');
    });
  });
});

describe('a click that comes in another way', () => {
  it.each([
    [
      'to what has captured the pointer',
      `<div id="all"><button>Save</button></div><script>
      all.onpointerdown = ({ pointerId }) => all.setPointerCapture(pointerId);
      all.onclick = () => note('clicked');</script>`,
    ],
    ['to what can be dragged', `<button draggable="true" onclick="note('clicked')">Save</button>`],
    ['to a label', `<label><button onclick="note('clicked')">Save</button></label>`],
    [
      'kept from everybody else',
      `<button>Save</button><script>
      addEventListener('click', (event) => { event.stopImmediatePropagation(); note('clicked'); }, true);</script>`,
    ],
    ['by another button', `<button onauxclick="note('clicked')">Save</button>`, { button: 'middle' }],
  ])('is one: %s', async (_how, html, input: object = {}) => {
    const agent = bench.lasting();
    const page = bench.site.page(html);
    await agent.open(page);
    await agent.click('button "Save"', input);
    expect(page.notes).toEqual(['clicked']);
  });
});

describe('a list that opens over what is pressed', () => {
  /** As component libraries open theirs: the press moves the focus, and a layer then keeps the click from coming. */
  const list = `<input aria-label="Name">
    <div role="combobox" tabindex="0" aria-label="City" aria-expanded="false" id="city" style="width: 200px">None</div>
    <div id="layer" hidden style="position: fixed; inset: 0"><ul role="listbox" style="margin-top: 80px">
      <li role="option">London</li><li role="option">Paris</li></ul></div>
    <script>
      const show = (open) => { layer.hidden = !open; city.setAttribute('aria-expanded', open); };
      city.onmousedown = (event) => { event.preventDefault(); city.focus(); show(true); };
      layer.onclick = ({ target }) => {
        if (target.role === 'option') note('chose ' + (city.textContent = target.textContent));
        show(false);
      };
    </script>`;

  it('has opened, although the focus came from elsewhere', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(list);
    await agent.open(page);
    await agent.type('textbox "Name"', 'Ada');
    const { changes } = await agent.click('combobox "City"');
    expect(changes).toMatch(/\+ @e\d+ option "Paris"/);
    await agent.click('option "Paris"');
    expect(page.notes).toEqual(['chose Paris']);
  });

  it('is chosen from', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(list);
    await agent.open(page);
    await agent.type('textbox "Name"', 'Ada');
    await agent.does('browser_select', { ref: agent.ref('combobox "City"'), values: ['Paris'] });
    expect(page.notes).toEqual(['chose Paris']);
  });
});

describe('a press that opens something over what was pressed', () => {
  it('has done it, although the focus has left something else', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`<button id="other">Other</button>
      <div id="age" role="combobox" tabindex="0" aria-expanded="false" aria-label="Age">Ten</div><script>
      age.onmousedown = (event) => {
        event.preventDefault();
        age.focus();
        note('opened');
        age.setAttribute('aria-expanded', 'true');
        document.body.insertAdjacentHTML('beforeend', '<div style="position:fixed;inset:0"></div><ul role="listbox" aria-label="Age" style="position:fixed;top:200px"><li role="option">Ten</li><li role="option">Twenty</li></ul>');
      };</script>`);
    await agent.open(page);
    await agent.click('button "Other"');
    const { changes } = await agent.click('combobox "Age"');
    expect(page.notes).toEqual(['opened']);
    expect(changes).toContain('option "Twenty"');
  });
});
