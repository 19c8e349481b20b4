import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSandbox, noSandbox, viewport } from './environment.mjs';
import { repeat, repeatByTurns, summarise, timed } from './measure.mjs';
import { countTokens } from './tokens.mjs';

/** The page that is clicked and typed on: small and still, so that what is timed is the tool. */
const quietPage = 'form';

const callLimit = 150_000;

/** Measures one tool on all pages, alone on the machine as far as this program goes. */
export async function measureTool(adapter, { executable, floor, pages, runs, rawDir, say, onStart }) {
  const result = {
    label: adapter.label,
    version: adapter.version,
    transport: adapter.transport,
    modes: adapter.modes,
    notes: [...adapter.notes],
    pages: {},
    navigate: {},
    navigateFar: {},
    errors: [],
  };
  const sandbox = createSandbox(adapter.id);
  let tool;
  let ended = false;
  const stop = async () => {
    const running = tool;
    tool = undefined;
    await within(20_000, running?.stop()).catch((error) => note('stop', error));
  };
  const launch = (which) => which.start({ executable, noSandbox, viewport, dir: sandbox.dir });
  const start = async () => {
    if (ended) throw new Error('interrupted');
    tool ??= await launch(adapter);
    return tool;
  };
  const note = (where, error) => {
    const message = String(error?.message ?? error)
      .replaceAll(sandbox.dir, '<tmp>')
      .slice(0, 400);
    result.errors.push({ where, message });
    say(`  ${adapter.label}: ${where} failed: ${message.split('\n')[0]}`);
  };
  // After a failure the tool may be in any state; the next step gets a fresh one.
  const step = async (where, task) => {
    try {
      return await task(await start());
    } catch (error) {
      note(where, error);
      await stop();
      return undefined;
    }
  };
  onStart(async () => {
    ended = true;
    await stop();
    await sandbox.dispose();
  });

  try {
    const quiet = pages.find(({ id }) => id === quietPage);
    if (quiet) {
      const begin = performance.now();
      await step('cold start', async (started) => {
        await show(started, quiet.url);
        result.coldMs = Math.round(performance.now() - begin);
      });
    }
    await step('definitions', async (started) => {
      if (!started.definitions) return;
      const tools = await started.definitions();
      result.definitions = { tools: tools.length, ...countTokens(JSON.stringify(tools)) };
    });
    if (quiet) await step('click and type', (started) => measureActions(started, quiet, result, runs));
    for (const page of pages) {
      // A tool may number its refs on and on, so that a page costs more the more was seen before it.
      await stop();
      await step(page.id, async (started) => {
        say(`  ${adapter.label}: ${page.id}`);
        await started.open(page.url);
        if (started.countElements) page.elements = await started.countElements();
        if (started.visibleText) page.text = countTokens(await started.visibleText()).o200k;
        const figures = {};
        result.pages[page.id] = figures;
        for (const mode of started.snapshot ? Object.keys(adapter.modes) : []) {
          if (mode !== 'default' && adapter.modes[mode] === adapter.modes.default) {
            figures[mode] = figures.default;
            continue;
          }
          const snapshot = () => within(callLimit, started.snapshot(mode));
          const first = await snapshot();
          const { ms } = await repeat(snapshot, { runs, warmMs: 300 });
          figures[mode] = { ms, ...cost(first), metadata: first.metadata };
          keep(rawDir, `${page.id}.${adapter.id}.${mode}.txt`, first);
        }
        if (started.change) figures.changed = { ms: await measureAfterChange(started, runs) };
      });
      await step(`navigate ${page.id}`, async (started) => {
        const launchFloor = floor && (() => launch(floor));
        result.navigate[page.id] = await measureNavigation(started, page.url, runs, launchFloor);
        if (adapter.alsoFar && page.farUrl)
          result.navigateFar[page.id] = await measureNavigation(started, page.farUrl, runs, launchFloor);
      });
    }
  } finally {
    await stop();
    const left = await sandbox.dispose();
    if (left?.length) {
      result.leftovers = left;
      say(`  ${adapter.label}: left ${left.length} process(es) running, ended now: ${left.join(', ')}`);
    }
  }
  return result;
}

/** A snapshot of a page that is not quite what it was at the last one. */
async function measureAfterChange(tool, runs) {
  const samples = [];
  for (let i = 0; i <= runs; i++) {
    await tool.change(i);
    const { ms } = await timed(() => within(callLimit, tool.snapshot('default')));
    if (i > 0) samples.push(ms);
  }
  return summarise(samples);
}

/** Opens a page and sees it: with the tool's own answer where that shows the page, else with a snapshot. */
async function show(tool, url) {
  const opened = await tool.open(url);
  return tool.openShowsPage ? opened : tool.snapshot('default');
}

/** Opens the page again and again, by turns with a browser that has no tool to it. */
async function measureNavigation(tool, url, runs, launchFloor) {
  const bare = await launchFloor?.();
  try {
    const tasks = [(i) => within(callLimit, show(tool, `${url}?n=${i}`))];
    if (bare) tasks.unshift((i) => bare.open(`${url}?n=${i}`));
    // A bare goto leaves it to whoever comes next that the page is laid out and drawn.
    const measured = await repeatByTurns(tasks, { runs: Math.min(runs, 10), restMs: 150 });
    const { ms, last } = measured.at(-1);
    return { ms, ...cost(last), floor: bare && measured[0].ms };
  } finally {
    await bare?.stop();
  }
}

async function measureActions(tool, page, result, runs) {
  // A fresh address: the counter on the page has to begin at nought.
  await tool.open(`${page.url}?actions`);
  const look = async () => tool.pageText?.() ?? (await tool.snapshot('full')).text;
  const before = tool.snapshot ? (await tool.snapshot('default')).text : '';
  const button = tool.button(before, 'Submit');
  let clicks = 0;
  const click = await repeat(
    () => {
      clicks++;
      return tool.click(button);
    },
    { runs },
  );
  result.click = { ms: click.ms, ...cost(click.last), returned: excerpt(click.last.text) };
  if (!(await look()).includes(`Saved ${clicks} times`))
    throw new Error(`${clicks} clicks did not all arrive`);

  const textbox = tool.textbox(before, 'Name');
  let typed = '';
  const type = await repeat(
    (i) => {
      typed = `Ada Lovelace ${String(i).padStart(7, '0')}`;
      return tool.type(textbox, typed);
    },
    { runs },
  );
  result.type = { ms: type.ms, ...cost(type.last), returned: excerpt(type.last.text) };
  if (!(await look()).includes(typed)) throw new Error('the typed text is not in the field');
}

function cost({ text, file }) {
  const inline = countTokens(text);
  if (file === undefined) return inline;
  const more = countTokens(file);
  return {
    o200k: inline.o200k + more.o200k,
    cl100k: inline.cl100k + more.cl100k,
    chars: inline.chars + more.chars,
    inFile: more.o200k,
  };
}

function excerpt(text) {
  return text.length > 600 ? `${text.slice(0, 600)} …` : text;
}

function keep(dir, name, { text, file }) {
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, name), file === undefined ? text : `${text}\n${file}`);
}

async function within(ms, promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms / 1000} s`)), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
