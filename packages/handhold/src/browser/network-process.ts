import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { within } from '../deadline.js';
import { log } from '../log.js';
import { isAlive } from './leftovers.js';

/** Processes of a browser that we have to know of, where it tells. */
export interface BrowserProcesses {
  browser: number | undefined;
  /** Which all of its pages reach the network through. */
  network: number | undefined;
}

export async function processesOf(browser: Browser): Promise<BrowserProcesses> {
  const cdp = await browser.newBrowserCDPSession();
  try {
    const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
    const pidOf = (type: string) => processInfo.find((process) => process.type === type)?.id;
    return { browser: pidOf('browser'), network: pidOf('network.mojom.NetworkService') };
  } finally {
    void cdp.detach().catch(() => undefined);
  }
}

/** How often it is looked after while nobody calls, and when connections of it end; how long its successor may take. */
const checkTime = { here: 250, elsewhere: 1000 };
const suspectTimes = [0, 5, 20, 50];
const startTime = 2000;
const askTime = 25;

/** The state and the flags of a process, as Linux tells them, and the flag of one that is ending, whatever its state. */
const stateAndFlags = /\) (\S) (?:-?\d+ ){5}(\d+)/;
const exiting = 0x4;
const line = Buffer.alloc(256);

/**
 * Watches the process that a browser reaches the network through. If it dies the browser starts another by itself, which
 * knows nothing of the proxies that contexts were given, nor of their cookies.
 */
export class NetworkProcess {
  private readonly isHere: boolean;
  private readonly timer: NodeJS.Timeout;
  private suspecting: NodeJS.Timeout | undefined;
  private status: { pid: number; file: number } | undefined;
  private restarting: Promise<void> | undefined;

  constructor(
    private readonly browser: Browser,
    private pid: number | undefined,
    private readonly onDeath: () => void,
  ) {
    // A browser in another container has process numbers that mean nothing here.
    this.isHere = pid === undefined || runs(pid);
    this.timer = this.isHere
      ? setInterval(() => this.check(), checkTime.here)
      : setInterval(() => void this.ask(), checkTime.elsewhere);
    this.timer.unref();
  }

  /** Sees whether it is still there. */
  check(): void {
    if (this.isHere && this.pid !== undefined && !this.stillRuns(this.pid)) this.died(this.pid);
  }

  /** Every call asks, so what tells is kept open. */
  private stillRuns(pid: number): boolean {
    if (process.platform !== 'linux') return isAlive(pid);
    try {
      this.status ??= { pid, file: openSync(`/proc/${pid}/stat`, 'r') };
      if (this.status.pid === pid) {
        const length = readSync(this.status.file, line, 0, line.length, 0);
        return !hasEnded(line.toString('latin1', 0, length));
      }
    } catch {
      // It is gone, or nothing is told here.
    }
    this.forgetStatus();
    return runs(pid);
  }

  private forgetStatus(): void {
    if (this.status) closeSync(this.status.file);
    this.status = undefined;
  }

  private async ask(): Promise<void> {
    const before = this.pid;
    const { network } = await processesOf(this.browser).catch(() => ({ network: before }));
    if (before !== undefined && network !== before && before === this.pid) this.died(before);
  }

  private died(pid: number): void {
    if (!this.browser.isConnected()) return;
    log.warn({ pid }, "the browser's network process died");
    this.pid = undefined;
    this.forgetStatus();
    this.restarting = this.findNext(pid).finally(() => (this.restarting = undefined));
    this.onDeath();
  }

  /** A connection of it has ended: all of them do when it dies, before it is known to be dead. */
  suspect(time = 0): void {
    if (this.suspecting !== undefined) return;
    const [wait, next] = [suspectTimes[time], suspectTimes[time + 1]];
    if (wait === undefined) return;
    this.suspecting = setTimeout(() => {
      this.suspecting = undefined;
      this.check();
      if (next !== undefined && this.restarting === undefined) this.suspect(time + 1);
    }, wait);
    this.suspecting.unref();
  }

  /** Once there is one that can be used. */
  async ready(): Promise<void> {
    this.check();
    if (this.restarting) await within(this.restarting, startTime);
  }

  close(): void {
    clearInterval(this.timer);
    clearTimeout(this.suspecting);
    this.forgetStatus();
  }

  private async findNext(before: number): Promise<void> {
    for (let wait = askTime; this.browser.isConnected(); wait = Math.min(wait * 2, checkTime.elsewhere)) {
      const { network } = await processesOf(this.browser).catch(() => ({ network: undefined }));
      if (network !== undefined && network !== before) {
        this.pid = network;
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}

/** One that was killed takes a moment to end, in which it serves nobody any more. */
function hasEnded(stat: string): boolean {
  const [, state = '', flags = '0'] = stateAndFlags.exec(stat) ?? [];
  return /[ZX]/.test(state) || (Number(flags) & exiting) !== 0;
}

/** One that has ended is there, in name, until its parent takes note. */
function runs(pid: number): boolean {
  if (process.platform !== 'linux') return isAlive(pid);
  try {
    return !hasEnded(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return isAlive(pid);
  }
}
