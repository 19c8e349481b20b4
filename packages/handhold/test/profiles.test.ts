import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { createBrowserTools, ProfileManager, type ToolboxOptions } from 'handhold';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useFullBrowser } from '../../../test/support/browser.js';
import { useOwnTemp } from '../../../test/support/own-temp.js';
import { Agent } from './agent.js';
import { nothingLeft, profilesIn } from './processes.js';
import { Site, type SitePage } from './site.js';

useFullBrowser();
const temp = useOwnTemp();
let site: Site;
let page: SitePage;

beforeAll(async () => {
  site = await Site.start();
  page = site.page(`<script>note(document.cookie + '|' + (localStorage.getItem('k') ?? ''));
    document.cookie = 'login=ada; max-age=100000'; localStorage.setItem('k', 'v');</script>`);
});

afterAll(() => site.stop());

/** Opens the page in a browser of its own; gives what was there from before. */
async function visit(options: ToolboxOptions): Promise<string | undefined> {
  const tools = createBrowserTools({ allowPrivate: true, ...options });
  await new Agent(tools, 'default').open(page);
  await tools.close();
  return page.notes.at(-1);
}

describe('the default profile', () => {
  it('is thrown away', async () => {
    expect(new ProfileManager().getDefaultProfile()).toMatchObject({ name: 'default', persistent: false });
    expect(await visit({})).toBe('|');
    await nothingLeft(temp);
  });
});

describe('a named profile', () => {
  it('keeps cookies and storage between runs, and is not seen by others', async () => {
    const profiles = new ProfileManager(mkdtempSync(join(temp, 'kept-')));
    const work = { profile: 'work', profiles };
    expect(await visit(work)).toBe('|');
    expect(await visit(work)).toBe('login=ada|v');
    expect(await visit({ profile: 'home', profiles })).toBe('|');
    expect(await visit({})).toBe('|');
    expect(readdirSync(profiles.root).sort()).toEqual(['home', 'work']);
    expect(profilesIn(temp)).toEqual([]);
  });

  it('may lie in a folder of one’s own', async () => {
    const folder = join(mkdtempSync(join(temp, 'own-')), 'mine');
    const profile = new ProfileManager().getProfileAt(folder);
    expect(profile).toMatchObject({ name: 'mine', persistent: true, directory: folder });
    await visit({ profile });
    expect(readdirSync(folder)).toContain('Default');
  });

  it('serves the first session; others have worlds of their own', async () => {
    const profiles = new ProfileManager(mkdtempSync(join(temp, 'first-')));
    await visit({ profile: 'work', profiles });
    const tools = createBrowserTools({ allowPrivate: true, profile: 'work', profiles });
    await new Agent(tools, 'one').open(page);
    expect(page.notes.at(-1)).toBe('login=ada|v');
    await new Agent(tools, 'two').open(page);
    expect(page.notes.at(-1)).toBe('|');
    await tools.close();
  });

  it('that is open elsewhere is copied: both work, and it is said', async () => {
    const profiles = new ProfileManager(mkdtempSync(join(temp, 'locked-')));
    await visit({ profile: 'work', profiles });
    const first = createBrowserTools({ allowPrivate: true, profile: 'work', profiles });
    const second = createBrowserTools({ allowPrivate: true, profile: 'work', profiles });
    await new Agent(first, 'default').open(page);
    const result = await second.call('browser_navigate', { url: page.url });
    expect(result.success).toBe(true);
    expect(result.metadata?.notice).toMatch(/work.*copy/s);
    expect(page.notes.at(-1)).toBe('login=ada|v');
    expect(profilesIn(temp)).toHaveLength(1);
    await new Agent(first, 'default').open(page);
    await second.close();
    expect(profilesIn(temp)).toEqual([]);
    await new Agent(first, 'default').open(page);
    await first.close();
  });

  it('whose lock is of a dead process is used', async () => {
    const profiles = new ProfileManager(mkdtempSync(join(temp, 'stale-')));
    const folder = join(profiles.root, 'work');
    mkdirSync(folder, { recursive: true });
    const { pid: dead } = spawnSync(process.execPath, ['-e', '']);
    symlinkSync(`${hostname()}-${dead}`, join(folder, 'SingletonLock'));
    symlinkSync('/nowhere/socket', join(folder, 'SingletonSocket'));
    const tools = createBrowserTools({ allowPrivate: true, profile: 'work', profiles });
    const result = await tools.call('browser_navigate', { url: page.url });
    expect(result.success).toBe(true);
    expect(result.metadata?.notice).toBeUndefined();
    await tools.close();
    expect(() => lstatSync(join(folder, 'SingletonLock'))).toThrowError();
  });

  it.each(['', '../x', 'a/b', '.hidden', 'a b', 'x'.repeat(65), 'ä'])(
    'can not be called %j',
    async (name) => {
      const profiles = new ProfileManager(join(temp, 'names'));
      expect(() => profiles.getProfile(name)).toThrowError(/profile name/);
      const tools = createBrowserTools({ allowPrivate: true, profile: name, profiles });
      expect((await tools.call('browser_navigate', { url: 'about:blank' })).error?.code).toBe(
        'validation_error',
      );
      expect(existsSync(join(temp, 'names'))).toBe(false);
    },
  );
});
