import type { Page } from 'playwright-core';
import { Failure } from '../../errors.js';
import type { Frames } from '../frames/frames.js';
import { WorldGone } from '../frames/world.js';

/** A page that navigates while it is looked at gets a second look; if that fails too it is too restless. */
export async function retryAfterNavigation<T>(
  page: Page,
  frames: Frames,
  run: (isAgain: boolean) => Promise<T>,
): Promise<T> {
  try {
    return await run(false);
  } catch (thrown) {
    if (!(thrown instanceof WorldGone)) throw thrown;
  }
  frames.forget();
  try {
    await page.waitForLoadState('domcontentloaded', { timeout: 2000 }).catch(() => undefined);
    return await run(true);
  } catch (thrown) {
    if (!(thrown instanceof WorldGone)) throw thrown;
    throw new Failure('page_changed', 'The page navigated while it was being read.');
  }
}
