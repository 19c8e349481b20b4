import { WantedText } from '../dom/same-text.js';
import { rootElement, shadowTreesIn } from '../dom/tree.js';
import { legibilityOf } from '../looking/visibility/readable.js';
import { isSeen } from '../looking/visibility/seen.js';
import { walk } from '../looking/walk.js';
import type { Fingerprint, PerceivedNode } from '../protocol.js';
import { identityOf } from '../refs/identity.js';
import { numbered } from '../refs/items/belonging.js';
import { holdsAny, withoutAny } from '../secrets/fingerprints.js';
import { isTainted, withoutTainted } from '../secrets/taint.js';

/** A selector that asks what a secret is made of: whether it finds something would tell. */
export class TestsSecret extends Error {}

/** Finds by CSS, XPath or text. CSS also looks into open shadow roots when the document itself has no match. */
export function select(selector: string, hidden: readonly Fingerprint[] = []): Element[] {
  if (selector.startsWith('//') || selector.startsWith('xpath=')) {
    if (hidden.length > 0 && showsAny(hidden)) throw new TestsSecret();
    return byXPath(selector.replace(/^xpath=/, ''));
  }
  if (selector.startsWith('text=')) return byText(selector.slice(5), hidden);
  if (hidden.length > 0 && testsAttribute(selector) && anyHolds(testedAttributes(selector), hidden))
    throw new TestsSecret();
  const found = [...document.querySelectorAll(selector)];
  return found.length > 0 ? found : inShadow(document, selector);
}

/** True if a selector looks at the value of any attribute. */
function testsAttribute(selector: string): boolean {
  return selector.includes('[') && selector.includes('=');
}

/** The attributes whose values it looks at, wherever in it they are named; undefined where they may be any. */
function testedAttributes(selector: string): Set<string> | undefined {
  // Escapes and comments write the same name in endless ways.
  if (/\\|\/\*/.test(selector)) return undefined;
  const named = selector.matchAll(/\[\s*(?:[^[\]|=~^$*"'\s]*\|)?([^[\]|=~^$*"'\s]+)\s*[~|^$*]?=/g);
  return new Set([...named].map(([, name = '']) => name.toLowerCase()));
}

/** True if one of the elements keeps one of the values in one of these attributes, or a part of a secret in a field. */
function anyHolds(names: ReadonlySet<string> | undefined, hidden: readonly Fingerprint[]): boolean {
  const places: ParentNode[] = [document, ...shadowTreesIn(document)];
  return places.some((place) =>
    [...place.querySelectorAll('*')].some((element) =>
      [...element.attributes].some(({ name, value }) => {
        if (value.length < 3 || (names && !names.has(name.toLowerCase()))) return false;
        return holdsAny(value, hidden) || (name === 'value' && isTainted(element));
      }),
    ),
  );
}

/** True if an expression that may look at any text or attribute would come upon one of the values. */
function showsAny(hidden: readonly Fingerprint[]): boolean {
  const whole = rootElement();
  // Comments are nodes, too.
  return (
    holdsAny(whole.textContent ?? '', hidden) ||
    holdsAny(whole.outerHTML, hidden) ||
    anyHolds(undefined, hidden)
  );
}

function inShadow(root: Document | ShadowRoot, selector: string): Element[] {
  return [...shadowTreesIn(root)].flatMap((tree) => [...tree.querySelectorAll(selector)]);
}

function byXPath(expression: string): Element[] {
  const result = document.evaluate(expression, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE);
  const found: Element[] = [];
  for (let i = 0; i < result.snapshotLength; i++) {
    const node = result.snapshotItem(i);
    if (node instanceof Element) found.push(node);
  }
  return found;
}

/** The innermost elements whose text contains what is asked; quoted text must match as a whole. */
function byText(text: string, hidden: readonly Fingerprint[]): Element[] {
  const quoted = /^"(.*)"$|^'(.*)'$/.exec(text.trim());
  const wanted = new WantedText(quoted?.[1] ?? quoted?.[2] ?? text);
  const fits = (said: string) => {
    const content = withoutAny(said, hidden);
    return quoted ? wanted.is(content) : wanted.isIn(content);
  };
  const matches = (element: Element) => {
    const own = withoutTainted(
      element,
      element instanceof HTMLInputElement ? element.value : (element.textContent ?? ''),
    );
    return fits(own);
  };
  const found = [...document.body.querySelectorAll('*')].filter(
    (element) => element.tagName !== 'SCRIPT' && element.tagName !== 'STYLE' && matches(element),
  );
  const holders = new Set<Element | null>(found.map((element) => element.parentElement));
  const innermost = found.filter((element) => !holders.has(element));
  return innermost.some(isInSight) ? innermost : [...calledSo(fits), ...innermost];
}

/**
 * Elements that are told of by such words, although the text in them is another: by its name, or with blanks between
 * boxes.
 */
function calledSo(fits: (said: string) => boolean): Element[] {
  const { nodes, elements, holders } = walk({ text: true, summaries: true }, rootElement());
  const says = ({ name, value, placeholder, description }: PerceivedNode) =>
    [name, value, placeholder, description].some((said) => said !== undefined && fits(said));
  return nodes.flatMap((node, at) => (says(node) ? (elements[at] ?? holders.get(at) ?? []) : []));
}

/** True if a person sees it; of a text, whether it can be read. */
function isInSight(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  const isDrawn = (width > 0 && height > 0) || element.matches('area, option, optgroup');
  return isDrawn && isSeen(element, true) && legibilityOf(element) !== 'hidden';
}

export type Selected =
  | { state: 'found'; id: number; role: string; name: string; matches: number; inSight: boolean }
  | { state: 'none' }
  | { state: 'invalid' }
  | { state: 'secret' };

/** The first match that a person sees, or else the first that is rendered, or the first. */
export function selectOne(selector: string, hidden: Fingerprint[]): Selected {
  let found: Element[];
  try {
    found = select(selector, hidden);
  } catch (thrown) {
    return { state: thrown instanceof TestsSecret ? 'secret' : 'invalid' };
  }
  const seen = found.find(isInSight);
  const chosen =
    seen ?? found.find((element) => element.checkVisibility({ visibilityProperty: true })) ?? found[0];
  if (!chosen) return { state: 'none' };
  const { id } = numbered(chosen);
  return { state: 'found', id, ...identityOf(chosen), matches: found.length, inSight: seen !== undefined };
}
