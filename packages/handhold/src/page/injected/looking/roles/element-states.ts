import { catchesKeys, drawnText } from '../../acting/code-editor.js';
import { styleOf } from '../../dom/style.js';
import { activeElement, childrenOf, cut, isElement, isText, squash } from '../../dom/tree.js';
import { taintOf } from '../../secrets/taint.js';
import { internalsOf } from './internals.js';
import { roleOf } from './role.js';

/** Widgets that are either on or off; those named here without a third way between. */
const checkable = new Set(['checkbox', 'menuitemcheckbox']);
const twoWay = new Set(['radio', 'switch', 'menuitemradio']);
const valued = new Set(['slider', 'spinbutton', 'progressbar', 'meter', 'scrollbar']);
const native = new Set(['button', 'input', 'select', 'textarea']);

/** Which roles of controls have a state; on others ARIA says nothing by it. What isn't a control has what it claims. */
const having = {
  checked: rolesIn('checkbox menuitemcheckbox menuitemradio option radio switch treeitem'),
  pressed: rolesIn('button'),
  expanded: rolesIn(
    'button checkbox combobox gridcell link listbox menuitem menuitemcheckbox menuitemradio switch tab treeitem',
  ),
  selected: rolesIn('gridcell option tab treeitem'),
  required: rolesIn('checkbox combobox gridcell listbox searchbox spinbutton switch textbox'),
  invalid: rolesIn('checkbox combobox gridcell listbox radio searchbox slider spinbutton switch textbox'),
  readonly: rolesIn(
    'checkbox combobox gridcell listbox menuitemcheckbox menuitemradio searchbox slider spinbutton switch textbox',
  ),
};
const controlRoles = rolesIn(
  'button checkbox color combobox date datetime file gridcell heading img link listbox menuitem menuitemcheckbox ' +
    'menuitemradio meter month option progressbar radio scrollbar searchbox slider spinbutton switch tab textbox time ' +
    'treeitem week',
);
const pickers = new Set('color date datetime file month time week'.split(' '));
const ofPickers = new Set(['required', 'invalid', 'readonly']);

