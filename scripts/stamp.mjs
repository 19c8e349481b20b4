import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const fileIn = (root) => join(root, 'node_modules', '.handhold-setup.json');

/** What earlier set-ups noted; goes away with node_modules, as it should. */
export function readStamp(root) {
  return readJson(fileIn(root)) || {};
}

export function writeStamp(root, values) {
  const file = fileIn(root);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ ...readStamp(root), ...values }, null, 2)}\n`);
}

/** A JSON file's content; undefined if it isn't there or isn't JSON. */
export function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
