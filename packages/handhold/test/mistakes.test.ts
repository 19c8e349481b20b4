import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBrowserTools, loadConfig, type ToolboxOptions } from 'handhold';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'hh-mistakes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the person is told who wrote that. */
function told(work: () => unknown): string {
  try {
    work();
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
  return 'nothing';
}

function file(text: string): string {
  const path = join(folder, 'handhold.yaml');
  writeFileSync(path, text);
  return path;
}

describe('a mistake in a config file', () => {
  it.each([
    ['tolls: [core]', 'there is no key "tolls" (line 1); did you mean tools?'],
    ['\n\ntools: core', 'tools (line 3) takes a list, such as [one, two], not "core".'],
    ['hosts:\n  alow: [a.com]', 'hosts has no key "alow" (line 2); did you mean allow?'],
    [
      'policy:\n  # none riskier\n  high: dney',
      'policy.high (line 3) takes allow, ask, deny, not "dney"; did you mean deny?',
    ],
    ['policy:\n  hihg: deny', 'policy has no key "hihg" (line 2); did you mean high?'],
    [
      'policy:\n  x: deny',
      'policy has no key "x" (line 2); there are safe, low_risk, medium, high, dangerous.',
    ],
    [
      'maxSafety: lowrisk',
      'maxSafety (line 1) takes safe, low_risk, medium, high, dangerous, not "lowrisk"; did you mean low_risk?',
    ],
    [
      'toolsets:\n  reader:\n    tool: [core]',
      'toolsets.reader has no key "tool" (line 3); did you mean tools?',
    ],
    [
      'capabilities:\n  - vision\n  - sight',
      'capabilities.1 (line 3) takes vision, structured_output, long_context, not "sight".',
    ],
    [
      'hosts:\n  allow:\n    - a.com\n    - http://a/b',
      'hosts.allow.1 (line 4): "http://a/b" is not a host: write example.com',
    ],
    ['{\n  "audti": "x"\n}', 'there is no key "audti" (line 2); did you mean audit?'],
    ['hardened: sometimes', 'hardened (line 1) takes true or false, not "sometimes".'],
    ['tools: [browser_clik]', 'There is no tool called "browser_clik". Did you mean browser_click?'],
    ['toolset: raeder\ntoolsets: { reader: {} }', 'it has: reader. Did you mean reader?'],
    ['a: [', /can not be read: .*line 1/],
  ])('is told with its key, its line and what was likely meant: %j', (text, words) => {
    const message = told(() => loadConfig(file(text)));
    if (typeof words === 'string') expect(message).toContain(words);
    else expect(message).toMatch(words);
    expect(message).not.toContain('\n');
  });
});

describe('a mistake in the options of the library', () => {
  it.each([
    [{ allowHost: ['a.com'] }, 'there is no option "allowHost"; did you mean allowHosts?'],
    [{ allowHosts: 'a.com' }, 'allowHosts takes a list, such as [one, two], not "a.com".'],
    [{ headless: 'yes' }, 'headless takes true or false, not "yes".'],
    [{ policy: { hihg: 'ask' } }, 'policy has no option "hihg"; did you mean high?'],
    [{ policy: { high: 'dney' } }, 'policy.high takes allow, ask, deny, not "dney"; did you mean deny?'],
    [{ viewport: { width: 800 } }, 'viewport.height is missing.'],
    [{ idleTimeout: -1 }, 'idleTimeout must be at least 0.'],
    [{ only: ['browser_clik'] }, 'There is no tool called "browser_clik". Did you mean browser_click?'],
    [{ allowTools: ['browser_clik'] }, 'Did you mean browser_click?'],
  ])('is told as in a file: %j', (options, words) => {
    // Whoever writes no TypeScript.
    const given: ToolboxOptions = JSON.parse(JSON.stringify(options));
    expect(told(() => createBrowserTools(given))).toContain(words);
  });

  it('is none where an option is only left open', async () => {
    const options: ToolboxOptions = Object.fromEntries([['cdp', undefined]]);
    await createBrowserTools(options).close();
  });
});

describe('a mistake in the secrets', () => {
  it('is told without what they are', () => {
    const path = file('SHOP:\n  value: [sesame]\n  host: [a.com]');
    const message = told(() => createBrowserTools({ secrets: { file: path } }));
    expect(message).toContain('SHOP has no key "host" (line 3); did you mean hosts?');
    expect(message).toContain('SHOP.value (line 2) takes a text');
    expect(message).not.toContain('sesame');
    const broken = told(() => createBrowserTools({ secrets: { file: file('SHOP: [ sesame') } }));
    expect(broken).toMatch(/can not be read: it is no YAML/);
    expect(broken).not.toContain('sesame');
    expect(told(() => createBrowserTools({ secrets: { file: join(folder, 'none') } }))).toMatch(/ENOENT/);
  });
});
