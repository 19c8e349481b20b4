import { noopObserve } from '@mastra/core/tools';
import { errorKinds } from 'handhold';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { z } from 'zod';
import { useCommonBrowser } from '../../../test/support/browser.js';
import { type BrowserTool, BrowserToolset, type BrowserToolsetOptions, type Choice } from '../src/index.js';

/** A toolset of whichever tools. */
export type AnyToolset = BrowserToolset<Choice>;

import { type Conversation, converse, type Turn } from './agent.js';
import { Site } from './site.js';

const error = z.object({
  code: z.enum(Object.keys(errorKinds)),
  message: z.string().min(1),
  recoveryHint: z.string().min(1),
  canRetry: z.boolean(),
});

/** Everything an answer may hold, as far as tests look at it. */
const answer = z.looseObject({
  success: z.boolean(),
  error: error.optional(),
  rendered: z.string(),
  url: z.string().default(''),
  title: z.string().default(''),
  snapshot: z.string().default(''),
  changes: z.string().default(''),
  value: z.string().optional(),
  tree: z.string().default(''),
  refs: z.record(z.string(), z.looseObject({ role: z.string(), name: z.string() })).default({}),
  elementCount: z.number().optional(),
  truncated: z.boolean().optional(),
  scrollPosition: z.object({ x: z.number(), y: z.number() }).optional(),
  base64: z.string().default(''),
  mimeType: z.string().optional(),
  dimensions: z.object({ width: z.number(), height: z.number() }).optional(),
  viewport: z.object({ width: z.number(), height: z.number() }).optional(),
});

export type Answer = z.output<typeof answer>;
export type ToolFailure = z.output<typeof error>;

/** Someone with a thread of their own, who calls the tools as Mastra does. */
export class User {
  constructor(
    readonly toolset: AnyToolset,
    readonly thread?: string,
  ) {}

  async call(tool: string, input: Record<string, unknown> = {}, signal?: AbortSignal): Promise<Answer> {
    const execute = named(this.toolset, tool)?.execute;
    if (!execute) throw new Error(`There is no tool ${tool}.`);
    const raw = await execute(input, {
      observe: noopObserve,
      ...(signal ? { abortSignal: signal } : {}),
      ...(this.thread === undefined ? {} : { agent: asAgent(this.thread) }),
    });
    return answer.parse(raw);
  }

  /** A call that must succeed. */
  async does(...args: Parameters<User['call']>): Promise<Answer> {
    const got = await this.call(...args);
    if (got.error || !got.success) throw new Error(`${args[0]} failed: ${got.rendered}`);
    return got;
  }

  /** A call that must fail. */
  async fails(...args: Parameters<User['call']>): Promise<ToolFailure> {
    const got = await this.call(...args);
    if (!got.error || got.success) throw new Error(`${args[0]} should have failed, but: ${got.rendered}`);
    return got.error;
  }

  open(url: string): Promise<Answer> {
    return this.does('browser_navigate', { url });
  }

  /** All that is to be read on the page. */
  async reads(): Promise<string> {
    return (await this.does('browser_snapshot', { interactiveOnly: false })).tree;
  }

  /** Has a real agent make the calls, on the same thread. */
  converse(turns: readonly Turn[]): Promise<Conversation> {
    const memory = this.thread === undefined ? {} : { memory: { thread: this.thread, resource: 'tester' } };
    return converse(this.toolset.tools, turns, { options: memory });
  }
}

/** The tool of a name that is only known when it runs. */
export function named(toolset: AnyToolset, name: string) {
  const tools: Record<string, BrowserTool> = toolset.tools;
  return tools[name];
}

function asAgent(threadId: string) {
  return { agentId: 'tester', toolCallId: 'call', messages: [], suspend: async () => undefined, threadId };
}

export interface Bench {
  readonly site: Site;
  /** The toolset that all tests of the file share. */
  readonly toolset: AnyToolset;
  /** A user of it with a thread of their own, whose session ends with the test. */
  user(): User;
  /** A toolset for this test alone, closed with it. */
  own(options?: BrowserToolsetOptions): AnyToolset;
  /** The same on the browser that all tests of the file share. */
  beside(options?: BrowserToolsetOptions): AnyToolset;
  /** A toolset for several tests, closed with the file if not before. */
  lasting(options?: BrowserToolsetOptions): AnyToolset;
}

/** A site and a browser for one file of tests. */
export function useBench(options: BrowserToolsetOptions = {}): Bench {
  // Tests serve themselves, so what they open is on loopback.
  const make = (given: BrowserToolsetOptions) => new BrowserToolset({ allowPrivate: true, ...given });
  const shared = make({ browser: useCommonBrowser(), ...options });
  const owned: AnyToolset[] = [];
  const kept: AnyToolset[] = [shared];
  const users: User[] = [];
  let site: Site | undefined;
  let count = 0;
  beforeAll(async () => {
    site = await Site.start();
  });
  afterEach(async () => {
    await Promise.all([
      ...owned.splice(0).map((toolset) => toolset.close()),
      ...users.splice(0).map((user) => user.does('browser_close')),
    ]);
  });
  afterAll(async () => {
    await Promise.all(kept.map((toolset) => toolset.close()));
    await site?.stop();
  });
  const own = (given: BrowserToolsetOptions = {}) => {
    const toolset = make(given);
    owned.push(toolset);
    return toolset;
  };
  return {
    toolset: shared,
    get site() {
      if (!site) throw new Error('The site runs only during tests.');
      return site;
    },
    user() {
      count += 1;
      const user = new User(shared, `user-${count}`);
      users.push(user);
      return user;
    },
    own,
    beside: (given) => own({ browser: shared.toolbox.browser, ...given }),
    lasting(given = {}) {
      const toolset = make(given);
      kept.push(toolset);
      return toolset;
    },
  };
}

/** Something that comes true by itself, in a moment. */
export function eventually(check: () => void): Promise<void> {
  return expect
    .poll(
      () => {
        check();
        return true;
      },
      { timeout: 10_000 },
    )
    .toBe(true);
}

export const form = `
  <h1>Sign up</h1>
  <label>Name <input name="name"></label>
  <label>About <textarea name="about"></textarea></label>
  <button onclick="document.querySelector('output').textContent = 'Welcome, ' + document.querySelector('input').value">Submit</button>
  <output role="status"></output>`;
