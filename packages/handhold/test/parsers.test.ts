import fc from 'fast-check';
import { RequestValidator, zoneOf } from 'handhold';
import ipaddr from 'ipaddr.js';
import { describe, expect, it } from 'vitest';
import { Failure } from '../src/errors.js';
import { checkAddress } from '../src/gate/address.js';
import { isWithin, parsePattern } from '../src/gate/host-pattern.js';
import { hideSecrets, hideSecretsInUrl } from '../src/gate/masking.js';
import { whyPayment } from '../src/gate/payment-request.js';
import { chordText, clipboardKey, parseChord } from '../src/page/acting/keys.js';
import { urlFrom } from '../src/url.js';

const runs = { numRuns: 2000 };
const odd = fc.constantFrom(
  ...' \t\n\r\0/\\:@?#[]%.,;<>"\'`|^~{}()&=+*!$_-\u3002\uff0e\u00ad\u200b\u2024ＡＢ①②',
  'xn--',
  '0x',
  '0177',
  '..',
  '%00',
  '%2e',
);
const part = fc.oneof(
  odd,
  fc.constantFrom(
    'http',
    'https',
    'file',
    'javascript',
    'data',
    'localhost',
    'example.com',
    'evil.test',
    '127.0.0.1',
    '2130706433',
    '[::1]',
    '[::ffff:7f00:1]',
    '169.254.169.254',
    '10.1',
    '::1',
    '8080',
    'a',
    'B',
    '7',
  ),
);
const address = fc.oneof(
  fc.array(part, { maxLength: 12 }).map((parts) => parts.join('')),
  fc.array(part, { maxLength: 8 }).map((parts) => `http://${parts.join('')}`),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
);

/** What a text can lead to: as it stands where it has a scheme of the web, and else with one. */
function meantBy(text: string): string[] {
  const asItStands = urlFrom(text);
  if (asItStands && /^(https?|about):$/.test(asItStands.protocol)) return [asItStands.href];
  return ['https', 'http'].map((scheme) => new URL(`${scheme}://${text}`).href);
}

describe('an address, whatever it is', () => {
  it('is refused in words of ours, or leads where browsers would go and we let them', () => {
    fc.assert(
      fc.property(address, (text) => {
        let found: string;
        try {
          found = checkAddress(text);
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(Failure);
          return;
        }
        const url = new URL(found);
        expect(meantBy(text.trim())).toContain(found);
        expect(checkAddress(found)).toBe(found);
        if (found === 'about:blank') return;
        expect(['http:', 'https:']).toContain(url.protocol);
        const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
        if (ipaddr.isValid(host)) expect(zoneOf(host)).toBe('public');
        expect(host).not.toMatch(/(^|\.)localhost$/);
      }),
      runs,
    );
  });

  it('is judged against a list by its own host alone', () => {
    const listed = new RequestValidator({ allowHosts: ['example.com'] });
    fc.assert(
      fc.property(address, (url) => {
        const { valid } = listed.validate({
          type: 'navigate',
          url,
          waitUntil: 'load',
          snapshot: true,
          timeout: 1000,
        });
        if (!valid || url.trim() === 'about:blank') return;
        expect(new URL(listed.checkUrl(url)).hostname.replace(/\.$/, '')).toMatch(/(^|\.)example\.com$/);
      }),
      runs,
    );
  });

  it('is masked without failing', () => {
    fc.assert(
      fc.property(address, fc.string(), (url, body) => {
        hideSecretsInUrl(url);
        hideSecrets(body);
        whyPayment(
          { method: 'POST', url, kind: 'XHR', sends: true, body, headers: [url] },
          { numbers: ['4111111111111111'], ofCardForm: undefined, page: 'holds' },
        );
      }),
      runs,
    );
  });
});

describe('a host pattern', () => {
  const label = fc.constantFrom('a', 'b', 'example', 'com', 'test');
  const name = fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join('.'));
  const ip = fc.ipV4();
  const port = fc.constantFrom('', ':80', ':443', ':8080', ':*');
  const pattern = fc.oneof(
    fc.tuple(fc.constantFrom('', '*.', 'https://', 'http://'), name, port).map((parts) => parts.join('')),
    fc.tuple(ip, port).map((parts) => parts.join('')),
    fc.tuple(ip, fc.integer({ min: 0, max: 32 })).map(([address, bits]) => `${address}/${bits}`),
    fc.constantFrom('*', '*:443'),
    fc.string(),
  );

  it('is a pattern or an error that says how to write one', () => {
    fc.assert(
      fc.property(fc.oneof(pattern, address), (text) => {
        try {
          parsePattern(text).matches('example.com', 443);
        } catch (thrown) {
          expect(String(thrown)).toMatch(/is not a host: write/);
        }
      }),
      runs,
    );
  });

  it('that is within another covers nothing that the other does not', () => {
    const parsed = pattern.map((text) => {
      try {
        return parsePattern(text);
      } catch {
        return undefined;
      }
    });
    const host = fc.oneof(name, ip);
    const number = fc.constantFrom(80, 443, 8080, 9090);
    fc.assert(
      fc.property(parsed, parsed, host, number, (inner, outer, at, on) => {
        fc.pre(inner !== undefined && outer !== undefined);
        if (isWithin(inner, outer) && inner.matches(at, on)) expect(outer.matches(at, on)).toBe(true);
      }),
      runs,
    );
  });
});

describe('a combination of keys', () => {
  const known = fc.constantFrom(
    ...'Enter return RETURN Space spacebar Tab Escape esc Backspace Delete del Insert Home End PageUp ArrowLeft up F5 F12 a Z 7 é ß + - . Control ctrl CTRL Alt option Shift Meta cmd super ControlOrMeta KeyA digit5 ContextMenu'.split(
      ' ',
    ),
  );
  const text = fc.oneof(
    fc.array(known, { minLength: 1, maxLength: 4 }).map((names) => names.join('+')),
    fc.string(),
    fc
      .array(fc.oneof(known, fc.constantFrom('+', ' ', '++')), { maxLength: 4 })
      .map((parts) => parts.join('')),
  );

  it('has one name, which means the same', () => {
    fc.assert(
      fc.property(text, fc.subarray(['Alt', 'Control', 'Meta', 'Shift']), (name, held) => {
        const chord = parseChord(name, held);
        if (!chord) return;
        const again = parseChord(chordText(chord));
        expect(again).toEqual(chord);
        expect(again && clipboardKey(again)).toBe(clipboardKey(chord));
      }),
      runs,
    );
  });

  it('that is Enter or Space for the page is so for the gate', () => {
    const validator = new RequestValidator();
    const named = (key: string) => {
      const action = validator.check({ type: 'press', key, modifiers: [], count: 1, timeout: 1000 });
      return action.key;
    };
    for (const key of ['Return', 'return', 'ENTER', 'enter']) expect(named(key)).toBe('Enter');
    for (const key of ['Spacebar', ' ', 'space']) expect(named(key)).toBe('Space');
  });
});

describe('an address with letters beyond ASCII', () => {
  it('stays one, however often it is looked at', () => {
    const text = 'https://ada:secret@example.com/caf\u00e9';
    for (let i = 0; i < 200_000; i++) if (!urlFrom(text)) throw new Error(`was none the ${i}th time`);
    expect(hideSecretsInUrl(text)).not.toContain('secret');
  });
});
