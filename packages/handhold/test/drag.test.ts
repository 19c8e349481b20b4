import { describe, expect, it } from 'vitest';
import { useFullBrowser } from '../../../test/support/browser.js';
import { useBrowser } from './agent.js';

const bench = useBrowser();

async function open(html: string) {
  const agent = bench.lasting();
  const page = bench.site.page(html, { remote: true });
  await agent.open(page);
  return { agent, page };
}

describe('dragging', () => {
  it('is a drag of the browser where the page has made it one', async () => {
    const { agent, page } =
      await open(`<style>#zone { margin-top: 80px; width: 200px; height: 100px; background: #eee }</style>
      <div id="card" draggable="true">Card</div><div id="zone" tabindex="0" aria-label="Done"></div><script>
      const log = [];
      for (const type of ['dragstart', 'dragenter', 'dragover', 'drop', 'dragend', 'mouseup', 'click'])
        document.addEventListener(type, (event) => { if (!log.includes(type)) log.push(type); if (!event.isTrusted) log.push('untrusted'); });
      card.ondragstart = (event) => { event.dataTransfer.setData('text/plain', 'card 1'); event.dataTransfer.setData('text/x-mine', '{"id":1}'); };
      let overs = 0;
      zone.ondragover = (event) => { overs += 1; event.preventDefault(); };
      zone.ondrop = (event) => { event.preventDefault();
        note(event.dataTransfer.getData('text/plain') + event.dataTransfer.getData('text/x-mine') + ' ' + event.offsetX + ',' + event.offsetY);
        zone.append(card); };
      document.addEventListener('dragend', () => note(log.join() + ' ' + (overs > 0)));
    </script>`);
    const from = agent.ref('clickable "Card"');
    const to = agent.ref('clickable "Done"');
    expect(await agent.does('browser_drag', { from, to })).toMatchObject({
      element: `${from} clickable "Card"`,
      to: `${to} clickable "Done"`,
    });
    expect(page.notes).toEqual(['card 1{"id":1} 100,50', 'dragstart,dragenter,dragover,drop,dragend true']);
    expect(await page.run('card.parentElement.id')).toBe('zone');
    await agent.does('browser_drag', { from, to, toOffset: { x: 20, y: 90 } });
    expect(page.notes[2]).toBe('card 1{"id":1} 20,90');
  });

  it('is a movement of the pointer where the page follows that, in at least five steps', async () => {
    const { agent, page } =
      await open(`<style>#box { position: absolute; left: 20px; top: 20px; width: 60px; height: 60px; background: teal }
      #goal { position: absolute; left: 400px; top: 300px; width: 100px; height: 100px; background: #ddd }</style>
      <div id="goal" tabindex="0" aria-label="Goal"></div><div id="box" tabindex="0" aria-label="Box"></div><script>
      let moves = 0, from;
      box.onpointerdown = (event) => { from = [event.clientX - box.offsetLeft, event.clientY - box.offsetTop]; box.setPointerCapture(event.pointerId); };
      box.onpointermove = (event) => { if (!from) return; if (event.buttons !== 1) note('not held'); moves += 1; box.style.left = event.clientX - from[0] + 'px'; box.style.top = event.clientY - from[1] + 'px'; };
      box.onpointerup = () => { from = undefined; note([box.offsetLeft, box.offsetTop, moves >= 5].join()); moves = 0; };
    </script>`);
    const from = agent.ref('clickable "Box"');
    await agent.does('browser_drag', { from, to: agent.ref('clickable "Goal"') });
    await agent.does('browser_drag', { from, by: { x: -100, y: -50.0 } });
    expect(page.notes).toEqual(['420,320,true', '320,270,true']);
  });

  it.each([
    ['#card', '#zone'],
    ['text=Card', '//div[@id="zone"]'],
    ['ref', '#zone'],
    ['[draggable]', 'ref'],
  ])('takes selectors: %s to %s', async (from, to) => {
    const { agent, page } =
      await open(`<style>#zone { margin-top: 80px; width: 200px; height: 100px; background: #eee }</style>
      <div id="card" draggable="true">Card</div><div id="zone" tabindex="0" aria-label="Done"></div><script>
      card.ondragstart = (event) => event.dataTransfer.setData('text/plain', 'card');
      zone.ondragover = (event) => event.preventDefault();
      zone.ondrop = (event) => { event.preventDefault(); note(event.dataTransfer.getData('text/plain')); };
    </script>`);
    const named = (word: string, line: string) => (word === 'ref' ? agent.ref(line) : word);
    const done = await agent.does('browser_drag', {
      from: named(from, 'clickable "Card"'),
      to: named(to, 'clickable "Done"'),
    });
    expect(page.notes).toEqual(['card']);
    expect(done).toMatchObject({ element: '@e1 clickable "Card"', to: '@e2 clickable "Done"' });
  });

  const board = (
    card: string,
    script = '',
  ) => `<style>.zone { height: 150px; margin: 10px; background: #eee }</style>
    <div id="a" class="zone"><h2>To do</h2>${card}</div><div id="b" class="zone"><h2>Done</h2></div><script>
    for (const zone of [a, b]) {
      zone.ondragover = (event) => event.preventDefault();
      zone.ondrop = (event) => { event.preventDefault(); put(zone); note(zone.id); };
    }
    function put(zone) { zone.append(card); } ${script}</script>`;
  const card = '<div id="card" draggable="true" style="width: 90px; background: pink">Card</div>';

  it.each([
    ['as they are', board(card)],
    ['in lists', board(card).replace(/<(\/?)div(?= id="[ab]"|><div id="b"|><script)/g, '<$1section')],
    [
      'and drawn anew',
      board(card, 'put = (zone) => { const copy = card.cloneNode(true); card.remove(); zone.append(copy); }'),
    ],
    ['with other cards', board(`${card}<div class="other" draggable="true" style="width: 90px">Other</div>`)],
  ])('to and fro goes on with the same refs: %s', async (_how, html) => {
    const { agent, page } = await open(html);
    const refOf = async (selector: string) =>
      (await agent.does('browser_get_element', { selector })).element?.split(' ', 1)[0];
    const [from, first, second] = [await refOf('#card'), await refOf('#a'), await refOf('#b')];
    for (const to of [second, first, second, first]) await agent.does('browser_drag', { from, to });
    expect(page.notes).toEqual(['b', 'a', 'b', 'a']);
    await agent.snapshot();
    await agent.does('browser_drag', { from, to: second });
    expect(page.notes).toHaveLength(5);
  });

  it('goes on with the refs of what was named by selectors', async () => {
    const { agent, page } = await open(board(card));
    const done = await agent.does('browser_drag', { from: '#card', to: '#b' });
    const refs = await agent.does('browser_drag', { from: '#card', to: '#a' });
    const [from, first, second] = [done.element, refs.to, done.to].map(
      (told) => String(told).split(' ', 1)[0],
    );
    await agent.does('browser_drag', { from, to: second });
    await agent.does('browser_drag', { from, to: first });
    expect(page.notes).toEqual(['b', 'a', 'b', 'a']);
  });

  it('takes what other calls have named', async () => {
    const { agent, page } = await open(board(card));
    const refOf = async (selector: string) =>
      (await agent.does('browser_hover', { selector })).element?.split(' ', 1)[0];
    const [from, to] = [await refOf('#card'), await refOf('#b')];
    await agent.does('browser_drag', { from, to });
    expect(page.notes).toEqual(['b']);
  });

  it.each([
    ['a text', '<b style="pointer-events: auto">Drop here</b>'],
    ['a button', '<button>Choose a file</button>'],
    ['a link', '<a href="#x">Choose a file</a>'],
    ['a field', '<input aria-label="Name">'],
    ['another thing that can be dragged', '<div draggable="true" style="width: 60px">Other</div>'],
  ])('drops on the middle of what has %s there', async (_what, inside) => {
    const { agent, page } = await open(`${card}<div id="zone" tabindex="0" aria-label="Zone"
      style="width: 300px; height: 120px; display: grid; place-content: center; background: #eee">${inside}</div><script>
      zone.ondragover = (event) => event.preventDefault();
      zone.ondrop = (event) => { event.preventDefault(); const { x, y } = zone.getBoundingClientRect();
        note([event.clientX - x, event.clientY - y]); };</script>`);
    await agent.does('browser_drag', {
      from: agent.ref('clickable "Card"'),
      to: agent.ref('clickable "Zone"'),
    });
    expect(page.notes).toEqual(['150,60']);
  });

  it('says what lies over the middle, and drops beside it', async () => {
    const { agent, page } =
      await open(`${card}<div style="position: relative"><div id="zone" tabindex="0" aria-label="Zone"
      style="width: 300px; height: 120px; background: #eee"></div>
      <div style="position: absolute; left: 120px; top: 40px; width: 60px; height: 40px; background: red">Badge</div></div><script>
      zone.ondragover = (event) => event.preventDefault();
      zone.ondrop = (event) => { event.preventDefault(); note([event.offsetX, event.offsetY]); };</script>`);
    const ends = { from: agent.ref('clickable "Card"'), to: agent.ref('clickable "Zone"') };
    const error = await agent.fails('browser_drag', ends);
    expect(error).toMatchObject({ code: 'element_blocked', sideEffect: 'none' });
    expect(error.message).toContain('Badge');
    expect(error.recoveryHint).toContain('toOffset');
    await agent.does('browser_drag', { ...ends, toOffset: { x: 30, y: 60 } });
    expect(page.notes).toEqual(['30,60']);
  });

  it('scrolls to where it is dropped', async () => {
    const { agent, page } =
      await open(`<div id="card" draggable="true">Card</div><div style="height:3000px"></div>
      <div id="zone" tabindex="0" aria-label="Far" style="height:80px"></div><div style="height:900px"></div><script>
      zone.ondragover = (event) => event.preventDefault();
      zone.ondrop = () => note('dropped');</script>`);
    await agent.does('browser_drag', {
      from: agent.ref('clickable "Card"'),
      to: agent.ref('clickable "Far"'),
    });
    expect(page.notes).toEqual(['dropped']);
  });

  it('works inside a frame', async () => {
    const inner =
      bench.site.page(`<div id="card" draggable="true">Card</div><div id="zone" tabindex="0" aria-label="Zone" style="height:60px"></div><script>
      zone.ondragover = (event) => event.preventDefault(); zone.ondrop = () => note('dropped');</script>`);
    const { agent } = await open(
      `<div style="height:50px"></div><iframe src="${inner.url}" width="400" height="300"></iframe>`,
    );
    await agent.does('browser_drag', {
      from: agent.ref('clickable "Card"'),
      to: agent.ref('clickable "Zone"'),
    });
    expect(inner.notes).toEqual(['dropped']);
  });

  it('moves a slider by its thumb', async () => {
    const { agent, page } = await open(
      `<input id="r" type="range" min="0" max="100" value="50" style="width:200px" aria-label="Volume" onchange="note(this.value > 70)">`,
    );
    const done = await agent.does('browser_drag', { from: '@e1', by: { x: 60, y: 0 } });
    expect(page.notes).toEqual(['true']);
    expect(done.changes).toMatch(/~ @e1 slider "Volume" = "8\d"/);
  });

  it('that ends in a question ends with that question, and one that is called off lets go', async () => {
    const { agent, page } =
      await open(`<div id="card" draggable="true">Card</div><div id="zone" tabindex="0" aria-label="Zone" style="height:60px"></div>
      <div id="slow" tabindex="0" aria-label="Slow" style="height:60px"></div><script>
      zone.ondragover = (event) => event.preventDefault(); zone.ondrop = () => alert('Really?');
      slow.onpointermove = (event) => { if (event.buttons) { note('moving'); const r = new XMLHttpRequest(); r.open('GET', '/held', false); r.send(); } };
      slow.onpointerup = () => note('let go');</script>`);
    const zone = agent.ref('clickable "Zone"');
    expect(await agent.does('browser_drag', { from: agent.ref('clickable "Card"'), to: zone })).toMatchObject(
      {
        dialog: { message: 'Really?' },
      },
    );
    await agent.does('browser_dialog', { action: 'accept' });
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    bench.site.on('/held', async (_request, response) => {
      await held;
      response.writeHead(204).end();
    });
    const calling = new AbortController();
    const slow = agent.ref('clickable "Slow"');
    const dragging = agent.call(
      'browser_drag',
      { from: slow, by: { x: 0, y: 20 } },
      { signal: calling.signal },
    );
    await expect.poll(() => page.notes).toContain('moving');
    calling.abort();
    expect((await dragging).error).toMatchObject({ code: 'aborted', sideEffect: 'unknown' });
    release();
    await expect.poll(() => page.notes).toContain('let go');
    await agent.does('browser_mouse', { action: 'move', x: 5, y: 5 });
  });

  it('refuses what can not be dragged or dropped on, before anything is touched', async () => {
    const { agent, page } =
      await open(`<button id="a">A</button><button id="b" disabled>B</button><button id="c">C</button>
      <div style="position:relative;width:80px"><button id="d">D</button><div role="dialog" aria-label="Wait" style="position:absolute;inset:0;background:#fff">W</div></div>
      <script>for (const type of ['mousedown', 'mouseup']) addEventListener(type, () => note(type));</script>`);
    const [a, b, c, d] = ['A', 'B', 'C', 'D'].map((name) => agent.ref(`button "${name}"`));
    await page.run('c.hidden = true');
    const cases: [object, string][] = [
      [{ from: b, to: a }, 'element_disabled'],
      [{ from: d, to: a }, 'element_blocked'],
      [{ from: a, to: d }, 'element_blocked'],
      [{ from: a, to: c }, 'element_not_visible'],
      [{ from: a, to: 'e999' }, 'stale_ref'],
      [{ from: 'e999', to: a }, 'stale_ref'],
      [{ from: a, to: '#nowhere' }, 'element_not_found'],
      [{ from: '#nowhere', to: a }, 'element_not_found'],
      [{ from: 'b:no-such-thing', to: a }, 'invalid_selector'],
      [{ from: a, to: '' }, 'validation_error'],
      [{ from: a }, 'validation_error'],
      [{ from: a, to: d, by: { x: 1, y: 1 } }, 'validation_error'],
      [{ from: a, by: { x: Number.NaN, y: 0 } }, 'validation_error'],
      [{ from: a, by: { x: 1e9, y: 0 } }, 'validation_error'],
      [{ from: a, by: { x: -5000, y: 0 } }, 'action_validation_error'],
    ];
    for (const [input, code] of cases)
      expect([input, await agent.fails('browser_drag', input)]).toMatchObject([
        input,
        { code, sideEffect: 'none' },
      ]);
    expect(page.notes).toEqual([]);
  });
});

