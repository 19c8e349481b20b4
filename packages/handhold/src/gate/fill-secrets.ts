import type { Action } from '../actions/action.js';
import { Failure } from '../errors.js';
import { Secrets } from './secrets.js';

/** Parts of an action that end up in a field. Anywhere else a secret could go where it does not belong. */
const typedParts = new Set(['text', 'value', 'values']);

/** The action with secrets in place of their names, and which they were. */
export interface Filled<A> {
  action: A;
  names: readonly string[];
}

/** Puts secrets into what is typed, if the page and the documents of the elements it names are where they belong. */
export async function fillSecrets<A extends Action>(
  action: A,
  secrets: Secrets,
  pageUrl: () => string,
  frameOf: (ref: string) => string | undefined,
): Promise<Filled<A>> {
  if (!mentions(action)) return { action, names: [] };
  const filled = structuredClone(action);
  const names = new Set<string>();
  const places = new Set<string>();
  const texts: { in: object; key: string; text: string }[] = [];
  walk(filled, '', (holder, key, part, text) => {
    const found = Secrets.named(text);
    if (part === 'ref') places.add(frameOf(text) ?? '');
    if (found.length === 0) return;
    if (!typedParts.has(part)) throw misplaced(part);
    for (const name of found) names.add(name);
    texts.push({ in: holder, key, text });
  });
  places.delete('');
  for (const { in: holder, key, text } of texts)
    Reflect.set(holder, key, await secrets.fill(text, [pageUrl(), ...places]));
  return { action: filled, names: [...names] };
}

function mentions(value: unknown): boolean {
  if (typeof value === 'string') return /\{\{\s*secret:/.test(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(mentions);
}

/** `part` is the named key something stands under, whatever arrays are between. */
function walk(
  value: object,
  part: string,
  visit: (holder: object, key: string, part: string, text: string) => void,
): void {
  for (const [key, item] of Object.entries(value)) {
    const under = Array.isArray(value) ? part : key;
    if (typeof item === 'string') visit(value, key, under, item);
    else if (typeof item === 'object' && item !== null) walk(item, under, visit);
  }
}

function misplaced(part: string): Failure {
  return new Failure(
    'validation_error',
    `A secret can not stand in ${part}: it can only be typed into a field.`,
    {
      hint: 'Use {{secret:NAME}} in the text of browser_type or the values of browser_fill_form.',
    },
  );
}
