import { z } from 'zod';
import { Failure } from '../../errors.js';
import { quote } from '../../gate/untrusted.js';
import { formatRef, parseRef } from '../../page/refs/ref.js';
import type { Caller } from '../../page-controller.js';
import { dataOf } from '../../result.js';
import { screenshot } from '../../tools/capture/screenshot.js';
import { snapshot } from '../../tools/observation/snapshot.js';
import { inWording, type Wording } from '../../wording.js';
import { nodesOf } from './nodes.js';
import type { A11yNode } from './pipeline.js';
import { carTools } from './tools.js';
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
  /** A PNG of what is in view; empty where none can be had, as while a dialog of the browser is open. */
  captureScreenshot(): Promise<Uint8Array>;
  getAccessibilityTree(): Promise<A11yNode[]>;
  getCurrentUrl(): string | Promise<string>;
  getPageTitle(): string | Promise<string>;
  getViewport(): Viewport | Promise<Viewport>;
}

/** The page as an agent of CAR's knows it. */
export interface CarMemory {
  uiMap?: UiMap | undefined;
  /** The element of each ref when the page was last observed, or that it was a ref of a page before. */
  observed?: Map<string, { role: string; name: string } | 'outdated'>;
  /** The address it was last told, and the one it is at. */
  reportedUrl?: string | undefined;
  url?: string | undefined;
}

const outcome = z.object({ url: z.string(), page: z.unknown().optional() });
const waited = z.object({ met: z.boolean() });
const dialogOpen = z.object({ dialog: z.object({ type: z.string(), message: z.string() }) });
const element = z.object({ role: z.string(), name: z.string() });
const detailed = element.extend({ states: z.array(z.string()) });
const modifierNames = { shift: 'Shift', control: 'Control', alt: 'Alt', meta: 'Meta' } as const;
/** A dialog of the browser is open, or no pictures are to be had. */
const withoutPicture: ReadonlySet<string> = new Set(['dialog_open', 'unknown_tool']);
/** After these there is nothing more to ask. */
const ending: ReadonlySet<string> = new Set([
  'aborted',
  'browser_crashed',
  'browser_disconnected',
  'dialog_open',
]);
/** Heuristic: characters that every line of text counts for besides its own, and how many lines more are taken to be in view. */
const lineLength = 80;
const leeway = 20;
/** CAR's agents know our tools by the names that theirs have. */
const wording: Wording = {
  names: new Map<string, string>(Object.entries(carTools).map(([name, { of }]) => [of, name])),
};
const everything = { interactiveOnly: false, maxElements: 1000 };

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
    this.outdate();
    this.memory.reportedUrl = this.memory.url;
  }

  async clickElement(nodeId: string): Promise<void> {
    await this.act('browser_click', { ref: await this.refOf(nodeId) });
  }

  async typeIntoElement(nodeId: string, text: string): Promise<void> {
    await this.act('browser_type', { ref: await this.refOf(nodeId), text });
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
    if (condition.type === 'url_changed' && memory.url !== memory.reportedUrl) {
      memory.reportedUrl = memory.url;
      return true;
    }
    const { met } = waited.parse(await this.act('browser_wait', { ...asWait(condition), timeout }));
    if (met && condition.type === 'url_changed') memory.reportedUrl = memory.url;
    return met;
  }

  async captureScreenshot(): Promise<Uint8Array> {
    try {
      const data = await this.ask('browser_screenshot', { format: 'png' });
      const { base64, viewport } = screenshot.output.parse(data);
      this.viewport = viewport;
      return Buffer.from(base64, 'base64');
    } catch (thrown) {
      if (thrown instanceof Failure && withoutPicture.has(thrown.code)) return new Uint8Array();
      throw thrown;
    }
  }

  async getAccessibilityTree(): Promise<A11yNode[]> {
    const looked = await this.unlessDialog(() => this.look());
    if ('dialog' in looked) {
      this.outdate();
      const { type, message } = looked.dialog;
      return [{ node_id: '', role: 'dialog', name: message, value: type }];
    }
    const shown = snapshot.output.parse(looked.data);
    this.title = shown.title;
    this.memory.url = shown.url;
    this.memory.reportedUrl = shown.url;
    this.memory.observed = new Map(Object.entries(shown.refs));
    const nodes = this.whereScrolled(nodesOf(shown), shown.scroll);
    return [await this.documentNode(shown.title), ...(await this.dialogsWithoutLine(nodes)), ...nodes];
  }

  /** All there is to see and read; of a page that is too large for that, what is near. */
  private async look(): Promise<unknown> {
    try {
      return await this.ask('browser_snapshot', everything);
    } catch (thrown) {
      if (!(thrown instanceof Failure) || !/^(timeout|page_unresponsive)$/.test(thrown.code)) throw thrown;
      return this.ask('browser_snapshot', { maxElements: everything.maxElements });
    }
  }

  /** The page as a whole, which may say of itself that it is busy. */
  private async documentNode(name: string): Promise<A11yNode> {
    const busy = await this.inSight('[aria-busy="true"]');
    return { node_id: '', role: 'document', name, states: busy ? ['busy'] : [] };
  }

  /** A dialog without a name, and with nothing in it to act on, has no line in a snapshot. */
  private async dialogsWithoutLine(nodes: readonly A11yNode[]): Promise<A11yNode[]> {
    if (nodes.some(isDialog)) return [];
    const dialog = await this.inSight('dialog[open], [role="dialog"], [role="alertdialog"]');
    return dialog && isDialog(dialog) ? [{ node_id: '', ...dialog }] : [];
  }

  private async inSight(selector: string): Promise<{ role: string; name: string } | undefined> {
    const found = detailed.safeParse(await this.askIfCan('browser_get_element', { selector })).data;
    return found?.states.includes('hidden') ? undefined : found && { role: found.role, name: found.name };
  }

  /** Which texts are above what is in view, by how much of all text that may be: where they stand, nobody tells. */
  private whereScrolled(nodes: A11yNode[], { y, maxY }: { y: number; maxY: number }): A11yNode[] {
    const lengthOf = ({ name }: A11yNode) => name.length + lineLength;
    const all = nodes.reduce((sum, node) => sum + lengthOf(node), 0);
    const before = (all * y) / Math.max(1, maxY + this.viewport.height);
    let length = 0;
    let above = 0;
    for (const node of nodes) {
      length += lengthOf(node);
      if (length > before) break;
      above += 1;
    }
    return nodes.map((node, i) =>
      i < above - leeway && node.node_id === '' ? { ...node, above: true } : node,
    );
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
    return dataOf(inWording(await this.tools.call(tool, input), wording));
  }

  /** For what can be done without: the tools to be had may be only some, and nothing may be found. */
  private async askIfCan(tool: string, input: object): Promise<unknown> {
    try {
      return await this.ask(tool, input);
    } catch (thrown) {
      if (thrown instanceof Failure && !ending.has(thrown.code)) return undefined;
      throw thrown;
    }
  }

  /** The answer, or the dialog of the browser that keeps it from being given. */
  private async unlessDialog(
    ask: () => Promise<unknown>,
  ): Promise<{ data: unknown } | z.output<typeof dialogOpen>> {
    try {
      return { data: await ask() };
    } catch (thrown) {
      const open = thrown instanceof Failure ? dialogOpen.safeParse(thrown.details).data : undefined;
      if (!open) throw thrown;
      return open;
    }
  }

  /** Does something to the page. Its agent is not told what came of it, so what it saw before may no longer be so. */
  private async act(tool: string, input: object): Promise<unknown> {
    const data = await this.ask(tool, input);
    const { url, page } = outcome.parse(data);
    this.memory.url = url;
    if (page !== undefined) this.outdate();
    return data;
  }

  /** From now on the refs that were observed are those of a page before. */
  private outdate(): void {
    for (const ref of this.memory.observed?.keys() ?? []) this.memory.observed?.set(ref, 'outdated');
  }

  /**
   * The ref that an id stands for. Our refs keep up with what results tell, which CAR's agents don't get to read: they act
   * on what they observed. A ref that they have from elsewhere is left to the tools.
   */
  private async refOf(nodeId: string): Promise<string> {
    const number = parseRef(nodeId.trim());
    if (number === undefined) throw noSuchElement(nodeId);
    const ref = formatRef(number);
    const was = this.memory.observed?.get(ref);
    if (was === undefined) return ref;
    if (was === 'outdated') throw changedElement(nodeId);
    const now = await this.asItIs(ref);
    if (now?.role !== was.role || essence(now.name) !== essence(was.name)) throw changedElement(nodeId);
    return ref;
  }

  private async asItIs(ref: string): Promise<{ role: string; name: string } | undefined> {
    const now = element.safeParse(await this.askIfCan('browser_get_element', { ref }));
    if (now.success) return now.data;
    return snapshot.output.parse(await this.ask('browser_snapshot', everything)).refs[ref];
  }
}

