import { parentOf } from './dom.js';

const knownRoles = new Set(
  (
    'alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox ' +
    'complementary contentinfo definition deletion dialog directory document emphasis feed figure form generic grid ' +
    'gridcell group heading img image insertion link list listbox listitem log main mark marquee math menu menubar menuitem ' +
    'menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation progressbar radio ' +
    'radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider spinbutton status strong ' +
    'subscript suggestion superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree ' +
    'treegrid treeitem ' +
    'doc-abstract doc-acknowledgments doc-afterword doc-appendix doc-backlink doc-biblioentry doc-bibliography ' +
    'doc-biblioref doc-chapter doc-colophon doc-conclusion doc-cover doc-credit doc-credits doc-dedication doc-endnote ' +
    'doc-endnotes doc-epigraph doc-epilogue doc-errata doc-example doc-footnote doc-foreword doc-glossary doc-glossref ' +
    'doc-index doc-introduction doc-noteref doc-notice doc-pagebreak doc-pagelist doc-part doc-preface doc-prologue ' +
    'doc-pullquote doc-qna doc-subtitle doc-tip doc-toc graphics-document graphics-object graphics-symbol'
  ).split(' '),
);

const simpleRoles: Record<string, string> = {
  ADDRESS: 'group',
  ARTICLE: 'article',
  BLOCKQUOTE: 'blockquote',
  BUTTON: 'button',
  CAPTION: 'caption',
  CODE: 'code',
  DATALIST: 'listbox',
  DD: 'definition',
  DEL: 'deletion',
  DETAILS: 'group',
  DFN: 'term',
  DIALOG: 'dialog',
  DT: 'term',
  EM: 'emphasis',
  FIELDSET: 'group',
  FIGURE: 'figure',
  H1: 'heading',
  H2: 'heading',
  H3: 'heading',
  H4: 'heading',
  H5: 'heading',
  H6: 'heading',
  HR: 'separator',
  HTML: 'document',
  INS: 'insertion',
  LI: 'listitem',
  MAIN: 'main',
  MARK: 'mark',
  MATH: 'math',
  MENU: 'list',
  METER: 'meter',
  NAV: 'navigation',
  OL: 'list',
  OPTGROUP: 'group',
  OPTION: 'option',
  OUTPUT: 'status',
  P: 'paragraph',
  PROGRESS: 'progressbar',
  S: 'deletion',
  SEARCH: 'search',
  STRONG: 'strong',
  SUB: 'subscript',
  SUP: 'superscript',
  TABLE: 'table',
  TBODY: 'rowgroup',
  TEXTAREA: 'textbox',
  TFOOT: 'rowgroup',
  THEAD: 'rowgroup',
  TIME: 'time',
  TR: 'row',
  UL: 'list',
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
  'aria-busy',
  'aria-controls',
  'aria-current',
  'aria-describedby',
  'aria-details',
  'aria-dropeffect',
  'aria-flowto',
  'aria-grabbed',
  'aria-hidden',
  'aria-keyshortcuts',
  'aria-label',
  'aria-labelledby',
  'aria-live',
  'aria-owns',
  'aria-relevant',
  'aria-roledescription',
  'aria-braillelabel',
  'aria-brailleroledescription',
];

/** The ARIA role: explicit where valid, otherwise what HTML says the element is. Empty for a plain container. */
export function roleOf(element: Element): string {
  const explicit = element.getAttribute('role');
  if (explicit) {
    for (const token of explicit.toLowerCase().split(/\s+/)) {
      if (!knownRoles.has(token)) continue;
      if (token === 'none' || token === 'presentation') {
        if (presentationConflict(element)) break;
        return 'none';
      }
      if (token === 'image') return 'img';
      if ((token === 'form' || token === 'region') && !hasName(element)) continue;
      return token === 'generic' ? '' : token;
    }
  }
  return nativeRole(element);
}

/** Presentational markup that can take the focus, or has global ARIA attributes, keeps its own role. */
function presentationConflict(element: Element): boolean {
  if (isFocusable(element)) return true;
  for (const attribute of globalAttributes) {
    if (attribute !== 'aria-hidden' && element.hasAttribute(attribute)) return true;
  }
  return false;
}

