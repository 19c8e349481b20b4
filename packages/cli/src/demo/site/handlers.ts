import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { receipt } from './booking.js';
import { cardProblem } from './card.js';
import { fileReply, HttpError, json, type Reply, readJson, type StaticFile } from './replies.js';
import type { Shop } from './shop.js';

/** The answers to requests, on the site and at its payment provider. */

export type Handler = (request: IncomingMessage, url: URL) => Promise<Reply>;

// Slow enough that results visibly arrive after the page has, as they do on a real site.
const latency = {
  suggest: 80,
  search: 250,
  stay: 120,
  availability: 180,
  checkout: 150,
  authorise: 400,
  book: 300,
};

/** Which file is shown at an address; what an address names must be there. */
const pages: [address: RegExp, file: string][] = [
  [/^\/$/, '/index.html'],
  [/^\/search$/, '/search.html'],
  [/^\/stay\/([a-z0-9-]+)$/, '/stay.html'],
  [/^\/book$/, '/book.html'],
  [/^\/booking\/(AG-\d+)$/, '/booking.html'],
  [/^\/map\/([a-z0-9-]+)$/, '/map.html'],
];

export function siteHandler(shop: Shop, files: Map<string, StaticFile>): Handler {
  return async (request, url) => {
    if (url.pathname.startsWith('/api/')) return answerApi(shop, request, url);
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw new HttpError(405, 'Only GET works here.');
    return page(shop, files, url.pathname);
  };
}

function page(shop: Shop, files: Map<string, StaticFile>, path: string): Reply {
  try {
    for (const [pattern, file] of pages) {
      const match = pattern.exec(path);
      if (!match) continue;
      const id = match[1];
      if (id !== undefined && file === '/booking.html') shop.findBooking(id);
      else if (id !== undefined) shop.findStay(id);
      return fileReply(files, file);
    }
    if (path.startsWith('/assets/')) return fileReply(files, path);
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 404) throw error;
  }
  return fileReply(files, '/404.html', 404);
}

async function answerApi(shop: Shop, request: IncomingMessage, url: URL): Promise<Reply> {
  const [, , resource, id, verb] = url.pathname.split('/');
  switch (`${request.method} ${[resource, id && ':id', verb].filter(Boolean).join('/')}`) {
    case 'GET destinations':
      await sleep(latency.suggest);
      return json(200, shop.suggest(url.searchParams.get('q') ?? ''));
    case 'GET featured':
      return json(200, shop.featured());
    case 'GET search':
      await sleep(latency.search);
      return json(200, shop.search(url.searchParams));
    case 'GET stays/:id':
      await sleep(latency.stay);
      return json(200, shop.details(id ?? null));
    case 'GET availability':
      await sleep(latency.availability);
      return json(200, shop.availability(url.searchParams));
    case 'POST checkout': {
      const body = await readJson(request);
      await sleep(latency.checkout);
      return json(200, shop.checkout(body));
    }
    case 'POST bookings': {
      const body = await readJson(request);
      await sleep(latency.book);
      return json(201, shop.book(body));
    }
    case 'GET bookings/:id':
      await sleep(latency.stay);
      return json(200, shop.findBooking(id));
    case 'POST bookings/:id/cancel':
      await readJson(request);
      await sleep(latency.book);
      return json(200, shop.cancel(id));
    case 'GET bookings/:id/receipt': {
      const booking = shop.findBooking(id);
      return {
        status: 200,
        type: 'text/plain; charset=utf-8',
        body: receipt(booking),
        headers: { 'content-disposition': `attachment; filename="alpenglow-${booking.reference}.txt"` },
      };
    }
    default:
      throw new HttpError(404, 'There is nothing here.');
  }
}

export function paymentHandler(shop: Shop, files: Map<string, StaticFile>, siteUrl: string): Handler {
  return async (request, url) => {
    const intentPath = /^\/api\/intents\/([A-Z0-9-]+)(\/authorise)?$/.exec(url.pathname);
    if (!intentPath) return fileReply(files, url.pathname === '/' ? '/index.html' : url.pathname);
    const intent = shop.intents.get(intentPath[1] ?? '');
    if (!intent) throw new HttpError(404, 'This payment has expired. Reload the page to start again.');
    if (intentPath[2]) {
      if (request.method !== 'POST') throw new HttpError(405, 'Only POST works here.');
      const body = await readJson(request);
      await sleep(latency.authorise);
      const problem = cardProblem(body);
      if (problem) throw new HttpError(402, problem);
      intent.authorised = true;
    }
    return json(200, { ...intent, merchant: siteUrl });
  };
}
