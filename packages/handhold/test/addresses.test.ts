import { Failure, RequestValidator } from 'handhold';
import { describe, expect, it } from 'vitest';
import {
  type AddressCase,
  addressCases,
  allowList,
  disguises,
  listCases,
  schemes,
} from './corpus/addresses.js';

const navigate = { type: 'navigate', waitUntil: 'load', snapshot: true, timeout: 1000 } as const;

/** What the gate says of an address: open, or the error. */
function verdict(validator: RequestValidator, url: string): string {
  return validator.validate({ ...navigate, url }).errors[0]?.code ?? 'open';
}

function wrong(cases: AddressCase[], validator: RequestValidator): string[] {
  return cases
    .filter(({ url, allowed }) => verdict(validator, url) !== (allowed ? 'open' : 'host_blocked'))
    .map(
      ({ url, allowed }) => `${url} should be ${allowed ? 'open' : 'blocked'}, is ${verdict(validator, url)}`,
    );
}

describe('the corpus of addresses', () => {
  it('is large enough to mean something', () => {
    expect(addressCases.length + listCases.length + schemes.length * 7).toBeGreaterThan(1000);
  });

  it('is judged right, in every spelling', () => {
    expect(wrong(addressCases, new RequestValidator())).toEqual([]);
  });

  it('is judged right against a list of hosts', () => {
    expect(wrong(listCases, new RequestValidator({ allowHosts: allowList }))).toEqual([]);
  });

  it('is all open with allowPrivate', () => {
    const open = addressCases.map(({ url }) => ({ url, allowed: true }));
    expect(wrong(open, new RequestValidator({ allowPrivate: true }))).toEqual([]);
  });

  it('has loopback, and nothing else of the inside, open to the agent where that is allowed', () => {
    const validator = new RequestValidator({ loopback: 'agent' });
    for (const url of ['http://127.0.0.1/', 'http://localhost:3000/', 'http://[::1]/', 'http://2130706433/'])
      expect(verdict(validator, url), url).toBe('open');
    for (const url of ['http://10.0.0.1/', 'http://169.254.169.254/', 'http://metadata.google.internal/'])
      expect(verdict(validator, url), url).toBe('host_blocked');
  });

  it('knows schemes in every disguise', () => {
    const validator = new RequestValidator({ allowPrivate: true });
    const open = schemes
      .flatMap(disguises)
      .filter((url) => !/^(host_blocked|validation_error)$/.test(verdict(validator, url)));
    expect(open).toEqual([]);
    expect(schemes.filter((url) => verdict(validator, url) !== 'host_blocked')).toEqual([]);
  });
});

