import type { ActionBase, ActionKind } from '../action.js';
import { Failure } from '../errors.js';
import { Secrets } from './secrets.js';

/** The action with secrets in place of their names, and which they were. */
export interface Filled<A> {
  action: A;
  names: readonly string[];
}

/** Puts secrets into the one field of an action that may hold some, if the page and the documents of the elements it names are where they belong. */
export async function fillSecrets<A extends ActionBase, R>(
  { secretIn }: ActionKind<A, R>,
  action: A,
  secrets: Secrets,
  pageUrls: () => readonly string[],
  frameOf: (ref: string) => string | undefined,
): Promise<Filled<A>> {
  if (!mentions(action)) return { action, names: [] };
  const filled = structuredClone(action);
  const names = new Set<string>();
  const places = new Set<string>();
  const texts: TextPart[] = [];
  walk(filled, filled, '', (place) => {
    const found = Secrets.named(place.text);
    if (place.part === 'ref') places.add(frameOf(place.text) ?? '');
    if (found.length === 0) return;
    if (place.part !== secretIn?.field) throw misplaced(place.part);
    for (const name of found) names.add(name);
    texts.push(place);
  });
  places.delete('');
  for (const { holder, key, owner, text } of texts) {
    Reflect.set(holder, key, await secrets.fill(text, [...pageUrls(), ...places]));
    // Whoever types it is to know, and what to show in its place.
    if (!secretIn?.unlabelled) Reflect.set(owner, 'secret', Secrets.labelled(text));
  }
  return { action: filled, names: [...names] };
}

function mentions(value: unknown): boolean {
  if (typeof value === 'string') return /\{\{\s*secret:/.test(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(mentions);
}

/** A text in an action. */
interface TextPart {
  holder: object;
  key: string;
  text: string;
  /** The named key that it stands under, and the object that has that key, whatever arrays are between. */
  part: string;
  owner: object;
}

function walk(value: object, owner: object, part: string, visit: (part: TextPart) => void): void {
  for (const [key, item] of Object.entries(value)) {
    const isItem = Array.isArray(value);
    const under = isItem ? part : key;
    const has = isItem ? owner : value;
    if (typeof item === 'string') visit({ holder: value, key, text: item, part: under, owner: has });
    else if (typeof item === 'object' && item !== null) walk(item, has, under, visit);
  }
}

function misplaced(part: string): Failure {
  return new Failure(
    'validation_error',
    `A secret can not stand in ${part} here: it can only be typed into a field.`,
    {
      hint: 'Use {{secret:NAME}} in the text of browser_type or the values of browser_fill_form.',
    },
  );
}
