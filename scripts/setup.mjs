import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compiled } from './build.mjs';
import { chromium } from './chromium.mjs';
import { nodeProblem } from './node-version.mjs';
import { oneAtATime } from './one-at-a-time.mjs';
import { packages } from './packages.mjs';
import { progressOn, seconds } from './progress.mjs';
import { SetupError } from './setup-error.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Makes whatever is missing (packages, build, Chromium) and returns the titles of what was made.
 * Writes to stderr only; throws a SetupError, whose message is meant for the user.
 */
export async function setup({
  quiet = false,
  needsChromium = true,
  more = [],
  folder = root,
  parts = [packages, compiled, ...(needsChromium ? [chromium] : []), ...more],
  nodeVersion = process.versions.node,
  stream = process.stderr,
} = {}) {
  const problem = nodeProblem(nodeVersion);
  if (problem) throw new SetupError(problem);
  const started = performance.now();
  const progress = progressOn(stream, quiet);
  const made = [];
  if (!parts.every((part) => part.ready(folder))) {
    const waiting = (pid) => progress.line(`Waiting for another set-up to end (process ${pid})`);
    await oneAtATime(folder, () => makeMissing(parts, folder, progress, made), waiting);
  }
  progress.line(`✓ Set up${made.length ? '' : ': nothing to do'} (${seconds(started)})`);
  return made;
}

async function makeMissing(parts, folder, progress, made) {
  for (const part of parts) {
    if (part.ready(folder)) continue;
    await progress.step(part.title, (say) => part.make(folder, say));
    made.push(part.title);
  }
}

/** Runs a command's main function; an error becomes a message and exit code 1, without a stack trace. */
export async function main(work) {
  try {
    process.exitCode = await work();
  } catch (error) {
    process.stderr.write(`\n${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
