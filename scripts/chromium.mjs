import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SetupError } from './setup-error.mjs';
import { readStamp, writeStamp } from './stamp.mjs';

/** The set-up part that finds or gets a browser. */
export const chromium = { title: 'Chromium', ready: chromiumReady, make: makeChromium };

const given = () => process.env.HANDHOLD_EXECUTABLE_PATH || '';

/** Whether the browser that started at an earlier set-up is still the one to use and still there. */
export function chromiumReady(root) {
  const known = readStamp(root).chromium;
  if (!known || known.given !== given()) return false;
  try {
    accessSync(known.path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function makeChromium(root, say) {
  const built = join(root, 'packages', 'handhold', 'dist', 'browser', 'chromium', 'index.js');
  const library = await import(pathToFileURL(built).href);
  const found = await findOrInstall(library, say);
  writeStamp(root, { chromium: { path: found.path, given: given() } });
  return found.path;
}

async function findOrInstall({ findChromium, checkChromium, installChromium }, say) {
  try {
    const found = findChromium();
    if (!found) return await installChromium({ onProgress: say });
    await checkChromium(found);
    return found;
  } catch (error) {
    if (error.name !== 'ChromiumBroken') throw new SetupError(error.message);
    throw new SetupError(
      [
        error.message,
        'Reinstall that browser, add what it lacks (on Debian and Ubuntu: `npx playwright-core install-deps chromium`),',
        'or set HANDHOLD_EXECUTABLE_PATH to another Chrome, Chromium or Edge, then run this again.',
      ].join('\n'),
    );
  }
}
