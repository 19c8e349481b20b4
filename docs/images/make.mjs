/** Makes demo.png for the README, with the tools it is about: `npm run build && node docs/images/make.mjs`. */
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { ShownPages, splitResult } from '../../packages/cli/dist/demo/shown-pages.js';
import { startDemoSite } from '../../packages/cli/dist/demo/site/server.js';
import { createBrowserTools } from '../../packages/handhold/dist/index.js';
import { smaller } from './png.mjs';

const width = 1568;
const height = 880;
/** The page as the agent has it, and as large as it is drawn here. */
const viewport = { width: 1120, height: 924 };
const drawn = { width: 960, height: 792 };
const mostLines = 41;

const file = fileURLToPath(new URL('demo.png', import.meta.url));

/** A toolbox that fails loudly, and remembers what it was shown. */
function agent(size) {
  const tools = createBrowserTools({ allowPrivate: true, viewport: size });
  const shown = new ShownPages();
  return {
    close: () => tools.close(),
    ref: (role, name, below) => shown.ref({ role, name, below }),
    async call(tool, input = {}) {
      const { result, rendered } = await tools.callAndRender(tool, input);
      if (rendered.isError) throw new Error(`${tool} ${JSON.stringify(input)}: ${rendered.text}`);
      shown.read(rendered.text);
      return {
        tool,
        input,
        text: rendered.text,
        image: rendered.image,
        tokens: result.metadata?.tokens ?? 0,
      };
    },
  };
}

/** Searches the demo site, looks at what it finds, and saves one stay. */
async function visit(site) {
  const me = agent(viewport);
  try {
    await me.call('browser_navigate', { url: site.url });
    await me.call('browser_click', { ref: me.ref('button', 'Only necessary') });
    await me.call('browser_type', {
      ref: me.ref('combobox', 'Destination'),
      text: 'Dolomites, Italy',
    });
    await me.call('browser_type', { ref: me.ref('date', 'Check-in'), text: inDays(30) });
    await me.call('browser_type', { ref: me.ref('date', 'Check-out'), text: inDays(33) });
    await me.call('browser_click', { ref: me.ref('button', 'Search') });
    await me.call('browser_click', { ref: me.ref('checkbox', 'Sauna') });
    await me.call('browser_click', { ref: me.ref('checkbox', 'Fireplace') });
    const seen = await me.call('browser_snapshot');
    const { image } = await me.call('browser_screenshot', { annotate: true, format: 'png' });
    const done = await me.call('browser_click', { ref: me.ref('button', 'Save', 'Sort by') });
    return { seen, image, done };
  } finally {
    await me.close();
  }
}

function inDays(days) {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

const escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const asText = (text) => text.replace(/[&<>]/g, (char) => escapes[char]);

function lineOf(text) {
  const [, indent, rest] = /^( *)(.*)$/.exec(text);
  const painted = asText(rest)
    .replace(/^([+~-] )?(@e\d+)/, (_, sign = '', ref) => `${sign}<b>${ref}</b>`)
    .replace(/^(#+ .*|(?:[a-z]+)(?: &quot;.*| ".*)?)$/, '<i>$1</i>');
  const sign = /^[+~-] /.exec(rest)?.[0].trim();
  const kind = { '+': 'new', '~': 'other', '-': 'gone' }[sign] ?? '';
  return `<div class="${kind}" style="padding-left:${indent.length * 0.6 + 1.2}em;text-indent:-1.2em">${painted}</div>`;
}

function panel({ tool, input, text, tokens }) {
  const { ours, page } = splitResult(text);
  const shown = page.slice(0, mostLines);
  const more = page.length > shown.length ? `<i>… ${page.length - shown.length} more lines</i>` : '';
  const asked = Object.keys(input).length > 0 ? ` ${JSON.stringify(input)}` : '';
  return `<section><h2><code>${asText(tool + asked)}</code><span>${tokens} tokens</span></h2>
    <div class="text">${ours.map((line) => `<div class="ours">${asText(line)}</div>`).join('')}${shown.map(lineOf).join('')}${more}</div></section>`;
}

function pageOf({ seen, image, done }) {
  return `<!doctype html><meta charset="utf-8"><title>Handhold</title><style>
  * { box-sizing: border-box; margin: 0 }
  body { width: ${width}px; height: ${height}px; overflow: hidden; background: #172433; color: #e8edf2; padding: 22px 24px;
    font: 15px/1.4 system-ui, "Segoe UI", "Liberation Sans", Arial, sans-serif; display: grid; grid-template-columns: ${drawn.width}px 1fr; gap: 24px }
  h1 { font-size: 17px; font-weight: 600; height: 40px; display: flex; align-items: center; gap: 10px }
  h1 small { font-size: 14px; font-weight: 400; color: #9fb0c0 }
  figure { border-radius: 10px; overflow: hidden; height: ${drawn.height}px } img { display: block }
  .right { display: flex; flex-direction: column; gap: 14px; min-width: 0 } .right h1 { margin-bottom: -14px }
  section { background: #0f1a26; border-radius: 10px; overflow: hidden }
  h2 { font-size: 13px; font-weight: 400; display: flex; justify-content: space-between; background: #22344a; padding: 6px 14px }
  h2 code { color: #fff } h2 span { color: #ffb59f; font-weight: 600 }
  .text { padding: 9px 14px 10px; font: 11.5px/1.29 "DejaVu Sans Mono", Menlo, Consolas, "Liberation Mono", monospace; overflow: hidden }
  .text div { white-space: nowrap; overflow: hidden; text-overflow: ellipsis }
  .ours { color: #fff } i { font-style: normal; color: #8fa3b6 } b { color: #ff8ac0; font-weight: 600 }
  .new { color: #93e0a5 } .other { color: #ffd479 } .gone { color: #8fa3b6 }
  </style><div><h1>What a person sees <small>with the agent's refs drawn on it: browser_screenshot {"annotate": true}</small></h1>
  <figure><img src="data:${image.mimeType};base64,${image.base64}" width="${drawn.width}" height="${drawn.height}" alt=""></figure></div>
  <div class="right"><h1>What the agent reads <small>and what comes back when it acts</small></h1>${panel(seen)}${panel(done)}</div>`;
}

/** Renders a page of ours and gives the picture. */
async function shoot(html) {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(html);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const me = agent({ width, height });
  try {
    await me.call('browser_navigate', { url: `http://127.0.0.1:${server.address().port}/` });
    const { image } = await me.call('browser_screenshot', { format: 'png' });
    return Buffer.from(image.base64, 'base64');
  } finally {
    await me.close();
    server.close();
  }
}

const site = await startDemoSite();
try {
  const picture = smaller(await shoot(pageOf(await visit(site))));
  await writeFile(file, picture);
  process.stdout.write(`${file}: ${Math.round(picture.length / 1000)} kB\n`);
} finally {
  await site.close();
}
