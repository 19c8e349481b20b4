import type { Stats } from 'node:fs';

/** Files that we wrote logins into, by what they are: another name or place makes them no other file. */
const saved = new Map<string, number>();

export function rememberSaved(file: Stats): void {
  saved.set(keyOf(file), file.birthtimeMs);
}

/** A number is given out again once its file is gone; when it was made tells the two apart. */
export function wasSaved(file: Stats): boolean {
  return saved.get(keyOf(file)) === file.birthtimeMs;
}

function keyOf({ dev, ino }: Stats): string {
  return `${dev}:${ino}`;
}
