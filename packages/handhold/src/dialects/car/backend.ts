import { z } from 'zod';
import { Failure } from '../../errors.js';
import type { Caller } from '../../page-controller.js';
import { dataOf } from '../../result.js';
import { screenshot, snapshot } from '../../tools/observation.js';
import { nodesOf } from './nodes.js';
import type { A11yNode } from './pipeline.js';
import type { UiMap } from './ui-map.js';

export type Modifier = 'shift' | 'control' | 'alt' | 'meta';

export type WaitCondition =
  | { type: 'page_loaded' }
  | { type: 'url_changed' }
  | { type: 'a11y_contains_text'; text: string }
  | { type: 'element_with_name'; name_contains: string; role?: string | undefined };

export interface Viewport {
  width: number;
  height: number;
}

/** A browser as CAR's executor drives it. */
export interface BrowserBackend {
  navigate(url: string): Promise<void>;
  clickElement(nodeId: string): Promise<void>;
  typeIntoElement(nodeId: string, text: string): Promise<void>;
  injectScroll(deltaY: number): Promise<void>;
  injectKeypress(key: string, modifiers: readonly Modifier[]): Promise<void>;
  waitUntil(condition: WaitCondition, timeoutMs: number): Promise<boolean>;
  /** A PNG of what is in view. */
  captureScreenshot(): Promise<Uint8Array>;
  getAccessibilityTree(): Promise<A11yNode[]>;
  getCurrentUrl(): Promise<string>;
  getPageTitle(): Promise<string>;
  getViewport(): Promise<Viewport>;
}

/** What an agent of CAR's has been told about its page. */
export interface CarMemory {
  uiMap?: UiMap | undefined;
  /** What each ref was when the page was last observed. */
  observed?: Map<string, { role: string; name: string }>;
  /** The address it was last told, and the one it is at. */
  told?: string | undefined;
  url?: string | undefined;
}

const outcome = z.object({ url: z.string(), page: z.unknown().optional() });
const waited = z.object({ met: z.boolean() });
const element = z.object({ role: z.string(), name: z.string() });
const modifierNames = { shift: 'Shift', control: 'Control', alt: 'Alt', meta: 'Meta' } as const;
const most = 1000;

/** CAR's backend over our tools. */
export class ToolboxBackend implements BrowserBackend {
  private title = '';
  private viewport: Viewport = { width: 0, height: 0 };

  constructor(
    private readonly tools: Caller,
    private readonly memory: CarMemory = {},
  ) {}

  async navigate(url: string): Promise<void> {
    await this.act('browser_navigate', { url });
    this.memory.observed = new Map();
    this.memory.told = this.memory.url;
  }

  async clickElement(nodeId: string): Promise<void> {
    await this.stillThere(nodeId);
    await this.act('browser_click', { ref: nodeId });
  }

  async typeIntoElement(nodeId: string, text: string): Promise<void> {
    await this.stillThere(nodeId);
    await this.act('browser_type', { ref: nodeId, text });
  }

  async injectScroll(deltaY: number): Promise<void> {
    await this.act('browser_scroll', { direction: deltaY < 0 ? 'up' : 'down', amount: Math.abs(deltaY) });
  }

  /** A dialog takes Enter and Escape as a person's would; CAR has no other way to answer one. */
  async injectKeypress(key: string, modifiers: readonly Modifier[]): Promise<void> {
    const held = modifiers.map((modifier) => modifierNames[modifier]);
    try {
      await this.act('browser_press', { key, modifiers: held });
    } catch (thrown) {
      const answer = { enter: 'accept', escape: 'dismiss' }[key.toLowerCase()];
      if (!(thrown instanceof Failure) || thrown.code !== 'dialog_open' || answer === undefined) throw thrown;
      await this.act('browser_dialog', { action: answer });
    }
  }

  async waitUntil(condition: WaitCondition, timeoutMs: number): Promise<boolean> {
    const { memory } = this;
    const timeout = Math.max(1, timeoutMs);
    if (condition.type === 'url_changed' && memory.url !== memory.told) {
      memory.told = memory.url;
      return true;
    }
    const { met } = waited.parse(await this.act('browser_wait', { ...asWait(condition), timeout }));
    if (met && condition.type === 'url_changed') memory.told = memory.url;
    return met;
  }

  async captureScreenshot(): Promise<Uint8Array> {
    const { base64, viewport } = screenshot.output.parse(
      await this.ask('browser_screenshot', { format: 'png' }),
    );
    this.viewport = viewport;
    return Buffer.from(base64, 'base64');
  }

  async getAccessibilityTree(): Promise<A11yNode[]> {
    const seen = snapshot.output.parse(await this.ask('browser_snapshot', { maxElements: most }));
    this.title = seen.title;
    this.memory.url = seen.url;
    this.memory.told = seen.url;
    this.memory.observed = new Map(Object.entries(seen.refs));
    return nodesOf(seen);
  }

  async getCurrentUrl(): Promise<string> {
    return this.memory.url ?? 'about:blank';
  }

  async getPageTitle(): Promise<string> {
    return this.title;
  }

  async getViewport(): Promise<Viewport> {
    return this.viewport;
  }

  private async ask(tool: string, input: object): Promise<unknown> {
    return dataOf(await this.tools.call(tool, input));
  }

  /** Does something to the page. Its agent is not told what came of it, so what it saw before may no longer be so. */
  private async act(tool: string, input: object): Promise<unknown> {
    const data = await this.ask(tool, input);
    const { url, page } = outcome.parse(data);
    this.memory.url = url;
    if (page !== undefined) this.memory.observed = new Map();
    return data;
  }

  /** Our refs keep up with what results tell, which CAR's agents don't get to read: they act on what they observed. */
  private async stillThere(nodeId: string): Promise<void> {
    const was = this.memory.observed?.get(nodeId);
    if (!was) throw unseen(nodeId);
    const now = element.parse(await this.ask('browser_get_element', { ref: nodeId }));
    if (now.role !== was.role || essence(now.name) !== essence(was.name)) throw unseen(nodeId);
  }
}

/** Counters and spacing change without making it another thing. */
function essence(name: string): string {
  return name
    .slice(0, 300)
    .toLowerCase()
    .replace(/[\d\s]+/g, '');
}

function unseen(nodeId: string): Failure {
  return new Failure(
    'stale_ref',
    `Element not found: ${nodeId} is not on the page as it was last observed.`,
    {
      hint: 'Call browse_observe and use an id from it.',
    },
  );
}

function asWait(condition: WaitCondition): object {
  switch (condition.type) {
    case 'page_loaded':
    case 'url_changed':
      return { for: condition.type };
    case 'a11y_contains_text':
      return { text: condition.text };
    case 'element_with_name':
      return {
        element: {
          name: condition.name_contains,
          ...(condition.role === undefined ? {} : { role: condition.role }),
        },
      };
  }
}
