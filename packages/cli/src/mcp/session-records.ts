import type { ToolImage, ToolResult } from 'handhold';
import { z } from 'zod';

/** A result that reports a download. */
const downloadForm = z.object({
  download: z.object({
    id: z.string(),
    name: z.unknown().transform(String),
    url: z.unknown().transform(String),
    size: z.number().optional().catch(undefined),
  }),
});

type Download = z.infer<typeof downloadForm>['download'];

interface SessionRecord {
  picture: ToolImage | undefined;
  downloads: Map<string, Download>;
  lines: string[];
}

/** Calls of one session that are remembered. */
const maxLines = 500;
const maxSessions = 200;

/** The past of the sessions that a client used, to be read again: the last picture, the downloads, a log of the calls. */
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
    const download = downloadForm.safeParse(result.data).data?.download;
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
    const record = this.sessions.get(session) ?? { picture: undefined, downloads: new Map(), lines: [] };
    // Put last again, so that the one that is dropped is the one unused for longest.
    this.sessions.delete(session);
    this.sessions.set(session, record);
    const [oldest] = this.sessions.keys();
    if (this.sessions.size > maxSessions && oldest !== undefined) this.sessions.delete(oldest);
    return record;
  }
}
