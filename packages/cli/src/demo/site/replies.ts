import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { z } from 'zod';

/** Requests and replies of the demo site's servers. */

export interface StaticFile {
  body: Buffer;
  type: string;
}

export interface Reply {
  status: number;
  type: string;
  body: string | Buffer;
  headers?: Record<string, string>;
}

const maxBody = 64 * 1024;

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

export class HttpError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/**
 * Reads a folder into memory, keyed by URL path. Requests are looked up in this map and never turned into a
 * file path, so there is no path to traverse.
 */
export async function loadFiles(
  folder: string,
  partials: Map<string, string>,
): Promise<Map<string, StaticFile>> {
  const files = new Map<string, StaticFile>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const type = types[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const file = join(entry.parentPath, entry.name);
    let body = await readFile(file);
    if (extname(entry.name) === '.html') {
      const page = body.toString('utf8');
      body = Buffer.from(
        page.replace(/<!-- include ([a-z-]+) -->/g, (_, name: string) => partials.get(name) ?? ''),
      );
    }
    files.set(`/${relative(folder, file).split(sep).join('/')}`, { body, type });
  }
  return files;
}

export async function loadPartials(folder: string): Promise<Map<string, string>> {
  const partials = new Map<string, string>();
  for (const name of await readdir(folder)) {
    partials.set(name.replace(/\.html$/, ''), await readFile(join(folder, name), 'utf8'));
  }
  return partials;
}

export function fileReply(files: Map<string, StaticFile>, path: string, status = 200): Reply {
  const file = files.get(path);
  if (!file) throw new HttpError(404, 'Not found');
  return { status, type: file.type, body: file.body };
}

export function json(status: number, value: unknown): Reply {
  return { status, type: 'application/json; charset=utf-8', body: JSON.stringify(value) };
}

/** A body that was sent, its fields not yet looked at. */
export type Body = Record<string, unknown>;

const bodyObject = z.record(z.string(), z.unknown());

export async function readJson(request: IncomingMessage): Promise<Body> {
  // A form of another site could post here without asking, but not with this content type.
  if (!request.headers['content-type']?.startsWith('application/json'))
    throw new HttpError(415, 'Send JSON.');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > maxBody) throw new HttpError(413, 'That is too much to send at once.');
    chunks.push(bytes);
  }
  let value: unknown;
  try {
    value = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new HttpError(400, 'The request is not valid JSON.');
  }
  const body = bodyObject.safeParse(value);
  if (!body.success) throw new HttpError(400, 'The request is not a JSON object.');
  return body.data;
}

export function text(body: Body, key: string, max = 500): string {
  const value = body[key];
  return typeof value === 'string' ? value.trim().slice(0, max) : '';
}
