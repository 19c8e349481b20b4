import { describe, expect, it } from 'vitest';
import { useBrowser } from './agent.js';

const bench = useBrowser();

/** A form whose page does something with a field when that is left, and notes what it sends. */
const form = (whenLeft: string) => `<form onsubmit="note('sent ' + JSON.stringify(kept)); return false">
  <label>Name <input id="name"></label><label>Day <input id="day"></label>
  <p id="error" style="margin: 0"></p><button>Save</button></form>
  <script>
    const kept = {};
    for (const field of document.querySelectorAll('input'))
      field.addEventListener('blur', () => { ${whenLeft} });
  </script>`;

const takes = 'kept[field.id] = field.value;';

describe('a field that is left', () => {
  it.each([
    ['at once', takes],
    ['in the next frame', `requestAnimationFrame(() => { ${takes} });`],
    ['in the frame after', `requestAnimationFrame(() => requestAnimationFrame(() => { ${takes} }));`],
    ['by a timer', `setTimeout(() => { ${takes} }, 5);`],
  ])('is taken over %s, before the form is sent by a click', async (_when, whenLeft) => {
    const agent = bench.lasting();
    const page = bench.site.page(form(whenLeft));
    await agent.open(page);
    await agent.does('browser_type', { ref: agent.ref('textbox "Day"'), text: '2026-11-20' });
    await agent.click('button "Save"');
    expect(page.notes).toEqual(['sent {"day":"2026-11-20"}']);
    await agent.open(page);
    page.notes.length = 0;
    await agent.does('browser_fill_form', {
      fields: [
        { selector: '#name', value: 'Ada' },
        { selector: '#day', value: '2026-11-21' },
      ],
      submit: true,
    });
    expect(page.notes).toEqual(['sent {"name":"Ada","day":"2026-11-21"}']);
  });

  it('is not called filled in where the page undoes that, and nothing is sent', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(
      form(`requestAnimationFrame(() => { if (field.id === 'day') field.value = ''; });`),
    );
    await agent.open(page);
    const { rendered } = await bench.tools.callAndRender(
      'browser_fill_form',
      {
        fields: [
          { selector: '#name', value: 'Ada' },
          { selector: '#day', value: '2026-11-21' },
        ],
        submit: true,
      },
      { session: agent.session },
    );
    expect(rendered.text).toContain('filled 1 of 2 fields; NOT submitted');
    expect(rendered.text).toContain('was filled in but is empty again');
    expect(page.notes).toEqual([]);
  });

  it('may be found wrong and move the button away: that is pressed once all the same', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(
      form(
        `requestAnimationFrame(() => { ${takes} error.textContent = 'Is that a day?'; error.style.height = '200px'; });`,
      ),
    );
    await agent.open(page);
    await agent.does('browser_type', { ref: agent.ref('textbox "Day"'), text: 'soon' });
    const { changes } = await agent.click('button "Save"');
    expect(page.notes).toEqual(['sent {"day":"soon"}']);
    expect(changes).toContain('Is that a day?');
  });

  it('keeps its list open until something is chosen there', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`<input id="city" aria-label="City" oninput="cities.hidden = false">
      <div id="cities" role="listbox" hidden><div role="option" onmousedown="event.preventDefault()"
        onclick="note('chose ' + textContent); city.value = textContent; cities.hidden = true">Oslo</div></div>
      <script>city.onblur = () => setTimeout(() => { cities.hidden = true; note('left') });</script>`);
    await agent.open(page);
    await agent.does('browser_type', { ref: agent.ref('textbox "City"'), text: 'Os' });
    await agent.click('option "Oslo"');
    expect(page.notes).toEqual(['chose Oslo']);
  });

  it('may put up a dialog, which is told', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(form(`alert('No such day');`));
    await agent.open(page);
    await agent.does('browser_type', { ref: agent.ref('textbox "Day"'), text: 'soon' });
    const { dialog } = await agent.click('button "Save"');
    expect(dialog).toMatchObject({ message: 'No such day' });
    await agent.does('browser_dialog', { action: 'accept' });
    expect(await agent.snapshot()).toContain('button "Save"');
  });
});
