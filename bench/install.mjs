import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Installs the packages of a folder, such as the peers, when they are missing or the lockfile has changed since. */
export function ensureInstalled(here = import.meta.dirname, what = 'the peers', size = '260 MB') {
  const stamp = join(here, 'node_modules', '.bench-lock');
  const lock = createHash('sha256')
    .update(readFileSync(join(here, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  process.stderr.write(
    `Installing ${what} into ${relative(process.cwd(), here)}/node_modules (once, about ${size}) …\n`,
  );
  // Install scripts would only fetch browsers, and every tool here is given the same one.
  const done = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: here,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
    env: { ...process.env, PUPPETEER_SKIP_DOWNLOAD: '1', PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
  });
  if (done.status !== 0) {
    throw new Error(
      `npm ci in ${relative(process.cwd(), here)} failed for ${what}, see above. Is npm online?`,
    );
  }
  writeFileSync(stamp, lock);
}