function rolesIn(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

function hasState(state: keyof typeof having, role: string): boolean {
  if (!controlRoles.has(role)) return true;
  return pickers.has(role) ? ofPickers.has(state) : having[state].has(role);
}

/** A button that stays pressed, and is so far either in or out. */
export function isPressable(element: Element, role: string): boolean {
  return element.hasAttribute('aria-pressed') && hasState('pressed', role) && !isTicked(element);
}

function isTicked(element: Element): element is HTMLInputElement {
  return element instanceof HTMLInputElement && (element.type === 'checkbox' || element.type === 'radio');
}

/** The states that matter for deciding what to do, in the words of the catalogue. */
export function statesOf(
  element: Element,
  role: string,
  focused = activeElement(),
  mayBeInHeader = true,
): string[] {
  const internals = internalsOf(element);
  const states: string[] = internals ? [...internals.states] : [];
  const add = (state: string | undefined) => {
    if (state && !states.includes(state)) states.push(state);
  };
  if (!internals || element.hasAttribute('aria-checked')) add(checkedState(element, role));
  if (isPressable(element, role)) add(pressedState(element));
  add(expandedState(element, role));
  const current = element.getAttribute('aria-current');
  if (isSelected(element, role)) add('selected');
  else if (current && current !== 'false') add('current');
  if (mayBeInHeader) add(sortedState(element, role));
  if (isDisabled(element)) add('disabled');
  if (isRequired(element, role)) add('required');
  if (isInvalid(element, role)) add('invalid');
  if (isReadonly(element, role)) add('readonly');
  if (isMultiline(element, role)) add('multiline');
  if (focused === element) add('focused');
  return states;
}

function checkedState(element: Element, role: string): string | undefined {
  if (isTicked(element)) {
    if (element.indeterminate && element.type === 'checkbox') return 'mixed';
    return element.checked ? 'checked' : 'unchecked';
  }
  switch (hasState('checked', role) ? element.getAttribute('aria-checked') : null) {
    case 'true':
      return 'checked';
    case 'mixed':
      return twoWay.has(role) ? 'unchecked' : 'mixed';
    case 'false':
      return 'unchecked';
    default:
      if (!checkable.has(role) && !twoWay.has(role)) return undefined;
      return role === 'checkbox' && isOfSelected(element) ? 'checked' : 'unchecked';
  }
}

/** A box to tick that does not say how it stands may leave that to the item that it selects. */
function isOfSelected(box: Element): boolean {
  const item = box.closest('[role="treeitem"], [role="option"], [role="row"]');
  return item?.getAttribute('aria-selected') === 'true';
}

function pressedState(element: Element): string | undefined {
  const pressed = element.getAttribute('aria-pressed');
  if (pressed === 'true') return 'pressed';
  return pressed === 'mixed' ? 'mixed' : undefined;
}

/** Open or shut; by the browser, where that opens and shuts it itself, whatever ARIA says of it. */
function expandedState(element: Element, role: string): string | undefined {
  const tag = element.localName;
  if (tag === 'summary') {
    const details = element.parentElement;
    if (details instanceof HTMLDetailsElement) return details.open ? 'expanded' : 'collapsed';
  }
  if ((tag === 'button' || tag === 'input') && element.hasAttribute('popovertarget')) {
    const popover = 'popoverTargetElement' in element ? element.popoverTargetElement : null;
    if (popover instanceof Element) return popover.matches(':popover-open') ? 'expanded' : 'collapsed';
  }
  const aria = hasState('expanded', role) ? element.getAttribute('aria-expanded') : null;
  if (aria === 'true') return 'expanded';
  return aria === 'false' ? 'collapsed' : undefined;
}

const headings = '[role="columnheader"], [role="rowheader"], th';

/** How the rows are sorted by a column, which its header says, or what says all that the header does. */
function sortedState(element: Element, role: string): string | undefined {
  if (!/^(columnheader|rowheader|button|link|clickable)$/.test(role)) return undefined;
  const header = element.closest(headings);
  const sorted = header?.getAttribute('aria-sort');
  if (!header || (sorted !== 'ascending' && sorted !== 'descending')) return undefined;
  const says = squash(element.textContent ?? '');
  const isAll =
    says === '' ? role === 'button' && isAlone(element, header) : says === squash(header.textContent ?? '');
  return header === element || isAll ? `sorted ${sorted}` : undefined;
}

const buttons = 'a[href], button, input, select, [role="button"]';

function isAlone(button: Element, header: Element): boolean {
  return header.querySelectorAll(buttons).length === 1 && button.matches(buttons);
}

function isSelected(element: Element, role: string): boolean {
  if (element instanceof HTMLOptionElement) return element.selected;
  return hasState('selected', role) && element.getAttribute('aria-selected') === 'true';
}

/** Elements that the browser itself can disable, beside custom ones. */
const fields = new Set('button fieldset input optgroup option select textarea'.split(' '));

/** Disabled by itself, by its fieldset, or by aria-disabled on itself or an ancestor. */
export function isDisabled(element: Element): boolean {
  const { localName } = element;
  const isField = fields.has(localName) || localName.includes('-');
  if (isField && element.matches(':disabled')) return true;
  if (element.closest('[aria-disabled="true"]')) return true;
  // As links and buttons are that are switched off by style alone.
  if ((localName === 'a' || localName === 'button') && styleOf(element).pointerEvents === 'none')
    return !element.closest('label');
  const root = element.getRootNode();
  const own = root instanceof ShadowRoot ? root.host : element;
  return (
    own.localName.includes('-') && own.hasAttribute('disabled') && own.getAttribute('disabled') !== 'false'
  );
}

function isRequired(element: Element, role: string): boolean {
  if (element.getAttribute('aria-required') === 'true' && hasState('required', role)) return true;
  return native.has(element.localName) && element.matches(':required');
}

/** Native validity counts only once the user has been at the field, as browsers style it. */
function isInvalid(element: Element, role: string): boolean {
  const aria = hasState('invalid', role) ? element.getAttribute('aria-invalid') : null;
  if (aria && aria !== 'false') return true;
  return native.has(element.localName) && element.matches(':user-invalid');
}

const neverReadonly = new Set('button checkbox color file hidden image radio range reset submit'.split(' '));

/** Fields of the browser's own take text unless they say themselves that they don't. */
export function isReadonly(element: Element, role: string = roleOf(element)): boolean {
  if (element instanceof HTMLInputElement && !neverReadonly.has(element.type)) return element.readOnly;
  if (element instanceof HTMLTextAreaElement) return element.readOnly;
  return hasState('readonly', role) && element.getAttribute('aria-readonly') === 'true';
}

function isMultiline(element: Element, role: string): boolean {
  if (role !== 'textbox') return false;
  return (
    element.localName === 'textarea' ||
    (element.localName !== 'input' && element.getAttribute('aria-multiline') === 'true') ||
    (element instanceof HTMLElement &&
      element.isContentEditable &&
      element.getAttribute('aria-multiline') !== 'false')
  );
}

/** The value of an element; a password only shows that there is one. */
export function currentValue(element: Element, role: string): string | undefined {
  const isPassword = element instanceof HTMLInputElement && element.type === 'password';
  const label = isPassword ? undefined : taintOf(element);
  if (label !== undefined) return label;
  if (catchesKeys(element)) return drawnText(element);
  if (element instanceof HTMLInputElement) {
    switch (element.type) {
      case 'checkbox':
      case 'radio':
      case 'button':
      case 'submit':
      case 'reset':
      case 'image':
        return undefined;
      case 'password':
        return '•'.repeat(Math.min(element.value.length, 8));
      case 'file':
        return [...(element.files ?? [])].map((file) => file.name).join(', ');
      default:
        return element.value;
    }
  }
  if (element instanceof HTMLTextAreaElement) return element.value;
  if (element instanceof HTMLSelectElement) {
    return [...element.selectedOptions].map((option) => squash(option.label)).join(', ');
  }
  const internals = internalsOf(element);
  if (internals?.value) return internals.value;
  if (valued.has(role)) {
    if (element instanceof HTMLProgressElement || element instanceof HTMLMeterElement)
      return String(element.value);
    return element.getAttribute('aria-valuetext') ?? element.getAttribute('aria-valuenow') ?? undefined;
  }
  if (role === 'textbox' || role === 'searchbox' || role === 'combobox') {
    if (role === 'combobox' && !(element instanceof HTMLElement && element.isContentEditable)) {
      return cut(squash(shownIn(element)), 200);
    }
    return richText(element);
  }
  return undefined;
}

/** The text that a box to choose from shows, without its options and labels. */
export function shownIn(element: Element, between = ' '): string {
  const texts = withoutButtons(element);
  if (texts.length === 0) return chosenIn(element);
  // Its label may be drawn beside what is chosen.
  const label = squash(element.getAttribute('aria-label') ?? '');
  const at = texts.length > 1 && label ? texts.indexOf(label) : -1;
  return (at < 0 ? texts : texts.toSpliced(at, 1)).join(between);
}

/** The one option that a box shows as chosen while its list is shut. */
function chosenIn(box: Element): string {
  if (box.getAttribute('aria-expanded') !== 'false') return '';
  const chosen = [...box.querySelectorAll('[role="option"][aria-selected="true"]')].filter(isRendered);
  const [only] = chosen;
  return chosen.length === 1 && only ? withoutButtons(only).join(' ') : '';
}

/** A button that takes away a choice is not part of it; one that is all there is shows it. */
function withoutButtons(element: Element): string[] {
  const texts = shownTexts(element, `${notChosen}, ${buttonLike}`);
  return texts.length > 0 ? texts : shownTexts(element);
}

function shownTexts(element: Element, without = notChosen): string[] {
  const texts: string[] = [];
  for (const child of childrenOf(element)) {
    if (isText(child)) texts.push(squash(child.data));
    else if (isElement(child) && !child.matches(without) && isRendered(child))
      texts.push(...shownTexts(child, without));
  }
  return texts.filter(Boolean);
}

/** True if it is rendered; an element without a box of its own, as a slot, shows its content. */
function isRendered(element: Element): boolean {
  return (
    element.checkVisibility({ visibilityProperty: true }) || getComputedStyle(element).display === 'contents'
  );
}

const notChosen =
  'label, legend, input, select, textarea, [role="option"], [role="listbox"], [role="combobox"], [aria-hidden="true"]';

const buttonLike = 'button, [role="button"], a[class*="remove" i], a[class*="close" i]';

/** Text of an editable region as its author sees it, line breaks kept. */
export function richText(element: Element): string {
  if (holdsOnlyHint(element)) return '';
  return linesOf(element)
    .join('\n')
    .replace(/\u00a0/g, ' ')
    .replace(/[\u200b\ufeff]/g, '')
    .replace(/\n+$/, '');
}

/** Editors that draw their hint into the empty region keep the caret and the pointer away from it. */
function holdsOnlyHint(element: Element): boolean {
  const hint = element.querySelector('[contenteditable="false"]');
  if (!hint || getComputedStyle(hint).pointerEvents !== 'none') return false;
  const layersBehind = (element.textContent ?? '').replace(hint.textContent ?? '', '');
  return layersBehind.replace(/[\u200b\ufeff\s]/g, '') === '';
}

const blocks = new Set('P DIV LI UL OL PRE BLOCKQUOTE H1 H2 H3 H4 H5 H6 SECTION ARTICLE DETAILS'.split(' '));

/** One entry per line. The browser's own `innerText` puts a blank line between paragraphs that nobody typed. */
function linesOf(element: Element): string[] {
  if (![...element.children].some((child) => blocks.has(child.tagName))) {
    const text = element instanceof HTMLElement ? element.innerText : (element.textContent ?? '');
    return text.replace(/\n$/, '').split('\n');
  }
  const lines: string[] = [];
  let inline: string | undefined;
  const flush = () => {
    if (inline?.trim()) lines.push(...inline.replace(/\n$/, '').split('\n'));
    inline = undefined;
  };
  for (const child of element.childNodes) {
    if (child instanceof Element && !child.checkVisibility()) continue;
    if (child instanceof Element && blocks.has(child.tagName)) {
      flush();
      lines.push(...linesOf(child));
    } else if (child instanceof HTMLElement) {
      inline = (inline ?? '') + (child.tagName === 'BR' ? '\n' : child.innerText);
    } else inline = (inline ?? '') + (child.textContent ?? '');
  }
  flush();
  return lines;
}

export function optionsOf(element: Element): string[] | undefined {
  if (element instanceof HTMLSelectElement) {
    return [...element.options].filter((option) => !option.disabled).map((option) => squash(option.label));
  }
  return undefined;
}
