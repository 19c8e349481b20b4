import { shadowOf } from '../dom/tree.js';
import type { Fingerprint } from '../protocol.js';
import { elementOf } from '../refs/refs.js';
import { onFrame } from '../settling/timers.js';
import { state } from '../state.js';
import { drawnValues } from './drawn-text.js';
import { holdsAny } from './fingerprints.js';
import { isTainted } from './taint.js';

/** Values that no picture may show are drawn as dots while it is taken. */

type Styled = Element & ElementCSSInlineStyle;

/**
 * Draws dots in place of these values wherever they stand in the document, shadow trees included, until they are
 * shown.
 */
export function hideValues(values: Fingerprint[]): void {
  showValues();
  hideNow(values);
  state.secrets.hiddenValues.stop = hideAgain(values);
}

/** Undoes it. */
export function showValues(): void {
  const { hiddenValues } = state.secrets;
  hiddenValues.stop?.();
  hiddenValues.stop = undefined;
  for (const [element, before] of hiddenValues.stylesBefore) {
    if (before !== null) element.setAttribute('style', before);
    // A style that has not been written out as an attribute, as reading does, leaves an empty one behind.
    else if (element.getAttribute('style') !== null) element.removeAttribute('style');
  }
  hiddenValues.stylesBefore.clear();
}

function hideNow(values: readonly Fingerprint[]): ShadowRoot[] {
  const found = new Set<Element>();
  const holds = (text: string) => holdsAny(text, values);
  const { holders, roots } = drawnValues(values, (element) => {
    if (isTainted(element) || showsMore(element, holds)) found.add(element);
  });
  for (const holder of holders) for (const element of holder) found.add(element);
  for (const element of found) {
    hide(element);
    // A list shows its choice in a style of its own.
    const list = element.closest('select');
    if (list && list !== element) hide(list);
  }
  return roots;
}

/** Pages draw themselves anew meanwhile: whatever comes is hidden before the next frame shows it. */
function hideAgain(values: readonly Fingerprint[]): () => void {
  let on = true;
  const observer = new MutationObserver(() => again());
  const observe = (roots: readonly ShadowRoot[]) => {
    for (const place of [document, ...roots])
      observer.observe(place, { subtree: true, childList: true, characterData: true, attributes: true });
  };
  const again = () => {
    if (!on) return;
    const roots = hideNow(values);
    observe(roots);
    // What we did ourselves is no news.
    observer.takeRecords();
  };
  // What is written into a field is no change of the document.
  const eachFrame = () => {
    if (!on) return;
    for (const field of document.querySelectorAll('input, textarea'))
      if (
        isStyled(field) &&
        !state.secrets.hiddenValues.stylesBefore.has(field) &&
        (isTainted(field) || showsMore(field, (text) => holdsAny(text, values)))
      )
        hide(field);
    onFrame(eachFrame);
  };
  observe([]);
  onFrame(eachFrame);
  return () => {
    on = false;
    observer.disconnect();
  };
}

/** Takes the frames out of the picture that are not known to be safe, by the numbers of those that are. */
export function hideFrames(safe: number[]): void {
  const known = new Set(safe.map(elementOf));
  const pending: (Document | ShadowRoot)[] = [document];
  for (let root = pending.pop(); root; root = pending.pop()) {
    for (const element of root.querySelectorAll('*')) {
      const inner = shadowOf(element);
      if (inner) pending.push(inner);
      if (element.matches('iframe, frame, object, embed') && !known.has(element) && isStyled(element))
        set(element, 'visibility', 'hidden');
    }
  }
}

/** True if an element may draw text that is none of its children: a field's, or that of an attribute. */
function showsMore(element: Element, holds: (text: string) => boolean): boolean {
  if (element instanceof HTMLInputElement && element.type === 'password') return holds(element.placeholder);
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
    if (holds(element.value)) return true;
  for (const { value } of element.attributes) if (value.length >= 4 && holds(value)) return true;
  return false;
}

function hide(element: Element): void {
  if (!isStyled(element)) return;
  set(element, '-webkit-text-security', 'disc');
  // Drawings have no dots.
  if (element instanceof SVGElement) set(element, 'visibility', 'hidden');
}

function isStyled(element: Element): element is Styled {
  return element instanceof HTMLElement || element instanceof SVGElement;
}

function set(element: Styled, property: string, value: string): void {
  const { stylesBefore } = state.secrets.hiddenValues;
  if (!stylesBefore.has(element)) stylesBefore.set(element, element.getAttribute('style'));
  element.style.setProperty(property, value, 'important');
}
