import { visitedShadowRoots } from '../dom/shadow-trees.js';
import { childrenOf, contains, isElement, parentOf, referenced, shadowOf, squash } from '../dom/tree.js';
import { nameOf } from '../looking/naming/name.js';
import type { Option } from '../looking/roles/options.js';
import { roleOf } from '../looking/roles/role.js';
import { state } from '../state.js';
import { visibleBox } from '../targeting/hit-test.js';

/** Lists that a page has built for a control, and the options in them. */

const listRoles = '[role="listbox"], [role="menu"], [role="tree"], [role="grid"]';
const optionRoles = new Set(['option', 'menuitemradio', 'menuitemcheckbox', 'menuitem', 'treeitem']);
const maxOptions = 5000;

/**
 * Lists that were in view before anything was opened, and things that already said what is looked
 * for.
 */
export interface ListsBefore {
  lists: Set<Element>;
  texts: Set<Element>;
  around: string;
}

export function takesSeveral(list: Element): boolean {
  const several = '[aria-multiselectable="true"]';
  return list.matches(several) || list.querySelector(several) !== null;
}

/** Many libraries only say so to themselves. */
function isCalledMultiple(part: Element): boolean {
  let up: Element | null = part;
  for (let i = 0; i < 5 && up && up !== document.body; i++, up = parentOf(up))
    if (/(^|[\s_-])(is-)?multi(ple)?($|[\s_-])/i.test(up.getAttribute('class') ?? '')) return true;
  return false;
}

export function visibleLists(): Element[] {
  return searched().flatMap((root) => [...root.querySelectorAll(listRoles)].filter(isShown));
}

/** A list may open in the shadow tree that its control is in, or in one of its own. */
function searched(): (Document | ShadowRoot)[] {
  return [document, ...visitedShadowRoots()];
}

/** Some lists are only there for screen readers, without any size, beside what is drawn. */
export function isShown(element: Element): boolean {
  if (!element.checkVisibility({ visibilityProperty: true })) return false;
  const box = visibleBox(element);
  return box !== undefined && box.width > 1 && box.height > 1;
}

/** Where a control's options are: in itself, where it says, or in what has come into view since. */
export function listsOf(control: Element): Element[] {
  if (roleOf(control) === 'listbox') return [control];
  const named = namedLists(control).filter((list) => isShown(list) && optionsIn(list).length > 0);
  if (named.length > 0) return named;
  return visibleLists().filter(
    (list) => !state.acting.listsBefore?.lists.has(list) || contains(control, list),
  );
}

/** The lists that a control says are its own, or keeps in its shadow tree. */
function namedLists(control: Element): Element[] {
  const named = [control, ...control.querySelectorAll('[aria-controls], [aria-owns]')].flatMap((element) => [
    ...referenced(element, 'aria-controls'),
    ...referenced(element, 'aria-owns'),
  ]);
  return [...new Set([...named, ...(shadowOf(control)?.querySelectorAll(listRoles) ?? [])])];
}

/** Boxes that can be scrolled to see more options; also around a list that only screen readers get. */
export function boxesOf(control: Element): Element[] {
  const lists = listsOf(control);
  if (lists.length > 0) return lists;
  return namedLists(control).flatMap((list) => parentOf(list) ?? []);
}

export function optionsIn(list: Element): Option[] {
  const options: Option[] = [];
  const visit = (element: Element): void => {
    if (options.length >= maxOptions) return;
    for (const child of childrenOf(element)) {
      if (!isElement(child)) continue;
      const role = child.getAttribute('role') ?? '';
      if (optionRoles.has(role) && isShown(child)) options.push(optionFrom(child));
      else visit(child);
    }
  };
  visit(list);
  return options;
}

export function optionFrom(element: Element): Option {
  const label = squash(nameOf(element, 'option')) || squash(element.textContent ?? '');
  const value = ['data-value', 'value', 'data-key'].map((name) => element.getAttribute(name)).find(Boolean);
  return { element, label, value: value ?? '' };
}

/** Of a control's lists those that have come up; where some have, the others show what has been chosen from them. */
export function offeredIn(lists: Element[]): Element[] {
  const kept = listsFromBefore(lists);
  return kept.length > 0 ? lists.filter((list) => !kept.includes(list)) : lists;
}

export function listsFromBefore(lists: Element[]): Element[] {
  const were = lists.filter((list) => state.acting.listsBefore?.lists.has(list));
  return were.length < lists.length ? were : [];
}

/**
 * How it is known that several can be chosen: by what is said of the lists, or only by what they are called. In the latter the mark of
 * a choice is on the one that the pointer or the keys are at.
 */
export function severalIn(control: Element, lists: Element[]): 'said' | 'called' | undefined {
  if ([...lists, ...namedLists(control)].some(takesSeveral)) return 'said';
  return [control, ...lists].some(isCalledMultiple) ? 'called' : undefined;
}

/** The box of a list that has more below; some lists that draw only what is in view scroll by script. */
export function scrollerIn(list: Element): Element | undefined {
  const boxes = [list, ...list.querySelectorAll('*')].slice(0, 200);
  const around = parentOf(list);
  if (around) boxes.push(around);
  const longer = boxes.filter(
    (box) =>
      box.scrollHeight > box.clientHeight + 1 &&
      box.scrollTop + box.clientHeight < box.scrollHeight - 1 &&
      box.clientHeight > 1,
  );
  const overflow = (box: Element) => getComputedStyle(box).overflowY;
  return (
    longer.find((box) => /auto|scroll|overlay/.test(overflow(box))) ??
    longer.find((box) => overflow(box) === 'hidden' && box.scrollHeight > box.clientHeight * 2)
  );
}
