import { describe, expect, it } from 'vitest';
import { useBrowser } from './agent.js';

const bench = useBrowser();

describe('frames and shadow roots', () => {
  it('are shown where they stand', async () => {
    const agent = bench.lasting();
    const { site } = bench;
    const third = site.page('<button>Third</button>');
    const second = site.page(
      `<p><button>Second</button></p><iframe title="deep" src="${third.otherUrl}"></iframe>`,
    );
    await agent.open(
      site.page(
        `<p><button>First</button></p><iframe title="pay" src="${second.otherUrl}" width="500" height="300"></iframe><button>Last</button>`,
      ),
    );
    const seen = await agent.does('browser_snapshot');
    expect(seen.tree).toBe(
      [
        '@e1 button "First"',
        'frame "pay"',
        ' @e2 button "Second"',
        ' frame "deep"',
        '  @e3 button "Third"',
        '@e4 button "Last"',
      ].join('\n'),
    );
    expect(seen.refs['@e3']?.frame).toBe(third.otherUrl);
    const inside = seen.refs['@e3']?.box;
    const outside = seen.refs['@e1']?.box;
    expect((inside?.y ?? 0) > (outside?.y ?? 0)).toBe(true);
  });

  it('that never answer are named, and do not hold up the rest', async () => {
    const agent = bench.lasting();
    const never = bench.site.on('/never-frame', () => undefined);
    const page = bench.site.page(`<button>Here</button><iframe title="ads" src="${never}"></iframe>`);
    await agent.does('browser_navigate', { url: page.url, waitUntil: 'domcontentloaded', timeout: 3000 });
    const started = performance.now();
    expect(await agent.snapshot()).toContain('@e1 button "Here"');
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it('of the open kind are looked into, slots in their place', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`<x-box><button slot="s">Slotted</button></x-box><script>
      customElements.define('x-box', class extends HTMLElement {
        connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<button>Before</button><slot name="s"></slot><button>After</button>'; }
      });</script>`);
    await agent.open(page);
    expect(await agent.snapshot()).toBe('@e1 button "Before"\n@e2 button "Slotted"\n@e3 button "After"');
  });

  it('have what scripts listen on in them offered, at any depth and in any frame', async () => {
    const agent = bench.lasting();
    const inShadows = (name: string) => `<x-outer></x-outer><script>
      const define = (tag, inside) => customElements.define(tag, class extends HTMLElement {
        connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = inside; }
      });
      define('x-inner', '<div id="card">${name}</div><p>Text</p><div id="later"></div>');
      define('x-outer', '<section><x-inner></x-inner></section>');
      const inner = document.querySelector('x-outer').shadowRoot.querySelector('x-inner').shadowRoot;
      inner.querySelector('#card').addEventListener('click', () => {
        note('${name}');
        const later = inner.querySelector('#later');
        later.textContent = '${name} again';
        later.onpointerdown = () => note('${name} again');
      });</script>`;
    const near = bench.site.page(inShadows('Near'));
    const far = bench.site.page(inShadows('Far'));
    const page = bench.site.page(
      `${inShadows('Here')}<iframe title="near" src="${near.url}"></iframe><iframe title="far" src="${far.otherUrl}"></iframe>`,
    );
    expect(await agent.open(page)).toBe(
      '@e1 clickable "Here"\nframe "near"\n @e2 clickable "Near"\nframe "far"\n @e3 clickable "Far"',
    );
    for (const [name, { notes }] of Object.entries({ Here: page, Near: near, Far: far })) {
      const { changes } = await agent.click(`clickable "${name}"`);
      expect(changes).toMatch(new RegExp(`^\\+ @e\\d+ clickable "${name} again"$`));
      await agent.click(`clickable "${name} again"`);
      expect(notes).toEqual([name, `${name} again`]);
    }
  });

  it('are opened where they are closed, however the page was come to, with the same refs every time', async () => {
    const page =
      bench.site.page(`<button>Here</button><x-shut></x-shut><p id="plain"></p><button>Last</button>
      <style>#plain { min-height: 20px }</style><script>
      const shut = (host, name) => {
        host.attachShadow({ mode: 'closed' }).innerHTML = '<button>' + name + '</button>';
      };
      customElements.define('x-shut', class extends HTMLElement {
        connectedCallback() { shut(this, 'Shut'); }
      });
      shut(plain, 'Plain');</script>`);
    const all = '@e1 button "Here"\n@e2 button "Shut"\n@e3 button "Plain"\n@e4 button "Last"';
    const shown = bench.agent();
    expect(await shown.open(page)).toBe(all);
    const unseen = bench.agent();
    await unseen.does('browser_navigate', { url: page.url, snapshot: false });
    expect(await unseen.snapshot()).toBe(all);
    expect(await unseen.snapshot()).toBe(all);
    const late = bench.agent();
    await late.does('browser_navigate', { url: page.url, snapshot: false });
    await late.does('browser_find', { text: 'Here' });
    expect((await late.snapshot()).replaceAll(/@e\d+ /g, '')).toBe(all.replaceAll(/@e\d+ /g, ''));
  });

  it.each([
    ['browser_find', { text: 'inside it' }, 'inside it'],
    ['browser_read', {}, 'What is inside it'],
    ['browser_wait', { text: 'inside it' }, 'met'],
    ['browser_wait', { selector: '#deep' }, 'met'],
    ['browser_click', { selector: '#deep' }, 'clicked @e'],
  ])('are opened for %s %j, far from where anybody looked', async (tool, input, said) => {
    const page = bench.site.page(`<div style="height: 20000px">Top</div><x-far></x-far><script>
      customElements.define('x-far', class extends HTMLElement {
        connectedCallback() {
          this.attachShadow({ mode: 'closed' }).innerHTML =
            '<p>What is inside it</p><x-deeper></x-deeper>';
        }
      });
      customElements.define('x-deeper', class extends HTMLElement {
        connectedCallback() { this.attachShadow({ mode: 'closed' }).innerHTML = '<button id="deep">Deep</button>'; }
      });</script>`);
    const agent = bench.lasting();
    await agent.open(page);
    const { rendered } = await bench.tools.callAndRender(tool, input, { session: agent.session });
    expect(rendered.text).toContain(said);
  });

  it('are opened when they come while something in them is waited for', async () => {
    const agent = bench.lasting();
    const page = bench.site.page('<p>Top</p>', { remote: true });
    await agent.open(page);
    const waiting = agent.does('browser_wait', { text: 'In the dark', timeout: 20_000 });
    await page.run(`customElements.define('x-late', class extends HTMLElement {
      connectedCallback() { this.attachShadow({ mode: 'closed' }).innerHTML = '<p>In the dark'; }
    }); document.body.append(document.createElement('x-late'))`);
    expect(await waiting).toMatchObject({ met: true });
  });

  it('may hold the dialog that shuts off everything else, until it has faded away', async () => {
    const agent = bench.lasting();
    const page =
      bench.site.page(`<button onclick="document.querySelector('x-ask').dialog.showModal()">Ask</button>
      <x-ask><p>Really?</p></x-ask><script>customElements.define('x-ask', class extends HTMLElement {
        connectedCallback() {
          const tree = this.attachShadow({ mode: 'open' });
          tree.innerHTML = '<style>@keyframes out { to { opacity: 0 } } .out { animation: out 200ms forwards }</style>' +
            '<dialog aria-label="Sure"><slot></slot><button>Yes</button></dialog>';
          this.dialog = tree.querySelector('dialog');
          tree.querySelector('button').onclick = () => this.dialog.classList.add('out');
          this.dialog.onanimationend = () => this.dialog.close();
        }
      });</script>`);
    await agent.open(page);
    const { changes } = await agent.click('button "Ask"');
    expect(changes).toMatch(/^\+ dialog "Sure"\n\+ @e2 button "Yes"/);
    expect((await agent.does('browser_snapshot')).tree).toBe('dialog "Sure"\n @e2 button "Yes" focused');
    expect(await agent.reads('browser_read')).toMatch(/^Really\?/m);
    expect((await agent.click('button "Yes"')).changes).toMatch(/^- dialog "Sure"/m);
    expect((await agent.does('browser_snapshot')).tree).toBe('@e1 button "Ask" focused');
  });

  it('are counted as far as they go, and what is far off in them is found and seen when it comes near', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`<x-list></x-list><script>
      const define = (tag, inside) => customElements.define(tag, class extends HTMLElement {
        connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = inside(this); }
      });
      define('x-item', ({ dataset }) => '<p>Item ' + dataset.i + '</p><button>Buy</button><div>Tile ' + dataset.i + '</div>');
      define('x-list', () => Array.from({ length: 300 }, (_, i) => '<x-item data-i="' + i + '"></x-item>').join(''));
      for (const item of document.querySelector('x-list').shadowRoot.children) {
        const tile = item.shadowRoot.querySelector('div');
        tile.addEventListener('click', () => note(tile.textContent));
      }</script>`);
    await agent.open(page);
    const seen = await agent.does('browser_snapshot');
    expect(seen.tree).toContain('clickable "Tile 0"');
    expect(seen.elementCount).toBeGreaterThan(300);
    const { refs } = await agent.does('browser_find', { text: 'Tile 250', role: 'clickable' });
    expect(Object.keys(refs)).toHaveLength(1);
    await agent.does('browser_scroll', { to: 'bottom' });
    await agent.does('browser_snapshot');
    await agent.click('clickable "Tile 299"');
    expect(page.notes).toEqual(['Tile 299']);
  });
});
