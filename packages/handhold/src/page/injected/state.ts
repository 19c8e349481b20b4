import { activeElement, squash } from './dom.js';

const checkable = new Set([
  'checkbox',
  'radio',
  'switch',
  'menuitemcheckbox',
  'menuitemradio',
  'treeitem',
  'option',
]);
const valued = new Set(['slider', 'spinbutton', 'progressbar', 'meter', 'scrollbar']);

/** The states that matter for deciding what to do, in the words of the catalogue. */
export function statesOf(element: Element, role: string): string[] {
  const states: string[] = [];
  const checked = checkedState(element, role);
  if (checked) states.push(checked);
  const pressed = element.getAttribute('aria-pressed');
  if (pressed === 'true') states.push('pressed');
  const expanded = expandedState(element);
  if (expanded) states.push(expanded);
  const current = element.getAttribute('aria-current');
  if (isSelected(element)) states.push('selected');
  else if (current && current !== 'false') states.push('current');
  if (isDisabled(element)) states.push('disabled');
  if (isRequired(element)) states.push('required');
  if (isInvalid(element)) states.push('invalid');
  if (isReadonly(element)) states.push('readonly');
  if (isMultiline(element, role)) states.push('multiline');
  if (activeElement() === element) states.push('focused');
  return states;
}

function checkedState(element: Element, role: string): string | undefined {
  if (element instanceof HTMLInputElement && (element.type === 'checkbox' || element.type === 'radio')) {
    if (element.indeterminate) return 'mixed';
    return element.checked ? 'checked' : 'unchecked';
  }
  const aria = element.getAttribute('aria-checked');
  if (aria === 'mixed') return 'mixed';
  if (aria === 'true') return 'checked';
  if (aria === 'false') return 'unchecked';
  return checkable.has(role) && role !== 'option' && role !== 'treeitem' ? 'unchecked' : undefined;
}

function expandedState(element: Element): string | undefined {
  const aria = element.getAttribute('aria-expanded');
  if (aria === 'true') return 'expanded';
  if (aria === 'false') return 'collapsed';
  const details = element.tagName === 'SUMMARY' ? element.parentElement : null;
  if (details instanceof HTMLDetailsElement) return details.open ? 'expanded' : 'collapsed';
  return undefined;
}

function isSelected(element: Element): boolean {
  if (element instanceof HTMLOptionElement) return element.selected;
  return element.getAttribute('aria-selected') === 'true';
}

/** Disabled by itself, by its fieldset, or by aria-disabled on itself or an ancestor. */
export function isDisabled(element: Element): boolean {
  if (element.matches(':disabled')) return true;
  return Boolean(element.closest('[aria-disabled="true"]'));
}

function isRequired(element: Element): boolean {
  if (element.getAttribute('aria-required') === 'true') return true;
  return element.matches('input:required, select:required, textarea:required');
}

/** Native validity counts only once the user has been at the field, as browsers style it. */
function isInvalid(element: Element): boolean {
  const aria = element.getAttribute('aria-invalid');
  if (aria && aria !== 'false') return true;
  return element.matches(':user-invalid');
}

export function isReadonly(element: Element): boolean {
  if (element.getAttribute('aria-readonly') === 'true') return true;
  return (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) && element.readOnly;
}

function isMultiline(element: Element, role: string): boolean {
  if (role !== 'textbox') return false;
  return (
    element.tagName === 'TEXTAREA' ||
    element.getAttribute('aria-multiline') === 'true' ||
    (element instanceof HTMLElement && element.isContentEditable)
  );
}

/** What the element holds now; a password only shows that there is one. */
export function currentValue(element: Element, role: string): string | undefined {
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
  if (valued.has(role)) {
    if (element instanceof HTMLProgressElement || element instanceof HTMLMeterElement)
      return String(element.value);
    return element.getAttribute('aria-valuetext') ?? element.getAttribute('aria-valuenow') ?? undefined;
  }
  if (role === 'textbox' || role === 'searchbox' || role === 'combobox') {
    if (role === 'combobox' && !(element instanceof HTMLElement && element.isContentEditable)) {
      return squash(element.textContent ?? '').slice(0, 200);
    }
    return richText(element);
  }
  return undefined;
}

/** Text of an editable region as its author sees it, line breaks kept. */
export function richText(element: Element): string {
  const text = element instanceof HTMLElement ? element.innerText : (element.textContent ?? '');
  return text
    .replace(/\u00a0/g, ' ')
    .replace(/[\u200b\ufeff]/g, '')
    .replace(/\n+$/, '');
}

export function optionsOf(element: Element): string[] | undefined {
  if (element instanceof HTMLSelectElement) {
    return [...element.options].filter((option) => !option.disabled).map((option) => squash(option.label));
  }
  return undefined;
}
