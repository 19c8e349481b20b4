import {
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
  type Server,
} from '@modelcontextprotocol/server';
import { quote } from 'handhold';
import type { SessionRecords } from './session-records.js';

/** Gives a download's content without secrets; nothing if it can't be had. */
export type ReadDownload = (session: string, id: string) => Promise<Buffer | 'withheld' | undefined>;

/** Most bytes of a download that are sent as a resource; larger ones are saved with browser_downloads. */
const maxDownload = 16 * 1024 * 1024;

/** Lets a client list the records of some sessions, and read those of any it can name. */
export function offerResources(
  server: Server,
  records: SessionRecords,
  listedSessions: () => string[],
  readDownload: ReadDownload,
): void {
  server.setRequestHandler('resources/list', () => ({
    resources: listedSessions().flatMap((session) => resourcesOf(session, records)),
  }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: templates }));
  server.setRequestHandler('resources/read', ({ params }) => read(params.uri, records, readDownload));
}

const templates: ResourceTemplateType[] = [
  { name: 'log', description: 'The calls of a session', what: 'log' },
  { name: 'screenshot', description: 'The last screenshot of a session', what: 'screenshot' },
  { name: 'download', description: 'A file that a session downloaded', what: 'downloads/{id}' },
].map(({ what, ...rest }) => ({ ...rest, uriTemplate: `handhold://session/{session}/${what}` }));

function resourcesOf(session: string, records: SessionRecords): Resource[] {
  const log = {
    uri: uriOf(session, 'log'),
    name: `${session}: log`,
    description: 'The calls of this session',
    mimeType: 'text/plain',
  };
  const picture = records.picture(session);
  const last = picture && {
    uri: uriOf(session, 'screenshot'),
    name: `${session}: last screenshot`,
    mimeType: picture.mimeType,
  };
  const downloads = records.downloads(session).map(({ id, name, size }) => ({
    uri: uriOf(session, `downloads/${id}`),
    name: `${session}: download ${id}`,
    // Web pages name their files as they like.
    description: `File ${quote(name)}, from the web`,
    mimeType: 'application/octet-stream',
    ...(size === undefined ? {} : { size }),
  }));
  return [log, ...(last ? [last] : []), ...downloads];
}

async function read(
  uri: string,
  records: SessionRecords,
  readDownload: ReadDownload,
): Promise<ReadResourceResult> {
  const form = /^handhold:\/\/session\/([^/]+)\/(log|screenshot|downloads\/([a-z0-9]+))$/;
  const [, encoded = '', what = '', id = ''] = form.exec(uri) ?? [];
  const session = decode(encoded);
  const text = what === 'log' ? records.log(session) : undefined;
  if (text !== undefined) return { contents: [{ uri, mimeType: 'text/plain', text }] };
  const picture = what === 'screenshot' ? records.picture(session) : undefined;
  if (picture) return { contents: [{ uri, mimeType: picture.mimeType, blob: picture.base64 }] };
  const download = records.downloads(session).find((each) => each.id === id);
  if (download && (download.size ?? 0) <= maxDownload) {
    const content = await readDownload(session, id);
    if (content === 'withheld')
      throw new ResourceNotFoundError(uri.slice(0, 200), 'This download holds a secret and is not shown');
    if (content) {
      return { contents: [{ uri, mimeType: 'application/octet-stream', blob: content.toString('base64') }] };
    }
  }
  throw new ResourceNotFoundError(
    uri.slice(0, 200),
    download
      ? 'This download can not be read; save it with browser_downloads'
      : 'No such resource; list the resources to see what there is',
  );
}

function uriOf(session: string, what: string): string {
  return `handhold://session/${encodeURIComponent(session)}/${what}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
