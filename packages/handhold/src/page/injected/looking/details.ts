import { cut } from '../dom/tree.js';
import type { Box, Identity } from '../protocol.js';
import { identityOf } from '../refs/identity.js';
import { elementOf } from '../refs/refs.js';
import { isTainted, taintOf, withoutTainted } from '../secrets/taint.js';
import { boxOf } from '../targeting/hit-test.js';
import { exactDescription } from './naming/description.js';
import { isHidden } from './naming/hidden.js';
import { exactName } from './naming/name.js';
import { computedRole } from './roles/computed-role.js';
import { currentValue, optionsOf, statesOf } from './roles/element-states.js';
import { isOpaque } from './roles/internals.js';
import { headingLevel, roleOf } from './roles/role.js';
import { readStyleSheets } from './visibility/style-sheets.js';

export interface Details {
  state: 'found';
  /** In the words of a snapshot. */
  identity: Identity;
  /** As the specifications compute them. */
  role: string;
  name: string;
  description: string;
  tag: string;
  states: string[];
  /** Of a heading. */
  level?: number;
  value?: string;
  options?: string[];
  attributes: Record<string, string>;
  /** In the document's own viewport. */
  box: Box;
  text: string;
  html: string;
  /** Only the browser's own tree knows what it is; the outside should ask before it believes this. */
  opaque?: true;
}

const maxAttributes = 40;
const maxAttribute = 300;
const maxText = 1000;
const maxValue = 20_000;
const maxHtml = 2000;
const maxOptions = 50;

/** Everything there is to know about one element, each part within bounds. */
export function details(id: number): Details | { state: 'gone' } {
  const element = elementOf(id);
  if (!element?.isConnected) return { state: 'gone' };
  readStyleSheets();
  const name = exactName(element);
  const value = currentValue(element, roleOf(element));
  const options = optionsOf(element);
  const role = computedRole(element);
  return {
    state: 'found',
    identity: identityOf(element),
    role,
    name,
    description: exactDescription(element, name),
    tag: element.localName,
    states: allStates(element),
    ...(role === 'heading' ? { level: headingLevel(element) } : {}),
    ...(value ? { value: cut(value, maxValue) } : {}),
    ...(options ? { options: options.slice(0, maxOptions).map((option) => cut(option, maxAttribute)) } : {}),
    attributes: attributesOf(element),
    box: boxOf(element),
    text: cut(withoutTainted(element, textOf(element)), maxText),
    html: htmlOf(element),
    ...(isOpaque(element) ? { opaque: true } : {}),
  };
}

function allStates(element: Element): string[] {
  const states = statesOf(element, roleOf(element));
  if (isHidden(element)) states.push('hidden');
  return states;
}

function textOf(element: Element): string {
  return (element instanceof HTMLElement ? element.innerText : (element.textContent ?? '')).trim();
}

/** True for the value of a password field, given by its author or by anyone else: it is nobody's business. */
function isSecret(element: Element, attribute: string): boolean {
  if (attribute !== 'value') return false;
  return (element instanceof HTMLInputElement && element.type === 'password') || isTainted(element);
}

function attributesOf(element: Element): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const { name, value } of [...element.attributes].slice(0, maxAttributes)) {
    shown[cut(name, 100)] = isSecret(element, name) ? '…' : cut(value, maxAttribute);
  }
  return shown;
}

const voidTags = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
const withoutContent = new Set(['script', 'style', 'template', 'noscript']);

/** Markup up to a length, without the contents of scripts and style sheets. */
function htmlOf(element: Element): string {
  let html = '';
  const write = (node: Node): void => {
    if (html.length > maxHtml) return;
    if (node instanceof Text)
      html += node.data.slice(0, maxHtml).replace(/&/g, '&amp;').replace(/</g, '&lt;');
    if (!(node instanceof Element)) return;
    html += `<${node.localName}`;
    for (const { name, value } of [...node.attributes].slice(0, maxAttributes)) {
      const shown = isSecret(node, name) ? '…' : cut(value, maxAttribute);
      html +=
        shown === '' ? ` ${name}` : ` ${name}="${shown.replace(/&/g, '&amp;').replace(/"/g, '&quot;')}"`;
    }
    html += '>';
    if (voidTags.has(node.localName)) return;
    const label = taintOf(node);
    if (label !== undefined) html += label;
    else if (!withoutContent.has(node.localName)) for (const child of node.childNodes) write(child);
    html += `</${node.localName}>`;
  };
  write(element);
  return cut(html, maxHtml);
}
