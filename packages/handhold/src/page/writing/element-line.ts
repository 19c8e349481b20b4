import { likelyHidden, quote } from '../../gate/untrusted.js';
import type { Belongs } from '../injected/protocol.js';
import type { ViewNode } from '../looking/view.js';
import { formatRef, refOf } from '../refs/ref.js';
import { titleOf } from './items.js';

export const nameLimit = 100;
export const valueLimit = 200;
const placeholderLimit = 60;
const errorLimit = 120;
const descriptionLimit = 80;
const optionLimit = 40;
const maxOptions = 12;

/** One element on one line, without indentation. */
export function elementLine(node: ViewNode): string {
  const parts = [`${refOf(node)} ${node.role}`];
  if (node.name) parts.push(quote(node.name, nameLimit));
  if (node.value !== undefined) parts.push(`= ${quote(node.value, valueLimit)}`);
  for (const state of node.states ?? []) parts.push(state);
  if (node.coveredBy !== undefined) parts.push(coverText(node));
  if (node.options && node.options.length > 0) parts.push(optionsText(node.options));
  const extras: string[] = [];
  if (node.placeholder) extras.push(`placeholder ${quote(node.placeholder, placeholderLimit)}`);
  if (node.looks) extras.push(`icon ${quote(node.looks, 40)}`);
  if (node.near) extras.push(`near ${quote(node.near, 40)}`);
  if (node.called) extras.push(`called ${quote(node.called, 40)}`);
  if (node.ordinal) extras.push(node.ordinal);
  if (node.error) extras.push(`error ${quote(node.error, errorLimit)}`);
  if (node.description && node.description !== node.error)
    extras.push(quote(node.description, descriptionLimit));
  if (node.more) extras.push(node.more);
  if (node.unseen) extras.push(likelyHidden);
  if (node.within) extras.push(withinText(node.within));
  if (extras.length > 0) parts.push(`(${extras.join(', ')})`);
  return parts.join(' ');
}

/** True if a line leaves out some of what an element holds or offers; a long name only ends in an ellipsis. */
export function isCut({ value, placeholder, error, description, options = [] }: ViewNode): boolean {
  const isLonger = (text: string | undefined, limit: number) => text !== undefined && text.length > limit;
  return (
    isLonger(value, valueLimit) ||
    isLonger(placeholder, placeholderLimit) ||
    isLonger(error, errorLimit) ||
    isLonger(description, descriptionLimit) ||
    options.length > maxOptions ||
    options.some((option) => option.length > optionLimit)
  );
}

function withinText({ role, name }: NonNullable<ViewNode['within']>): string {
  return `${role === 'heading' ? 'under' : `in ${role}`} ${quote(name, 60)}`;
}

function coverText(node: ViewNode): string {
  return node.coverRef === undefined ? 'covered' : `covered by ${formatRef(node.coverRef)}`;
}

function optionsText(options: string[]): string {
  const first = options.slice(0, maxOptions).map((option) => quote(option, optionLimit));
  if (options.length > maxOptions) first.push(`… ${options.length - maxOptions} more`);
  return `[${first.join(', ')}]`;
}

export function headingMark(heading: ViewNode): string {
  return '#'.repeat(Math.min(heading.level ?? 2, 6));
}

/** The end of a line of something that a person likely can't see. */
export function markOf(unseen: boolean | undefined): string {
  return unseen ? ` (${likelyHidden})` : '';
}

/** A heading, context or frame on one line. */
export function contextLine(node: ViewNode): string {
  if (node.kind === 'heading')
    return `${headingMark(node)} ${quote(node.name, nameLimit)}${markOf(node.unseen)}`;
  const parts = [node.role];
  if (node.name) parts.push(quote(node.name, nameLimit));
  for (const state of node.states ?? []) parts.push(state);
  if (node.description) parts.push(`(${quote(node.description, 80)})`);
  return parts.join(' ') + markOf(node.unseen);
}

/** Colons, bars and brackets between other things tell nothing apart. */
export function isOnlyMarks(text: string): boolean {
  return /^[\s:;,.|·•/()[\]{}–—-]+$/.test(text);
}

/** A row, item or card on one line: all that it says but what stands in lines of its own. */
export function itemLine({ role, says }: Belongs, own: ReadonlySet<string>, limit: number): string {
  const rest = says.split(' · ').filter((part) => !own.has(part) && !isOnlyMarks(part));
  return rest.length > 0 ? `${role} ${quote(rest.join(' · '), limit)}` : role;
}

/** True if an item is an element with a line of its own, which says what it is. */
export function isToldBy(item: Belongs, owner: ViewNode | undefined, inside: ViewNode): boolean {
  if (owner === undefined || owner.id !== item.id || owner.frame !== inside.frame) return false;
  return owner.name.includes(titleOf(item.says));
}
