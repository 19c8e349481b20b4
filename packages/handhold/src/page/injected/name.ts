import { childrenOf, isElement, isText, referenced, squash } from './dom.js';
import { pseudoText } from './pseudo.js';
import { roleOf } from './role.js';

/** Accessible names and descriptions, as accname 1.2 and html-aam compute them. */

const namedByContent = new Set(
  (
    'button cell checkbox columnheader comment gridcell heading link menuitem menuitemcheckbox menuitemradio option radio row ' +
    'rowheader switch tab tooltip treeitem term'
  ).split(' '),
);

const neverNamed = new Set(
  'caption code definition deletion emphasis generic insertion mark none paragraph strong subscript suggestion superscript time'.split(
    ' ',
  ),
);

interface Path {
  /** Elements already used, so that a label that contains its own control doesn't loop. */
  seen: Set<Element>;
  /** Inside a labelled-by traversal: no second hop. */
  referencing: boolean;
  /** Reached by reference while hidden: then hidden content counts. */
  hiddenCounts: boolean;
  /** Collecting a name from a subtree, so that embedded controls give their value. */
  embedded: boolean;
}

const nameLimit = 5000;

export function nameOf(element: Element, role: string = roleOf(element)): string {
  if (neverNamed.has(role)) return '';
  const path: Path = { seen: new Set(), referencing: false, hiddenCounts: false, embedded: false };
  return squash(compute(element, role, path)).slice(0, nameLimit);
}

export function descriptionOf(element: Element, name: string): string {
  const described = referenced(element, 'aria-describedby');
  if (described.length > 0) return squash(described.map((target) => textFromReference(target)).join(' '));
  const direct = element.getAttribute('aria-description');
  if (direct?.trim()) return squash(direct);
  const title = squash(element.getAttribute('title') ?? '');
  return title === name ? '' : title;
}

function textFromReference(target: Element): string {
  return compute(target, roleOf(target), {
    seen: new Set(),
    referencing: true,
    hiddenCounts: isHidden(target),
    embedded: false,
  });
}

function compute(element: Element, role: string, path: Path): string {
  if (path.seen.has(element)) return '';
  path.seen.add(element);

  if (!path.hiddenCounts && !(path.referencing && !path.embedded)) {
    if (path.embedded ? isHiddenHere(element) : isHidden(element)) return '';
  }

  if (!path.referencing) {
    const labelledBy = referenced(element, 'aria-labelledby');
    if (labelledBy.length > 0) {
      const text = labelledBy
        .map((target) =>
          compute(target, roleOf(target), {
            seen: new Set(target === element ? [] : [element]),
            referencing: true,
            hiddenCounts: isHidden(target),
            embedded: false,
          }),
        )
        .filter((part) => part.trim() !== '')
        .join(' ');
      if (text.trim()) return text;
    }
  }

  if (path.embedded) {
    const value = embeddedValue(element, role, path);
    if (value !== undefined) return value;
  }

  const label = element.getAttribute('aria-label');
  if (label?.trim()) return label;

  if (role !== 'none') {
    const native = nativeName(element, path);
    if (native !== undefined) return native;
  }

  if (namedByContent.has(role) || path.referencing || path.embedded || isNamedByContentAnyway(element)) {
    const text = textInside(element, path);
    if (text.trim()) return text;
  }

  return titleOf(element);
}

function isNamedByContentAnyway(element: Element): boolean {
  return element.tagName === 'SUMMARY' || element.tagName === 'LABEL' || element.tagName === 'LEGEND';
}

function titleOf(element: Element): string {
  const title = element.getAttribute('title');
  if (title?.trim()) return title;
  return element.getAttribute('placeholder') ?? element.getAttribute('aria-placeholder') ?? '';
}

/** A control inside a label stands for its value: "Flash the screen [3] times". */
function embeddedValue(element: Element, role: string, path: Path): string | undefined {
  switch (role) {
    case 'textbox':
    case 'searchbox':
      return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
        ? element.value
        : textInside(element, path);
    case 'combobox':
    case 'listbox':
      return chosenText(element, path);
    case 'slider':
    case 'spinbutton':
    case 'progressbar':
    case 'meter':
    case 'scrollbar':
      return (
        element.getAttribute('aria-valuetext') ??
        element.getAttribute('aria-valuenow') ??
        (element instanceof HTMLInputElement ? element.value : '')
      );
    default:
      return undefined;
  }
}

function chosenText(element: Element, path: Path): string {
  if (element instanceof HTMLSelectElement) {
    return [...element.selectedOptions].map((option) => option.textContent ?? '').join(' ');
  }
  if (element instanceof HTMLInputElement) return element.value;
  const chosen = element.querySelectorAll('[role="option"][aria-selected="true"]');
  if (chosen.length === 0) return '';
  return [...chosen]
    .map((option) => compute(option, 'option', { ...path, seen: new Set(path.seen) }))
    .join(' ');
}

