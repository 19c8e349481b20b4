import { perLook } from './per-look.js';

/** Which labels belong to which control. The browser's own `labels` searches the whole document for every control. */

type Labels = Map<Element, HTMLLabelElement[]>;

const known = perLook(() => new Map<Node, Labels>());

/** Labels of a control, in document order. */
export function labelsOf(element: Element): HTMLLabelElement[] {
  const root = element.getRootNode();
  if (!(root instanceof Document || root instanceof ShadowRoot)) return [];
  let labels = known().get(root);
  if (!labels) {
    labels = collect(root);
    known().set(root, labels);
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
