import { readdir, readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** A booking made on the demo site. */
export interface Booking {
  reference: string;
  status: 'confirmed' | 'cancelled';
  stayId: string;
  stay: string;
  place: string;
  room: string;
  extras: string[];
  checkIn: string;
  checkOut: string;
  nights: number;
  guests: number;
  name: string;
  email: string;
  phone: string;
  country: string;
  message: string;
  total: number;
  deposit: number;
  payment: string;
}

/** A running demo site: where it is, where its payment provider is, and what has been booked so far. */
export interface DemoSite {
  url: string;
  paymentUrl: string;
  bookings: Booking[];
  close(): Promise<void>;
}

interface Destination {
  id: string;
  name: string;
  country: string;
  tagline: string;
  sky: string;
}

interface Stay {
  id: string;
  name: string;
  place: string;
  destination: string;
  kind: string;
  altitude: number;
  price: number;
  rating: number;
  reviews: number;
  sleeps: number;
  amenities: string[];
  sky: string;
  ground: string;
  blurb: string;
}

interface Review {
  guest: string;
  trip: string;
  score: number;
  text: string;
}

interface Catalogue {
  destinations: Destination[];
  stays: Stay[];
  reviews: Review[];
}

interface Priced {
  id: string;
  name: string;
  note: string;
  price: number;
}

interface Trip {
  stay: Stay;
  checkIn: string;
  checkOut: string;
  nights: number;
  guests: number;
}

interface PaymentIntent {
  id: string;
  amount: number;
  description: string;
  authorised: boolean;
}

interface StaticFile {
  body: Buffer;
  type: string;
}

interface Reply {
  status: number;
  type: string;
  body: string | Buffer;
  headers?: Record<string, string>;
}

type Handler = (request: IncomingMessage, url: URL) => Promise<Reply>;

const SITE_FOLDER = fileURLToPath(new URL('../../site/', import.meta.url));
const PAGE_SIZE = 12;
const MAX_BODY = 64 * 1024;
const DAY = 86_400_000;

// Slow enough that results visibly arrive after the page has, as they do on a real site.
const LATENCY = {
  suggest: 80,
  search: 250,
  stay: 120,
  availability: 180,
  checkout: 150,
  authorise: 400,
  book: 300,
};

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const EXTRAS: readonly Priced[] = [
  {
    id: 'breakfast',
    name: 'Breakfast basket',
    note: 'Bread, cheese and coffee on the sill each morning',
    price: 36,
  },
  {
    id: 'sauna-evening',
    name: 'Private sauna evening',
    note: 'Fired up for you at six, birch twigs included',
    price: 42,
  },
  { id: 'snowshoes', name: 'Snowshoe hire', note: 'Shoes and poles for everybody', price: 28 },
  { id: 'late-checkout', name: 'Late check-out', note: 'Stay until three in the afternoon', price: 25 },
];

class HttpError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hasFields(
  value: Record<string, unknown>,
  type: 'string' | 'number',
  keys: readonly string[],
): boolean {
  return keys.every((key) => typeof value[key] === type);
}

function isDestination(value: unknown): value is Destination {
  return isRecord(value) && hasFields(value, 'string', ['id', 'name', 'country', 'tagline', 'sky']);
}

function isStay(value: unknown): value is Stay {
  return (
    isRecord(value) &&
    hasFields(value, 'string', ['id', 'name', 'place', 'destination', 'kind', 'sky', 'ground', 'blurb']) &&
    hasFields(value, 'number', ['altitude', 'price', 'rating', 'reviews', 'sleeps']) &&
    Array.isArray(value.amenities) &&
    value.amenities.every((amenity) => typeof amenity === 'string')
  );
}

function isReview(value: unknown): value is Review {
  return (
    isRecord(value) &&
    hasFields(value, 'string', ['guest', 'trip', 'text']) &&
    hasFields(value, 'number', ['score'])
  );
}

function listOf<T>(value: unknown, isItem: (item: unknown) => item is T): T[] {
  if (!Array.isArray(value) || !value.every(isItem))
    throw new Error('The demo site has no usable list of stays');
  return value;
}

async function loadCatalogue(): Promise<Catalogue> {
  const data: unknown = JSON.parse(await readFile(join(SITE_FOLDER, 'data', 'stays.json'), 'utf8'));
  const content = isRecord(data) ? data : {};
  return {
    destinations: listOf(content.destinations, isDestination),
    stays: listOf(content.stays, isStay),
    reviews: listOf(content.reviews, isReview),
  };
}

/**
 * Reads a folder into memory, keyed by URL path. Requests are looked up in this map and never turned into a
 * file path, so there is no path to traverse.
 */
async function loadFiles(folder: string, partials: Map<string, string>): Promise<Map<string, StaticFile>> {
  const files = new Map<string, StaticFile>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const type = TYPES[extname(entry.name)];
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

async function loadPartials(): Promise<Map<string, string>> {
  const folder = join(SITE_FOLDER, 'partials');
  const partials = new Map<string, string>();
  for (const name of await readdir(folder)) {
    partials.set(name.replace(/\.html$/, ''), await readFile(join(folder, name), 'utf8'));
  }
  return partials;
}

function json(status: number, value: unknown): Reply {
  return { status, type: 'application/json; charset=utf-8', body: JSON.stringify(value) };
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  // A form of another site could post here without asking, but not with this content type.
  if (!request.headers['content-type']?.startsWith('application/json'))
    throw new HttpError(415, 'Send JSON.');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > MAX_BODY) throw new HttpError(413, 'That is too much to send at once.');
    chunks.push(bytes);
  }
  let value: unknown;
  try {
    value = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new HttpError(400, 'The request is not valid JSON.');
  }
  if (!isRecord(value)) throw new HttpError(400, 'The request is not a JSON object.');
  return value;
}

