import type { Editable } from '../../../page/injected/protocol.js';

/** Texts that were typed, held against what a field holds after that. */

/** Enter in a one-line field would submit its form, which only `submit` may do. */
export function oneLine(kind: Editable): boolean {
  return kind === 'text' || kind === 'password';
}

/** A text with line breaks of one kind. */
export function lines(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** True if the field took the text: as it is, or reformatted by a mask, but not cut, refused, cleared or joined up. */
export function took(kind: Editable, before: string, text: string, after: string): boolean {
  const has = lines(after);
  if (text !== '' && has === lines(before)) return false;
  if (has === lines(before + text) || has.includes(lines(text))) return true;
  const noise = oneLine(kind) ? /[^\p{L}\p{N}]/gu : /[^\p{L}\p{N}\n]/gu;
  const essence = (value: string) =>
    lines(value).normalize('NFKC').toLowerCase().replace(noise, '').replace(/\n+/g, '\n').trim();
  const core = essence(text);
  if (core === '') return has.replace(/\s/g, '').includes(text.replace(/\s/g, ''));
  return essence(after).includes(core);
}

/** The same for an editor of which only what is in view is known, which the end of what was typed is. */
export function tookInView(before: string, text: string, inView: string): boolean {
  const signs = (value: string) => value.replace(/\s/g, '');
  return inView !== before && signs(inView).includes(signs(text).slice(-80));
}

/**
 * True if keys came too fast for a field that is written anew as it is typed into: all of them came, but not in order, or
 * some in the middle did not. What only lacks an end was cut.
 */
export function isJumbled(text: string, came: string): boolean {
  const signs = (value: string) => [...value].sort().join('');
  if (came === '' || text.startsWith(came)) return false;
  if (signs(text) === signs(came)) return true;
  let at = 0;
  for (const sign of text) if (sign === came[at]) at += 1;
  return at === came.length;
}
