import { state } from '../../state.js';
import { anything, Traits } from './traits.js';

/** Facts of style sheets that would cost much to ask of every element. */

export interface StyleFacts {
  /**
   * Selects everything that may have text written before or after it, empty for nothing; undefined where there is
   * much of that.
   */
  content: string | undefined;
  /** Selects everything that may be fixed to the window; undefined where that can't be told. */
  fixed: string | undefined;
  /** The effects on elements, apart from those in shadow trees. */
  traits: Traits;
}

/** Reading this many rules takes about as long as asking an element. */
const rulesPerElement = 2;

/** Fixed by the browser itself, or by an attribute. */
const fixedWithoutSheets = 'dialog[open],[popover],[style*="fixed"]';

/** Looks at the style sheets; those that have not changed since the last time are not read again. */
export function readStyleSheets(): StyleFacts | undefined {
  return state.looking.visibility.styleSheets.factsOfLook.get(readChanged);
}

function readChanged(): StyleFacts | undefined {
  const { styleSheets } = state.looking.visibility;
  try {
    const sheets = [...document.styleSheets, ...document.adoptedStyleSheets];
    const rules = sheets.reduce((sum, sheet) => sum + sheet.cssRules.length, 0);
    const tooMany = rules > document.getElementsByTagName('*').length * rulesPerElement;
    if (isRead(sheets, rules) && (tooMany || !styleSheets.isSkipped)) return styleSheets.facts;
    styleSheets.facts = tooMany ? undefined : read(sheets);
    styleSheets.isSkipped = tooMany;
    styleSheets.readFrom = { sheets, rules };
    if (tooMany) readWhenIdle();
  } catch {
    styleSheets.facts = undefined;
    styleSheets.readFrom = undefined;
  }
  return styleSheets.facts;
}

function isRead(sheets: readonly CSSStyleSheet[], rules: number): boolean {
  const { readFrom } = state.looking.visibility.styleSheets;
  if (readFrom?.rules !== rules || readFrom.sheets.length !== sheets.length) return false;
  return readFrom.sheets.every((sheet, at) => sheet === sheets[at]);
}

const mostReadings = 5;

/** Many rules are read when there is nothing else to do; until then elements are asked. */
function readWhenIdle(): void {
  const { styleSheets } = state.looking.visibility;
  const { readFrom } = styleSheets;
  if (styleSheets.idleReadings++ >= mostReadings) return;
  requestIdleCallback(() => {
    if (readFrom !== styleSheets.readFrom || styleSheets.facts) return;
    try {
      const { traits } = read([...document.styleSheets, ...document.adoptedStyleSheets]);
      styleSheets.facts = { content: undefined, fixed: undefined, traits };
    } catch {
      styleSheets.facts = undefined;
    }
  });
}

/** Elements of the same name have the same styles, so that a few of them are enough to read. */
const enoughRead = 3;

/**
 * Elements that are fixed to the window in shadow trees, and the trees of which that can't be told from their style
 * sheets.
 */
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
          collect(sheet.cssRules, { content: new Set(), fixed: known.selectors }, false);
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

/** Of what is in a shadow tree. */
export type TreeFacts = Pick<StyleFacts, 'traits'> & { content: string };

const maxTrees = 200;

/** The facts of the style sheets of a shadow tree; undefined where they can't be read. */
export function treeFacts(tree: ShadowRoot): TreeFacts | undefined {
  const cached = state.looking.visibility.styleSheets.treeFactsOfLook.entries;
  if (!cached.has(tree)) cached.set(tree, readTree(tree));
  return cached.get(tree);
}

