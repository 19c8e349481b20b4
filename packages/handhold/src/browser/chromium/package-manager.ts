import { readFileSync } from 'node:fs';
import { checkChromium } from './check.js';
import type { FoundChromium, Machine } from './find.js';
import { findOnPath, findSystem, thisMachine } from './find.js';
import type { InstallOptions } from './install.js';
import { run } from './run.js';

interface PackageManager {
  command: string;
  needsAdmin: boolean;
  steps: readonly (readonly string[])[];
}

const aptOptions = [
  '-o',
  'DPkg::Lock::Timeout=60',
  '-o',
  'Acquire::Retries=1',
  '-o',
  'Acquire::http::Timeout=30',
];

/** The arguments of apt-get, call by call, to install packages. */
export function aptInstall(...names: string[]): string[][] {
  return [
    [...aptOptions, 'update'],
    [...aptOptions, 'install', '-y', '--no-install-recommends', ...names],
  ];
}

const managers: Partial<Record<NodeJS.Platform, readonly PackageManager[]>> = {
  linux: [
    {
      command: 'apt-get',
      needsAdmin: true,
      // Without a font every text is invisible, and the package only recommends one.
      steps: aptInstall('chromium', 'fonts-liberation'),
    },
    { command: 'dnf', needsAdmin: true, steps: [['install', '-y', 'chromium']] },
    { command: 'zypper', needsAdmin: true, steps: [['--non-interactive', 'install', 'chromium']] },
    { command: 'apk', needsAdmin: true, steps: [['add', '--no-cache', 'chromium', 'font-liberation']] },
    {
      command: 'pacman',
      needsAdmin: true,
      steps: [['-Sy', '--noconfirm', '--needed', 'chromium', 'ttf-liberation']],
    },
  ],
  darwin: [{ command: 'brew', needsAdmin: false, steps: [['install', '--cask', 'google-chrome']] }],
  win32: [
    {
      command: 'winget',
      needsAdmin: false,
      steps: [
        [
          'install',
          '--exact',
          '--id',
          'Google.Chrome',
          '--silent',
          '--accept-package-agreements',
          '--accept-source-agreements',
        ],
      ],
    },
  ],
};

/** Has the system's own package manager install Chromium (Chrome on macOS and Windows), where we have the rights. */
export async function installWithPackageManager(options: InstallOptions): Promise<FoundChromium> {
  const machine = thisMachine();
  const commands = await packageManagerCommands(machine);
  for (const [command = '', ...args] of commands) {
    options.onProgress?.(`Running ${[command, ...args].join(' ')}`);
    await run(command, args, {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', HOMEBREW_NO_AUTO_UPDATE: '1' },
      stallMs: 120_000,
      ...(options.onProgress && { onLine: options.onProgress }),
      ...(options.signal && { signal: options.signal }),
    });
  }
  const found = findSystem(machine);
  if (!found) throw new Error('the package was installed, but no browser can be found');
  await checkChromium(found);
  return found;
}

/** The command lines that would install a browser here; throws an Error if there is no way. */
export async function packageManagerCommands(
  machine: Machine,
  admin: () => Promise<readonly string[] | undefined> = adminPrefix,
): Promise<string[][]> {
  const known = managers[machine.platform] ?? [];
  const manager = known.find(({ command }) => findOnPath(machine, command));
  if (!manager) {
    throw new Error(
      `none found here (looked for ${known.map(({ command }) => command).join(', ') || 'any'})`,
    );
  }
  if (manager.command === 'apt-get' && isUbuntu()) throw new Error('Ubuntu offers Chromium only as a snap');
  const prefix = manager.needsAdmin ? await admin() : [];
  if (!prefix) throw new Error(`${manager.command} needs root, and sudo is not there or asks for a password`);
  return manager.steps.map((step) => [...prefix, manager.command, ...step]);
}

/** The words before a command that needs root: none as root, sudo if it asks nothing; undefined without rights. */
export async function adminPrefix(): Promise<readonly string[] | undefined> {
  if (process.getuid?.() === 0) return [];
  if (!findOnPath(thisMachine(), 'sudo')) return undefined;
  try {
    await run('sudo', ['-n', 'true'], { stallMs: 10_000 });
    return ['sudo', '-n'];
  } catch {
    return undefined;
  }
}

function isUbuntu(): boolean {
  try {
    return /^ID="?ubuntu"?$/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}
