import { z } from 'zod';
import { Failure } from './errors.js';
import { quote } from './gate/untrusted.js';
import { dataOf, type ToolResult } from './result.js';

/** A toolbox, or a tool's context: whatever calls our tools by name. */
export interface Caller {
  /** The session it calls in, where that is known. */
  readonly session?: string;
  call(tool: string, input: object): Promise<ToolResult>;
}

/** An element that was found, and can be acted on for as long as it is what it was. */
export interface PageElement {
  readonly ref: string;
  click(): Promise<void>;
  type(text: string): Promise<void>;
}

const waited = z.object({ met: z.boolean() });
const found = z.object({ ref: z.string() });

/** The page, as class tools use it. Everything goes through the tools, and so through the gate. */
export class PageController {
  constructor(
    /** Whatever calls our tools for it. */
    readonly tools: Caller,
  ) {}

  /** The data of a tool's answer; throws its failure. */
  async call(tool: string, input: object = {}): Promise<unknown> {
    return dataOf(await this.tools.call(tool, input));
  }

  async goto(url: string): Promise<void> {
    await this.call('browser_navigate', { url });
  }

  /** The first element that matches, once it can be seen. */
  async waitForSelector(selector: string, options: { timeout?: number } = {}): Promise<PageElement> {
    const { timeout = 5000 } = options;
    const { met } = waited.parse(await this.call('browser_wait', { selector, timeout }));
    if (!met) throw new Failure('timeout', `${quote(selector, 100)} did not show up within ${timeout} ms.`);
    const { ref } = found.parse(await this.call('browser_get_element', { selector }));
    return {
      ref,
      click: async () => void (await this.call('browser_click', { ref })),
      type: async (text) => void (await this.call('browser_type', { ref, text })),
    };
  }
}
