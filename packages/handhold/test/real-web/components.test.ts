import { describe, expect, it } from 'vitest';
import { useBrowser } from '../agent.js';
import { appPage } from './app.js';

const bench = useBrowser();

/** Everything but the first opens in a portal at the end of the body, and comes and goes with a transition. */
const headless = `
  import { useState } from 'react';
  import { createRoot } from 'react-dom/client';
  import { Combobox, ComboboxButton, ComboboxInput, ComboboxOption, ComboboxOptions, Dialog, DialogPanel, DialogTitle,
    Field, Label, Listbox, ListboxButton, ListboxOption, ListboxOptions } from '@headlessui/react';
  const people = ['Ada Lovelace', 'Alan Turing', 'Grace Hopper', 'Edsger Dijkstra'];
  function App() {
    const [person, setPerson] = useState('Ada Lovelace');
    const [query, setQuery] = useState('');
    const [size, setSize] = useState('Small');
    const [open, setOpen] = useState(false);
    return <>
      <Field><Label>Person</Label>
        <Combobox value={person} onChange={(value) => { if (value) note('person ' + value); setPerson(value); }} onClose={() => setQuery('')}>
          <ComboboxInput onChange={(event) => setQuery(event.target.value)} /><ComboboxButton>All</ComboboxButton>
          <ComboboxOptions anchor="bottom" transition className="fade">
            {people.filter((p) => p.toLowerCase().includes(query.toLowerCase())).map((p) => <ComboboxOption key={p} value={p}>{p}</ComboboxOption>)}
          </ComboboxOptions>
        </Combobox></Field>
      <Listbox value={size} onChange={(value) => { note('size ' + value); setSize(value); }}>
        <ListboxButton>{size}</ListboxButton>
        <ListboxOptions anchor="bottom" transition className="fade">
          {['Small', 'Medium', 'Large'].map((s) => <ListboxOption key={s} value={s} disabled={s === 'Medium'}>{s}</ListboxOption>)}
        </ListboxOptions></Listbox>
      <div className="card" onClick={() => note('card')}><p>Monthly plan</p></div>
      <button onClick={() => setOpen(true)}>Delete account</button>
      <Dialog open={open} onClose={() => { note('closed'); setOpen(false); }}>
        <div style={{ position: 'fixed', inset: 0 }}><DialogPanel transition className="fade"><DialogTitle>Really?</DialogTitle>
          <button onClick={() => { note('deleted'); setOpen(false); }}>Delete</button>
          <button onClick={() => setOpen(false)}>Keep</button></DialogPanel></div></Dialog>
    </>;
  }
  createRoot(app).render(<App />);`;
const fade =
  '<style>.fade{transition:opacity 120ms,transform 120ms}.fade[data-closed]{opacity:0;transform:scale(.9)}</style>';

