import {
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type Server,
} from '@modelcontextprotocol/server';
import type { SessionRecords } from './session-records.js';

/** Lets a client list and read what is remembered of the sessions it used. */
export function offerResources(server: Server, records: SessionRecords): void {
  server.setRequestHandler('resources/list', () => ({
    resources: records.names().flatMap((session) => resourcesOf(session, records)),
  }));
  server.setRequestHandler('resources/read', ({ params }) => read(params.uri, records));
}

function resourcesOf(session: string, records: SessionRecords): Resource[] {
  const picture = records.picture(session);
  const downloads = records.downloads(session);
  return [
    {
      uri: uriOf(session, 'log'),
      name: `${session}: log`,
      description: 'The calls of this session',
      mimeType: 'text/plain',
    },
    ...(picture
      ? [
          {
            uri: uriOf(session, 'screenshot'),
            name: `${session}: last screenshot`,
            mimeType: picture.mimeType,
          },
        ]
      : []),
    ...(downloads.length > 0
      ? [
          {
            uri: uriOf(session, 'downloads'),
            name: `${session}: downloads`,
            description: 'Names, addresses and sizes of what was downloaded; named by web pages',
            mimeType: 'application/json',
          },
        ]
      : []),
  ];
}

function read(uri: string, records: SessionRecords): ReadResourceResult {
  const [, encoded = '', what = ''] =
    /^handhold:\/\/session\/([^/]+)\/(log|screenshot|downloads)$/.exec(uri) ?? [];
  const session = decode(encoded);
  if (what === 'log') {
    const text = records.log(session);
    if (text !== undefined) return { contents: [{ uri, mimeType: 'text/plain', text }] };
  }
  if (what === 'screenshot') {
    const picture = records.picture(session);
    if (picture) return { contents: [{ uri, mimeType: picture.mimeType, blob: picture.base64 }] };
  }
  const downloads = what === 'downloads' ? records.downloads(session) : [];
  if (downloads.length > 0) {
    return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(downloads, null, 2) }] };
  }
  throw new ResourceNotFoundError(
    uri.slice(0, 200),
    'No such resource; list the resources to see what there is',
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
