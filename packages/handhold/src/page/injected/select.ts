import { numbered } from './belonging.js';
import { rootElement, shadowOf, squash } from './dom.js';
import { holdsAny, withoutAny } from './fingerprints.js';
import { identityOf } from './identity.js';
import type { Fingerprint } from './protocol.js';
import { isTainted, withoutTainted } from './tainted.js';

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

/** Whether a selector looks at the value of any attribute. */
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

/** Whether one of the elements keeps one of the values in one of these attributes, or a part of a secret in a field. */
function anyHolds(names: ReadonlySet<string> | undefined, hidden: readonly Fingerprint[]): boolean {
  const places: ParentNode[] = [document, ...trees(document)];
  return places.some((place) =>
    [...place.querySelectorAll('*')].some((element) =>
      [...element.attributes].some(({ name, value }) => {
        if (value.length < 3 || (names && !names.has(name.toLowerCase()))) return false;
        return holdsAny(value, hidden) || (name === 'value' && isTainted(element));
      }),
    ),
  );
}

/** Whether an expression that may look at any text or attribute would come upon one of the values. */
function showsAny(hidden: readonly Fingerprint[]): boolean {
  const whole = rootElement();
  // Comments are nodes, too.
  return (
    holdsAny(whole.textContent ?? '', hidden) ||
    holdsAny(whole.outerHTML, hidden) ||
    anyHolds(undefined, hidden)
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
    const own = withoutTainted(
      element,
      element instanceof HTMLInputElement ? element.value : (element.textContent ?? ''),
    );
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
  return { state: 'found', id: numbered(chosen).id, ...identityOf(chosen), matches: found.length };
}
