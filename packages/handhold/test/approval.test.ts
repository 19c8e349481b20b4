import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ApprovalRequest,
  type AuditEntry,
  createBrowserTools,
  defineTool,
  type Host,
  loadConfig,
  needsApproval,
  safetyPolicy,
  type ToolboxOptions,
} from 'handhold';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { Agent, useBrowser } from './agent.js';

const bench = useBrowser();

/** Tools over the same browser, under other rules. */
function under(options: ToolboxOptions): Agent {
  const tools = createBrowserTools({ browser: bench.tools.browser, ...options });
  const agent = new Agent(tools);
  onTestFinished(async () => {
    await agent.call('browser_close');
    await tools.close();
  });
  return agent;
}

/** A person who answers, and remembers what they were asked. */
function person(answer: boolean | (() => Promise<boolean>)): Host & { asked: ApprovalRequest[] } {
  const asked: ApprovalRequest[] = [];
  return {
    asked,
    async approve(request) {
      asked.push(request);
      return typeof answer === 'boolean' ? answer : answer();
    },
  };
}

const shop = `
  <form onsubmit="event.preventDefault(); note('paid')">
    <label>Card number <input autocomplete="cc-number"></label> <label>CVC <input name="cvc"></label>
    <label><input type="checkbox">Save card</label>
    <button>Continue</button> <button type="button" onclick="note('coupon')">Apply coupon</button>
  </form>
  <form onsubmit="event.preventDefault(); note('sent')"><label>Message <input></label><button>Send</button></form>
  <label>Password <input type="password"></label>
  <button onclick="note('deleted')">Delete account</button> <a href="#x" onclick="note('link')">Help</a>`;

describe('by default', () => {
  it('everything goes but a payment, which needs someone to ask', async () => {
    const page = bench.site.page(shop);
    const agent = bench.agent();
    await agent.open(page);
    await agent.type('textbox "Card number"', '4111111111111111');
    await agent.click('checkbox "Save card"');
    await agent.click('button "Apply coupon"');
    await agent.type('textbox "Message"', 'hi', { submit: true });
    await agent.click('button "Send"');
    await agent.type('textbox "Password"', 'x');
    await agent.click('button "Delete account"');
    await agent.click('link "Help"');
    expect(page.notes).toEqual(['coupon', 'sent', 'sent', 'deleted', 'link']);
    const error = await agent.fails('browser_click', { ref: agent.ref('button "Continue"') });
    expect(error).toMatchObject({ code: 'approval_required', sideEffect: 'none', canRetry: false });
    expect(error.message).toContain('submits a payment form');
    expect(error.recoveryHint).toContain("dangerous: 'allow'");
    for (const input of [
      { ref: agent.ref('textbox "CVC"'), text: '123', submit: true },
      { selector: 'input[name=cvc]', text: '123', submit: true },
    ]) {
      expect((await agent.fails('browser_type', input)).code).toBe('approval_required');
    }
    await agent.does('browser_type', { ref: agent.ref('textbox "CVC"'), text: '123' });
    expect((await agent.fails('browser_press', { key: 'Enter' })).code).toBe('approval_required');
    expect(page.notes).toHaveLength(5);
    // The click that was got ready and not sent is in nobody's way.
    await agent.click('button "Apply coupon"');
    expect(page.notes.at(-1)).toBe('coupon');
  });

  it('the person is told what it is about; yes goes on, no and silence do not', async () => {
    const page = bench.site.page(shop);
    for (const [host, expected] of [
      [person(true), undefined],
      [person(false), 'approval_denied'],
      [person(() => new Promise(() => undefined)), 'approval_denied'],
      [person(() => Promise.reject(new Error('gone'))), 'approval_denied'],
    ] as const) {
      const agent = under({ host, approvalTimeout: 50 });
      await agent.open(page);
      const result = await agent.call('browser_click', { ref: agent.ref('button "Continue"') });
      expect(result.error?.code).toBe(expected);
      expect(host.asked).toHaveLength(1);
      expect(host.asked[0]).toMatchObject({
        tool: 'browser_click',
        safety: 'dangerous',
        reasons: ['submits a payment form'],
        summary: expect.stringContaining('clicking'),
        action: { type: 'click' },
      });
    }
    expect(page.notes).toEqual(['paid']);
  });

  it('waiting for the answer ends when the call is called off', async () => {
    const page = bench.site.page(shop);
    const controller = new AbortController();
    const silent = person(() => {
      controller.abort();
      return new Promise(() => undefined);
    });
    const agent = under({ host: silent });
    await agent.open(page);
    const ref = agent.ref('button "Continue"');
    const call = agent.call('browser_click', { ref }, { signal: controller.signal });
    expect((await call).error?.code).toBe('aborted');
  });
});

