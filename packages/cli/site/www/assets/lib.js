class Markup {
  constructor(text) {
    this.text = text;
  }
  toString() {
    return this.text;
  }
}

const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (value) => String(value).replace(/[&<>"']/g, (char) => ESCAPES[char]);

/** Marks a string as markup that is safe to insert as it is. */
export const raw = (text) => new Markup(text);

/** Builds markup; every value put into it is escaped unless it is markup already. */
export function html(strings, ...values) {
  const show = (value) => {
    if (Array.isArray(value)) return value.map(show).join('');
    if (value instanceof Markup) return value.text;
    return value === undefined || value === null || value === false ? '' : escape(value);
  };
  return new Markup(strings.reduce((text, part, i) => text + part + (i < values.length ? show(values[i]) : ''), ''));
}

export const fill = (element, markup) => {
  element.innerHTML = String(markup);
};

export const money = (amount) => `€${amount.toLocaleString('en-GB')}`;
export const plural = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

const DAY = 86400000;
export const isoDay = (date) => date.toISOString().slice(0, 10);
export const today = () => {
  const now = new Date();
  return new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()));
};
export const addDays = (day, count) => isoDay(new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY));
export const nightsBetween = (from, to) => Math.round((Date.parse(to) - Date.parse(from)) / DAY);

/** A long weekend about a month ahead, for visitors who haven't chosen dates. */
export function defaultDates() {
  const start = addDays(isoDay(today()), 28);
  const checkin = addDays(start, (5 - new Date(`${start}T00:00:00Z`).getUTCDay() + 7) % 7);
  return { checkin, checkout: addDays(checkin, 3) };
}

export const showDay = (day, options = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options }).format(new Date(`${day}T00:00:00Z`));

export async function api(path, options) {
  const response = await fetch(`/api/${path}`, options);
  const body = await response.json();
  if (!response.ok) throw new Error(body.error ?? 'Something went wrong.');
  return body;
}

export const post = (path, body) =>
  api(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

const SAVED = 'alpenglow-saved';
export const savedStays = () => {
  try {
    const list = JSON.parse(localStorage.getItem(SAVED) ?? '[]');
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
};
export function toggleSaved(id) {
  const list = savedStays();
  const saved = !list.includes(id);
  localStorage.setItem(SAVED, JSON.stringify(saved ? [...list, id] : list.filter((other) => other !== id)));
  showSavedCount();
  return saved;
}
export function showSavedCount() {
  for (const badge of document.querySelectorAll('[data-saved-count]')) badge.textContent = savedStays().length;
}

export const AMENITIES = {
  sauna: ['Sauna', 'M5 20v-5M10 20v-5M15 20v-5M3 15h14M6 10c-2-3 2-3 0-6M10 10c-2-3 2-3 0-6M14 10c-2-3 2-3 0-6'],
  fireplace: ['Fireplace', 'M10 18c-4 0-6-3-5-6 1 1 2 1 2 0 0-4 3-5 3-9 4 3 6 6 5 10 0 3-2 5-5 5z'],
  dogs: ['Dogs welcome', 'M10 10c-3 0-5 3-5 5s2 3 5 2c3 1 5 0 5-2s-2-5-5-5zM4 9v1M8 4v2M12 4v2M16 9v1'],
  hottub: ['Hot tub', 'M3 12h14l-1 6H4zM7 9c-1-2 1-3 0-5M12 9c-1-2 1-3 0-5'],
  kitchen: ['Kitchen', 'M6 3v14M4 3v4a2 2 0 0 0 4 0V3M14 17V3c-3 1-3 7 0 8'],
  wifi: ['Wi-Fi', 'M3 8c4-4 10-4 14 0M6 11c2-2 6-2 8 0M10 15v.1'],
  skiin: ['Ski-in, ski-out', 'M3 16l14-5M5 6l3 8M12 3v9M9 5h6'],
  breakfast: ['Breakfast', 'M4 8h9v5a4 4 0 0 1-9 0zM13 9h2a2 2 0 0 1 0 4h-2M3 18h12'],
  ev: ['EV charging', 'M11 3L5 11h4l-1 6 6-8h-4z'],
  lake: ['Lake access', 'M2 9c3-3 5 3 8 0s5 3 8 0M2 14c3-3 5 3 8 0s5 3 8 0'],
};

export const icon = (d) =>
  raw(`<svg class="icon" viewBox="0 0 20 21" aria-hidden="true" focusable="false"><path d="${d}" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round"/></svg>`);

export const rating = (stay) => html`<p class="rating"><svg class="icon star" viewBox="0 0 20 20" aria-hidden="true" focusable="false"><path d="m10 1.8 2.5 5.3 5.8.7-4.3 4 1.2 5.7L10 14.6l-5.2 2.9L6 11.8l-4.3-4 5.8-.7z"/></svg><span class="visually-hidden">Rated</span> <strong>${stay.rating.toFixed(1)}</strong> <span class="muted">(${stay.reviews}<span class="visually-hidden"> reviews</span>)</span></p>`;
