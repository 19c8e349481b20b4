import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { builtInTools, dialectNames, verbOf } from 'handhold';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { helpFor } from '../src/help.js';
import { definitionFormats } from '../src/index.js';
import { printTools } from '../src/tools.js';
import { type Finished, handhold, isRecord, refOf, type Site, startSite, WireClient } from './fixture.js';

let site: Site;
const folder = mkdtempSync(path.join(tmpdir(), 'hh-new-'));
const env = { HANDHOLD_RUNTIME_DIR: path.join(folder, 'run') };

beforeAll(async () => {
  site = await startSite();
});

afterAll(async () => {
  await shell('close', '--all');
  site.close();
  rmSync(folder, { recursive: true, force: true });
});

function shell(...args: string[]): Promise<Finished> {
  return handhold(args, env, folder);
}

/** What is printed where a command line is wrong: one error, and where to read on. */
async function mistake(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await shell(...args);
  expect(`${code} ${stdout}`).toBe('2 ');
  expect(stderr.match(/^error: /gm)).toHaveLength(1);
  return stderr;
}

describe('the address that a new user types', () => {
  it('needs no scheme', async () => {
    const { port } = new URL(site.url);
    expect((await shell('open', `127.0.0.1:${port}/form`)).stdout).toContain(`<${site.url}/form>`);
    expect((await shell('open', `localhost:${port}/second`)).stdout).toContain(
      `<http://localhost:${port}/second>`,
    );
    expect((await shell('tabs', 'new', `127.0.0.1:${port}/ask`)).stdout).toContain(`<${site.url}/ask>`);
    expect((await shell('read', '--url', `localhost:${port}/form`)).stdout).toContain('# Sign up');
    expect((await shell('tabs')).stdout).toMatch(/^t1 .*\nt2\* /);
  });

  it('is no way to another scheme', async () => {
    for (const text of ['javascript:alert(1)', 'file:x', 'foo:bar', 'data:text/html,x', 'about:config']) {
      const { code, stdout } = await shell('open', text);
      expect(`${code} ${stdout}`, text).toMatch(/^1 error host_blocked: Addresses with the scheme/);
    }
  });

  it('is not led from https to http, but told where only that is spoken', async () => {
    const { port } = new URL(site.url);
    const { code, stdout } = await shell('open', `https://127.0.0.1:${port}/form`);
    expect(code).toBe(1);
    expect(stdout).toContain(
      'hint: Check the URL. If the server speaks only http, write http:// before the host',
    );
  });
});

describe('a picture', () => {
  const head = (file: string) => readFileSync(path.join(folder, file)).subarray(0, 3).toString('latin1');

  it('is what its file is called, in the folder where that was typed', async () => {
    await shell('open', `${site.url}/form`);
    const inside = path.join(folder, 'inside');
    mkdirSync(inside);
    expect((await handhold(['screenshot', '--out', 'page.png'], env, inside)).stdout).toContain(
      `saved to ${path.join(inside, 'page.png')}`,
    );
    expect(head('inside/page.png')).toBe('\x89PN');
    await shell('screenshot', '--out', 'inside/page.JPEG');
    expect(head('inside/page.JPEG')).toBe('\xff\xd8\xff');
    await shell('screenshot', '--out', 'bare', '--format', 'png');
    expect(head('bare')).toBe('\x89PN');
    const url = `${site.url}/form`;
    await shell('call', 'browser_screenshot', '--url', url, '--out', 'called.png');
    expect(head('called.png')).toBe('\x89PN');
  });

  it.runIf(existsSync('/proc/self'))('says so where it can not be written after all', async () => {
    await shell('open', `${site.url}/form`);
    const { code, stdout, stderr } = await shell('screenshot', '--out', '/proc/x.png');
    expect(code).not.toBe(0);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^error: .*"\/proc.*Name a file elsewhere/);
  });

  it('is refused before it is taken where it could not be what its file says, or not be written', async () => {
    writeFileSync(path.join(folder, 'a file'), '');
    expect(await mistake('screenshot', '--out', 'x.jpg', '--format', 'png')).toMatch(
      /x\.jpg is a jpeg by its name, and --format says png/,
    );
    expect(await mistake('screenshot', '--out', 'x.webp')).toMatch(/takes a \.png or \.jpg file/);
    expect(await mistake('screenshot', '--out', 'x.pdf')).toMatch(/handhold pdf/);
    expect(await mistake('screenshot', '--out', 'nowhere/x.png')).toMatch(/no folder ".*nowhere"/);
    expect(await mistake('screenshot', '--out', 'a file/x.png')).toMatch(/no folder ".*a file"/);
    expect(await mistake('screenshot', '--out', '.')).toMatch(/is a folder/);
    expect(await mistake('call', 'browser_screenshot', '--out', 'nowhere/x.png')).toMatch(/no folder/);
    expect(await mistake('click', '@e1', '--out', 'x.png')).toMatch(/no option --out/);
    expect(existsSync(path.join(folder, 'nowhere'))).toBe(false);
  });
});

