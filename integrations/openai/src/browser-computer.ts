import type { Computer } from '@openai/agents';
import type { Called, Screen } from 'handhold';
import { click, openScreen, perform, type ScreenOptions } from './computer.js';

/** A page of the browser as the computer of the Agents SDK: `computerTool({ computer: new BrowserComputer() })`. */
export class BrowserComputer implements Computer {
  readonly environment = 'browser';
  readonly dimensions: [number, number];
  private readonly screen: Screen;

  constructor(options: ScreenOptions = {}) {
    const { width, height } = options.viewport ?? { width: 1280, height: 720 };
    this.dimensions = [width, height];
    this.screen = openScreen(options);
  }

  async screenshot(): Promise<string> {
    const { rendered } = await this.screen.screenshot();
    if (!rendered.image) throw new Error(rendered.text);
    return rendered.image.base64;
  }

  async click(x: number, y: number, button: Parameters<Computer['click']>[2]): Promise<void> {
    check(await click(this.screen, { x, y, button }));
  }

  async doubleClick(x: number, y: number): Promise<void> {
    check(await perform(this.screen, { type: 'double_click', x, y, keys: null }));
  }

  async scroll(x: number, y: number, scrollX: number, scrollY: number): Promise<void> {
    check(await perform(this.screen, { type: 'scroll', x, y, scroll_x: scrollX, scroll_y: scrollY }));
  }

  async type(text: string): Promise<void> {
    check(await perform(this.screen, { type: 'type', text }));
  }

  async wait(): Promise<void> {
    check(await perform(this.screen, { type: 'wait' }));
  }

  async move(x: number, y: number): Promise<void> {
    check(await perform(this.screen, { type: 'move', x, y }));
  }

  async keypress(keys: string[]): Promise<void> {
    check(await perform(this.screen, { type: 'keypress', keys }));
  }

  async drag(path: [number, number][]): Promise<void> {
    check(await perform(this.screen, { type: 'drag', path: path.map(([x, y]) => ({ x, y })) }));
  }

  /** Ends the browser. May be called any number of times; a later call starts afresh. */
  close(): Promise<void> {
    return this.screen.toolbox.close();
  }
}

/** The SDK hears of failures as exceptions. */
function check(called: Called | undefined): void {
  if (called?.result.error) throw new Error(called.rendered.text);
}
