const intent = new URLSearchParams(location.search).get('intent') ?? '';
const form = document.querySelector('[data-card-form]');
const error = document.querySelector('[data-error]');
const pay = document.querySelector('[data-pay]');
const { number, expiry, cvc } = form.elements;
const path = `/api/intents/${encodeURIComponent(intent)}`;
const money = (amount) => `€${amount.toLocaleString('en-GB')}`;

async function call(url, options) {
  const response = await fetch(url, options);
  const body = await response.json();
  if (!response.ok) throw new Error(body.error ?? 'Something went wrong.');
  return body;
}

/** Reformats a field as it is typed into, keeping the caret behind the same digit. */
function mask(field, format) {
  field.addEventListener('input', () => {
    const before = field.value.slice(0, field.selectionStart).replace(/\D/g, '').length;
    field.value = format(field.value.replace(/\D/g, ''));
    let caret = 0;
    for (let seen = 0; seen < before && caret < field.value.length; caret++) if (/\d/.test(field.value[caret])) seen++;
    field.setSelectionRange(caret, caret);
    field.removeAttribute('aria-invalid');
  });
}

mask(number, (digits) => digits.slice(0, 16).replace(/(\d{4})(?=\d)/g, '$1 '));
mask(expiry, (digits) => (digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2, 4)}` : digits));
mask(cvc, (digits) => digits.slice(0, 4));

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const problems = [
    [number, number.value.replace(/\s/g, '').length !== 16, 'Enter the 16 digits of your card.'],
    [expiry, !/^(0[1-9]|1[0-2])\/\d\d$/.test(expiry.value), 'Enter the expiry date as MM/YY.'],
    [cvc, cvc.value.length < 3, 'Enter the three digits on the back of your card.'],
  ].filter(([, wrong]) => wrong);
  for (const field of [number, expiry, cvc]) field.removeAttribute('aria-invalid');
  for (const [field] of problems) field.setAttribute('aria-invalid', 'true');
  error.textContent = problems[0]?.[2] ?? '';
  if (problems.length > 0) {
    problems[0][0].focus();
    return;
  }
  pay.disabled = true;
  pay.textContent = 'Authorising…';
  try {
    const { amount, merchant } = await call(`${path}/authorise`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ number: number.value, expiry: expiry.value, cvc: cvc.value }),
    });
    form.hidden = true;
    document.querySelector('[data-done]').textContent = `Deposit of ${money(amount)} authorised`;
    window.parent.postMessage({ type: 'cairn-pay:authorised', intent, amount }, merchant);
  } catch (problem) {
    error.textContent = problem.message;
    pay.disabled = false;
    pay.textContent = 'Pay deposit';
  }
});

try {
  const { amount } = await call(path);
  document.querySelector('[data-amount]').textContent = money(amount);
} catch (problem) {
  error.textContent = problem.message;
  pay.disabled = true;
}
