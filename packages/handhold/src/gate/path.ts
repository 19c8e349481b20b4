import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';

/** True if a path lies inside a folder; both as they really are. */
export function isInside(folder: string, path: string): boolean {
  const inside = relative(folder, path);
  return inside !== '' && !/^\.\.(?:[\\/]|$)/.test(inside) && !isAbsolute(inside);
}

/** The real place of a file that may not exist yet: its folder may be a link out. */
export function realOf(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const parent = dirname(path);
  return parent === path ? path : join(realOf(parent), basename(path));
}
