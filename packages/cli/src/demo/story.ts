import { type DemoAgent, StoryBroken } from './agent.js';
import type { Booking } from './site/booking.js';
import type { DemoSite } from './site/server.js';

export const wish =
  'Book a long weekend in the Dolomites, with a sauna and a fireplace, as cheap as it gets. Pay the deposit, ' +
  'give me the reference and a map. Then cancel it again.';

export interface Step {
  title: string;
  run(agent: DemoAgent): Promise<unknown>;
}

/** The agent's findings on its way, and the server's account of them. */
export interface Notes {
  stay?: string;
  reference?: string;
  confirmed?: Booking;
  cancelled?: Booking;
}

const guest = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  phone: '+43 664 123 4567',
  country: 'Austria',
  message: 'We arrive at six, on foot.\nIs there soup?',
};

/** The dates of a stay. */
interface Dates {
  checkIn: string;
  checkOut: string;
}

/** The task, step by step. Every element is found in what the tools answered. */
export function story(site: DemoSite, notes: Notes): Step[] {
  const dates = weekendAhead();
  return [...searching(site, notes, dates), ...choosing(), ...booking(site, notes, dates)];
}

/** From the front page to the page of a stay. */
function searching(site: DemoSite, notes: Notes, { checkIn, checkOut }: Dates): Step[] {
  return [
    {
      title: 'Open the site',
      run: async (agent) => {
        await agent.does(
          'browser_navigate',
          { url: site.url },
          /search "|Destination"|date|Guests|button "Search|Cookie/,
        );
        await agent.picture('1-home.jpg');
      },
    },
    {
      title: 'A link that lies under the cookie banner: refused with the cause, not clicked blindly',
      run: async (agent) => {
        const link = agent.ref(['link', 'Haute-Savoie']);
        await agent.fails('element_blocked', 'browser_click', { ref: link });
        agent.thinks('The banner is in the way. Answer it, then the same ref again.');
        await agent.click(['button', 'Only necessary']);
        await agent.does('browser_click', { ref: link }, /# "Stays|article/);
      },
    },
    {
      title: 'The Dolomites it is: search with dates and guests',
      run: async (agent) => {
        await agent.type(['combobox', 'Destination'], 'Dolo', { clearFirst: true });
        await agent.does('browser_wait', { element: { role: 'option', name: 'Dolomites' } }, /option/);
        await agent.click(['option', /^Dolomites/], /Destination/);
        await agent.type(['date', 'Check-in'], checkIn);
        await agent.type(['date', 'Check-out'], checkOut);
        await agent.press(['combobox', 'Guests'], '3');
        await agent.click(['button', 'Search'], /# "Stays|Sauna|Fireplace|Sort by|button "Load more/);
      },
    },
    {
      title: 'Sauna and fireplace, cheapest first',
      run: async (agent) => {
        await agent.click(['checkbox', 'Sauna'], /Sauna|Clear|found/);
        await agent.click(['checkbox', 'Fireplace'], /Fireplace|found|##/);
        await agent.press(['combobox', 'Sort by'], 'P');
        await agent.does('browser_snapshot', {}, /article|View stay/);
        await agent.picture('2-results.jpg', { annotate: true });
      },
    },
    {
      title: 'Open the first one; one more friend is coming (the stepper lives in a shadow root)',
      run: async (agent) => {
        const first = agent.ref({ role: 'link', name: 'View stay', below: 'Sort by' });
        notes.stay = agent.headingOf(first);
        agent.thinks(`${notes.stay} is the cheapest.`);
        await agent.does('browser_click', { ref: first }, /# "|date|status|More guests|Reserve/);
        await agent.click(['button', 'More guests']);
      },
    },
  ];
}

/** From the page of a stay to a form that wants only the deposit. */
function choosing(): Step[] {
  return [
    {
      title: 'Choose a room in the modal dialog',
      run: async (agent) => {
        await agent.click(['button', 'Reserve'], /dialog|radio|checkbox|Continue/);
        await agent.click(['radio', 'Panorama suite'], /radio|status/);
        await agent.click(['checkbox', 'Private sauna evening'], /sauna|status/);
        await agent.picture('3-room.jpg');
        await agent.click(['button', 'Continue to booking'], /textbox|Country|Pay|frame|Confirm/);
      },
    },
    {
      title: 'Fill in the form: a masked phone field, a list, a rich text editor',
      run: async (agent) => {
        await agent.type(['textbox', 'Full name'], guest.name);
        await agent.type(['textbox', 'Email'], guest.email);
        await agent.type(['textbox', 'Phone'], guest.phone.replaceAll(' ', ''));
        await agent.press(['combobox', 'Country'], guest.country.slice(0, 1));
        await agent.type(['textbox', 'Message to the host'], guest.message);
      },
    },
    {
      title: 'Confirm too early: refused in a few ms, nothing sent',
      run: async (agent) => {
        await agent.fails('element_disabled', 'browser_click', {
          ref: agent.ref(['button', 'Confirm booking']),
        });
        agent.thinks('Something is missing: the deposit, and the terms.');
      },
    },
  ];
}

/** Pays, confirms, looks at the map, and cancels it all again. */
function booking(site: DemoSite, notes: Notes, { checkIn, checkOut }: Dates): Step[] {
  return [
    {
      title: 'Pay in the frame of the payment provider (another site, another process)',
      run: async (agent) => {
        await agent.type(['textbox', 'Card number'], '4242424242424242');
        await agent.type(['textbox', 'Expiry date'], `12${String(new Date().getFullYear() + 2).slice(-2)}`);
        await agent.type(['textbox', 'CVC'], '123');
        await agent.click(['button', 'Pay deposit'], /status/);
      },
    },
    {
      title: 'Accept the terms, confirm, read the reference',
      run: async (agent) => {
        await agent.click(['checkbox', 'I accept the booking terms']);
        await agent.picture('4-deposit.jpg');
        await agent.click(['button', 'Confirm booking'], /# "Booking|status|link "Open|Cancel/);
        const page = await agent.does(
          'browser_snapshot',
          { interactiveOnly: false },
          /reference|suite|\d guests|, \d+ \w+ \d{4}/,
        );
        notes.reference = agent.reads(page, /AG-\d+/);
        await agent.picture('5-confirmed.jpg');
        notes.confirmed = onServer(site, notes.reference, 'confirmed');
        checkBooking(notes.confirmed, { ...guest, stay: notes.stay, checkIn, checkOut, guests: 4 });
        agent.thinks(`Booked: ${notes.reference}. The server has it too, as confirmed.`);
      },
    },
    {
      title: 'The map opens in a new tab; look, and come back',
      run: async (agent) => {
        await agent.click(['link', 'Open map'], /# "How/);
        await agent.does('browser_wait', { text: 'The last stretch' });
        await agent.picture('6-map.jpg');
        await agent.does('browser_tabs', { action: 'close', tab: 't2' });
      },
    },
    {
      title: 'Cancel: the page asks with confirm(), nothing hangs',
      run: async (agent) => {
        const asked = await agent.click(['button', 'Cancel booking']);
        agent.reads(asked, /dialog confirm ".*"/);
        await agent.does('browser_dialog', { action: 'accept' });
        notes.cancelled = onServer(site, notes.reference, 'cancelled');
        await agent.does('browser_close');
      },
    },
  ];
}

/** Friday to Monday, about a month from now. */
function weekendAhead(): Dates {
  const day = 86_400_000;
  const month = Date.now() + 28 * day;
  const friday = month + ((5 - new Date(month).getUTCDay() + 7) % 7) * day;
  const iso = (time: number) => new Date(time).toISOString().slice(0, 10);
  return { checkIn: iso(friday), checkOut: iso(friday + 3 * day) };
}

/** The booking as the server has it now; a copy, because it will change. */
function onServer(site: DemoSite, reference: string | undefined, status: Booking['status']): Booking {
  const booking = site.bookings.find((candidate) => candidate.reference === reference);
  if (booking?.status === status) return { ...booking };
  throw new StoryBroken(
    `The server should have ${reference} as ${status}, but has ${JSON.stringify(booking)}`,
  );
}

function checkBooking(
  booking: Booking,
  expected: Partial<Record<keyof Booking, string | number | undefined>>,
): void {
  for (const [key, value] of Object.entries(expected)) {
    const has = Object.entries(booking).find(([name]) => name === key)?.[1];
    if (has !== value)
      throw new StoryBroken(`The server has ${JSON.stringify(has)} as ${key}, not ${JSON.stringify(value)}`);
  }
}
