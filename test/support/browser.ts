import { BrowserManager, type ToolsetOptions } from 'handhold';
import { afterAll, beforeAll, inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The browser without windows that tests take, where it is here and the user has named no other. */
    pageBrowser: string | undefined;
  }
}

const pageBrowser = inject('pageBrowser');

/** Every session has a context of its own, which is all that most files want. */
const common = new BrowserManager(undefined, {
  allowPrivate: true,
  ...(pageBrowser && { executablePath: pageBrowser }),
});

/**
 * What this file or group of tests starts is the browser that the product finds by itself, as users have it: for what
 * concerns the browser, and for a story through every surface. Elsewhere pages cost less than half without windows.
 */
export function useFullBrowser(): void {
  if (pageBrowser === undefined) return;
  beforeAll(() => {
    delete process.env.HANDHOLD_EXECUTABLE_PATH;
  });
  afterAll(() => {
    process.env.HANDHOLD_EXECUTABLE_PATH = pageBrowser;
  });
}

/**
 * The browser of all files that a worker runs one after the other; the sessions of a file end with it. Files that ask
 * for anything that concerns the browser itself, or harm it, have browsers of their own.
 */
export function useCommonBrowser(): BrowserManager {
  afterAll(() => Promise.all(common.sessionNames().map((name) => common.closeSession(name))));
  return common;
}

interface Toolset {
  close(): Promise<void>;
}

/** How a file makes toolsets, which are closed with it, and one on the common browser for most of its tests. */
export function useToolsets<O, T extends Toolset>(
  create: (base: Pick<ToolsetOptions, 'allowPrivate' | 'browser'>, options?: O) => T,
): { make(options?: O): T; shared: T } {
  const made: T[] = [];
  afterAll(() => Promise.all(made.map((toolset) => toolset.close())));
  const keep = (toolset: T): T => {
    made.push(toolset);
    return toolset;
  };
  // Tests serve themselves, so what they open is on loopback.
  const allowPrivate = true;
  return {
    make: (options) => keep(create({ allowPrivate }, options)),
    shared: keep(create({ allowPrivate, browser: useCommonBrowser() })),
  };
}
