import type { PerceiveOptions } from '../protocol.js';
import type { Why } from '../refs/identity.js';
import { apartIn } from './parts.js';
import { addsTo } from './summary.js';

/** Texts that a name already says, so that they are not told twice. */

/** Nothing, all of it, or as much as stands in a name. */
export type Said = 'nothing' | 'all' | { name: string };

const labels = '[aria-label], [aria-labelledby]';
/** As much is shown of a name. */
const longestShown = 100;

/**
 * How much of the text in an element its name says: the rest, which a label or a long name leaves out, is told beside
 * it.
 */
export function saidBy(element: Element, name: string, why: Why, options: PerceiveOptions): Said {
  // What can be typed into shows its text as its value.
  if (!options.text || (element instanceof HTMLElement && element.isContentEditable)) return 'all';
  // Rows say more than their text in one line.
  if (isLoose(why) && element.querySelector('table')) return 'nothing';
  const labelled = element.hasAttribute('aria-label') || element.hasAttribute('aria-labelledby');
  const isOwn = !isLoose(why) && why !== 'report';
  const isWhole = isOwn || (!element.querySelector(labels) && apartIn(element).length === 0);
  // What is searched through has names whole.
  const isShort = name.length <= longestShown || (options.summaries && !name.endsWith('…'));
  if (!labelled && isShort && isWhole) return 'all';
  // A label may put in other words what a sign or an icon stands for.
  if (labelled && !/\S\s+\S|\d/.test(element.textContent?.trim() ?? '')) return 'all';
  return { name: name.slice(0, longestShown - 1) };
}

/** True if a name that is shown already tells a text. */
export function isSaid(text: string, said: Said): boolean {
  return typeof said === 'string' ? said === 'all' : !addsTo(said.name, text);
}

/** Text that is the name of a control or group, and shown with it. */
export function saidElsewhere(element: Element): boolean {
  const { tagName } = element;
  if (tagName === 'LEGEND') return element.parentElement?.tagName === 'FIELDSET';
  return tagName === 'LABEL' && element instanceof HTMLLabelElement && element.control !== null;
}

/** Shown only because of how it is used, not for what it is. */
export function isLoose(why: Why): boolean {
  return why === 'pointer' || why === 'focusable' || why === 'listener' || why === 'part';
}
