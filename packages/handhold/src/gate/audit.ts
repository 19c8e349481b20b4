import { createWriteStream, type WriteStream } from 'node:fs';
import { log } from '../log.js';

/** One line of the audit log: a call, a decision about it, or a host that was asked for. */
export interface AuditEntry {
  time: string;
  kind: 'call' | 'decision' | 'host';
  session: string;
  [detail: string]: unknown;
}

export type AuditSink = string | ((entry: AuditEntry) => void);

/** Writes down what was done, decided and reached, as JSON lines, after what must not be seen is out of it. */
export class Audit {
  private stream: WriteStream | undefined;

  constructor(
    private readonly sink: AuditSink | undefined,
    private readonly clean: (value: unknown) => unknown,
  ) {}

  get isOn(): boolean {
    return this.sink !== undefined;
  }

  write(kind: AuditEntry['kind'], session: string, details: Record<string, unknown>): void {
    if (this.sink === undefined) return;
    const time = new Date().toISOString();
    const cleaned = this.clean(details);
    const rest = typeof cleaned === 'object' && cleaned !== null ? cleaned : {};
    const entry: AuditEntry = { time, kind, session, ...rest };
    if (typeof this.sink === 'function') {
      try {
        this.sink(entry);
      } catch (thrown) {
        log.error({ thrown }, 'the audit callback failed');
      }
      return;
    }
    this.stream ??= this.open(this.sink);
    this.stream.write(`${JSON.stringify(entry)}\n`);
  }

  private open(file: string): WriteStream {
    const stream = createWriteStream(file, { flags: 'a', mode: 0o600 });
    stream.on('error', (error) => log.error({ error }, 'the audit log can not be written'));
    return stream;
  }

  /** Resolves once all of it is on disk. */
  close(): Promise<void> {
    const { stream } = this;
    this.stream = undefined;
    return new Promise((resolve) => (stream ? stream.end(() => resolve()) : resolve()));
  }
}
