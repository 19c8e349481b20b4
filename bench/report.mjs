import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { styleText } from 'node:util';

const ours = ['handhold', 'handhold-mcp'];
const peers = ['playwright', 'chrome-devtools', 'agent-browser'];
const none = '–';

const number = (n) => Math.round(n).toLocaleString('en-US');
const millis = (n) => (n < 10 ? n.toFixed(1) : number(n));
const times = (n) => (Number.isFinite(n) ? `${n < 10 ? n.toFixed(1) : number(n)}×` : none);
const lowest = (values) => Math.min(...values.filter((value) => value !== undefined));

/** All tables, as text for a terminal and as Markdown. */
export function buildReport(results) {
  const tables = [
    snapshotTable(results, 'default', 'ms', 'Snapshot as each tool takes it by default: ms, median'),
    snapshotTable(results, 'default', 'tokens', 'Snapshot as each tool takes it by default: tokens (o200k)'),
    snapshotTable(results, 'full', 'ms', 'Snapshot of everything: ms, median'),
    snapshotTable(results, 'full', 'tokens', 'Snapshot of everything: tokens (o200k)'),
    actionTable(results),
    openingTable(
      results,
      'navigate',
      'Open a page and see it: ms, median (against a bare goto, measured by turns with it)',
    ),
    openingTable(
      results,
      'navigateFar',
      `The same from a server whose every answer takes ${results.farLatency} ms longer`,
    ),
    definitionTable(results),
    targetTable(results),
  ].filter((table) => table?.rows.length > 0);
  return { terminal: terminal(results, tables), markdown: markdown(results, tables) };
}

function shown(results) {
  return Object.entries(results.tools).filter(([id]) => id !== 'raw');
}

const heading = (tool, mode) => {
  const detail = tool.modes.default === tool.modes.full ? '' : ` ${tool.modes[mode]}`;
  return tool.label.startsWith('Handhold') ? tool.label : `${tool.label}${detail}`;
};

function snapshotTable(results, mode, what, title) {
  const tools = shown(results).filter(([, tool]) => tool.modes[mode]);
  const value = (figures) => (what === 'ms' ? figures?.ms.median : figures?.o200k);
  const format = what === 'ms' ? millis : number;
  const hasOurs = tools.some(([id]) => ours.includes(id));
  const hasPeers = tools.some(([id]) => peers.includes(id));
  const compare = hasOurs && hasPeers;
  // Pages stay as they are between two samples, which not every tool makes something of.
  const changed = what === 'ms' && mode === 'default' ? tools.filter(([, tool]) => hasChanged(tool)) : [];
  // A full snapshot says all text, so that what this costs is the least it can.
  const withText = what !== 'ms' && mode === 'full';
  const rows = Object.entries(results.pages).map(([id, page]) => {
    const all = tools.map(([toolId, tool]) => ({ toolId, tool, value: value(tool.pages[id]?.[mode]) }));
    const best = lowest(all.filter(({ toolId }) => peers.includes(toolId)).map((cell) => cell.value));
    const own = lowest(all.filter(({ toolId }) => ours.includes(toolId)).map((cell) => cell.value));
    return [
      page.title,
      page.elements === undefined ? none : number(page.elements),
      // Of a page that stands in shadow trees the browser gives none.
      ...(withText ? [page.text ? number(page.text) : none] : []),
      ...all.map((cell) => {
        if (cell.value !== undefined) return format(cell.value);
        return cell.tool.errors.some(({ where }) => where === id) ? 'failed' : none;
      }),
      ...changed.map(([, tool]) => {
        const ms = tool.pages[id]?.changed?.ms.median;
        return ms === undefined ? none : millis(ms);
      }),
      ...(compare ? [times(best / own)] : []),
    ];
  });
  const columns = [
    'page',
    'elements',
    ...(withText ? ['its text alone'] : []),
    ...tools.map(([, tool]) => heading(tool, mode)),
    ...changed.map(([, tool]) => `${tool.label}, page changed`),
  ];
  return { title, columns: compare ? [...columns, 'best peer ÷ ours'] : columns, rows };
}

const hasChanged = (tool) => Object.values(tool.pages).some(({ changed }) => changed);

