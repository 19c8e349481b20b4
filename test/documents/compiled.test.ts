import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '..', '..');
const tsc = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');

/** What the documents have in TypeScript, and programs that use what they describe; one compilation is enough for all. */
const files = ['adapters', 'car'].flatMap((name) => {
  const folder = path.join(import.meta.dirname, name);
  return readdirSync(folder).map((file) => path.join(folder, file));
});

const options = '--ignoreConfig --noEmit --strict --module nodenext --target es2023 --types node'.split(' ');

describe('what is written against the documents', () => {
  it.each(['true', 'false'])(
    'compiles strictly, with exactOptionalPropertyTypes %s',
    async (exact) => {
      expect(files.length).toBeGreaterThanOrEqual(4);
      const lib = ['--lib', 'es2023,es2024.string,dom'];
      const args = [tsc, ...options, ...lib, '--exactOptionalPropertyTypes', exact, ...files];
      const said = await new Promise<string>((resolve) => {
        execFile(process.execPath, args, { cwd: root }, (error, stdout) =>
          resolve(`${error?.message ?? 'compiled'} ${stdout}`),
        );
      });
      expect(said.trim()).toBe('compiled');
    },
    120_000,
  );
});
