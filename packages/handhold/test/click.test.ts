import { describe, expect, it } from 'vitest';
import { useBrowser } from './agent.js';
import { places } from './places.js';

const bench = useBrowser();

describe('a click', () => {
  it('makes the events a hand makes, once, and shows what came of it', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`<button id="b">Save</button><p id="out"></p><script>
      for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
        b.addEventListener(type, (event) => note(event.type + ' ' + event.isTrusted));
      b.addEventListener('click', () => { out.innerHTML = '<div role="alert">Saved</div>'; });
    </script>`);
    await agent.open(page);
    const done = await agent.click('button "Save"');
    const events = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'];
    expect(page.notes).toEqual(events.map((type) => `${type} true`));
    expect(done.element).toBe('@e1 button "Save"');
    expect(done.changes).toMatch(/^\+ @e\d+ alert "Saved"$/m);
  });

  it('takes a ref with or without its @, a CSS selector, an XPath or a text', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`<ul><li><button name="a" onclick="note('a')">Alpha</button></li>
      <li><button name="b" onclick="note('b')">Beta</button></li></ul>`);
    await agent.open(page);
    await agent.does('browser_click', { ref: '@e1' });
    await agent.does('browser_click', { ref: 'e2' });
    await agent.does('browser_click', { selector: 'ul > li:nth-child(2) > [name="b"]' });
    await agent.does('browser_click', { selector: '//button[text()="Alpha"]' });
    await agent.does('browser_click', { selector: 'xpath=//li[2]/button' });
    await agent.does('browser_click', { selector: 'text=Alpha' });
    expect(page.notes).toEqual(['a', 'b', 'b', 'a', 'b', 'a']);
  });

  it('by selector takes the first match that can be seen, and says how many there are', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`<button hidden onclick="note('hidden')">Go</button>
      <button onclick="note('first')">Go</button><button onclick="note('second')">Go</button>`);
    await agent.open(page);
    const done = await agent.does('browser_click', { selector: 'button' });
    expect(page.notes).toEqual(['first']);
    expect(done.matches).toBe(3);
  });

  it('by a selector that matches nothing, or that the browser does not know, says so', async () => {
    const agent = bench.lasting();
    await agent.open(bench.site.page('<button>Go</button>'));
    const nowhere = await agent.fails('browser_click', { selector: '#nowhere' });
    expect(nowhere).toMatchObject({ code: 'element_not_found', sideEffect: 'none' });
    const unknown = await agent.fails('browser_click', { selector: 'button:no-such-thing' });
    expect(unknown).toMatchObject({ code: 'invalid_selector', sideEffect: 'none' });
  });

  describe.each(places)('in %s', (_place, put) => {
    it('reaches the areas of a picture', async () => {
      const agent = bench.lasting();
      const page = bench.site.page(
        put(`<img usemap="#m" width="100" height="100" src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><map name="m">
        <area shape="rect" coords="0,0,50,50" href="#x" alt="Kitchen" onclick="note('kitchen')">
        <area shape="circle" coords="75,75,20" href="#y" alt="Hall" onclick="note('hall')"></map>`),
      );
      await agent.open(page);
      await agent.click('link "Kitchen"');
      await agent.click('link "Hall"');
      expect(page.notes).toEqual(['kitchen', 'hall']);
    });
  });

  it('can be a right, middle, double, triple or modified one', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`<button id="b">Go</button><script>
      for (const type of ['click', 'auxclick', 'contextmenu', 'dblclick'])
        b.addEventListener(type, (event) => {
          event.preventDefault();
          const held = ['altKey', 'ctrlKey', 'metaKey', 'shiftKey'].filter((key) => event[key]);
          note([type, event.button, event.detail, ...held].join(' '));
        });
    </script>`);
    await agent.open(page);
    await agent.click('button "Go"', { button: 'right' });
    expect(page.notes.splice(0)).toEqual(expect.arrayContaining([expect.stringMatching(/^contextmenu 2/)]));
    await agent.click('button "Go"', { button: 'middle' });
    expect(page.notes.splice(0)).toEqual(['auxclick 1 1']);
    await agent.click('button "Go"', { clickCount: 2 });
    expect(page.notes.splice(0)).toEqual(['click 0 1', 'click 0 2', 'dblclick 0 2']);
    await agent.click('button "Go"', { clickCount: 3 });
    expect(page.notes.splice(0)).toEqual(['click 0 1', 'click 0 2', 'dblclick 0 2', 'click 0 3']);
    await agent.click('button "Go"', { modifiers: ['Control', 'Shift'] });
    expect(page.notes.splice(0)).toEqual(['click 0 1 ctrlKey shiftKey']);
    await agent.click('button "Go"');
    expect(page.notes).toEqual(['click 0 1']);
  });

  it('says so when nothing visible changed', async () => {
    const agent = bench.lasting();
    await agent.open(bench.site.page('<button>Nothing</button>'));
    expect(await agent.reads('browser_click', { ref: '@e1' })).toBe(
      'clicked @e1 button "Nothing"; nothing visible changed',
    );
  });

  it('that opens another page gives that page, with its refs', async () => {
    const agent = bench.lasting();
    const next = bench.site.page(`<h1>Welcome</h1><button onclick="note('in')">Enter</button>`, {
      title: 'Next',
    });
    await agent.open(bench.site.page(`<a href="${next.url}">Go on</a>`));
    const done = await agent.click('link "Go on"');
    expect(done).toMatchObject({ url: next.url, title: 'Next', page: { shown: 1, elements: 1 } });
    expect(done.changes).toBe('# "Welcome"\n@e1 button "Enter"');
    await agent.does('browser_click', { ref: '@e1' });
    expect(next.notes).toEqual(['in']);
  });

  it('shows what a request of 300 ms brought, in the same call', async () => {
    const agent = bench.lasting();
    const slow = bench.site.on('/slow-300', (_request, response) => {
      setTimeout(() => response.end('<button>Order now</button>'), 300);
    });
    await agent.open(
      bench.site.page(`<button id="b">Search</button><div id="out"></div><script>
        b.onclick = async () => { out.innerHTML = await (await fetch('${slow}')).text(); };
      </script>`),
    );
    const done = await agent.click('button "Search"');
    expect(done.changes).toMatch(/^\+ @e2 button "Order now"$/m);
    expect(done.pending).toBeUndefined();
  });

  it('shows what a request brought although a spinner turns meanwhile', async () => {
    const agent = bench.lasting();
    const slow = bench.site.on('/slow-700', (_request, response) => {
      setTimeout(() => response.end('<button>Order now</button>'), 700);
    });
    await agent.open(
      bench.site.page(`<button id="b">Search</button><p id="spin"></p><div id="out"></div><script>
        b.onclick = async () => {
          let turning = true;
          (function turn() { spin.textContent = Math.random(); if (turning) requestAnimationFrame(turn); })();
          out.innerHTML = await (await fetch('${slow}')).text();
          turning = false;
        };
      </script>`),
    );
    expect((await agent.click('button "Search"')).changes).toContain('+ @e2 button "Order now"');
  });

  it('whose request outlasts the time given is a success that says what is pending', async () => {
    const agent = bench.lasting();
    const never = bench.site.on('/never-answers', () => undefined);
    const page = bench.site.page(`<button onclick="note('sent'); fetch('${never}')">Send</button>`);
    await agent.open(page);
    const started = performance.now();
    const done = await agent.click('button "Send"', { timeout: 2000 });
    expect(performance.now() - started).toBeLessThan(6000);
    expect(page.notes).toEqual(['sent']);
    expect(done.pending?.join()).toContain('/never-answers');
  });

  it('on a page that never rests ends within a second or so and says what is going on', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`<button onclick="note('clicked')">Go</button><p id="clock"></p><script>
      setInterval(() => { clock.textContent = performance.now(); }, 1);
    </script>`);
    await agent.open(page);
    const started = performance.now();
    const done = await agent.click('button "Go"');
    expect(performance.now() - started).toBeLessThan(6000);
    expect(page.notes).toEqual(['clicked']);
    expect(done.pending).toEqual(['the page keeps changing']);
  });

  it('reports errors that the page logged because of it, and none from before', async () => {
    const agent = bench.lasting();
    await agent.open(
      bench.site.page(`<button onclick="console.error('card refused')">Pay</button>
        <button onclick="null.x">Break</button><script>console.error('old news')</script>`),
    );
    expect((await agent.click('button "Pay"')).consoleErrors).toEqual(['card refused']);
    expect((await agent.click('button "Break"')).consoleErrors?.join()).toMatch(/null/);
  });
});

