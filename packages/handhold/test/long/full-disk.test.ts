import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBrowserTools } from 'handhold';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { Agent } from '../agent.js';
import { Site } from '../site.js';

const place = mkdtempSync(join(tmpdir(), 'handhold-full-disk-'));
const isDisk = mount();
let site: Site;

/** A small disk; only root may make one, and not everywhere. */
function mount(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=200m', 'tmpfs', place], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

beforeAll(async () => {
  site = await Site.start();
});

afterAll(async () => {
  await site.stop();
  if (isDisk) execFileSync('umount', ['--lazy', place]);
  rmSync(place, { recursive: true, force: true });
});

/** Leaves this many bytes on the disk. */
function fill(left: number): void {
  const { bavail, bsize } = statfsSync(place);
  const filler = join(place, 'filler');
  writeFileSync(filler, Buffer.alloc(bavail * bsize - left));
  onTestFinished(() => rmSync(filler));
}

const list = z.object({
  downloads: z.array(z.looseObject({ failure: z.string().optional(), size: z.number().optional() })),
});

describe.runIf(isDisk)('a download', () => {
  it.each(['of a known size', 'of an unknown size'])('%s that a full disk ends says so', async (which) => {
    const size = 8_000_000;
    const url = site.on('/large', (_request, response) => {
      const length = which === 'of a known size' ? { 'content-length': size } : {};
      response.writeHead(200, { 'content-disposition': 'attachment; filename=large.bin', ...length });
      response.end(Buffer.alloc(size));
    });
    vi.stubEnv('TMPDIR', place);
    const tools = createBrowserTools({ allowPrivate: true });
    onTestFinished(async () => {
      vi.unstubAllEnvs();
      await tools.close();
    });
    const agent = new Agent(tools, 'full');
    await agent.open(site.page(`<a href="${url}">Large</a>`));
    fill(2_000_000);
    await agent.click('link "Large"');
    await expect
      .poll(
        async () => list.parse((await agent.call('browser_downloads')).data).downloads[0]?.failure ?? '',
        {
          timeout: 30_000,
        },
      )
      .toMatch(/^canceled: the disk is full \(ENOSPC\), [\d.]+ MB are left where downloads are kept$/);
  });
});
