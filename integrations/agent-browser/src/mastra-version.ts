import { createRequire } from 'node:module';
import { z } from 'zod';

/** The lowest version that shows pictures to every kind of model, and the range in `package.json`. */
const lowest = [1, 60] as const;

/** The losses with the Mastra that is installed, if there are any. In a bundle they can't be told. */
export function whatMastraLacks(version = installed()): string | undefined {
  const [major = 0, minor = 0] = version?.split('.').map(Number) ?? lowest;
  if (major > lowest[0] || (major === lowest[0] && minor >= lowest[1])) return undefined;
  return `@mastra/core ${version} loses screenshots on their way to some models, or shows them as JSON text, and may answer wrong arguments in words of its own: use ${lowest.join('.')}.0 or newer.`;
}

const manifest = z.object({ version: z.string() });

function installed(): string | undefined {
  try {
    return manifest.parse(createRequire(import.meta.url)('@mastra/core/package.json')).version;
  } catch {
    return undefined;
  }
}
