import { randomUUID } from 'node:crypto';
import { lstat, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Failure, firstLine } from '../../errors.js';

/** Pictures of the last observations are kept; an agent that observes all day must not fill the disk. */
const mostSaved = 50;
const saved: string[] = [];

/** Writes a picture where CAR's agents look for it, readable by this user alone, and gives its path. */
export async function saveScreenshot(png: Uint8Array): Promise<string> {
  const folder = path.join(tmpdir(), 'car-browser-screenshots');
  const file = path.join(folder, `${randomUUID()}.png`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const { uid, isLink } = await owner(folder);
    if (isLink || (process.getuid && uid !== process.getuid()))
      throw new Error('the folder for screenshots belongs to someone else');
    await writeFile(file, png, { mode: 0o600, flag: 'wx' });
  } catch (thrown) {
    throw new Failure('io_error', `The screenshot could not be saved: ${firstLine(thrown)}.`);
  }
  saved.push(file);
  for (const old of saved.splice(0, saved.length - mostSaved)) await rm(old, { force: true });
  return file;
}

async function owner(folder: string): Promise<{ uid: number; isLink: boolean }> {
  const stats = await lstat(folder);
  return { uid: stats.uid, isLink: stats.isSymbolicLink() };
}
