import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Agent, useBrowser } from './agent.js';
import { places } from './places.js';

const bench = useBrowser({ viewport: { width: 1280, height: 900 } });

/** All the ways in which the web makes something clickable, and those in which it only seems to. */
const everything = `
  <style>
    .hand { cursor: pointer } .gone { display: none } .ghost { visibility: hidden } .faint { opacity: 0 }
    .away { position: absolute; left: -9999px } .flat { width: 0; height: 0; overflow: hidden; padding: 0; border: 0 }
    .cut { position: relative; width: 50px; height: 20px; overflow: hidden } .cut > * { position: absolute; left: 80px }
    .sr { position: absolute; clip: rect(0 0 0 0); width: 1px; height: 1px; overflow: hidden }
    .turn { transform: rotate(8deg) scale(.9); display: inline-block } .box { height: 60px; overflow: auto; border: 1px solid }
  </style>
  <h1>Everything</h1>
  <nav><a href="#1">Link</a> <a>no link</a> <a href="#2" class="gone">gone</a> <a href="#3" class="ghost">ghost</a></nav>
  <p>Some words and <a href="#4">a link that is rather long and breaks over more than one line of the paragraph in which it stands, as links in running text often do, because nobody asked them not to</a> and more.</p>
  <button>Button</button> <button disabled>Off</button> <button class="faint">Faint</button> <button class="away">Away</button>
  <button class="flat">Flat</button> <span class="cut"><button>Cut</button></span> <span class="turn"><button>Turned</button></span>
  <div id="listens">Listens</div> <div class="hand">Hand</div> <div class="hand"><b>Inner</b> of a hand</div>
  <div tabindex="0">Focusable</div> <div tabindex="-1">Only by script</div> <div role="button">Role</div> <span role="checkbox" aria-checked="false">Tick</span>
  <div contenteditable="true">Editable</div> <div draggable="true">Draggable</div> <details><summary>More</summary><button>Inside</button></details>
  <label><input type="checkbox" class="sr"> Label of a hidden box</label> <input placeholder="Text"> <textarea></textarea>
  <select><option>One</option></select> <input type="range"> <input type="file"> <input type="hidden" value="x"> <input type="color">
  <svg width="40" height="20"><a href="#svg"><rect width="40" height="20"></rect></a></svg>
  <img usemap="#map" width="60" height="20" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt="Map"><map name="map"><area href="#a" coords="0,0,30,20" alt="Left"></map>
  <div aria-hidden="true"><button>Hidden from the tree</button></div> <div inert><button>Inert</button></div>
  <div class="box"><button>In a box</button><div style="height:200px"></div><button>Out of the box</button></div>
  <div id="open"></div><div id="closed"></div>
  <div style="position:relative;width:200px"><button>Under</button><div style="position:absolute;inset:0;background:#eee">Cover</div></div>
  <table><tr onclick="1"><td>Row</td><td>that listens</td></tr></table>
  <ul id="delegating"><li><button>One</button></li><li><button>Two</button></li></ul>
  <script>
    listens.addEventListener('click', () => {});
    delegating.addEventListener('click', () => {});
    open.attachShadow({ mode: 'open' }).innerHTML = '<button>In the open</button><slot></slot>';
    closed.attachShadow({ mode: 'closed' }).innerHTML = '<a href="#5">Behind closed doors</a>';
  </script>`;

const interactive = new Set(
  (
    'button checkbox combobox gridcell link listbox menuitem menuitemcheckbox menuitemradio option radio searchbox slider ' +
    'spinbutton switch tab textbox treeitem'
  ).split(' '),
);

