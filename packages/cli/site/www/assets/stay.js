import '/assets/guest-stepper.js';
import { galleryOf } from '/assets/art.js';
import { AMENITIES, addDays, api, defaultDates, fill, html, icon, isoDay, money, plural, rating, raw, showDay, today } from '/assets/lib.js';

const SECOND_PARAGRAPH = {
  Cabin: 'Inside: wool blankets, enough firewood for a week and a kitchen with sharp knives. The nearest neighbour is a jay. Bread arrives on the doorstep at eight if you leave the bag out.',
  Chalet: 'Inside: deep sofas, drying racks for wet boots and a table long enough for an argument about maps. The bus to the lifts stops at the gate every twenty minutes.',
  'Mountain hut': 'Inside: shared tables, proper duvets and a warden who knows the weather better than your phone does. Supper is one dish, served at seven, and there is always more.',
  'A-frame': 'Inside: one warm room, a ladder to the bed and a projector for nights when the view is only snow. Heated floors throughout, because you will be barefoot.',
  Treehouse: 'Inside: a round table, a small stove and windows on all four sides. It moves, very slightly, in the wind; after the first night you will miss it.',
};

const page = document.querySelector('[data-stay]');
const dialog = document.querySelector('[data-reserve-dialog]');
const form = document.querySelector('[data-reserve-form]');
const params = new URLSearchParams(location.search);
const id = location.pathname.split('/').at(-1);

function stars(score) {
  return html`<span class="score"><span aria-hidden="true">${'★'.repeat(score)}<span class="dim">${'★'.repeat(5 - score)}</span></span><span class="visually-hidden">${score} out of 5</span></span>`;
}

function render(stay, trip) {
  const gallery = galleryOf(stay);
  document.title = `${stay.name}, ${stay.place} | Alpenglow Stays`;
  fill(
    page,
    html`<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="/search">Stays</a></li><li><a href="/search?destination=${encodeURIComponent(`${stay.region}, ${stay.country}`)}">${stay.region}</a></li><li aria-current="page">${stay.name}</li></ol></nav>
    <div class="stay-head">
      <div>
        <h1>${stay.name}</h1>
        <p class="muted">${stay.kind} in ${stay.place}, ${stay.region}, ${stay.country} · ${stay.altitude.toLocaleString('en-GB')} m · sleeps ${stay.sleeps}</p>
      </div>
      ${rating(stay)}
    </div>
    <section class="gallery" aria-label="Photos">
      <figure class="gallery-main">
        <div data-photo>${raw(gallery[0].svg(`${stay.name}: ${gallery[0].title.toLowerCase()}`))}</div>
        <figcaption aria-live="polite" data-caption>${gallery[0].title} · 1 of ${gallery.length}</figcaption>
      </figure>
      <div class="gallery-thumbs">
        ${gallery.slice(1).map((photo, i) => html`<button type="button" data-show="${i + 1}" aria-label="Show photo: ${photo.title}">${raw(photo.svg())}</button>`)}
      </div>
    </section>
    <div class="stay-layout">
      <div>
        <section aria-labelledby="about-title">
          <h2 id="about-title">About this place</h2>
          <p class="first">${stay.blurb}</p>
          <p>${SECOND_PARAGRAPH[stay.kind]}</p>
        </section>
        <section aria-labelledby="amenities-title">
          <h2 id="amenities-title">Amenities</h2>
          <ul class="amenities">
            ${stay.amenities.map((key) => html`<li>${icon(AMENITIES[key][1])} ${AMENITIES[key][0]}</li>`)}
          </ul>
        </section>
        <section aria-labelledby="reviews-title">
          <h2 id="reviews-title">Guest reviews</h2>
          <table class="reviews">
            <thead><tr><th scope="col">Guest</th><th scope="col">Trip</th><th scope="col">Score</th><th scope="col">Review</th></tr></thead>
            <tbody>
              ${stay.guestReviews.map((review) => html`<tr><th scope="row">${review.guest}</th><td>${review.trip}</td><td>${stars(review.score)}</td><td>${review.text}</td></tr>`)}
            </tbody>
          </table>
        </section>
      </div>
      <aside class="booking-card" aria-label="Book this stay">
        <p class="price big"><strong>${money(stay.price)}</strong> <span class="muted">a night</span></p>
        <form data-trip novalidate>
          <div class="date-pair">
            <div><label for="trip-checkin">Check-in</label><input id="trip-checkin" name="checkin" type="date" min="${isoDay(today())}" value="${trip.checkin}"></div>
            <div><label for="trip-checkout">Check-out</label><input id="trip-checkout" name="checkout" type="date" min="${addDays(trip.checkin, 1)}" value="${trip.checkout}"></div>
          </div>
          <guest-stepper value="${trip.guests}" max="${stay.sleeps}"></guest-stepper>
          <div class="quote" aria-live="polite" data-quote></div>
          <p class="form-error" role="alert" data-trip-error></p>
          <button type="submit" class="button wide" data-reserve disabled>Reserve</button>
          <p class="note">You won't be charged yet.</p>
        </form>
      </aside>
    </div>`,
  );
  page.removeAttribute('aria-busy');

  const photo = page.querySelector('[data-photo]');
  const thumbs = page.querySelector('.gallery-thumbs');
  thumbs.addEventListener('click', (event) => {
    const button = event.target.closest('[data-show]');
    if (!button) return;
    // The picture and the thumbnail change places, so that all of them stay in reach.
    const next = Number(button.dataset.show);
    const current = Number(photo.dataset.current ?? 0);
    photo.dataset.current = next;
    fill(photo, raw(gallery[next].svg(`${stay.name}: ${gallery[next].title.toLowerCase()}`)));
    page.querySelector('[data-caption]').textContent = `${gallery[next].title} · ${next + 1} of ${gallery.length}`;
    button.dataset.show = current;
    button.setAttribute('aria-label', `Show photo: ${gallery[current].title}`);
    fill(button, raw(gallery[current].svg()));
  });
}

