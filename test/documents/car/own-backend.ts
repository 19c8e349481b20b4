import {
  type A11yNode,
  type BrowserBackend,
  type Modifier,
  type PerceptionPipeline,
  UiMap,
  type Viewport,
  type WaitCondition,
} from 'handhold';

/** A user's own browser, as the document has backends: asked for its address and viewport at once, for the rest in time. */
export class PaperBrowser implements BrowserBackend {
  /** All that it was told to do. */
  readonly done: unknown[] = [];
  private url = 'about:blank';

  async navigate(url: string): Promise<void> {
    this.url = url;
    this.done.push(['navigate', url]);
  }
  async clickElement(nodeId: string): Promise<void> {
    if (nodeId === 'ax-gone') throw new Error('Element not found: ax-gone');
    this.done.push(['click', nodeId]);
  }
  async typeIntoElement(nodeId: string, text: string): Promise<void> {
    this.done.push(['type', nodeId, text]);
  }
  async injectScroll(deltaY: number): Promise<void> {
    this.done.push(['scroll', deltaY]);
  }
  async injectKeypress(key: string, modifiers: readonly Modifier[]): Promise<void> {
    this.done.push(['key', key, ...modifiers]);
  }
  async waitUntil(condition: WaitCondition, timeoutMs: number): Promise<boolean> {
    this.done.push(['wait', condition, timeoutMs]);
    return condition.type === 'page_loaded';
  }
  async captureScreenshot(): Promise<Uint8Array> {
    return Buffer.from('\x89PNG of paper', 'latin1');
  }
  async getAccessibilityTree(): Promise<A11yNode[]> {
    return [
      { node_id: 'ax-1', role: 'heading', name: 'Paper' },
      { node_id: 'ax-2', role: 'button', name: 'Fold', bounds: { x: 10, y: 20, width: 100, height: 40 } },
      { node_id: 'ax-3', role: 'text', name: 'A sheet of paper.' },
      { node_id: 'ax-4', role: 'textbox', name: 'Title', value: 'Crane', states: ['focused'] },
    ];
  }
  getCurrentUrl(): string {
    return this.url;
  }
  async getPageTitle(): Promise<string> {
    return 'Paper';
  }
  getViewport(): Viewport {
    return { width: 210, height: 297 };
  }
}

/** A user's own way of seeing: only what can be pressed. */
export class ButtonsOnly implements PerceptionPipeline {
  async perceive(
    screenshot: Uint8Array,
    nodes: readonly A11yNode[],
    url: string,
    viewport: Viewport,
  ): Promise<UiMap> {
    const elements = nodes
      .filter(({ role }) => role === 'button')
      .map(({ node_id, role, name, bounds }, index) => ({
        id: `el_${index}`,
        role,
        name,
        bounds: bounds ?? { x: 0, y: 0, width: 0, height: 0 },
        states: [],
        confidence: 0.9,
        source: 'vision' as const,
        icon_type: 'fold',
        children: [],
        ax_ref: node_id,
      }));
    const pageSignals = { has_dialog: false, has_form: false, has_error: false, is_loading: false };
    return new UiMap({ url, viewport, elements, textBlocks: [`${screenshot.length} bytes`], pageSignals });
  }
}
