import { type Bounds, type PageSignals, type UiElement, UiMap, type UiText } from './ui-map.js';

/** A node of the accessibility tree, as a backend gives it. */
export interface A11yNode {
  /** The id to act on it by; empty for what is only read. */
  node_id: string;
  role: string;
  name: string;
  value?: string | undefined;
  states?: readonly string[] | undefined;
  bounds?: Bounds | undefined;
  /** Of a heading. */
  level?: number | undefined;
  /** It is only read, and stands above what is in view. */
  above?: boolean | undefined;
}

/** Makes a map of a page from what a backend saw of it. */
export interface PerceptionPipeline {
  perceive(
    screenshot: Uint8Array,
    nodes: readonly A11yNode[],
    url: string,
    viewport: { width: number; height: number },
  ): Promise<UiMap>;
}

const nowhere: Bounds = { x: 0, y: 0, width: 0, height: 0 };
const mostTexts = 2000;

/** The pipeline that needs no model: everything comes from the document, in its order. */
export class AccessibilityPipeline implements PerceptionPipeline {
  async perceive(
    _screenshot: Uint8Array,
    nodes: readonly A11yNode[],
    url: string,
    viewport: { width: number; height: number },
  ): Promise<UiMap> {
    const elements: UiElement[] = [];
    const content: (UiElement | UiText)[] = [];
    for (const node of nodes) {
      if (node.role === 'document') continue;
      const item = isText(node) ? toText(node) : toElement(node, elements.length);
      if ('id' in item) elements.push(item);
      content.push(item);
    }
    const textBlocks = nodes
      .filter(
        (node) => node.name !== '' && node.role !== 'document' && (isText(node) || node.role === 'status'),
      )
      .slice(0, mostTexts)
      .map((node) => node.name);
    return new UiMap({ url, viewport, elements, textBlocks, content, pageSignals: signalsOf(nodes) });
  }
}

function isText({ role, node_id }: A11yNode): boolean {
  return role === 'text' || node_id === '';
}

function toText({ role, name, value, level, above }: A11yNode): UiText {
  return {
    role,
    text: name,
    ...(value === undefined ? {} : { value }),
    ...(level === undefined ? {} : { level }),
    ...(above ? { above } : {}),
  };
}

function toElement(node: A11yNode, index: number): UiElement {
  return {
    id: `el_${index}`,
    role: node.role,
    name: node.name,
    ...(node.value === undefined ? {} : { value: node.value }),
    bounds: node.bounds ?? nowhere,
    states: [...(node.states ?? [])],
    confidence: 1,
    source: 'accessibility',
    children: [],
    ax_ref: node.node_id,
  };
}

const fields = new Set(
  `checkbox color combobox date datetime file listbox month radio searchbox slider spinbutton switch textbox time week`.split(
    ' ',
  ),
);

/** Texts that say that there is more to come. */
const waiting = /^(loading|please wait|just a moment|working)\b/i;

function signalsOf(nodes: readonly A11yNode[]): PageSignals {
  const some = (test: (node: A11yNode) => boolean) => nodes.some(test);
  return {
    has_dialog: some(({ role }) => role === 'dialog' || role === 'alertdialog'),
    has_form: some(({ role }) => fields.has(role)),
    has_error: some(({ role, states }) => role === 'alert' || states?.includes('invalid') === true),
    is_loading: some(
      ({ role, name, states }) =>
        role === 'progressbar' ||
        states?.includes('busy') === true ||
        (/^(text|status)$/.test(role) && name.length < 40 && waiting.test(name)),
    ),
  };
}