describe('a hint in the shell', () => {
  it('names what can be typed there', async () => {
    const page = await shell('open', `${site.url}/form`);
    const { stdout } = await shell('click', '@e99');
    expect(stdout).toContain('hint: Take a new handhold snapshot and use a ref from it.');
    const { stdout: json } = await shell('click', '@e99', '--json');
    expect(json).toContain('Take a new handhold snapshot');
    expect((await shell('type', refOf(page.stdout, 'button'), 'x')).stdout).not.toContain('browser_');
    expect((await shell('back', '--session', 'none')).stdout).toMatch(/Open a page with handhold open first/);
    await shell('open', `${site.url}/ask`);
    expect((await shell('click', 'button')).stdout).toContain('answer it with handhold dialog');
    expect((await shell('snapshot')).stdout).toContain('handhold dialog');
    await shell('dialog', 'dismiss');
  });

  it('is told apart from the words of a page', async () => {
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(
        `<title>browser_click maxTokens</title><h1>Call browser_snapshot</h1><p>Then call browser_click with maxTokens.</p>
        ${'<p>Words and words and words.</p>'.repeat(400)}`,
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const opened = await shell('open', `127.0.0.1:${port}/browser_click`);
    expect(opened.stdout).toContain(
      `page "browser_click maxTokens" <http://127.0.0.1:${port}/browser_click>`,
    );
    expect(opened.stdout).toContain('# "Call browser_snapshot"');
    const read = await shell('read');
    expect(read.stdout).toContain('Then call browser_click with maxTokens.');
    const all = await shell('snapshot', '--no-interactive-only', '--max-tokens', '200');
    expect(all.stdout).toMatch(/^… \d+ more lines: handhold read, handhold find, or a larger --max-tokens$/m);
    server.closeAllConnections();
    server.close();
  });

  it('says what is missing, and what there is to choose from', async () => {
    await shell('open', `${site.url}/form`);
    expect(await mistake('type', '@e1')).toContain('<text> is missing: @e1 is the element.');
    expect(await mistake('dialog')).toContain('<action> is missing: accept, dismiss.');
    expect(await mistake('click')).toContain('The element is missing');
    expect((await shell('click', '@5')).stdout).toMatch(/"@5" is not a ref\.\nhint: Refs look like @e5/);
    expect((await shell('scroll', 'down', '3x')).stdout).toContain('expected one of "page"|"half"|number');
    expect(await mistake('click', '@e1', '--cuont', '2')).toContain('did you mean --count?');
  });
});

describe('help', () => {
  it('of what there is not is a mistake, with what was likely meant', async () => {
    for (const words of [
      ['help', 'clik'],
      ['clik', '--help'],
      ['clik', '@e1'],
    ])
      expect(await mistake(...words)).toMatch(/unknown command 'clik'\n\(Did you mean click\?\)/);
    expect(await mistake('help', 'nosuch')).toContain("unknown command 'nosuch'");
  });

  it('is the same however it is asked for', async () => {
    const { stdout } = await shell('click', '--help');
    for (const words of [
      ['help', 'click'],
      ['click', '-h'],
      ['browser_click', '--help'],
      ['help', 'browser_click'],
    ])
      expect(await shell(...words)).toEqual({ code: 0, stdout, stderr: '' });
    expect((await shell('help')).stdout).toBe((await shell('--help')).stdout);
  });

  it('of every command keeps within 80 columns', async () => {
    const commands = ['mcp', 'call', 'tools', 'demo', 'doctor', 'install-browser', 'completion', 'guide'];
    for (const command of ['--help', ...commands, ...builtInTools.map(verbOf)]) {
      const text = await helpFor(command === '--help' ? [command] : [command, '--help']);
      expect(text).toMatch(/^Usage: handhold/);
      expect(text?.split('\n').filter((line) => line.length > 80)).toEqual([]);
    }
    // The same that the command prints.
    expect((await shell('mcp', '--help')).stdout).toBe(await helpFor(['mcp', '--help']));
  });
});

describe('a variable that is wrong', () => {
  it('is one clear line', async () => {
    const log = await handhold(['tools', '--tools', 'core'], { ...env, HANDHOLD_LOG: 'nope' });
    expect(log.code).toBe(0);
    expect(log.stderr).toBe(
      'handhold: HANDHOLD_LOG takes trace, debug, info, warn, error, fatal, silent, not "nope"; nothing is logged.\n',
    );
    const verb = ['open', 'about:blank', '--session', 'fresh'];
    const idle = await handhold(verb, { ...env, HANDHOLD_IDLE: 'nope' });
    expect(idle).toEqual({
      code: 2,
      stdout: '',
      stderr: 'error: HANDHOLD_IDLE takes a time such as 600, 90s or 10m, not "nope".\n',
    });
    const session = await handhold(['snapshot'], { ...env, HANDHOLD_SESSION: 'a b' });
    expect(session.stderr).toBe('error: HANDHOLD_SESSION takes 1 to 128 letters, digits, or . _ : @ -\n');
  });
});

describe('what is not there', () => {
  it('is told before a session is started that would keep to it', async () => {
    const fresh = ['open', 'about:blank', '--session', 'not-there'];
    expect(await mistake(...fresh, '--executable', '/no/browser')).toContain(
      '/no/browser, which does not exist',
    );
    const variable = { ...env, HANDHOLD_EXECUTABLE_PATH: '/no/browser' };
    const { code, stderr } = await handhold(fresh, variable, folder);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: HANDHOLD_EXECUTABLE_PATH is \/no\/browser, which does not exist/);
    expect(await mistake(...fresh, '--allow-hosts', 'http://a/b')).toContain(
      '--allow-hosts: "http://a/b" is not a host: write example.com',
    );
    expect(await mistake(...fresh, '--config', 'none.yaml')).toContain('none.yaml can not be read');
    expect((await shell(...fresh)).code).toBe(0);
  });

  it('is told of a port and of a folder, with what to do', async () => {
    const { port } = new URL(site.url);
    expect(await mistake('mcp', '--http', port)).toContain('another program listens there');
    const file = path.join(folder, 'no folder');
    writeFileSync(file, '');
    for (const [place, why] of [
      [file, 'is no folder: set HANDHOLD_RUNTIME_DIR to one'],
      ...(existsSync('/proc/self') ? [['/proc/hh/run', 'can not be made']] : []),
    ]) {
      const { stderr } = await handhold(['snapshot'], { HANDHOLD_RUNTIME_DIR: place });
      expect(stderr).toMatch(/^error: .*\n$/);
      expect(stderr).toContain(why);
    }
  });

  it('is told of the command that a mistake was made in', async () => {
    expect(await mistake('mcp', '--tool')).toContain('See "handhold mcp --help".');
    expect(await mistake('completion', 'pwsh')).toContain('See "handhold completion --help".');
  });
});

