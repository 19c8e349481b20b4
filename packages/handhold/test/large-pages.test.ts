import { describe, expect, it } from 'vitest';
import { Deadline } from '../dist/deadline.js';
import { useBrowser } from './agent.js';
import { places } from './places.js';

const bench = useBrowser({ viewport: { width: 1000, height: 700 } });

function rows(from: number, to: number): string {
  let html = '';
  for (let i = from; i < to; i++)
    html += `<tr><td>Person ${i}</td><td><span>mail${i}@example.test</span></td><td><a href="#p${i}">Profile ${i}</a></td></tr>`;
  return html;
}

/** 900 people, far more than fit, and the usual things around them. */
const manyPeople = `
  <style>.pinned { position: fixed; right: 10px; bottom: 10px }</style>
  <header><a href="#home">Home</a><button id="more">Load more</button><button id="ask">Ask</button></header>
  <h1>People</h1>
  <table><tbody id="list">${rows(0, 900)}</tbody></table>
  <h2>At the end</h2>
  <footer><a href="#imprint">Imprint</a><div class="pinned" id="chat">Chat with us</div></footer>
  <script>
    chat.onclick = () => note('chat');
    more.onclick = () => list.insertAdjacentHTML('beforeend', '<tr><td>Someone new</td><td><a href="#new">New profile</a></td></tr>');
    ask.onclick = () => ask.textContent = 'Asked';
  </script>`;

describe.each(places)('%s of thousands of elements', (place, inPlace) => {
  const people = inPlace(manyPeople);
  // The box is something to act on, too.
  const count = place.includes('box') ? 906 : 905;

  it('shows what is in view first and counts the rest', async () => {
    const agent = bench.lasting();
    const seen = await agent.reads('browser_navigate', { url: bench.site.page(people).url });
    expect(seen).toMatch(new RegExp(` 100 of ${count} elements`));
    expect(seen).toContain('button "Load more"');
    expect(seen).toContain('link "Profile 3"');
    expect(seen).toContain('more elements: browser_find');
    expect(seen).not.toContain('Profile 500');
  });

  it('estimates how much more there is where that is very much, and says so', async () => {
    const agent = bench.lasting();
    const entry =
      '<h3>Entry</h3><a href="#">Read</a><button hidden>Edit</button><p><button>Like</button></p>';
    const seen = await agent.reads('browser_navigate', {
      url: bench.site.page(inPlace(entry.repeat(5000))).url,
    });
    const [, left] = /^… about (\d+) more elements/m.exec(seen) ?? [];
    expect(Number(left)).toBeGreaterThan(9500);
    expect(Number(left)).toBeLessThan(10_300);
    expect(seen).toMatch(new RegExp(` 100 of ${Number(left) + 100} elements`));
  });

  it('shows what is fixed to the window although it stands at the far end of the document', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(people);
    await agent.open(page);
    await agent.click('clickable "Chat with us"');
    expect(page.notes).toEqual(['chat']);
  });

  it('tells what came into view by scrolling, once', async () => {
    const agent = bench.lasting();
    await agent.open(bench.site.page(people));
    const there = await agent.does('browser_scroll', { to: 'bottom' });
    expect(there.changes).toContain('link "Profile 899"');
    expect(there.changes).toContain('link "Imprint"');
    expect(there.changes).not.toMatch(/^-/m);
    await agent.click('link "Imprint"');
    const back = await agent.does('browser_scroll', { to: 'top' });
    expect(back.changes).not.toContain('Load more');
    expect(back.changes).not.toMatch(/^-/m);
  });

  it('takes nothing for new or gone that only came near or went far', async () => {
    const agent = bench.lasting();
    await agent.open(bench.site.page(people));
    const ask = agent.ref('button "Ask"');
    await agent.does('browser_find', { text: 'Profile 450' });
    const far = await agent.click('link "Profile 450"');
    expect(far.changes).not.toMatch(/^[+-] @e/m);
    const near = await agent.does('browser_click', { ref: ask });
    expect(near.changes.replace(/^~ @e1 scrollable .*\n/, '')).toBe(`~ ${ask} button "Asked" focused`);
  });

  it('tells what an action added, however far away', async () => {
    const agent = bench.lasting();
    await agent.open(bench.site.page(people));
    const { changes } = await agent.click('button "Load more"');
    expect(changes).toContain('link "New profile"');
    await agent.click('link "New profile"');
  });

  it('gives the same refs on every fresh load', async () => {
    const page = bench.site.page(people);
    const first = await bench.lasting().open(page);
    expect(await bench.agent().open(page)).toBe(first);
  });

  it('shows the whole of it where that is asked for', async () => {
    const agent = bench.lasting();
    await agent.open(bench.site.page(people));
    const { tree, refs, elementCount } = await agent.does('browser_snapshot', {
      interactiveOnly: false,
      maxElements: 1000,
    });
    expect(tree).toContain('Person 899');
    const headings = Object.values(refs).filter(({ role }) => role === 'heading');
    expect(headings).toHaveLength(2);
    expect(elementCount).toBe(count + headings.length);
    const { changes } = await agent.click('button "Ask"');
    expect(changes).toMatch(/^~ @e\d+ button "Asked"( focused)?$/);
  });

  it('does not lose track behind a modal', async () => {
    const agent = bench.lasting();
    await agent.open(
      bench.site.page(
        inPlace(
          `${manyPeople}<button class="pinned" onclick="dialog.showModal()">Open</button><dialog id="dialog"><button onclick="dialog.close()">Done</button></dialog>`,
        ),
      ),
    );
    await agent.does('browser_scroll', { direction: 'down', amount: 3000 });
    const opened = await agent.click('button "Open"');
    expect(opened.changes).toContain('button "Done"');
    expect((await agent.does('browser_snapshot')).tree).not.toContain('more elements');
    const closed = await agent.click('button "Done"');
    expect(closed.changes.split('\n').filter((line) => /^[+-] @e/.test(line))).toEqual([]);
    expect(closed.changes).not.toContain('Profile');
  });
});

describe('memory', () => {
  it('stays bounded by what is on the page, over hundreds of looks at a page that renews itself', async () => {
    const agent = bench.agent();
    await agent.open(
      bench.site.page(`<ul id="list"></ul><script>
        let round = 0;
        const renew = () => {
          round += 1;
          list.innerHTML = Array.from({ length: 10 }, (_, i) => '<li><a href="#">Item ' + round + '-' + i + '</a></li>').join('');
        };
        setInterval(renew, 10);
        renew();
      </script>`),
    );
    for (let i = 0; i < 1000; i++) await agent.call('browser_snapshot');
    const { live } = (await bench.tools.browser.session(agent.session)).current();
    const { world } = await live.frames.main(new Deadline(5000, 'counting'));
    // Elements are forgotten when the browser next clears up, which takes it two turns.
    await live.cdp.send('HeapProfiler.collectGarbage');
    await live.cdp.send('HeapProfiler.collectGarbage');
    expect(await world.call(new Deadline(5000, 'counting'), 'refCount')).toBeLessThan(200);
  }, 90_000);
});
