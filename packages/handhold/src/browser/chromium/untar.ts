interface TarFile {
  name: string;
  mode: number;
  data: Buffer;
}

const block = 512;

/** The plain files of a tar archive; links and devices are left out, and a path leading outside is an error. */
export function* filesInTar(tar: Buffer): Generator<TarFile> {
  let longName: string | undefined;
  let offset = 0;
  while (offset + block <= tar.length) {
    const header = tar.subarray(offset, offset + block);
    if (header[0] === 0) return;
    const size = octal(header, 124, 12);
    const data = tar.subarray(offset + block, offset + block + size);
    if (data.length < size) throw new Error('the archive is cut short');
    offset += block + Math.ceil(size / block) * block;
    const type = text(header, 156, 1);
    if (type === 'L') {
      longName = text(data, 0, size);
    } else if (type === 'x') {
      longName = /^\d+ path=(.*)$/m.exec(data.toString('utf8'))?.[1] ?? longName;
    } else {
      if (type === '' || type === '0') {
        const prefix = text(header, 257, 5) === 'ustar' ? text(header, 345, 155) : '';
        const name = longName ?? (prefix ? `${prefix}/${text(header, 0, 100)}` : text(header, 0, 100));
        if (/^[\\/]|(^|[\\/])\.\.([\\/]|$)/.test(name))
          throw new Error(`the archive holds an unsafe path: ${name}`);
        yield { name: name.replace(/^\.\//, ''), mode: octal(header, 100, 8) & 0o777, data };
      }
      longName = undefined;
    }
  }
}

function text(bytes: Buffer, start: number, length: number): string {
  const field = bytes.subarray(start, start + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end < 0 ? field.length : end);
}

function octal(bytes: Buffer, start: number, length: number): number {
  const value = Number.parseInt(text(bytes, start, length).trim() || '0', 8);
  if (!Number.isSafeInteger(value) || value < 0) throw new Error('the archive is damaged');
  return value;
}
