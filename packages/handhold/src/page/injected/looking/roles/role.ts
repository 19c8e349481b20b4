import { byId, parentOf, referenced } from '../../dom/tree.js';
import { internalRole } from './internals.js';

const knownRoles = new Set(
  (
    'alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox ' +
    'comment complementary contentinfo definition deletion dialog directory document emphasis feed figure form generic ' +
    'grid gridcell group heading img image insertion link list listbox listitem log main mark marquee math menu menubar ' +
    'menuitem menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation progressbar radio ' +
    'radiogroup region row rowgroup rowheader scrollbar search searchbox sectionfooter sectionheader separator slider ' +
    'spinbutton status strong subscript suggestion superscript switch tab table tablist tabpanel term textbox time timer ' +
    'toolbar tooltip tree treegrid treeitem ' +
    'doc-abstract doc-acknowledgments doc-afterword doc-appendix doc-backlink doc-biblioentry doc-bibliography ' +
    'doc-biblioref doc-chapter doc-colophon doc-conclusion doc-cover doc-credit doc-credits doc-dedication doc-endnote ' +
    'doc-endnotes doc-epigraph doc-epilogue doc-errata doc-example doc-footnote doc-foreword doc-glossary doc-glossref ' +
    'doc-index doc-introduction doc-noteref doc-notice doc-pagebreak doc-pagefooter doc-pageheader doc-pagelist doc-part ' +
    'doc-preface doc-prologue doc-pullquote doc-qna doc-subtitle doc-tip doc-toc graphics-document graphics-object ' +
    'graphics-symbol'
  ).split(' '),
);

/** Other words for a role, and roles that stand for nothing. */
const synonyms: Record<string, string> = {
  directory: 'list',
  generic: '',
  image: 'img',
  presentation: 'none',
};

const simpleRoles: Record<string, string> = {
  address: 'group',
  article: 'article',
  blockquote: 'blockquote',
  button: 'button',
  caption: 'caption',
  code: 'code',
  datalist: 'listbox',
  dd: 'definition',
  del: 'deletion',
  details: 'group',
  dfn: 'term',
  dialog: 'dialog',
  dir: 'list',
  dt: 'term',
  em: 'emphasis',
  fieldset: 'group',
  figure: 'figure',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  h5: 'heading',
  h6: 'heading',
  hgroup: 'group',
  hr: 'separator',
  html: 'document',
  ins: 'insertion',
  li: 'listitem',
  main: 'main',
  mark: 'mark',
  math: 'math',
  menu: 'list',
  meter: 'meter',
  nav: 'navigation',
  ol: 'list',
  optgroup: 'group',
  option: 'option',
  output: 'status',
  p: 'paragraph',
  progress: 'progressbar',
  s: 'deletion',
  search: 'search',
  strong: 'strong',
  sub: 'subscript',
  sup: 'superscript',
  table: 'table',
  tbody: 'rowgroup',
  textarea: 'textbox',
  tfoot: 'rowgroup',
  thead: 'rowgroup',
  time: 'time',
  tr: 'row',
  ul: 'list',
};

const inputRoles: Record<string, string> = {
  button: 'button',
  checkbox: 'checkbox',
  color: 'color',
  date: 'date',
  'datetime-local': 'datetime',
  file: 'file',
  image: 'button',
  month: 'month',
  number: 'spinbutton',
  radio: 'radio',
  range: 'slider',
  reset: 'button',
  submit: 'button',
  time: 'time',
  week: 'week',
};

const globalAttributes = [
  'aria-atomic',
  'aria-braillelabel',
  'aria-brailleroledescription',
  'aria-busy',
  'aria-controls',
  'aria-current',
  'aria-describedby',
  'aria-description',
  'aria-details',
  'aria-dropeffect',
  'aria-flowto',
  'aria-grabbed',
  'aria-keyshortcuts',
  'aria-label',
  'aria-labelledby',
  'aria-live',
  'aria-owns',
  'aria-relevant',
  'aria-roledescription',
];

/** What an element is: its ARIA role where that is valid, else what HTML says. Empty for a plain container. */
export function roleOf(element: Element): string {
  const explicit = element.getAttribute('role');
  if (explicit) {
    for (const token of explicit.toLowerCase().split(/[\t\n\f\r ]+/)) {
      const role = accepted(element, token);
      if (role === undefined) continue;
      if (role === 'none' && presentationConflict(element)) break;
      return role;
    }
  }
  return nativeRole(element);
}

/** The role a token gives to an element; undefined where it counts for nothing. */
function accepted(element: Element, token: string): string | undefined {
  if (!knownRoles.has(token)) return undefined;
  if ((token === 'form' || token === 'region') && !hasName(element)) return undefined;
  return synonyms[token] ?? token;
}

/** Presentational markup that can take the focus, or has global ARIA attributes, keeps its own role. */
function presentationConflict(element: Element): boolean {
  return isFocusable(element) || globalAttributes.some((attribute) => element.hasAttribute(attribute));
}

