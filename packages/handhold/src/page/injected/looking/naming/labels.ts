import { contains, referenced } from '../../dom/tree.js';
import { state } from '../../state.js';

/** Which labels belong to which control. The browser's own `labels` searches the whole document for every control. */

/** By their controls. */
export type Labels = Map<Element, HTMLLabelElement[]>;

/** Labels of a control, in document order. */
export function labelsOf(element: Element): HTMLLabelElement[] {
  const root = element.getRootNode();
  if (!(root instanceof Document || root instanceof ShadowRoot)) return [];
  let labels = state.looking.naming.labels.entries.get(root);
  if (!labels) {
    labels = collect(root);
    state.looking.naming.labels.entries.set(root, labels);
  }
  return labels.get(element) ?? [];
}

function collect(root: Document | ShadowRoot): Labels {
  const labels: Labels = new Map();
  for (const label of root.querySelectorAll('label')) {
    const { control } = label;
    if (!control) continue;
    const own = labels.get(control);
    if (own) own.push(label);
    else labels.set(control, [label]);
  }
  return labels;
}

const ownFields =
  '[role="combobox"], [role="listbox"], [role="radiogroup"], [role="slider"], [role="spinbutton"], [role="switch"], [role="textbox"]';

/** True if it is only what a field is called that the page made itself, and listens for its sake as labels do. */
export function namesField(element: Element): boolean {
  // Most of what listens ends here.
  if (element.id === '' && element.tagName !== 'LABEL') return false;
  const root = element.getRootNode();
  if (!(root instanceof Document || root instanceof ShadowRoot)) return false;
  let names = state.looking.naming.fieldNames.entries.get(root);
  if (!names) {
    names = new Set([...root.querySelectorAll(ownFields)].flatMap((field) => namesBeside(field)));
    state.looking.naming.fieldNames.entries.set(root, names);
  }
  return names.has(element) || (element instanceof HTMLLabelElement && namesById(element, root));
}

function namesBeside(field: Element): Element[] {
  if (!isShown(field)) return [];
  return referenced(field, 'aria-labelledby').filter(
    (name) => !contains(name, field) && (name.tagName === 'LABEL' || !contains(field, name)),
  );
}

/** A label says whose it is even where the browser takes no notice. */
function namesById(label: HTMLLabelElement, root: Document | ShadowRoot): boolean {
  const field = label.htmlFor ? root.getElementById(label.htmlFor) : null;
  return field?.matches(ownFields) === true && isShown(field);
}

function isShown(field: Element): boolean {
  return field.checkVisibility({ visibilityProperty: true });
}
