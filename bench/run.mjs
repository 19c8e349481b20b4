#!/usr/bin/env node
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled } from './install.mjs';

const usage = `npm run bench -- [options]
  --only <tools>   handhold, handhold-mcp, playwright, chrome-devtools, agent-browser; ours, peers (default: all)
  --pages <pages>  by name; generated, real (default: all)
  --runs <n>       samples per figure (default: 20; fewer where one takes seconds)
  --json <file>    write the figures there, too
  --save           a partial run (--only, --pages) replaces results/latest.*, which else only a full one does
  --list           name the tools and pages, and stop
  --apps           instead of all that: tasks on applications from npm (--apps --help tells more)
`;

/** What every answer of a server that is not on this machine takes longer, in ms. */
const farLatency = 100;

const say = (line) => process.stderr.write(`${line}\n`);

function readOptions() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      pages: { type: 'string' },
      runs: { type: 'string', default: '20' },
      json: { type: 'string' },
      save: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const runs = Number(values.runs);
  if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs wants a whole number from 1');
  return { ...values, runs };
}

/** Picks by name or group; a name that nobody has is an error, not an empty run. */
function pick(all, asked, groups, what) {
  if (!asked) return all;
  const names = asked.split(',').flatMap((name) => groups[name.trim()] ?? [name.trim()]);
  const unknown = names.filter((name) => !all.some(({ id }) => id === name));
  if (unknown.length > 0) {
    throw new Error(
      `No such ${what}: ${unknown.join(', ')}. There are: ${all.map(({ id }) => id).join(', ')}`,
    );
  }
  return all.filter(({ id }) => names.includes(id));
}

async function main() {
  const options = readOptions();
  if (options.help) {
    process.stdout.write(usage);
    return;
  }
  ensureInstalled();
  // Only now: these need what has just been installed.
  const { adapters, floor, groups } = await import('./peers/index.mjs');
  const { findBrowser, machine } = await import('./environment.mjs');
  const { servePages } = await import('./pages.mjs');
  const { measureTool } = await import('./measure-tool.mjs');
  const { buildReport, saveReport } = await import('./report.mjs');

  const chosen = pick(adapters, options.only, groups, 'tool');
  const missing = options.list ? [] : chosen.filter((adapter) => adapter.missing?.());
  if (missing.length > 0) {
    const reasons = missing.map((adapter) => `  ${adapter.label}: ${adapter.missing()}`).join('\n');
    throw new Error(
      `Handhold isn't built:\n${reasons}\nRun \`npm run build\` first, or measure the others alone with --only peers.`,
    );
  }
  const executable = findBrowser();
  const served = await servePages();
  const far = await servePages({ latency: farLatency });
  for (const page of served.pages) page.farUrl = far.pages.find(({ id }) => id === page.id)?.url;
  let stopCurrent = async () => {};
  const interrupt = async () => {
    say('Stopping …');
    await stopCurrent().catch(() => {});
    process.exit(130);
  };
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  try {
    const byKind = (kind) => served.pages.filter((page) => page.kind === kind).map(({ id }) => id);
    const pages = pick(
      served.pages,
      options.pages,
      { generated: byKind('generated'), real: byKind('real') },
      'page',
    );
    if (options.list) {
      process.stdout.write(`tools  ${adapters.map(({ id }) => id).join(', ')}\n`);
      for (const { id, title, url } of pages) process.stdout.write(`${id.padEnd(14)}${title}  ${url}\n`);
      return;
    }
    for (const { pages: names, reason } of served.skipped) say(`Left out: ${names.join(', ')}: ${reason}`);
    const results = {
      date: new Date().toISOString().slice(0, 10),
      machine: machine(executable),
      runs: options.runs,
      farLatency,
      complete: chosen.length === adapters.length && pages.length === served.pages.length,
      skipped: served.skipped,
      tools: {},
    };
    const rawDir = join(import.meta.dirname, 'results/raw');
    for (const adapter of [floor, ...chosen]) {
      say(`${adapter.label} ${adapter.version} (${adapter.transport})`);
      results.tools[adapter.id] = await measureTool(adapter, {
        executable,
        floor,
        pages,
        runs: options.runs,
        rawDir,
        say,
        onStart: (stop) => {
          stopCurrent = stop;
        },
      });
    }
    results.pages = Object.fromEntries(
      pages
        .sort((a, b) => (a.elements ?? 0) - (b.elements ?? 0))
        .map(({ id, title, kind, source, elements, text }) => [id, { title, kind, source, elements, text }]),
    );
    const report = buildReport(results);
    process.stdout.write(`\n${report.terminal}\n`);
    const where = saveReport(results, report, { latest: results.complete || options.save });
    if (options.json) writeFileSync(options.json, `${JSON.stringify(results, null, 2)}\n`);
    say(`\nWritten: ${where.join(', ')}`);
  } finally {
    await Promise.all([served.close(), far.close()]);
  }
}

try {
  if (process.argv.includes('--apps')) await import('./apps/run.mjs');
  else await main();
} catch (error) {
  say(`bench: ${error.message}`);
  process.exitCode = 1;
}
