import path from 'node:path';
import type { FoundChromium, Machine } from './find.js';

/** The headless build that an npm package carries inside itself; pinned by content, not only by version. */
export const headlessBuild = {
  name: '@sparticuz/chromium',
  version: '153.0.0',
  integrity:
    'sha512-jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA==',
} as const;

export const executableName = 'chromium';
export const librariesName = 'lib';
export const fontsConfigName = 'fonts.conf';

/** Where browsers that we unpacked ourselves are kept: a folder of this user's own. */
export function cacheFolder(machine: Pick<Machine, 'platform' | 'env' | 'home'>): string {
  const { platform, env, home } = machine;
  if (platform === 'win32') {
    return path.win32.join(
      env.LOCALAPPDATA || path.win32.join(home, 'AppData', 'Local'),
      'handhold',
      'chromium',
    );
  }
  const xdg = env.XDG_CACHE_HOME;
  return path.posix.join(
    xdg && path.posix.isAbsolute(xdg) ? xdg : path.posix.join(home, '.cache'),
    'handhold',
    'chromium',
  );
}

export function findInCache(machine: Machine): FoundChromium | undefined {
  if (machine.platform !== 'linux') return undefined;
  return headlessBuildIn(path.join(cacheFolder(machine), headlessBuild.version), machine);
}

/** The unpacked headless build in a folder, with the environment it needs. */
export function headlessBuildIn(
  folder: string,
  machine: Pick<Machine, 'env' | 'problemWith'>,
): FoundChromium | undefined {
  const file = path.join(folder, executableName);
  if (machine.problemWith(file)) return undefined;
  const env: Record<string, string> = {};
  if (!machine.env.FONTCONFIG_FILE && !machine.env.FONTCONFIG_PATH) {
    env.FONTCONFIG_FILE = path.join(folder, fontsConfigName);
  }
  const libraries = path.join(folder, librariesName);
  if (!machine.problemWith(path.join(libraries, 'libnss3.so'))) {
    env.LD_LIBRARY_PATH = [libraries, machine.env.LD_LIBRARY_PATH].filter((part) => !!part).join(':');
  }
  return { path: file, source: 'handhold-cache', kind: 'headless-shell', env };
}
