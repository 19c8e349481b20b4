import { clickTarget } from '../acting/click-guard.js';
import { contains, isElement, squash } from '../dom/tree.js';
import type { Loading } from '../protocol.js';
import { state } from '../state.js';
import { stillScrolls } from '../targeting/scroll.js';
import { changedSoFar, noteChanges } from './changes.js';
import { turnsForEver } from './motion.js';
import { frame, timersOfPage } from './timers.js';

/** Telling results of an action from what only stands where something is still to come. */

const spinner = '[aria-busy="true"], [role="progressbar"]:not([aria-valuenow]), progress:not([value])';
const heldBack = ':disabled, [aria-disabled="true"], [aria-busy="true"]';
const controls = 'a, button, label, [role="button"], [role="tab"], [role="menuitem"], [role="option"]';
const leastDrawing = 12;
const longest = 40;
const words =
  /^(?:loading|please wait|one moment|laden|lädt|bitte warten|chargement|cargando|carregando|caricamento|загрузка|読み込み中|加载中|로딩)(?:\s\S+){0,2}\P{L}*$|^\p{L}+ing\b.*(?:…|\.\.\.)$/iu;

/** Where a script has set a timer, which may bring the rest: whether something says so, or only looks like it. */
export function stillLoads(): Loading | undefined {
  if (stillScrolls()) return 'seems';
  if (timersOfPage() <= state.settling.changes.timers) return undefined;
  const changed = [...changedSoFar()].filter((node) => node.isConnected);
  if (changed.some(says)) return 'says';
  return isHeldBack(changed) || changed.some(turns) ? 'seems' : undefined;
}

function says(node: Node): boolean {
  const text = node.textContent ?? '';
  if (text.length > longest) return false;
  if (!words.test(squash(text)) && !(isElement(node) && hasSpinner(node))) return false;
  return isVisible(isElement(node) ? node : node.parentElement);
}

function hasSpinner(element: Element): boolean {
  return element.matches(spinner) || element.querySelector(spinner) !== null;
}

/** Nothing came of it but that it can't be done again for now. */
function isHeldBack(changed: readonly Node[]): boolean {
  const acted = clickTarget();
  return acted?.matches(heldBack) === true && changed.every((node) => contains(acted, node));
}

/** A drawing that turns for ever where a text may come; not the ripple in a button that has the focus, nor a dot. */
function turns(node: Node): boolean {
  if (!isElement(node) || node.textContent?.trim() || node.closest(controls)) return false;
  const { width, height } = node.getBoundingClientRect();
  return Math.min(width, height) >= leastDrawing && isVisible(node) && turnsForEver(node);
}

function isVisible(element: Element | null): boolean {
  return element?.checkVisibility({ opacityProperty: true, visibilityProperty: true }) === true;
}

/** Waits until nothing does any more, or the time is over. */
export async function loaded(time: number): Promise<void> {
  const { changes } = state.settling;
  const end = performance.now() + time;
  while (performance.now() < end && stillLoads()) {
    const before = changes.changedAt;
    while (changes.changedAt === before && performance.now() < end) {
      await frame();
      noteChanges();
    }
  }
}
