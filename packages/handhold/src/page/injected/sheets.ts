/** What style sheets say that would cost much to ask of every element. */

export interface StyleFacts {
  /** Selects everything that may have text written before or after it; empty for nothing. */
  content: string;
  /** Selects everything that may be fixed to the window; undefined where that can't be told. */
  fixed: string | undefined;
}

/** Reading this many rules takes about as long as asking an element. */
const rulesPerElement = 2;

/** Undefined where sheets can't be read, or asking every element costs less. */
let facts: StyleFacts | undefined;
let known = -1;
let skipped = false;

/** Fixed by the browser itself, or by an attribute. */
const fixedWithoutSheets = 'dialog[open],[popover],[style*="fixed"]';

/** Looks at the style sheets; those that have not changed since the last time are not read again. */
export function readStyleSheets(): StyleFacts | undefined {
  try {
    const sheets = [...document.styleSheets, ...document.adoptedStyleSheets];
    const rules = sheets.reduce((sum, sheet) => sum + sheet.cssRules.length, 0);
    const size = rules * 31 + sheets.length;
    const tooMany = rules > document.getElementsByTagName('*').length * rulesPerElement;
    if (size === known && (tooMany || !skipped)) return facts;
    facts = tooMany ? undefined : read(sheets);
    skipped = tooMany;
    known = size;
  } catch {
    facts = undefined;
    known = -1;
  }
  return facts;
}

const fixedBySheet = new WeakMap<CSSStyleSheet, { rules: number; fixed: string[] }>();

/** What is fixed to the window in a shadow tree; undefined where that can't be told from its style sheets. */
export function fixedIn(tree: ShadowRoot): Element[] | undefined {
  try {
    const selectors = [fixedWithoutSheets];
    for (const sheet of [...tree.styleSheets, ...tree.adoptedStyleSheets]) selectors.push(...fixedBy(sheet));
    const selector = selectors.join();
    const found = [...tree.querySelectorAll(selector)];
    if (selector.includes(':host')) found.push(tree.host);
    if (selector.includes('::slotted')) found.push(...tree.host.children);
    return found.filter((element) => getComputedStyle(element).position === 'fixed');
  } catch {
    return undefined;
  }
}

/** Many trees share their sheets, so that each is read once. */
function fixedBy(sheet: CSSStyleSheet): string[] {
  const rules = sheet.cssRules.length;
  const known = fixedBySheet.get(sheet);
  if (known?.rules === rules) return known.fixed;
  const fixed = new Set<string>();
  collect(sheet.cssRules, new Set(), fixed, false);
  fixedBySheet.set(sheet, { rules, fixed: [...fixed] });
  return [...fixed];
}

/** What was found at the last reading. */
export function styleFacts(): StyleFacts | undefined {
  return facts;
}

/** From now on every element must be asked. */
export function distrustStyleSheets(): void {
  facts = undefined;
}

function read(sheets: CSSStyleSheet[]): StyleFacts {
  const content = new Set<string>();
  const fixed = new Set([fixedWithoutSheets]);
  for (const sheet of sheets) collect(sheet.cssRules, content, fixed, false);
  return { content: [...content].join(','), fixed: fixed.has('*') ? undefined : [...fixed].join(',') };
}

function collect(rules: CSSRuleList, content: Set<string>, fixed: Set<string>, nested: boolean): void {
  for (const rule of rules) {
    if (rule instanceof CSSStyleRule) {
      const selector = rule.selectorText;
      if (/:(before|after)/.test(selector) && writes(rule.style.content)) {
        content.add(
          selector.replace(/(^|[\s,>+~(])::?(?:before|after)/g, '$1*').replace(/::?(?:before|after)/g, ''),
        );
      }
      // What a nested selector stands for depends on the one around it.
      if (rule.style.position === 'fixed') fixed.add(nested ? '*' : selector);
      if (rule.cssRules.length > 0) {
        content.add('*');
        collect(rule.cssRules, content, fixed, true);
      }
    } else if ('cssRules' in rule && rule.cssRules instanceof CSSRuleList)
      collect(rule.cssRules, content, fixed, nested);
  }
}

function writes(content: string): boolean {
  return content !== '' && content !== 'none';
}