function text(body: Record<string, unknown>, key: string, max = 500): string {
  const value = body[key];
  return typeof value === 'string' ? value.trim().slice(0, max) : '';
}

function parseDay(value: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined;
  const time = Date.parse(`${value}T00:00:00Z`);
  return Number.isNaN(time) ? undefined : time;
}

function nightsBetween(checkIn: string, checkOut: string): number {
  const from = parseDay(checkIn);
  const to = parseDay(checkOut);
  if (from === undefined || to === undefined)
    throw new HttpError(400, 'Choose a check-in and a check-out date.');
  const nights = Math.round((to - from) / DAY);
  if (nights < 1) throw new HttpError(400, 'Check-out must be after check-in.');
  if (nights > 30) throw new HttpError(400, 'Stays are limited to 30 nights.');
  return nights;
}

function roomsOf(stay: Stay): Priced[] {
  return [
    { id: 'nook', name: 'Nook room', note: 'One double bed under the eaves', price: stay.price },
    {
      id: 'panorama',
      name: 'Panorama suite',
      note: 'King bed, corner windows, small balcony',
      price: Math.round(stay.price * 1.4),
    },
    {
      id: 'whole',
      name: `Whole ${stay.kind === 'A-frame' ? stay.kind : stay.kind.toLowerCase()}`,
      note: `All to yourselves, sleeps ${stay.sleeps}`,
      price: Math.round(stay.price * 2.2),
    },
  ];
}

function luhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = digit * 2;
    sum += i % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

function cardProblem(body: Record<string, unknown>): string | undefined {
  const number = text(body, 'number').replace(/\s/g, '');
  const expiry = /^(0[1-9]|1[0-2])\s?\/\s?(\d{2})$/.exec(text(body, 'expiry'));
  if (!/^\d{16}$/.test(number) || !luhn(number)) return 'Check the card number.';
  if (!expiry) return 'Enter the expiry date as MM/YY.';
  if (Date.UTC(2000 + Number(expiry[2]), Number(expiry[1])) < Date.now()) return 'This card has expired.';
  if (!/^\d{3,4}$/.test(text(body, 'cvc'))) return 'Enter the three-digit security code.';
  if (number === '4000000000000002') return 'The bank declined this card.';
  return undefined;
}

