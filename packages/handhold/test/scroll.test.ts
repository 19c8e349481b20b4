import { describe, expect, it } from 'vitest';
import { useBrowser } from './agent.js';

const bench = useBrowser({ viewport: { width: 800, height: 600 } });

const tall = `<div style="height:3000px;width:2000px"><button>Top</button></div><button>Bottom</button>`;

describe('scrolling', () => {
  it('goes down almost a page, so that the last line is still there', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(tall, { remote: true });
    await agent.open(page);
    const done = await agent.does('browser_scroll', { direction: 'down' });
    expect(done.atEnd).toBe(false);
    expect(done.scrollPosition.y).toBeGreaterThan(450);
    expect(done.scrollPosition.y).toBeLessThan(600);
    expect(await page.run('scrollY')).toBe(String(done.scrollPosition.y));
  });

  it.each([
    ['half a page', { direction: 'down', amount: 'half' }, 250, 300],
    ['pixels', { direction: 'down', amount: 123 }, 123, 123],
    ['nothing', { direction: 'down', amount: 0 }, 0, 0],
  ])('by %s', async (_what, input, least, most) => {
    const agent = bench.lasting();
    const page = bench.site.page(tall, { remote: true });
    await agent.open(page);
    await agent.does('browser_scroll', input);
    const y = Number(await page.run('scrollY'));
    expect(y).toBeGreaterThanOrEqual(least);
    expect(y).toBeLessThanOrEqual(most);
  });

  it('in all four directions, and says when that is the end', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(tall, { remote: true });
    await agent.open(page);
    expect(await agent.does('browser_scroll', { direction: 'up' })).toMatchObject({
      scrollPosition: { x: 0, y: 0 },
      atEnd: true,
    });
    expect(await agent.does('browser_scroll', { direction: 'right', amount: 300 })).toMatchObject({
      scrollPosition: { x: 300, y: 0 },
      atEnd: false,
    });
    expect(await agent.does('browser_scroll', { direction: 'left', amount: 100 })).toMatchObject({
      scrollPosition: { x: 200, y: 0 },
      atEnd: false,
    });
    expect(await agent.does('browser_scroll', { direction: 'left', amount: 1000 })).toMatchObject({
      scrollPosition: { x: 0, y: 0 },
      atEnd: true,
    });
    const bottom = await agent.does('browser_scroll', { direction: 'down', amount: 100_000 });
    expect(bottom.atEnd).toBe(true);
    expect(
      await page.run('Math.round(scrollY + innerHeight) >= document.documentElement.scrollHeight - 20'),
    ).toBe('true');
  });

  it('is not at the end where that has brought more', async () => {
    const agent = bench.agent();
    const page = bench.site.page(`<div id="feed"></div><div id="more">…</div><script>
      let count = 0;
      const add = () => { for (let i = 0; i < 30; i++) feed.insertAdjacentHTML('beforeend', '<p>Post ' + ++count + '</p>'); };
      new IntersectionObserver(([entry]) => { if (entry.isIntersecting && count < 60) setTimeout(add, 100); }).observe(more);
      add();</script>`);
    await agent.open(page);
    expect(await agent.does('browser_scroll', { to: 'bottom' })).toMatchObject({ atEnd: false });
    expect(await agent.does('browser_scroll', { to: 'bottom' })).toMatchObject({ atEnd: true });
  });

  it('tells of a list that keeps the pointer off while it is scrolled what it is like after that', async () => {
    const agent = bench.agent();
    const page =
      bench.site.page(`<div id="list" style="height:200px;overflow:auto"><div id="rows" style="position:relative;height:4000px"></div></div><script>
      let timer;
      const draw = () => {
        const first = Math.floor(list.scrollTop / 40);
        rows.innerHTML = [0, 1, 2, 3, 4].map((i) => '<div style="position:absolute;top:' + (first + i) * 40 + 'px">Mail ' + (first + i) + ' <button>Archive</button></div>').join('');
      };
      list.onscroll = () => {
        rows.style.pointerEvents = 'none';
        clearTimeout(timer);
        timer = setTimeout(() => { rows.style.pointerEvents = ''; }, 300);
        draw();
      };
      draw();</script>`);
    await agent.open(page);
    const ref = agent.refs('button "Archive"').at(1);
    const { changes } = await agent.does('browser_scroll', { ref, direction: 'down', amount: 400 });
    expect(changes).toContain('+ group "Mail 11"');
    expect(changes).not.toContain('disabled');
  });

  it('to the bottom, to the top and to a ref', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(tall, { remote: true });
    await agent.open(page);
    expect(await agent.does('browser_scroll', { to: 'bottom' })).toMatchObject({ atEnd: true });
    expect(Number(await page.run('scrollY'))).toBeGreaterThan(2000);
    expect(await agent.does('browser_scroll', { to: 'top' })).toMatchObject({
      scrollPosition: { x: 0, y: 0 },
      atEnd: true,
    });
    await agent.does('browser_scroll', { to: agent.ref('button "Bottom"') });
    expect(
      await page.run(
        `(() => { const r = document.querySelectorAll('button')[1].getBoundingClientRect(); return r.top >= 0 && r.bottom <= innerHeight; })()`,
      ),
    ).toBe('true');
  });

  it('inside a box, and only there', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(
      `<div style="height:2000px"><div id="box" style="height:100px;overflow:auto"><button>In the box</button><div style="height:900px"></div></div></div>`,
      { remote: true },
    );
    await agent.open(page);
    const done = await agent.does('browser_scroll', {
      direction: 'down',
      amount: 200,
      ref: agent.ref('button "In the box"'),
    });
    expect(done).toMatchObject({ scrollPosition: { x: 0, y: 200 }, atEnd: false });
    expect(await page.run('box.scrollTop + " " + scrollY')).toBe('200 0');
  });

  it('finds the box that scrolls where the page itself does not', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(
      `<style>body { margin: 0; overflow: hidden }</style><main id="app" style="height:100vh;overflow:auto"><div style="height:4000px">app</div></main>`,
      { remote: true },
    );
    await agent.open(page);
    await agent.does('browser_scroll', { direction: 'down', amount: 700 });
    expect(await page.run('app.scrollTop')).toBe('700');
  });

  it('does not make what is above in such a box unknown', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(
      `<style>body { margin: 0; overflow: hidden }</style><main style="height:100vh;overflow:auto">
        <p>First words <button>First</button></p><img alt="First picture" src="/none.png" width="40" height="40">
        <div style="height:4000px"></div><p>Last words <button>Last</button></p>
        <button style="position:absolute;left:-5000px">Nowhere</button></main>`,
    );
    await agent.open(page);
    const done = await agent.does('browser_scroll', { to: 'bottom' });
    expect(done.changes).not.toMatch(/^-/m);
    const { tree } = await agent.does('browser_snapshot', { interactiveOnly: false });
    expect(tree).toMatch(/First words.*button "First".*First picture.*Last words.*button "Last"/s);
    expect(tree).not.toContain('Nowhere');
    expect(await agent.reads('browser_read')).toMatch(/First words.*Last words/s);
    await agent.click('button "First"');
  });

  it('under a heading that sticks to such a box covers nothing for good, and knows where a text begins', async () => {
    const agent = bench.lasting();
    const rows = Array.from({ length: 40 }, (_, i) => `<tr><td><button>Row ${i}</button></td></tr>`);
    const page = bench.site.page(`<div style="height:300px;overflow:auto"><table>
      <thead><tr><th style="position:sticky;top:0;height:60px;background:#fff">Name</th></tr></thead>${rows.join('')}</table></div>
      <div dir="rtl" style="width:300px;overflow:auto;white-space:nowrap">${'<button>Next</button>'.repeat(12)}</div>`);
    expect(await agent.open(page)).toContain('scrollable (more left)');
    const { changes } = await agent.click('button "Row 39"');
    expect(changes).toBe('~ @e1 scrollable (more above)');
  });

  it('does not make free what was covered and is out of view now', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`<div style="position:relative;width:200px"><button>Under</button>
      <div style="position:absolute;inset:0;background:#eee">Cover</div></div><div style="height:3000px"></div><button>End</button>`);
    expect(await agent.open(page)).toMatch(/button "Under" covered/);
    expect((await agent.does('browser_scroll', { to: 'bottom' })).changes).not.toContain('Under');
  });

  it('is seen by the page, and shows what that brings', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`${tall}<div id="more"></div><script>
      addEventListener('scroll', () => { note('scrolled'); more.innerHTML = '<button>Loaded</button>'; }, { once: true });</script>`);
    await agent.open(page);
    const done = await agent.does('browser_scroll', { to: 'bottom' });
    expect(page.notes).toEqual(['scrolled']);
    expect(done.changes).toContain('+ @e3 button "Loaded"');
  });

  it('to a ref that is gone is stale_ref', async () => {
    const agent = bench.lasting();
    const page = bench.site.page('<button id="a">Alpha</button><div style="height:3000px"></div>', {
      remote: true,
    });
    await agent.open(page);
    await page.run('a.remove()');
    expect(await agent.fails('browser_scroll', { to: '@e1' })).toMatchObject({ code: 'stale_ref' });
    expect(await agent.fails('browser_scroll', { direction: 'down', ref: '@e7' })).toMatchObject({
      code: 'stale_ref',
    });
    expect(await page.run('scrollY')).toBe('0');
  });
});
