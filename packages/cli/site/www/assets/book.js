import { stayArt } from '/assets/art.js';
import { fill, html, money, plural, post, raw, showDay } from '/assets/lib.js';

const params = new URLSearchParams(location.search);
const form = document.querySelector('[data-booking-form]');
const confirm = form.querySelector('[data-confirm]');
const terms = form.querySelector('[data-terms]');
const message = form.querySelector('[data-message]');
const formError = form.querySelector('[data-form-error]');
const status = form.querySelector('[data-payment-status]');
const trip = {
  stay: params.get('stay') ?? '',
  checkin: params.get('checkin') ?? '',
  checkout: params.get('checkout') ?? '',
  guests: Number(params.get('guests')),
  room: params.get('room') ?? '',
  extras: (params.get('extras') ?? '').split(',').filter(Boolean),
};
let authorised;

const RULES = {
  name: (value) => value.trim().length >= 2 || 'Please tell us your name.',
  email: (value) => /^\S+@\S+\.\S+$/.test(value) || 'Enter an email address such as ada@example.com.',
  phone: (value) => value.replace(/\D/g, '').length >= 9 || 'Enter your number with the country code.',
  country: (value) => value !== '' || 'Choose your country.',
};

function validate(name) {
  const field = form.elements[name];
  const result = RULES[name](field.value);
  form.querySelector(`#${name}-error`).textContent = result === true ? '' : result;
  if (result === true) field.removeAttribute('aria-invalid');
  else field.setAttribute('aria-invalid', 'true');
  return result === true;
}

const refresh = () => {
  confirm.disabled = !authorised || !terms.checked;
};

/** +436641234567 becomes +43 664 123 4567. */
function formatPhone(value) {
  const digits = value.replace(/\D/g, '').slice(0, 13);
  const groups = [digits.slice(0, 2), digits.slice(2, 5), digits.slice(5, 8), digits.slice(8)].filter(Boolean);
  return digits ? `+${groups.join(' ')}` : value.startsWith('+') ? '+' : '';
}

function setUpPhone() {
  const { phone } = form.elements;
  phone.addEventListener('input', () => {
    const digitsBefore = phone.value.slice(0, phone.selectionStart).replace(/\D/g, '').length;
    phone.value = formatPhone(phone.value);
    let caret = phone.value.startsWith('+') ? 1 : 0;
    for (let seen = 0; seen < digitsBefore && caret < phone.value.length; caret++) if (/\d/.test(phone.value[caret])) seen++;
    phone.setSelectionRange(caret, caret);
  });
}

function setUpMessage() {
  const count = form.querySelector('[data-message-count]');
  message.addEventListener('input', () => {
    const length = message.innerText.trim().length;
    // A browser leaves a <br> behind when everything is deleted, which would keep the placeholder away.
    if (length === 0) message.replaceChildren();
    count.textContent = length;
    count.parentElement.classList.toggle('over', length > 300);
  });
  message.addEventListener('paste', (event) => {
    event.preventDefault();
    document.execCommand('insertText', false, event.clipboardData.getData('text/plain'));
  });
}

function setUpPayment({ id, url }, deposit) {
  const frame = document.createElement('iframe');
  frame.title = 'Secure payment by Cairn Pay';
  frame.src = url;
  document.querySelector('[data-payment]').replaceChildren(frame);
  window.addEventListener('message', (event) => {
    const fromProvider = event.source === frame.contentWindow && event.origin === new URL(url).origin;
    if (!fromProvider || event.data?.type !== 'cairn-pay:authorised' || event.data.intent !== id) return;
    authorised = id;
    status.textContent = `Deposit of ${money(deposit)} authorised.`;
    status.classList.add('paid');
    refresh();
  });
}

function showSummary(checkout) {
  const { stay, lines, total, deposit, room } = checkout;
  const summary = document.querySelector('[data-summary]');
  fill(
    summary,
    html`<div class="summary-art">${raw(stayArt(stay))}</div>
    <h2 id="summary-title">${stay.name}</h2>
    <p class="muted">${stay.place}, ${stay.country}</p>
    <dl class="facts">
      <div><dt>Check-in</dt><dd>${showDay(trip.checkin)}</dd></div>
      <div><dt>Check-out</dt><dd>${showDay(trip.checkout)}</dd></div>
      <div><dt>Guests</dt><dd>${plural(trip.guests, 'guest')}</dd></div>
      <div><dt>Room</dt><dd>${room}</dd></div>
    </dl>
    <dl class="lines">
      ${lines.map(({ label, amount }) => html`<div><dt>${label}</dt><dd>${money(amount)}</dd></div>`)}
      <div class="sum"><dt>Total</dt><dd>${money(total)}</dd></div>
      <div class="deposit"><dt>Deposit now</dt><dd>${money(deposit)}</dd></div>
    </dl>`,
  );
  summary.removeAttribute('aria-busy');
}

async function book(event) {
  event.preventDefault();
  const broken = Object.keys(RULES).filter((name) => !validate(name));
  const tooLong = message.innerText.trim().length > 300;
  formError.textContent = tooLong ? 'Please keep your message under 300 characters.' : '';
  if (broken.length > 0 || tooLong) {
    (broken.length > 0 ? form.elements[broken[0]] : message).focus();
    return;
  }
  const { name, email, phone, country } = form.elements;
  confirm.disabled = true;
  confirm.textContent = 'Confirming…';
  try {
    const booking = await post('bookings', {
      ...trip,
      name: name.value,
      email: email.value,
      phone: phone.value,
      country: country.value,
      message: message.innerText.trim(),
      terms: terms.checked,
      payment: authorised,
    });
    location.assign(`/booking/${booking.reference}`);
  } catch (error) {
    formError.textContent = error.message;
    confirm.textContent = 'Confirm booking';
    refresh();
  }
}

for (const name of Object.keys(RULES)) {
  const field = form.elements[name];
  field.addEventListener('blur', () => field.value && validate(name));
  field.addEventListener('input', () => field.hasAttribute('aria-invalid') && validate(name));
}
terms.addEventListener('change', refresh);
form.addEventListener('submit', book);
setUpPhone();
setUpMessage();

try {
  const checkout = await post('checkout', trip);
  showSummary(checkout);
  setUpPayment(checkout.payment, checkout.deposit);
} catch (error) {
  formError.textContent = error.message;
}
