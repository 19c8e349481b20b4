import { isFactApart } from '../dom/text-flow.js';
import { childrenOf, ignored, isElement, isText, shadowOf, squash } from '../dom/tree.js';
import { listens } from '../listeners/registry.js';
import type { PerceivedNode } from '../protocol.js';
import { clearText, isShown, legibility } from './visibility/readable.js';

/** Text beside the things that are shown: what tells rows and items apart, and what joins a sentence. */

/** Makes the summary of a row or item its name, or its description where it has a name. */
export function tellApart(context: PerceivedNode, summary: string): void {
  if (!context.name) context.name = summary;
  else {
    const rest = summary
      .split(' · ')
      .filter((part) => part !== context.name)
      .join(' · ');
    if (rest) context.description = rest;
  }
}

/** Enough to tell rows and items apart: short facts do that better than long texts. */
const maxPart = 32;
const maxSummary = 80;
const headings = new Set('H1 H2 H3 H4 H5 H6'.split(' '));

/** The text of a row or item outside the things in it that are shown anyway, part by part. */
export function summaryOf(context: Element, shown: Set<Element | undefined>): string {
  const parts: string[] = [];
  let long: string | undefined;
  let length = 0;
  const add = (text: string): void => {
    const part = squash(text);
    if (part.length > maxPart) long ??= `${part.slice(0, maxPart - 1).trimEnd()}…`;
    else if (part) {
      parts.push(part);
      length += part.length;
    }
  };
  let text = '';
  let wasInline = false;
  const end = (): void => {
    add(text);
    text = '';
    wasInline = false;
  };
  const say = (said: string): void => {
    // What stands apart, if only by a blank, is a fact of its own.
    if (wasInline && /^\s/.test(said)) end();
    wasInline = false;
    text += said;
  };
  const gather = (element: Element): void => {
    for (const child of childrenOf(element)) {
      if (length > maxSummary) return;
      if (isText(child)) say(clear(child, element));
      else if (!isElement(child)) continue;
      else if (child.tagName === 'BR') end();
      else if (ignored.has(child.tagName)) continue;
      else if (shown.has(child)) {
        if (headings.has(child.tagName) && !child.querySelector('a, button')) add(clearText(child));
        say(' ');
      } else if (isPlainInline(child)) {
        for (const part of child.childNodes) if (isText(part)) say(clear(part, child));
      } else if (isShown(child)) {
        const isApart = isFactApart(child);
        if (isApart || /\s$/.test(text)) end();
        gather(child);
        if (isApart) end();
        else wasInline = true;
      }
    }
  };
  gather(context);
  end();
  return parts.length > 0 ? parts.join(' · ') : (long ?? '');
}

function clear(text: Text, holder: Element): string {
  return /\S/.test(text.data) && legibility(text, holder) !== 'clear' ? ' ' : text.data;
}

/** True if a description says anything that the name doesn't; titles often only repeat it. */
export function addsTo(name: string, description: string): boolean {
  const core = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
  const said = core(description);
  return said !== '' && !core(name).includes(said);
}

const inlineTags = new Set(
  'B BDI BDO CITE CODE EM I KBD MARK Q S SAMP SMALL STRONG SUB SUP U VAR SPAN TIME ABBR'.split(' '),
);

/** Inline markup that can hold nothing but text, so that its words join the sentence around it. */
export function isPlainInline(element: Element): boolean {
  if (!inlineTags.has(element.tagName) || element.firstElementChild) return false;
  if (element.hasAttributes() && !(element.hasAttribute('class') && element.attributes.length === 1))
    return false;
  if (shadowOf(element) || listens(element)) return false;
  const style = getComputedStyle(element);
  return style.display === 'inline' && style.cursor !== 'pointer';
}