describe('a click on something out of sight', () => {
  it('scrolls the page, and boxes inside it, to get there', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`<div style="height:3000px"></div>
      <div style="height:100px;overflow:auto"><div style="height:900px"></div><button onclick="note('deep')">Deep</button></div>
      <div style="height:3000px"></div>`);
    await agent.open(page);
    await agent.click('button "Deep"');
    expect(page.notes).toEqual(['deep']);
  });

  it('does not hit the sticky header and footer that would lie over it', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`
      <header style="position:sticky;top:0;height:200px;background:#eee" onclick="note('header')">Shop</header>
      ${Array.from({ length: 40 }, (_, i) => `<p style="height:60px"><button onclick="note('${i}')">Item ${i}</button></p>`).join('')}
      <div style="height:250px"></div>
      <footer style="position:fixed;bottom:0;left:0;right:0;height:200px;background:#ddd" onclick="note('footer')">Cookies</footer>`);
    await agent.open(page);
    for (const item of [0, 20, 39, 10])
      await agent.does('browser_click', { selector: `text="Item ${item}"` });
    expect(page.notes).toEqual(['0', '20', '39', '10']);
  });

  it('finds the lines of a link that wraps, and not the button between them', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`<div style="width:300px;position:relative;font:16px monospace">
      <span style="display:inline-block;width:220px">x</span><a href="#read" onclick="note('link')">read more about this</a>
      <button style="position:absolute;left:110px;top:0;width:110px;height:18px;padding:0" onclick="note('button')">Delete</button></div>`);
    await agent.open(page);
    await agent.click('link "read more about this"');
    expect(page.notes).toEqual(['link']);
  });

  it('that has since been hidden is refused, and says how it is hidden', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`<button id="a" onclick="note('a')">Alpha</button>
      <button id="b" onclick="note('b')">Beta</button><button id="c" onclick="note('c')">Gamma</button>
      <button onclick="a.style.display='none';b.style.visibility='hidden';c.style.cssText='position:absolute;left:-9999px'">Hide</button>`);
    await agent.open(page);
    await agent.click('button "Hide"');
    for (const name of ['Alpha', 'Beta', 'Gamma']) {
      const error = await agent.fails('browser_click', { ref: agent.ref(`button "${name}"`), timeout: 1000 });
      expect(error).toMatchObject({ code: 'element_not_visible', sideEffect: 'none' });
      expect(error.message).toContain(name);
    }
    expect(page.notes).toEqual([]);
  });
});