describe('Headless UI on React', () => {
  const opened = async () => {
    const agent = bench.lasting();
    const page = await appPage(bench.site, headless, { head: fade });
    await agent.open(page);
    return { agent, page };
  };

  it('has its combobox filtered and an option picked', async () => {
    const { agent, page } = await opened();
    const typed = await agent.type('combobox "Person"', 'gra', { clearFirst: true });
    expect(typed.value).toBe('gra');
    expect(typed.changes).toMatch(/^~ @e\d+ combobox "Person" = "gra" expanded focused$/m);
    expect(typed.changes).toMatch(/^\+ @e\d+ option "Grace Hopper"/m);
    const picked = await agent.click('option "Grace Hopper"');
    expect(page.notes).toEqual(['person Grace Hopper']);
    expect(picked.changes).toMatch(/^~ @e\d+ combobox "Person" = "Grace Hopper" collapsed/m);
  });

  it('has its combobox worked with keys alone', async () => {
    const { agent, page } = await opened();
    await agent.type('combobox "Person"', 'turing', { clearFirst: true });
    await agent.does('browser_press', { key: 'ArrowDown' });
    await agent.does('browser_press', { key: 'Enter' });
    expect(page.notes).toEqual(['person Alan Turing']);
  });

  it('has its listbox opened and an option picked, but not a disabled one', async () => {
    const { agent, page } = await opened();
    const shown = await agent.click('button "Small"');
    expect(shown.changes).toMatch(/^\+ @e\d+ option "Medium" disabled$/m);
    const error = await agent.fails('browser_click', { ref: agent.ref('option "Medium"') });
    expect(error).toMatchObject({ code: 'element_disabled', sideEffect: 'none' });
    const picked = await agent.click('option "Large"');
    expect(page.notes).toEqual(['size Large']);
    expect(picked.changes).toMatch(/button "Large" collapsed/);
  });

  it('has its dialog opened, in a portal, and answered', async () => {
    const { agent, page } = await opened();
    const shown = await agent.click('button "Delete account"');
    expect(shown.changes).toMatch(/^\+ dialog "Really\?"/m);
    expect(agent.refs('button "Delete"')).toHaveLength(1);
    // Its closing transition is over when the call is.
    const answered = await agent.click('button "Delete"');
    expect(page.notes).toEqual(['deleted']);
    expect(answered.changes).toMatch(/^- dialog "Really\?"/m);
    await agent.click('button "Delete account"');
    await agent.does('browser_press', { key: 'Escape' });
    expect(page.notes).toEqual(['deleted', 'closed']);
  });

  it('has a box with an onClick, which React delegates, found in the snapshot and clicked', async () => {
    const { agent, page } = await opened();
    await agent.click('clickable "Monthly plan"');
    expect(page.notes).toEqual(['card']);
  });

  it('has a person and a size chosen by their names alone', async () => {
    const { agent, page } = await opened();
    const person = await agent.does('browser_select', {
      ref: agent.ref('combobox "Person"'),
      values: ['Grace Hopper'],
    });
    expect(person).toMatchObject({ selected: ['Grace Hopper'] });
    await agent.snapshot();
    const size = await agent.does('browser_select', {
      ref: agent.refs('button "Small"')[0],
      values: ['Large'],
    });
    expect(size).toMatchObject({ selected: ['Large'] });
    expect(page.notes).toEqual(['person Grace Hopper', 'size Large']);
    const error = await agent.fails('browser_select', {
      ref: agent.ref('combobox "Person"'),
      values: ['Nobody'],
    });
    expect(error.sideEffect).not.toBe('done');
    expect(page.notes).toHaveLength(2);
  });
});

