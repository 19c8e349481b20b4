import { type Body, text } from './replies.js';

function luhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = digit * 2;
    sum += i % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Why a card is refused; nothing where it is taken. */
export function cardProblem(body: Body): string | undefined {
  const number = text(body, 'number').replace(/\s/g, '');
  const expiry = /^(0[1-9]|1[0-2])\s?\/\s?(\d{2})$/.exec(text(body, 'expiry'));
  if (!/^\d{16}$/.test(number) || !luhn(number)) return 'Check the card number.';
  if (!expiry) return 'Enter the expiry date as MM/YY.';
  if (Date.UTC(2000 + Number(expiry[2]), Number(expiry[1])) < Date.now()) return 'This card has expired.';
  if (!/^\d{3,4}$/.test(text(body, 'cvc'))) return 'Enter the three-digit security code.';
  if (number === '4000000000000002') return 'The bank declined this card.';
  return undefined;
}
