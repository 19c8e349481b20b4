import { readFile, rm } from 'node:fs/promises';
import { z } from 'zod';
import type { ReadDownload } from './resources.js';
import type { Callable } from './server.js';

/** Where browser_downloads says that it put the one file it was asked for. */
const savedForm = z.object({ downloads: z.tuple([z.object({ path: z.string() })]).rest(z.unknown()) });

/** Reads a session's downloads by the tool for that; the file it saves does not stay. */
export function downloadReader(toolbox: Callable): ReadDownload {
  return async (session, id) => {
    if (!toolbox.registry.has('browser_downloads')) return undefined;
    const input = { id, save: true };
    const { result } = await toolbox.callAndRender('browser_downloads', input, { session });
    const saved = savedForm.safeParse(result.data).data;
    if (!saved) return undefined;
    const [{ path }] = saved.downloads;
    try {
      return toolbox.contentToShow?.(await readFile(path)) ?? 'withheld';
    } finally {
      await rm(path, { force: true });
    }
  };
}