function receipt(booking: Booking): string {
  const lines: [string, string][] = [
    ['Booking reference', booking.reference],
    ['Status', booking.status],
    ['Stay', `${booking.stay}, ${booking.place}`],
    ['Room', booking.room],
    ['Extras', booking.extras.join(', ') || 'none'],
    ['Check-in', booking.checkIn],
    ['Check-out', booking.checkOut],
    ['Nights', String(booking.nights)],
    ['Guests', String(booking.guests)],
    ['Guest', `${booking.name} <${booking.email}>`],
    ['Total', `EUR ${booking.total}.00`],
    ['Deposit paid', `EUR ${booking.deposit}.00 (${booking.payment})`],
    ['Due on arrival', `EUR ${booking.total - booking.deposit}.00`],
  ];
  const rows = lines.map(([label, value]) => `${`${label}:`.padEnd(20)}${value}`);
  return `ALPENGLOW STAYS\nReceipt\n\n${rows.join('\n')}\n\nThank you, and see you in the mountains.\n`;
}

class Shop {
  readonly bookings: Booking[] = [];
  readonly intents = new Map<string, PaymentIntent>();
  private readonly destinations: Destination[];
  private readonly stays: Stay[];
  private readonly reviews: Review[];
  private lastReference = 1000;
  private lastIntent = 2000;

  constructor(
    catalogue: Catalogue,
    private readonly paymentUrl: string,
  ) {
    this.destinations = catalogue.destinations;
    this.stays = catalogue.stays;
    this.reviews = catalogue.reviews;
  }

  findStay(id: string | null): Stay {
    const stay = this.stays.find((candidate) => candidate.id === id);
    if (!stay) throw new HttpError(404, 'There is no such stay.');
    return stay;
  }

  findBooking(reference: string | undefined): Booking {
    const booking = this.bookings.find((candidate) => candidate.reference === reference);
    if (!booking) throw new HttpError(404, 'There is no such booking.');
    return booking;
  }

  private destinationOf(stay: Stay): Destination {
    const destination = this.destinations.find((candidate) => candidate.id === stay.destination);
    if (!destination) throw new HttpError(500, 'This stay has no destination.');
    return destination;
  }

  private describe(stay: Stay): Stay & { region: string; country: string } {
    const { name, country } = this.destinationOf(stay);
    return { ...stay, region: name, country };
  }

  private matches(stay: Stay, wanted: string): boolean {
    const { id, name, country } = this.destinationOf(stay);
    const names = [id, name, country, `${name}, ${country}`, stay.place, `${stay.place}, ${name}`, stay.name];
    return names.some((candidate) => candidate.toLowerCase().includes(wanted));
  }

  suggest(query: string): unknown {
    const wanted = query.trim().toLowerCase();
    const regions = this.destinations.map(({ id, name, country, tagline, sky }) => {
      const count = this.stays.filter((stay) => stay.destination === id).length;
      return { kind: 'region', value: `${name}, ${country}`, name, note: country, tagline, sky, count };
    });
    const places = this.stays.map((stay) => {
      const { name } = this.destinationOf(stay);
      return { kind: 'place', value: `${stay.place}, ${name}`, name: stay.place, note: name, count: 1 };
    });
    if (!wanted) return { suggestions: regions };
    const found = [...regions, ...places].filter(({ value }) => value.toLowerCase().includes(wanted));
    return { suggestions: found.slice(0, 6) };
  }

  search(params: URLSearchParams): unknown {
    const wanted = (params.get('destination') ?? '').trim().toLowerCase();
    const guests = Number(params.get('guests') ?? 1);
    const amenities = params.getAll('amenity');
    const ids = params.get('ids')?.split(',');
    const offset = Math.max(0, Math.trunc(Number(params.get('offset'))) || 0);
    const found = this.stays.filter(
      (stay) =>
        (!wanted || this.matches(stay, wanted)) &&
        (!(guests > 0) || stay.sleeps >= guests) &&
        amenities.every((amenity) => stay.amenities.includes(amenity)) &&
        (!ids || ids.includes(stay.id)),
    );
    switch (params.get('sort')) {
      case 'price-asc':
        found.sort((a, b) => a.price - b.price);
        break;
      case 'price-desc':
        found.sort((a, b) => b.price - a.price);
        break;
      case 'rating':
        found.sort((a, b) => b.rating - a.rating || b.reviews - a.reviews);
        break;
    }
    const results = found.slice(offset, offset + PAGE_SIZE).map((stay) => this.describe(stay));
    return { total: found.length, offset, results };
  }

