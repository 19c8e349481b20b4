import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { createBrowserTools, loadConfig, toolboxFor } from 'handhold';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fingerprintsOf } from '../src/gate/fingerprint.js';
import { needlesFor } from '../src/gate/needles.js';
import { Redactor } from '../src/gate/redact.js';
import { holdsAny, withoutAny } from '../src/page/injected/secrets/fingerprints.js';
import { Agent, useBrowser } from './agent.js';

const bench = useBrowser();
const value = 'Tr0ub4dor&3-horse';

function knowing(): Agent {
  const tools = createBrowserTools({
    browser: bench.tools.browser,
    secrets: { BANK: { value, hosts: ['127.0.0.1'] } },
  });
  const agent = new Agent(tools);
  onTestFinished(async () => {
    await agent.call('browser_close');
    await tools.close();
  });
  return agent;
}

/** The ways in which pages, scripts and models write the same thing. */
const spellings: Record<string, (text: string) => string> = {
  'as it is': (text) => text,
  'in capitals': (text) => text.toUpperCase(),
  'in small letters': (text) => text.toLowerCase(),
  'percent encoded': (text) => encodeURIComponent(text),
  'percent encoded twice': (text) => encodeURIComponent(encodeURIComponent(text)),
  'percent encoded thrice': (text) => encodeURIComponent(encodeURIComponent(encodeURIComponent(text))),
  'every byte percent encoded': (text) =>
    bytes(text)
      .map((byte) => `%${hex(byte)}`)
      .join(''),
  'every byte percent encoded thrice': (text) =>
    bytes(text)
      .map((byte) => `%2525${hex(byte)}`)
      .join(''),
  'in JSON': (text) => JSON.stringify(text),
  'in JSON in JSON': (text) => JSON.stringify(JSON.stringify(text)),
  'as \\x': (text) =>
    bytes(text)
      .map((byte) => `\\x${hex(byte)}`)
      .join(''),
  'as \\u': (text) =>
    [...text].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  'as \\u{}': (text) => [...text].map((char) => `\\u{${char.charCodeAt(0).toString(16)}}`).join(''),
  'in octal': (text) =>
    bytes(text)
      .map((byte) => `\\${byte.toString(8).padStart(3, '0')}`)
      .join(''),
  'in hex': (text) => bytes(text).map(hex).join(''),
  'in capital hex': (text) => bytes(text).map(hex).join('').toUpperCase(),
  'in hex with blanks': (text) => bytes(text).map(hex).join(' '),
  'in hex with colons': (text) => bytes(text).map(hex).join(':'),
  'in hex as a script has it': (text) =>
    bytes(text)
      .map((byte) => `0x${hex(byte)}`)
      .join(', '),
  'as decimal codes': (text) => bytes(text).join(','),
  'as an array of codes': (text) => JSON.stringify(bytes(text), null, 1),
  'as decimal entities': (text) =>
    bytes(text)
      .map((byte) => `&#${byte};`)
      .join(''),
  'as hex entities': (text) =>
    bytes(text)
      .map((byte) => `&#x${hex(byte)};`)
      .join(''),
  'in base64': (text) => Buffer.from(text).toString('base64'),
  'in base64 for URLs': (text) => Buffer.from(text).toString('base64url'),
  'in base64 inside of more': (text) => Buffer.from(`user:${text}!`).toString('base64'),
  'in wrapped base64': (text) =>
    Buffer.from(text)
      .toString('base64')
      .replace(/(.{5})/g, '$1\n'),
  'spelt with blanks': (text) => [...text].join(' '),
  'spelt with hyphens': (text) => [...text].join('-'),
  'as an array of letters': (text) => JSON.stringify([...text]),
  'a letter a line': (text) => [...text].join('\n'),
  'over elements': (text) => `<b>${html(text.slice(0, 7))}</b><i class="x">${html(text.slice(7))}</i>`,
  cut: (text) => `${text.slice(0, 9)}…`,
  'cut at its beginning': (text) => `…${text.slice(-9)}`,
  'in quoted-printable': (text) =>
    text.replace(/[^a-z0-9]/gi, (char) => `=${hex(char.charCodeAt(0)).toUpperCase()}`),
  'as a style sheet has it': (text) =>
    bytes(text)
      .map((byte) => `\\${hex(byte)} `)
      .join(''),
  'in groups of four': (text) => text.replace(/(.{4})/g, '$1 '),
  'over two lines': (text) => `${text.slice(0, 5)}\n    ${text.slice(5)}`,
  'wide letters': (text) =>
    text.replace(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0)),
};

