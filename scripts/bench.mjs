import { join } from 'node:path';
import { runHere } from './run.mjs';
import { main, root, setup } from './setup.mjs';

await main(async () => {
  await setup();
  return runHere(process.execPath, [join(root, 'bench', 'run.mjs'), ...process.argv.slice(2)], { cwd: root });
});
