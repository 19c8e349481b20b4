import { cardNumberIn } from './card-number.js';
import { knownShadowRoots } from './changes.js';
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
      const isCard = isCardField(field);
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
  return (
    /\bcc-(number|csc|exp)/i.test(field.autocomplete) ||
    cardNumberIn(field.value) !== undefined ||
    isCalledCard(field)
  );
}

/** Asked of every field at every look, so that what they are called is read once. */
const called = new WeakMap<HTMLInputElement, boolean>();

function isCalledCard(field: HTMLInputElement): boolean {
  const known = called.get(field);
  if (known !== undefined) return known;
  const tree = field.getRootNode();
  // A field of a custom element is often named by that.
  const around = tree instanceof ShadowRoot ? tree.host : undefined;
  const words = [
    field.name,
    field.id,
    field.placeholder,
    field.getAttribute('aria-label') ?? '',
    field.labels?.[0]?.textContent ?? '',
    around?.getAttribute('name') ?? '',
    around?.getAttribute('label') ?? '',
    around?.getAttribute('aria-label') ?? '',
  ];
  const found = cardWords.test(words.join(' ').slice(0, 500));
  called.set(field, found);
  return found;
}
