import { cut, referenced } from '../dom/tree.js';
import { clearText } from '../looking/visibility/readable.js';
import type { PerceivedNode, Refused } from '../protocol.js';
import { identityOf } from '../refs/identity.js';
import { idOf } from '../refs/refs.js';
import { isTainted } from '../secrets/taint.js';
import { state } from '../state.js';

/** Errors in the values of form fields, in the browser's words or the page's. */

const maxRefused = 20;
const maxMessage = 300;

/** Notes the fields that keep a form from being submitted, also those that nobody sees. */
export function watchValidity(): void {
  const { refusedFields } = state.acting;
  addEventListener(
    'invalid',
    ({ target, isTrusted }) => {
      if (isTrusted && target instanceof Element && refusedFields.size < maxRefused)
        refusedFields.add(target);
    },
    { capture: true },
  );
}

/** Those noted since the last time. A page that only asks whether a field is valid makes none of them so. */
export function takeRefused(): Refused[] {
  const { refusedFields } = state.acting;
  const fields = [...refusedFields].filter((field) => field.isConnected && field.matches(':user-invalid'));
  refusedFields.clear();
  return fields.map(refusedField);
}

export function refusedField(field: Element): Refused {
  return { ...identityOf(field), id: idOf(field), message: errorOf(field) ?? 'it is not valid' };
}

/** The browser's message about a field that its user got wrong, or else the page's about one it marked. */
function errorOf(field: Element): string | undefined {
  const own = 'validationMessage' in field ? String(field.validationMessage) : '';
  const message = (own !== '' && field.matches(':user-invalid') ? own : said(field)) || own;
  if (!message) return undefined;
  // Messages quote what is wrong, and that may be a part of a secret.
  return isTainted(field) ? 'it is not valid' : cut(message, maxMessage);
}

function said(field: Element): string | undefined {
  const texts = (attribute: string) =>
    referenced(field, attribute)
      .map((element) => ({ element, text: clearText(element) }))
      .filter(({ text }) => text !== '');
  const [message] = texts('aria-errormessage');
  if (message) return message.text;
  // A field is often described by a standing hint and, once it is wrong, by the error after it.
  const described = texts('aria-describedby');
  return (described.find(({ element }) => looksLikeError(element)) ?? described.at(-1))?.text;
}

function looksLikeError(element: Element): boolean {
  return element.matches('[role="alert"], [id*="err" i], [class*="err" i], [class*="invalid" i]');
}

/** Adds to the fields shown as invalid what is wrong with them. */
export function tellErrors(nodes: PerceivedNode[], elements: (Element | undefined)[]): void {
  nodes.forEach((node, i) => {
    const element = elements[i];
    if (!element || !node.states?.includes('invalid')) return;
    const error = errorOf(element);
    if (error) node.error = error;
  });
}