const verdicts = z.array(
  z.object({ what: z.string(), x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
);

/** Runs in the page: of the elements given, those a person could click now, marked for the second question. */
const reachable = `function (...elements) {
  const above = (node) => node.assignedSlot ?? node.parentNode ?? node.host;
  const within = (outer, inner) => { for (let at = inner; at; at = above(at)) if (at === outer) return true; return false; };
  const at = (x, y) => {
    let hit = document.elementFromPoint(x, y);
    while (hit?.shadowRoot) { const inner = hit.shadowRoot.elementFromPoint(x, y); if (!inner || inner === hit) break; hit = inner; }
    return hit;
  };
  const found = [];
  for (const element of elements) {
    if (element.nodeType !== 1 || element === document.body || element === document.documentElement) continue;
    // A script may focus it, but nothing comes of a click.
    if (element.getAttribute('tabindex') === '-1' && !element.matches('a, button, input, [role], [onclick]')) continue;
    element.oracle = true;
    const rect = [...element.getClientRects()].find((r) => r.width > 2 && r.height > 2);
    if (!rect) continue;
    const x = rect.x + rect.width / 2, y = rect.y + rect.height / 2;
    if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) continue;
    const hit = at(x, y);
    const root = element.getRootNode();
    const closed = root instanceof ShadowRoot && root.mode === 'closed';
    if (!hit || !(within(element, hit) || (closed && hit === root.host))) continue;
    const box = element.getBoundingClientRect();
    found.push({ what: element.outerHTML.slice(0, 90), x: box.x, y: box.y, width: box.width, height: box.height });
  }
  return found;
}`;

/** Runs in the page: of the boxes given, those that a click in would not reach anything that acts. */
const pointless = `function (boxes) {
  const acts = (node) => {
    for (let at = node; at; at = at.assignedSlot ?? at.parentNode ?? at.host)
      if (at.oracle || at.nodeType === 1 && (getComputedStyle(at).cursor === 'pointer' || at.draggable || at.isContentEditable || at.scrollHeight > at.clientHeight + 20 && getComputedStyle(at).overflowY !== 'visible' || at.matches('label, summary, canvas, video, [role=status], [role=alert], [onclick]'))) return true;
    return false;
  };
  const spots = [[.5, .5], [.2, .3], [.8, .7], [.1, .9], [.9, .1]];
  return boxes.filter(({ x, y, width, height }) => !spots.some(([fx, fy]) => {
    let hit = document.elementFromPoint(x + width * fx, y + height * fy);
    while (hit?.shadowRoot) { const inner = hit.shadowRoot.elementFromPoint(x + width * fx, y + height * fy); if (!inner || inner === hit) break; hit = inner; }
    return hit && (acts(hit) || hit.id === 'closed' || hit.tagName.includes('-') || hit.tagName === 'IMG' && hit.useMap);
  }));
}`;

interface Judgement {
  reachable: number;
  missed: string[];
  offered: number;
  pointless: string[];
}

/** What might be acted on anywhere on the page, by the browser's own accessibility tree and debugger. */
async function candidates(agent: Agent): Promise<{ objectId: string }[]> {
  const { cdp } = (await bench.tools.browser.session(agent.session)).current().live;
  const tree = await cdp.send('Accessibility.getFullAXTree');
  const ids = new Set<number>();
  for (const node of tree.nodes) {
    const focusable = node.properties?.some(
      ({ name, value }) => name === 'focusable' && value.value === true,
    );
    const role = String(node.role?.value ?? '');
    if (node.ignored || role === 'RootWebArea' || node.backendDOMNodeId === undefined) continue;
    if (focusable || interactive.has(role)) ids.add(node.backendDOMNodeId);
  }
  for (const expression of ['document', `document.querySelector('x-app')?.shadowRoot`]) {
    const { result: tree } = await cdp.send('Runtime.evaluate', { expression });
    if (!tree.objectId) continue;
    const { listeners } = await cdp.send('DOMDebugger.getEventListeners', {
      objectId: tree.objectId,
      depth: -1,
    });
    for (const { type, backendNodeId } of listeners)
      if (/^(click|mousedown|pointerdown)$/.test(type) && backendNodeId !== undefined) ids.add(backendNodeId);
  }
  const handles = await Promise.all(
    [...ids].map((backendNodeId) => cdp.send('DOM.resolveNode', { backendNodeId })),
  );
  return handles.map(({ object }) => ({ objectId: object.objectId ?? '' }));
}

/** Asks the browser itself which of them its hit tests find in view, and compares. */
async function judge(agent: Agent, among: { objectId: string }[]): Promise<Judgement> {
  const { refs } = await agent.does('browser_snapshot', { maxElements: 1000 });
  const { cdp } = (await bench.tools.browser.session(agent.session)).current().live;
  const { result: document } = await cdp.send('Runtime.evaluate', { expression: 'document' });
  const answer = await cdp.send('Runtime.callFunctionOn', {
    objectId: document.objectId ?? '',
    functionDeclaration: reachable,
    arguments: among,
    returnByValue: true,
  });
  const actionable = verdicts.parse(answer.result.value);
  const offered = Object.entries(refs).flatMap(([ref, { box, states, role, name }]) =>
    box
      ? [{ ref: `${ref} ${role} ${name}`, ...box, covered: states?.some((state) => /^covered/.test(state)) }]
      : [],
  );
  const near = (a: number, b: number) => Math.abs(a - b) < 4;
  const missed = actionable.filter(
    (wanted) =>
      !offered.some(
        (box) =>
          (near(box.x, wanted.x) && near(box.y, wanted.y)) ||
          // A wrapper may stand for the control in it, and a delegating list for its items.
          (box.x >= wanted.x - 2 &&
            box.y >= wanted.y - 2 &&
            box.x + box.width <= wanted.x + wanted.width + 2 &&
            box.y + box.height <= wanted.y + wanted.height + 2),
      ),
  );
  const inView = offered.filter(
    ({ x, y, width, height, covered }) =>
      !covered && x + width / 2 > 0 && y + height / 2 > 0 && x + width / 2 < 1280 && y + height / 2 < 900,
  );
  const wrong = await cdp.send('Runtime.callFunctionOn', {
    objectId: document.objectId ?? '',
    functionDeclaration: pointless,
    arguments: [{ value: inView }],
    returnByValue: true,
  });
  return {
    reachable: actionable.length,
    missed: missed.map(({ what }) => what),
    offered: inView.length,
    pointless: z
      .array(z.object({ ref: z.string() }))
      .parse(wrong.result.value)
      .map(({ ref }) => ref),
  };
}

const generated = z
  .array(
    z.object({
      id: z.string(),
      make: z.function({ input: [z.object({ otherOrigin: z.string() })], output: z.string() }),
    }),
  )
  .parse((await import(String(new URL('../../../bench/generated-pages.mjs', import.meta.url)))).generated);

const pages: [name: string, html: string][] = [
  ['a page with everything there is', everything],
  ['a shop', readFileSync(join(import.meta.dirname, 'fixtures', 'shop.html'), 'utf8')],
  ...generated
    .filter(({ id }) => id !== 'huge')
    .map(({ id, make }): [string, string] => [
      `the bench's ${id}`,
      make({ otherOrigin: 'http://localhost:9' }),
    ]),
];

const elsewhere = pages
  .filter(([name]) => /everything|a shop|docs/.test(name))
  .flatMap(([name, html]) =>
    places.slice(1).map(([place, put]): [string, string] => [`${name}, in ${place}`, put(html)]),
  );

describe('what a person can act on', () => {
  it.each([...pages, ...elsewhere])('is offered, and nothing else, on %s', async (_name, html) => {
    const agent = bench.lasting();
    const page = bench.site.page(html);
    await agent.open(page);
    const among = await candidates(agent);
    const first = await judge(agent, among);
    await agent.does('browser_scroll', { direction: 'down' });
    const second = await judge(agent, among);
    expect([...first.missed, ...second.missed]).toEqual([]);
    expect([...first.pointless, ...second.pointless]).toEqual([]);
    expect(first.reachable).toBeGreaterThan(3);
    expect(first.offered).toBeGreaterThan(3);
  });
});