describe('a click on something in the way', () => {
  it('of an overlay is refused, names the overlay by a ref, and works once that is gone', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`<button onclick="note('buy')">Buy</button>
      <div id="veil" style="position:fixed;inset:0;background:#0008" onclick="note('veil');this.remove()">Accept cookies</div>`);
    await agent.open(page);
    const error = await agent.fails('browser_click', { selector: 'text=Buy' });
    expect(error).toMatchObject({ code: 'element_blocked', sideEffect: 'none', canRetry: false });
    expect(error.message).toMatch(/covered by @e\d+ .*"Accept cookies"/);
    expect(page.notes).toEqual([]);
    const cover = /covered by (@e\d+)/.exec(error.message)?.[1];
    await agent.does('browser_click', { ref: cover });
    await agent.does('browser_click', { selector: 'text=Buy' });
    expect(page.notes).toEqual(['veil', 'buy']);
  });

  it('is told beforehand in the snapshot', async () => {
    const agent = bench.lasting();
    const tree = await agent.open(
      bench.site.page(`<button>Buy</button>
        <div style="position:fixed;inset:0;background:#0008"><button>Accept cookies</button></div>`),
    );
    expect(tree).toMatch(/button "Buy" covered/);
    expect(tree).toMatch(/button "Accept cookies"$/m);
  });

  it('goes around a cover that leaves a part free', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`<div style="position:relative;width:200px;height:60px">
      <button style="width:200px;height:60px" onclick="note('wide')">Wide</button>
      <span style="position:absolute;left:80px;top:15px;width:40px;height:30px;background:red" onclick="note('badge')">9</span></div>`);
    await agent.open(page);
    await agent.click('button "Wide"');
    expect(page.notes).toEqual(['wide']);
  });

  it('passes through what takes no pointer events', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`<button onclick="note('under')">Under</button>
      <div style="position:fixed;inset:0;pointer-events:none;background:#0002"></div>`);
    expect(await agent.open(page)).not.toContain('covered');
    await agent.click('button "Under"');
    expect(page.notes).toEqual(['under']);
  });
});

describe('a click on something disabled', () => {
  it.each([
    ['by itself', '<button id="b" disabled>Send</button>'],
    ['by its fieldset', '<fieldset disabled><button id="b">Send</button></fieldset>'],
    ['by ARIA', '<div id="b" role="button" tabindex="0" aria-disabled="true">Send</div>'],
    ['by ARIA on the group', '<div role="toolbar" aria-disabled="true"><button id="b">Send</button></div>'],
  ])('%s is refused', async (_how, html) => {
    const agent = bench.lasting();
    const page = bench.site.page(
      `${html}<script>b.onclick = () => note('clicked'); b.onmousedown = () => note('down');</script>`,
    );
    expect(await agent.open(page)).toMatch(/button "Send" disabled/);
    const error = await agent.fails('browser_click', { ref: agent.ref('button "Send"') });
    expect(error).toMatchObject({ code: 'element_disabled', sideEffect: 'none' });
    expect(page.notes).toEqual([]);
  });

  it('works as soon as it is enabled', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`<button id="b" disabled onclick="note('sent')">Send</button>
      <label><input type="checkbox" onchange="b.disabled = !this.checked"> I agree</label>`);
    await agent.open(page);
    const done = await agent.click('checkbox "I agree"');
    expect(done.changes).toMatch(/^~ @e1 button "Send"$/m);
    await agent.click('button "Send"');
    expect(page.notes).toEqual(['sent']);
  });
});