  featured(): unknown {
    const ids = ['larchlight-cabin', 'cabane-du-soleil', 'himmelsleiter', 'chalet-bossons'];
    return { results: ids.map((id) => this.describe(this.findStay(id))) };
  }

  details(id: string | null): unknown {
    const stay = this.findStay(id);
    const start = this.stays.indexOf(stay) * 3;
    const reviews = [0, 1, 2, 3].flatMap((step) => this.reviews[(start + step) % this.reviews.length] ?? []);
    return { ...this.describe(stay), guestReviews: reviews };
  }

  private trip(get: (key: string) => string): Trip {
    const stay = this.findStay(get('stay'));
    const checkIn = get('checkin');
    const checkOut = get('checkout');
    const nights = nightsBetween(checkIn, checkOut);
    const guests = Number(get('guests'));
    if (!Number.isInteger(guests) || guests < 1 || guests > stay.sleeps) {
      throw new HttpError(400, `${stay.name} sleeps up to ${stay.sleeps} guests.`);
    }
    return { stay, checkIn, checkOut, nights, guests };
  }

  availability(params: URLSearchParams): unknown {
    const { stay, nights, guests } = this.trip((key) => params.get(key) ?? '');
    const left = [3, 2, 1];
    const rooms = roomsOf(stay).map((room, index) => ({
      ...room,
      left: left[index],
      total: room.price * nights,
    }));
    return { available: true, nights, tax: 2 * guests * nights, rooms, extras: EXTRAS };
  }

  private quote(trip: Trip, roomId: string, extraIds: readonly string[]) {
    const room = roomsOf(trip.stay).find((candidate) => candidate.id === roomId);
    if (!room) throw new HttpError(400, 'Choose a room.');
    const extras = EXTRAS.filter((extra) => extraIds.includes(extra.id));
    const lines = [
      {
        label: `${room.name}, ${trip.nights} ${trip.nights === 1 ? 'night' : 'nights'}`,
        amount: room.price * trip.nights,
      },
      ...extras.map((extra) => ({ label: extra.name, amount: extra.price })),
      { label: 'Visitor tax', amount: 2 * trip.guests * trip.nights },
    ];
    const total = lines.reduce((sum, line) => sum + line.amount, 0);
    return { room, extras, lines, total, deposit: Math.round(total * 0.2) };
  }

  private tripFromBody(body: Record<string, unknown>) {
    const trip = this.trip((key) => (key === 'guests' ? String(body.guests) : text(body, key)));
    const extraIds = Array.isArray(body.extras) ? body.extras.filter((id) => typeof id === 'string') : [];
    return { trip, quote: this.quote(trip, text(body, 'room'), extraIds) };
  }

  checkout(body: Record<string, unknown>): unknown {
    const { trip, quote } = this.tripFromBody(body);
    const id = `CP-${++this.lastIntent}`;
    const description = `${trip.stay.name}, ${trip.nights} ${trip.nights === 1 ? 'night' : 'nights'}`;
    this.intents.set(id, { id, amount: quote.deposit, description, authorised: false });
    return {
      stay: this.describe(trip.stay),
      nights: trip.nights,
      room: quote.room.name,
      lines: quote.lines,
      total: quote.total,
      deposit: quote.deposit,
      payment: { id, url: `${this.paymentUrl}/?intent=${id}` },
    };
  }

  book(body: Record<string, unknown>): Booking {
    const { trip, quote } = this.tripFromBody(body);
    const guest = {
      name: text(body, 'name', 120),
      email: text(body, 'email', 200),
      phone: text(body, 'phone', 40),
      country: text(body, 'country', 60),
      message: text(body, 'message', 600),
    };
    if (!guest.name || !guest.phone || !guest.country || !/^\S+@\S+\.\S+$/.test(guest.email)) {
      throw new HttpError(422, 'Some of your details are missing.');
    }
    if (body.terms !== true) throw new HttpError(422, 'Please accept the booking terms.');
    const payment = text(body, 'payment');
    const intent = this.intents.get(payment);
    if (!intent?.authorised || intent.amount !== quote.deposit) {
      throw new HttpError(402, 'The deposit has not been paid yet.');
    }
    // A deposit pays for one booking only.
    this.intents.delete(payment);
    const booking: Booking = {
      reference: `AG-${++this.lastReference}`,
      status: 'confirmed',
      stayId: trip.stay.id,
      stay: trip.stay.name,
      place: `${trip.stay.place}, ${this.destinationOf(trip.stay).country}`,
      room: quote.room.name,
      extras: quote.extras.map((extra) => extra.name),
      checkIn: trip.checkIn,
      checkOut: trip.checkOut,
      nights: trip.nights,
      guests: trip.guests,
      ...guest,
      total: quote.total,
      deposit: quote.deposit,
      payment,
    };
    this.bookings.push(booking);
    return booking;
  }