export function isFocusable(element: Element): boolean {
  if (element.hasAttribute('tabindex')) return true;
  switch (element.localName) {
    case 'a':
    case 'area':
      return element.hasAttribute('href');
    case 'button':
    case 'select':
    case 'textarea':
    case 'iframe':
      return !element.matches(':disabled');
    case 'input':
      return !element.matches(':disabled') && element.getAttribute('type') !== 'hidden';
    case 'summary':
      return true;
    default:
      return (
        element.hasAttribute('contenteditable') && element instanceof HTMLElement && element.isContentEditable
      );
  }
}

/** Whether the author has named a section, which is what makes it a landmark. */
function hasName(element: Element): boolean {
  if (element.getAttribute('aria-label')?.trim() || element.getAttribute('title')?.trim()) return true;
  const targets = referenced(
    element,
    element.hasAttribute('aria-labelledby') ? 'aria-labelledby' : 'aria-labeledby',
  );
  return targets.some(
    (target) =>
      target.textContent?.trim() ||
      target.getAttribute('aria-label')?.trim() ||
      target.getAttribute('alt')?.trim() ||
      target.querySelector('[alt], [aria-label], [value], input') !== null,
  );
}

function nativeRole(element: Element): string {
  const tag = element.localName;
  switch (tag) {
    case 'div':
    case 'span':
      return '';
    case 'a':
      return element.hasAttribute('href') || element.hasAttribute('xlink:href') ? 'link' : '';
    case 'area':
      return element.hasAttribute('href') ? 'link' : '';
    case 'aside':
      return isInside(element, sections) && !hasName(element) ? '' : 'complementary';
    case 'footer':
      return isInside(element, sectionsAndMain) ? '' : 'contentinfo';
    case 'form':
      return hasName(element) ? 'form' : '';
    case 'header':
      return isInside(element, sectionsAndMain) ? '' : 'banner';
    case 'img':
      return imageRole(element);
    case 'input':
      return inputRole(element);
    case 'section':
      return hasName(element) ? 'region' : '';
    case 'select':
      return isListbox(element) ? 'listbox' : 'combobox';
    case 'summary':
      return isSummary(element) ? 'button' : '';
    case 'td':
      return cellRole(element);
    case 'th':
      return headerRole(element);
    case 'svg':
      return isNamedGraphic(element) ? 'img' : '';
    default:
      return simpleRoles[tag] ?? (tag.includes('-') ? internalRole(element) : '');
  }
}

/** The one of its details that opens and closes them; others are only text. */
function isSummary(element: Element): boolean {
  const details = element.parentElement;
  if (details?.localName !== 'details') return false;
  for (const child of details.children) if (child.localName === 'summary') return child === element;
  return false;
}

function imageRole(element: Element): string {
  const alt = element.getAttribute('alt');
  if (alt?.trim() || hasName(element) || isFocusable(element)) return 'img';
  if (alt !== null) return 'none';
  return element.getAttribute('src') || element.getAttribute('srcset') ? 'img' : 'none';
}

function isNamedGraphic(element: Element): boolean {
  if (hasName(element)) return true;
  for (const child of element.children) if (child.localName === 'title') return true;
  return false;
}

function isListbox(element: Element): boolean {
  if (!(element instanceof HTMLSelectElement)) return false;
  return element.multiple || element.size > 1;
}

/** HTML gives some inputs no ARIA role; for those the word a person would use is the role. */
function inputRole(element: Element): string {
  const type = element instanceof HTMLInputElement ? element.type : 'text';
  if (type === 'hidden') return '';
  const role = inputRoles[type];
  if (role === 'checkbox' && element.hasAttribute('switch')) return 'switch';
  if (role) return role;
  if (element.hasAttribute('list') && type !== 'password') return 'combobox';
  return type === 'search' ? 'searchbox' : 'textbox';
}

/** The table a row or cell belongs to, found by its place alone. */
function tableOf(part: Element): Element | null {
  let up = part.parentElement;
  for (let steps = 0; up && steps < 4; steps++) {
    if (up.localName === 'table') return up;
    up = up.parentElement;
  }
  return null;
}

function tableRole(part: Element): string {
  const table = tableOf(part);
  return table ? roleOf(table) : 'table';
}

function cellRole(element: Element): string {
  switch (tableRole(element)) {
    case 'grid':
    case 'treegrid':
      return 'gridcell';
    case 'table':
      return 'cell';
    default:
      return '';
  }
}

function headerRole(element: Element): string {
  const role = tableRole(element);
  if (role !== 'table' && role !== 'grid' && role !== 'treegrid') return '';
  const scope = element.getAttribute('scope')?.toLowerCase();
  if (scope === 'row' || scope === 'rowgroup') return 'rowheader';
  if (scope === 'col' || scope === 'colgroup') return 'columnheader';
  const row = element.parentElement;
  if (row?.parentElement?.localName === 'thead') return 'columnheader';
  for (const sibling of row?.children ?? []) if (sibling.localName === 'td') return 'rowheader';
  return 'columnheader';
}

