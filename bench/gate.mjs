#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { createSandbox, findBrowser, machine } from './environment.mjs';
import { caller, count, library, refOf } from './library.mjs';
import { repeatByTurns } from './measure.mjs';
import { servePages } from './pages.mjs';

const usage = `node bench/gate.mjs [options]
What the gate adds to a call, and what its proxy adds to the loading of a page: with and without, by turns.
  --runs <n>    samples per figure and side (default: 200 calls, 30 loads)
  --loads <n>   samples per page and side, where that is to be another number
  --pages <ids> which pages to load, comma-separated (default: all)
  --json        print the figures as JSON
`;

const say = (line) => process.stderr.write(`${line}\n`);

/** Everything the gate can do, switched on. That the page is on loopback is a matter of the tables, not of the cost. */
const policy = {
  network: { zoneOf: () => 'public' },
  blockHosts: ['blocked.test', '*.ads.test'],
  policy: { medium: 'ask', high: 'ask' },
  host: { approve: async () => true },
  secrets: { PASSWORD: { value: 'correct horse battery staple', hosts: ['127.0.0.1'] } },
  audit: () => undefined,
};

async function main() {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string' },
      loads: { type: 'string' },
      pages: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(usage);
    return;
  }
  const runs = count(values.runs ?? '200', 'runs');
  const loads = count(values.loads ?? values.runs ?? '30', 'loads');
  const executable = findBrowser();
  const sandbox = createSandbox('gate');
  process.env.HANDHOLD_EXECUTABLE_PATH = executable;
  const { createBrowserTools } = await library();
  const served = await servePages();
  // Pages are loaded in two browsers, since how one was started for a proxy is a part of what that costs. Calls are
  // made in the same one: between two browsers there is more of a difference than the gate makes.
  const bare = createBrowserTools({ allowPrivate: true });
  const guarded = createBrowserTools({ ...policy });
  const beside = createBrowserTools({ ...policy, browser: bare.browser, allowPrivate: false });
  try {
    const wanted = values.pages?.split(',');
    const unknown = wanted?.filter((id) => !served.pages.some((page) => page.id === id)) ?? [];
    if (unknown.length > 0) throw new Error(`No such page: ${unknown.join(', ')}.`);
    const pages = served.pages.filter(({ id }) => !wanted || wanted.includes(id));
    const quiet = served.pages.find(({ id }) => id === 'form');
    const figures = {
      machine: machine(executable),
      calls: await measureCalls(bare, beside, quiet.url, runs),
      loads: await measureLoads(bare, guarded, pages, loads),
    };
    process.stdout.write(values.json ? `${JSON.stringify(figures, null, 2)}\n` : report(figures));
  } finally {
    await Promise.all([beside.close(), bare.close(), guarded.close()]);
    await served.close();
    const left = await sandbox.dispose();
    if (left?.length > 0) say(`left behind, and ended: ${left.join(', ')}`);
  }
}

/** Calls on a page that does nothing by itself, on both sides by turns. */
async function measureCalls(bare, guarded, url, runs) {
  const sides = [];
  for (const tools of [bare, guarded]) {
    const call = caller(tools, tools === bare ? 'without' : 'with');
    const { snapshot } = await call('browser_navigate', { url });
    sides.push({ call, button: refOf(snapshot, 'button "'), field: refOf(snapshot, 'textbox "Name') });
  }
  // A secret that was used once is looked for in everything from then on.
  await sides[1].call('browser_type', { ref: sides[1].field, text: '{{secret:PASSWORD}}' });
  const kinds = {
    click: ({ call, button }) => call('browser_click', { ref: button }),
    type: ({ call, field }) => call('browser_type', { ref: field, text: 'Ada', clearFirst: true }),
    snapshot: ({ call }) => call('browser_snapshot'),
  };
  const results = {};
  for (const [kind, act] of Object.entries(kinds)) {
    say(`calls: ${kind}`);
    const tasks = sides.map((side) => () => act(side));
    const [without, with_] = await repeatByTurns(tasks, { runs, warmup: 10, budgetMs: 600_000 });
    results[kind] = compare(without.ms, with_.ms);
  }
  return results;
}

/** Loads of each page, on both sides by turns. */
async function measureLoads(bare, guarded, pages, runs) {
  const calls = [bare, guarded].map((tools) => caller(tools, 'loads'));
  const results = {};
  for (const { id, url } of pages) {
    say(`loads: ${id}`);
    const tasks = calls.map((call) => () => call('browser_navigate', { url, snapshot: false }));
    const [without, with_] = await repeatByTurns(tasks, { runs, warmup: 3, budgetMs: 120_000 });
    results[id] = compare(without.ms, with_.ms);
  }
  return results;
}

function compare(without, with_) {
  const added = (key) => Math.round((with_[key] - without[key]) * 100) / 100;
  const share = (key) => Math.round((with_[key] / without[key] - 1) * 1000) / 10;
  return {
    without,
    with: with_,
    addedMs: { median: added('median'), min: added('min') },
    addedPercent: { median: share('median'), min: share('min') },
  };
}

function report({ machine: on, calls, loads }) {
  const rows = (figures) =>
    Object.entries(figures)
      .map(([name, { without, with: with_, addedMs, addedPercent }]) =>
        [
          name.padEnd(12),
          `${without.median} / ${without.min}`.padStart(18),
          `${with_.median} / ${with_.min}`.padStart(18),
          `${addedMs.median} / ${addedMs.min}`.padStart(16),
          `${addedPercent.median}% / ${addedPercent.min}%`.padStart(18),
          String(without.n).padStart(6),
        ].join(''),
      )
      .join('\n');
  const head = `${''.padEnd(12)}${'without, ms'.padStart(18)}${'with, ms'.padStart(18)}${'added, ms'.padStart(16)}${'added'.padStart(18)}${'n'.padStart(6)}`;
  return `median / minimum; ${on.browser}, ${on.cpu}, ${on.cores} cores, Node ${on.node}

what the gate adds to a call (at most 2 ms)
${head}
${rows(calls)}

what the proxy adds to the loading of a page (at most 10%)
${head}
${rows(loads)}
`;
}

main().catch((error) => {
  say(error?.stack ?? String(error));
  process.exitCode = 1;
});
