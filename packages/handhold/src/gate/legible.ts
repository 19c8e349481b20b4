/** Runs of what somebody could read, in between what nobody can; in other files than texts those are few. */
const runs = /[^\u0000-\u0008\u000e-\u001f\u007f\ufffd]{6,}/g;

/** What can be read of a file's decoded content. The zeros that wider encodings have between the letters are left out. */
export function legibleIn(decoded: string): string {
  return decoded.replaceAll('\0', '').match(runs)?.join('\n') ?? '';
}

/** A value as files have it, byte by byte. */
export function bytesOf(value: string): Buffer[] {
  const narrow = Buffer.from(value, 'latin1');
  const wide = Buffer.from(value, 'utf16le');
  const forms = [Buffer.from(value, 'utf8'), wide, Buffer.from(wide).swap16()];
  return narrow.toString('latin1') === value ? [...forms, narrow] : forms;
}
