import { listenForSaves, skeletonCards, stayCard } from '/assets/cards.js';
import { api, fill, html, plural, savedStays, showDay } from '/assets/lib.js';
import { setUpSearchForm } from '/assets/search-form.js';

const params = new URLSearchParams(location.search);
const list = document.querySelector('[data-results]');
const count = document.querySelector('[data-count]');
const title = document.querySelector('#results-title');
const more = document.querySelector('[data-load-more]');
const sort = document.querySelector('[data-sort]');
const filters = document.querySelector('[data-filters]');
const clear = document.querySelector('[data-clear-filters]');
const onlySaved = params.has('saved');
let shown = 0;
let request;

setUpSearchForm(params);
listenForSaves(list);
sort.value = params.get('sort') || 'recommended';
for (const box of filters.elements.amenity) box.checked = params.getAll('amenity').includes(box.value);

const place = params.get('destination')?.trim() ?? '';
title.textContent = onlySaved ? 'Your saved stays' : `Stays in ${place || 'the Alps'}`;
document.title = `${title.textContent} | Alpenglow Stays`;

const tripQuery = () => {
  const trip = new URLSearchParams();
  for (const key of ['checkin', 'checkout', 'guests']) if (params.get(key)) trip.set(key, params.get(key));
  return trip.size ? `?${trip}` : '';
};

function describe(total) {
  const dates =
    params.get('checkin') && params.get('checkout')
      ? ` · ${showDay(params.get('checkin'), { day: 'numeric', month: 'short' })} to ${showDay(params.get('checkout'), { day: 'numeric', month: 'short' })}`
      : '';
  const guests = params.get('guests') ? ` · ${plural(Number(params.get('guests')), 'guest')}` : '';
  return total === 0 ? 'No stays match. Try fewer filters.' : `${plural(total, 'stay')} found${dates}${guests}`;
}

async function load(offset) {
  request?.abort();
  request = new AbortController();
  const query = new URLSearchParams(params);
  if (onlySaved) query.set('ids', savedStays().join(','));
  query.set('offset', offset);
  list.setAttribute('aria-busy', 'true');
  more.disabled = true;
  if (offset === 0) {
    count.textContent = 'Searching…';
    more.hidden = true;
    fill(list, skeletonCards(6));
  }
  try {
    const { total, results } = await api(`search?${query}`, { signal: request.signal });
    if (offset === 0) fill(list, '');
    list.insertAdjacentHTML('beforeend', String(html`${results.map((stay) => stayCard(stay, { trip: tripQuery(), heading: 'h2' }))}`));
    shown = offset + results.length;
    count.textContent = describe(total);
    more.hidden = shown >= total;
  } catch (error) {
    if (error.name === 'AbortError') return;
    fill(list, '');
    count.textContent = error.message;
  }
  more.disabled = false;
  list.removeAttribute('aria-busy');
}

function refine() {
  params.delete('amenity');
  for (const box of filters.elements.amenity) if (box.checked) params.append('amenity', box.value);
  params.set('sort', sort.value);
  clear.hidden = !params.has('amenity');
  history.replaceState(null, '', `?${params}`);
  load(0);
}

filters.addEventListener('change', refine);
sort.addEventListener('change', refine);
clear.addEventListener('click', () => {
  filters.reset();
  refine();
});
more.addEventListener('click', () => load(shown));
clear.hidden = !params.has('amenity');
load(0);