describe('a click on something that moves', () => {
  const slide = '@keyframes slide { from { transform: translateX(0) } to { transform: translateX(400px) } }';

  it('waits for the end of its way', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(
      `<button style="animation:slide .4s linear forwards" onclick="note('caught')">Slider</button>`,
      { head: `<style>${slide}</style>` },
    );
    await agent.open(page);
    await agent.click('button "Slider"');
    expect(page.notes).toEqual(['caught']);
  });

  it('for ever, from one end to the other, is either hit or told not to be', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(
      `<button style="animation:slide 1s linear infinite alternate" onclick="note('caught')">Slider</button>
      <script>document.onmousedown = ({ target }) => note(target.localName);</script>`,
      { head: `<style>${slide}</style>` },
    );
    await agent.open(page);
    const { success, error } = await agent.call('browser_click', { ref: '@e1', timeout: 1500 });
    if (error) expect(error).toMatchObject({ code: expect.stringMatching(/^(timeout|element_blocked)$/) });
    expect(page.notes).toEqual(success ? ['button', 'caught'] : []);
  });

  it.each([
    ['grows and shrinks', '50% { transform: scale(1.1) }', '1s infinite'],
    ['bobs', 'to { transform: translateY(12px) }', '.5s ease-in-out infinite alternate'],
    ['shakes', '25% { translate: 6px } 75% { translate: -6px }', '.3s infinite'],
    ['turns', 'to { rotate: 1turn }', '2s linear infinite'],
    ['moves by its margin', 'to { margin-left: 15px }', '.4s linear infinite alternate'],
    [
      'goes by slowly',
      'from { transform: translateX(0) } to { transform: translateX(600px) }',
      '8s linear infinite',
    ],
    ['pulses a thousand times', '50% { transform: scale(1.1) }', '1s 1000'],
  ])('for ever and %s is clicked', async (_how, frames, timing) => {
    const agent = bench.lasting();
    const page = bench.site.page(
      `<div class="moves"><button style="margin: 40px" onclick="note('caught')">Publish</button></div>`,
      {
        head: `<style>@keyframes moves { ${frames} } .moves { width: 160px; animation: moves ${timing} }</style>`,
      },
    );
    await agent.open(page);
    await agent.click('button "Publish"');
    expect(page.notes).toEqual(['caught']);
    await agent.click('button "Publish"', { clickCount: 2 });
    expect(page.notes).toEqual(['caught', 'caught', 'caught']);
  });

  it('again and again by a script is clicked', async () => {
    const agent = bench.lasting();
    const page =
      bench.site.page(`<button id="b" style="transition: transform .4s" onclick="note('caught')">Publish</button><script>
      let up = false;
      setInterval(() => { up = !up; b.style.transform = up ? 'translateY(10px)' : 'none'; }, 400);</script>`);
    await agent.open(page);
    await agent.click('button "Publish"');
    expect(page.notes).toEqual(['caught']);
  });

  it('waits for what comes in although it then pulses for ever', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(
      `<div style="animation: slide .6s linear forwards"><button style="animation: pulse .5s infinite" onclick="note(Math.round(this.parentElement.getBoundingClientRect().x))">Publish</button></div>`,
      { head: `<style>${slide} @keyframes pulse { 50% { scale: 1.1 } }</style>` },
    );
    await agent.open(page);
    await agent.click('button "Publish"');
    expect(page.notes).toEqual(['408']);
  });

  it('does not mind what is animated without moving', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(
      `<button style="animation:pulse 1s infinite" onclick="note('ok')">Pulse</button>`,
      { head: '<style>@keyframes pulse { from { opacity: 1 } to { opacity: .5 } }</style>' },
    );
    await agent.open(page);
    const started = performance.now();
    await agent.click('button "Pulse"');
    expect(performance.now() - started).toBeLessThan(6000);
    expect(page.notes).toEqual(['ok']);
  });

  it('away as the pointer comes near never hits what was behind', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`<div style="position:relative;height:80px">
      <button style="position:absolute;left:0;top:0;width:120px;height:40px" onclick="note('delete')">Delete</button>
      <button id="run" style="position:absolute;left:0;top:0;width:120px;height:40px" onclick="note('run')">Run</button></div>
      <script>run.onmouseenter = () => { run.style.left = '300px'; };</script>`);
    await agent.open(page);
    const result = await agent.call('browser_click', { selector: '#run', timeout: 2000 });
    expect(page.notes).toEqual(result.success ? ['run'] : []);
  });

  it('away as the button goes down never clicks what was behind', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`<div style="position:relative;height:80px">
      <button style="position:absolute;left:0;top:0;width:120px;height:40px" onmouseup="note('delete up')" onclick="note('delete')">Delete</button>
      <button id="run" style="position:absolute;left:0;top:0;width:120px;height:40px" onclick="note('run')">Run</button></div>
      <script>run.onmousedown = () => { run.style.left = '300px'; };</script>`);
    await agent.open(page);
    await agent.call('browser_click', { selector: '#run', timeout: 2000 });
    expect(page.notes).not.toContain('delete');
  });

  it('under the pointer at the last moment is protected: the click that would hit it is stopped', async () => {
    const agent = bench.lasting();
    const page =
      bench.site.page(`<button id="a" style="position:absolute;left:0;top:0;width:200px;height:40px" onclick="note('keep')">Keep</button>
      <button id="d" style="position:absolute;left:0;top:100px;width:200px;height:40px" onclick="note('delete')" onmousedown="note('delete down')">Delete</button>
      <script>document.addEventListener('mousemove', () => { d.style.top = '0'; });</script>`);
    await agent.open(page);
    const error = await agent.fails('browser_click', { ref: agent.ref('button "Keep"'), timeout: 2000 });
    expect(error.code).toBe('element_blocked');
    expect(error.message).toContain('Delete');
    expect(page.notes).toEqual([]);
  });
});

describe('a click that never comes to what it was meant for', () => {
  it('because a frame of another site slides in front of it is no success', async () => {
    const agent = bench.lasting();
    const inner = bench.site.page('<body style="background: pink"><p>Advertisement</p></body>');
    const page = bench.site.page(
      `<button onclick="note('clicked')" onmouseover="ad.style.left = '0'">Go</button>
      <iframe id="ad" src="${inner.otherUrl}" style="position: fixed; top: 0; left: 600px; width: 300px"></iframe>`,
    );
    await agent.open(page);
    const error = await agent.fails('browser_click', { ref: agent.ref('button "Go"') });
    expect(error.code).toBe('element_blocked');
    expect(page.notes).toEqual([]);
  });

  it('because the browser lets no input through is no success, and keys are not blamed for it', async () => {
    const agent = bench.agent();
    const page = bench.site.page(`<button onclick="note('clicked')">Go</button>`);
    await agent.open(page);
    const { cdp } = (await bench.tools.browser.session(agent.session)).current().live;
    await cdp.send('Input.setIgnoreInputEvents', { ignore: true });
    const error = await agent.fails('browser_click', { ref: '@e1' });
    expect(error).toMatchObject({ code: 'element_blocked', sideEffect: 'unknown', canRetry: true });
    expect(page.notes).toEqual([]);
    await agent.does('browser_press', { key: 'Escape' });
    await cdp.send('Input.setIgnoreInputEvents', { ignore: false });
    await agent.click('button "Go"');
    expect(page.notes).toEqual(['clicked']);
  });

  it('is not confused with one that the page keeps to itself', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(
      `<button>Go</button><script>
      for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
        addEventListener(type, (event) => { event.stopImmediatePropagation(); if (type === 'click') note('kept'); }, true);
      </script>`,
    );
    await agent.open(page);
    await agent.click('button "Go"');
    expect(page.notes).toEqual(['kept']);
  });

  it('is not confused with one for a document inside it', async () => {
    const agent = bench.lasting();
    const inner = bench.site.page(`<body onclick="note('inside')" style="margin: 0; height: 100px"></body>`);
    const page = bench.site.page(
      `<div id="around" style="display: inline-block"><iframe src="${inner.otherUrl}"></iframe></div>`,
    );
    await agent.open(page);
    await agent.does('browser_click', { selector: 'iframe' });
    await agent.does('browser_click', { selector: '#around' });
    expect(inner.notes).toEqual(['inside', 'inside']);
  });
});

