import { rootElement, shadowOf, squash } from './dom.js';
import { holdsAny, withoutAny } from './fingerprints.js';
import { identityOf } from './identity.js';
import type { Fingerprint } from './protocol.js';
import { idOf } from './refs.js';

/** A selector that asks what a secret is made of: whether it finds something would tell. */
export class TestsSecret extends Error {}

/** Finds by CSS, XPath or text. CSS also looks into open shadow roots when the document itself has no match. */
export function select(selector: string, hidden: readonly Fingerprint[] = []): Element[] {
  if (selector.startsWith('//') || selector.startsWith('xpath=')) {
    if (hidden.length > 0 && showsAny(hidden)) throw new TestsSecret();
    return byXPath(selector.replace(/^xpath=/, ''));
  }
  if (selector.startsWith('text=')) return byText(selector.slice(5), hidden);
  if (hidden.length > 0 && testedAttributes(selector).some((name) => anyHolds(name, hidden)))
    throw new TestsSecret();
  const found = [...document.querySelectorAll(selector)];
  return found.length > 0 ? found : inShadow(document, selector);
}

/** The attributes whose values a selector looks at, wherever in it they are named. */
function testedAttributes(selector: string): string[] {
  return [...selector.matchAll(/\[\s*(?:[\w*-]*\|)?([\w:.-]+)\s*[~|^$*]?=/g)].map(([, name = '']) => name);
}

/** Whether one of the elements that have the attribute keeps one of the values in it. */
function anyHolds(name: string, hidden: readonly Fingerprint[]): boolean {
  const places: ParentNode[] = [document, ...trees(document)];
  return places.some((place) =>
    [...place.querySelectorAll(`[${CSS.escape(name)}]`)].some((element) =>
      holdsAny(element.getAttribute(name) ?? '', hidden),
    ),
  );
}

/** Whether an expression that may look at any text or attribute would come upon one of the values. */
function showsAny(hidden: readonly Fingerprint[]): boolean {
  if (holdsAny(rootElement().textContent ?? '', hidden)) return true;
  return [...document.querySelectorAll('*')].some((element) =>
    [...element.attributes].some(({ value }) => value.length >= 4 && holdsAny(value, hidden)),
  );
}

function* trees(root: Document | ShadowRoot): Iterable<ShadowRoot> {
  for (const host of root.querySelectorAll('*')) {
    const inner = shadowOf(host);
    if (!inner) continue;
    yield inner;
    yield* trees(inner);
  }
}

function inShadow(root: Document | ShadowRoot, selector: string): Element[] {
  return [...trees(root)].flatMap((tree) => [...tree.querySelectorAll(selector)]);
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
  const wanted = squash(quoted?.[1] ?? quoted?.[2] ?? text).toLowerCase();
  const matches = (element: Element) => {
    const own = element instanceof HTMLInputElement ? element.value : (element.textContent ?? '');
    const content = squash(withoutAny(own, hidden)).toLowerCase();
    return quoted ? content === wanted : content.includes(wanted);
  };
  const found = [...document.body.querySelectorAll('*')].filter(
    (element) => element.tagName !== 'SCRIPT' && element.tagName !== 'STYLE' && matches(element),
  );
  const holders = new Set<Element | null>(found.map((element) => element.parentElement));
  return found.filter((element) => !holders.has(element));
}

export type Selected =
  | { state: 'found'; id: number; role: string; name: string; matches: number }
  | { state: 'none' }
  | { state: 'invalid' }
  | { state: 'secret' };

/** The first match that can be seen, or else the first. */
export function selectOne(selector: string, hidden: Fingerprint[]): Selected {
  let found: Element[];
  try {
    found = select(selector, hidden);
  } catch (thrown) {
    return { state: thrown instanceof TestsSecret ? 'secret' : 'invalid' };
  }
  const chosen = found.find((element) => element.checkVisibility({ visibilityProperty: true })) ?? found[0];
  if (!chosen) return { state: 'none' };
  return { state: 'found', id: idOf(chosen), ...identityOf(chosen), matches: found.length };
}
