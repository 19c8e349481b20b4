import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useFullBrowser } from '../../../test/support/browser.js';
import { runDemo } from '../src/demo/run.js';
import type { Booking } from '../src/demo/site/booking.js';
import { type DemoSite, startDemoSite } from '../src/demo/site/server.js';

useFullBrowser();
let folder = '';
let site: DemoSite | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'handhold-demo-'));
});

afterEach(async () => {
  await site?.close();
  site = undefined;
  await rm(folder, { recursive: true, force: true });
});

function capture(columns = 100) {
  const written: string[] = [];
  return { out: { columns, write: (text: string) => written.push(text) }, text: () => written.join('') };
}

/** Notes every booking as it is when the server takes it. */
function watchBookings(bookings: Booking[]): Booking[] {
  const taken: Booking[] = [];
  bookings.push = (...added) => {
    taken.push(...added.map((booking) => ({ ...booking })));
    return Array.prototype.push.apply(bookings, added);
  };
  return taken;
}

describe('the demo', () => {
  it('books a stay and cancels it by the tools alone, and leaves pictures behind', async () => {
    site = await startDemoSite();
    const taken = watchBookings(site.bookings);
    const { out, text } = capture();
    const startedAt = performance.now();
    const code = await runDemo({ screenshots: folder, out, site });
    expect(code, text()).toBe(0);
    expect(performance.now() - startedAt).toBeLessThan(30_000);

    expect(taken).toHaveLength(1);
    expect(taken[0]).toMatchObject({
      status: 'confirmed',
      stayId: 'larchlight-cabin',
      room: 'Panorama suite',
      extras: ['Private sauna evening'],
      nights: 3,
      guests: 4,
      name: 'Ada Lovelace',
      phone: '+43 664 123 4567',
      country: 'Austria',
      message: 'We arrive at six, on foot.\nIs there soup?',
    });
    expect([...site.bookings]).toEqual([{ ...taken[0], status: 'cancelled' }]);

    const pictures = await readdir(folder);
    expect(pictures.length).toBeGreaterThanOrEqual(5);
    for (const picture of pictures) {
      const bytes = await readFile(join(folder, picture));
      expect(bytes.subarray(0, 3).toString('hex'), picture).toBe('ffd8ff');
      expect(bytes.subarray(-2).toString('hex'), picture).toBe('ffd9');
      expect(bytes.length, picture).toBeGreaterThan(20_000);
    }

    const printed = text();
    expect(printed).toMatch(/browser_click \{"ref":"@e\d+"\} +\d+ tokens +\d+ ms/);
    expect(printed).toContain('error element_blocked: @e');
    expect(printed).toContain('error element_disabled: @e');
    expect(printed).toMatch(/\d+ calls, [\d,]+ tokens read, [\d.]+ s in the tools/);
    expect(printed).toMatch(/AG-1001: Larchlight Cabin[\s\S]+confirmed, then\s+cancelled/);
    for (const hint of ['"mcpServers"', '@handhold/mastra', '@handhold/ai-sdk'])
      expect(printed).toContain(hint);
    expect(stripVTControlCharacters(printed)).toBe(printed);
    const lines = printed.slice(0, printed.indexOf('Give it to your agent')).split('\n');
    for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(100);
  }, 60_000);

  it('says which step failed and in what words of the tool, and gives 1', async () => {
    site = await startDemoSite();
    await site.close();
    const { out, text } = capture();
    expect(await runDemo({ screenshots: folder, out, site })).toBe(1);
    expect(text()).toContain('The demo failed in step "Open the site":');
    expect(text()).toMatch(/error navigation_failed: .*refused/);
    expect(await readdir(folder)).toEqual([]);
  });

  it('gives 1 when there is no browser to start', async () => {
    const { out, text } = capture();
    expect(await runDemo({ screenshots: folder, out, executablePath: join(folder, 'none') })).toBe(1);
    expect(text()).toMatch(/error launch_failed: /);
  });
});
