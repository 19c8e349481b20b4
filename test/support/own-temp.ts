import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// Where Playwright puts its own temporary files is settled when it is loaded, which must not be in a test's folder.
import 'playwright-core';
import { afterAll } from 'vitest';

/**
 * A folder for temporary files of this test file alone: what is started from it can be told by it,
 * and what is left behind is seen in it.
 */
export function useOwnTemp(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hh-test-'));
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  afterAll(() => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  return folder;
}
