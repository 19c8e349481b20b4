import { UsageError } from './usage-error.js';

const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const;

/** Ten minutes without a call, after which what nobody uses is ended. */
const defaultIdle = 600_000;

/** How long something may go unused, from HANDHOLD_IDLE: seconds, or a number with ms, s, m or h. */
export function idleTime(text: string | undefined = process.env.HANDHOLD_IDLE): number {
  if (text === undefined || text.trim() === '') return defaultIdle;
  const [, number, unit = 's'] = /^\s*(\d+(?:\.\d+)?)\s*(ms|s|m|h)?\s*$/.exec(text) ?? [];
  const scale = unit === 'ms' || unit === 's' || unit === 'm' || unit === 'h' ? units[unit] : undefined;
  const time = Number(number) * (scale ?? Number.NaN);
  if (!(time >= 1 && time <= 2_000_000_000)) {
    throw new UsageError(`HANDHOLD_IDLE takes a time such as 600, 90s or 10m, not "${text}".`);
  }
  return Math.round(time);
}
