import { recentChanges } from './changes.js';
import { contains, cut, isText, squash } from './dom.js';
import { identityOf } from './identity.js';
import { revealed } from './revealed.js';

const maxNews = 12;
const maxCounted = 50;

/** Visible text that appeared, or came to light, while watching and that no shown element already carries. */
export function news(shown: (Element | undefined)[]): { texts: string[]; more: number } {
  const carried = new Set(shown);
  const texts: string[] = [];
  let more = 0;
  const seen = new Set<Node>();
  const tell = (text: string) => {
    if (texts.includes(text)) return;
    if (texts.length < maxNews) texts.push(text);
    else more += 1;
  };
  for (const node of [...revealed(), ...recentChanges()]) {
    if (more >= maxCounted) break;
    // Frameworks mark places by comments and empty texts.
    if (!(node instanceof Element) && !(isText(node) && node.data.trim())) continue;
    const holder = node instanceof Element ? node : node.parentElement;
    if (!holder?.isConnected || !holder.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      continue;
    if (isCarried(holder, carried) || seen.has(holder)) continue;
    if ([...seen].some((outer) => contains(outer, holder))) continue;
    // Of a section that was opened, or a box with other things in it, only what was not there is new.
    if (isText(node) && (holder.localName === 'details' || holder.childElementCount > 3)) {
      tell(cut(squash(node.data), 300));
      continue;
    }
    seen.add(holder);
    for (const text of looseText(holder, carried)) tell(text);
  }
  return { texts, more };
}

function isCarried(holder: Element, carried: Set<Element | undefined>): boolean {
  for (let up: Element | null = holder; up; up = up.parentElement) {
    if (carried.has(up) && !isContainer(up)) return true;
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

function looseText(holder: Element, carried: Set<Element | undefined>): string[] {
  if (![...holder.querySelectorAll('*')].some((inner) => carried.has(inner))) {
    const text = squash(holder instanceof HTMLElement ? holder.innerText : (holder.textContent ?? ''));
    return text ? [cut(text, 300)] : [];
  }
  const texts: string[] = [];
  for (const child of holder.childNodes) {
    if (child instanceof Text && child.data.trim()) texts.push(cut(squash(child.data), 300));
    else if (
      child instanceof Element &&
      (!carried.has(child) || isContainer(child)) &&
      child.checkVisibility({ visibilityProperty: true })
    ) {
      if (child.tagName !== 'SCRIPT' && child.tagName !== 'STYLE') texts.push(...looseText(child, carried));
    }
  }
  return texts;
}
