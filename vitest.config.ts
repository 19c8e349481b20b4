// vitest's reporter uses Map.groupBy, which Node 20 lacks; without it a failing run would not say what failed.
import './scripts/group-by.mjs';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/*/test/**/*.test.ts', 'integrations/*/test/**/*.test.ts', 'test/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 3,
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    teardownTimeout: 10_000,
  },
});
