import { styleOf } from '../../dom/style.js';
import { endsBlank, isFactApart, startsBlank } from '../../dom/text-flow.js';
import { childrenOf, ignored, isElement, isText, shadowOf, squash } from '../../dom/tree.js';
import { listens } from '../../listeners/registry.js';
import { isPlainInline } from '../../looking/summary.js';
import { isShown, legibility } from '../../looking/visibility/readable.js';
import { state } from '../../state.js';

/** The text of a row, item or card, part by part: texts, links and headings, not what its buttons and fields say. */

export interface Part {
  text: string;
  /** The element that it stands in. */
  holder: Element;
}

/** Enough to tell one item from another. */
const maxParts = 24;
const maxLength = 300;

const controls = new Set('BUTTON INPUT SELECT TEXTAREA OPTION SUMMARY METER PROGRESS'.split(' '));
const controlRoles =
  /^(button|checkbox|combobox|menuitem\w*|option|progressbar|radio|searchbox|slider|spinbutton|status|switch|tab|textbox|timer)$/;

export interface ItemText {
  /** The item, and the shadow trees and slots in it, whose text the item itself does not tell of. */
  sources: readonly Node[];
  /** All the text that was in each of these then. */
  wholes: readonly string[];
  /** Custom elements in it that had no shadow tree then. */
  plain: readonly Element[];
  parts: readonly Part[];
}

export function itemText(item: Element): readonly Part[] {
  const cached = state.refs.items.textsOfLook.entries;
  let parts = cached.get(item);
  if (!parts) {
    parts = textNow(item);
    cached.set(item, parts);
  }
  return parts;
}

/** The parts of an item's text, which are gathered again only where its text is another. */
function textNow(item: Element): readonly Part[] {
  const { texts } = state.refs.items;
  const before = texts.get(item);
  if (before && saysTheSame(before)) return before.parts;
  const gathering = new Gathering();
  gathering.from(item);
  const { parts, plain } = gathering;
  const sources = [item, ...gathering.elsewhere];
  texts.set(item, { sources, wholes: sources.map(textIn), plain, parts });
  return parts;
}

function saysTheSame({ sources, wholes, plain }: ItemText): boolean {
  return (
    sources.every((source, at) => textIn(source) === wholes[at]) &&
    plain.every((element) => shadowOf(element) === null)
  );
}

function textIn(source: Node): string {
  if (!(source instanceof HTMLSlotElement)) return source.textContent ?? '';
  return source
    .assignedNodes({ flatten: true })
    .map((node) => node.textContent)
    .join('\n');
}

class Gathering {
  readonly parts: Part[] = [];
  /** Where the item's text stands that it does not tell of itself. */
  readonly elsewhere: Node[] = [];
  readonly plain: Element[] = [];
  private length = 0;
  private text = '';

  from(element: Element): void {
    this.flow(element, element);
    this.end(element);
  }

  /** Gathers what stands in an element; the text before it may go on in it. */
  private flow(element: Element, holder: Element): void {
    const tree = shadowOf(element);
    if (tree) this.elsewhere.push(tree);
    else if (element.localName.includes('-')) this.plain.push(element);
    if (element.localName === 'slot') this.elsewhere.push(element);
    for (const child of childrenOf(element)) {
      if (this.parts.length >= maxParts || this.length > maxLength) return;
      if (isText(child)) this.text += clear(child, element);
      else if (!isElement(child)) continue;
      else if (child.tagName === 'BR') this.end(holder);
      else if (ignored.has(child.tagName)) continue;
      else if (isPlainInline(child)) this.text += inlineText(child);
      else if (this.goesOnIn(child)) this.flow(child, holder);
      else {
        this.end(holder);
        if (!isControl(child) && !floats(child) && isShown(child)) this.from(child);
      }
    }
  }

  /** True if an element stands in the middle of a word, and is nothing by itself. */
  private goesOnIn(element: Element): boolean {
    const { nextSibling: next } = element;
    const joinsBefore = /\S$/.test(this.text) && !startsBlank(element);
    const joinsAfter = next !== null && isText(next) && !startsBlank(next) && !endsBlank(element);
    return (joinsBefore || joinsAfter) && isPartOfWord(element);
  }

  private end(holder: Element): void {
    this.add(this.text, holder);
    this.text = '';
  }

  private add(text: string, holder: Element): void {
    const said = squash(text);
    if (!said) return;
    this.parts.push({ text: said, holder });
    this.length += said.length;
  }
}

const inFront = 100;

/**
 * True if an element was put in front of the page by a script, as suggestions for a field are: it says nothing of the
 * item.
 */
function floats(element: Element): boolean {
  const style = element.getAttribute('style');
  if (style === null || !/\bposition:\s*(?:absolute|fixed)/.test(style)) return false;
  return Number(styleOf(element).zIndex) >= inFront;
}

const ownThings = 'a, button, label, [role], [tabindex], [onclick], [contenteditable]';

function isPartOfWord(element: Element): boolean {
  if (isFactApart(element) || isControl(element) || !isShown(element)) return false;
  return !element.matches(ownThings) && !element.querySelector(ownThings) && !listens(element);
}

function isControl(element: Element): boolean {
  if (controls.has(element.tagName) || element.hasAttribute('contenteditable')) return true;
  const role = element.getAttribute('role');
  return role !== null && controlRoles.test(role);
}

function inlineText(element: Element): string {
  let text = '';
  for (const part of element.childNodes) if (isText(part)) text += clear(part, element);
  return text;
}

function clear(text: Text, holder: Element): string {
  return /\S/.test(text.data) && legibility(text, holder) === 'hidden' ? ' ' : text.data;
}