describe('a click inside', () => {
  it('a frame, of this site or another, even nested and scrolled, arrives there', async () => {
    const agent = bench.lasting();
    const { site } = bench;
    const innermost = site.page(
      `<div style="height:800px"></div><button onclick="note('innermost')">Innermost</button>`,
    );
    const inner = site.page(
      `<button onclick="note('inner')">Inner</button><iframe title="third" src="${innermost.otherUrl}" width="300" height="120"></iframe>`,
    );
    const foreign = site.page(`<button onclick="note('foreign')">Foreign</button>`);
    await agent.open(
      site.page(`<div style="height:1500px"></div>
        <iframe title="second" src="${inner.url}" style="border:7px solid;padding:5px" width="400" height="250"></iframe>
        <iframe title="other" src="${foreign.otherUrl}" width="400" height="100"></iframe>`),
    );
    await agent.click('button "Inner"');
    await agent.click('button "Foreign"');
    await agent.click('button "Innermost"');
    expect([inner.notes, foreign.notes, innermost.notes]).toEqual([['inner'], ['foreign'], ['innermost']]);
  });

  it('a frame that a banner of the page lies over is refused', async () => {
    const agent = bench.lasting();
    const { site } = bench;
    const inner = site.page(`<button onclick="note('pay')">Pay</button>`);
    const outer = site.page(`<iframe title="pay" src="${inner.otherUrl}" width="300" height="100"></iframe>
      <div style="position:fixed;inset:0" onclick="note('banner')">Banner</div>`);
    await agent.open(outer);
    const error = await agent.fails('browser_click', { ref: agent.ref('button "Pay"') });
    expect(error.code).toBe('element_blocked');
    expect(error.message).toContain('Banner');
    expect([inner.notes, outer.notes]).toEqual([[], []]);
  });

  it('a frame, refused for what lies over it, does not keep the mouse from the rest of the frame', async () => {
    const agent = bench.lasting();
    const inner = bench.site.page(
      `<body style="margin: 0"><button onclick="note('covered')">Covered</button>
      <button onclick="note('free')" style="position: absolute; left: 200px; top: 0">Free</button></body>`,
    );
    const page = bench.site.page(
      `<iframe src="${inner.otherUrl}" style="position: absolute; left: 0; top: 0; border: 0"></iframe>
      <div style="position: absolute; left: 0; top: 0; width: 150px; height: 150px; background: gold">Banner</div>`,
    );
    await agent.open(page);
    const error = await agent.fails('browser_click', { ref: agent.ref('button "Covered"') });
    expect(error.code).toBe('element_blocked');
    await agent.does('browser_mouse', { action: 'click', x: 210, y: 10 });
    expect(inner.notes).toEqual(['free']);
  });

  it('an open shadow root, slots included, arrives there', async () => {
    const agent = bench.lasting();
    const page =
      bench.site.page(`<x-card><button slot="action" onclick="note('slotted')">Slotted</button></x-card><script>
      customElements.define('x-card', class extends HTMLElement {
        connectedCallback() {
          const root = this.attachShadow({ mode: 'open' });
          root.innerHTML = '<div><slot name="action"></slot><x-inner></x-inner></div>';
        }
      });
      customElements.define('x-inner', class extends HTMLElement {
        connectedCallback() {
          const root = this.attachShadow({ mode: 'open' });
          root.innerHTML = '<button id="deep">Deep</button>';
          root.querySelector('button').onclick = () => note('deep');
        }
      });
    </script>`);
    await agent.open(page);
    await agent.click('button "Slotted"');
    await agent.click('button "Deep"');
    await agent.does('browser_click', { selector: '#deep' });
    expect(page.notes).toEqual(['slotted', 'deep', 'deep']);
  });

  it('a modal dialog works while the page behind it is not shown at all', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`<button>Behind</button>
      <dialog id="d"><button onclick="note('agreed');d.close()">Agree</button></dialog><script>d.showModal()</script>`);
    expect(await agent.open(page)).not.toContain('Behind');
    const done = await agent.click('button "Agree"');
    expect(page.notes).toEqual(['agreed']);
    expect(done.changes).toMatch(/^\+ @e\d+ button "Behind"$/m);
  });
});

