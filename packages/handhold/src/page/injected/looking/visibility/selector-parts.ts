/** Reads selectors by their text. */

/** By what stands around a tree, and by more than names. */
export const byHost = /:host(-context)?\(/;

export const byMore = /[:+~[\\]/;

/** True if a rule may hold for one of two elements that stand in the same place, if only while one points at it. */
export function mayDiffer(selector: string): boolean {
  return byMore.test(selector.replace(/:host(?![(-])/g, '')) && !ofPseudoElement.test(lastOf(selector));
}

/** Not of elements themselves, or only while one points at them or uses them: at other times they are seen. */
export function isPassing(selector: string): boolean {
  if (!selector.includes(':')) return false;
  const last = lastOf(selector);
  return /:(hover|active|focus)/.test(last) || ofPseudoElement.test(last);
}

const ofPseudoElement = /::|:(before|after|first-line|first-letter)\b/;

/** The last part of a selector, without anything that stands in brackets. */
export function lastOf(selector: string): string {
  return (
    bare(selector)
      .split(/[\s>+~]+/)
      .at(-1) ?? ''
  );
}

export const isPlain = /^[\w\s.#>+~-]*$/;
export const quoted = /"(?:[^"\\]|\\.)*"/g;
const escaped = /\\(?:[\da-f]{1,6}\s?|.)/gi;
const bracketed = /\([^()]*\)|\[[^[\]]*\]/g;

function bare(selector: string): string {
  if (isPlain.test(selector)) return selector;
  let text = selector.replace(quoted, '').replace(escaped, '\\');
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replace(bracketed, '');
  }
  return text;
}

/** The selectors of a list, whose commas may also stand inside of one. */
export function split(selectors: string): string[] {
  if (!/[([\\]/.test(selectors)) return selectors.split(', ');
  const same = (text: string) => '_'.repeat(text.length);
  const plain = selectors.replace(quoted, same).replace(escaped, same);
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i < plain.length; i++) {
    const sign = plain.charAt(i);
    if (sign === '(' || sign === '[') depth += 1;
    else if (sign === ')' || sign === ']') depth -= 1;
    else if (sign === ',' && depth === 0) {
      parts.push(selectors.slice(from, i).trim());
      from = i + 1;
    }
  }
  return [...parts, selectors.slice(from).trim()];
}
