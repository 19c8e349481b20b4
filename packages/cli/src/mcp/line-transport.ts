import type { Readable, Writable } from 'node:stream';
import {
  type JSONRPCMessage,
  ProtocolErrorCode,
  parseJSONRPCMessage,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/server';

/** Far above any sensible request, so that an oversized argument is still answered by the tool it was meant for. */
const maxLine = 32 * 1024 * 1024;
/** Unread output beyond which no more requests are taken in. */
const maxUnread = 8 * 1024 * 1024;

/**
 * MCP over lines of text. Unlike the SDK's own, it answers lines that are no valid message instead of
 * ignoring or dying of them, and tells apart "no more input" from "closed", so that open calls can be answered.
 */
export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];
  /** The client will send nothing more, or reads nothing more. */
  onend?: () => void;

  private parts: Buffer[] = [];
  private size = 0;
  private closed = false;
  private readonly open = new Set<RequestId>();
  private waiting: (() => void)[] = [];

  constructor(
    private readonly input: Readable,
    private readonly output: Writable,
  ) {}

  async start(): Promise<void> {
    this.input.on('data', this.onData);
    this.input.on('end', this.onEnd);
    this.input.on('close', this.onEnd);
    this.input.on('error', this.onEnd);
    // Stays for good: a late write must not bring the process down.
    this.output.on('error', this.onEnd);
    this.output.on('drain', () => !this.closed && this.input.resume());
    if (this.input.readableEnded || this.input.destroyed) setImmediate(this.onEnd);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    try {
      await this.write(message);
    } finally {
      if (!('method' in message) && message.id !== undefined) this.settle(message.id);
    }
  }

  /** Resolves when every request that came in has its answer written. */
  answered(): Promise<void> {
    if (this.open.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    this.input.off('data', this.onData);
    this.input.pause();
    this.parts = [];
    this.onclose?.();
  }

  private readonly onData = (chunk: Buffer): void => {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      this.keep(chunk.subarray(start, end));
      this.endLine();
      start = end + 1;
    }
    this.keep(chunk.subarray(start));
  };

  private readonly onEnd = (): void => {
    this.onend?.();
  };

  private keep(part: Buffer): void {
    this.size += part.length;
    if (this.size > maxLine) this.parts = [];
    else this.parts.push(part);
  }

  private endLine(): void {
    const { parts, size } = this;
    this.parts = [];
    this.size = 0;
    if (size > maxLine) {
      this.refuse(null, ProtocolErrorCode.InvalidRequest, `The message is longer than ${maxLine} bytes`);
      return;
    }
    const line = Buffer.concat(parts).toString('utf8').trim();
    if (line !== '') this.receive(line);
  }

  private receive(line: string): void {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      this.refuse(null, ProtocolErrorCode.ParseError, 'The line is not valid JSON');
      return;
    }
    let message: JSONRPCMessage;
    try {
      message = parseJSONRPCMessage(value);
    } catch {
      const why = Array.isArray(value) ? 'Batches are not supported' : 'Not a JSON-RPC 2.0 message';
      if (!isAnswer(value)) this.refuse(idOf(value), ProtocolErrorCode.InvalidRequest, why);
      return;
    }
    if ('method' in message && 'id' in message) {
      if (this.open.has(message.id)) {
        this.refuse(message.id, ProtocolErrorCode.InvalidRequest, 'A request with this id is still open');
        return;
      }
      this.open.add(message.id);
    }
    const cancelled = cancelledId(message);
    this.onmessage?.(message);
    // The protocol wants no answer to a cancelled request.
    if (cancelled !== undefined) this.settle(cancelled);
  }

  private refuse(id: RequestId | null, code: number, message: string): void {
    this.onerror?.(new Error(message));
    this.write({ jsonrpc: '2.0', id, error: { code, message } }).catch(() => undefined);
  }

  private write(message: object): Promise<void> {
    if (this.closed) return Promise.reject(new Error('The connection is closed.'));
    return new Promise((resolve, reject) => {
      this.output.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
      if (this.output.writableLength > maxUnread) this.input.pause();
    });
  }

  private settle(id: RequestId): void {
    this.open.delete(id);
    if (this.open.size > 0) return;
    for (const tell of this.waiting) tell();
    this.waiting = [];
  }
}

function cancelledId(message: JSONRPCMessage): RequestId | undefined {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return undefined;
  const id = message.params?.requestId;
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

function isAnswer(value: unknown): boolean {
  return typeof value === 'object' && value !== null && ('result' in value || 'error' in value);
}

function idOf(value: unknown): RequestId | null {
  if (typeof value !== 'object' || value === null || !('id' in value)) return null;
  return typeof value.id === 'string' || typeof value.id === 'number' ? value.id : null;
}
