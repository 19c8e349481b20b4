import { join } from 'node:path';
import { seconds } from './progress.mjs';
import { runHere } from './run.mjs';
import { main, root, setup } from './setup.mjs';
import { windowlessChromium } from './windowless.mjs';

const bin = (...path) => join(root, 'node_modules', ...path);

const args = process.argv.slice(2);
const vitest = bin('vitest', 'vitest.mjs');

const checks = [
  ['type check', bin('typescript', 'bin', 'tsc'), ['-p', 'tsconfig.test.json']],
  ['lint', bin('@biomejs', 'biome', 'bin', 'biome'), ['check', '.']],
  ['tests', vitest, ['run', ...args]],
];

/** What takes minutes is not part of every run. */
const longChecks = [
  [
    'long tests',
    vitest,
    ['run', '--config', 'vitest.long.config.ts', ...args.filter((arg) => arg !== '--long')],
  ],
];

await main(async () => {
  await setup({ more: [windowlessChromium] });
  const passed = [];
  for (const [name, script, given] of args.includes('--long') ? longChecks : checks) {
    const started = performance.now();
    const code = await runHere(process.execPath, [script, ...given], { cwd: root });
    if (code !== 0) {
      process.stderr.write(`✗ ${name} failed${passed.length ? `; passed: ${passed.join(', ')}` : ''}\n`);
      return code;
    }
    passed.push(`${name} ${seconds(started)}`);
  }
  process.stderr.write(`✓ all passed: ${passed.join(', ')}\n`);
  return 0;
});