/** What HTML itself offers as a name; undefined when the element kind has nothing of the sort. */
function nativeName(element: Element, path: Path): string | undefined {
  switch (element.tagName) {
    case 'INPUT': {
      if (!(element instanceof HTMLInputElement)) return undefined;
      const labels = labelText(element, path);
      if (labels) return labels;
      if (element.type === 'submit') return element.value || titleOf(element) || 'Submit';
      if (element.type === 'reset') return element.value || titleOf(element) || 'Reset';
      if (element.type === 'button') return element.value || titleOf(element);
      if (element.type === 'image') {
        return element.getAttribute('alt') || element.getAttribute('value') || titleOf(element) || 'Submit';
      }
      return titleOf(element) || undefined;
    }
    case 'SELECT':
    case 'TEXTAREA':
    case 'METER':
    case 'PROGRESS':
    case 'OUTPUT':
    case 'BUTTON': {
      const labels = element instanceof HTMLElement ? labelText(element, path) : '';
      return labels || undefined;
    }
    case 'IMG':
    case 'AREA': {
      const alt = element.getAttribute('alt');
      return alt?.trim() ? alt : titleOf(element) || undefined;
    }
    case 'FIELDSET':
      return childText(element, 'LEGEND', path);
    case 'FIGURE':
      return childText(element, 'FIGCAPTION', path);
    case 'TABLE':
      return childText(element, 'CAPTION', path);
    case 'OPTGROUP':
      return element.getAttribute('label') ?? undefined;
    case 'OPTION':
      return element.getAttribute('label')?.trim() || undefined;
    case 'IFRAME':
      return titleOf(element) || undefined;
    default:
      if (element instanceof SVGElement) return svgTitle(element);
      return undefined;
  }
}

function svgTitle(element: SVGElement): string | undefined {
  for (const child of element.children) {
    if (child.tagName === 'title' && child.textContent?.trim()) return child.textContent;
  }
  return element.getAttribute('xlink:title') ?? undefined;
}

function childText(element: Element, tag: string, path: Path): string | undefined {
  for (const child of element.children) {
    if (child.tagName === tag) {
      return compute(child, roleOf(child), { ...path, embedded: true }) || undefined;
    }
  }
  return undefined;
}

export function labelsOf(element: Element): HTMLLabelElement[] {
  if ('labels' in element && element.labels instanceof NodeList) {
    return [...element.labels].filter((label) => label instanceof HTMLLabelElement);
  }
  return [];
}

function labelText(element: Element, path: Path): string {
  if (path.referencing && path.embedded) return '';
  const parts: string[] = [];
  for (const label of labelsOf(element)) {
    const text = compute(label, roleOf(label), { ...path, embedded: true });
    if (text.trim()) parts.push(text);
  }
  return parts.join(' ');
}

const blockDisplay = /^(block|flex|grid|table|list-item|flow-root|table-row|table-cell|table-caption)/;

/** The text inside, block elements set apart by spaces, CSS content included. */
function textInside(element: Element, path: Path): string {
  const inner: Path = { ...path, embedded: true };
  let text = pseudoText(element, '::before');
  for (const child of childrenOf(element)) {
    if (text.length > nameLimit) break;
    if (isText(child)) {
      text += child.data;
    } else if (isElement(child)) {
      if (skipped.has(child.tagName)) continue;
      if (child.tagName === 'BR') {
        text += ' ';
        continue;
      }
      const part = compute(child, roleOf(child), inner);
      if (!part) continue;
      const style = getComputedStyle(child);
      const apart =
        blockDisplay.test(style.display) ||
        (style.display.startsWith('inline-') && style.display !== 'inline-block');
      text += apart || style.display === 'inline-block' ? ` ${part} ` : part;
    }
  }
  for (const owned of referenced(element, 'aria-owns')) {
    text += ` ${compute(owned, roleOf(owned), inner)}`;
  }
  return text + pseudoText(element, '::after');
}

const skipped = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'NOSCRIPT', 'HEAD', 'META', 'LINK']);

/** Hidden from everyone: not rendered, invisible or aria-hidden. */
export function isHidden(element: Element): boolean {
  return element.closest('[aria-hidden="true"]') !== null || isHiddenHere(element);
}

/** The same for an element whose ancestors are known not to be aria-hidden. */
function isHiddenHere(element: Element): boolean {
  if (element.getAttribute('aria-hidden') === 'true') return true;
  const tag = element.tagName;
  if (tag === 'AREA' || tag === 'OPTION' || tag === 'OPTGROUP') return false;
  if (element.checkVisibility({ visibilityProperty: true })) return false;
  if (element instanceof SVGElement && tag !== 'svg') return false;
  const style = getComputedStyle(element);
  return style.display !== 'contents' || style.visibility !== 'visible';
}
