import { createRequire } from 'node:module';

/** Where a module of tools finds its imports: the library that runs it, and the zod of that, if it has none of its own. */

/** Where the library is. */
let library = '';

/** Node calls this with what it was given where the hooks are set up. */
export function initialize(url: string): void {
  library = url;
}

interface ResolveContext {
  parentURL?: string | undefined;
}

/** Called by Node for every import. Two copies of the library would not know each other's classes. */
export function resolve<C extends ResolveContext, R>(
  specifier: string,
  context: C,
  next: (specifier: string, context: C) => R,
): R | { url: string; shortCircuit: true } {
  if (specifier === 'handhold') return { url: library, shortCircuit: true };
  if (/^zod(\/|$)/.test(specifier) && !isInstalled(specifier, context.parentURL))
    return next(specifier, { ...context, parentURL: library });
  return next(specifier, context);
}

function isInstalled(specifier: string, from: string | undefined): boolean {
  if (!from?.startsWith('file:')) return true;
  try {
    createRequire(from).resolve(specifier);
    return true;
  } catch {
    return false;
  }
}
