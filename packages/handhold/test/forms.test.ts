import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from './agent.js';

const files = join(tmpdir(), `handhold-forms-${process.pid}`);
const bench = useBrowser({ files: [files] });

beforeAll(async () => {
  await mkdir(files);
  await writeFile(join(files, 'cv.txt'), 'Ada');
});
afterAll(() => rm(files, { recursive: true, force: true }));

async function open(html: string) {
  const agent = bench.lasting();
  const page = bench.site.page(html, { remote: true });
  await agent.open(page);
  return { agent, page };
}

/** An address that takes a form, and what it was sent, file contents included. */
function receiver(): { url: string; got: string[] } {
  const got: string[] = [];
  const url = bench.site.on(`/take${Math.random()}`, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const type = request.headers['content-type'] ?? '';
    const form = await new Response(Buffer.concat(chunks), { headers: { 'content-type': type } }).formData();
    for (const [name, value] of form)
      got.push(`${name}=${typeof value === 'string' ? value : `${value.name}:${await value.text()}`}`);
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Thanks</title><h1>Thank you</h1>');
  });
  return { url, got };
}

describe('filling in a form', () => {
  it('takes selectors as well as refs, and says by what each field goes', async () => {
    const { agent, page } = await open(`<label>Name <input id="name" onchange="note('name ' + value)"></label>
      <label>Kind <select id="kind" onchange="late.innerHTML = '<input id=more aria-label=More>'; note('kind ' + value)">
        <option>One<option>Two</select></label>
      <label><input type="checkbox" id="news" onchange="note('news ' + checked)"> News</label><span id="late"></span>`);
    const fields = [
      { selector: '#name', value: 'Ada' },
      { ref: agent.ref('combobox "Kind"'), value: 'Two' },
      { selector: '//input[@type="checkbox"]', value: true },
      { selector: '#more', value: 'text' },
      { selector: '#nowhere', value: 'x' },
    ];
    const done = await agent.does('browser_fill_form', { fields });
    expect(page.notes).toEqual(['name Ada', 'kind Two', 'news true']);
    expect(done.fields).toMatchObject([
      { ok: true, element: '@e1 textbox "Name"', value: 'Ada' },
      { ok: true, element: '@e2 combobox "Kind"', value: 'Two' },
      { ok: true, element: '@e3 checkbox "News"', value: true },
      { ok: true, value: 'text' },
      { ok: false, selector: '#nowhere', error: { code: 'element_not_found' } },
    ]);
    expect(await agent.reads('browser_fill_form', { fields: [fields[0], fields[4]] })).toMatch(
      /^filled 1 of 2 fields\nok @e1 textbox "Name" = "Ada"\nerror "#nowhere" element_not_found: /,
    );
    for (const wrong of [{ value: 'x' }, { ref: '@e1', selector: '#name', value: 'x' }])
      expect(await agent.fails('browser_fill_form', { fields: [wrong] })).toMatchObject({
        code: 'validation_error',
      });
    expect(await agent.fails('browser_fill_form', { fields: [fields[4]] })).toMatchObject({
      code: 'element_not_found',
      sideEffect: 'none',
    });
  });

  it('by selectors alone submits the form of the last one', async () => {
    const { agent, page } = await open(`<form id="first" onsubmit="note('wrong')"><input></form>
      <form onsubmit="event.preventDefault(); note('sent ' + who.value)"><input id="who" aria-label="Who"><button>Send</button></form>`);
    const fields = [{ selector: '#who', value: 'Ada' }];
    expect(await agent.does('browser_fill_form', { fields, submit: true })).toMatchObject({
      submitted: true,
    });
    expect(page.notes).toEqual(['sent Ada']);
  });

  it('of every kind of field in one call, sends it off, and says what each field holds', async () => {
    const { url, got } = receiver();
    const { agent, page } =
      await open(`<form id="f" method="post" enctype="multipart/form-data" action="${url}">
      <label>Name <input name="name" value="old"></label><label>About <textarea name="about"></textarea></label>
      <label>Secret <input type="password" name="secret"></label>
      <label>Country <select name="country"><option value="fr">France</option><option value="jp">Japan</option></select></label>
      <label><input type="checkbox" name="news" value="yes"> News</label><label><input type="checkbox" name="ads" value="yes" checked> Ads</label>
      <label><input type="radio" name="way" value="air"> By air</label><label><input type="radio" name="way" value="sea"> By sea</label>
      <label>Born <input type="date" name="born"></label><label>At <input type="time" name="at"></label>
      <label>Colour <input type="color" name="colour"></label><label>Level <input type="range" name="level" min="0" max="10"></label>
      <label>Age <input type="number" name="age"></label><label>CV <input type="file" name="cv"></label>
      <div id="bio" contenteditable role="textbox" aria-label="Bio"></div><input type="hidden" name="bio" id="hidden">
      <button>Send</button></form>
      <script>f.onsubmit = () => { hidden.value = bio.innerText; note('submit'); };</script>`);
    const values: [string, string | boolean | number][] = [
      ['textbox "Name"', 'Ada Lovelace'],
      ['textbox "About"', 'line one\nline two'],
      ['textbox "Secret"', 's3cret'],
      ['combobox "Country"', 'Japan'],
      ['checkbox "News"', true],
      ['checkbox "Ads"', false],
      ['radio "By air"', 'By sea'],
      ['date "Born"', '1815-12-10'],
      ['time "At"', '14:30'],
      ['color "Colour"', '#ff8800'],
      ['slider "Level"', 7],
      ['spinbutton "Age"', 36],
      ['file "CV"', 'cv.txt'],
      ['textbox "Bio"', 'Wrote the first program.'],
    ];
    const fields = values.map(([line, value]) => ({ ref: agent.ref(line), value }));
    const done = await agent.does('browser_fill_form', { fields, submit: true });
    expect(done).toMatchObject({ submitted: true, title: 'Thanks', changes: '# "Thank you"' });
    expect(page.notes).toEqual(['submit']);
    expect(got).toEqual([
      'name=Ada Lovelace',
      'about=line one\r\nline two',
      'secret=s3cret',
      'country=jp',
      'news=yes',
      'way=sea',
      'born=1815-12-10',
      'at=14:30',
      'colour=#ff8800',
      'level=7',
      'age=36',
      'cv=cv.txt:Ada',
      'bio=Wrote the first program.',
    ]);
    const told = Object(done).fields;
    expect(told).toHaveLength(fields.length);
    expect(told).toMatchObject(fields.map(({ ref }) => ({ ref, ok: true })));
    expect(told[0]).toEqual({ ref: '@e1', element: '@e1 textbox "Name"', ok: true, value: 'Ada Lovelace' });
    expect(JSON.stringify(done)).not.toContain('s3cret');
  });

  it('gives each field its own error, fills in the others, and does not send it off', async () => {
    const { agent, page } =
      await open(`<form onsubmit="note('submit')"><input aria-label="A" id="a"><input aria-label="B" disabled>
      <select aria-label="C"><option>One</option></select><input type="date" aria-label="D"><input type="checkbox" aria-label="E">
      <input aria-label="F" id="f"><button>Send</button></form>`);
    const text = await agent.reads('browser_fill_form', {
      submit: true,
      fields: [
        { ref: '@e1', value: 'first' },
        { ref: '@e2', value: 'x' },
        { ref: '@e3', value: 'Two' },
        { ref: '@e4', value: 'tomorrow' },
        { ref: '@e5', value: 'perhaps' },
        { ref: '@e6', value: 'last' },
        { ref: '@e99', value: 'x' },
      ],
    });
    expect(text.split('\n')).toEqual([
      'filled 2 of 7 fields; NOT submitted',
      'ok @e1 textbox "A" = "first"',
      'error @e2 element_disabled: @e2 textbox "B" is disabled.',
      'error @e3 element_not_found: @e3 combobox "C" has no option "Two"; it has "One".',
      expect.stringMatching(/^error @e4 execution_error: @e4 date "D" does not take "tomorrow"/),
      expect.stringMatching(/^error @e5 action_validation_error: /),
      'ok @e6 textbox "F" = "last"',
      'error @e99 stale_ref: @e99 is not in the current snapshot of this page.',
    ]);
    expect(page.notes).toEqual([]);
    expect(await page.run('a.value + f.value')).toBe('firstlast');
  });

  it('fails as a whole where nothing could be filled in', async () => {
    const { agent } = await open('<input aria-label="A" disabled><input aria-label="B" readonly>');
    const fields = [
      { ref: '@e1', value: 'x' },
      { ref: '@e2', value: 'x' },
    ];
    expect(await agent.fails('browser_fill_form', { fields })).toMatchObject({
      code: 'element_disabled',
      sideEffect: 'none',
      details: { fields: [{ error: { code: 'element_disabled' } }, { error: { code: 'not_editable' } }] },
    });
    expect(await agent.fails('browser_fill_form', { fields: [] })).toMatchObject({
      code: 'validation_error',
    });
  });

  it('waits for fields that depend on those before them', async () => {
    const regions = bench.site.on('/form-regions', (_request, response) => {
      setTimeout(() => response.end('<option>Kanto</option><option>Kansai</option>'), 150);
    });
    const { agent, page } =
      await open(`<select id="c" aria-label="Country"><option>France</option><option>Japan</option></select>
      <select id="r" aria-label="Region" disabled></select><label><input type="checkbox" id="g"> Gift</label>
      <input id="t" aria-label="Greeting" disabled><input id="z" aria-label="Code"><input id="n" aria-label="Normalised"><script>
      c.onchange = async () => { r.innerHTML = await (await fetch('${regions}')).text(); r.disabled = false; };
      g.onchange = () => setTimeout(() => { t.disabled = false; }, 60);
      n.oninput = () => { z.value = ''; };</script>`);
    const done = await agent.does('browser_fill_form', {
      fields: [
        { ref: '@e1', value: 'Japan' },
        { ref: '@e2', value: 'Kansai' },
        { ref: '@e3', value: true },
        { ref: '@e4', value: 'Hello' },
        { ref: '@e5', value: '1234' },
        { ref: '@e6', value: 'x' },
      ],
    });
    expect(Object(done).fields).toMatchObject([
      { ok: true, value: 'Japan' },
      { ok: true, value: 'Kansai' },
      { ok: true, value: true },
      { ok: true, value: 'Hello' },
      { ok: false, error: { code: 'execution_error', message: expect.stringMatching(/empty again/) } },
      { ok: true, value: 'x' },
    ]);
    expect(await page.run('[r.value, t.value].join()')).toBe('Kansai,Hello');
  });

  it('stops at a question, and says which fields it did not come to', async () => {
    const { agent } = await open(
      `<input aria-label="A"><label><input type="checkbox" onclick="alert('Stop')"> B</label><input aria-label="C">`,
    );
    const done = await agent.does('browser_fill_form', {
      fields: [
        { ref: '@e1', value: 'x' },
        { ref: '@e2', value: true },
        { ref: '@e3', value: 'y' },
      ],
      submit: true,
    });
    expect(done).toMatchObject({
      dialog: { message: 'Stop' },
      fields: [{ ok: true }, { ok: false }, { ok: false }],
    });
    await agent.does('browser_dialog', { action: 'accept' });
  });
});

