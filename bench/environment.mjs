import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, platform, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export const root = join(import.meta.dirname, '..');
export const viewport = { width: 1280, height: 720 };

const baseTmp = tmpdir();
const marker = `HANDHOLD_BENCH_RUN=${randomBytes(8).toString('hex')}`;

/** playwright-core as the repository itself uses it. */
export function playwright() {
  return createRequire(join(root, 'packages/handhold/package.json'))('playwright-core');
}

const systemBrowsers = {
  linux: [
    '/usr/bin/google-chrome-stable',
    '/usr/bin/google-chrome',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/snap/bin/chromium',
    '/usr/bin/microsoft-edge',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
};

/** The one browser that every tool is given, found in the same order as Handhold finds its own. */
export function findBrowser() {
  const candidates = [
    process.env.HANDHOLD_EXECUTABLE_PATH,
    playwright().chromium.executablePath(),
    ...(systemBrowsers[platform()] ?? []),
  ];
  const found = candidates.find((path) => path && existsSync(path));
  if (!found) throw new Error('No Chromium found. Set HANDHOLD_EXECUTABLE_PATH or install one.');
  return found;
}

/** Chromium refuses to run as root with its sandbox on. */
export const noSandbox = process.getuid?.() === 0 || process.env.BENCH_NO_SANDBOX === '1';

/** What the figures were measured on. */
export function machine(executable) {
  const version = spawnSync(executable, ['--version'], { encoding: 'utf8' });
  return {
    browser: version.stdout?.trim().replace(/ built on.*/, '') || 'unknown',
    node: process.version,
    platform: `${platform()} ${process.arch}`,
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
  };
}

/**
 * A private world for one tool: its own temp and home directory, no proxy, no settings of the person running
 * this. The marker in the environment is inherited by everything the tool starts, which is how leftovers are
 * recognised without touching anybody else's browser.
 */
export function createSandbox(name) {
  const dir = realpathSync(mkdtempSync(join(baseTmp, `hhb-${name.slice(0, 8)}-`)));
  const saved = { ...process.env };
  for (const key of Object.keys(process.env)) {
    if (
      /^(https?|all|no)_proxy$/i.test(key) ||
      /^(AGENT_BROWSER|PLAYWRIGHT_MCP|CHROME_DEVTOOLS)_/.test(key)
    ) {
      delete process.env[key];
    }
  }
  const [key, value] = marker.split('=');
  Object.assign(process.env, { TMPDIR: dir, TEMP: dir, TMP: dir, HOME: dir, [key]: value });
  for (const xdg of ['XDG_CACHE_HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_RUNTIME_DIR']) {
    delete process.env[xdg];
  }
  return {
    dir,
    async dispose() {
      const left = await sweep(dir);
      for (const name of Object.keys(process.env)) if (!(name in saved)) delete process.env[name];
      Object.assign(process.env, saved);
      rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
      return left;
    },
  };
}

/** Waits up to five seconds for everything the tool started to be gone, then ends what is not. */
async function sweep(dir) {
  if (platform() !== 'linux') return undefined;
  const start = performance.now();
  let left = markedProcesses(dir);
  while (left.length > 0 && performance.now() - start < 5_000) {
    await sleep(50);
    left = markedProcesses(dir);
  }
  for (const { pid } of left) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended by itself in the meantime.
    }
  }
  // Only the program's name: results are published, and paths on this machine are nobody's business.
  return left.map(({ command }) => command.split(' ')[0].split(/[\\/]/).at(-1));
}

function markedProcesses(dir) {
  const all = new Map();
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry) || Number(entry) === process.pid) continue;
    try {
      const command = readFileSync(`/proc/${entry}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      // A zombie has no command line; it is dead and only waits for its parent to notice.
      if (!command) continue;
      const parent = Number(readFileSync(`/proc/${entry}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]);
      const marked =
        command.includes(dir) || readFileSync(`/proc/${entry}/environ`, 'utf8').split('\0').includes(marker);
      all.set(Number(entry), { pid: Number(entry), parent, command: command.slice(0, 120), marked });
    } catch {
      // Gone, or another user's.
    }
  }
  const belongs = (process) => process && (process.marked || belongs(all.get(process.parent)));
  return [...all.values()].filter(belongs);
}
