import { findChromium, installChromium } from 'handhold';
import type { InstallFlags } from './flags.js';

/** `handhold install-browser`: prints where the browser is; progress goes to stderr. */
export async function installBrowser(flags: InstallFlags): Promise<number> {
  const present = flags.ifMissing ? findChromium() : undefined;
  const interrupt = new AbortController();
  const onInterrupt = () => interrupt.abort(new Error('Interrupted.'));
  process.once('SIGINT', onInterrupt);
  try {
    const { path } =
      present ??
      (await installChromium({
        onProgress: (line) => process.stderr.write(`${line}\n`),
        signal: interrupt.signal,
      }));
    process.stdout.write(`${path}\n`);
    return 0;
  } finally {
    process.removeListener('SIGINT', onInterrupt);
  }
}
