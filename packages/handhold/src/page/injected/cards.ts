import { knownShadowRoots } from './changes.js';
import { shadowOf } from './dom.js';
import type { Cards } from './protocol.js';

/** Payment cards: the fields that take them, and what stands in these. */

const cardWords =
  /card[\s_-]?(number|num|no\b)|cc[\s_-]?(num|csc|cvc|cvv)|\bcvv2?\b|\bcvc2?\b|\bcsc\b|security code|kartennummer|num[eé]ro de (la )?carte|n[uú]mero de (la )?tarjeta/i;
const payFrames = /card[\s_-]?number|secure.{0,20}(card|payment)|payment|stripe|braintree|adyen/i;
const mostFields = 300;

/** Card fields in the form; without a form, anywhere in the document; or in a frame of a payment provider. */
export function takesCards(form: HTMLFormElement | null): boolean {
  const places: (HTMLFormElement | Document | ShadowRoot)[] = form ? [form, ...treesIn(form)] : everywhere();
  return places.some((place) => fieldsIn(place).some(isCardField) || hasPayFrame(place));
}

/** What this document takes and holds of cards; undefined where it has nothing to do with any. */
export function cardsHere(): Cards | undefined {
  let takes = false;
  const numbers = new Set<string>();
  let filled = false;
  for (const place of everywhere()) {
    for (const field of fieldsIn(place)) {
      const number = cardNumberIn(field.value);
      if (number !== undefined) numbers.add(number);
      // Looking for its label costs more than looking at what is in it.
      const isCard: boolean = (field.value !== '' || !takes) && isCardField(field);
      takes ||= isCard || number !== undefined;
      filled ||= number !== undefined || (isCard && /\d{3}/.test(field.value));
    }
    takes ||= hasPayFrame(place);
  }
  return takes ? { filled, numbers: [...numbers] } : undefined;
}

function everywhere(): (Document | ShadowRoot)[] {
  return [document, ...knownShadowRoots()];
}

/** The shadow trees inside of a form, whose fields are not its own. */
function treesIn(form: HTMLFormElement): ShadowRoot[] {
  return knownShadowRoots().filter((root) => form.contains(root.host));
}

function fieldsIn(place: HTMLFormElement | Document | ShadowRoot): HTMLInputElement[] {
  const fields: HTMLInputElement[] = [];
  const all =
    place instanceof HTMLFormElement
      ? place.elements
      : place instanceof Document
        ? place.getElementsByTagName('input')
        : place.querySelectorAll('input');
  for (let at = 0; at < all.length && fields.length < mostFields; at++) {
    const field = all[at];
    if (field instanceof HTMLInputElement && isTyped(field)) fields.push(field);
  }
  return fields;
}

function isTyped({ type }: HTMLInputElement): boolean {
  return type === 'text' || type === 'tel' || type === 'number' || type === 'password' || type === 'search';
}

function hasPayFrame(place: HTMLFormElement | Document | ShadowRoot): boolean {
  const frames =
    place instanceof ShadowRoot ? place.querySelectorAll('iframe') : place.getElementsByTagName('iframe');
  for (const frame of frames)
    if (payFrames.test(`${frame.name} ${frame.title} ${frame.getAttribute('src') ?? ''}`.slice(0, 500)))
      return true;
  return false;
}

/** Whether a field takes a part of a card, by what it says of itself, or holds a number of one. */
export function isCardField(field: HTMLInputElement): boolean {
  if (/\bcc-(number|csc|exp)/i.test(field.autocomplete) || cardNumberIn(field.value) !== undefined)
    return true;
  const label = field.labels?.[0]?.textContent ?? '';
  const host = field.getRootNode();
  const around = host instanceof ShadowRoot && shadowOf(host.host) ? host.host : undefined;
  const words = [
    field.name,
    field.id,
    field.placeholder,
    field.getAttribute('aria-label') ?? '',
    label,
    around?.getAttribute('name') ?? '',
    around?.getAttribute('label') ?? '',
    around?.getAttribute('aria-label') ?? '',
  ];
  return cardWords.test(words.join(' ').slice(0, 500));
}

/** The digits of a card's number, however they are grouped; undefined where the sum of a card's does not come out. */
function cardNumberIn(text: string): string | undefined {
  if (text.length < 12 || text.length > 30) return undefined;
  const digits = text.replace(/[\s.-]/g, '');
  return /^\d{13,19}$/.test(digits) && checks(digits) ? digits : undefined;
}

/** The check that every card number passes (ISO/IEC 7812). */
function checks(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const weighed = i % 2 === 1 ? digit * 2 : digit;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return sum % 10 === 0 && /[1-9]/.test(digits);
}
