#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findBrowser } from './environment.mjs';
import { count } from './library.mjs';

/** How long a shell verb takes on a running session, beside Node doing nothing: `node bench/verbs.mjs [--runs 21]`. */

const limit = 120;
const bin = fileURLToPath(new URL('../packages/cli/bin/handhold.js', import.meta.url));
const page = `<!doctype html><title>Verbs</title><h1>Verbs</h1><input aria-label="Name">
${Array.from({ length: 20 }, (_, i) => `<p>Line ${i} <button onclick="this.dataset.n = -~this.dataset.n; this.textContent = 'Pressed ' + this.dataset.n">Press ${i}</button></p>`).join('')}`;

const verbs = [
  ['snapshot', ['snapshot']],
  ['find', ['find', 'Press 7']],
  ['tabs', ['tabs', 'list']],
  ['scroll', ['scroll', 'down', '50']],
  ['click', ['click', '@e3']],
];

const runtime = mkdtempSync(join(tmpdir(), 'handhold-verbs-'));
const env = { ...process.env, HANDHOLD_RUNTIME_DIR: runtime, HANDHOLD_EXECUTABLE_PATH: findBrowser() };

function run(args) {
  const since = performance.now();
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  child.stdout.on('data', (data) => (text += data));
  child.stderr.on('data', (data) => (text += data));
  return new Promise((resolve, reject) => {
    child.once('close', (code) => {
      if (code === 0) resolve(performance.now() - since);
      else reject(new Error(`${args.join(' ')} ended with ${code}: ${text.trim()}`));
    });
  });
}

const middle = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

async function main() {
  const { values } = parseArgs({ options: { runs: { type: 'string', default: '21' } } });
  const runs = count(values.runs, 'runs');
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end(page);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await run([bin, 'open', `http://127.0.0.1:${server.address().port}/`]);
    const times = new Map([['node -e 0', []], ...verbs.map(([name]) => [name, []])]);
    for (let i = 0; i < runs; i++) {
      times.get('node -e 0').push(await run(['-e', '0']));
      for (const [name, words] of verbs) times.get(name).push(await run([bin, ...words]));
    }
    process.stdout.write('ms                min  median\n');
    for (const [name, taken] of times) {
      const cells = [Math.min(...taken), middle(taken)].map((value) => value.toFixed(1).padStart(8));
      const late = name !== 'node -e 0' && middle(taken) > limit ? ` over ${limit}` : '';
      process.stdout.write(`${name.padEnd(14)}${cells.join('')}${late}\n`);
    }
  } finally {
    await run([bin, 'close']).catch(() => undefined);
    server.close();
    server.closeAllConnections();
    rmSync(runtime, { recursive: true, force: true });
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(`verbs: ${error.message}\n`);
  process.exitCode = 1;
}
