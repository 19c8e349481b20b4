import { heroArt, landscape } from '/assets/art.js';
import { listenForSaves, skeletonCards, stayCard } from '/assets/cards.js';
import { api, fill, html, plural, raw } from '/assets/lib.js';
import { setUpSearchForm } from '/assets/search-form.js';

fill(document.querySelector('[data-hero]'), heroArt());
setUpSearchForm();

const featured = document.querySelector('[data-featured]');
fill(featured, skeletonCards(4));
listenForSaves(featured);
api('featured').then(({ results }) => {
  fill(featured, html`${results.map((stay) => stayCard(stay))}`);
  featured.removeAttribute('aria-busy');
});

api('destinations').then(({ suggestions }) => {
  fill(
    document.querySelector('[data-destinations]'),
    html`${suggestions.map(
      ({ value, name, note, tagline, sky, count }) => html`<li>
        <a class="tile" href="/search?destination=${encodeURIComponent(value)}">
          ${raw(landscape(value, sky))}
          <span class="tile-text"><strong>${name}</strong> <span>${note} · ${plural(count, 'stay')}</span> <span class="tile-tagline">${tagline}</span></span>
        </a>
      </li>`,
    )}`,
  );
});

document.querySelector('[data-newsletter]').addEventListener('submit', (event) => {
  event.preventDefault();
  const form = event.currentTarget;
  const { email } = form.elements;
  const valid = /^\S+@\S+\.\S+$/.test(email.value);
  email.setAttribute('aria-invalid', String(!valid));
  form.querySelector('[data-newsletter-note]').textContent = valid
    ? 'Thank you. The next letter comes with the first snow.'
    : 'Please enter an email address such as you@example.com.';
  if (valid) form.reset();
});