function readTree(tree: ShadowRoot): TreeFacts | undefined {
  const { styleSheets, adoptedStyleSheets } = tree;
  const cache = state.looking.visibility.styleSheets;
  if (styleSheets.length === 0 && adoptedStyleSheets.length === 0) {
    cache.treeFactsWithoutSheets ??= read([]);
    return cache.treeFactsWithoutSheets;
  }
  const sheets = [...styleSheets, ...adoptedStyleSheets];
  try {
    const key = sheets.map(nameOf).join('\u001f');
    let facts = cache.treeFacts.get(key);
    if (!facts) {
      facts = read(sheets);
      if (cache.treeFacts.size < maxTrees) cache.treeFacts.set(key, facts);
    }
    return facts;
  } catch {
    return undefined;
  }
}

/** A sheet by its text, or by a number where it has none of its own. */
function nameOf(sheet: CSSStyleSheet): string {
  const count = sheet.cssRules.length;
  if (sheet.ownerNode instanceof HTMLStyleElement) return `${count} ${sheet.ownerNode.textContent}`;
  const { styleSheets } = state.looking.visibility;
  let number = styleSheets.numbers.get(sheet);
  if (number === undefined) {
    number = ++styleSheets.lastNumber;
    styleSheets.numbers.set(sheet, number);
  }
  return `${count} #${number}`;
}

/** The facts of the last reading. */
export function styleFacts(): StyleFacts | undefined {
  return state.looking.visibility.styleSheets.facts;
}

/** From now on every element must be asked. */
export function ignoreStyleSheets(): void {
  state.looking.visibility.styleSheets.facts = undefined;
}

function read(sheets: CSSStyleSheet[]): StyleFacts & TreeFacts {
  const traits = new Traits();
  const found: Found = { content: new Set(), fixed: new Set([fixedWithoutSheets]), traits };
  for (const sheet of sheets) collect(sheet.cssRules, found, false);
  const { content, fixed } = found;
  return {
    content: [...content].join(','),
    fixed: fixed.has('*') ? undefined : [...fixed].join(','),
    traits: traits.settle(),
  };
}

interface Found {
  content: Set<string>;
  fixed: Set<string>;
  traits?: Traits;
}

/**
 * Collects the facts of rules; `outer` is the selector that they are nested in, where an element can be asked for it.
 */
function collect(rules: CSSRuleList, found: Found, nested: boolean, outer?: string): void {
  const { content, fixed, traits } = found;
  for (const rule of rules) {
    if (rule instanceof CSSStyleRule) {
      const selector = rule.selectorText;
      const whole = nested ? resolved(selector, outer) : selector;
      traits?.note(whole, rule.style.cssText);
      if (/:(before|after)/.test(selector) && writes(rule.style.content)) {
        content.add(
          selector.replace(/(^|[\s,>+~(])::?(?:before|after)/g, '$1*').replace(/::?(?:before|after)/g, ''),
        );
      }
      // What a nested selector stands for depends on the one around it.
      if (rule.style.position === 'fixed') fixed.add(nested ? '*' : selector);
      if (rule.cssRules.length > 0) {
        content.add('*');
        collect(rule.cssRules, found, true, whole);
      }
    } else if (rule instanceof CSSImportRule) {
      if (rule.styleSheet) collect(rule.styleSheet.cssRules, found, nested, outer);
    } else if ('cssRules' in rule && rule.cssRules instanceof CSSRuleList) {
      // Whether these hold depends on more than the names of an element and of what is around it.
      const isLocal = rule instanceof CSSContainerRule || 'start' in rule;
      if (isLocal) collect(rule.cssRules, found, true);
      else collect(rule.cssRules, found, nested, outer);
    }
    // What follows a nested rule in the same block is a rule of its own, without a selector.
    else if (nested) traits?.note(outer ?? anything, rule.cssText);
  }
}

function writes(content: string): boolean {
  return content !== '' && content !== 'none';
}

function resolved(selector: string, outer: string | undefined): string {
  if (outer === undefined || outer === anything || /["'\\]/.test(selector)) return anything;
  return selector.includes('&') ? selector.replaceAll('&', `:is(${outer})`) : anything;
}