describe('another policy', () => {
  it('is never laxer about what is worse, unless it says so', () => {
    expect(safetyPolicy({ policy: { medium: 'ask' } })).toEqual({
      safe: 'allow',
      low_risk: 'allow',
      medium: 'ask',
      high: 'ask',
      dangerous: 'ask',
    });
    expect(safetyPolicy({ policy: { high: 'deny' } })).toMatchObject({ medium: 'allow', dangerous: 'deny' });
    expect(safetyPolicy({ policy: { low_risk: 'deny', medium: 'allow' } })).toMatchObject({
      low_risk: 'deny',
      medium: 'allow',
      high: 'allow',
      dangerous: 'ask',
    });
    expect(safetyPolicy({ hardened: true, policy: { medium: 'allow' } }).high).toBe('ask');
    expect(needsApproval({ safety: 'high' }, { medium: 'ask' })).toBe(true);
  });

  it('asks for what an action becomes on its element', async () => {
    const page = bench.site.page(shop);
    const host = person(true);
    const agent = under({ host, policy: { medium: 'ask', high: 'ask' } });
    await agent.open(page);
    await agent.click('link "Help"');
    await agent.click('button "Apply coupon"');
    expect(host.asked).toHaveLength(0);
    await agent.click('button "Delete account"');
    await agent.type('textbox "Password"', 'x');
    await agent.click('button "Send"');
    expect(host.asked.map(({ safety, reasons }) => [safety, ...reasons])).toEqual([
      ['high', 'looks as if it destroys something'],
      ['high', 'types into a password field'],
      ['medium', 'submits a form'],
    ]);
  });

  it('asks about downloads: of links that are one, of addresses that are, and of saving them', async () => {
    const page = bench.site.page(
      `<a href="/plain" download onclick="note('one'); return false">Save page</a>
       <a href="/files/report.PDF?v=2#p" onclick="note('two'); return false"><b>Report</b></a>
       <a href="/files/report.pdf.html" onclick="note('three'); return false">About the report</a>
       <a href="/zip" onclick="note('four'); return false">Zip codes</a>
       <a href="/a.zip" onclick="note('five'); return false">All of it</a>`,
    );
    const host = person(true);
    const agent = under({ host, policy: { medium: 'ask' } });
    await agent.open(page);
    await agent.click('link "About the report"');
    await agent.click('link "Zip codes"');
    expect(host.asked).toHaveLength(0);
    await agent.click('link "Save page"');
    await agent.click('link "Report"');
    await agent.does('browser_press', { key: 'Enter', ref: agent.ref('link "All of it"') });
    await agent.call('browser_navigate', { url: new URL('/data.csv', page.url).href });
    expect((await agent.fails('browser_downloads', { save: true })).code).toBe('action_validation_error');
    await agent.does('browser_downloads');
    expect(page.notes).toEqual(['three', 'four', 'one', 'two', 'five']);
    expect(host.asked.map(({ tool, reasons }) => [tool, ...reasons])).toEqual([
      ['browser_click', 'downloads a file'],
      ['browser_click', 'downloads a file'],
      ['browser_press', 'submits a form'],
      ['browser_navigate', 'downloads a file'],
      ['browser_downloads', 'saves a file'],
    ]);
    const refused = under({ policy: { medium: 'deny' } });
    await refused.open(page);
    for (const link of ['link "Save page"', 'link "Report"', 'link "All of it"'])
      expect((await refused.fails('browser_click', { ref: refused.ref(link) })).message).toContain(
        'downloads a file',
      );
    expect(page.notes).toHaveLength(5);
  });

  it('is not got around by the bare mouse or keyboard, in frames neither', async () => {
    const framed = bench.site.page(
      `<style>body { margin: 0 } button { width: 200px; height: 50px }</style>
       <form onsubmit="event.preventDefault(); note('paid')"><button>Continue</button>
       <input autocomplete="cc-number" aria-label="Card"></form>`,
    );
    const page = bench.site.page(
      `<style>body { margin: 0 } button { width: 200px; height: 50px; display: block }</style>
       <button onclick="note('deleted')">Delete account</button>
       <button onclick="note('opened')">Open</button>
       <iframe src="${framed.otherUrl}" style="border: 7px solid; width: 300px; height: 200px"></iframe>`,
    );
    const host = person(false);
    const agent = under({ host, policy: { high: 'ask' } });
    await agent.open(page);
    const asked = async (tool: string, input: object) => {
      await agent.call(tool, input);
      return host.asked.splice(0).flatMap(({ reasons }) => reasons);
    };
    const destroys = ['looks as if it destroys something'];
    const pays = ['submits a payment form'];
    expect(await asked('browser_mouse', { action: 'click', x: 20, y: 20 })).toEqual(destroys);
    expect(await asked('browser_mouse', { action: 'down', x: 20, y: 20 })).toEqual(destroys);
    expect(await asked('browser_mouse', { action: 'click', x: 27, y: 127 })).toEqual(pays);
    await agent.does('browser_focus', { ref: agent.ref('button "Delete account"') });
    expect(await asked('browser_press', { key: 'Space' })).toEqual(destroys);
    expect(await asked('browser_press', { key: 'Enter' })).toEqual(destroys);
    expect(await asked('browser_press', { key: 'Tab' })).toEqual([]);
    await agent.does('browser_type', { ref: agent.ref('textbox "Card"'), text: '4111' });
    expect(await asked('browser_press', { key: 'Enter' })).toEqual(pays);
    expect([page.notes, framed.notes]).toEqual([[], []]);
    expect(await asked('browser_mouse', { action: 'click', x: 20, y: 70 })).toEqual([]);
    expect(page.notes).toEqual(['opened']);
  });

  it('that denies says so, for tools and for what they become', async () => {
    const page = bench.site.page(shop);
    const agent = under({ host: person(true), policy: { high: 'deny' } });
    await agent.open(page);
    const error = await agent.fails('browser_click', { ref: agent.ref('button "Delete account"') });
    expect(error.code).toBe('permission_denied');
    expect(page.notes).toEqual([]);
  });

  it('holds for tools of the user, before they run', async () => {
    let ran = 0;
    const risky = defineTool({
      name: 'launch_rocket',
      description: 'Launch',
      category: 'utility',
      safety: 'dangerous',
      input: z.strictObject({}),
      output: z.object({}),
      run: async () => {
        ran += 1;
        return {};
      },
    });
    const agent = under({ tools: [risky] });
    expect((await agent.fails('launch_rocket')).code).toBe('approval_required');
    expect(ran).toBe(0);
    expect(needsApproval(risky)).toBe(true);
    expect(needsApproval(risky, { dangerous: 'allow' })).toBe(false);
    const host = person(true);
    const allowed = under({ tools: [risky], host });
    await allowed.does('launch_rocket');
    expect([ran, host.asked.length]).toEqual([1, 1]);
  });

  it('hardened asks from medium on', async () => {
    const page = bench.site.page(shop);
    const agent = under({ hardened: true, network: { zoneOf: () => 'public' } });
    await agent.open(page);
    expect((await agent.fails('browser_click', { ref: agent.ref('button "Send"') })).code).toBe(
      'approval_required',
    );
    await agent.click('link "Help"');
    expect(page.notes).toEqual(['link']);
  });
});

