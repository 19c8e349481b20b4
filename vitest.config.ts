// vitest's reporter uses Map.groupBy, which Node 20 lacks; without it a failing run would not say what failed.
import './scripts/group-by.mjs';
import { defineConfig } from 'vitest/config';
import { windowless } from './scripts/windowless.mjs';
import { SlowFirst } from './test/support/slow-first.js';

/**
 * Storms and floods, whatever hangs or is killed, every way in and out, thousands of elements, the same story in every
 * place, and applications made of real libraries: `npm run test:long`.
 */
export const longOnes = [
  'packages/*/test/long/**/*.test.ts',
  '{packages,integrations}/*/test/*lifecycle.test.ts',
  'packages/handhold/test/egress.test.ts',
  'packages/handhold/test/hidden-text.test.ts',
  'packages/handhold/test/{unresponsive,slow-pages,hostile-pages,bad-input-properties}.test.ts',
  'test/examples.test.ts',
  'test/snippets-integrations.test.ts',
  'packages/handhold/test/real-web/**/*.test.ts',
  'packages/handhold/test/large-pages.test.ts',
  'packages/handhold/test/recall.test.ts',
  'packages/handhold/test/{outcome,records,words,opened,gone,wrappers,lost-clicks,hover-covers,offered}.test.ts',
];

const pageBrowser = windowless(import.meta.dirname);

export default defineConfig({
  test: {
    include: ['packages/*/test/**/*.test.ts', 'integrations/*/test/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['**/node_modules/**', ...longOnes],
    pool: 'forks',
    // A worker goes from file to file, so that these can share its browser (test/support/browser.ts).
    isolate: false,
    // Tests wait for pages about a third of their time, and often several at once: it takes four to keep two cores busy.
    maxWorkers: 4,
    sequence: { sequencer: SlowFirst },
    // Whatever a test starts takes this browser, unless it wants the one that users have (test/support/browser.ts).
    env: pageBrowser ? { HANDHOLD_EXECUTABLE_PATH: pageBrowser } : {},
    provide: { pageBrowser },
    testTimeout: 30_000,
    expect: { poll: { timeout: 15_000, interval: 20 } },
    hookTimeout: 30_000,
    teardownTimeout: 10_000,
  },
});
