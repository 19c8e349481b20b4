/** Text that style sheets put before and after elements. */

/** Selectors of all rules that write such text; undefined where sheets can't be read, and every element must be asked. */
let selectors: string | undefined;
let known = -1;

function prepare(): void {
  const sheets = document.styleSheets;
  let size = sheets.length + document.adoptedStyleSheets.length;
  try {
    for (const sheet of sheets) size += sheet.cssRules.length * 31;
  } catch {
    selectors = undefined;
    known = -1;
    return;
  }
  if (size === known) return;
  known = size;
  const found = new Set<string>();
  for (const sheet of [...sheets, ...document.adoptedStyleSheets]) collect(sheet.cssRules, found);
  selectors = [...found].join(',');
}

function collect(rules: CSSRuleList, into: Set<string>): void {
  for (const rule of rules) {
    if (rule instanceof CSSStyleRule) {
      const content = rule.style.content;
      if (content && content !== 'none' && /:(before|after)/.test(rule.selectorText)) {
        into.add(
          rule.selectorText
            .replace(/(^|[\s,>+~(])::?(?:before|after)/g, '$1*')
            .replace(/::?(?:before|after)/g, ''),
        );
      }
      if (rule.cssRules.length > 0) into.add('*');
    } else if ('cssRules' in rule && rule.cssRules instanceof CSSRuleList) collect(rule.cssRules, into);
  }
}

/** Looks at the style sheets once, so that most elements need not be asked at all. */
export function readStyleSheets(): void {
  try {
    prepare();
  } catch {
    selectors = undefined;
    known = -1;
  }
}

/** Whether any rule may add text to this element. */
export function mayHaveContent(element: Element): boolean {
  if (selectors === '') return element.getRootNode() !== document;
  if (selectors === undefined || element.getRootNode() !== document) return true;
  try {
    return element.matches(selectors);
  } catch {
    selectors = undefined;
    return true;
  }
}

/** Icon fonts put private-use characters here, which mean nothing to a reader. */
const privateUse = /[\ue000-\uf8ff]|[\u{f0000}-\u{ffffd}]|[\u{100000}-\u{10fffd}]/gu;

export function pseudoText(element: Element, which: '::before' | '::after'): string {
  const style = getComputedStyle(element, which);
  const content = style.content;
  if (content === 'none' || content === 'normal' || content === '') return '';
  const text = contentText(content).replace(privateUse, '');
  if (text === '' || style.visibility !== 'visible') return '';
  if (style.display === 'none') return '';
  return style.display === 'inline' || style.display === 'contents' ? text : ` ${text} `;
}

/** The strings of a content property, those after the slash where there is one. */
function contentText(content: string): string {
  let text = '';
  for (const [part] of content.matchAll(/"(?:[^"\\]|\\.)*"|[^"/(]+|\([^)]*\)|\//g)) {
    if (part === '/') text = '';
    else if (part.startsWith('"')) text += part.slice(1, -1).replace(/\\(.)/g, '$1');
  }
  return text;
}

const bullets: Record<string, string> = { disc: '• ', circle: '◦ ', square: '▪ ' };

/** What stands before a list item. */
export function markerText(element: Element): string {
  const style = getComputedStyle(element);
  if (style.display !== 'list-item') return '';
  const content = getComputedStyle(element, '::marker').content;
  if (content !== 'normal' && content !== '') return content === 'none' ? '' : contentText(content);
  const type = style.listStyleType;
  if (type === 'decimal') return `${ordinalOf(element)}. `;
  return bullets[type] ?? (type.startsWith('"') ? type.slice(1, -1) : '');
}

function ordinalOf(element: Element): number {
  const list = element.parentElement;
  let ordinal = list instanceof HTMLOListElement ? list.start : 1;
  for (const item of list?.children ?? []) {
    if (!(item instanceof HTMLLIElement)) continue;
    if (item.hasAttribute('value')) ordinal = item.value;
    if (item === element) break;
    ordinal += 1;
  }
  return ordinal;
}
