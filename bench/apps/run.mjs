#!/usr/bin/env node
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { createSandbox, findBrowser, machine } from '../environment.mjs';
import { ensureInstalled } from '../install.mjs';
import { library } from '../library.mjs';

const usage = `npm run bench -- --apps [options]
Tasks on applications and component libraries from npm, by scripted agents that know only what was printed.
  --only <apps>     by name (default: all)
  --tasks <text>    only tasks whose title has this in it
  --verbose         print all calls and their answers
  --check           hold the checks themselves to a page and lines that are not so, and stop
  --list            name the applications and their tasks, and stop
A full run writes results/apps.md. It ends with 1 where a task was not done, a line was not so, or the targets were missed.
`;

const targets = { calls: 6, wasted: 0.03 };
// Page text may contain "<|endoftext|>" and the like; it reaches a model as plain text.
const plainText = { disallowedSpecial: new Set() };

const say = (line) => process.stderr.write(`${line}\n`);
const print = (line) => process.stdout.write(`${line}\n`);

async function main() {
  const { values } = parseArgs({
    options: {
      apps: { type: 'boolean' },
      only: { type: 'string' },
      tasks: { type: 'string', default: '' },
      verbose: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return print(usage);
  // What an application is called has its version in it.
  ensureInstalled(import.meta.dirname, 'the applications', '720 MB');
  const { apps } = await import('./apps/index.mjs');
  const names = values.only?.split(',').map((name) => name.trim());
  const unknown = names?.filter((name) => !apps.some((app) => app.name === name)) ?? [];
  if (unknown.length > 0)
    throw new Error(
      `No such application: ${unknown.join(', ')}. There are: ${apps.map(({ name }) => name).join(', ')}`,
    );
  const chosen = apps.filter(({ name }) => !names || names.includes(name));
  if (values.list) {
    for (const { name, tasks } of chosen) for (const { title } of tasks) print(`${name.padEnd(16)}${title}`);
    return;
  }
  process.env.HANDHOLD_EXECUTABLE_PATH = findBrowser();
  const sandbox = createSandbox('apps');
  if (values.check) {
    const { checkAudit } = await import('./check-audit.mjs');
    const missed = await checkAudit().finally(() => sandbox.dispose());
    if (missed > 0) process.exitCode = 1;
    return;
  }
  const results = [];
  try {
    for (const app of chosen) results.push(...(await runApp(app, { ...values, dir: sandbox.dir })));
  } finally {
    const left = await sandbox.dispose();
    if (left?.length > 0) say(`left behind: ${left.join(', ')}`);
  }
  const report = write(results, machine(process.env.HANDHOLD_EXECUTABLE_PATH));
  print(report.text);
  if (!names && !values.tasks) {
    const folder = join(import.meta.dirname, '../results');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'apps.md'), report.text);
    say('Written: bench/results/apps.md');
  }
  if (!report.good) process.exitCode = 1;
}

/** Starts an application, has its tasks done one after the other, each in a session of its own, and stops it. */
async function runApp(app, { tasks: part, verbose, dir }) {
  const results = [];
  const tasks = app.tasks.filter(({ title }) => title.includes(part));
  if (tasks.length === 0) return results;
  say(`${app.name}`);
  const { createBrowserTools } = await library();
  // The applications are on loopback, which a library refuses unless told otherwise.
  const tools = createBrowserTools({ allowPrivate: true, files: [dir] });
  try {
    for (const task of tasks) {
      // Each task finds the application as new.
      const running = await app.start({ dir });
      try {
        const result = await runTask(app, task, running, tools, { dir, verbose });
        const notes = [...result.wasted, ...result.untrue, ...(result.done ? [] : [result.why])];
        say(
          `  ${result.done ? '✓' : '✗'} ${task.title}: ${result.calls} calls${notes.map((note) => `\n      ${note}`).join('')}`,
        );
        results.push(result);
      } finally {
        await running.stop();
      }
    }
  } finally {
    await tools.close();
  }
  return results;
}

async function runTask(app, task, running, tools, { dir, verbose }) {
  const { Agent, Stuck } = await import('./agent.mjs');
  const { Audit } = await import('./audit.mjs');
  const { encode } = await import('gpt-tokenizer/encoding/o200k_base');
  const session = `${app.name} ${task.title}`.replace(/[^\w]+/g, '-').slice(0, 60);
  const page = async () => {
    if (!tools.browser.hasSession(session)) return undefined;
    return (await tools.browser.currentTab(session))?.page;
  };
  const audit = new Audit(page);
  // Its tab is there before it begins, so that what happens in it is known from the first document on.
  await tools.call('browser_tabs', { action: 'new' }, { session });
  await audit.watch();
  const untrue = [];
  const agent = new Agent(async (tool, input) => {
    await audit.before();
    const start = performance.now();
    const { rendered } = await tools.callAndRender(tool, input, { session });
    const ms = performance.now() - start;
    const { text, isError } = rendered;
    if (verbose) print(`\n> ${tool} ${JSON.stringify(input)} (${Math.round(ms)} ms)\n${text}`);
    const found = await audit.after(tool, input, text, isError);
    if (verbose) for (const line of found) print(`! ${line}`);
    untrue.push(...found.map((line) => `not so: ${line}`));
    return { text, isError, ms, tokens: encode(text, plainText).length };
  });
  let why;
  try {
    await task.play(agent, { url: running.url, dir });
  } catch (error) {
    if (!(error instanceof Stuck)) throw error;
    why = `stuck: ${error.message}`;
  }
  // A person who has done it would see it there as well; what is saved a moment later is saved.
  const [is, should] = await settled(async () => task.truth({ ...running, dir, page: await page() }));
  const done = why === undefined && same(is, should);
  await tools.call('browser_close', {}, { session });
  return {
    app: app.name,
    version: app.version,
    title: task.title,
    calls: agent.calls.length,
    tokens: sum(agent.calls.map(({ tokens }) => tokens)),
    ms: sum(agent.calls.map(({ ms }) => ms)),
    wasted: agent.calls
      .filter(({ wasted }) => wasted)
      .map(({ tool, wasted }) => `wasted: ${tool}: ${wasted}`),
    untrue,
    checked: audit.checked,
    done,
    why: `${why ? `${why}; ` : ''}really: ${JSON.stringify(is)}, should be: ${should instanceof RegExp ? should : JSON.stringify(should)}`,
  };
}

/** Asks until the answer is the right one, for at most two seconds. */
async function settled(ask) {
  const start = performance.now();
  for (;;) {
    const answer = await ask();
    if (same(...answer) || performance.now() - start > 2_000) return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function same(is, should) {
  return should instanceof RegExp ? should.test(String(is)) : isDeepStrictEqual(is, should);
}

function sum(numbers) {
  return numbers.reduce((all, one) => all + one, 0);
}

function write(results, { browser, cpu, cores, node }) {
  const of = (name) => sum(results.map((result) => result[name]));
  const count = (name) => sum(results.map((result) => result[name].length));
  const calls = of('calls');
  const average = calls / results.length;
  const share = count('wasted') / calls;
  const undone = results.filter(({ done }) => !done).length;
  const apps = new Set(results.map(({ app }) => app)).size;
  const verdicts = [
    [`${results.length - undone} of ${results.length} tasks done on ${apps} applications`, undone === 0],
    [`${average.toFixed(1)} calls a task, at most ${targets.calls}`, average <= targets.calls],
    [
      `${count('wasted')} of ${calls} calls wasted (${(share * 100).toFixed(1)} %), under ${targets.wasted * 100} %`,
      share < targets.wasted,
    ],
    [`${count('untrue')} of ${of('checked')} lines checked were not so, none may be`, count('untrue') === 0],
  ];
  const rows = results.map((result) =>
    [
      `${result.app} ${result.version}`,
      result.title,
      result.calls,
      result.tokens.toLocaleString('en'),
      Math.round(result.ms).toLocaleString('en'),
      result.wasted.length,
      `${result.untrue.length} of ${result.checked}`,
      result.done ? 'yes' : '**no**',
    ].join(' | '),
  );
  const notes = results.flatMap((result) =>
    [...result.wasted, ...result.untrue, ...(result.done ? [] : [result.why])].map(
      (note) => `- ${result.app}, ${result.title}: ${note.replace(/\s+/g, ' ')}`,
    ),
  );
  const text = [
    '# Tasks on real applications',
    '',
    ...verdicts.map(([words, good]) => `- ${good ? '✓' : '✗'} ${words}`),
    '',
    '| application | task | calls | tokens | ms | wasted | not so | done |',
    '| --- | --- | --: | --: | --: | --: | --: | --- |',
    ...rows.map((row) => `| ${row} |`),
    `| **all** | | ${calls} | ${of('tokens').toLocaleString('en')} | ${Math.round(of('ms')).toLocaleString('en')} | ${count('wasted')} | ${count('untrue')} of ${of('checked')} | ${results.length - undone} of ${results.length} |`,
    '',
    ...(notes.length > 0 ? ['## What was wasted, not so or not done', '', ...notes, ''] : []),
    `Tokens (o200k) are those of the answers. ${browser}, ${cpu}, ${cores} cores, Node ${node}, ${new Date().toISOString().slice(0, 10)}.`,
    '',
  ].join('\n');
  return { text, good: verdicts.every(([, good]) => good) };
}

try {
  await main();
} catch (error) {
  say(`bench: ${error.stack}`);
  process.exitCode = 1;
}
