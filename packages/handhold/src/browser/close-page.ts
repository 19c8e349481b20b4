import type { Page } from 'playwright-core';
import { within } from '../deadline.js';

/** How long a page may take to go, in ms, and how often it is told to. */
const time = 1000;
const orders = 4;

/**
 * Closes a page for good. Chromium says yes and then forgets about it when the next document takes the place of one that
 * hangs just then, and Playwright, which waits for the end without end, does not order it twice.
 */
export async function closePage(page: Page): Promise<void> {
  const closed = page.close().catch(() => undefined);
  for (let order = 1; order < orders && !(await within(closed, time)); order++) {
    await within(closeAgain(page), time);
  }
}

async function closeAgain(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Page.close');
}
