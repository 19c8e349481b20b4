import type { Identity } from '../protocol.js';
import { identityOf } from '../refs/identity.js';
import { elementOf, idOf } from '../refs/refs.js';

/** Dates and times that pages take in parts, each a field of its own. */

export interface DatePart {
  kind: 'year' | 'month' | 'day' | 'hour' | 'minute';
  id: number;
  identity: Identity;
}

const words: [DatePart['kind'], RegExp][] = [
  ['year', /year|^y+$/i],
  ['month', /month|^M+$/],
  ['day', /day|^d+$/i],
  ['hour', /hour|^h+$/i],
  ['minute', /minute|^m+$/],
];

const highest = new Map<string, DatePart['kind']>([
  ['12', 'month'],
  ['31', 'day'],
  ['30', 'day'],
  ['29', 'day'],
  ['28', 'day'],
  ['23', 'hour'],
  ['59', 'minute'],
]);

/** The parts of the date that a field is one of; none where it is no part, or not all of them can be told apart. */
export function dateParts(id: number): DatePart[] {
  const field = elementOf(id);
  if (field?.getAttribute('role') !== 'spinbutton') return [];
  let around = field.parentElement;
  let fields: Element[] = [];
  for (let up = 0; around && up < 4 && fields.length < 2; up++, around = around.parentElement)
    fields = [...around.querySelectorAll('[role="spinbutton"]')].filter((part) => part.checkVisibility());
  const parts = fields.flatMap((part) => {
    const kind = kindOf(part);
    return kind ? [{ kind, id: idOf(part), identity: identityOf(part) }] : [];
  });
  return parts.length > 1 && new Set(parts.map(({ kind }) => kind)).size === parts.length ? parts : [];
}

function kindOf(part: Element): DatePart['kind'] | undefined {
  const texts = [part.getAttribute('data-type'), part.getAttribute('aria-label'), part.textContent];
  for (const text of texts) {
    const named = words.find(([, word]) => word.test(text?.trim() ?? ''));
    if (named) return named[0];
  }
  const most = part.getAttribute('aria-valuemax') ?? '';
  return highest.get(most) ?? (Number(most) > 1000 ? 'year' : undefined);
}
