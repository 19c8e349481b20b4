import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from 'handhold';

/** A Chromium that somebody else started by hand, with remote debugging. */
export class ForeignBrowser {
  private constructor(
    private readonly process: ChildProcess,
    /** Its profile. */
    readonly folder: string,
    readonly endpoint: string,
  ) {}

  static async start(flags: readonly string[] = []): Promise<ForeignBrowser> {
    const found = findChromium();
    if (!found) throw new Error('no Chromium');
    const folder = await mkdtemp(join(tmpdir(), 'handhold-foreign-'));
    const own = ['--headless', '--no-sandbox', '--remote-debugging-port=0', `--user-data-dir=${folder}`];
    const process = spawn(found.path, [...own, ...flags, 'about:blank'], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...globalThis.process.env, ...found.env },
    });
    const url = await new Promise<string>((resolve) => {
      let said = '';
      process.stderr?.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        const [, line] = /DevTools listening on (ws:\S+)/.exec(said) ?? [];
        if (line !== undefined) resolve(line);
      });
    });
    return new ForeignBrowser(process, folder, `http://${new URL(url).host}`);
  }

  async stop(): Promise<void> {
    const gone = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await gone;
    // Its other processes end a moment later, and write until then.
    await rm(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}
