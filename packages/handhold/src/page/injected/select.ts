import { shadowOf, squash } from './dom.js';
import { identityOf } from './identity.js';
import { idOf } from './refs.js';

/** Finds by CSS, XPath or text. CSS also looks into open shadow roots when the document itself has no match. */
export function select(selector: string): Element[] {
  if (selector.startsWith('//') || selector.startsWith('xpath='))
    return byXPath(selector.replace(/^xpath=/, ''));
  if (selector.startsWith('text=')) return byText(selector.slice(5));
  const found = [...document.querySelectorAll(selector)];
  return found.length > 0 ? found : inShadow(document, selector);
}

function inShadow(root: Document | ShadowRoot, selector: string): Element[] {
  const found: Element[] = [];
  for (const host of root.querySelectorAll('*')) {
    const inner = shadowOf(host);
    if (inner) found.push(...inner.querySelectorAll(selector), ...inShadow(inner, selector));
  }
  return found;
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
function byText(text: string): Element[] {
  const quoted = /^"(.*)"$|^'(.*)'$/.exec(text.trim());
  const wanted = squash(quoted?.[1] ?? quoted?.[2] ?? text).toLowerCase();
  const matches = (element: Element) => {
    const own = element instanceof HTMLInputElement ? element.value : (element.textContent ?? '');
    const content = squash(own).toLowerCase();
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
  | { state: 'invalid' };

/** The first match that can be seen, or else the first. */
export function selectOne(selector: string): Selected {
  let found: Element[];
  try {
    found = select(selector);
  } catch {
    return { state: 'invalid' };
  }
  const chosen = found.find((element) => element.checkVisibility({ visibilityProperty: true })) ?? found[0];
  if (!chosen) return { state: 'none' };
  return { state: 'found', id: idOf(chosen), ...identityOf(chosen), matches: found.length };
}
