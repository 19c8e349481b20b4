import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { useBrowser } from '../agent.js';
import { choosing } from './libraries/choosing.js';
import { controls } from './libraries/controls.js';
import { fields } from './libraries/fields.js';
import { lists } from './libraries/lists.js';
import { more } from './libraries/more.js';
import { opening } from './libraries/opening.js';
import { parts } from './libraries/parts.js';
import { showing } from './libraries/showing.js';
import { comparePages } from './libraries/stories.js';
import { tables } from './libraries/tables.js';

/** Pages in the manner of real libraries, each compared with what a person sees and can do there. */

const files = join(tmpdir(), `handhold-libraries-${process.pid}`);
const bench = useBrowser({ files: [files] });

beforeAll(async () => {
  await mkdir(files);
  await writeFile(join(files, 'photo.txt'), 'Not really a photo.');
});
afterAll(() => rm(files, { recursive: true, force: true }));

comparePages(bench, [
  ...choosing,
  ...controls,
  ...fields,
  ...lists,
  ...more,
  ...opening,
  ...parts,
  ...showing,
  ...tables,
]);