const strict = (
  url: string,
) => `<form action="${url}" method="post"><label>Name <input name="n" required></label>
  <label>Email <input type="email" name="e" value="ada"></label><button>Send</button></form>`;

/** A thing moved along a scale by keys, as libraries make them. */
function scale(about: string, keys: Record<string, number>, say = ''): string {
  return `<div id="f" tabindex="0" style="width: 9em; height: 1em" ${about}></div><script>
    f.onkeydown = (event) => {
      const by = ${JSON.stringify(keys)}[event.key];
      const [min, max] = [Number(f.ariaValueMin ?? 0), Number(f.ariaValueMax ?? 1e9)];
      let now = Number(f.ariaValueNow);
      if (by !== undefined) now += by;
      else if (event.key === 'Home' && f.ariaValueMin) now = min;
      else if (event.key === 'End' && f.ariaValueMax) now = max;
      else return;
      event.preventDefault();
      requestAnimationFrame(() => { f.ariaValueNow = Math.min(max, Math.max(min, now)); ${say} });
      now = Math.min(max, Math.max(min, now));
      f.ariaValueNow = now;
    };</script>`;
}

describe('what a form has that is no field of the browser', () => {
  const arrows = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };
  const slider = 'role="slider" aria-label="F" aria-valuemin="0" aria-valuemax="100" aria-valuenow="20"';
  const sizes = `f.ariaValueText = ['Small', 'Medium', 'Large'][f.ariaValueNow];`;

  it.each([
    ['a slider', scale(slider, arrows), 70, '70', '70'],
    ['a slider, down', scale(slider, arrows), '3', '3', '3'],
    ['a slider, to its end', scale(slider, arrows), 100, '100', '100'],
    ['a slider in larger steps', scale(slider, { ArrowRight: 5, ArrowLeft: -5 }), 45, '45', '45'],
    [
      'a slider from right to left',
      scale(slider, { ArrowRight: -1, ArrowLeft: 1, ArrowUp: 1, ArrowDown: -1 }),
      30,
      '30',
      '30',
    ],
    [
      'a slider that is upright',
      scale(`${slider} aria-orientation="vertical"`, { ArrowUp: 1, ArrowDown: -1 }),
      30,
      '30',
      '30',
    ],
    [
      'a long slider',
      scale('role="slider" aria-label="F" aria-valuemin="0" aria-valuemax="100000" aria-valuenow="0"', {
        ...arrows,
        PageUp: 1000,
        PageDown: -1000,
      }),
      42_042,
      '42042',
      '42042',
    ],
    [
      'a slider that says its value in other words',
      scale(`${slider} aria-valuetext="$20"`, arrows, `f.ariaValueText = '$' + f.ariaValueNow;`),
      '$25',
      '25',
      '$25',
    ],
    [
      'a slider of things rather than numbers',
      scale(
        'role="slider" aria-label="F" aria-valuemin="0" aria-valuemax="2" aria-valuenow="2" aria-valuetext="Large"',
        arrows,
        sizes,
      ),
      'medium',
      '1',
      'Medium',
    ],
    [
      'a spinbutton without a text field',
      scale('role="spinbutton" aria-label="F" aria-valuenow="1"', { ArrowUp: 1, ArrowDown: -1 }),
      4,
      '4',
      '4',
    ],
  ])('%s is moved to its value', async (_what, html, value, now, says) => {
    const { agent, page } = await open(html);
    const { fields } = Object(await agent.does('browser_fill_form', { fields: [{ ref: '@e1', value }] }));
    expect(fields).toMatchObject([{ ok: true, value: says }]);
    expect(await page.run('f.ariaValueNow')).toBe(now);
  });

  it.each([
    ['beyond its end', scale(slider, arrows), 700, '20', 'none'],
    ['between two steps', scale(slider, { ArrowRight: 5, ArrowLeft: -5 }), 42, '40', 'done'],
    ['deaf to keys', scale(slider, {}), 42, '20', 'done'],
    ['not named so', scale(slider, arrows), 'loud', '20', 'none'],
  ])('a slider that is %s says where it is', async (_how, html, value, now, sideEffect) => {
    const { agent, page } = await open(html);
    const error = await agent.fails('browser_fill_form', { fields: [{ ref: '@e1', value }] });
    expect(error.code).toBe('execution_error');
    if (sideEffect === 'none') expect(error.message).toContain('0 to 100');
    else expect(error.message).toContain(`it is at "${now}"`);
    expect(await page.run('f.ariaValueNow')).toBe(now);
  });

  it.each([
    [
      'by its name',
      '<label><input type="radio" name="r" value="1"> Yes</label><label><input type="radio" name="r" value="2" id="n"> No</label>',
      'No',
    ],
    [
      'by its number',
      '<label><input type="radio" name="r"> 1</label><label><input type="radio" name="r" id="n"> 2</label>',
      2,
    ],
    [
      'by its value',
      '<label><input type="radio" name="r" value="air"> By air</label><label><input type="radio" name="r" value="sea" id="n"> By sea</label>',
      'sea',
    ],
  ])('a radio stands for another of its group %s, which is then told of', async (_how, html, value) => {
    const { agent, page } = await open(html);
    const { fields } = Object(await agent.does('browser_fill_form', { fields: [{ ref: '@e1', value }] }));
    expect(await page.run('n.checked')).toBe('true');
    expect(fields).toEqual([
      { ref: '@e1', element: expect.stringMatching(/^@e2 radio "(No|2|By sea)"$/), ok: true, value: true },
    ]);
  });

  it('is told as it is when the page has settled', async () => {
    const { agent, page } = await open(`<input id="a" aria-label="A"><input id="b" aria-label="B"><script>
      b.oninput = () => requestAnimationFrame(() => { a.value = ''; b.value = b.value.toUpperCase(); });</script>`);
    const { fields } = Object(
      await agent.does('browser_fill_form', {
        fields: [
          { ref: '@e1', value: 'one' },
          { ref: '@e2', value: 'two' },
        ],
      }),
    );
    expect(fields).toMatchObject([
      { ref: '@e1', ok: false, error: { code: 'execution_error' } },
      { ref: '@e2', ok: true, value: 'TWO' },
    ]);
    expect(await page.run('a.value + b.value')).toBe('TWO');
  });

  const options = (several: boolean) =>
    `<div role="listbox" aria-label="L" tabindex="0" ${several ? 'aria-multiselectable="true"' : ''}>${[
      'One',
      'Two',
      'Three',
    ]
      .map((name) => `<div role="option" aria-selected="false">${name}</div>`)
      .join('')}</div><script>
      const all = [...document.querySelectorAll('[role="option"]')];
      for (const one of all) one.onclick = () => {
        for (const other of all)
          if (other === one) one.ariaSelected = String(${several} ? one.ariaSelected !== 'true' : true);
          else if (!${several}) other.ariaSelected = 'false';
      };</script>`;

  it.each([
    ['another by its name', false, 'Two', ['Two']],
    ['itself', false, true, ['One']],
    ['several by their names', true, ['Two', 'Three'], ['Two', 'Three']],
    ['itself among several', true, true, ['One']],
  ])('an option of a list stands for %s', async (_what, several, value, chosen) => {
    const { agent, page } = await open(options(several));
    const ref = agent.ref('option "One"');
    const { fields } = Object(await agent.does('browser_fill_form', { fields: [{ ref, value }] }));
    expect(fields).toMatchObject([{ ok: true }]);
    expect(await page.run(`all.filter((o) => o.ariaSelected === 'true').map((o) => o.textContent)`)).toBe(
      chosen.join(),
    );
  });

  const tags = (key: string) => `<ul id="l"></ul><input id="f" aria-label="Tags"><script>
    f.onkeydown = (event) => {
      if (event.key !== '${key}' || !f.value) return;
      event.preventDefault(); note(f.value);
      l.append(Object.assign(document.createElement('li'), { textContent: f.value })); f.value = '';
    };</script>`;

  it.each([',', 'Enter'])('a field that makes tags with %s gets each of them', async (key) => {
    const { agent, page } = await open(tags(key));
    const { fields } = Object(
      await agent.does('browser_fill_form', { fields: [{ ref: '@e1', value: ['tea', 'green coffee'] }] }),
    );
    expect(fields).toMatchObject([{ ok: true, value: ['tea', 'green coffee'] }]);
    expect(page.notes).toEqual(['tea', 'green coffee']);
  });

  it.each([
    ['in a form', `<form onsubmit="note('sent'); return false"><input id="f" aria-label="Tags"></form>`],
    ['of a chat', `<input id="f" aria-label="Message" onkeydown="if (event.key === 'Enter') note('sent')">`],
  ])(
    'several texts for a field %s that makes nothing of them stand in it together, unsent',
    async (_where, html) => {
      const { agent, page } = await open(html);
      await agent.does('browser_fill_form', { fields: [{ ref: '@e1', value: ['Ada', 'Grace'] }] });
      expect(await page.run('f.value')).toBe('Ada, Grace');
      expect(page.notes).toEqual([]);
    },
  );

  it('a date in parts takes a date as a whole', async () => {
    const part = (id: string, name: string, most: number) =>
      `<div id="${id}" role="spinbutton" contenteditable="true" aria-label="${name}" aria-valuemin="1" aria-valuemax="${most}">–</div>`;
    const { agent, page } = await open(
      `<div role="group" aria-label="Born">${part('m', 'Month', 12)}/${part('d', 'Day', 31)}/${part('y', 'Year', 9999)}</div><script>
      for (const part of [m, d, y]) {
        let typed = '';
        part.onfocus = () => { typed = ''; };
        part.addEventListener('beforeinput', (event) => {
          event.preventDefault(); typed += event.data; part.textContent = typed; part.ariaValueNow = String(Number(typed));
        });
      }</script>`,
    );
    const ref = agent.ref('spinbutton "Month"');
    const { fields } = Object(
      await agent.does('browser_fill_form', { fields: [{ ref, value: '1815-12-10' }] }),
    );
    expect(fields).toMatchObject([{ ok: true, value: '1815-12-10' }]);
    expect(await page.run('[y, m, d].map((part) => part.ariaValueNow)')).toBe('1815,12,10');
  });
});

