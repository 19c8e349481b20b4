import { api, fill, html, money, plural, post, showDay } from '/assets/lib.js';

const page = document.querySelector('[data-booking]');
const reference = location.pathname.split('/').at(-1);

function render(booking) {
  const cancelled = booking.status === 'cancelled';
  document.title = `Booking ${booking.reference} ${booking.status} | Alpenglow Stays`;
  fill(
    page,
    html`<div class="ticket ${cancelled ? 'cancelled' : ''}">
      <div class="ticket-head">
        <svg viewBox="0 0 64 64" aria-hidden="true" focusable="false"><circle cx="32" cy="32" r="32" fill="currentColor" opacity=".14"/><circle cx="32" cy="32" r="22" fill="currentColor"/><path d="${cancelled ? 'm25 25 14 14M39 25 25 39' : 'm22 33 7 7 13-15'}" fill="none" stroke="#fff" stroke-width="4.5" stroke-linecap="round" stroke-linejoin="round"/></svg>
        <h1>${cancelled ? 'Booking cancelled' : 'Booking confirmed'}</h1>
        <p role="status">${cancelled ? `Your deposit of ${money(booking.deposit)} is on its way back to you.` : `Thank you, ${booking.name.split(' ')[0]}. We have written to ${booking.email}.`}</p>
        <p class="reference">Booking reference <strong>${booking.reference}</strong></p>
      </div>
      <section aria-labelledby="booked-title">
        <h2 id="booked-title">${booking.stay}</h2>
        <p class="muted">${booking.place}</p>
        <dl class="facts wide">
          <div><dt>Check-in</dt><dd>${showDay(booking.checkIn)} <small>from 15:00</small></dd></div>
          <div><dt>Check-out</dt><dd>${showDay(booking.checkOut)} <small>until 10:00</small></dd></div>
          <div><dt>Guests</dt><dd>${plural(booking.guests, 'guest')} <small>${plural(booking.nights, 'night')}</small></dd></div>
          <div><dt>Room</dt><dd>${booking.room}</dd></div>
          <div><dt>Extras</dt><dd>${booking.extras.join(', ') || 'None'}</dd></div>
          <div><dt>Total</dt><dd>${money(booking.total)}</dd></div>
          <div><dt>Deposit ${cancelled ? 'refunded' : 'paid'}</dt><dd>${money(booking.deposit)}</dd></div>
          <div><dt>Due on arrival</dt><dd>${money(cancelled ? 0 : booking.total - booking.deposit)}</dd></div>
        </dl>
        ${booking.message ? html`<blockquote><p>${booking.message}</p><cite>Your message to the host</cite></blockquote>` : ''}
      </section>
      <div class="ticket-actions">
        <a class="button" href="/api/bookings/${booking.reference}/receipt" download="alpenglow-${booking.reference}.txt">Download receipt</a>
        <a class="button ghost" href="/map/${booking.stayId}" target="_blank" rel="noopener">Open map</a>
        ${cancelled ? '' : html`<button type="button" class="text-button danger" data-cancel>Cancel booking</button>`}
      </div>
    </div>`,
  );
  page.removeAttribute('aria-busy');
  page.querySelector('[data-cancel]')?.addEventListener('click', async (event) => {
    if (!window.confirm(`Cancel booking ${booking.reference}? Your deposit will be refunded.`)) return;
    event.currentTarget.disabled = true;
    render(await post(`bookings/${booking.reference}/cancel`, {}));
  });
}

try {
  render(await api(`bookings/${encodeURIComponent(reference)}`));
} catch (error) {
  fill(page, html`<h1>Something went wrong</h1><p role="alert">${error.message}</p>`);
}