function isDialog({ role }: { role: string }): boolean {
  return role === 'dialog' || role === 'alertdialog';
}

/** Counters and spacing change without making it another thing. */
function essence(name: string): string {
  return name
    .slice(0, 300)
    .toLowerCase()
    .replace(/[\d\s]+/g, '');
}

function changedElement(nodeId: string): Failure {
  return new Failure(
    'stale_ref',
    `Element not found: ${nodeId} is not on the page as it was last observed.`,
    {
      hint: 'Call browse_observe and use an id from it.',
    },
  );
}

function noSuchElement(nodeId: string): Failure {
  return new Failure(
    'element_not_found',
    `Element not found: ${quote(nodeId, 60)} is not on the page as it was last observed, and is no ref such as @e5.`,
    { hint: 'Call browse_observe and use an id from it.' },
  );
}

function asWait(condition: WaitCondition): object {
  switch (condition.type) {
    case 'page_loaded':
    case 'url_changed':
      return { for: condition.type };
    case 'a11y_contains_text':
      // No text at all is in every page that is there.
      return condition.text === '' ? { for: 'page_loaded' } : { text: condition.text };
    case 'element_with_name': {
      const { name_contains: name, role } = condition;
      // Something, whatever it is, is on every page that is there.
      if (name === '' && !role) return { for: 'page_loaded' };
      return { element: { name, ...(role === undefined ? {} : { role }) } };
    }
  }
}
