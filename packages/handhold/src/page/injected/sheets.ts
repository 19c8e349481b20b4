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

/** Elements of the same name have the same styles, so that a few of them are enough to read. */
const enoughRead = 3;

/** What is fixed to the window in shadow trees, and those of which that can't be told from their style sheets. */
export function fixedInTrees(trees: readonly ShadowRoot[]): { fixed: Element[]; unsure: ShadowRoot[] } {
  const byHost = new Map<string, { selectors: Set<string>; read: number }>();
  const fixed: Element[] = [];
  const unsure: ShadowRoot[] = [];
  for (const tree of trees) {
    const { localName } = tree.host;
    const known = byHost.get(localName) ?? { selectors: new Set([fixedWithoutSheets]), read: 0 };
    byHost.set(localName, known);
    try {
      if (known.read++ < enoughRead)
        for (const sheet of [...tree.styleSheets, ...tree.adoptedStyleSheets])
          collect(sheet.cssRules, new Set(), known.selectors, false);
      fixed.push(...fixedIn(tree, [...known.selectors].join()));
    } catch {
      unsure.push(tree);
    }
  }
  return { fixed, unsure };
}

function fixedIn(tree: ShadowRoot, selector: string): Element[] {
  const found = [...tree.querySelectorAll(selector)];
  if (selector.includes(':host')) found.push(tree.host);
  if (selector.includes('::slotted')) found.push(...tree.host.children);
  return found.filter((element) => getComputedStyle(element).position === 'fixed');
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