describe('what is dropped', () => {
  it('is told where it is when it has glided into its place', async () => {
    const { agent, page } =
      await open(`<style>.list { float: left; width: 200px; min-height: 200px; margin: 10px; background: #eee }
      #card { position: relative; padding: 10px; background: #fff }</style>
      <div class="list"><h3>Todo</h3><div id="card" role="button" tabindex="0">Spec</div></div>
      <div class="list" id="done"><h3>Done</h3><button>Clear</button></div><script>
      let from;
      card.onmousedown = (event) => { event.preventDefault(); from = [event.clientX, event.clientY]; };
      onmousemove = (event) => { if (from) card.style.transform = 'translate(' + (event.clientX - from[0]) + 'px,' + (event.clientY - from[1]) + 'px)'; };
      onmouseup = () => {
        if (!from) return;
        from = undefined;
        card.style.transition = 'transform 0.5s';
        card.style.transform = 'translate(220px, 60px)';
        card.ontransitionend = () => { card.style.transition = card.style.transform = ''; done.append(card); note('moved'); };
      };</script>`);
    const from = agent.ref('button "Spec"');
    const { changes } = await agent.does('browser_drag', { from, to: agent.ref('button "Clear"') });
    expect(page.notes).toEqual(['moved']);
    expect(changes).toContain(`"Clear" @e2, "Spec" ${from}`);
  });
});