export function isFocusable(element: Element): boolean {
  if (element.hasAttribute('tabindex')) return true;
  switch (element.tagName) {
    case 'A':
    case 'AREA':
      return element.hasAttribute('href');
    case 'BUTTON':
    case 'SELECT':
    case 'TEXTAREA':
    case 'IFRAME':
      return !element.hasAttribute('disabled');
    case 'INPUT':
      return !element.hasAttribute('disabled') && element.getAttribute('type') !== 'hidden';
    case 'SUMMARY':
      return true;
    default:
      return (
        element instanceof HTMLElement && element.isContentEditable && element.hasAttribute('contenteditable')
      );
  }
}

function hasName(element: Element): boolean {
  return Boolean(
    element.getAttribute('aria-label')?.trim() ||
      element.getAttribute('aria-labelledby')?.trim() ||
      element.getAttribute('title')?.trim(),
  );
}

function nativeRole(element: Element): string {
  const tag = element.tagName;
  switch (tag) {
    case 'A':
    case 'AREA':
      return element.hasAttribute('href') ? 'link' : '';
    case 'ASIDE':
      return scopedToBody(element) || hasName(element) ? 'complementary' : '';
    case 'FOOTER':
      return scopedToBody(element) ? 'contentinfo' : '';
    case 'FORM':
      return hasName(element) ? 'form' : '';
    case 'HEADER':
      return scopedToBody(element) ? 'banner' : '';
    case 'IMG':
      return imageRole(element);
    case 'INPUT':
      return inputRole(element);
    case 'SECTION':
      return hasName(element) ? 'region' : '';
    case 'SELECT':
      return isListbox(element) ? 'listbox' : 'combobox';
    case 'SUMMARY':
      return element.parentElement?.tagName === 'DETAILS' ? 'button' : '';
    case 'TD':
      return cellRole(element);
    case 'TH':
      return headerRole(element);
    case 'svg':
      return svgRole(element);
    default:
      return simpleRoles[tag] ?? '';
  }
}

function imageRole(element: Element): string {
  const alt = element.getAttribute('alt');
  if (alt === '' && !hasName(element) && !isFocusable(element)) return 'none';
  return 'img';
}

function svgRole(element: Element): string {
  if (hasName(element)) return 'img';
  for (const child of element.children) if (child.tagName === 'title') return 'img';
  return '';
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
  if (element.hasAttribute('list')) return 'combobox';
  return type === 'search' ? 'searchbox' : 'textbox';
}

function tableRole(cell: Element): string {
  const table = cell.closest('table');
  return table?.getAttribute('role')?.toLowerCase() ?? 'table';
}

function cellRole(element: Element): string {
  switch (tableRole(element)) {
    case 'grid':
    case 'treegrid':
      return 'gridcell';
    case 'none':
    case 'presentation':
      return '';
    default:
      return 'cell';
  }
}

function headerRole(element: Element): string {
  const role = tableRole(element);
  if (role === 'none' || role === 'presentation') return '';
  const scope = element.getAttribute('scope')?.toLowerCase();
  if (scope === 'row' || scope === 'rowgroup') return 'rowheader';
  if (scope === 'col' || scope === 'colgroup') return 'columnheader';
  const row = element.parentElement;
  if (row?.parentElement?.tagName === 'THEAD') return 'columnheader';
  for (const sibling of row?.children ?? []) if (sibling.tagName === 'TD') return 'rowheader';
  return 'columnheader';
}

const sectioning = new Set(['ARTICLE', 'ASIDE', 'MAIN', 'NAV', 'SECTION']);
const sectioningRoles = new Set(['article', 'complementary', 'main', 'navigation', 'region']);

function scopedToBody(element: Element): boolean {
  for (let up = parentOf(element); up; up = parentOf(up)) {
    const role = up.getAttribute('role');
    if (role ? sectioningRoles.has(role) : sectioning.has(up.tagName)) return false;
  }
  return true;
}

/** Heading level as ARIA and HTML give it, 2 where nothing does. */
export function headingLevel(element: Element): number {
  const explicit = Number.parseInt(element.getAttribute('aria-level') ?? '', 10);
  if (explicit > 0) return explicit;
  const native = /^H([1-6])$/.exec(element.tagName);
  return native?.[1] ? Number(native[1]) : 2;
}
