import { destination, type Logger, pino } from 'pino';

/** Logs go to stderr, because stdout may carry a protocol. Quiet unless HANDHOLD_LOG asks for more. */
export const log: Logger = pino(
  { name: 'handhold', level: process.env.HANDHOLD_LOG ?? 'silent' },
  destination({ dest: 2, sync: true }),
);

const said = new Set<string>();

/** Tells the person at the terminal something they need to know, once per process. */
export function sayOnce(text: string): void {
  if (said.has(text)) return;
  said.add(text);
  process.stderr.write(`handhold: ${text}\n`);
}
