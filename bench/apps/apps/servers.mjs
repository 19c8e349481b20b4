import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { packages } from '../site.mjs';

export function versionOf(name) {
  return JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8')).version;
}

/** A port that is free just now. */
export async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts a server application in a folder of its own, and waits until it answers. */
export async function startServer({ dir, name, args, url, env = {}, prepare }) {
  const folder = mkdtempSync(join(dir, `${name}-`));
  await prepare?.(folder);
  const child = spawn(process.execPath, args(folder), {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const deadline = performance.now() + 60_000;
  for (;;) {
    const up = await fetch(url).catch(() => undefined);
    if (up?.ok) break;
    if (child.exitCode !== null || performance.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`${name} did not start:\n${said.slice(-2_000)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    url,
    folder,
    stop: async () => {
      child.kill('SIGTERM');
      const hard = setTimeout(() => child.kill('SIGKILL'), 3_000);
      await ended;
      clearTimeout(hard);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}
