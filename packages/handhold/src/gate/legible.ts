import { isUtf8 } from 'node:buffer';

/** Runs of what somebody could read, in between what nobody can: in texts nearly all, in other files little. */
const runs = {
  text: /[^\u0000-\u0008\u000e-\u001f\u007f\ufffd]{6,}/g,
  bytes: /[\t\n\r\u0020-\u007e]{6,}/g,
};

export interface Decoded {
  text: string;
  kind: keyof typeof runs;
}

/** Content as text, without the zeros that wider encodings have between the letters; byte by byte where it is none. */
export function decode(content: Buffer): Decoded {
  const kind = isUtf8(content) ? 'text' : 'bytes';
  const text = content.toString(kind === 'text' ? 'utf8' : 'latin1').replaceAll('\0', '');
  return { text, kind };
}

/** The text that can be read of that. */
export function legibleIn({ text, kind }: Decoded): string {
  return text.match(runs[kind])?.join('\n') ?? '';
}

/** How many bytes at the end belong to a character of which the rest has not come yet. */
export function unfinished(content: Buffer): number {
  for (let back = 1; back <= Math.min(3, content.length); back++) {
    const byte = content[content.length - back] ?? 0;
    if (byte >= 0x80 && byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? back : 0;
  }
  return 0;
}

/** A value as files have it, byte by byte. */
export function bytesOf(value: string): Buffer[] {
  const narrow = Buffer.from(value, 'latin1');
  const wide = Buffer.from(value, 'utf16le');
  const forms = [Buffer.from(value, 'utf8'), wide, Buffer.from(wide).swap16()];
  return narrow.toString('latin1') === value ? [...forms, narrow] : forms;
}
