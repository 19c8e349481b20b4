import { state } from '../../state.js';
import { elementOf, idOf, isRetired, newIdOf } from '../refs.js';
import { isSame, type Record, type Remembered, recordOf, remembered } from './items.js';
import { isAnother } from './same-item.js';

/** What elements belonged to when they were last described, and so what their numbers stand for. */

export interface Described {
  record: Record;
  kept: Remembered;
  /** What it belonged to when it was given its number: there and back again is no change. */
  first: Remembered;
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

/** Whether what a record says now is what another one said: things have moved up in a list that reuses its rows. */
function isOthers(was: Remembered, now: Remembered): boolean {
  return now.line !== was.line && state.refs.items.belonging.linesBefore.has(now.line);
}

/**
 * The number of an element that is being described, and what it belongs to; another number where it is another's now. Its
 * name is asked for unless it is known.
 */
export function numbered(element: Element, name?: string): { id: number; record: Record } {
  const { described } = state.refs.items.belonging;
  const was = described.get(element);
  const now = recordOf(element, was?.record, name);
  if (was && (now === was.record || isSame(was.kept, now))) {
    was.record = now;
    note(was.kept.line);
    return { id: idOf(element), record: now };
  }
  const isBack = was !== undefined && isSame(was.first, now);
  // Whatever fills a row that has become empty again is compared with what it said before.
  if (isBack && now.says.length === 0) return { id: idOf(element), record: now };
  const kept = remembered(now);
  const goesOn = was && (isBack || !isAnothers(was, now, kept, element));
  if (was && !goesOn) giveUp(element, was.kept);
  described.set(element, { record: now, kept, first: goesOn ? was.first : kept });
  note(kept.line);
  return { id: idOf(element), record: now };
}

function isAnothers(was: Described, now: Record, kept: Remembered, element: Element): boolean {
  return isAnother(was.kept, was.record.item, now, element, isOthers(was.kept, kept));
}

function giveUp(element: Element, was: Remembered): void {
  const { lineBefore, forgotten } = state.refs.items.belonging;
  const id = idOf(element);
  lineBefore.set(id, was.line);
  forgotten.register(element, id);
  newIdOf(element);
}

/** What a numbered element belonged to and what it belongs to now, where that is another thing. */
export function movedFrom(id: number): { belonged: string; belongs: string } | undefined {
  const element = elementOf(id);
  if (!element) return undefined;
  const { described, lineBefore } = state.refs.items.belonging;
  const was = described.get(element);
  const now = recordOf(element);
  if (isRetired(id)) return { belonged: lineBefore.get(id) ?? '', belongs: remembered(now).line };
  if (!was || isSame(was.kept, now) || isSame(was.first, now)) return undefined;
  const kept = remembered(now);
  if (!isAnothers(was, now, kept, element)) return undefined;
  return { belonged: was.kept.line, belongs: kept.line };
}
