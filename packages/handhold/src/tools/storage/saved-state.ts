import { z } from 'zod';
import { Failure } from '../../errors.js';
import type { FileRoots } from '../../gate/files.js';
import { quote } from '../../gate/untrusted.js';

const entries = z.array(z.object({ name: z.string(), value: z.string() })).default([]);

/** A file with saved cookies and storage, in the form that Playwright and others write too. */
const savedState = z.object({
  cookies: z
    .array(
      z.object({
        name: z.string(),
        value: z.string(),
        domain: z.string(),
        path: z.string().default('/'),
        expires: z.number().default(-1),
        httpOnly: z.boolean().default(false),
        secure: z.boolean().default(false),
        sameSite: z.enum(['Strict', 'Lax', 'None']).default('Lax'),
      }),
    )
    .max(5000)
    .default([]),
  origins: z
    .array(z.object({ origin: z.string(), localStorage: entries, sessionStorage: entries }))
    .max(1000)
    .default([]),
});

export type SavedState = z.output<typeof savedState>;

const maxFile = 10_000_000;

/** Reads such a file; throws where it is none. */
export async function readState(files: FileRoots, path: string): Promise<SavedState> {
  const text = await readText(files, path);
  try {
    return savedState.parse(JSON.parse(text));
  } catch {
    throw new Failure('action_validation_error', `${quote(path, 200)} is not a saved state.`, {
      hint: 'Use a file that browser_storage saved.',
    });
  }
}

async function readText(files: FileRoots, path: string): Promise<string> {
  const { file, handle } = await files.open(path, true);
  try {
    if (file.size > maxFile)
      throw new Failure('action_validation_error', `${quote(path, 200)} is too large to be a saved state.`);
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}
