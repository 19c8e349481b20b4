import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readJson } from './stamp.mjs';

/** A fingerprint of all that the build reads, from names, sizes and times only. */
export function sourcesFingerprint(root) {
  const hash = createHash('sha1');
  const add = (path) => {
    const stats = statSync(join(root, path), { throwIfNoEntry: false });
    if (!stats) return;
    if (stats.isDirectory()) {
      for (const name of readdirSync(join(root, path)).sort()) add(`${path}/${name}`);
    } else if (!path.endsWith('.generated.ts')) {
      hash.update(`${path}\0${stats.size}\0${stats.mtimeMs}\n`);
    }
  };
  ['tsconfig.json', 'tsconfig.base.json', 'scripts/build.mjs'].forEach(add);
  for (const project of projects(root)) {
    for (const name of ['package.json', 'tsconfig.json', 'src']) add(`${project}/${name}`);
  }
  return hash.digest('hex');
}

/** Whether every project has its output. */
export function outputsPresent(root) {
  return projects(root).every((project) => {
    const entry = readJson(join(root, project, 'package.json'))?.exports?.['.']?.default || 'dist/index.js';
    return existsSync(join(root, project, 'dist', '.tsbuildinfo')) && existsSync(join(root, project, entry));
  });
}

function projects(root) {
  const { references = [] } = readJson(join(root, 'tsconfig.json')) || {};
  return references.map(({ path }) => path);
}