describe('Shoelace', () => {
  const shoelace = [
    'input',
    'textarea',
    'select',
    'option',
    'dialog',
    'checkbox',
    'switch',
    'radio-group',
    'radio',
    'button',
    'tab-group',
    'tab',
    'tab-panel',
  ]
    .map((name) => `import '@shoelace-style/shoelace/dist/components/${name}/${name}.js';`)
    .join('\n');
  const body = `
    <sl-input id="name" label="Name" placeholder="Your name" help-text="As in your passport"></sl-input>
    <sl-input id="age" type="number" label="Age" value="7"></sl-input>
    <sl-input id="day" type="date" label="Day"></sl-input>
    <sl-textarea id="bio" label="Bio"></sl-textarea>
    <sl-select id="size" label="Size" value="s"><sl-option value="s">Small</sl-option><sl-option value="m">Medium</sl-option><sl-option value="l" disabled>Large</sl-option></sl-select>
    <sl-checkbox id="agree">I agree</sl-checkbox><sl-switch id="wifi">Wi-Fi</sl-switch>
    <sl-radio-group id="pay" label="Pay by" value="card"><sl-radio value="card">Card</sl-radio><sl-radio value="cash">Cash</sl-radio></sl-radio-group>
    <sl-tab-group><sl-tab slot="nav" panel="a">First</sl-tab><sl-tab slot="nav" panel="b">Second</sl-tab>
      <sl-tab-panel name="a"><button>In A</button></sl-tab-panel><sl-tab-panel name="b"><button>In B</button></sl-tab-panel></sl-tab-group>
    <sl-button id="open">Open</sl-button><sl-button id="never" disabled>Never</sl-button>
    <sl-dialog id="sure" label="Really?">Text<sl-button slot="footer" id="yes">Yes</sl-button></sl-dialog>
    <script>
      addEventListener('sl-change', ({ target }) => note(target.id + ' ' + (target.checked ?? target.value)));
      addEventListener('load', () => { document.querySelector('#open').onclick = () => sure.show(); yes.onclick = () => { note('yes'); sure.hide(); }; never.onclick = () => note('never'); });
    </script>`;
  const opened = async () => {
    const agent = bench.lasting();
    const page = await appPage(
      bench.site,
      `${shoelace}\nimport '@shoelace-style/shoelace/dist/themes/light.css';`,
      { body },
    );
    return { agent, page, shown: await agent.open(page) };
  };

  it('is shown with names and states from inside its shadow roots', async () => {
    const { shown } = await opened();
    for (const line of [
      /^@e\d+ textbox "Name" \(placeholder "Your name", "As in your passport"\)$/m,
      /^@e\d+ spinbutton "Age" = "7"$/m,
      /^@e\d+ textbox "Bio" multiline$/m,
      /^@e\d+ combobox "Size" = "Small" collapsed/m,
      /^@e\d+ checkbox "I agree" unchecked$/m,
      /^@e\d+ switch "Wi-Fi" unchecked$/m,
      /^radiogroup "Pay by"$/m,
      /^ @e\d+ radio "Card" checked$/m,
      /^ @e\d+ tab "First" selected$/m,
      /^@e\d+ button "Never" disabled$/m,
    ])
      expect(shown).toMatch(line);
    expect(shown).not.toContain('In B');
    // What draws a control is not told beside it.
    expect(shown).not.toContain('clickable');
  });

  it('takes what is typed and clicked', async () => {
    const { agent, page } = await opened();
    expect((await agent.type('textbox "Name"', 'Ada "Q"')).value).toBe('Ada "Q"');
    expect((await agent.type('spinbutton "Age"', '36', { clearFirst: true })).value).toBe('36');
    expect((await agent.type('date "Day"', '2026-11-15')).value).toBe('2026-11-15');
    expect((await agent.type('textbox "Bio"', 'one\ntwo')).value).toBe('one\ntwo');
    expect((await agent.click('checkbox "I agree"')).changes).toMatch(/checkbox "I agree" checked/);
    expect((await agent.click('switch "Wi-Fi"')).changes).toMatch(/switch "Wi-Fi" checked/);
    expect((await agent.click('radio "Cash"')).changes).toMatch(/radio "Cash" checked/);
    expect(
      await page.run(`[...document.querySelectorAll('sl-input, sl-textarea')].map((e) => e.value).join('|')`),
    ).toBe('Ada "Q"|36|2026-11-15|one\ntwo');
    expect(page.notes).toEqual(expect.arrayContaining(['agree true', 'wifi true', 'pay cash']));
  });

  it('has an option picked, but not a disabled one', async () => {
    const { agent, page } = await opened();
    await agent.click('combobox "Size"');
    expect(await agent.fails('browser_click', { ref: agent.ref('option "Large"') })).toMatchObject({
      code: 'element_disabled',
    });
    expect((await agent.click('option "Medium"')).changes).toMatch(/combobox "Size" = "Medium" collapsed/);
    expect(page.notes).toEqual(['size m']);
  });

  it('has fields of every kind filled in by one call', async () => {
    const { agent, page } = await opened();
    await agent.does('browser_fill_form', {
      fields: [
        { ref: agent.ref('textbox "Name"'), value: 'Ada' },
        { ref: agent.ref('date "Day"'), value: '2026-11-15' },
        { ref: agent.ref('combobox "Size"'), value: 'Medium' },
        { ref: agent.ref('checkbox "I agree"'), value: true },
        { ref: agent.ref('switch "Wi-Fi"'), value: true },
        { ref: agent.ref('radio "Cash"'), value: true },
      ],
    });
    expect(
      await page.run(
        `[...document.querySelectorAll('#name, #day, #size, #agree, #wifi, #pay')].map((e) => e.checked ?? e.value).join('|')`,
      ),
    ).toBe('Ada|2026-11-15|m|true|true|cash');
  });

  it('has tabs changed, a dialog opened and answered, and nothing done by a disabled button', async () => {
    const { agent, page } = await opened();
    const tab = await agent.click('tab "Second"');
    expect(tab.changes).toMatch(/\+ @e\d+ button "In B"/);
    expect(await agent.fails('browser_click', { ref: agent.ref('button "Never"') })).toMatchObject({
      code: 'element_disabled',
    });
    const shown = await agent.click('button "Open"');
    expect(shown.changes).toMatch(/dialog "Really\?"/);
    expect(await agent.fails('browser_click', { ref: agent.ref('checkbox "I agree"') })).toMatchObject({
      code: 'element_blocked',
    });
    await agent.click('button "Yes"');
    expect(page.notes).toEqual(['yes']);
  });
});

