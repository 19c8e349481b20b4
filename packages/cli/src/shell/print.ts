import { writeSync } from 'node:fs';
import { systemCode } from 'handhold';

/** Writes that a reader was too slow to take at once. */
const left: Promise<void>[] = [];

/** Prints at once, to stdout (1) or stderr (2), so that the process can end as soon as all is said. */
export function print(to: 1 | 2, text: string): void {
  let bytes = Buffer.from(text);
  try {
    while (left.length === 0 && bytes.length > 0) bytes = bytes.subarray(writeSync(to, bytes));
  } catch (thrown) {
    // A reader that stops early, such as head, is no error.
    if (systemCode(thrown) === 'EPIPE') return;
  }
  if (bytes.length === 0) return;
  const stream = to === 1 ? process.stdout : process.stderr;
  stream.on('error', () => undefined);
  left.push(new Promise((resolve) => stream.write(bytes, () => resolve())));
}

/** Resolves when everything has been taken. */
export async function printed(): Promise<void> {
  await Promise.all(left);
}