describe('a click on a control that is not what it seems', () => {
  it('works a hidden checkbox or radio through its label', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`<style>input { position: absolute; opacity: 0; width: 0; height: 0 }</style>
      <input id="c" type="checkbox" onchange="note('terms ' + this.checked)"><label for="c">Accept terms</label>
      <label><input type="radio" name="r" onchange="note('radio ' + this.value)" value="fast">Fast</label>`);
    await agent.open(page);
    const done = await agent.click('checkbox "Accept terms"');
    expect(done.changes).toMatch(/^~ @e1 checkbox "Accept terms" checked/m);
    await agent.click('radio "Fast"');
    expect(page.notes).toEqual(['terms true', 'radio fast']);
  });

  it('clicks what only listens, or only looks clickable', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`<div onclick="note('listens')">Listens</div>
      <div onmousedown="note('down')">Presses</div>
      <div id="p" style="cursor:pointer">Points</div><script>p.addEventListener('click', () => note('points'));</script>
      <header onclick="note('banner')">Shop</header>
      <ul><li onclick="note('item')">Item</li></ul>
      <table><tr onclick="note('row')"><td>Row</td></tr></table>`);
    await agent.open(page);
    await agent.click('clickable "Listens"');
    await agent.click('clickable "Presses"');
    await agent.click('clickable "Points"');
    await agent.click('banner "Shop"');
    await agent.click('listitem "Item"');
    await agent.click('row "Row"');
    expect(page.notes).toEqual(['listens', 'down', 'points', 'banner', 'item', 'row']);
  });

  const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
  it.each([
    [
      'a button that is scaled',
      '<div style="transform:scale(.5);transform-origin:0 0"><button style="margin:300px" onclick="note(1)">X</button></div>',
    ],
    [
      'a button that is zoomed',
      '<div style="zoom:2"><button style="margin:100px" onclick="note(1)">X</button></div>',
    ],
    [
      'a button that is turned',
      '<div style="transform:rotate(45deg);margin:200px;width:200px"><button onclick="note(1)">X</button></div>',
    ],
    [
      'a shape in a drawing',
      '<svg width="200" height="100"><circle role="button" aria-label="X" tabindex="0" cx="50" cy="50" r="40" onclick="note(1)"/></svg>',
    ],
    [
      'a link without text',
      '<a href="#x" aria-label="X" onclick="note(1)" style="display:block;width:50px;height:20px"></a>',
    ],
    [
      'a link around a floating box',
      '<a href="#x" onclick="note(1)"><div style="width:100px;height:50px;float:left">X</div></a>',
    ],
    [
      'a button without a box of its own',
      '<button style="display:contents" onclick="note(1)"><span>X</span></button>',
    ],
    [
      'a button far down a page that scrolls smoothly',
      '<style>html{scroll-behavior:smooth}</style><div style="height:5000px"></div><button onclick="note(1)">X</button>',
    ],
    [
      'a button in a box that snaps',
      '<div style="height:300px;overflow:auto;scroll-snap-type:y mandatory"><div style="height:300px;scroll-snap-align:start"></div><div style="height:300px;scroll-snap-align:start"><button onclick="note(1)">X</button></div></div>',
    ],
    [
      'a button that is rendered only when near',
      '<div style="height:3000px"></div><div style="content-visibility:auto;contain-intrinsic-size:100px"><button onclick="note(1)">X</button></div>',
    ],
    [
      'a field under its own label',
      '<div style="position:relative"><input id="f" style="width:200px;height:40px" onclick="note(1)"><label for="f" style="position:absolute;left:0;top:0;width:200px;height:40px">X</label></div>',
    ],
    [
      'an area of an image map',
      `<img usemap="#m" width="100" height="100" src="${pixel}"><map name="m"><area shape="rect" coords="0,0,50,50" href="#x" alt="X" onclick="note(1)"></map>`,
    ],
    [
      'a button in a popover',
      '<div id="p" popover><button onclick="note(1)">X</button></div><script>p.showPopover()</script>',
    ],
  ])('clicks %s', async (_what, html) => {
    const agent = bench.lasting();
    const page = bench.site.page(html);
    await agent.open(page);
    const [ref] = [...agent.refs('button "X"'), ...agent.refs('link "X"'), ...agent.refs('textbox "X"')];
    await agent.does('browser_click', { ref });
    expect(page.notes).toEqual(['1']);
  });

  it('does not click a link that takes no pointer events', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(
      `<a id="a" href="#x" style="pointer-events:none" onclick="note(1)">Link</a>`,
    );
    await agent.open(page);
    expect((await agent.fails('browser_click', { selector: '#a' })).code).toMatch(
      /^element_(blocked|disabled)$/,
    );
    expect(page.notes).toEqual([]);
  });

  it('is not held up by what would ask a person', async () => {
    const agent = bench.agent();
    const page =
      bench.site.page(`<input type="file" aria-label="File"><button onclick="print(); note('printed')">Print</button>
      <a href="mailto:ada@example.com">Mail</a>
      <button onclick="navigator.geolocation.getCurrentPosition(() => note('found'), () => note('not found'))">Where</button>
      <button onclick="navigator.clipboard.readText().then(() => note('read'), () => note('not read'))">Paste</button>`);
    await agent.open(page);
    for (const line of ['file "File"', 'button "Print"', 'link "Mail"', 'button "Where"', 'button "Paste"']) {
      const started = performance.now();
      await agent.click(line);
      expect([line, performance.now() - started < 3000]).toEqual([line, true]);
    }
    expect(page.notes).toEqual(['printed', 'not found', 'not read']);
  });

  it('opens and closes a menu, a section and a tab, and says so', async () => {
    const agent = bench.lasting();
    await agent.open(
      bench.site.page(`<button id="m" aria-expanded="false" aria-haspopup="menu">Menu</button>
        <ul id="l" role="menu" hidden><li role="menuitem" tabindex="-1">Log out</li></ul>
        <details><summary>More</summary><a href="#x">Inside</a></details>
        <script>m.onclick = () => { l.hidden = !l.hidden; m.setAttribute('aria-expanded', !l.hidden); };</script>`),
    );
    const menu = await agent.click('button "Menu"');
    expect(menu.changes).toMatch(/~ @e1 button "Menu" expanded/);
    expect(menu.changes).toMatch(/\+ @e\d+ menuitem "Log out"/);
    const more = await agent.click('button "More"');
    expect(more.changes).toMatch(/~ @e2 button "More" expanded/);
    expect(more.changes).toMatch(/\+ @e\d+ link "Inside"/);
    const closed = await agent.click('button "Menu"');
    expect(closed.changes).toMatch(/^- @e\d+ menuitem "Log out"/m);
  });
});

