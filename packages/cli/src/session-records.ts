import type { ToolImage, ToolResult } from 'handhold';

interface Download {
  id: string;
  name: string;
  url: string;
  size?: number;
}

interface SessionRecord {
  picture: ToolImage | undefined;
  downloads: Map<string, Download>;
  lines: string[];
}

/** Calls of one session that are remembered. */
const maxLines = 500;
const maxSessions = 200;

/** What a client may read again of the sessions it used: the last picture, the downloads, a log of the calls. */
export class SessionRecords {
  private readonly sessions = new Map<string, SessionRecord>();

  /** Remembers a call; never what was typed or read, which may be secret. */
  add(session: string, tool: string, result: ToolResult, picture: ToolImage | undefined): void {
    const record = this.recordOf(session);
    const outcome = result.error ? `error ${result.error.code}` : 'ok';
    record.lines.push(
      `${new Date(result.timestamp).toISOString()} ${tool} ${outcome} ${Math.round(result.executionTime)} ms`,
    );
    if (record.lines.length > maxLines) record.lines.shift();
    if (picture) record.picture = picture;
    const download = isRecord(result.data) ? downloadOf(result.data.download) : undefined;
    if (download) record.downloads.set(download.id, download);
  }

  names(): string[] {
    return [...this.sessions.keys()];
  }

  picture(session: string): ToolImage | undefined {
    return this.sessions.get(session)?.picture;
  }

  downloads(session: string): Download[] {
    return [...(this.sessions.get(session)?.downloads.values() ?? [])];
  }

  log(session: string): string | undefined {
    return this.sessions.get(session)?.lines.join('\n');
  }

  private recordOf(session: string): SessionRecord {
    const known = this.sessions.get(session) ?? { picture: undefined, downloads: new Map(), lines: [] };
    // Put last again, so that the one that is dropped is the one unused for longest.
    this.sessions.delete(session);
    this.sessions.set(session, known);
    const [oldest] = this.sessions.keys();
    if (this.sessions.size > maxSessions && oldest !== undefined) this.sessions.delete(oldest);
    return known;
  }
}

function downloadOf(value: unknown): Download | undefined {
  if (!isRecord(value) || typeof value.id !== 'string') return undefined;
  const { id, name, url, size } = value;
  return { id, name: String(name), url: String(url), ...(typeof size === 'number' ? { size } : {}) };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
