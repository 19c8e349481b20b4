import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SetupError } from './setup-error.mjs';

const staleMs = 30 * 60_000;

/** Runs work while no other process does so in the same folder; two installs at once would destroy each other. */
export async function oneAtATime(root, work, onWait) {
  const file = join(root, '.handhold', 'setup.lock');
  for (let waiting = false; !take(file); await sleep(200)) {
    const holder = holderOf(file);
    if (!holder) {
      rmSync(file, { force: true });
    } else if (!waiting) {
      waiting = true;
      onWait(holder);
    }
  }
  const release = () => rmSync(file, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

function take(file) {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw new SetupError(
      `Set-up can't write in ${dirname(file)} (${error.code}).\nRun it as the owner of this folder, or clone into a folder of your own.`,
    );
  }
}

function holderOf(file) {
  try {
    if (Date.now() - statSync(file).mtimeMs > staleMs) return undefined;
    const pid = Number(readFileSync(file, 'utf8'));
    if (!pid) return Date.now() - statSync(file).mtimeMs < 1000 ? 'unknown' : undefined;
    process.kill(pid, 0);
    return pid;
  } catch (error) {
    return error.code === 'EPERM' ? 'of another user' : undefined;
  }
}
