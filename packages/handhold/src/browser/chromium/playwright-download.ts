import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { checkChromium } from './check.js';
import type { FoundChromium } from './find.js';
import { playwrightExecutablePath } from './find.js';
import type { InstallOptions } from './install.js';
import { adminPrefix } from './package-manager.js';
import { run } from './run.js';

const cli = path.join(
  path.dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')),
  'cli.js',
);

/** Has Playwright download the Chromium that belongs to it. */
export async function downloadWithPlaywright(options: InstallOptions): Promise<FoundChromium> {
  const file = playwrightExecutablePath();
  if (!file) throw new Error('Playwright has no Chromium for this system');
  const wasThere = existsSync(file);
  if (!wasThere) await download(options);
  if (!existsSync(file)) throw new Error('the download ended without leaving a browser');
  const found: FoundChromium = { path: file, source: 'playwright', kind: 'chromium' };
  try {
    await checkOrAddLibraries(found, options);
    return found;
  } catch (error) {
    // A browser of ours that can't start would otherwise be found before one that can.
    if (!wasThere) await removeDownload(file);
    throw error;
  }
}

async function download({ onProgress, signal }: InstallOptions): Promise<void> {
  onProgress?.('Downloading Chromium');
  await run(process.execPath, [cli, 'install', 'chromium', '--no-shell', '--no-remove'], {
    env: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '20000', ...process.env },
    stallMs: 90_000,
    progress: /\d+% of|downloaded to/,
    onLine: (line) => {
      const share = /\d+% of .*/.exec(line)?.[0];
      if (share) onProgress?.(`Downloading Chromium: ${share}`);
    },
    ...(signal && { signal }),
  });
}

async function checkOrAddLibraries(found: FoundChromium, options: InstallOptions): Promise<void> {
  try {
    await checkChromium(found);
  } catch (error) {
    const admin = process.platform === 'linux' ? await adminPrefix() : undefined;
    if (!admin) throw error;
    options.onProgress?.('Adding the system libraries that Chromium needs');
    const [command = process.execPath, ...args] = [
      ...admin,
      process.execPath,
      cli,
      'install-deps',
      'chromium',
    ];
    await run(command, args, {
      stallMs: 120_000,
      ...(options.onProgress && { onLine: options.onProgress }),
      ...(options.signal && { signal: options.signal }),
    });
    await checkChromium(found);
  }
}

async function removeDownload(file: string): Promise<void> {
  for (let folder = path.dirname(file); folder !== path.dirname(folder); folder = path.dirname(folder)) {
    if (/^chromium-\d+$/.test(path.basename(folder))) {
      await rm(folder, { recursive: true, force: true });
      return;
    }
  }
}