describe('a click on something that is no longer what it was', () => {
  it('is refused when it was removed', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`<button id="a" onclick="note('a')">Alpha</button><button>Beta</button>`, {
      remote: true,
    });
    await agent.open(page);
    await page.run('a.remove()');
    const error = await agent.fails('browser_click', { ref: '@e1' });
    expect(error).toMatchObject({ code: 'stale_ref', sideEffect: 'none' });
    expect(error.message).toContain('button "Alpha"');
    expect(page.notes).toEqual([]);
  });

  it('is refused when it was never shown', async () => {
    const agent = bench.lasting();
    await agent.open(bench.site.page('<button>Alpha</button>'));
    for (const ref of ['@e2', '@e999999'])
      expect(await agent.fails('browser_click', { ref })).toMatchObject({
        code: 'stale_ref',
        sideEffect: 'none',
      });
  });

  it('is refused after the page was left, even if the new one is just like it', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`<button onclick="note('a')">Alpha</button>`);
    await agent.open(page);
    await agent.does('browser_navigate', { url: page.url, snapshot: false });
    expect(await agent.fails('browser_click', { ref: '@e1' })).toMatchObject({ code: 'stale_ref' });
    expect(page.notes).toEqual([]);
  });

  it('is refused when a row was recycled, says what it is now, and works after a new look', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`<button id="b" onclick="note(this.textContent)">Delete Ada</button>`, {
      remote: true,
    });
    await agent.open(page);
    await page.run(`b.textContent = 'Delete Grace'`);
    const error = await agent.fails('browser_click', { ref: '@e1' });
    expect(error).toMatchObject({ code: 'stale_ref', sideEffect: 'none' });
    expect(error.message).toContain('button "Delete Grace"');
    expect(page.notes).toEqual([]);
    expect(await agent.snapshot()).toBe('@e1 button "Delete Grace"');
    await agent.does('browser_click', { ref: '@e1' });
    expect(page.notes).toEqual(['Delete Grace']);
  });

  it('is refused when it has another role', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`<div id="b" role="button" tabindex="0" onclick="note('b')">Sound</div>`, {
      remote: true,
    });
    await agent.open(page);
    await page.run(`b.setAttribute('role', 'switch')`);
    expect(await agent.fails('browser_click', { ref: '@e1' })).toMatchObject({ code: 'stale_ref' });
    expect(page.notes).toEqual([]);
  });

  it('goes on when the change was told in the last outcome', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(
      `<button id="b" onclick="note(this.textContent); this.textContent = 'Play'">Pause</button>`,
    );
    await agent.open(page);
    expect((await agent.does('browser_click', { ref: '@e1' })).changes).toMatch(/^~ @e1 button "Play"/m);
    await agent.does('browser_click', { ref: '@e1' });
    expect(page.notes).toEqual(['Pause', 'Play']);
  });

  it('goes on when only digits, space or case are different', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`<button id="b" onclick="note(this.textContent)">Cart (1)</button>`, {
      remote: true,
    });
    await agent.open(page);
    await page.run(`b.textContent = 'CART  (12)'`);
    await agent.does('browser_click', { ref: '@e1' });
    expect(page.notes).toEqual(['CART  (12)']);
  });
});

describe('a click on something that was rendered anew', () => {
  it('goes to the one equal twin, and says so', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`<div id="app"><button onclick="note('old')">Save</button></div>`, {
      remote: true,
    });
    await agent.open(page);
    await page.run(`app.innerHTML = '<button onclick="note(\\'new\\')">Save</button>'`);
    const done = await agent.does('browser_click', { ref: '@e1' });
    expect(page.notes).toEqual(['new']);
    expect(done.healed).toBe('@e1 button "Save"');
    await page.run(`app.innerHTML = '<button onclick="note(\\'newer\\')">Save</button>'`);
    expect(await agent.reads('browser_click', { ref: '@e1' })).toMatch(/^healed: @e1 button "Save"/m);
    expect(page.notes).toEqual(['new', 'newer']);
  });

  it('is refused when there are two that could be meant', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`<div id="app"><button onclick="note('old')">Save</button></div>`, {
      remote: true,
    });
    await agent.open(page);
    await page.run(
      `app.innerHTML = '<button onclick="note(1)">Save</button><button onclick="note(2)">Save</button>'`,
    );
    expect(await agent.fails('browser_click', { ref: '@e1' })).toMatchObject({ code: 'stale_ref' });
    expect(page.notes).toEqual([]);
  });

  it('is refused when one of two equals is gone, since the other is not it', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(
      `<div id="app"><button id="a" onclick="note('a')">Save</button><button id="b" onclick="note('b')">Save</button></div>`,
      { remote: true },
    );
    await agent.open(page);
    await page.run('a.remove()');
    expect(await agent.fails('browser_click', { ref: '@e1' })).toMatchObject({ code: 'stale_ref' });
    await agent.does('browser_click', { ref: '@e2' });
    expect(page.notes).toEqual(['b']);
  });

  it('does not pass to the twin in a tab panel that has taken its place', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(
      `<div id="one"><button onclick="note('one')">Save</button></div>
       <div id="two" hidden><button onclick="note('two')">Save</button></div>`,
      { remote: true },
    );
    await agent.open(page);
    await page.run('one.hidden = true; two.hidden = false');
    expect(await agent.fails('browser_click', { ref: '@e1' })).toMatchObject({ code: 'element_not_visible' });
    expect(page.notes).toEqual([]);
    expect(await agent.snapshot()).toBe('@e2 button "Save"');
    await agent.does('browser_click', { ref: '@e2' });
    await page.run('one.hidden = false; two.hidden = true');
    await agent.does('browser_click', { ref: '@e1' });
    expect(page.notes).toEqual(['two', 'one']);
  });
});

