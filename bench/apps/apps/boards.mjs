import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { script, servePage, style } from '../site.mjs';
import { versionOf } from './servers.mjs';

export const fullcalendar = {
  name: 'fullcalendar',
  version: versionOf('fullcalendar'),
  start: () =>
    servePage({
      title: 'Calendar',
      head: script('fullcalendar/index.global.min.js'),
      body: `<div id="calendar" style="max-width: 1000px"></div><script>
        window.calendar = new FullCalendar.Calendar(document.getElementById('calendar'), {
          initialDate: '2026-05-04', editable: true, selectable: true, height: 640,
          headerToolbar: { left: 'prev,next today', center: 'title', right: 'dayGridMonth,timeGridWeek,listWeek' },
          events: [{ id: 'a', title: 'Review', start: '2026-05-06' }, { id: 'b', title: 'Lunch', start: '2026-05-20T12:00:00' }],
          dateClick: ({ dateStr }) => { const title = prompt('Title of the event'); if (title) calendar.addEvent({ title, start: dateStr }); },
          eventClick: ({ event }) => { if (confirm('Delete "' + event.title + '"?')) event.remove(); },
        });
        calendar.render();</script>`,
    }),
  tasks: [
    {
      title: 'move an event to another day',
      async play(agent, { url }) {
        await agent.open(url);
        const text = await agent.call('browser_find', { text: '14' });
        const day = /(@e\d+) \S+ "(?:14|May 14[^"]*)"/.exec(text)?.[1];
        await agent.call('browser_drag', {
          from: await agent.need(/^clickable "Review"/),
          to: day ?? (await agent.need(/"May 14/)),
        });
      },
      truth: async ({ page }) => [
        await page.evaluate(() => window.calendar.getEventById('a').startStr),
        '2026-05-14',
      ],
    },
    {
      title: 'make an event on a day',
      async play(agent, { url }) {
        await agent.open(url);
        const text = await agent.call('browser_find', { text: '21' });
        await agent.call('browser_click', {
          ref: /(@e\d+) \S+ "(?:21|May 21[^"]*)"/.exec(text)?.[1] ?? (await agent.need(/"May 21/)),
        });
        await agent.sees(/dialog prompt/);
        await agent.call('browser_dialog', { action: 'accept', text: 'Party' });
        await agent.sees(/Party/);
      },
      truth: async ({ page }) => [
        await page.evaluate(() =>
          window.calendar
            .getEvents()
            .filter(({ title }) => title === 'Party')
            .map(({ startStr }) => startStr),
        ),
        ['2026-05-21'],
      ],
    },
    {
      title: 'delete an event seen in the list of its week',
      async play(agent, { url }) {
        await agent.open(url);
        await agent.batch(['browser_click', { ref: await agent.need(/^button "list"/) }]);
        await agent.click(/^(clickable|row|link|listitem|cell) .*Review/);
        await agent.sees(/dialog confirm/);
        await agent.call('browser_dialog', { action: 'accept' });
        await agent.sees(/- .*Review|No events/);
      },
      truth: async ({ page }) => [
        await page.evaluate(() => window.calendar.getEvents().map(({ title }) => title)),
        ['Lunch'],
      ],
    },
  ],
};

export const sortable = {
  name: 'sortablejs',
  version: versionOf('sortablejs'),
  start: () =>
    servePage({
      title: 'Board',
      head: `${script('sortablejs/Sortable.min.js')}<style>ul { width: 200px; float: left; min-height: 200px; border: 1px solid } li { padding: 8px; margin: 4px; background: #eee }</style>`,
      body: `<h1>Board</h1><ul id="todo" aria-label="To do"><li>Write</li><li>Test</li><li>Ship</li></ul><ul id="done" aria-label="Done"><li>Plan</li></ul>
        <script>for (const id of ['todo', 'done']) Sortable.create(document.getElementById(id), { group: 'board' });</script>`,
    }),
  tasks: [
    {
      title: 'move a card to another list',
      async play(agent, { url }) {
        await agent.open(url);
        await agent.call('browser_drag', {
          from: await agent.need(/^listitem "Test"/),
          to: await agent.need(/^listitem "Plan"/),
        });
      },
      truth: async ({ page }) => [
        await page.evaluate(() =>
          [...document.querySelectorAll('#done li')].map(({ textContent }) => textContent).sort(),
        ),
        ['Plan', 'Test'],
      ],
    },
    {
      title: 'change the order of a list',
      async play(agent, { url }) {
        await agent.open(url);
        await agent.call('browser_drag', {
          from: await agent.need(/^listitem "Ship"/),
          to: await agent.need(/^listitem "Write"/),
        });
      },
      truth: async ({ page }) => [
        await page.evaluate(() =>
          [...document.querySelectorAll('#todo li')].map(({ textContent }) => textContent),
        ),
        ['Ship', 'Write', 'Test'],
      ],
    },
  ],
};

