import { endsBlank, standsApart, startsBlank } from '../dom/text-flow.js';
import { childrenOf, contains, cut, ignored, isElement, isText, squash } from '../dom/tree.js';
import type { News, PerceivedNode } from '../protocol.js';
import { identityOf } from '../refs/identity.js';
import { itemOf } from '../refs/items/items.js';
import { recentAdditions, recentChanges } from '../settling/changes.js';
import { isOpened, openedLayers } from './opened.js';
import { revealed } from './revealed.js';
import { addsTo } from './summary.js';
import { clearText, doubtfulText, legibilityNow } from './visibility/readable.js';

const maxNews = 12;
const maxCounted = 50;
const maxText = 300;

/** Elements that are shown, by the name in their line; contexts have none there. */
type Carried = ReadonlyMap<Element, string>;

/** Visible text that appeared, or came to light, while watching and that no shown element already carries. */
export function news(
  nodes: readonly PerceivedNode[],
  shown: readonly (Element | undefined)[],
): { texts: News[]; more: number } {
  const carried = new Map<Element, string>();
  for (const [i, node] of nodes.entries()) {
    const element = shown[i];
    if (element) carried.set(element, node.kind === 'element' ? node.name : '');
  }
  const texts: News[] = [];
  let more = 0;
  const seen = new Set<Node>();
  let named: Named | undefined;
  const announced = announcements();
  const tell = (one: News) => {
    if (texts.some(({ text }) => text === one.text)) return;
    if (texts.length < maxNews) texts.push(one);
    else more += 1;
  };
  for (const node of [...openedLayers(), ...announced, ...revealed(), ...recentChanges()]) {
    if (more >= maxCounted) break;
    // Frameworks mark places by comments and empty texts.
    if (!(node instanceof Element) && !(isText(node) && node.data.trim())) continue;
    const holder = node instanceof Element ? node : node.parentElement;
    if (!holder?.isConnected || !holder.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      continue;
    if (isCarried(holder, carried) || seen.has(holder)) continue;
    if ([...seen].some((outer) => contains(outer, holder))) continue;
    const isFirst = announced.has(node) || isOpened(holder);
    const row = rowAround(holder);
    if (row) {
      seen.add(row.item);
      named ??= byName(carried);
      if (isOnlyNamed(row, named)) continue;
      tell({ ...row.news, ...(isFirst ? { opened: true } : {}) });
      continue;
    }
    // Of a section that was opened, or a box with other things in it, only what was not there is new.
    const opened = isFirst ? { opened: true } : {};
    if (isText(node) && (holder.localName === 'details' || holder.childElementCount > 3)) {
      for (const one of partOf(node, holder)) tell({ ...one, ...opened });
      continue;
    }
    seen.add(holder);
    for (const one of looseText(holder, carried)) tell({ ...one, ...opened });
  }
  return { texts, more };
}

const announcing = '[aria-live="polite"],[aria-live="assertive"],[role="status"],[role="alert"]';

/** Where something is said to whoever listens, which is often what an action is answered with. */
function announcements(): Set<Node> {
  const found = new Set<Node>();
  for (const [at] of recentAdditions())
    if (isElement(at) && at.isConnected && at.closest(announcing)) found.add(at);
  return found.size <= maxAnnounced ? found : new Set();
}

const maxAnnounced = 5;
const longestRow = 200;

/** The row or item that a text stands in, whole: a cell by itself says nothing. */
function rowAround(holder: Element): { item: Element; news: News } | undefined {
  const item = itemOf(holder);
  if (!item) return undefined;
  const { says } = item.told;
  return says && says.length <= longestRow ? { item: item.element, news: { text: says } } : undefined;
}

/** True if a row says nothing but the name of what stands in it, whose own line tells that it is new where it is. */
function isOnlyNamed({ item, news: { text } }: { item: Element; news: News }, named: Named): boolean {
  return named.get(text)?.some((element) => contains(item, element)) === true;
}

type Named = ReadonlyMap<string, readonly Element[]>;

function byName(carried: Carried): Named {
  const named = new Map<string, Element[]>();
  for (const [element, name] of carried) {
    const others = named.get(name);
    if (others) others.push(element);
    else named.set(name, [element]);
  }
  return named;
}

function isCarried(holder: Element, carried: Carried): boolean {
  for (let up: Element | null = holder; up; up = up.parentElement) {
    const name = carried.get(up);
    // What groups other things may be a thing itself, named by what it says.
    if (name !== undefined && (!isContainer(up) || (name && !addsTo(name, textOf(holder))))) return true;
    if (up.tagName === 'SCRIPT' || up.tagName === 'STYLE' || up.getAttribute('aria-hidden') === 'true')
      return true;
  }
  return false;
}

/** Contexts group things; their text is not in their line. */
function isContainer(element: Element): boolean {
  const role = identityOf(element).role;
  return /^(main|banner|navigation|complementary|contentinfo|region|form|search|dialog|group|listitem|row|article|list|table|tabpanel|figure|tablist|radiogroup|toolbar|tree|treegrid|menu|menubar|grid|listbox|scrollable)$/.test(
    role,
  );
}

const mostInside = 2000;

/** True if something shown stands in an element as it is drawn: what is put in a slot of it does, too. */
function holdsCarried(holder: Element, carried: Carried): boolean {
  const inside: Element[] = [holder];
  for (let at = 0; at < inside.length && at < mostInside; at++) {
    const one = inside[at];
    if (!one) break;
    for (const child of childrenOf(one)) {
      if (!isElement(child)) continue;
      if (carried.has(child)) return true;
      inside.push(child);
    }
  }
  return false;
}

function textOf(element: Element): string {
  return squash(element.textContent ?? '');
}

function looseText(holder: Element, carried: Carried): News[] {
  if (!holdsCarried(holder, carried))
    return [...toldBy(clearText(holder, maxText)), ...toldBy(doubtfulText(holder, maxText), true)];
  const texts: News[] = [];
  let sentence = '';
  const end = () => {
    texts.push(...toldBy(squash(sentence)));
    sentence = '';
  };
  for (const child of childrenOf(holder)) {
    if (isElement(child) && child.tagName === 'WBR') continue;
    const part = partOfSentence(child, holder, carried);
    if (part !== undefined) {
      sentence += part;
      continue;
    }
    end();
    if (isText(child)) texts.push(...partOf(child, holder));
    else if (
      isElement(child) &&
      (!carried.has(child) || isContainer(child)) &&
      !ignored.has(child.tagName) &&
      child.checkVisibility({ visibilityProperty: true })
    )
      texts.push(...(wholeRow(child, carried) ?? looseText(child, carried)));
  }
  end();
  return texts;
}

const rows = 'tr, li, article, [role="row"], [role="listitem"], [role="article"]';

/** A row with things to act on is told whole, as it is where it comes alone. */
function wholeRow(element: Element, carried: Carried): News[] | undefined {
  if (!element.matches(rows)) return undefined;
  const row = rowAround(element);
  return row?.item === element && holdsCarried(element, carried) ? [row.news] : undefined;
}

/** The part of a sentence that a text adds, or an element in the line that nothing else tells of. */
function partOfSentence(node: Node, holder: Element, carried: Carried): string | undefined {
  if (isText(node))
    return !/\S/.test(node.data) || legibilityNow(node, holder) === 'clear' ? node.data : undefined;
  if (!isElement(node) || ignored.has(node.tagName) || carried.has(node) || standsApart(node))
    return undefined;
  if (!node.checkVisibility({ visibilityProperty: true })) return undefined;
  if (holdsCarried(node, carried)) return undefined;
  if (doubtfulText(node, maxText) !== '') return undefined;
  return `${startsBlank(node) ? ' ' : ''}${clearText(node, maxText)}${endsBlank(node) ? ' ' : ''}`;
}

function toldBy(text: string, unseen = false): News[] {
  return text === '' ? [] : [{ text: cut(text, maxText), ...(unseen ? { unseen } : {}) }];
}

function partOf(text: Text, holder: Element): News[] {
  const legible = /\S/.test(text.data) ? legibilityNow(text, holder) : 'hidden';
  return legible === 'hidden' ? [] : toldBy(squash(text.data), legible === 'doubtful');
}
