/** Private keys as the usual programs write them. */
const written = [
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY( BLOCK)?-----/,
  /---- BEGIN SSH2 [A-Z ]{0,40}PRIVATE KEY ----/,
  /PuTTY-User-Key-File-\d/,
  /"private_key"\s*:/,
  /AGE-SECRET-KEY-(?:PQ-)?1/i,
  /^untrusted comment: .{0,80}\bsecret key/m,
  /^\s*PrivateKey\s*=\s*[A-Za-z0-9+/]{43}=/m,
];

/** `-----BEGIN ` in base64, as settings files carry keys. */
const packed = /LS0tLS1CRUdJTi[A-Za-z0-9+/]{2,60}/g;

/** A key of the JSON kind: what of it is private stands beside what says that it is a key. */
const keyType = /"kty"\s*:\s*"(RSA|EC|OKP|oct)"/g;
const reach = 4096;

/** True if a piece of text holds a private key. */
export function holdsPrivateKey(text: string): boolean {
  if (written.some((form) => form.test(text))) return true;
  for (const [begin] of text.matchAll(packed))
    if (/PRIVATE KEY/.test(Buffer.from(begin, 'base64').toString('latin1'))) return true;
  if (!/"[dk]"\s*:\s*"[\w-]/.test(text)) return false;
  for (const { index, 1: kind } of text.matchAll(keyType)) {
    const around = text.slice(Math.max(0, index - reach), index + reach);
    if ((kind === 'oct' ? /"k"\s*:\s*"[\w-]/ : /"d"\s*:\s*"[\w-]/).test(around)) return true;
  }
  return false;
}

/** The same for keys that are not written but encoded (PKCS #1, PKCS #8, SEC 1): a sequence that begins with its version. */
export function beginsPrivateKey(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  return /^0(?:[\x20-\x7f]|\x81[\s\S]|\x82[\s\S]{2})\x02\x01(?:\x00[\x02\x30]|\x01[\x04\x30])/.test(head);
}
