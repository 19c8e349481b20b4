import { state } from '../../state.js';
import { elementOf, idOf, isRetired, newIdOf } from '../refs.js';
import { type Belonging, belongingOf, isSame, type PastBelonging, pastBelonging } from './items.js';
import { isAnother } from './same-item.js';

/** The items that elements belonged to when they were last described, and so what their numbers stand for. */

export interface Described {
  belonging: Belonging;
  kept: PastBelonging;
  /** The item that it belonged to when it was given its number: there and back again is no change. */
  first: PastBelonging;
}

/** Begins a look; one that only repeats the latest is compared with the same one as that. */
export function beginItems(again: boolean): void {
  const { belonging } = state.refs.items;
  if (!again) belonging.linesBefore = belonging.lines;
  belonging.lines = new Set();
}

function note(text: string): void {
  if (text) state.refs.items.belonging.lines.add(text);
}

/** True if what an item says now is what another one said: things have moved up in a list that reuses its rows. */
function isOthers(was: PastBelonging, now: PastBelonging): boolean {
  return now.line !== was.line && state.refs.items.belonging.linesBefore.has(now.line);
}

/**
 * The number of an element that is being described, and what it belongs to; another number where it is another's now. Its
 * name is asked for unless it is known.
 */
export function numbered(element: Element, name?: string): { id: number; belonging: Belonging } {
  const { described } = state.refs.items.belonging;
  const was = described.get(element);
  const now = belongingOf(element, was?.belonging, name);
  if (was && (now === was.belonging || isSame(was.kept, now))) {
    was.belonging = now;
    note(was.kept.line);
    return { id: idOf(element), belonging: now };
  }
  const isBack = was !== undefined && isSame(was.first, now);
  // Whatever fills a row that has become empty again is compared with what it said before.
  if (isBack && now.says.length === 0) return { id: idOf(element), belonging: now };
  const kept = pastBelonging(now);
  const goesOn = was && (isBack || !isOthersNow(was, now, kept, element));
  if (was && !goesOn) giveUp(element, was.kept);
  described.set(element, { belonging: now, kept, first: goesOn ? was.first : kept });
  note(kept.line);
  return { id: idOf(element), belonging: now };
}

function isOthersNow(was: Described, now: Belonging, kept: PastBelonging, element: Element): boolean {
  return isAnother(was.kept, was.belonging.item, now, element, isOthers(was.kept, kept));
}

function giveUp(element: Element, was: PastBelonging): void {
  const { lineBefore, forgotten } = state.refs.items.belonging;
  const id = idOf(element);
  lineBefore.set(id, was.line);
  forgotten.register(element, id);
  newIdOf(element);
}

/** The item that a numbered element belonged to and the one that it belongs to now, where that is another. */
export function movedFrom(id: number): { belonged: string; belongs: string } | undefined {
  const element = elementOf(id);
  if (!element) return undefined;
  const { described, lineBefore } = state.refs.items.belonging;
  const was = described.get(element);
  const now = belongingOf(element);
  if (isRetired(id)) return { belonged: lineBefore.get(id) ?? '', belongs: pastBelonging(now).line };
  if (!was || isSame(was.kept, now) || isSame(was.first, now)) return undefined;
  const kept = pastBelonging(now);
  if (!isOthersNow(was, now, kept, element)) return undefined;
  return { belonged: was.kept.line, belongs: kept.line };
}