describe('a yes that was given elsewhere', () => {
  it('holds for what the arguments tell, and not for what the page adds or tools of others call', async () => {
    const page = bench.site.page(shop);
    const passing = defineTool({
      name: 'pass_on',
      description: 'Opens something',
      category: 'utility',
      safety: 'low_risk',
      input: z.strictObject({}),
      output: z.object({ code: z.string().optional() }),
      run: async (_input, { call }) => {
        const { error } = await call('browser_navigate', { url: page.url });
        return error ? { code: error.code } : {};
      },
    });
    const agent = under({ tools: [passing], policy: { low_risk: 'ask', medium: 'ask', high: 'deny' } });
    const agreed = (name: string, input: object) =>
      agent.tools.call(name, input, { session: agent.session, approved: true });
    expect((await agent.fails('browser_navigate', { url: page.url })).code).toBe('approval_required');
    expect((await agreed('pass_on', {})).data).toEqual({ code: 'approval_required' });
    expect((await agreed('browser_navigate', { url: page.url })).success).toBe(true);
    const message = { selector: 'form:nth-of-type(2) input', text: 'hi', submit: true };
    expect((await agreed('browser_type', message)).success).toBe(true);
    const steps = [{ tool: 'browser_type', input: message }];
    expect((await agreed('browser_batch', { steps })).data).toMatchObject({ completed: 1 });
    expect(page.notes).toEqual(['sent', 'sent']);
    const send = await agreed('browser_click', { selector: 'form:nth-of-type(2) button' });
    expect(send.error).toMatchObject({ code: 'approval_required', details: { reasons: ['submits a form'] } });
    const remove = await agreed('browser_click', { selector: 'text=Delete account' });
    expect(remove.error?.code).toBe('permission_denied');
    expect(page.notes).toHaveLength(2);
  });
});

