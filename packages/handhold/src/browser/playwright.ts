import { createRequire } from 'node:module';

type Playwright = typeof import('playwright-core');

const require = createRequire(import.meta.url);

/** Playwright's Chromium, loaded when a browser is first wanted: loading it takes longer than all the rest of us. */
export function chromium(): Playwright['chromium'] {
  const playwright: Playwright = require('playwright-core');
  return playwright.chromium;
}
