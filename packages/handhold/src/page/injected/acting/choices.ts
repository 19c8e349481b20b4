import { fold } from '../dom/same-text.js';
import { visitedShadowRoots } from '../dom/shadow-trees.js';
import { activeElement, contains, elementAt, parentOf, squash } from '../dom/tree.js';
import { currentValue, isDisabled, isReadonly } from '../looking/roles/element-states.js';
import { firstLabels, type Option, pick } from '../looking/roles/options.js';
import { roleOf } from '../looking/roles/role.js';
import { shownPart } from '../looking/visibility/clips.js';
import type { Facts, Identity, Obstacle } from '../protocol.js';
import { identityOf } from '../refs/identity.js';
import { elementOf, idOf } from '../refs/refs.js';
import { watch } from '../settling/changes.js';
import { frame } from '../settling/timers.js';
import { state } from '../state.js';
import { isClippedAway, visibleBox } from '../targeting/hit-test.js';
import { resolveRef } from '../targeting/ready.js';
import {
  boxesOf,
  isShown,
  listsFromBefore,
  listsOf,
  offeredIn,
  optionFrom,
  optionsIn,
  scrollerIn,
  severalIn,
  takesSeveral,
  visibleLists,
} from './choice-lists.js';
import { type Choice, choiceFrom, markedIn } from './choice-marks.js';
import { factsOfChoice } from './native-choices.js';

/** Lists to choose from that pages build, in place or in a popup elsewhere; and which lists are the browser's own. */

export type Chooser =
  | {
      state: 'chooser';
      id: number;
      identity: Identity;
      /** `suggest` is a text field with a list of the browser's own, `popup` whatever opens when it is clicked. */
      kind: 'native' | 'listbox' | 'suggest' | 'popup';
      editable: boolean;
      multiple: boolean;
      facts?: Facts;
    }
  | Obstacle;

export interface Choices {
  /** True if any list is there to choose from. */
  open: boolean;
  /** The control itself says that its list is open, or that it is not. */
  expanded: boolean;
  collapsed: boolean;
  /** One for each value asked for; null where the list has none such. */
  wanted: (Choice | null)[];
  /** Selected although not asked for. */
  others: Choice[];
  multiple: boolean;
  labels: string[];
  total: number;
  /** There is more of the list to scroll to. */
  more: boolean;
}

/** The kind of list that an element leads to. */
export function chooser(id: number, shown: Identity | null, values: string[]): Chooser {
  const found = resolveRef(id, shown);
  if ('state' in found) return found;
  const element = chooserOf(found.element);
  const about = (kind: 'native' | 'listbox' | 'suggest' | 'popup', editable: boolean, multiple: boolean) => ({
    state: 'chooser' as const,
    id: idOf(element),
    identity: element === found.element ? found.identity : identityOf(element),
    kind,
    editable,
    multiple,
  });
  if (isDisabled(element)) return { state: 'disabled' };
  if (element instanceof HTMLSelectElement) {
    const facts = factsOfChoice(element, values);
    return { ...about('native', false, element.multiple), ...(facts ? { facts } : {}) };
  }
  if (element instanceof HTMLInputElement && element.list) return about('suggest', true, false);
  const role = roleOf(element);
  if (role === 'listbox') return about('listbox', false, takesSeveral(element));
  const opens =
    role === 'combobox' || element.hasAttribute('aria-haspopup') || element.hasAttribute('aria-expanded');
  const pressable = opens || role === 'button' || identityOf(element).role === 'clickable';
  if (!pressable || isReadonlyText(element))
    return { state: 'not_editable', why: `a ${found.identity.role} has nothing to choose from` };
  const isOpen = element.getAttribute('aria-expanded') === 'true';
  state.acting.listsBefore = {
    lists: new Set(visibleLists()),
    texts: isOpen ? new Set() : new Set(values.flatMap(saying)),
    around: textAround(element),
  };
  watch();
  return about('popup', isTextInput(element) && !isReadonly(element), false);
}

/** A text field made read-only by its author still opens its list; one that opens nothing has none. */
function isReadonlyText(element: Element): boolean {
  return isTextInput(element) && isReadonly(element) && roleOf(element) !== 'combobox';
}

function isTextInput(element: Element): boolean {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
}

/** The list meant by an element: itself, the one it labels, the one it is an option of, or the only one inside it. */
function chooserOf(element: Element): Element {
  if (element instanceof HTMLLabelElement && element.control) return element.control;
  if (element.getAttribute('role') === 'option') return element.closest('[role="listbox"]') ?? element;
  if (element instanceof HTMLSelectElement || roleOf(element) === 'combobox') return element;
  const inside = [...element.querySelectorAll('select, [role="combobox"], [role="listbox"]')].filter(
    (list) => list.checkVisibility({ visibilityProperty: true }) && isDrawn(list),
  );
  return (inside.length === 1 ? inside[0] : undefined) ?? element;
}

/** Not cut away by what is around it, so that only screen readers get it. */
function isDrawn(element: Element): boolean {
  const { width, height } = shownPart(element);
  return width > 2 && height > 2 && !isClippedAway(element);
}

/** The innermost things in view that say just this. */
function saying(text: string): Element[] {
  const wanted = fold(text);
  if (wanted === '') return [];
  const found: Element[] = [];
  for (const root of [document.body, ...visitedShadowRoots()]) {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const holder = node.parentElement;
      if (holder && fold(node.textContent ?? '') === wanted && isShown(holder)) found.push(holder);
    }
  }
  return found;
}

/**
 * True if what lies over a control is a part of it, such as its chips or placeholder, and nothing put over the page.
 */
