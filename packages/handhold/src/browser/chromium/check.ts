import { chromium } from '../playwright.js';
import type { FoundChromium } from './find.js';
import { causeOf } from './run.js';

/** A browser is there but doesn't come up. */
export class ChromiumBroken extends Error {
  override readonly name = 'ChromiumBroken';

  constructor(
    readonly path: string,
    readonly reason: string,
  ) {
    super(`${path} does not start: ${reason}`);
  }
}

/** Starts the browser, has it render a page of ours, ends it, and returns its version. */
export async function checkChromium(found: FoundChromium): Promise<string> {
  // Not --version: on Windows that opens a window, and it succeeds where libraries loaded later are missing.
  try {
    const browser = await chromium().launch({
      executablePath: found.path,
      headless: true,
      chromiumSandbox: false,
      timeout: 30_000,
      env: { ...process.env, ...found.env },
    });
    try {
      const page = await browser.newPage();
      await page.setContent('<p>ready</p>', { timeout: 15_000 });
      await page.screenshot({ timeout: 15_000 });
      return browser.version();
    } finally {
      await browser.close();
    }
  } catch (error) {
    throw new ChromiumBroken(found.path, reasonOf(error instanceof Error ? error.message : String(error)));
  }
}

function reasonOf(message: string): string {
  const library = /error while loading shared libraries: ([^:\s]+)/.exec(message)?.[1];
  if (library) return `the system library ${library} is missing`;
  const lines = message.split('\n').map((line) => line.replace(/^(browserType|browser|page)\.\w+: /, ''));
  return causeOf(lines.slice(0, 1));
}
