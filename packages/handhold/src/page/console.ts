import type { CdpSession } from './cdp/session.js';

export const consoleLevels = ['debug', 'info', 'warning', 'error'] as const;
export type ConsoleLevel = (typeof consoleLevels)[number];

/** A message that a page wrote to its console, or the browser for it. */
export interface ConsoleLine {
  level: ConsoleLevel;
  text: string;
  /** Where the script is that wrote it, or what it is about; empty where that is not known. */
  url: string;
  /** Counted from one. */
  line: number;
  /** How much of it was received, in characters. */
  size: number;
}

/** Hears of it, and of the CDP session that it came over. */
export type ConsoleListener = (message: ConsoleLine, cdp: CdpSession) => void;

const maxText = 1000;

/**
 * Hears what the documents of a CDP session write to their consoles. Playwright tells it too, but keeps a handle for every
 * argument of the last hundred thousand messages.
 */
export function listenToConsole(cdp: CdpSession, listener: ConsoleListener): void {
  const tell = (message: ConsoleLine) => listener(message, cdp);
  cdp.events.on('Runtime.consoleAPICalled', ({ type, args, stackTrace }) => {
    const [caller] = stackTrace?.callFrames ?? [];
    tell({
      level: levelOf(type),
      text: textOf(args),
      url: caller?.url ?? '',
      line: (caller?.lineNumber ?? 0) + 1,
      size: args.reduce((sum, arg) => sum + sizeOf(arg), 0),
    });
  });
  cdp.events.on('Log.entryAdded', ({ entry }) => {
    // What a worker writes is heard from that itself.
    if (entry.source === 'worker') return;
    const { level, text, url = '', lineNumber = 0 } = entry;
    tell({
      level: levelOf(level),
      text: text.slice(0, maxText),
      url,
      line: lineNumber + 1,
      size: text.length,
    });
  });
}

export function levelOf(type: string): ConsoleLevel {
  if (type === 'error' || type === 'assert') return 'error';
  if (type === 'warning') return 'warning';
  return type === 'debug' || type === 'trace' || type === 'verbose' ? 'debug' : 'info';
}

/** As much of a value as came with a message. */
interface ConsoleValue {
  type: string;
  subtype?: string | undefined;
  value?: unknown;
  unserializableValue?: string | undefined;
  description?: string | undefined;
  preview?: { properties: { name: string; value?: string | undefined }[] } | undefined;
}

/** About as much as it takes to write it. */
function sizeOf({ value, description, preview }: ConsoleValue): number {
  const properties = preview?.properties ?? [];
  const shown = properties.reduce((sum, property) => sum + (property.value?.length ?? 0) + 50, 0);
  return 100 + (typeof value === 'string' ? value.length : 0) + (description?.length ?? 0) + shown;
}

function textOf(args: readonly ConsoleValue[]): string {
  let text = '';
  for (const arg of args) {
    if (text.length > maxText) break;
    text += `${text === '' ? '' : ' '}${textOfValue(arg).slice(0, maxText)}`;
  }
  return text.slice(0, maxText);
}

function textOfValue({
  type,
  subtype,
  value,
  unserializableValue,
  description,
  preview,
}: ConsoleValue): string {
  if (value !== undefined) return String(value);
  if (unserializableValue !== undefined) return unserializableValue;
  const properties = preview?.properties ?? [];
  if (description === 'Object' && preview)
    return `{${properties.map((property) => `${property.name}: ${property.value}`).join(', ')}}`;
  if (subtype === 'array' && preview) return `[${properties.map((property) => property.value).join(', ')}]`;
  return description ?? type;
}