export function isUnderItsOwn(id: number): boolean {
  const control = elementOf(id);
  const box = control && visibleBox(control);
  const hit = box && elementAt(box.x + box.width / 2, box.y + box.height / 2);
  if (!control || !hit || hit.closest('dialog, [role="dialog"], [role="alertdialog"]')) return false;
  const fields = ':is(input, select, textarea):not([type="hidden"], [tabindex="-1"], [aria-hidden="true"])';
  for (let up = parentOf(control), i = 0; up && i < 5; up = parentOf(up), i++) {
    if (up.getBoundingClientRect().height > 150 || up.querySelectorAll(fields).length > 1) return false;
    if (contains(up, hit)) return true;
  }
  return false;
}

/** The options of now, as far as they matter for these values. */
export function choices(id: number, values: string[]): Choices | null {
  const control = elementOf(id);
  if (!control?.isConnected) return null;
  const lists = listsOf(control);
  const options = offeredIn(lists).flatMap(optionsIn);
  const several = severalIn(control, lists);
  const choice = (option: Option): Choice =>
    several === 'called' ? { ...choiceFrom(option), selected: false, silent: true } : choiceFrom(option);
  const wanted = values.map((value) => {
    const [hit] = pick(options, value);
    if (hit) return choice(hit);
    const [kept] = pick(listsFromBefore(lists).flatMap(optionsIn), value);
    if (kept) return choiceFrom(kept);
    // A list that nobody marked as one: what has appeared and says just this.
    const loose =
      lists.length === 0
        ? saying(value).filter((element) => !state.acting.listsBefore?.texts.has(element))
        : [];
    // Beside the field it may be said of what has been chosen already.
    const apart = loose.find((element) => !parentOf(control)?.contains(element)) ?? loose[0];
    const fresh = apart && !contains(control, apart) ? apart : undefined;
    return fresh ? choice({ element: fresh, label: squash(value), value }) : null;
  });
  const ids = new Set(wanted.map((one) => one?.id));
  return {
    open: lists.length > 0 || wanted.some((one) => one !== null),
    expanded: control.getAttribute('aria-expanded') === 'true',
    collapsed: control.getAttribute('aria-expanded') === 'false',
    wanted,
    others: options.map(choice).filter((one) => one.selected && !ids.has(one.id)),
    multiple: several !== undefined,
    labels: firstLabels(options),
    total: options.length,
    more: boxesOf(control).some((list) => scrollerIn(list) !== undefined),
  };
}

/** Shows the next part of a list that draws only what is in view; false at its end. */
export function nextChoices(id: number): boolean {
  const control = elementOf(id);
  const box = control && boxesOf(control).map(scrollerIn).find(Boolean);
  if (!box) return false;
  watch();
  box.scrollBy({ top: box.clientHeight * 0.9, behavior: 'instant' });
  return true;
}

/** Waits for a list that is being closed, and an option of it, to be out of the way; some fade. */
export async function listGone(id: number, option: number | null, patience: number): Promise<void> {
  const end = performance.now() + patience;
  for (;;) {
    const control = elementOf(id);
    if (!control?.isConnected || performance.now() > end) return;
    const clicked = option === null ? undefined : elementOf(option);
    const isThere =
      clicked?.isConnected && isShown(clicked) && control.getAttribute('aria-expanded') !== 'true';
    if (listsOf(control).length === 0 && !isThere) return;
    await frame();
  }
}

/** The text around a control, where what was chosen shows up as a chip or a label. */
function textAround(control: Element): string {
  let around = control;
  for (let i = 0; i < 3; i++) {
    const up = parentOf(around);
    if (!up || up === document.body || (up.textContent ?? '').length > 2000) break;
    around = up;
  }
  return fold(around instanceof HTMLElement ? around.innerText : (around.textContent ?? ''));
}

/** Which of the labels a control now shows as its choice: in its own value, by a selected option, or beside it. */
export function chosen(id: number, labels: string[]): string[] | null {
  const control = elementOf(id);
  if (!control?.isConnected) return null;
  const own = fold(`${currentValue(control, roleOf(control)) ?? ''} ${ownText(control)}`);
  const selected = markedIn(control).map(fold);
  const around = textAround(control);
  const count = (text: string, part: string) => text.split(part).length;
  return labels.filter((label) => {
    const text = fold(label);
    if (own.includes(text) || selected.includes(text)) return true;
    return (
      state.acting.listsBefore !== undefined &&
      count(around, text) > count(state.acting.listsBefore.around, text) &&
      !listOpen(control)
    );
  });
}

function ownText(control: Element): string {
  return control instanceof HTMLElement && roleOf(control) !== 'listbox' ? control.innerText : '';
}

/** While the list is open its own text is no proof. */
function listOpen(control: Element): boolean {
  return listsOf(control).some((list) => parentOf(control)?.contains(list));
}

/** Everything selected in a list that pages build. */
export function selectedIn(id: number): string[] {
  const control = elementOf(id);
  return control?.isConnected ? markedIn(control) : [];
}

/**
 * Which of these options are marked as chosen now that their list is shut. Some lists mark what the pointer or the
 * keys are at in the same way, but never two at a time, nor as a form would.
 */
export function stillMarked(ids: number[]): boolean[] {
  const options = ids.map((id) => elementOf(id));
  const marked = options.map(
    (option) => option?.isConnected === true && choiceFrom(optionFrom(option)).selected,
  );
  const several = marked.filter(Boolean).length > 1;
  return marked.map((is, i) => is && (several || options[i]?.matches('[selected], [checked]') === true));
}

/** True if the focus is in the control or its list, so that a key reaches them. */
export function focusIsIn(id: number): boolean {
  const control = elementOf(id);
  const active = activeElement();
  if (!control || !active) return false;
  return contains(control, active) || listsOf(control).some((list) => contains(list, active));
}