  cancel(reference: string | undefined): Booking {
    const booking = this.findBooking(reference);
    booking.status = 'cancelled';
    return booking;
  }
}

function fileReply(files: Map<string, StaticFile>, path: string, status = 200): Reply {
  const file = files.get(path);
  if (!file) throw new HttpError(404, 'Not found');
  return { status, type: file.type, body: file.body };
}

function siteHandler(shop: Shop, files: Map<string, StaticFile>): Handler {
  const pages: [RegExp, string][] = [
    [/^\/$/, '/index.html'],
    [/^\/search$/, '/search.html'],
    [/^\/stay\/([a-z0-9-]+)$/, '/stay.html'],
    [/^\/book$/, '/book.html'],
    [/^\/booking\/(AG-\d+)$/, '/booking.html'],
    [/^\/map\/([a-z0-9-]+)$/, '/map.html'],
  ];

  const page = (path: string): Reply => {
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
  };

  return async (request, url) => {
    const path = url.pathname;
    if (!path.startsWith('/api/')) {
      if (request.method !== 'GET' && request.method !== 'HEAD')
        throw new HttpError(405, 'Only GET works here.');
      return page(path);
    }
    const [, , resource, id, verb] = path.split('/');
    switch (`${request.method} ${[resource, id && ':id', verb].filter(Boolean).join('/')}`) {
      case 'GET destinations':
        await sleep(LATENCY.suggest);
        return json(200, shop.suggest(url.searchParams.get('q') ?? ''));
      case 'GET featured':
        return json(200, shop.featured());
      case 'GET search':
        await sleep(LATENCY.search);
        return json(200, shop.search(url.searchParams));
      case 'GET stays/:id':
        await sleep(LATENCY.stay);
        return json(200, shop.details(id ?? null));
      case 'GET availability':
        await sleep(LATENCY.availability);
        return json(200, shop.availability(url.searchParams));
      case 'POST checkout': {
        const body = await readJson(request);
        await sleep(LATENCY.checkout);
        return json(200, shop.checkout(body));
      }
      case 'POST bookings': {
        const body = await readJson(request);
        await sleep(LATENCY.book);
        return json(201, shop.book(body));
      }
      case 'GET bookings/:id':
        await sleep(LATENCY.stay);
        return json(200, shop.findBooking(id));
      case 'POST bookings/:id/cancel':
        await readJson(request);
        await sleep(LATENCY.book);
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
  };
}

function paymentHandler(shop: Shop, files: Map<string, StaticFile>, siteUrl: string): Handler {
  return async (request, url) => {
    const intentPath = /^\/api\/intents\/([A-Z0-9-]+)(\/authorise)?$/.exec(url.pathname);
    if (!intentPath) return fileReply(files, url.pathname === '/' ? '/index.html' : url.pathname);
    const intent = shop.intents.get(intentPath[1] ?? '');
    if (!intent) throw new HttpError(404, 'This payment has expired. Reload the page to start again.');
    if (intentPath[2]) {
      if (request.method !== 'POST') throw new HttpError(405, 'Only POST works here.');
      const body = await readJson(request);
      await sleep(LATENCY.authorise);
      const problem = cardProblem(body);
      if (problem) throw new HttpError(402, problem);
      intent.authorised = true;
    }
    return json(200, { ...intent, merchant: siteUrl });
  };
}

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
    if (!URL.canParse(address)) throw new HttpError(400, 'That address makes no sense.');
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
  const partials = await loadPartials();
  const [catalogue, siteFiles, paymentFiles] = await Promise.all([
    loadCatalogue(),
    loadFiles(join(SITE_FOLDER, 'www'), partials),
    loadFiles(join(SITE_FOLDER, 'pay'), partials),
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
