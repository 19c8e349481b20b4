import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ErrorCode, Toolbox } from 'handhold';
import type { Show } from './show.js';
import { NotShown, ShownPages, splitResult, type Wanted } from './shown-pages.js';

/** A call that did not end as the story has it; the message is what a reader needs to know. */
export class StoryBroken extends Error {}

export interface CallMade {
  tool: string;
  tokens: number;
  ms: number;
  failure?: ErrorCode;
}

export interface AgentOptions {
  /** Folder for pictures. */
  folder: string;
  /** Time between calls, for people who watch the window. */
  pause: number;
}

type Target = Wanted | [role: string, name: string | RegExp];

const maxLines = 8;

/** Plays the agent: knows only what the tools answered, and acts only by calling them. */
export class DemoAgent {
  readonly made: CallMade[] = [];
  readonly pictures: string[] = [];
  private readonly shown = new ShownPages();

  constructor(
    private readonly tools: Toolbox,
    private readonly show: Show,
    private readonly options: AgentOptions,
  ) {}

  /** Calls a tool that must succeed. `look` picks the lines worth printing. Gives what the agent reads. */
  async does(tool: string, input: object = {}, look?: RegExp): Promise<string> {
    const { text, code } = await this.call(tool, input, look);
    if (code !== undefined) throw new StoryBroken(`${tool} ${JSON.stringify(input)}\n${text}`);
    return text;
  }

  /** Calls a tool that must fail, in just this way. */
  async fails(expected: ErrorCode, tool: string, input: object): Promise<string> {
    const { text, code } = await this.call(tool, input);
    if (code === expected) return text;
    throw new StoryBroken(`${tool} ${JSON.stringify(input)}\nshould have failed with ${expected}:\n${text}`);
  }

  click(target: Target, look?: RegExp): Promise<string> {
    return this.does('browser_click', { ref: this.ref(target) }, look);
  }

  type(target: Target, text: string, more: object = {}): Promise<string> {
    return this.does('browser_type', { ref: this.ref(target), text, ...more });
  }

  press(target: Target, key: string): Promise<string> {
    return this.does('browser_press', { ref: this.ref(target), key });
  }

  /** Takes a picture and keeps it. */
  async picture(name: string, input: object = {}): Promise<void> {
    const { image, text } = await this.call('browser_screenshot', input, undefined, name);
    if (!image) throw new StoryBroken(`browser_screenshot ${JSON.stringify(input)}\n${text}`);
    await mkdir(this.options.folder, { recursive: true });
    await writeFile(join(this.options.folder, name), Buffer.from(image.base64, 'base64'));
    this.pictures.push(name);
  }

  ref(target: Target): string {
    return this.shown.ref(Array.isArray(target) ? { role: target[0], name: target[1] } : target);
  }

  headingOf(ref: string): string {
    return this.shown.headingOf(ref);
  }

  /** The words that the agent reads from a text; without them, the end of the story. */
  reads(text: string, pattern: RegExp): string {
    const found = pattern.exec(text)?.[0];
    if (found === undefined) throw new NotShown(`The agent looked for ${pattern} and read:\n${text}`);
    return found;
  }

  thinks(text: string): void {
    this.show.thought(text);
  }

  private async call(tool: string, input: object, look?: RegExp, saved?: string) {
    if (this.options.pause > 0) await sleep(this.options.pause);
    const { result, rendered } = await this.tools.callAndRender(tool, input);
    const { text, image, isError: failed } = rendered;
    const code = result.error?.code;
    const spent = { tokens: result.metadata?.tokens ?? 0, ms: result.executionTime };
    this.made.push({ tool, ...spent, ...(code === undefined ? {} : { failure: code }) });
    this.shown.read(text);
    const { lines, more } = saved === undefined || failed ? worthReading(text, look) : { lines: [], more: 0 };
    this.show.call({ tool, input, lines, more, saved, failed, ...spent });
    return { text, code, image };
  }
}

/** Our own lines always; of the page's, those asked for, or the first ones. */
function worthReading(text: string, look: RegExp | undefined): { lines: string[]; more: number } {
  const { ours, page } = splitResult(text);
  const picked = look ? page.filter((line) => look.test(line)) : page;
  const kept = picked.slice(0, Math.max(maxLines - ours.length, 1));
  const margin = Math.min(...kept.map((line) => line.search(/\S|$/)));
  return { lines: [...ours, ...kept.map((line) => line.slice(margin))], more: page.length - kept.length };
}
