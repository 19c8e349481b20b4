import { visitedShadowRoots } from '../dom/shadow-trees.js';
import type { Cards } from '../protocol.js';
import { state } from '../state.js';
import { cardNumberIn } from './card-number.js';
import { takesCardsInside } from './pay-frames.js';

/** Payment cards: the fields that take them, and what stands in these. */

const cardWords =
  /card[\s_-]?(number|num|no\b)|\bcc[\s_-]?(num|csc|cvc|cvv)|\bcvv2?\b|\bcvc2?\b|\bcsc\b|kartennummer|num[eé]ro de (la )?carte|n[uú]mero de (la )?tarjeta/i;
/** Codes that are also asked for to sign in. */
const codeWords = /\bsecurity code\b/i;
/** Cards that nobody pays with, by what stands before the word. */
const otherCards =
  /\b(library|gift|loyalty|member(ship)?|club|id|identity|student|insurance|health|medicare|rewards?|points|sim|phone|bus|travel|business|report|score)[\s_-]?card|(kunden|bibliotheks|versicherten|gesundheits|mitglieds|geschenk|ausweis)kart/i;
const mostFields = 5000;

export type CardField = HTMLInputElement | HTMLTextAreaElement;
/** The part of a card that a field takes; a code may be one to sign in with. */
export type CardPart = 'card' | 'code' | 'none';
type FieldRoot = HTMLFormElement | Document | ShadowRoot;

/** Card fields in the form; without a form, anywhere in the document; or in a frame of a payment provider. */
export function takesCards(form: HTMLFormElement | null): boolean {
  const roots: FieldRoot[] = form ? [form, ...treesIn(form)] : everywhere();
  return roots.some((root) => someField(root, takesNumber) || hasPayFrame(root));
}

/** The cards that this document takes and holds; undefined where it has nothing to do with any. */
export function cardsInDocument(): Cards | undefined {
  let takes = false;
  const numbers = new Set<string>();
  let filled = false;
  for (const root of everywhere()) {
    someField(root, (field) => {
      const number = cardNumberIn(field.value);
      if (number !== undefined) numbers.add(number);
      const kind = kindOf(field);
      takes ||= kind === 'card' || number !== undefined;
      filled ||= number !== undefined || (kind !== 'none' && /\d{3}/.test(field.value));
      return false;
    });
    takes ||= hasPayFrame(root);
  }
  return takes ? { filled, numbers: [...numbers] } : undefined;
}

function everywhere(): (Document | ShadowRoot)[] {
  return [document, ...visitedShadowRoots()];
}

/** The shadow trees inside of a form, whose fields are not its own. */
function treesIn(form: HTMLFormElement): ShadowRoot[] {
  return visitedShadowRoots().filter((root) => Node.prototype.contains.call(form, root.host));
}

/** Forms and documents are asked by their prototypes: a field called "elements" would stand in for the real ones. */
function someField(root: FieldRoot, test: (field: CardField) => boolean): boolean {
  if (root instanceof HTMLFormElement) return some(fieldsOf(root), test);
  if (root instanceof Document) {
    const named = (name: string) => Document.prototype.getElementsByTagName.call(root, name);
    return some(named('input'), test) || some(named('textarea'), test);
  }
  return some(root.querySelectorAll('input, textarea'), test);
}

/** All forms of the document, whatever in it is called "forms". */
export function formsInDocument(): HTMLFormElement[] {
  return [...Document.prototype.getElementsByTagName.call(document, 'form')].filter(
    (form) => form instanceof HTMLFormElement,
  );
}

/** The elements that belong to a form, whatever these are called. */
export function fieldsOf(form: HTMLFormElement): ArrayLike<unknown> {
  const { risk } = state;
  risk.formElements ??= Object.getOwnPropertyDescriptor(HTMLFormElement.prototype, 'elements');
  return risk.formElements?.get?.call(form) ?? [];
}

function some(all: ArrayLike<unknown>, test: (field: CardField) => boolean): boolean {
  const most = Math.min(all.length, mostFields);
  for (let at = 0; at < most; at++) {
    const field = all[at];
    if (isField(field) && test(field)) return true;
  }
  return false;
}

function isField(element: unknown): element is CardField {
  return element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && isTyped(element));
}

const typed = new Set('text tel number password search email url'.split(' '));

function isTyped({ type }: HTMLInputElement): boolean {
  return typed.has(type);
}

function hasPayFrame(root: FieldRoot): boolean {
  const frames =
    root instanceof ShadowRoot
      ? root.querySelectorAll('iframe')
      : root instanceof Document
        ? Document.prototype.getElementsByTagName.call(root, 'iframe')
        : Element.prototype.getElementsByTagName.call(root, 'iframe');
  for (const frame of frames) if (frame instanceof HTMLIFrameElement && takesCardsInside(frame)) return true;
  return false;
}

function takesNumber(field: CardField): boolean {
  return kindOf(field) === 'card' || cardNumberIn(field.value) !== undefined;
}

/**
 * True if a field takes a part of a card, by what it and those beside it say of themselves, or holds a number of one.
 */
export function isCardField(field: CardField): boolean {
  if (takesNumber(field)) return true;
  return kindOf(field) === 'code' && takesCards(field.form);
}

function kindOf(field: CardField): CardPart {
  const { cardParts } = state.risk;
  if (field.hasAttribute('autocomplete') && /\bcc-(number|csc|exp)/i.test(field.autocomplete)) return 'card';
  const before = cardParts.get(field);
  if (before !== undefined) return before;
  const words = wordsOf(field);
  const kind =
    cardWords.test(words) && !otherCards.test(words) ? 'card' : codeWords.test(words) ? 'code' : 'none';
  cardParts.set(field, kind);
  return kind;
}

function wordsOf(field: CardField): string {
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
  return words
    .join(' ')
    .slice(0, 500)
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .replaceAll('_', ' ');
}