describe('the mouse', () => {
  it('clicks, moves, presses, lets go and turns at a point', async () => {
    const { agent, page } =
      await open(`<style>body { margin: 0 }</style><canvas id="c" width="400" height="300" aria-label="Board"></canvas>
      <div style="height:3000px"></div><script>
      for (const type of ['mousedown', 'mouseup', 'click', 'dblclick', 'contextmenu', 'wheel'])
        c.addEventListener(type, (event) => { event.type === 'contextmenu' && event.preventDefault();
          note([type, event.clientX, event.clientY, event.button, event.detail, event.deltaY ?? ''].join()); }, { passive: false });
      c.onmousemove = (event) => { if (event.buttons) note('drawn ' + event.clientX + ',' + event.clientY); };</script>`);
    const take = () => page.notes.splice(0);
    expect(await agent.reads('browser_mouse', { action: 'click', x: 40, y: 50 })).toBe(
      'mouse click at 40,50 on canvas "Board"\nno element or text changed; what is drawn may have',
    );
    expect(take()).toEqual(['mousedown,40,50,0,1,', 'mouseup,40,50,0,1,', 'click,40,50,0,1,']);
    await agent.does('browser_mouse', { action: 'click', x: 40, y: 50, clickCount: 2 });
    expect(take().at(-1)).toBe('dblclick,40,50,0,2,');
    await agent.does('browser_mouse', { action: 'click', x: 9, y: 9, button: 'right' });
    expect(take().some((line) => line.startsWith('contextmenu,9,9,2'))).toBe(true);
    await agent.does('browser_mouse', { action: 'move', x: 60, y: 70 });
    await agent.does('browser_mouse', { action: 'down' });
    await agent.does('browser_mouse', { action: 'move', x: 90, y: 70 });
    await agent.does('browser_mouse', { action: 'up' });
    expect(take()).toEqual(['mousedown,60,70,0,1,', 'drawn 90,70', 'mouseup,90,70,0,1,', 'click,90,70,0,1,']);
    await agent.does('browser_mouse', { action: 'wheel', deltaY: 300 });
    expect(take()).toEqual(['wheel,90,70,0,0,300']);
    expect(Number(await page.run('scrollY'))).toBeGreaterThan(0);
    await agent.does('browser_mouse', { action: 'wheel', x: 10, y: 10, deltaY: -300 });
  });

  it('drags by hand what the browser drags', async () => {
    const { agent, page } =
      await open(`<style>body { margin: 0 }</style><div id="card" draggable="true" style="height:40px">Card</div>
      <div id="zone" style="height:40px">Zone</div><script>zone.ondragover = (event) => event.preventDefault(); zone.ondrop = () => note('dropped');</script>`);
    await agent.does('browser_mouse', { action: 'down', x: 20, y: 20 });
    for (const y of [30, 50, 60]) await agent.does('browser_mouse', { action: 'move', x: 20, y });
    await agent.does('browser_mouse', { action: 'up' });
    expect(page.notes).toEqual(['dropped']);
    await agent.click('clickable "Card"');
  });

  it('goes nowhere outside the viewport', async () => {
    const { agent } = await open('<button>A</button>');
    const cases: [object, string][] = [
      [{ action: 'click', x: 5000, y: 10 }, 'action_validation_error'],
      [{ action: 'click', x: -5, y: 10 }, 'validation_error'],
      [{ action: 'click', x: Number.NaN, y: 10 }, 'validation_error'],
      [{ action: 'click', x: 1e9, y: 10 }, 'validation_error'],
      [{ action: 'click', x: 10 }, 'validation_error'],
      [{ action: 'click' }, 'validation_error'],
      [{ action: 'move' }, 'validation_error'],
      [{ action: 'wheel', x: 1, y: 1 }, 'validation_error'],
      [{ action: 'jump', x: 1, y: 1 }, 'validation_error'],
      [{ action: 'click', x: 1, y: 1, button: 'purple' }, 'validation_error'],
      [{ action: 'click', x: 1, y: 1, clickCount: 0 }, 'validation_error'],
      [{ action: 'click', x: 1, y: 1, clickCount: 1000 }, 'validation_error'],
    ];
    for (const [input, code] of cases)
      expect([input, await agent.fails('browser_mouse', input)]).toMatchObject([
        input,
        { code, sideEffect: 'none' },
      ]);
  });
});