export const jstree = {
  name: 'jstree',
  version: versionOf('jstree'),
  start: () =>
    servePage({
      title: 'Files',
      head:
        style('jstree/dist/themes/default/style.min.css') +
        script('jquery/dist/jquery.min.js') +
        script('jstree/dist/jstree.min.js'),
      body: `<h1>Files</h1><div id="tree"></div><script>
        $('#tree').jstree({ plugins: ['contextmenu', 'dnd', 'checkbox'], checkbox: { three_state: false, tie_selection: false }, core: { check_callback: true, data: [
          { id: 'docs', text: 'Documents', children: [{ id: 'cv', text: 'Resume' }, { id: 'tax', text: 'Taxes' }] },
          { id: 'pics', text: 'Pictures', children: [{ id: 'cat', text: 'Cat' }] }] } });</script>`,
    }),
  tasks: [
    {
      title: 'open a folder and tick a file',
      async play(agent, { url }) {
        await agent.open(url);
        await agent.click(/^treeitem "Documents"/, { clickCount: 2 });
        const box = agent.ref(/^checkbox .*Taxes/) ?? (await agent.need(/^treeitem "Taxes"/));
        await agent.call('browser_click', { ref: box });
      },
      truth: async ({ page }) => [
        await page.evaluate(() => window.$('#tree').jstree('get_checked')),
        ['tax'],
      ],
    },
    {
      title: 'rename a folder from its menu',
      async play(agent, { url }) {
        await agent.open(url);
        await agent.click(/^treeitem "Pictures"/, { button: 'right' });
        await agent.click(/"Rename"/);
        await agent.batch(
          ['browser_press', { key: 'Control+A' }],
          ['browser_type', { text: 'Photos', submit: true }],
        );
      },
      truth: async ({ page }) => [
        await page.evaluate(() => window.$('#tree').jstree('get_text', 'pics')),
        'Photos',
      ],
    },
    {
      title: 'move a file to another folder',
      async play(agent, { url }) {
        await agent.open(url);
        await agent.click(/^treeitem "Pictures"/, { clickCount: 2 });
        await agent.call('browser_drag', {
          from: await agent.need(/^treeitem "Cat"/),
          to: await agent.need(/^treeitem "Documents"/),
        });
      },
      truth: async ({ page }) => [
        await page.evaluate(() => window.$('#tree').jstree('get_parent', 'cat')),
        'docs',
      ],
    },
  ],
};

export const leaflet = {
  name: 'leaflet',
  version: versionOf('leaflet'),
  start: () =>
    servePage({
      title: 'Map',
      head: style('leaflet/dist/leaflet.css') + script('leaflet/dist/leaflet.js'),
      body: `<h1>Map</h1><div id="map" style="height: 420px"></div><script>
        window.map = L.map('map').setView([51.5, -0.09], 12);
        L.marker([51.5, -0.09], { alt: 'Bakery', title: 'Bakery' }).addTo(map).bindPopup('<b>Bakery</b><br>open until six <button id="book">Order bread</button>');
        L.marker([51.51, -0.05], { alt: 'Library', title: 'Library' }).addTo(map).bindPopup('Library');
        const roads = L.layerGroup([L.polyline([[51.49, -0.1], [51.52, -0.02]])]);
        L.control.layers({}, { Roads: roads }, { collapsed: false }).addTo(map);
        window.ordered = 0;
        map.on('popupopen', ({ popup }) => popup.getElement().querySelector('#book')?.addEventListener('click', () => { ordered += 1; }));
        </script>`,
    }),
  tasks: [
    {
      title: 'order in the popup of a marker',
      async play(agent, { url }) {
        await agent.open(url);
        await agent.click(/^button "Bakery"/);
        await agent.sees(/open until six/);
        await agent.click(/^button "Order bread"/);
      },
      truth: async ({ page }) => [await page.evaluate(() => window.ordered), 1],
    },
    {
      title: 'zoom in and show a layer',
      async play(agent, { url }) {
        await agent.open(url);
        await agent.batch(
          ['browser_click', { ref: await agent.need(/^button "Zoom in"/) }],
          ['browser_click', { ref: await agent.need(/^checkbox "Roads"/) }],
        );
      },
      truth: async ({ page }) => [
        await page.evaluate(() => [
          window.map.getZoom(),
          document.querySelectorAll('path.leaflet-interactive').length,
        ]),
        [13, 1],
      ],
    },
    {
      title: 'drag the map',
      async play(agent, { url }) {
        await agent.open(url);
        const text = await agent.call('browser_find', { role: 'region' });
        const map = /(@e\d+) /.exec(text)?.[1];
        if (map) await agent.call('browser_drag', { from: map, by: { x: -200, y: 0 } });
        else
          await agent.batch(
            ['browser_mouse', { action: 'move', x: 600, y: 350 }],
            ['browser_mouse', { action: 'down' }],
            ['browser_mouse', { action: 'move', x: 500, y: 350 }],
            ['browser_mouse', { action: 'move', x: 400, y: 350 }],
            ['browser_mouse', { action: 'up' }],
          );
      },
      truth: async ({ page }) => [await page.evaluate(() => window.map.getCenter().lng > -0.09 + 0.03), true],
    },
  ],
};

