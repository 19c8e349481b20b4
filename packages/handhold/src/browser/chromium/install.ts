import type { FoundChromium } from './find.js';
import { installHeadlessBuild } from './headless-build.js';
import { installWithPackageManager } from './package-manager.js';
import { downloadWithPlaywright } from './playwright-download.js';

export interface InstallOptions {
  onProgress?: (line: string) => void;
  signal?: AbortSignal;
}

/** One way of getting a browser, and why it didn't work. */
export interface FailedAttempt {
  attempt: string;
  reason: string;
}

/** No way of getting a browser worked; the message lists each with its cause, and what to do. */
export class ChromiumInstallFailed extends Error {
  override readonly name = 'ChromiumInstallFailed';

  constructor(readonly attempts: readonly FailedAttempt[]) {
    const tried = attempts.map(({ attempt, reason }) => `  - ${attempt}: ${reason}`);
    super(['No Chromium could be installed:', ...tried, 'What you can do:', ...advice()].join('\n'));
  }
}

type InstallAttempt = readonly [name: string, install: (options: InstallOptions) => Promise<FoundChromium>];

const attempts: readonly InstallAttempt[] = [
  ["Playwright's download", downloadWithPlaywright],
  ['system package manager', installWithPackageManager],
  ['headless build from npm', installHeadlessBuild],
];

/** Gets a browser in the first way that works, and makes sure that it starts. */
export async function installChromium(options: InstallOptions = {}): Promise<FoundChromium> {
  return firstThatWorks(attempts, options);
}

export async function firstThatWorks(
  ways: readonly InstallAttempt[],
  options: InstallOptions,
): Promise<FoundChromium> {
  const failed: FailedAttempt[] = [];
  for (const [attempt, install] of ways) {
    options.signal?.throwIfAborted();
    try {
      return await install(options);
    } catch (error) {
      options.signal?.throwIfAborted();
      const reason = error instanceof Error ? error.message : String(error);
      failed.push({ attempt, reason });
      options.onProgress?.(`${attempt}: ${reason}`);
    }
  }
  throw new ChromiumInstallFailed(failed);
}

function advice(): string[] {
  return [
    '  - install Chrome, Chromium or Edge yourself, then run this again;',
    '  - or set HANDHOLD_EXECUTABLE_PATH to a browser that you have;',
    ...(process.getuid && process.getuid() !== 0 && process.platform === 'linux'
      ? ['  - or run this once as root, so that the package manager can be used;']
      : []),
    '  - behind a proxy, set HTTPS_PROXY; without a network, connect and run this again.',
  ];
}
