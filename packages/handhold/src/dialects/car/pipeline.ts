import { type Bounds, type PageSignals, type UiElement, UiMap } from './ui-map.js';

/** A node of the accessibility tree, as a backend gives it. */
export interface A11yNode {
  /** The ref that acts on it. */
  node_id: string;
  role: string;
  name: string;
  value?: string | undefined;
  states?: readonly string[] | undefined;
  bounds?: Bounds | undefined;
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

/** The pipeline that needs no model: everything comes from the document, in its order. */
export class AccessibilityPipeline implements PerceptionPipeline {
  async perceive(
    _screenshot: Uint8Array,
    nodes: readonly A11yNode[],
    url: string,
    viewport: { width: number; height: number },
  ): Promise<UiMap> {
    const elements = nodes.filter((node) => node.role !== 'text').map(toElement);
    const text_blocks = nodes
      .filter((node) => node.role === 'text' || node.role === 'status')
      .map((node) => node.name);
    return new UiMap({ url, viewport, elements, text_blocks, page_signals: signalsOf(nodes) });
  }
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

const fields = new Set(['textbox', 'searchbox', 'combobox', 'checkbox', 'radio', 'spinbutton', 'date']);

function signalsOf(nodes: readonly A11yNode[]): PageSignals {
  return {
    has_dialog: nodes.some((node) => node.role === 'dialog' || node.role === 'alertdialog'),
    has_form: nodes.some((node) => fields.has(node.role)),
    has_error: nodes.some((node) => node.role === 'alert' || node.states?.includes('invalid')),
    is_loading: nodes.some((node) => node.role === 'progressbar' || node.states?.includes('busy')),
  };
}
