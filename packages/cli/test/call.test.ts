import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findChromium } from 'handhold';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useFullBrowser } from '../../../test/support/browser.js';
import { handhold, type Site, startSite } from './fixture.js';

let site: Site;
let folder: string;

beforeAll(async () => {
  site = await startSite();
  folder = mkdtempSync(path.join(tmpdir(), 'handhold-test-call-'));
});

afterAll(() => {
  site.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
});

describe('someone at a shell, in the browser of this machine', () => {
  useFullBrowser();

  it('sees what a page looks like to an agent, and calls several tools in one browser, where refs hold', async () => {
    const { code, stdout } = await handhold([
      'call',
      'browser_snapshot',
      'browser_click',
      '{"ref": "@e2"}',
      'browser_snapshot',
      '{}',
      'browser_screenshot',
      '--url',
      `${site.url}/form`,
    ]);
    expect(stdout).toMatch(
      /^page "Sign up" .*\n<page \w+>\n# "Sign up"\n@e1 textbox "Name"\n@e2 button "Submit"\n/,
    );
    expect(stdout).toMatch(/clicked @e2 button "Submit"/);
    expect(stdout.match(/button "Welcome"/g)).toHaveLength(2);
    expect(stdout).toMatch(/image not shown, use --json or --out/);
    expect(code).toBe(0);
  });

  it('keeps logins under the name of a profile', async () => {
    const found = findChromium();
    const env = { HOME: folder, HANDHOLD_EXECUTABLE_PATH: found?.path, ...found?.env };
    const { code } = await handhold(['call', 'browser_tabs', '{"action": "new"}', '--profile', 'work'], env);
    expect(code).toBe(0);
    expect(existsSync(path.join(folder, '.handhold', 'profiles', 'work', 'Default'))).toBe(true);
  });

  it('uses a browser that is already running, and leaves it running', async () => {
    const found = findChromium();
    const flags = [
      '--headless',
      '--no-sandbox',
      '--remote-debugging-port=0',
      `--user-data-dir=${folder}/running`,
      'about:blank',
    ];
    const browser = spawn(found?.path ?? '', flags, { env: { ...process.env, ...found?.env } });
    const endpoint = await new Promise<string>((resolve) => {
      let said = '';
      browser.stderr.on('data', (chunk) => {
        said += String(chunk);
        const [, url] = /DevTools listening on (\S+)\n/.exec(said) ?? [];
        if (url !== undefined) resolve(url);
      });
    });
    try {
      const { code, stdout } = await handhold([
        'call',
        'browser_snapshot',
        '--url',
        `${site.url}/form`,
        '--cdp',
        endpoint,
      ]);
      expect(stdout).toContain('button "Submit"');
      expect(code).toBe(0);
      expect(browser.exitCode).toBeNull();
    } finally {
      const gone = once(browser, 'exit');
      browser.kill('SIGKILL');
      await gone;
    }
  });
});

describe('someone at a shell', () => {
  it('gets the whole result for a program to read', async () => {
    const { stdout } = await handhold([
      'call',
      'browser_tabs',
      '{"action": "list"}',
      '--json',
      '--url',
      `${site.url}/form`,
    ]);
    const result: unknown = JSON.parse(stdout);
    expect(result).toMatchObject({
      success: true,
      data: { tabs: [{ tab: 't1', title: 'Sign up', current: true }] },
      executionTime: expect.any(Number),
      metadata: { session: 'default' },
    });
  });

  it('saves a picture', async () => {
    const file = path.join(folder, 'page.png');
    const shot = ['call', 'browser_screenshot', '{"format": "png"}', '--url', `${site.url}/form`];
    const saved = await handhold([...shot, '--out', file]);
    expect(saved.stdout).toContain(`saved to ${file}`);
    expect(readFileSync(file).subarray(1, 4).toString()).toBe('PNG');
  });

  it('reads the error and the hint, and gets exit code 1, when a tool fails', async () => {
    const { code, stdout, stderr } = await handhold(['call', 'browser_snapshot', '{}']);
    expect(stdout).toMatch(/^error no_page: .*\nhint: /);
    expect(stderr).toBe('');
    expect(code).toBe(1);
  });

  it('stops at the first tool that fails', async () => {
    const { code, stdout } = await handhold([
      'call',
      'browser_snapshot',
      'browser_tabs',
      '{"action":"list"}',
      '--json',
    ]);
    expect(stdout.trim().split('\n')).toHaveLength(1);
    expect(code).toBe(1);
  });

  it('hears of an unknown tool before any browser is started', async () => {
    const { code, stdout } = await handhold(['call', 'browser_snap', '--url', `${site.url}/form`]);
    expect(stdout).toBe(
      'error unknown_tool: There is no tool called "browser_snap".\nhint: Did you mean browser_snapshot?\n',
    );
    expect(code).toBe(1);
  });

  it('hears which browser could not be started', async () => {
    const args = ['call', 'browser_tabs', '{"action":"list"}', '--executable', '/no/such/browser'];
    const { code, stdout } = await handhold(args);
    expect(stdout).toMatch(/^error launch_failed: .*\/no\/such\/browser/);
    expect(code).toBe(1);
  });

  it('reaches reserved and private addresses only if they say so', async () => {
    const args = ['call', 'browser_navigate', '{"url": "http://192.0.2.1/", "timeout": 300}'];
    expect((await handhold(args)).stdout).toMatch(/^error host_blocked: /);
    expect((await handhold([...args, '--allow-private'])).stdout).toMatch(
      /^error (timeout|navigation_failed): /,
    );
  });

  it('gets exit code 2 and an example when the JSON is broken', async () => {
    const { code, stdout, stderr } = await handhold(['call', 'browser_navigate', '{url: x}']);
    expect(stdout).toBe('');
    expect(stderr).toMatch(
      /^error: The input of browser_navigate is not valid JSON .*Example: handhold call/,
    );
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(code).toBe(2);
  });
});