const sections = new Set(['article', 'aside', 'nav', 'section']);
const sectionsAndMain = new Set([...sections, 'main']);
const sectioningRoles: Record<string, string> = {
  article: 'article',
  complementary: 'aside',
  main: 'main',
  navigation: 'nav',
  region: 'section',
};

/** Landmarks count for the whole page only outside of its sections. */
function isInside(element: Element, places: Set<string>): boolean {
  for (let up = parentOf(element); up; up = parentOf(up)) {
    const role = up.getAttribute('role');
    if (places.has(role ? (sectioningRoles[role] ?? '') : up.localName)) return true;
  }
  return false;
}

/** Heading level as ARIA and HTML give it, 2 where nothing does. */
export function headingLevel(element: Element): number {
  const explicit = Number.parseInt(element.getAttribute('aria-level') ?? '', 10);
  if (explicit > 0) return explicit;
  const native = /^h([1-6])$/.exec(element.localName);
  return native?.[1] ? Number(native[1]) : 2;
}

/** Roles that mean something only inside certain others; elsewhere the token counts for nothing. */
const contexts: Record<string, string[]> = {
  columnheader: ['row'],
  gridcell: ['row'],
  listitem: ['list'],
  menuitem: ['menu', 'menubar', 'group'],
  menuitemcheckbox: ['menu', 'menubar', 'group'],
  menuitemradio: ['menu', 'menubar', 'group'],
  option: ['listbox', 'group'],
  row: ['table', 'grid', 'treegrid', 'rowgroup'],
  rowgroup: ['table', 'grid', 'treegrid'],
  rowheader: ['row'],
  tab: ['tablist'],
  treeitem: ['tree', 'group', 'treeitem'],
};

/** Further out than this nothing is looked for; scripts can nest deeper than a stack can follow. */
const maxSteps = 300;

/**
 * The role as core-aam and html-aam compute it, in their words. Stricter than what an agent is shown, where an
 * item without its list is still an item.
 */
export function computedRole(element: Element, known = new Map<Element, string>()): string {
  const before = known.get(element);
  if (before !== undefined) return before;
  if (known.size > maxSteps) return 'generic';
  // A circle of owners must not go round for ever.
  known.set(element, 'generic');
  let role = strictRole(element, known);
  if (role === 'img') role = 'image';
  else if (role === '') role = isMoreThanGeneric(element) ? 'group' : 'generic';
  else if (role === 'none' && isMoreThanGeneric(element)) role = 'group';
  known.set(element, role);
  return role;
}

function strictRole(element: Element, known: Map<Element, string>): string {
  for (const token of (element.getAttribute('role') ?? '').toLowerCase().split(/[\t\n\f\r ]+/)) {
    const role = accepted(element, token);
    if (role === undefined) continue;
    if (role === 'none' && presentationConflict(element)) break;
    const needed = contexts[role];
    if (needed && !needed.includes(outerRole(element, known))) continue;
    return role;
  }
  return strictNativeRole(element, known);
}

function strictNativeRole(element: Element, known: Map<Element, string>): string {
  const tag = element.localName;
  switch (tag) {
    case 'li':
      return outerRole(element, known) === 'list' ? 'listitem' : '';
    case 'caption':
    case 'tbody':
    case 'tfoot':
    case 'thead':
    case 'tr': {
      const role = tableRole(element);
      return role === 'table' || role === 'grid' || role === 'treegrid' ? (simpleRoles[tag] ?? '') : '';
    }
    case 'footer':
    case 'header':
      return nativeRole(element) || `section${tag}`;
    case 'g':
      return isNamedGraphic(element) ? 'group' : '';
    case 'image':
      return element.getAttribute('alt') === '' ? '' : 'img';
    default:
      if (element instanceof SVGGeometryElement) return isNamedGraphic(element) ? 'graphics-symbol' : '';
      return nativeRole(element);
  }
}

/** The role of the nearest thing around that is more than a container, by ownership before place. */
function outerRole(element: Element, known: Map<Element, string>): string {
  for (let up = ownerOf(element); up; up = ownerOf(up)) {
    const role = computedRole(up, known);
    if (role !== 'generic' && role !== 'none') return role;
  }
  return '';
}

function ownerOf(element: Element): Element | null {
  if (element.id && byId(element, element.id) === element) {
    const root = element.getRootNode();
    if (root instanceof Document || root instanceof ShadowRoot) {
      const owner = root.querySelector(`[aria-owns~="${CSS.escape(element.id)}"]`);
      if (owner && !element.contains(owner)) return owner;
    }
  }
  return parentOf(element);
}

/** A container that can be dragged, opened or focused at once is a group to everyone. */
function isMoreThanGeneric(element: Element): boolean {
  if (!/^(div|span|section)$/.test(element.localName)) return false;
  if (element.hasAttribute('autofocus') || element.hasAttribute('popover')) return true;
  return element.hasAttribute('draggable') && element.getAttribute('draggable') !== 'false';
}
