import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readStamp, writeStamp } from './stamp.mjs';

/** Where Debian's package puts it; the command of that name is a script that would outlive it if killed. */
const file = '/usr/lib/chromium/chromium-headless-shell';

/**
 * Chromium without the windows around its pages, if it is here: the same engine at less than half the cost of a launch
 * or a page, which is all that tests of pages want. A browser that the user names is for all tests.
 */
export function windowless(root, path = file) {
  if (process.env.HANDHOLD_EXECUTABLE_PATH || !existsSync(path)) return undefined;
  return readStamp(root).windowless?.works === false ? undefined : path;
}

/** The set-up part that gets it for `npm test`; tests do without it where it can't be had. */
export const windowlessChromium = windowlessPart();

export function windowlessPart({ path = file, library = builtLibrary } = {}) {
  return {
    title: 'Chromium without windows, for tests of pages',
    ready: (root) =>
      Boolean(process.env.HANDHOLD_EXECUTABLE_PATH) || readStamp(root).windowless?.there === existsSync(path),
    async make(root, say) {
      const problem = await getAndCheck(path, await library(root), say);
      // What has failed once is not tried at every run.
      writeStamp(root, { windowless: { there: existsSync(path), works: problem === undefined } });
      return problem === undefined ? path : `none (${problem}); all tests run in the full one`;
    },
  };
}

/** Why it can't be had; undefined if it works. */
async function getAndCheck(
  path,
  { aptInstall, adminPrefix, checkChromium, findOnPath, thisMachine, run },
  say,
) {
  try {
    if (!existsSync(path)) {
      if (!findOnPath(thisMachine(), 'apt-get')) return 'there is no apt-get here';
      const prefix = await adminPrefix();
      if (!prefix) return 'apt-get needs root';
      for (const step of aptInstall('chromium-headless-shell')) {
        const [command, ...args] = [...prefix, 'apt-get', ...step];
        say(`Running ${[command, ...args].join(' ')}`);
        const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
        await run(command, args, { env, stallMs: 120_000, onLine: say });
      }
    }
    await checkChromium({ path, source: 'option', kind: 'headless-shell' });
    return undefined;
  } catch (error) {
    return error.message.split('\n', 1)[0];
  }
}

async function builtLibrary(root) {
  const folder = join(root, 'packages', 'handhold', 'dist', 'browser', 'chromium');
  const files = ['package-manager.js', 'check.js', 'find.js', 'run.js'];
  const modules = await Promise.all(files.map((name) => import(pathToFileURL(join(folder, name)).href)));
  return Object.assign({}, ...modules);
}
