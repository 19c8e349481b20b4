import { createRequire } from 'node:module';
import { z } from 'zod';

/** The lowest version that shows pictures to every kind of model, and the range in `package.json`. */
const lowest = [1, 60] as const;

/**
 * Throws where the Mastra that is installed is too old: it would lose pictures, or show them and texts to the model as
 * JSON, and answer wrong arguments in words of its own, all without a complaint. In a bundle it can't be told.
 */
export function checkMastra(): void {
  const version = installed();
  const [major = 0, minor = 0] = version?.split('.').map(Number) ?? lowest;
  if (major < lowest[0] || (major === lowest[0] && minor < lowest[1]))
    throw new Error(
      `@handhold/mastra needs @mastra/core ${lowest.join('.')}.0 or newer: this is ${version}.`,
    );
}

const manifest = z.object({ version: z.string() });

function installed(): string | undefined {
  try {
    return manifest.parse(createRequire(import.meta.url)('@mastra/core/package.json')).version;
  } catch {
    return undefined;
  }
}
