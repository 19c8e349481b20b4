import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './environment.mjs';

const built = join(root, 'packages/handhold/dist/index.js');

/** Handhold as a library, from this repository's build. */
export function library() {
  if (!existsSync(built)) throw new Error("Handhold isn't built. Run `npm run build` first.");
  return import(pathToFileURL(built).href);
}

/** A caller that wants every call to succeed, and gives its data. */
export function caller(tools, session) {
  return async (name, input = {}) => {
    const { success, data, error } = await tools.call(name, input, { session });
    if (!success) throw new Error(`${name}: ${error?.code}: ${error?.message}`);
    return data;
  };
}

/** The ref of the first line of a page that begins so. */
export function refOf(text, line) {
  const found = new RegExp(`(@e\\d+) ${line}`).exec(text);
  if (!found) throw new Error(`There is no ${line} in:\n${text}`);
  return found[1];
}

/** A whole number from 1, from the command line. */
export function count(text, name) {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new Error(`--${name} wants a whole number from 1`);
  return number;
}
