import { stayArt } from '/assets/art.js';
import { AMENITIES, html, money, rating, raw, savedStays, toggleSaved } from '/assets/lib.js';

/** One stay as a list item. Its link and button are named alike on every card: the heading tells them apart. */
export function stayCard(stay, { trip = '', heading = 'h3' } = {}) {
  const saved = savedStays().includes(stay.id);
  return html`<li>
    <article class="card" aria-labelledby="stay-${stay.id}">
      <div class="card-art">
        ${raw(stayArt(stay))}
        <span class="tag">${stay.kind}</span>
        <button type="button" class="save" aria-pressed="${saved}" data-save="${stay.id}">
          <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false"><path d="M10 17.2 3.4 10.6a4.2 4.2 0 0 1 6-6l.6.7.6-.7a4.2 4.2 0 0 1 6 6z"/></svg>
          <span>Save</span>
        </button>
      </div>
      <div class="card-body">
        <div class="card-title">
          <${heading} id="stay-${stay.id}">${stay.name}</${heading}>
          ${rating(stay)}
        </div>
        <p class="muted">${stay.place}, ${stay.country} · ${stay.altitude.toLocaleString('en-GB')} m</p>
        <ul class="chips" aria-label="Amenities">
          ${stay.amenities.slice(0, 3).map((id) => html`<li>${AMENITIES[id]?.[0] ?? id}</li>`)}
        </ul>
        <div class="card-foot">
          <p class="price"><strong>${money(stay.price)}</strong> <span class="muted">a night</span></p>
          <a class="button small" href="/stay/${stay.id}${trip}">View stay</a>
        </div>
      </div>
    </article>
  </li>`;
}

/** Makes the Save buttons inside an element work, those added later included. */
export function listenForSaves(element) {
  element.addEventListener('click', (event) => {
    const button = event.target.closest('[data-save]');
    if (button) button.setAttribute('aria-pressed', String(toggleSaved(button.dataset.save)));
  });
}

export const skeletonCards = (count) =>
  html`${Array.from({ length: count }, () => html`<li class="skeleton" aria-hidden="true"><div class="bone art"></div><div class="bone line"></div><div class="bone line short"></div></li>`)}`;
