import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { handhold } from './fixture.js';

const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

describe('someone new to the command line', () => {
  it('sees what there is', async () => {
    for (const args of [[], ['--help'], ['help']]) {
      const { code, stdout } = await handhold(args);
      for (const command of ['mcp', 'call', 'tools', 'demo', 'doctor', 'install-browser']) {
        expect(stdout).toMatch(new RegExp(`^  ${command} `, 'm'));
      }
      expect(code).toBe(0);
    }
  });

  it('sees the options of a command', async () => {
    const { code, stdout } = await handhold(['mcp', '--help']);
    for (const option of [
      'tools',
      'headed',
      'allow-hosts',
      'allow-private',
      'cdp',
      'executable',
      'profile',
      'structured',
    ]) {
      expect(stdout).toContain(`--${option}`);
    }
    expect(code).toBe(0);
  });

  it('sees the version', async () => {
    const { code, stdout } = await handhold(['--version']);
    expect(manifest).toMatchObject({ version: stdout.trim() });
    expect(code).toBe(0);
  });

  it.each([
    [['docter'], /unknown command 'docter'[\s\S]*doctor/],
    [['mcp', '--colour'], /unknown option '--colour'/],
    [['mcp', '--tools', 'nothing'], /There is no tool called "nothing"/],
    [['mcp', '--tools', ','], /--tools takes core, all/],
    [['mcp', '--cdp', 'nonsense'], /--cdp takes an http/],
    [['mcp', '--cdp', 'http://127.0.0.1:1', '--headed'], /--headed/],
    [['mcp', '--headed'], /--headed needs a display/],
    [['mcp', '--profile', '../me'], /--profile takes a name/],
    [['tools', '--format', 'xml'], /openai-strict/],
    [['call'], /missing required argument/],
  ])('is told what is wrong with %j', async (args, message) => {
    const { code, stdout, stderr } = await handhold(args, { DISPLAY: '', WAYLAND_DISPLAY: '' });
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });
});
