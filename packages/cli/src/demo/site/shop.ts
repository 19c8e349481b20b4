import type { Booking } from './booking.js';
import { type Catalogue, type Destination, extras, type Review, roomsOf, type Stay } from './catalogue.js';
import { type Body, HttpError, text } from './replies.js';

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

const pageSize = 12;
const day = 86_400_000;

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
  const nights = Math.round((to - from) / day);
  if (nights < 1) throw new HttpError(400, 'Check-out must be after check-in.');
  if (nights > 30) throw new HttpError(400, 'Stays are limited to 30 nights.');
  return nights;
}

/** Finds, prices and books stays. */
export class Shop {
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
    const results = found.slice(offset, offset + pageSize).map((stay) => this.describe(stay));
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
    return { available: true, nights, tax: 2 * guests * nights, rooms, extras };
  }

  private quote(trip: Trip, roomId: string, extraIds: readonly string[]) {
    const room = roomsOf(trip.stay).find((candidate) => candidate.id === roomId);
    if (!room) throw new HttpError(400, 'Choose a room.');
    const chosen = extras.filter((extra) => extraIds.includes(extra.id));
    const lines = [
      {
        label: `${room.name}, ${trip.nights} ${trip.nights === 1 ? 'night' : 'nights'}`,
        amount: room.price * trip.nights,
      },
      ...chosen.map((extra) => ({ label: extra.name, amount: extra.price })),
      { label: 'Visitor tax', amount: 2 * trip.guests * trip.nights },
    ];
    const total = lines.reduce((sum, line) => sum + line.amount, 0);
    return { room, extras: chosen, lines, total, deposit: Math.round(total * 0.2) };
  }

  private tripFromBody(body: Body) {
    const trip = this.trip((key) => (key === 'guests' ? String(body.guests) : text(body, key)));
    const extraIds = Array.isArray(body.extras) ? body.extras.filter((id) => typeof id === 'string') : [];
    return { trip, quote: this.quote(trip, text(body, 'room'), extraIds) };
  }

  checkout(body: Body): unknown {
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

  book(body: Body): Booking {
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
