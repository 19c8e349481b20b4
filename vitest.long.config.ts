import { defineConfig } from 'vitest/config';
import config, { longOnes } from './vitest.config.js';

/** One file after the other: each keeps the whole machine busy. */
export default defineConfig({
  ...config,
  test: {
    ...config.test,
    include: longOnes,
    exclude: ['**/node_modules/**'],
    maxWorkers: 1,
    testTimeout: 180_000,
  },
});
