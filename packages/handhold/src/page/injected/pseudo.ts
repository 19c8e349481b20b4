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
        for (const part of rule.selectorText.split(',')) {
          const host = part.replace(/::?(before|after)/g, '').trim();
          into.add(host === '' || /[>+~]$/.test(host) ? `${host}*` : host);
        }
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

function mayHaveContent(element: Element): boolean {
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
  if (!mayHaveContent(element)) return '';
  const content = getComputedStyle(element, which).content;
  if (content === 'none' || content === 'normal' || content === '') return '';
  const alternative = /\/\s*("(?:[^"\\]|\\.)*")\s*$/.exec(content);
  const quoted = alternative?.[1] ? [alternative[1]] : (content.match(/"(?:[^"\\]|\\.)*"/g) ?? []);
  return quoted
    .map((part) => part.slice(1, -1).replace(/\\(.)/g, '$1'))
    .join('')
    .replace(privateUse, '');
}
