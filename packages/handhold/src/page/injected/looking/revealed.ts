import { contains, isElement, isText, parentOf } from '../dom/tree.js';
import { state } from '../state.js';
import { describedNow } from './visited.js';

/**
 * Elements that could not be seen before an action and can be afterwards, whichever class, style or state is the
 * reason.
 */

/** Elements asked before an action: few enough not to be noticed, enough for most pages as a whole. */
const maxAsked = 2000;
const maxHidden = 300;

/** Where a larger page is likely to have something up its sleeve; plain attributes, which are found fast. */
const likely = '[hidden],[aria-hidden="true"],[role="alert"],[role="status"],[aria-live]';

const seen = { opacityProperty: true, visibilityProperty: true } as const;

/** Notes what is hidden now, shadow trees included. */
export function noteHidden(roots: Iterable<ShadowRoot>): void {
  const { revealed: found } = state.looking;
  const hidden = new Set<Node>();
  found.hidden = hidden;
  found.shown = [];
  let left = maxAsked;
  if (document.body) left = noteIn(document.body, left);
  for (const root of roots) for (const child of root.children) left = noteIn(child, left);
  const isWhole = left > 0 && hidden.size < maxHidden;
  found.allHidden = isWhole ? hidden : undefined;
  if (isWhole || !document.body) return;
  for (const element of document.body.querySelectorAll(likely)) {
    if (hidden.size >= maxHidden) return;
    if (isHidden(element)) hidden.add(element);
  }
}

/** Goes through what is rendered; what is not is noted and not entered. Gives how many more may be asked. */
function noteIn(top: Element, most: number): number {
  const { hidden } = state.looking.revealed;
  let left = most;
  let element = top;
  while (left > 0 && hidden.size < maxHidden) {
    left -= 1;
    const enters = !isHidden(element);
    if (!enters) hidden.add(element);
    else if (element.localName === 'details' && !element.hasAttribute('open')) noteTextOf(element);
    let next = enters && element.localName !== 'svg' ? element.firstElementChild : null;
    while (!next) {
      if (element === top) return left;
      next = element.nextElementSibling;
      if (!next) element = element.parentElement ?? top;
    }
    element = next;
  }
  return left;
}

/** A closed section's own text stands in no element of its own. */
function noteTextOf(section: Element): void {
  const { hidden } = state.looking.revealed;
  for (const child of section.childNodes) if (isText(child) && child.data.trim()) hidden.add(child);
}

function isHidden(element: Element): boolean {
  return (
    !element.checkVisibility(seen) ||
    (element.getAttribute('aria-hidden') === 'true' && !isOnlyShutOff(element)) ||
    (element.firstElementChild !== null && element.clientHeight === 0 && isFolded(element))
  );
}

/** A part of the page of which something was shown before: something else is in front of it for a while. */
function isOnlyShutOff(element: Element): boolean {
  if (element.parentElement !== document.body) return false;
  for (const known of describedNow()) if (contains(element, known)) return true;
  return false;
}

/** Folded to nothing, as sections are that unfold with an animation. */
function isFolded(element: Element): boolean {
  return element.scrollHeight > 0 && getComputedStyle(element).overflowY !== 'visible';
}

/** Finds out which of them can be seen now. */
export function noteRevealed(): void {
  const { revealed: found } = state.looking;
  found.shown = [...found.hidden].filter(isRevealed);
  found.hidden = new Set();
}

/** Has what was found at earlier looks told with it, where it can still be seen. */
export function revealedAgain(nodes: readonly Node[]): void {
  state.looking.revealed.shown = nodes.filter(isRevealed);
}

/** True if something could not be seen before the action, or nobody knows. */
export function wasHidden(node: Node): boolean {
  const { allHidden } = state.looking.revealed;
  if (!allHidden) return true;
  for (let up: Node | null = node; up; up = parentOf(up)) if (allHidden.has(up)) return true;
  return false;
}

/** The nodes that came to light, the same until the next action. */
export function revealed(): readonly Node[] {
  return state.looking.revealed.shown;
}

function isRevealed(node: Node): boolean {
  if (!node.isConnected) return false;
  if (isText(node))
    return node.parentElement?.hasAttribute('open') === true && isRevealed(node.parentElement);
  if (!isElement(node) || isHidden(node)) return false;
  for (let up = parentOf(node); up; up = parentOf(up))
    if (up.clientHeight === 0 && isFolded(up)) return false;
  return true;
}
