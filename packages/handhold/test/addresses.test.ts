import { RequestValidator } from 'handhold';
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
