import { z } from 'zod';
import { changes, dialogShape, outcomeShape } from '../acting/outcome-shape.js';
import { address, quote, sourceOf } from '../gate/untrusted.js';
import { isRefLike } from '../page/refs/ref.js';
import type { Target } from '../page/targeting/find-target.js';
import type { ToolText } from '../tool.js';

/** Pieces that several tools' schemas and texts are made of. */

export { changes, dialogShape, outcomeShape };

export const ref = z.string().max(100).describe('Ref from the snapshot, e.g. "@e5"');
export const selector = z.string().max(1000).describe('CSS, //xpath or text=…, if there is no ref');

/** A refinement rather than a range, which would be told to the model in every tool and is of no use to it. */
const milliseconds = z.number().refine((ms) => ms >= 1 && ms <= 300_000, 'Must be 1 to 300000 ms.');

export function timeout(ms: number) {
  return milliseconds.default(ms).describe('ms');
}

/**
 * How long it may take; as long, a selector is waited for. Whether it was given makes that difference, so the default is
 * told but not filled in.
 */
export function patience(ms: number) {
  return milliseconds.optional().meta({ default: ms, description: 'ms; if given, waits for a selector' });
}

export const target = { ref: ref.optional(), selector: selector.optional() };

interface MaybeTarget {
  ref?: string | undefined;
  selector?: string | undefined;
  timeout?: number | undefined;
}

type TargetRule = [rule: (input: MaybeTarget) => boolean, complaint: { message: string; path: string[] }];

export const exactlyOneTarget: TargetRule = [
  (input: MaybeTarget) => (input.ref === undefined) !== (input.selector === undefined),
  { message: 'Give either ref or selector.', path: ['ref'] },
];

/** True of a schema that refuses input which names no element. */
export function needsTarget(schema: z.core.$ZodType): boolean {
  return (schema._zod.def.checks ?? []).some(
    ({ _zod: { def } }) => 'fn' in def && def.fn === exactlyOneTarget[0],
  );
}

export const atMostOneTarget: TargetRule = [
  (input: MaybeTarget) => input.ref === undefined || input.selector === undefined,
  { message: 'Give ref or selector, not both.', path: ['ref'] },
];

export function targetOf(input: MaybeTarget): Target | undefined {
  const { ref, selector, timeout } = input;
  if (ref !== undefined) return { ref };
  if (selector === undefined) return undefined;
  return timeout === undefined ? { selector } : { selector, within: timeout };
}

/** For tools whose schema guarantees that there is one. */
export function requiredTarget(input: MaybeTarget): Target {
  return targetOf(input) ?? { selector: '' };
}

/** The target that a single word names. */
export function elementNamed(word: string): Target {
  return isRefLike(word) ? { ref: word } : { selector: word };
}

/** More pixels than any page is wide or high. */
export const farthest = 100_000;

export const modifiers = z
  .array(z.enum(['Alt', 'Control', 'Meta', 'Shift']))
  .max(4)
  .default([]);

/** A dialog on one line, with whose it is: a frame or another tab may put up one in the page's place. */
export function dialogText(dialog: z.output<typeof dialogShape>, max = 300): string {
  return `dialog ${dialog.type} ${quote(dialog.message, max)} ${sourceOf(dialog)}`;
}

type OutcomeData = z.output<z.ZodObject<typeof outcomeShape>>;

/** Our line about an outcome, the extras under it, and the page's lines. `elseSay` follows our line if nothing changed. */
export function outcomeText(head: string, data: OutcomeData, pageLines: string, elseSay = ''): ToolText {
  const lines = [head];
  for (const dialog of data.answeredDialogs ?? []) lines.push(`${dialog.answer} ${dialogText(dialog, 200)}`);
  if (data.healed) lines.push(`healed: ${data.healed} had been replaced by an equal element`);
  for (const { element, message } of data.invalid ?? []) {
    // A field whose line says so already needs no second one.
    const [ref = ''] = element.split(' ', 1);
    if (!new RegExp(`^[+~] ${ref} .* invalid\\b`, 'm').test(pageLines))
      lines.push(`not valid: ${element} ${quote(message, 120)}`);
  }
  if (data.newTab) lines.push(newTabLine(data.newTab));
  if (data.download) lines.push(downloadLine(data.download));
  if (data.dialog) lines.push(`${dialogText(data.dialog)}: answer it with browser_dialog`);
  if (data.asksForFile) lines.push('the page asks for a file: give it one with browser_upload');
  for (const error of data.consoleErrors ?? []) lines.push(`console error ${quote(error, 200)}`);
  for (const failed of data.failedRequests ?? []) lines.push(`request failed ${quote(failed, 200)}`);
  if (data.failedDecoration === 1) lines.push('1 image, font or the like failed to load');
  else if (data.failedDecoration !== undefined)
    lines.push(`${data.failedDecoration} images, fonts or the like failed to load`);
  for (const { url, why } of data.blocked ?? []) lines.push(`blocked ${address(url)} (${why})`);
  if (data.pending) lines.push(`pending: ${data.pending.map((what) => quote(what, 150)).join(', ')}`);
  if (data.page) lines.push(pageHead(data.title, data.url, data.page.shown, data.page.elements));
  else if (data.besides) lines.push(...data.besides);
  else if (pageLines === '' && !data.dialog) lines[0] = head + elseSay;
  return { head: lines.join('\n'), page: pageLines === '' ? undefined : pageLines };
}

function newTabLine({ tab, title, url, followed }: NonNullable<OutcomeData['newTab']>): string {
  const how = followed === false ? `: select it with browser_tabs, tab "${tab}"` : '';
  return `new tab ${tab} ${quote(title)} ${address(url)}${how}`;
}

/** Texts of the page, one after the other. */
export function quoted(texts: string[]): string {
  return texts.map((one) => quote(one, 60)).join(', ') || 'nothing';
}

/** A download on one line. */
export function downloadLine(download: {
  id: string;
  name: string;
  size?: number | undefined;
  failure?: string | undefined;
}): string {
  const end = download.failure ? ` failed ${quote(download.failure)}` : sizeText(download.size);
  return `download ${download.id} ${quote(download.name)}${end}`;
}

export function sizeText(bytes: number | undefined): string {
  if (bytes === undefined) return '';
  if (bytes < 1000) return ` ${bytes} B`;
  return bytes < 1_000_000 ? ` ${(bytes / 1000).toFixed(1)} kB` : ` ${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** For tools that are expected to change something. */
export const nothingChanged = '; nothing visible changed';

/** The line above a snapshot. */
export function pageHead(title: string, url: string, shown: number, elements: number): string {
  return `page ${quote(title)} ${address(url)} ${shown} of ${elements} elements`;
}