// Without windows, Chromium passes no drag from one process to another.
describe('dragging, with a frame of another site', () => {
  useFullBrowser();
  const full = useBrowser({ ownBrowser: true });

  it('works inside one, into one, out of one, and from one to another', async () => {
    const board = (name: string) =>
      full.site.page(`<body style="margin: 0"><div id="card" draggable="true">${name} card</div>
      <div id="zone" tabindex="0" aria-label="${name} zone" style="height: 60px; background: #eee"></div><script>
      card.ondragstart = (event) => event.dataTransfer.setData('text/plain', '${name}');
      zone.ondragover = (event) => event.preventDefault();
      zone.ondrop = (event) => { event.preventDefault(); note('from ' + event.dataTransfer.getData('text/plain')); };
      </script></body>`);
    const [left, right] = [board('Left'), board('Right')];
    const agent = full.lasting();
    const around = full.site.page(
      `<div id="card" draggable="true">Own card</div>
      <div id="zone" tabindex="0" aria-label="Own zone" style="height: 60px; background: #eee"></div><script>
      card.ondragstart = (event) => event.dataTransfer.setData('text/plain', 'Own');
      zone.ondragover = (event) => event.preventDefault();
      zone.ondrop = (event) => { event.preventDefault(); note('from ' + event.dataTransfer.getData('text/plain')); };
      </script><iframe src="${left.otherUrl}"></iframe> <iframe src="${right.otherUrl}"></iframe>`,
    );
    await agent.open(around);
    const drag = (from: string, to: string) =>
      agent.does('browser_drag', {
        from: agent.ref(`clickable "${from} card"`),
        to: agent.ref(`clickable "${to} zone"`),
      });
    await drag('Left', 'Left');
    await drag('Own', 'Right');
    await drag('Right', 'Own');
    await drag('Left', 'Right');
    expect([left.notes, right.notes, around.notes]).toEqual([
      ['from Left'],
      ['from Own', 'from Left'],
      ['from Right'],
    ]);
  });
});