function html(text: string): string {
  return text.replace(/[&<>]/g, (char) => `&#${char.charCodeAt(0)};`);
}

function bytes(text: string): number[] {
  return [...Buffer.from(text)];
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}

describe('a secret is taken out of a text', () => {
  it.each(Object.entries(spellings))('%s', (_how, write) => {
    const redactor = new Redactor();
    onTestFinished(() => redactor.leave());
    redactor.add('BANK', value);
    const text = `before ${write(value)} after`;
    const clean = redactor.text(text);
    expect(clean).toContain('[secret BANK]');
    expect(clean.length).toBeLessThan(60);
    expect(redactor.data({ [text]: [text] })).not.toEqual({ [text]: [text] });
  });

  it('whatever it is, in every spelling, and nothing else is', () => {
    const letter = fc.constantFrom(...'abcXYZ0189!"#$%&\'()*+,-./:;<=>?@[]^_`{|}~');
    const secret = fc.array(letter, { minLength: 6, maxLength: 30 }).map((letters) => letters.join(''));
    fc.assert(
      fc.property(
        secret,
        fc.constantFrom(...Object.values(spellings)),
        fc.string(),
        (text, write, around) => {
          const redactor = new Redactor();
          redactor.add('S', text);
          const [clean, before] = [redactor.text(`<<${write(text)}>>`), redactor.text(around)];
          redactor.leave();
          expect(clean).toContain('[secret S]');
          if (!around.toLowerCase().includes(text.slice(0, 4).toLowerCase())) expect(before).toBe(around);
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each([
    ['with blanks', 'correct horse battery 9', 'correct  horse\nbattery9'],
    [
      'of several lines',
      '-----BEGIN KEY-----\nMIIEvQIBADANBg\nkqhkiG9w0BAQEFAASC\n-----END KEY-----',
      'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC',
    ],
    ['with accents', 'Crème-Brûlée-77', 'Cr&egrave;me-Br&ucirc;l&eacute;e-77'],
    ['with accents of their own', 'Crème-Brûlée-77', 'Crème-Brûlée-77'.normalize('NFD')],
    ['with signs at its ends', '$$hunter2x!!', '$$hunter2x!!'],
    ['of signs', '!"§$%&/()=?', '!-"-§-$-%-&-/-(-)-=-?'],
  ])('that is one %s', (_what, secret, written) => {
    const redactor = new Redactor();
    onTestFinished(() => redactor.leave());
    redactor.add('S', secret);
    expect(redactor.text(`<${written}>`)).toBe('<[secret S]>');
  });

  it('of which the largest part is there', () => {
    const redactor = new Redactor();
    onTestFinished(() => redactor.leave());
    redactor.add('S', value);
    expect(redactor.text(`holds ${value.slice(0, -2)}.`)).not.toMatch(/tr0ub|hor/i);
    expect(redactor.text(`holds ${value.slice(3)}.`)).not.toMatch(/4dor|horse/i);
    expect(redactor.text('holds Tr0ub alone')).toBe('holds Tr0ub alone');
  });

  it('and short numbers only where they stand by themselves', () => {
    const redactor = new Redactor();
    onTestFinished(() => redactor.leave());
    redactor.add('PIN', '482913');
    expect(redactor.text('code 482913, code 482 913.')).toBe('code [secret PIN], code [secret PIN].');
    const others = 'order 14829130; 4 | 8 | 2 | 9 | 1 | 3; 48,29,13; 48\n2913';
    expect(redactor.text(others)).toBe(others);
  });

  it('in time that grows with the text alone', () => {
    const redactor = new Redactor();
    onTestFinished(() => redactor.leave());
    redactor.add('S', 'a'.repeat(40));
    redactor.add('T', '\\'.repeat(20));
    redactor.add('U', value);
    const hard = ['\\', 'a', '%25', '&amp;', '<', '-', ' ', '…', '=4', 'T-', 'aaaa…', '0x54'];
    for (const part of hard) {
      const text = part.repeat(20_000 / part.length);
      expect(redactor.text(`${text}${value}`).endsWith(value)).toBe(false);
    }
  });

  it('by everybody in the process, until whoever knows it is closed', async () => {
    const agent = bench.agent();
    const shows = () => agent.reads('browser_navigate', { url: bench.site.page(`<h1>${value}</h1>`).url });
    expect(await shows()).toContain(value);
    const tools = createBrowserTools({
      browser: bench.tools.browser,
      secrets: { X: { value, hosts: ['x.test'] } },
    });
    expect(await shows()).toContain('[secret X]');
    await tools.close();
    expect(await shows()).not.toContain('[secret X]');
  });

  it('under whatever key it stands, a picture alone excepted', async () => {
    const agent = knowing();
    await agent.open(bench.site.page('<p>x</p>'));
    for (const script of [
      `({ base64: ${JSON.stringify(value)} })`,
      `({ base64: ${JSON.stringify(value)}, mimeType: 'image/png' })`,
      `({ steps: [{ data: { base64: 'iVBORw0KGgo' + ${JSON.stringify(value)} } }] })`,
    ]) {
      const { data } = await agent.call('browser_evaluate', { script });
      expect(JSON.stringify(data)).toContain('[secret BANK]');
    }
    expect((await agent.does('browser_screenshot', { format: 'png' })).base64).toMatch(/^iVBORw0KGgo/);
  });
});

describe('what a secret is made of is not found out by asking', () => {
  const body = `<h1>Your key: ${value.replace('&', '&amp;')}</h1><label>Key <input id=k></label><p title="${value.replace('&', '&amp;')}">Title</p>
    <form data-key="${value.replace('&', '&amp;')}"><button>Send</button></form><button>Other</button>
    <i data-link="/x?k=${encodeURIComponent(value)}" data-spelt="${[...value].join('-').replace('&', '&amp;')}">i</i><p>${[...value].join('-').replace('&', '&amp;')}</p><!-- ${value} -->
    <select id=choice><option>None<option>${value.replace('&', '&amp;')}</select>
    <script>k.value = ${JSON.stringify(value)}; k.setAttribute('value', k.value); fetch('/x?key=' + k.value).catch(() => 0)</script>`;
  // Each asks for a beginning of the secret, and, as its twin, for something that is there in neither case.
  const questions: [tool: string, ask: (part: string) => object][] = [
    ['browser_find', (part) => ({ text: part })],
    ['browser_find', (part) => ({ regex: `key: ${part}` })],
    ['browser_find', (part) => ({ regex: `^${part}` })],
    ['browser_find', (part) => ({ regex: `(?=.*${part})`, role: 'textbox' })],
    ['browser_wait', (part) => ({ text: `key: ${part}`, timeout: 1 })],
    ['browser_wait', (part) => ({ textGone: `key: ${part}`, timeout: 1 })],
    ['browser_wait', (part) => ({ element: { name: `key: ${part}` }, timeout: 1 })],
    ['browser_wait', (part) => ({ selector: `[title^="${part}"]`, state: 'attached', timeout: 1 })],
    ['browser_get_element', (part) => ({ selector: `text=key: ${part}` })],
    ['browser_get_element', (part) => ({ selector: `[title^="${part}"]` })],
    ['browser_get_element', (part) => ({ selector: `p[ title *= '${part}' i ]` })],
    ['browser_get_element', (part) => ({ selector: `[data-key^="${part}"] button` })],
    ['browser_get_element', (part) => ({ selector: `form:has(+ button):not([data-key^="${part}"])` })],
    ['browser_get_element', (part) => ({ selector: `input[value|="${part}"], input[value^="${part}"]` })],
    ['browser_get_element', (part) => ({ selector: `//h1[contains(., "${part}")]` })],
    ['browser_get_element', (part) => ({ selector: `//form[starts-with(@data-key, "${part}")]//button` })],
    ['browser_get_element', (part) => ({ selector: `[\\74itle^="${part}"]` })],
    ['browser_get_element', (part) => ({ selector: `[title/**/^="${part}"]` })],
    ['browser_get_element', (part) => ({ selector: `[data-link*="${encodeURIComponent(part)}"]` })],
    ['browser_get_element', (part) => ({ selector: `[data-spelt^="${[...part].join('-')}"]` })],
    ['browser_get_element', (part) => ({ selector: `//comment()[contains(., "${part}")]/..` })],
    ['browser_find', (part) => ({ text: [...part].join('-') })],
    ['browser_find', (part) => ({ regex: `^${part}.{${value.length - 4}}$` })],
    ['browser_select', (part) => ({ selector: '#choice', values: [`${part}b4dor&3…`] })],
    ['browser_network', (part) => ({ filter: `key=${part}` })],
  ];

  it.each(questions)('of %s, %j', async (tool, ask) => {
    const agent = knowing();
    await agent.open(bench.site.page(body));
    const answer = async (part: string) => {
      const { data, error } = await agent.call(tool, ask(part));
      expect(error?.code).not.toBe('validation_error');
      const text = JSON.stringify(error ? [error.code] : data);
      return text.replace(/"waited":\d+/, '').replaceAll(part, 'PART');
    };
    expect(await answer('Tr0u')).toBe(await answer('Qx7z'));
  });

  it('nor by reading it page by page, wherever the pages end', async () => {
    const agent = knowing();
    for (let length = 380; length < 400; length++) {
      await agent.open(
        bench.site.page(`<p>${'x'.repeat(length)}${value.replace('&', '&amp;')}${'y'.repeat(400)}</p>`),
      );
      let all = '';
      for (let page = 1; page <= 3; page++) {
        const { data } = await agent.call('browser_read', { maxTokens: 100, page });
        all += JSON.stringify(data ?? '');
      }
      expect(all).not.toMatch(/Tr0|horse|ub4d/i);
    }
  });

  it('while everything else is found as ever', async () => {
    const agent = knowing();
    await agent.open(bench.site.page(body));
    expect((await agent.does('browser_find', { text: 'your key' })).count).toBe(1);
    expect((await agent.does('browser_wait', { text: 'Your key' })).met).toBe(true);
    expect((await agent.call('browser_get_element', { selector: 'form[data-key] > button' })).success).toBe(
      true,
    );
    expect((await agent.call('browser_get_element', { selector: 'text=Other' })).success).toBe(true);
  });
});

describe('a fingerprint', () => {
  const secret = fc
    .string({ minLength: 6 })
    .filter((text) => needlesFor(text).some(({ kind }) => kind === 'value'));

  it('is found wherever its value stands, in any case and however spaced', () => {
    fc.assert(
      fc.property(fc.string(), secret, fc.string(), (before, value, after) => {
        const prints = fingerprintsOf(needlesFor(value));
        const text = `${before} ${[...value].join('\u200b ')} ${after}`;
        expect(holdsAny(text, prints)).toBe(true);
        expect(holdsAny(withoutAny(text, prints).replaceAll('\u0000', ''), prints.slice(0, 0))).toBe(false);
        expect(withoutAny(text, prints)).toContain('\u0000');
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['percent encoded', (text: string) => encodeURIComponent(encodeURIComponent(text))],
    ['in base64', (text: string) => Buffer.from(`x${text}`).toString('base64')],
    ['in hex', (text: string) => Buffer.from(text).toString('hex')],
    ['with hyphens', (text: string) => [...text].join('-')],
    ['in a script', (text: string) => [...text].map((c) => `\\x${c.charCodeAt(0).toString(16)}`).join('')],
  ])('is found %s', (_how, write) => {
    const prints = fingerprintsOf(needlesFor(value));
    expect(holdsAny(`a ${write(value)} b`, prints)).toBe(true);
    expect(holdsAny(`a ${write('Tr0ub4dor+4-house')} b`, prints)).toBe(false);
  });

  it('leaves one sign behind, however long the value was', () => {
    const short = withoutAny('key Ab3dEfg9 end', fingerprintsOf(needlesFor('Ab3dEfg9')));
    const long = withoutAny(`key ${value} end`, fingerprintsOf(needlesFor(value)));
    expect(short).toBe(long);
  });
});

describe('limits in a config file', () => {
  async function config(text: string): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'handhold-config-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, 'handhold.yaml');
    await writeFile(file, text);
    return file;
  }
  const widening: [file: string, set: string][] = [
    ['x.example.com', '*.example.com'],
    ['x.example.com', 'example.com'],
    ['*.example.com', 'example.com'],
    ['example.com:8080', 'example.com'],
    ['example.com:8080', 'example.com:9090'],
    ['https://example.com', 'example.com'],
    ['example.com:443', '*:443'],
    ['example.com', '*'],
    ['10.0.0.0/16', '10.0.0.0/8'],
    ['10.0.0.1', '10.0.0.0/24'],
    ['10.0.0.0/8', 'ten.example.com'],
  ];
  it.each(widening)('of %s are not widened to %s by a toolset', async (file, set) => {
    const path = await config(
      `hosts: { allow: ['${file}'] }\ntoolset: s\ntoolsets: { s: { hosts: { allow: ['${set}'] } } }`,
    );
    expect(() => loadConfig(path)).toThrow(/which the file itself does not/);
  });

  const narrowing: [file: string, set: string][] = [
    ['example.com', '*.example.com'],
    ['example.com', 'x.example.com:8080'],
    ['*.example.com', 'a.b.example.com'],
    ['*', 'example.com'],
    ['10.0.0.0/8', '10.1.0.0/16'],
    ['10.0.0.0/8', '10.1.2.3'],
    ['[::1]', '::1'],
  ];
  it.each(narrowing)('of %s may be narrowed to %s', async (file, set) => {
    const path = await config(
      `hosts: { allow: ['${file}'] }\ntoolset: s\ntoolsets: { s: { hosts: { allow: ['${set}'] } } }`,
    );
    expect(loadConfig(path).allowHosts).toEqual([set]);
  });

  it.each([
    ['tools: [all]', false],
    ['tools: [utility]', false],
    ['tools: [all, browser_evaluate]', true],
    ['tools: [core, browser_evaluate]', true],
    ['tools: [all, browser_evaluate]\ntoolset: s\ntoolsets: { s: { tools: [all] } }', false],
    ['tools: [all, browser_evaluate]\ntoolset: s\ntoolsets: { s: { tools: [browser_evaluate] } }', true],
    ['{}', false],
  ])('hardened has browser_evaluate only where that is named: %j', async (text, has) => {
    const written = text === '{}' ? 'hardened: true' : `hardened: true\n${text}`;
    const tools = createBrowserTools(loadConfig(await config(written)));
    expect(tools.registry.has('browser_evaluate')).toBe(has);
    await tools.close();
  });

  it('hardened has it in an integration that names it', async () => {
    for (const [names, has] of [
      [['all'], false],
      [['all', 'browser_evaluate'], true],
    ] as const) {
      const tools = toolboxFor({ hardened: true, tools: names });
      expect(tools.registry.has('browser_evaluate')).toBe(has);
      await tools.close();
    }
  });
});