describe('hardened and open at once', () => {
  it('is an error that names both', () => {
    expect(() => createBrowserTools({ hardened: true, allowPrivate: true })).toThrow(
      /hardened and allowPrivate contradict/,
    );
    expect(() => createBrowserTools({ hardened: true, loopback: 'agent' })).toThrow(
      /hardened and loopback: 'agent' contradict/,
    );
    expect(() => createBrowserTools({ hardened: false, allowPrivate: true })).not.toThrow();
  });

  it('is hardened where only the browser it shares was opened further', async () => {
    const page = bench.site.page(shop);
    const agent = under({ hardened: true });
    expect(await agent.fails('browser_navigate', { url: page.url })).toMatchObject({ code: 'host_blocked' });
    expect(page.visits).toBe(0);
  });
});

describe('the audit log', () => {
  it('has every call, decision and host, as JSON lines, without secrets', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'handhold-audit-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, 'audit.jsonl');
    const seen: AuditEntry[] = [];
    const page = bench.site.page(shop);
    const hosts = {
      blockHosts: ['blocked.test'],
      secrets: { PW: { value: 'hunter2hunter2', hosts: ['127.0.0.1'] } },
    };
    for (const audit of [file, (entry: AuditEntry) => seen.push(entry)]) {
      const tools = createBrowserTools({ browser: bench.tools.browser, audit, ...hosts });
      const agent = new Agent(tools, `audited-${typeof audit}`);
      await agent.open(page);
      await agent.does('browser_type', { ref: agent.ref('textbox "Message"'), text: '{{secret:PW}}' });
      await agent.fails('browser_click', { ref: agent.ref('button "Continue"') });
      await agent.call('browser_type', { ref: agent.ref('textbox "Message"'), text: 'hunter2hunter2' });
      await agent.call('browser_close');
      await tools.close();
    }
    const lines = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    // When the browser asks for an icon is its own affair.
    const order = (entries: { kind: string }[]) =>
      entries.map(({ kind }) => kind).filter((kind) => kind !== 'host');
    expect(order(lines)).toEqual(order(seen));
    expect(seen.filter(({ kind }) => kind === 'call').map(({ tool, ok }) => [tool, ok])).toEqual([
      ['browser_navigate', true],
      ['browser_type', true],
      ['browser_click', false],
      ['browser_type', true],
      ['browser_close', true],
    ]);
    expect(seen).toContainEqual(expect.objectContaining({ kind: 'decision', decision: 'approval_required' }));
    expect(seen).toContainEqual(expect.objectContaining({ kind: 'host', host: '127.0.0.1', allowed: true }));
    expect(JSON.stringify(seen) + readFileSync(file, 'utf8')).not.toContain('hunter2');
  });
});

