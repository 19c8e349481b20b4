import { fold } from '../../dom/same-text.js';
import { squash } from '../../dom/tree.js';

/** Options to choose from, and which of them are meant. */

export interface Option {
  element: Element;
  label: string;
  value: string;
}

const maxLabels = 30;

/** As many as an error would tell. */
export function firstLabels(options: Option[]): string[] {
  return options.slice(0, maxLabels).map(({ label }) => label);
}

/**
 * The one that is meant by its label or value: exactly so, else whatever the case, else by a label that was shown
 * cut.
 */
export function pick(options: Option[], wanted: string): Option[] {
  const label = squash(wanted);
  const folded = fold(wanted);
  const start = label.endsWith('…') && label.length > 30 ? fold(label.slice(0, -1)) : undefined;
  const tests: ((option: Option) => boolean)[] = [
    (option) => option.label === label,
    (option) => option.value === wanted,
    (option) => fold(option.label) === folded,
    (option) => start !== undefined && fold(option.label).startsWith(start),
  ];
  for (const test of tests) {
    const hits = options.filter(test);
    if (hits.length > 0) return hits;
  }
  return [];
}
