import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { urlFrom } from 'handhold';
import type { Booking } from './booking.js';
import { loadCatalogue } from './catalogue.js';
import { type Handler, paymentHandler, siteHandler } from './handlers.js';
import { HttpError, json, loadFiles, loadPartials, type Reply } from './replies.js';
import { Shop } from './shop.js';

/** A running demo site: where it is, where its payment provider is, and what has been booked so far. */
export interface DemoSite {
  url: string;
  paymentUrl: string;
  bookings: Booking[];
  close(): Promise<void>;
}

const folder = fileURLToPath(new URL('../../../site/', import.meta.url));

async function answer(
  handler: Handler,
  headers: Record<string, string>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let reply: Reply;
  try {
    const target = request.url ?? '/';
    // Only the path counts: an absolute-form or protocol-relative target must not pick another base.
    const address = `http://demo.invalid${target.startsWith('/') ? target : '/'}`;
    if (!urlFrom(address)) throw new HttpError(400, 'That address makes no sense.');
    const url = new URL(address);
    reply = await handler(request, url);
  } catch (error) {
    const known = error instanceof HttpError;
    reply = json(known ? error.status : 500, { error: known ? error.message : 'Something went wrong.' });
  }
  if (response.destroyed) return;
  response.writeHead(reply.status, {
    'content-type': reply.type,
    'content-length': Buffer.byteLength(reply.body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    ...headers,
    ...reply.headers,
  });
  response.end(request.method === 'HEAD' ? undefined : reply.body);
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The demo site has no port');
  return address.port;
}

async function stop(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}

/** Starts the bundled travel site and its payment provider, each on a free loopback port. */
export async function startDemoSite(): Promise<DemoSite> {
  const partials = await loadPartials(join(folder, 'partials'));
  const [catalogue, siteFiles, paymentFiles] = await Promise.all([
    loadCatalogue(join(folder, 'data', 'stays.json')),
    loadFiles(join(folder, 'www'), partials),
    loadFiles(join(folder, 'pay'), partials),
  ]);
  const siteServer = createServer();
  const paymentServer = createServer();
  const close = async (): Promise<void> => {
    await Promise.all([stop(siteServer), stop(paymentServer)]);
  };
  try {
    const url = `http://127.0.0.1:${await listen(siteServer)}`;
    // Another host name makes the payment page another site, so that browsers isolate its frame in a process of its own.
    const paymentUrl = `http://localhost:${await listen(paymentServer)}`;
    const shop = new Shop(catalogue, paymentUrl);
    const site = siteHandler(shop, siteFiles);
    const payment = paymentHandler(shop, paymentFiles, url);
    const policy =
      "default-src 'self'; style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'self'";
    const siteHeaders = {
      'content-security-policy': `${policy}; frame-src ${paymentUrl}; frame-ancestors 'none'`,
    };
    const paymentHeaders = { 'content-security-policy': `${policy}; frame-ancestors ${url}` };
    siteServer.on('request', (request, response) => void answer(site, siteHeaders, request, response));
    paymentServer.on(
      'request',
      (request, response) => void answer(payment, paymentHeaders, request, response),
    );
    return { url, paymentUrl, bookings: shop.bookings, close };
  } catch (error) {
    await close();
    throw error;
  }
}