export const grapesjs = {
  name: 'grapesjs',
  version: versionOf('grapesjs'),
  start: () =>
    servePage({
      title: 'Site builder',
      head: style('grapesjs/dist/css/grapes.min.css') + script('grapesjs/dist/grapes.min.js'),
      body: `<div id="gjs"><h1>Welcome</h1><p>Some words</p></div><script>
        window.editor = grapesjs.init({ container: '#gjs', fromElement: true, height: '700px', storageManager: false, telemetry: false,
          blockManager: { blocks: [{ id: 'text', label: 'Text', content: '<p>New text</p>' }, { id: 'button', label: 'Button', content: '<button>Buy</button>' }] } });</script>`,
    }),
  tasks: [
    {
      title: 'put a block on the page',
      async play(agent, { url }) {
        await agent.open(url);
        await agent.click(/^clickable "Open Blocks"/);
        await agent.call('browser_drag', {
          from: await agent.need(/^clickable "Button"/),
          to: await agent.need(/^paragraph "Some words"/),
        });
        await agent.sees(/"Buy"/);
      },
      truth: async ({ page }) => [
        await page.evaluate(() => window.editor.getHtml()),
        /<p[^>]*>Some words<\/p><button[^>]*>Buy<\/button>|<button[^>]*>Buy<\/button><p/,
      ],
    },
    {
      title: 'change a text and look at it as on a tablet',
      async play(agent, { url }) {
        await agent.open(url);
        await agent.click(/^heading "Welcome"/, { clickCount: 2 });
        await agent.batch(['browser_press', { key: 'Control+A' }], ['browser_type', { text: 'Hello' }]);
        await agent.call('browser_select', {
          ref: await agent.need(/^combobox .*"Tablet"/),
          values: ['Tablet'],
        });
      },
      truth: async ({ page }) => [
        await page.evaluate(() => [
          window.editor.getWrapper().find('h1')[0].getEl().textContent,
          window.editor.getDevice(),
        ]),
        ['Hello', 'tablet'],
      ],
    },
  ],
};

export const excalidraw = {
  name: 'excalidraw',
  version: versionOf('@excalidraw/excalidraw'),
  start: () =>
    servePage({
      title: 'Drawing',
      head:
        '<script>window.EXCALIDRAW_ASSET_PATH = "/npm/@excalidraw/excalidraw/dist/";</script>' +
        script('react/umd/react.production.min.js') +
        script('react-dom/umd/react-dom.production.min.js') +
        script('@excalidraw/excalidraw/dist/excalidraw.production.min.js'),
      body: `<div id="app" style="height: 640px"></div><script>
        ReactDOM.createRoot(document.getElementById('app')).render(React.createElement(ExcalidrawLib.Excalidraw, { excalidrawAPI: (api) => { window.drawing = api; } }));</script>`,
    }),
  tasks: [
    {
      title: 'draw a rectangle',
      async play(agent, { url }) {
        await agent.open(url);
        await agent.click(/^radio "Rectangle"/);
        await agent.call('browser_drag', { from: agent.refs(/^canvas/).at(-1), by: { x: 160, y: 90 } });
      },
      truth: async ({ page }) => [
        await page.evaluate(() =>
          window.drawing.getSceneElements().map(({ type, width, height }) => [type, width, height]),
        ),
        [['rectangle', 160, 90]],
      ],
    },
    {
      title: 'write a text',
      async play(agent, { url }) {
        await agent.open(url);
        await agent.batch(
          ['browser_click', { ref: await agent.need(/^radio "Text"/) }],
          ['browser_mouse', { action: 'click', x: 500, y: 400 }],
          ['browser_type', { text: 'Hello there' }],
          ['browser_press', { key: 'Escape' }],
        );
      },
      truth: async ({ page }) => [
        await page.evaluate(() => window.drawing.getSceneElements().map(({ type, text }) => [type, text])),
        [['text', 'Hello there']],
      ],
    },
  ],
};

export const uppy = {
  name: 'uppy',
  version: versionOf('uppy'),
  async start() {
    const received = [];
    const site = await servePage({
      title: 'Upload',
      head: style('uppy/dist/uppy.min.css'),
      body: `<h1>Upload</h1><div id="drop"></div><script type="module">
        import { Uppy, Dashboard, XHRUpload } from '/npm/uppy/dist/uppy.min.mjs';
        window.uppy = new Uppy().use(Dashboard, { inline: true, target: '#drop', height: 400 }).use(XHRUpload, { endpoint: '/upload' });</script>`,
      routes: {
        'POST /upload': (body) => {
          received.push(/filename="([^"]*)"/.exec(body)?.[1]);
          return { url: '/done' };
        },
      },
    });
    return { ...site, received };
  },
  tasks: [
    {
      title: 'upload a file',
      async play(agent, { url, dir }) {
        writeFileSync(join(dir, 'report.txt'), 'All is well.\n');
        await agent.open(url);
        await agent.call('browser_upload', {
          ref: await agent.need(/^button "browse files"/),
          paths: [join(dir, 'report.txt')],
        });
        await agent.click(/^button "Upload 1 file"/);
        await agent.sees(/Complete/);
      },
      truth: ({ received }) => [received, ['report.txt']],
    },
  ],
};
