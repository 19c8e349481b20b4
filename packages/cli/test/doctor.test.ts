import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findChromium } from 'handhold';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useFullBrowser } from '../../../test/support/browser.js';
import { handhold, isRecord } from './fixture.js';

useFullBrowser();
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'handhold-test-doctor-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Found {
  usable: unknown;
  check(name: string): unknown;
}

function parse(stdout: string): Found {
  const diagnosis: unknown = JSON.parse(stdout);
  if (!isRecord(diagnosis) || !Array.isArray(diagnosis.checks)) throw new Error(stdout);
  const checks: unknown[] = diagnosis.checks;
  return {
    usable: diagnosis.usable,
    check: (name) => checks.find((check) => isRecord(check) && check.name === name),
  };
}

describe('someone whose machine may not be right', () => {
  it('hears that it is, after a browser has really been started, and of what an earlier run left behind', async () => {
    const left = path.join(folder, 'handhold-profile-999999999-abc');
    mkdirSync(left);
    const { code, stdout } = await handhold(['doctor', '--json'], { TMPDIR: folder });
    const found = parse(stdout);
    expect(found.usable).toBe(true);
    expect(found.check('Node')).toMatchObject({ status: 'ok', message: process.version });
    expect(found.check('browser')).toMatchObject({ status: 'ok' });
    expect(found.check('start')).toMatchObject({ status: 'ok' });
    expect(found.check('sandbox')).toMatchObject({ message: expect.stringMatching(/^on$|^off: /) });
    expect(found.check('leftovers')).toMatchObject({
      status: 'warning',
      message: expect.stringMatching(/^1 /),
    });
    expect(existsSync(left)).toBe(false);
    expect(code).toBe(0);
  });

  it('is shown each finding on a line of its own', async () => {
    const { stdout } = await handhold(['doctor']);
    expect(stdout).toMatch(/^✓ Node {2,}v\d/);
    expect(stdout).toMatch(/^✓ start {2,}the browser started/m);
    expect(stdout).toContain('Handhold works on this machine.');
  });

  it('hears which browser does not start, and what to do', async () => {
    const broken = path.join(folder, 'chromium');
    writeFileSync(
      broken,
      '#!/bin/sh\necho "error while loading shared libraries: libnss3.so" >&2\nexit 127\n',
    );
    chmodSync(broken, 0o755);
    const { code, stdout } = await handhold(['doctor', '--json', '--executable', broken]);
    const found = parse(stdout);
    expect(found.usable).toBe(false);
    expect(found.check('start')).toMatchObject({
      status: 'problem',
      message: expect.stringContaining(broken),
      fix: expect.stringContaining('handhold install-browser'),
    });
    expect(code).toBe(1);
  });

  it('hears that the path in the environment is wrong', async () => {
    const { code, stdout } = await handhold(['doctor'], { HANDHOLD_EXECUTABLE_PATH: '/no/such/browser' });
    expect(stdout).toMatch(/^✗ browser +HANDHOLD_EXECUTABLE_PATH is \/no\/such\/browser/m);
    expect(stdout).toContain('fix: ');
    expect(code).toBe(1);
  });

  it('is not shown the password in a proxy address', async () => {
    const { stdout } = await handhold(['doctor', '--json', '--executable', '/no/such/browser'], {
      HTTPS_PROXY: 'http://me:secret@proxy.test:3128',
    });
    expect(parse(stdout).check('proxy')).toMatchObject({
      status: 'warning',
      message: expect.stringContaining('proxy.test:3128'),
    });
    expect(stdout).not.toContain('secret');
  });

  it('hears that the temporary folder is not usable', async () => {
    const { code, stdout } = await handhold(['doctor', '--json', '--executable', '/no/such/browser'], {
      TMPDIR: path.join(folder, 'missing'),
    });
    expect(parse(stdout).check('temporary folder')).toMatchObject({ status: 'problem' });
    expect(code).toBe(1);
  });
});

describe('someone who needs a browser', () => {
  it('is given the path of the one that is there', async () => {
    const { code, stdout, stderr } = await handhold(['install-browser', '--if-missing']);
    expect(stdout).toBe(`${findChromium()?.path}\n`);
    expect(stderr).toBe('');
    expect(code).toBe(0);
  });

  it('hears that the path in the environment leads nowhere', async () => {
    const { code, stdout, stderr } = await handhold(['install-browser', '--if-missing'], {
      HANDHOLD_EXECUTABLE_PATH: '/no/such/browser',
    });
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^error: HANDHOLD_EXECUTABLE_PATH is \/no\/such\/browser, which does not exist/);
    expect(code).toBe(1);
  });
});
