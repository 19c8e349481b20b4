import { destination, type Logger, pino } from 'pino';

const said = new Set<string>();

/** Logs go to stderr, because stdout may carry a protocol. Quiet unless HANDHOLD_LOG asks for more. */
export const log: Logger = pino(
  { name: 'handhold', level: levelIn(process.env.HANDHOLD_LOG) },
  destination({ dest: 2, sync: true }),
);

/** A level that there isn't must not keep anybody from the rest of us. */
function levelIn(text = ''): string {
  const wanted = text.trim().toLowerCase() || 'silent';
  const levels = [...Object.keys(pino.levels.values), 'silent'];
  if (levels.includes(wanted)) return wanted;
  sayOnce(`HANDHOLD_LOG takes ${levels.join(', ')}, not ${JSON.stringify(text)}; nothing is logged.`);
  return 'silent';
}

/** Tells the person at the terminal something they need to know, once per process. */
export function sayOnce(text: string): void {
  if (said.has(text)) return;
  said.add(text);
  process.stderr.write(`handhold: ${text}\n`);
}
