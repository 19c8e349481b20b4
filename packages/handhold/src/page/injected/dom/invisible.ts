/**
 * Characters that a page writes and nobody sees: never passed on, and nothing by which one text differs from another.
 */

/**
 * Bidi controls, tags, fillers, zero-width characters and the like: invisible to a person, so never passed on to a model.
 * Signs that stand before numbers are formally of that kind, but drawn.
 */
const ignorable = String.raw`[[\p{Default_Ignorable_Code_Point}\p{Cf}]--[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]]`;
/** Scripts in which joiners decide between letters that look different. */
const joining =
  'Arabic Syriac Nko Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar'
    .split(' ')
    .map((script) => `\\p{Script=${script}}`)
    .join('');
/**
 * Where they belong to what is drawn: in emoji that are put together, after one to choose its look, between such
 * letters.
 */
const belonging = [
  String.raw`(?<=\p{Extended_Pictographic}\ufe0f?|\p{Emoji_Modifier})\u200d(?=\p{Extended_Pictographic})`,
  String.raw`(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f]`,
  String.raw`(?<=[0-9#*])\ufe0f(?=\u20e3)`,
  `(?<=[${joining}])[\\u200c\\u200d](?=[${joining}])`,
];
const anyIgnorable = new RegExp(ignorable, 'v');
/** So many in a row belong nowhere. */
const manyIgnorable = new RegExp(`${ignorable}{3,}`, 'gv');
const belongingOrNot = new RegExp(`(${belonging.join('|')})|${ignorable}`, 'gv');

/** None of them is among the letters that most pages are written with. */
const mayHoldAny = /\u00ad|[^\n -\u02ff]/;

/** Text from a page without characters that a person can't see. */
export function visibleOnly(text: string): string {
  if (!mayHoldAny.test(text) || !anyIgnorable.test(text)) return text;
  return text
    .replace(manyIgnorable, '')
    .replace(belongingOrNot, (_found, belongs: string | undefined) => belongs ?? '');
}
