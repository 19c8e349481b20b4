import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { Failure } from '../errors.js';
import { quote } from './untrusted.js';

/** Resolves a path and makes sure that it stays inside one of the roots, symlinks followed. */
export function checkPath(path: string, roots: readonly string[]): string {
  if (
    path.trim() === '' ||
    path.includes('\0') ||
    path.length > 500 ||
    /^(~|file:)/i.test(path) ||
    /%2e%2e/i.test(path)
  ) {
    throw denied(path, 'it is not a plain file path');
  }
  for (const root of roots) {
    const realRoot = existsSync(root) ? realpathSync(root) : resolve(root);
    const real = realOf(isAbsolute(path) ? path : resolve(realRoot, path));
    const inside = relative(realRoot, real);
    if (inside !== '' && !inside.startsWith('..') && !isAbsolute(inside)) return real;
  }
  throw denied(path, 'it is outside the allowed folders');
}

/** The real place of a file that may not exist yet: its folder may be a link out. */
function realOf(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const parent = dirname(path);
  return parent === path ? path : join(realOf(parent), basename(path));
}

function denied(path: string, why: string): Failure {
  return new Failure('file_access_denied', `${quote(path, 200)} can not be used: ${why}.`);
}