describe('an address without a scheme', () => {
  const validator = new RequestValidator({ allowPrivate: true });

  it.each([
    ['example.com', 'https://example.com/'],
    ['  example.com ', 'https://example.com/'],
    ['Example.COM/path?q=1#top', 'https://example.com/path?q=1#top'],
    ['example.com?q=javascript:x', 'https://example.com/?q=javascript:x'],
    ['example.com.', 'https://example.com./'],
    ['münchen.example', 'https://xn--mnchen-3ya.example/'],
    ['example.com:443/x', 'https://example.com/x'],
    ['example.com:8080', 'http://example.com:8080/'],
    ['example.com:80', 'http://example.com/'],
    ['localhost', 'http://localhost/'],
    ['localhost:3000', 'http://localhost:3000/'],
    ['LOCALHOST:3000/x', 'http://localhost:3000/x'],
    ['app.localhost:3000', 'http://app.localhost:3000/'],
    ['app.localhost', 'http://app.localhost/'],
    ['127.0.0.1:8080/x', 'http://127.0.0.1:8080/x'],
    ['192.168.1.1', 'http://192.168.1.1/'],
    ['[::1]:3000', 'http://[::1]:3000/'],
    ['[::1]/x', 'http://[::1]/x'],
  ])('%j is what a browser makes of it: %s', (typed, opened) => {
    expect(validator.checkUrl(typed)).toBe(opened);
  });

  it('is judged as the address that it stands for', () => {
    const usual = new RequestValidator();
    const bare = addressCases
      .map(({ url, allowed }) => ({ url: url.replace(/^https?:\/\//, ''), allowed }))
      .filter(({ url }) => verdict(validator, url) === 'open');
    expect(bare.length).toBeGreaterThan(300);
    expect(wrong(bare, usual)).toEqual([]);
    expect(verdict(new RequestValidator({ allowHosts: ['example.com'] }), 'evil.test')).toBe('host_blocked');
    expect(verdict(new RequestValidator({ allowHosts: ['http://example.com'] }), 'example.com')).toBe(
      'host_blocked',
    );
  });

  it.each([
    'javascript:alert(1)',
    'javascript:1',
    'JavaScript:80',
    'java\nscript:80',
    'file:x',
    'file:80',
    'foo:bar',
    'foo:80',
    'tel:123',
    'data:text/html,x',
    'data:80/x',
    'data:443',
    'about:80',
    'blob:example.com:80',
    'view-source:example.com:80',
    'example.com:x',
    'example.com:',
    'localhost:javascript',
    'example.com:8080x',
    'example.com:99999999',
  ])('is not read into %j', (url) => {
    expect(verdict(validator, url)).toMatch(/^(host_blocked|validation_error)$/);
  });

  it.each([
    'example',
    '/path',
    './x',
    '//example.com',
    'user@example.com',
    'user:80@example.com',
    'a b.com',
    'example.com\\@evil.test',
    '.com',
    'a..b',
    '...',
    '[::1',
    '-',
    'x%2ecom',
  ])('is not guessed where %j could be something else', (url) => {
    expect(verdict(validator, url)).toMatch(/^(host_blocked|validation_error)$/);
  });

  it('says what to write where a word with a number could be a scheme', () => {
    let hint = '';
    try {
      validator.checkUrl('intranet:8080/x');
    } catch (thrown) {
      hint = thrown instanceof Failure ? (thrown.hint ?? '') : '';
    }
    expect(hint).toContain('If "intranet:8080" is a host, write http:// before it.');
  });
});

describe('a pattern of hosts', () => {
  it.each([
    '',
    ' ',
    'a b',
    'http://',
    'https://a/b',
    'a/b',
    'a?b',
    'a#b',
    'user@a',
    'a\\b',
    '*.',
    '*.*',
    'a.*.b',
    '*a',
    'a..b',
    'a:0',
    'a:99999',
    'a:x',
    '[::1',
    '::1]',
    '*.127.0.0.1',
    '10.0.0.0/99',
    '10.0.0/8',
  ])('can not be %j', (pattern) => {
    expect(() => new RequestValidator({ allowHosts: [pattern] })).toThrow(/is not a host/);
  });

  it.each([
    ['https://example.com', 'https://example.com/', true],
    ['https://example.com', 'http://example.com/', false],
    ['example.com:*', 'http://example.com:99/', true],
    ['*:8080', 'http://a.test:8080/', true],
    ['*:8080', 'http://a.test/', false],
    ['[2606:4700::1111]', 'http://[2606:4700:0::1111]/', true],
    ['2606:4700::1111', 'http://[2606:4700:0::1111]/', true],
    ['[2606:4700::1111]:8080', 'http://[2606:4700::1111]/', false],
    ['16843009', 'http://1.1.1.1/', true],
    ['0x01010101', 'http://1.1.1.1/', true],
    ['1.1.1.1', 'http://[::ffff:1.1.1.1]/', true],
    ['1.1.1.1', 'http://x.1.1.1.1.test/', false],
    ['1.1.0.0/16', 'http://1.1.200.3/', true],
    ['2606:4700::/32', 'http://[2606:4700::1]/', true],
    ['*', 'http://anything.test/', true],
  ])('%s against %s', (pattern, url, allowed) => {
    expect(verdict(new RequestValidator({ allowHosts: [pattern] }), url)).toBe(
      allowed ? 'open' : 'host_blocked',
    );
    expect(verdict(new RequestValidator({ blockHosts: [pattern] }), url)).toBe(
      allowed ? 'host_blocked' : 'open',
    );
  });
});