describe('handhold tools --dialect', () => {
  const clients: WireClient[] = [];
  afterEach(() => {
    for (const client of clients.splice(0)) client.kill('SIGTERM');
  });

  it.each(dialectNames)('%s prints what that dialect offers over MCP', async (dialect) => {
    const client = new WireClient(['--dialect', dialect, '--tools', 'all']);
    clients.push(client);
    await client.initialize();
    const { result } = await client.request('tools/list');
    const printed = await shell('tools', '--dialect', dialect, '--format', 'mcp');
    expect(JSON.parse(printed.stdout)).toEqual(result);
    const named = isRecord(result) && Array.isArray(result.tools) ? result.tools : [];
    const stdout = await printTools({ tools: 'all', dialect });
    for (const tool of named) expect(stdout).toContain(String(isRecord(tool) && tool.name));
  });

  it('is told which there are', async () => {
    expect(await mistake('tools', '--dialect', 'cars')).toContain(
      '--dialect takes handhold, car, flybrowser, ethos, prometheus, not "cars". Did you mean car?',
    );
  });

  /** What OpenAI, Anthropic and Gemini all take in the schema of a tool's arguments. */
  const known = new Set(
    'type properties required items description enum default anyOf minimum maximum minItems maxItems minLength additionalProperties'.split(
      ' ',
    ),
  );

  function unknownWords(schema: unknown): string[] {
    if (Array.isArray(schema)) return schema.flatMap(unknownWords);
    if (!isRecord(schema)) return [];
    return Object.entries(schema).flatMap(([key, value]) => {
      if (key === 'properties' && isRecord(value)) return Object.values(value).flatMap(unknownWords);
      if (key === 'default' || key === 'enum') return [];
      return [...(known.has(key) ? [] : [key]), ...unknownWords(value)];
    });
  }

  it.each(
    dialectNames.flatMap((dialect) =>
      definitionFormats.filter((format) => format !== 'markdown').map((format) => [dialect, format] as const),
    ),
  )('%s for %s holds no word that a provider refuses or warns of', async (dialect, format) => {
    const printed: unknown = JSON.parse(await printTools({ tools: 'all', dialect, format }));
    const schemas = JSON.stringify(printed).match(/"(?:parameters|input_schema|inputSchema)":/g);
    const list = isRecord(printed) && Array.isArray(printed.tools) ? printed.tools : printed;
    const found = Array.isArray(list)
      ? list.map((entry: unknown) => {
          const tool = isRecord(entry) && isRecord(entry.function) ? entry.function : entry;
          return isRecord(tool) ? (tool.parameters ?? tool.input_schema ?? tool.inputSchema) : undefined;
        })
      : Object.values(isRecord(list) ? list : {});
    if (schemas) expect(found).toHaveLength(schemas.length);
    expect(found.length).toBeGreaterThan(5);
    for (const schema of found) expect(schema).toMatchObject({ type: 'object' });
    expect(unknownWords(found)).toEqual([]);
  });
});
