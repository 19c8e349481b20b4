import type { FindOptions, FoundChromium } from './find.js';
import { findChromium } from './find.js';
import type { InstallOptions } from './install.js';
import { installChromium } from './install.js';

export { ChromiumBroken, checkChromium } from './check.js';
export type { ChromiumKind, ChromiumSource, FindOptions, FoundChromium } from './find.js';
export { ChromiumMissing, findChromium } from './find.js';
export type { FailedAttempt, InstallOptions } from './install.js';
export { ChromiumInstallFailed, installChromium } from './install.js';

/** The browser that is here, or else one that is installed now. */
export async function ensureChromium(options: FindOptions & InstallOptions = {}): Promise<FoundChromium> {
  return findChromium(options) ?? installChromium(options);
}