describe('flatpickr', () => {
  const opened = async () => {
    const agent = bench.lasting();
    const page = await appPage(
      bench.site,
      `import flatpickr from 'flatpickr';
      import 'flatpickr/dist/flatpickr.css';
      flatpickr('#day', { now: '2026-11-15', defaultDate: '2026-11-15', onChange: (_dates, text) => note('day ' + text) });
      flatpickr('#free', { allowInput: true, onChange: (_dates, text) => note('free ' + text) });`,
      {
        body: '<label>Day <input id="day"></label><label>Free <input id="free"></label><button>Other</button>',
      },
    );
    await agent.open(page);
    return { agent, page };
  };

  it('that only lets a day be picked says so, and has one of another month picked', async () => {
    const { agent, page } = await opened();
    expect(
      await agent.fails('browser_type', { ref: agent.ref('textbox "Day"'), text: '2026-12-24' }),
    ).toMatchObject({ code: 'not_editable', sideEffect: 'none' });
    const shown = await agent.click('textbox "Day"');
    expect(shown.changes).toMatch(/^\+ @e\d+ clickable "November 15, 2026" current/m);
    const november = agent.ref('clickable "November 24, 2026"');
    // A day that was shown may be drawn anew for another month, but is never taken for that.
    await page.run(
      `document.querySelector('.flatpickr-next-month').dispatchEvent(new MouseEvent('mousedown', { bubbles: true })); document.querySelector('#day')._flatpickr.changeMonth(1)`,
    );
    expect(await agent.fails('browser_click', { ref: november })).toMatchObject({ code: 'stale_ref' });
    expect(page.notes).toEqual([]);
    await agent.snapshot({ maxElements: 200 });
    await agent.click('clickable "December 24, 2026"');
    expect(page.notes).toEqual(['day 2026-12-24']);
  });

  it('that also lets it be typed takes it as typed', async () => {
    const { agent, page } = await opened();
    const done = await agent.type('textbox "Free"', '2026-12-24', { submit: true });
    expect(done.value).toBe('2026-12-24');
    expect(page.notes).toEqual(['free 2026-12-24']);
  });
});

describe('SortableJS', () => {
  it('has a card of a board dragged to another list, and to another place in its own', async () => {
    const agent = bench.lasting();
    const page = await appPage(
      bench.site,
      `import Sortable from 'sortablejs';
      for (const list of document.querySelectorAll('ul'))
        new Sortable(list, { group: 'board', animation: 100, onEnd: ({ item, from, to, newIndex }) =>
          note(item.textContent + ' ' + from.id + ' -> ' + to.id + ' ' + newIndex) });`,
      {
        body: `<style>ul { width: 200px; float: left; min-height: 150px; margin: 20px } li { padding: 10px }</style>
          <ul id="todo" aria-label="To do"><li>Write</li><li>Test</li><li>Ship</li></ul><ul id="done" aria-label="Done"><li>Plan</li></ul>`,
      },
    );
    await agent.open(page);
    // Only the lists listen, and the cards are nothing but text; that is found all the same.
    const find = async (text: string) => {
      const found = await agent.reads('browser_find', { text });
      return /@e\d+/.exec(found)?.[0];
    };
    await agent.does('browser_drag', { from: await find('Test'), to: await find('Plan') });
    expect(page.notes[0]).toMatch(/^Test todo -> done [01]$/);
    expect(await page.run('todo.textContent')).toBe('WriteShip');
    await agent.does('browser_drag', { from: await find('Ship'), to: await find('Write') });
    expect(await page.run('todo.textContent')).toBe('ShipWrite');
  });
});