function actionTable(results) {
  const rows = Object.values(results.tools)
    .filter((tool) => tool.click || tool.type)
    .map((tool) => [
      tool.label,
      tool.click ? millis(tool.click.ms.median) : 'failed',
      tool.click && tool.label !== 'raw Playwright' ? said(tool.click) : none,
      tool.type ? millis(tool.type.ms.median) : 'failed',
      tool.type && tool.label !== 'raw Playwright' ? said(tool.type) : none,
      tool.coldMs === undefined ? none : number(tool.coldMs),
    ]);
  return {
    title: 'Click and type (20 characters) on a quiet page; first start until the page is seen',
    columns: ['tool', 'click ms', 'its answer, tokens', 'type ms', 'its answer, tokens', 'cold start ms'],
    rows,
  };
}

const said = ({ o200k, inFile }) =>
  inFile ? `${number(o200k - inFile)} + ${number(inFile)} in a file` : number(o200k);

function openingTable(results, figures, title) {
  const tools = Object.entries(results.tools).filter(([, tool]) => Object.keys(tool[figures]).length > 0);
  const rows = Object.entries(results.pages).map(([id, page]) => {
    const bare = tools[0]?.[1][figures][id]?.floor?.median;
    return [
      page.title,
      bare === undefined ? none : millis(bare),
      ...tools.map(([, tool]) => opened(tool[figures][id])),
    ];
  });
  const labels = tools.map(([id, tool]) => (id === 'raw' ? 'goto and the page’s height' : tool.label));
  return { title, columns: ['page', 'bare goto', ...labels], rows };
}

function opened(navigation) {
  const ms = navigation?.ms.median;
  if (ms === undefined) return none;
  const more = extra(navigation);
  if (more === undefined) return millis(ms);
  return `${millis(ms)} (${more < 0 ? '−' : '+'}${number(Math.abs(more))}%)`;
}

/** By how many per cent a navigation took longer than a bare one. */
const extra = ({ ms, floor }) => floor && (ms.median / floor.median - 1) * 100;

function definitionTable(results) {
  return {
    title: 'Tool definitions (name, description, input schema as JSON), default set',
    columns: ['tool', 'tools', 'tokens (o200k)', 'tokens (cl100k)'],
    rows: shown(results)
      .filter(([, tool]) => tool.definitions)
      .map(([, tool]) => [
        tool.label,
        number(tool.definitions.tools),
        number(tool.definitions.o200k),
        number(tool.definitions.cl100k),
      ]),
  };
}

/** The figures that Handhold has set itself, each with the page on which it comes closest to missing it. */
function targetTable(results) {
  const { tools, pages } = results;
  const own = tools['handhold-mcp'] ?? tools.handhold;
  if (!own) return undefined;
  const ids = Object.keys(pages);
  const large = ids.filter((id) => pages[id].elements >= 1000);
  const median = (tool, id, mode = 'default') => tool?.pages[id]?.[mode]?.ms.median;
  const tokens = (tool, id, mode = 'default') => tool?.pages[id]?.[mode]?.o200k;
  const worst = (list, figure) =>
    list
      .map((id) => ({ id, value: figure(id) }))
      .filter(({ value }) => Number.isFinite(value))
      .sort((a, b) => a.value - b.value)[0];
  const rows = [];
  const add = (name, goal, found, met, text) =>
    rows.push([
      name,
      goal,
      found === undefined ? none : text,
      found === undefined ? none : met ? 'yes' : 'NO',
    ]);
  const atLeast = (name, factor, list, figure) => {
    const found = worst(list, figure);
    add(
      name,
      `≥ ${times(factor)}`,
      found,
      found?.value >= factor,
      found && `${times(found.value)} (${found.id})`,
    );
  };

  const fastestPeer = (id) => lowest(peers.map((peer) => median(tools[peer], id)));
  for (const tool of [tools.handhold, tools['handhold-mcp']].filter(Boolean)) {
    atLeast(
      `${tool.label}: snapshot faster than the fastest peer, pages of 1,000 elements or more`,
      10,
      large,
      (id) => fastestPeer(id) / median(tool, id),
    );
  }
  if (tools.handhold)
    atLeast(
      '… in process, after the page has changed',
      10,
      large,
      (id) => fastestPeer(id) / median(tools.handhold, id, 'changed'),
    );
  const { playwright, 'agent-browser': agentBrowser } = tools;
  atLeast(
    'Default snapshot smaller than Playwright MCP, 1,000 or more',
    10,
    large,
    (id) => tokens(playwright, id) / tokens(own, id),
  );
  atLeast(
    '… than agent-browser -i, 1,000 or more',
    2,
    large,
    (id) => tokens(agentBrowser, id) / tokens(own, id),
  );
  atLeast(
    '… than both, every page',
    1,
    ids,
    (id) => lowest([tokens(playwright, id), tokens(agentBrowser, id)]) / tokens(own, id),
  );
  atLeast(
    'Full snapshot smaller than Playwright MCP',
    3,
    ids,
    (id) => tokens(playwright, id) / tokens(own, id, 'full'),
  );
  const huge = median(tools.handhold, 'huge');
  add('50,000 elements, whole call in process', '≤ 300 ms', huge, huge <= 300, huge && `${millis(huge)} ms`);
  const atMost = (name, most, found) =>
    add(name, `≤ ${most} ms`, found, found <= most, found && `${millis(found)} ms`);
  const click = tools.handhold?.click?.ms.median;
  atMost('Click with its outcome, in process', 40, click);
  atMost('… through MCP', 50, tools['handhold-mcp']?.click?.ms.median);
  const faster = playwright?.click && click && playwright.click.ms.median / click;
  add('… faster than Playwright MCP', '≥ 8×', faster, faster >= 8, faster && times(faster));
  atMost('Type 20 characters, in process', 40, tools.handhold?.type?.ms.median);
  const opening = (name, figures) => {
    const slowest = worst(ids, (id) => figures?.[id] && -extra(figures[id]));
    add(
      name,
      '≤ 15%',
      slowest,
      -slowest?.value <= 15,
      slowest && `${number(-slowest.value)}% (${slowest.id})`,
    );
  };
  opening('Navigate and first snapshot, above a bare goto', tools.handhold?.navigate);
  opening(`… where answers take ${results.farLatency} ms`, tools.handhold?.navigateFar);
  const definitions = tools['handhold-mcp']?.definitions?.o200k;
  add(
    'Default tool definitions',
    '≤ 2,500 tokens',
    definitions,
    definitions <= 2500,
    definitions && number(definitions),
  );
  return { title: 'Targets', columns: ['what', 'goal', 'found (closest page)', 'met'], rows };
}

