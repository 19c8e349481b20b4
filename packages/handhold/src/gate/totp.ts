import { createHmac } from 'node:crypto';
import { urlFrom } from '../url.js';

/** How codes are made from a shared secret (RFC 6238). */
interface Totp {
  key: Buffer;
  algorithm: 'sha1' | 'sha256' | 'sha512';
  digits: number;
  /** Seconds. */
  period: number;
}

/** Reads an `otpauth://totp/…` address or a bare base32 secret; undefined if it is neither. */
export function parseTotp(text: string): Totp | undefined {
  if (!/^otpauth:/i.test(text)) {
    const key = base32(text);
    return key ? { key, algorithm: 'sha1', digits: 6, period: 30 } : undefined;
  }
  if (!urlFrom(text)) return undefined;
  const url = new URL(text);
  const key = base32(url.searchParams.get('secret') ?? '');
  if (!key || url.hostname.toLowerCase() !== 'totp') return undefined;
  const named = (url.searchParams.get('algorithm') ?? 'SHA1').toLowerCase().replace('-', '');
  const algorithm = named === 'sha256' || named === 'sha512' ? named : 'sha1';
  const digits = Number(url.searchParams.get('digits') ?? 6);
  const period = Number(url.searchParams.get('period') ?? 30);
  const sane = digits >= 6 && digits <= 10 && period >= 5 && period <= 300;
  return sane ? { key, algorithm, digits, period } : undefined;
}

/** The code at a moment, by default now. */
export function totpCode({ key, algorithm, digits, period }: Totp, at = Date.now()): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 1000 / period)));
  const hash = createHmac(algorithm, key).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 0xf;
  const number = hash.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

function base32(text: string): Buffer | undefined {
  const letters = text.replace(/[\s=-]/g, '').toUpperCase();
  if (letters.length < 8 || !/^[A-Z2-7]+$/.test(letters)) return undefined;
  const bytes: number[] = [];
  let bits = 0;
  let value = 0;
  for (const letter of letters) {
    value = ((value << 5) | 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter)) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((value >> bits) & 0xff);
  }
  return Buffer.from(bytes);
}
