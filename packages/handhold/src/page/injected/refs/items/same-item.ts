import { actingOn } from '../../acting/acted-on.js';
import { isCarried } from '../../acting/drag-load.js';
import { contains, squash } from '../../dom/tree.js';
import { nameOf } from '../../looking/naming/name.js';
import { destroys } from '../../risk/inscriptions.js';
import { counted } from './counted.js';
import { itemText, type Part } from './item-text.js';
import type { Belonging, PastBelonging } from './items.js';
import { ticks, withoutNumbers } from './ticking.js';

/** Telling an item that has been updated from one that another has taken the place of. */

/** True if an element that belonged to one item, which is given too, belongs to another one by now. */
export function isAnother(
  was: PastBelonging,
  wasIn: Element | undefined,
  now: Belonging,
  element: Element,
  isOthers: boolean,
): boolean {
  if (isCarried(element)) return false;
  const acted = actingOn();
  const isHarmless = acted.length > 0 && acted.every((one) => !destroys(nameOf(one)));
  const isActedOn = isHarmless && acted.includes(element);
  // What turns the pages of a calendar stays what it is.
  if (was.group && now.group && titleOf(was.group) !== titleOf(now.group) && !isActedOn) return true;
  if (was.says.length === 0) return false;
  const says = now.says.map(comparable);
  const before = was.says.map((text) => asTicking(text, now.says));
  // What has come to begin its row, where the text before it is being edited, is told of nothing else in it.
  const item = now.item ?? element.closest('tr, li, [role="row"], [role="listitem"]') ?? undefined;
  const isInHere = isHarmless && acted.some((one) => isInside(one, item));
  const there = isInHere && item ? [...itemText(item).map(comparable), ...valuesIn(item)] : [];
  if (before.every((text) => says.includes(text) || there.includes(text))) return false;
  if (says.length > 0 && says.every((text) => before.includes(text))) return false;
  if (now.item && wasIn && wasIn !== now.item && contains(wasIn, now.item)) {
    // Something nearer says something by now, as a part that has been opened does.
    const around = itemText(wasIn).map(comparable);
    if (before.every((text) => around.includes(text))) return false;
  }
  if (isOthers || !isInHere) return true;
  const isCounter = acted.some((one) => isLength(says[0], one)) && !/\p{L}/u.test(before[0] ?? '');
  return !isUpdate(isCounter ? before.slice(1) : before, says, isActedOn);
}

/** True if a text says how much a field holds, or how much more it takes. */
function isLength(text: string | undefined, field: Element): boolean {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return false;
  const { value, maxLength } = field;
  const [number, of] = text?.match(/^(\d+)\D*?(\d+)?$/)?.slice(1) ?? [];
  const lengths = [value.length, (of === undefined ? maxLength : Number(of)) - value.length];
  return number !== undefined && !/\p{L}/u.test(text ?? '') && lengths.includes(Number(number));
}

/**
 * True if what was done in an item may have made it say this: it is called the same, and most else differs in
 * numbers.
 */
function isUpdate(before: readonly string[], now: readonly string[], isActedOn: boolean): boolean {
  const [title = ''] = before;
  // As a stepper that says nothing but its number.
  if (isActedOn && !before.some((text) => /\p{L}/u.test(text))) return true;
  const bare = now.map(withoutNumbers);
  const kept = before.filter((text) => bare.includes(withoutNumbers(text)));
  return now.includes(title) && kept.length * 2 >= before.length;
}

/** Texts that have become the values of fields, as the text of a cell does that is being edited. */
function valuesIn(item: Element): string[] {
  const fields = item.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(
    'input, textarea, select',
  );
  return Array.from(fields, (field) =>
    counted(
      squash(field instanceof HTMLSelectElement ? (field.selectedOptions[0]?.text ?? '') : field.value),
    ),
  );
}

function isInside(element: Element, item: Element | undefined): boolean {
  return item !== undefined && contains(item, element);
}

/** A group that is called by how many there are of something, as "1 item selected", is the same with "2 items". */
function titleOf(group: string): string {
  return counted(group.replace(/^\d[\d.,]*\s+\p{Ll}+/u, ''));
}

function comparable({ text, holder }: Part, at: number): string {
  const said = counted(text);
  return at > 0 && ticks(holder) ? withoutNumbers(said) : said;
}

/** A text from before, as what ticks now would have been compared. */
function asTicking(text: string, now: readonly Part[]): string {
  const said = counted(text);
  const bare = withoutNumbers(said);
  const isLoose = now.some(
    (part, at) => at > 0 && ticks(part.holder) && withoutNumbers(counted(part.text)) === bare,
  );
  return isLoose ? bare : said;
}
