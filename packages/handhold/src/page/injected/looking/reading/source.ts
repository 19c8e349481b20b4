import { rootElement } from '../../dom/tree.js';
import { taintOf } from '../../secrets/taint.js';

/** More than any page that is meant to be read. */
const maxCharacters = 20_000_000;

/** The document as markup, as it is at this moment; without what was typed as a password or a secret. */
export function readSource(): { html: string; capped: boolean } {
  const { doctype } = document;
  const type = doctype ? `${new XMLSerializer().serializeToString(doctype)}\n` : '';
  const html = type + cleanRoot(rootElement()).outerHTML;
  return html.length > maxCharacters
    ? { html: html.slice(0, maxCharacters), capped: true }
    : { html, capped: false };
}

/** The root itself where there is nothing to take out; else a copy that the page knows nothing of. */
function cleanRoot(root: Element): Element {
  const all = [root, ...root.querySelectorAll('*')];
  const kept = new Map<number, string>();
  all.forEach((element, at) => {
    const label = taintOf(element);
    if (label !== undefined) kept.set(at, label);
    else if (element.matches('input[type=password i][value]')) kept.set(at, '');
  });
  if (kept.size === 0) return root;
  // In a document without a window nothing is loaded, and no element of the page's own making comes to life.
  const copy = document.implementation.createHTMLDocument('').importNode(root, true);
  const copies = [copy, ...copy.querySelectorAll('*')];
  for (const [at, label] of kept) {
    const element = copies[at];
    if (element?.localName === 'input') element.setAttribute('value', label);
    else if (element) element.textContent = label;
  }
  return copy;
}
