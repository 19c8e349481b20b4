import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { seconds } from './progress.mjs';
import { runHere } from './run.mjs';
import { main, root, setup } from './setup.mjs';

const bin = (...path) => join(root, 'node_modules', ...path);

// vitest's reporter uses Map.groupBy, which Node 20 lacks; without it a failing run would not say what failed.
const groupBy = pathToFileURL(join(root, 'scripts', 'group-by.mjs')).href;

const checks = [
  ['type check', [], bin('typescript', 'bin', 'tsc'), ['-p', 'tsconfig.test.json']],
  ['lint', [], bin('@biomejs', 'biome', 'bin', 'biome'), ['check', '.']],
  ['tests', ['--import', groupBy], bin('vitest', 'vitest.mjs'), ['run', ...process.argv.slice(2)]],
];

await main(async () => {
  await setup();
  const passed = [];
  for (const [name, nodeArgs, script, args] of checks) {
    const started = performance.now();
    const code = await runHere(process.execPath, [...nodeArgs, script, ...args], { cwd: root });
    if (code !== 0) {
      process.stderr.write(`✗ ${name} failed${passed.length ? `; passed: ${passed.join(', ')}` : ''}\n`);
      return code;
    }
    passed.push(`${name} ${seconds(started)}`);
  }
  process.stderr.write(`✓ all passed: ${passed.join(', ')}\n`);
  return 0;
});