function footnotes(results) {
  const { machine } = results;
  const lines = [
    `${results.date}. ${machine.browser}, headless, 1280×720, Node ${machine.node}, ${machine.platform}, ${machine.cores} cores (${machine.cpu}), ${machine.memoryGb} GB. Up to ${results.runs} samples after warm-up, timed at the client over each tool's own transport, one tool at a time.`,
    `Measured: ${Object.values(results.tools)
      .map((tool) => `${tool.label} ${tool.version} (${tool.transport})`)
      .join(', ')}.`,
    'Tokens are counted in the text that a model receives, by gpt-tokenizer.',
  ];
  for (const tool of Object.values(results.tools)) {
    for (const text of tool.notes) lines.push(`${tool.label}: ${text}`);
    for (const { where, message } of tool.errors) {
      lines.push(`${tool.label}, ${where}: ${message.replaceAll(/\s+/g, ' ').slice(0, 200)}`);
    }
    if (tool.leftovers) lines.push(`${tool.label}: left running when stopped: ${tool.leftovers.join(', ')}`);
  }
  for (const { pages, reason } of results.skipped) lines.push(`Left out: ${pages.join(', ')}: ${reason}`);
  return lines;
}

function terminal(results, tables) {
  const blocks = tables.map(({ title, columns, rows }) => {
    const widths = columns.map((column, i) => Math.max(column.length, ...rows.map((row) => row[i].length)));
    const line = (cells) =>
      cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('  ');
    return [styleText('bold', title), styleText('dim', line(columns)), ...rows.map(line)].join('\n');
  });
  return [...blocks, styleText('dim', footnotes(results).join('\n'))].join('\n\n');
}

function markdown(results, tables) {
  const row = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const blocks = tables.map(({ title, columns, rows }) =>
    [
      `## ${title}`,
      '',
      row(columns),
      row(columns.map((_, i) => (i === 0 ? '---' : '--:'))),
      ...rows.map(row),
    ].join('\n'),
  );
  const notes = footnotes(results).map((line) => `- ${line}`);
  return `# Side by side\n\n${blocks.join('\n\n')}\n\n## Notes\n\n${notes.join('\n')}\n`;
}

/** Writes the figures and tables. A partial run never replaces a full one unless asked to. */
export function saveReport(results, report, { latest }) {
  const dir = join(import.meta.dirname, latest ? 'results' : 'results/raw');
  mkdirSync(dir, { recursive: true });
  const name = latest ? 'latest' : 'partial';
  const files = {
    [`${name}.json`]: `${JSON.stringify(results, null, 2)}\n`,
    [`${name}.md`]: report.markdown,
  };
  return Object.entries(files).map(([file, content]) => {
    writeFileSync(join(dir, file), content);
    return relative(process.cwd(), join(dir, file));
  });
}
