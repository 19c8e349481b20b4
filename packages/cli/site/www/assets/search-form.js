import { addDays, api, fill, html, isoDay, plural, today } from '/assets/lib.js';

function setUpAutocomplete(input, list) {
  let active = -1;
  let timer;
  let request;
  const options = () => [...list.querySelectorAll('[role=option]')];

  const close = () => {
    clearTimeout(timer);
    request?.abort();
    list.hidden = true;
    active = -1;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  };

  const mark = (index) => {
    active = index;
    options().forEach((option, i) => {
      option.setAttribute('aria-selected', String(i === index));
      if (i === index) {
        input.setAttribute('aria-activedescendant', option.id);
        option.scrollIntoView({ block: 'nearest' });
      }
    });
  };

  const choose = (option) => {
    input.value = option.dataset.value;
    input.dispatchEvent(new Event('change', { bubbles: true }));
    close();
  };

  const show = ({ suggestions }) => {
    if (suggestions.length === 0) return close();
    fill(
      list,
      html`${suggestions.map(
        ({ kind, value, name, note, count }, i) => html`<div id="destination-${i}" class="option ${kind}" role="option" aria-selected="false" data-value="${value}">
          <span class="option-icon" aria-hidden="true"></span>
          <span class="option-text"><strong>${name}</strong> <span class="muted">${note}${kind === 'region' ? html` · ${plural(count, 'stay')}` : ''}</span></span>
        </div>`,
      )}`,
    );
    list.hidden = false;
    input.setAttribute('aria-expanded', 'true');
    active = -1;
  };

  const suggest = () => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      request?.abort();
      request = new AbortController();
      try {
        show(await api(`destinations?q=${encodeURIComponent(input.value)}`, { signal: request.signal }));
      } catch (error) {
        if (error.name !== 'AbortError') close();
      }
    }, 120);
  };

  input.addEventListener('input', suggest);
  input.addEventListener('click', () => list.hidden && suggest());
  input.addEventListener('blur', close);
  input.addEventListener('keydown', (event) => {
    const count = options().length;
    if (event.key === 'ArrowDown' && list.hidden) suggest();
    else if (event.key === 'ArrowDown') mark((active + 1) % count);
    else if (event.key === 'ArrowUp' && !list.hidden) mark((active - 1 + count) % count);
    else if (event.key === 'Enter' && !list.hidden && active >= 0) choose(options()[active]);
    else if (event.key === 'Escape' && !list.hidden) close();
    else return;
    event.preventDefault();
  });
  // Keeps the focus in the text field, so that its blur doesn't take the list away before the click arrives.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', (event) => {
    const option = event.target.closest('[role=option]');
    if (option) choose(option);
  });
}

/** Brings the search form to life and fills it from the address of the page. */
export function setUpSearchForm(params = new URLSearchParams()) {
  const form = document.querySelector('[data-search-form]');
  const error = form.querySelector('[data-search-error]');
  const { destination, checkin, checkout, guests } = form.elements;
  setUpAutocomplete(destination, form.querySelector('[role=listbox]'));

  destination.value = params.get('destination') ?? '';
  checkin.value = params.get('checkin') ?? '';
  checkout.value = params.get('checkout') ?? '';
  if (params.get('guests')) guests.value = params.get('guests');
  checkin.min = isoDay(today());
  checkout.min = addDays(checkin.min, 1);

  const problem = () => {
    if (Boolean(checkin.value) !== Boolean(checkout.value)) return [checkin.value ? checkout : checkin, 'Choose both dates, or none.'];
    if (checkin.value && checkin.value < checkin.min) return [checkin, 'Check-in is in the past.'];
    if (checkin.value && checkout.value <= checkin.value) return [checkout, 'Check-out must be after check-in.'];
    return undefined;
  };

  checkin.addEventListener('change', () => {
    checkout.min = addDays(checkin.value || isoDay(today()), 1);
  });
  form.addEventListener('submit', (event) => {
    const found = problem();
    for (const field of [checkin, checkout]) field.removeAttribute('aria-invalid');
    error.textContent = found?.[1] ?? '';
    if (!found) return;
    event.preventDefault();
    found[0].setAttribute('aria-invalid', 'true');
    found[0].focus();
  });
}