describe('submitting', () => {
  it('presses the button of the form, and gives the page that follows', async () => {
    const { url, got } = receiver();
    const html = `<form action="${url}" method="post" enctype="multipart/form-data"><input name="q" aria-label="Q" value="tea">
      <button type="button">Cancel</button><button name="go" value="1">Search</button></form>`;
    for (const ref of [undefined, '@e1', '@e3']) {
      const { agent } = await open(html);
      const done = await agent.does('browser_submit', ref === undefined ? {} : { ref });
      expect(done).toMatchObject({ submitted: true, title: 'Thanks', element: '@e3 button "Search"' });
    }
    expect(got).toEqual(['q=tea', 'go=1', 'q=tea', 'go=1', 'q=tea', 'go=1']);
  });

  it('presses Enter where there is no button, and knows the form that has the focus', async () => {
    const { agent, page } =
      await open(`<form onsubmit="note('first'); return false"><input aria-label="A"></form>
      <form id="f" onsubmit="note('second'); return false"><input aria-label="B"><input aria-label="C"></form>
      <input aria-label="D" onkeydown="note(event.key)">`);
    expect(await agent.fails('browser_submit')).toMatchObject({
      code: 'action_validation_error',
      message: expect.stringMatching(/2 forms/),
    });
    await agent.does('browser_submit', { ref: '@e1' });
    await agent.does('browser_focus', { ref: '@e3' });
    expect(await agent.does('browser_submit')).toMatchObject({ submitted: true });
    await agent.does('browser_submit', { ref: '@e4' });
    expect(page.notes).toEqual(['first', 'second', 'Enter']);
  });

  it('that the browser refuses is an error that names the fields and what is wrong with them', async () => {
    const { url, got } = receiver();
    const { agent } = await open(strict(url));
    const error = await agent.fails('browser_submit');
    expect(error).toMatchObject({ code: 'execution_error', sideEffect: 'none' });
    expect(error.message).toMatch(
      /^The browser did not submit the form: @e1 textbox "Name" is not valid, "Please fill out this field\."; @e2 textbox "Email" is not valid, "Please include an '@'/,
    );
    expect(got).toEqual([]);
    const filled = await agent.does('browser_fill_form', {
      fields: [{ ref: '@e1', value: 'Ada' }],
      submit: true,
    });
    expect(filled).toMatchObject({
      submitted: false,
      invalid: [{ element: '@e2 textbox "Email"', message: expect.stringMatching(/@/) }],
    });
    expect(got).toEqual([]);
  });

  it('has nothing to submit on a page without a form, and a disabled button is in the way', async () => {
    const { agent } = await open('<p>Nothing</p><button>Go</button><p id="p">x</p>');
    expect(await agent.fails('browser_submit')).toMatchObject({ code: 'element_not_found' });
    await agent.open(bench.site.page('<form><input aria-label="A"><button disabled>Go</button></form>'));
    expect(await agent.fails('browser_submit', { ref: '@e1' })).toMatchObject({ code: 'element_disabled' });
  });
});