function setUpReserve(stay) {
  const tripForm = page.querySelector('[data-trip]');
  const quote = page.querySelector('[data-quote]');
  const error = page.querySelector('[data-trip-error]');
  const reserve = page.querySelector('[data-reserve]');
  const stepper = page.querySelector('guest-stepper');
  let offer;
  let request;

  const trip = () => ({
    stay: stay.id,
    checkin: tripForm.elements.checkin.value,
    checkout: tripForm.elements.checkout.value,
    guests: String(stepper.value),
  });

  async function check() {
    request?.abort();
    request = new AbortController();
    reserve.disabled = true;
    error.textContent = '';
    try {
      offer = await api(`availability?${new URLSearchParams(trip())}`, { signal: request.signal });
      const room = offer.rooms[0];
      fill(
        quote,
        html`<dl class="lines"><div><dt>${money(room.price)} × ${plural(offer.nights, 'night')}</dt><dd>${money(room.total)}</dd></div><div><dt>Visitor tax</dt><dd>${money(offer.tax)}</dd></div><div class="sum"><dt>From</dt><dd>${money(room.total + offer.tax)}</dd></div></dl>`,
      );
      reserve.disabled = false;
    } catch (problem) {
      if (problem.name === 'AbortError') return;
      fill(quote, '');
      error.textContent = problem.message;
    }
  }

  const selected = () => {
    const data = new FormData(form);
    return { room: data.get('room'), extras: data.getAll('extra') };
  };

  const showTotal = () => {
    const { room, extras } = selected();
    const sum =
      (offer.rooms.find((candidate) => candidate.id === room)?.total ?? 0) +
      offer.extras.filter((extra) => extras.includes(extra.id)).reduce((total, extra) => total + extra.price, 0);
    form.querySelector('[data-reserve-total]').textContent = money(sum + offer.tax);
  };

  function open() {
    const { checkin, checkout, guests } = trip();
    form.querySelector('[data-reserve-dates]').textContent =
      `${stay.name} · ${showDay(checkin, { weekday: 'short', day: 'numeric', month: 'short' })} to ${showDay(checkout, { weekday: 'short', day: 'numeric', month: 'short' })} · ${plural(Number(guests), 'guest')}`;
    fill(
      form.querySelector('[data-rooms]'),
      html`${offer.rooms.map(
        (room, i) => html`<label class="choice"><input type="radio" name="room" value="${room.id}" aria-labelledby="room-${room.id}" aria-describedby="room-${room.id}-note" ${i === 0 ? 'checked' : ''}><span class="choice-text"><strong id="room-${room.id}">${room.name}</strong> <span class="muted" id="room-${room.id}-note">${room.note} · ${room.left} left</span></span><span class="choice-price">${money(room.price)} <span class="muted">a night</span></span></label>`,
      )}`,
    );
    fill(
      form.querySelector('[data-extras]'),
      html`${offer.extras.map(
        (extra) => html`<label class="choice"><input type="checkbox" name="extra" value="${extra.id}" aria-labelledby="extra-${extra.id}" aria-describedby="extra-${extra.id}-note"><span class="choice-text"><strong id="extra-${extra.id}">${extra.name}</strong> <span class="muted" id="extra-${extra.id}-note">${extra.note}</span></span><span class="choice-price">${money(extra.price)}</span></label>`,
      )}`,
    );
    showTotal();
    dialog.showModal();
  }

  tripForm.addEventListener('change', () => {
    tripForm.elements.checkout.min = addDays(tripForm.elements.checkin.value || isoDay(today()), 1);
    check();
  });
  tripForm.addEventListener('submit', (event) => {
    event.preventDefault();
    open();
  });
  form.addEventListener('change', showTotal);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const { room, extras } = selected();
    location.assign(`/book?${new URLSearchParams({ ...trip(), room, extras: extras.join(',') })}`);
  });
  form.querySelector('[data-reserve-close]').addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  check();
}

try {
  const stay = await api(`stays/${encodeURIComponent(id)}`);
  const fallback = defaultDates();
  render(stay, {
    checkin: params.get('checkin') || fallback.checkin,
    checkout: params.get('checkout') || fallback.checkout,
    guests: Number(params.get('guests')) || 2,
  });
  setUpReserve(stay);
} catch (error) {
  fill(page, html`<h1>Something went wrong</h1><p role="alert">${error.message}</p>`);
}