describe('a config file', () => {
  async function config(text: string): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'handhold-config-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, 'handhold.yaml');
    await writeFile(file, text);
    return file;
  }

  it('restricts tools, hosts and levels', async () => {
    const file = await config(`
tools: [navigation, browser_click, browser_snapshot]
hosts: { allow: [127.0.0.1], private: true }
policy: { low_risk: allow, high: deny }
toolsets:
  reader: { tools: [navigation, browser_snapshot], maxSafety: low_risk }
`);
    const agent = under(loadConfig(file));
    const page = bench.site.page(shop);
    await agent.open(page);
    expect((await agent.fails('browser_click', { ref: agent.ref('button "Delete account"') })).code).toBe(
      'permission_denied',
    );
    expect((await agent.fails('browser_type', { text: 'x' })).code).toBe('unknown_tool');
    expect((await agent.fails('browser_navigate', { url: page.otherUrl })).code).toBe('host_blocked');
    const reader = createBrowserTools(loadConfig(file, { toolset: 'reader' }));
    expect(reader.registry.has('browser_click')).toBe(false);
    expect(reader.registry.has('browser_snapshot')).toBe(true);
  });

  it('lets a toolset only narrow what holds without it', async () => {
    const file = await config(`
policy: { medium: ask }
toolset: lax
toolsets:
  lax: { policy: { medium: allow, high: deny, dangerous: allow }, hosts: { loopback: agent } }
`);
    const { policy, loopback } = loadConfig(file);
    expect(policy).toEqual({ medium: 'ask', high: 'deny' });
    expect(loopback).toBeUndefined();
  });

  it('may be hardened where a toolset shuts again what the file opened', async () => {
    const file = await config(`
hardened: true
hosts: { private: true }
toolset: shut
toolsets: { shut: { hosts: { private: false } } }
`);
    expect(loadConfig(file)).toEqual({ hardened: true, keptFiles: [file] });
  });

  it.each([
    ['a tool that is none', 'tools: [browser_clik]', /browser_clik.*|click/],
    ['a key that is none', 'tolls: [core]', /tolls/],
    ['a level that is none', 'policy: { hihg: ask }', /hihg|policy/],
    ['a decision that is none', 'policy: { high: maybe }', /policy.high/],
    ['a host that is none', 'hosts: { allow: ["http://a/b"] }', /hosts.allow/],
    ['a capability that is none', 'capabilities: [sight]', /capabilities/],
    ['a toolset that is none', 'toolset: reader', /reader/],
    [
      'a toolset that widens',
      'hosts: { allow: [a.com] }\ntoolset: x\ntoolsets: { x: { hosts: { allow: [b.com] } } }',
      /b\.com/,
    ],
    ['no YAML', 'a: [', /can not be read/],
    [
      'hardened and private hosts',
      'hardened: true\nhosts: { private: true }',
      /hardened and allowPrivate.*hosts\.private/,
    ],
    [
      'hardened and loopback',
      'hardened: true\nhosts: { loopback: agent }',
      /hardened and loopback: 'agent' contradict/,
    ],
  ])('with %s is an error', async (_what, text, words) => {
    const file = await config(text);
    expect(() => loadConfig(file)).toThrow(words);
  });
});

describe('where a page goes by itself', () => {
  it('no link, script or redirect leads the tab to another scheme unseen', async () => {
    const agent = bench.agent();
    const page = bench.site.page(`
      <a href="file:///etc/passwd">File</a> <a href="data:text/html,<h1>data</h1>">Data</a>
      <a href="chrome://settings">Chrome</a> <a href="view-source:http://127.0.0.1/">Source</a>
      <a href="javascript:note('own script')">Script</a>
      <button onclick="window.open('data:text/html,x')">Open data</button>
      <button onclick="window.open('file:///etc/passwd')">Open file</button>
      <button onclick="location = window.URL.createObjectURL(new Blob(['<h1>blob</h1>'], { type: 'text/html' }))">Blob</button>`);
    for (const name of ['link "File"', 'link "Data"', 'link "Chrome"', 'link "Source"', 'link "Script"']) {
      await agent.open(page);
      const { url } = await agent.click(name);
      expect(url.split('#')[0], name).toBe(page.url);
    }
    for (const name of ['button "Open data"', 'button "Open file"']) {
      await agent.open(page);
      const { url } = await agent.click(name);
      expect(['about:blank', 'about:blank#blocked', page.url], name).toContain(url);
    }
    expect(page.notes).toEqual(['own script']);
    await agent.open(page);
    const { url } = await agent.click('button "Blob"');
    expect(url).toMatch(/^blob:http:\/\/127\.0\.0\.1/);
  });
});