describe('what is wrong with a field', () => {
  it('stands in its line after the click that the browser refused, and in the outcome each time', async () => {
    const { url, got } = receiver();
    const { agent } = await open(strict(url));
    const done = await agent.click('button "Send"');
    expect(done.changes.split('\n')).toEqual([
      '~ @e1 textbox "Name" required invalid focused (error "Please fill out this field.")',
      expect.stringMatching(
        /^~ @e2 textbox "Email" = "ada" invalid \(error "Please include an '@' in the email/,
      ),
    ]);
    expect(done).toMatchObject({
      invalid: [
        { element: '@e1 textbox "Name"', message: 'Please fill out this field.' },
        { element: '@e2 textbox "Email"' },
      ],
    });
    await agent.fails('browser_submit', { ref: agent.ref('button "Send"') });
    // What that call told is not laid at the door of the next.
    expect(await agent.reads('browser_press', { key: 'Shift' })).not.toContain('not valid');
    const again = await agent.reads('browser_click', { ref: agent.ref('button "Send"') });
    expect(again).toMatch(/^not valid: @e1 textbox "Name" "Please fill out this field\."$/m);
    await agent.type('textbox "Name"', 'Ada');
    const fixed = await agent.type('textbox "Email"', 'ada@example.com', { clearFirst: true, submit: true });
    expect(fixed).toMatchObject({ title: 'Thanks' });
    expect(got).toEqual(['n=Ada', 'e=ada@example.com']);
  });

  it('is told in the words of the page where it says so itself', async () => {
    const { agent } = await open(`<form novalidate><input id="a" aria-label="Zip" aria-describedby="hint err">
      <span id="hint">Five digits</span><span id="err"></span><input id="b" aria-label="Code" aria-errormessage="msg"><div id="msg" hidden>Wrong code</div>
      <button>Send</button></form>
      <script>document.forms[0].onsubmit = (event) => { event.preventDefault(); err.textContent = 'Not a zip code';
        a.ariaInvalid = 'true'; b.ariaInvalid = 'true'; msg.hidden = false; };</script>`);
    const done = await agent.click('button "Send"');
    expect(done.changes).toContain('~ @e1 textbox "Zip" invalid (error "Not a zip code"');
    expect(done.changes).toContain('~ @e2 textbox "Code" invalid (error "Wrong code")');
  });

  it('is told of a field that nobody sees', async () => {
    const { agent } = await open(
      `<form onsubmit="return false"><input id="h" name="plan" required style="position:absolute;left:-9999px" aria-label="Plan"><button>Send</button></form>`,
    );
    expect(await agent.click('button "Send"')).toMatchObject({
      invalid: [{ element: expect.stringContaining('"Plan"'), message: 'Please fill out this field.' }],
    });
  });
});
