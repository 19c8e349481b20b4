import { mapArt } from '/assets/art.js';
import { api, fill, html, raw } from '/assets/lib.js';

const page = document.querySelector('[data-map]');
const stay = await api(`stays/${encodeURIComponent(location.pathname.split('/').at(-1))}`);
document.title = `Map: ${stay.name}, ${stay.place} | Alpenglow Stays`;
fill(
  page,
  html`<div class="map-head">
    <h1>How to find ${stay.name}</h1>
    <p class="muted">${stay.place}, ${stay.region}, ${stay.country} · ${stay.altitude.toLocaleString('en-GB')} m above the sea</p>
  </div>
  <div class="map-layout">
    <div class="map-art">${raw(mapArt(stay))}</div>
    <section aria-labelledby="way-title">
      <h2 id="way-title">The last stretch</h2>
      <ol class="way">
        <li><strong>By bus</strong> to ${stay.place}, the stop by the church.</li>
        <li><strong>Follow the yellow road</strong> up to the river and over the wooden bridge.</li>
        <li><strong>Look for the red pin</strong>, or rather for the lantern: we light it at dusk.</li>
      </ol>
      <p><a class="button ghost" href="/stay/${stay.id}">View stay</a></p>
    </section>
  </div>`,
);
page.removeAttribute('aria-busy');