describe('a click on one of many equals', () => {
  it('hits the one whose row says so', async () => {
    const agent = bench.lasting();
    const names = Array.from({ length: 20 }, (_, i) => `User ${String.fromCharCode(65 + i)}`);
    const page = bench.site.page(
      `<table>${names
        .map(
          (name) =>
            `<tr><td>${name}</td><td>member</td><td><button onclick="note('${name}')">Delete</button></td></tr>`,
        )
        .join('')}</table>`,
    );
    const lines = (await agent.open(page)).split('\n');
    for (const name of ['User C', 'User T', 'User A']) {
      const row = lines.findIndex((line) => line.trim() === `row "${name} · member"`);
      const ref = /(@e\d+) button "Delete"/.exec(lines[row + 1] ?? '')?.[1];
      await agent.does('browser_click', { ref });
    }
    expect(page.notes).toEqual(['User C', 'User T', 'User A']);
  });
});

describe('a click with a count', () => {
  const steppers = [
    ['a button', '<button id="more" onclick="add()">+</button><output id="n">0</output>'],
    [
      'a button that says how often',
      '<button id="more" onclick="add()">Added <span id="n">0</span></button>',
    ],
    [
      'a row that says how many',
      `<table><tr><td>Apples</td><td><span id="n">0</span> pieces</td><td>2 kg</td><td><button id="more" onclick="add()">+</button></td></tr>
        <tr><td>Pears</td><td>0 pieces</td><td>1 kg</td><td><button>+</button></td></tr></table>`,
    ],
    [
      'a button that is drawn anew each time',
      `<div id="box"><button id="more" onclick="add(); box.innerHTML = box.innerHTML">+</button></div><output id="n">0</output>`,
    ],
    ['a link to here', '<a id="more" href="#" onclick="add()">More</a><output id="n">0</output>'],
    [
      'a button that answers late',
      '<button id="more" onclick="fetch(location).then(add)">+</button><output id="n">0</output>',
    ],
  ] as const;

  it.each(steppers)('clicks %s that often, each by itself', async (_what, html) => {
    const agent = bench.lasting();
    const page = bench.site.page(`${html}<script>
      function add() { n.textContent = Number(n.textContent) + 1; note(n.textContent); }
      addEventListener('dblclick', () => note('double'));
    </script>`);
    await agent.open(page);
    const done = await agent.does('browser_click', { selector: '#more', count: 5 });
    expect(page.notes).toEqual(['1', '2', '3', '4', '5']);
    expect(done.count).toBe(5);
    const text = await agent.reads('browser_click', { selector: '#more', count: 2 });
    expect(text).toMatch(/^clicked @e\d+ \w+.* 2 times\n/);
    expect(page.notes).toHaveLength(7);
  });

  it.each([
    ['is gone', 'this.remove()', 'stale_ref', /is no longer on the page/],
    ['is off', 'this.disabled = true', 'element_disabled', /is disabled/],
    ['is another', "this.textContent = 'Delete'", 'stale_ref', /has become button "Delete"/],
    [
      'has moved to another row',
      "who.textContent = 'Bob'; what.textContent = 'nobody'",
      'stale_ref',
      /belonged to/,
    ],
    ['is covered', 'cover.hidden = false', 'element_blocked', /is covered by/],
    ['is on the page before', "location = '/other'", 'stale_ref', /is no longer on the page/],
  ])('stops where the element %s, saying how many were done', async (_how, then, code, why) => {
    const agent = bench.lasting();
    bench.site.on('/other', (_request, response) =>
      response.end('<title>Other</title><button>More</button>'),
    );
    const page = bench.site.page(`<style>#cover { position: fixed; inset: 0; background: white }</style>
      <ul><li><b id="who">Ada</b> <i id="what">writer</i> <button id="more">More</button></li>
      <li><b>Cy</b> <i>reader</i> <button>More</button></li></ul><div id="cover" hidden>Wait</div><script>
      let n = 0;
      more.onclick = function () { note(++n); if (n === 2) { ${then}; } };
    </script>`);
    await agent.open(page);
    const error = await agent.fails('browser_click', { selector: '#more', count: 4 });
    expect(page.notes).toEqual(['1', '2']);
    expect(error).toMatchObject({ code, sideEffect: 'done', details: { done: 2, count: 4 } });
    expect(error.message).toMatch(/^Clicked 2 of 4 times, then: /);
    expect(error.message).toMatch(why);
  });

  it('ends with a dialog that it opens', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`<button id="more">More</button><script>
      let n = 0;
      more.onclick = () => { note(++n); if (n === 2) alert('Enough'); };
    </script>`);
    await agent.open(page);
    const text = await agent.reads('browser_click', { selector: '#more', count: 4 });
    expect(text).toMatch(/^clicked @e1 button "More" 2 of 4 times\ndialog alert "Enough"/);
    await agent.does('browser_dialog', { action: 'accept' });
    expect(page.notes).toEqual(['1', '2']);
  });

  it('is one of 1 to 20', async () => {
    const agent = bench.lasting();
    await agent.open(bench.site.page('<button>Go</button>'));
    for (const count of [0, 21, 1.5]) {
      const error = await agent.fails('browser_click', { selector: 'button', count });
      expect(error.code).toBe('validation_error');
    }
  });
});
