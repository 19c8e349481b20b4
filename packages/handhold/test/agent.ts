import {
  createBrowserTools,
  errorKinds,
  type Toolbox,
  type ToolboxOptions,
  type ToolError,
  type ToolResult,
} from 'handhold';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { z } from 'zod';
import { useCommonBrowser } from '../../../test/support/browser.js';
import { Site } from './site.js';

const dialog = z.object({ type: z.string(), message: z.string(), defaultValue: z.string().optional() });

/** Everything a tool may answer with, as far as tests look at it. */
const answer = z.looseObject({
  url: z.string().default(''),
  title: z.string().default(''),
  changes: z.string().default(''),
  snapshot: z.string().optional(),
  page: z.object({ shown: z.number(), elements: z.number() }).optional(),
  status: z.number().optional(),
  loaded: z.boolean().optional(),
  element: z.string().optional(),
  matches: z.union([z.number(), z.string()]).optional(),
  count: z.number().optional(),
  value: z.string().optional(),
  key: z.string().optional(),
  dialog: dialog.optional(),
  answered: dialog.extend({ answer: z.string() }).optional(),
  answeredDialogs: z.array(dialog.extend({ answer: z.string() })).optional(),
  newTab: z.object({ tab: z.string(), title: z.string(), url: z.string() }).optional(),
  download: z.object({ id: z.string(), name: z.string() }).optional(),
  consoleErrors: z.array(z.string()).optional(),
  blocked: z.array(z.object({ url: z.string(), why: z.string() })).optional(),
  healed: z.string().optional(),
  pending: z.array(z.string()).optional(),
  met: z.boolean().optional(),
  waited: z.number().default(Number.NaN),
  tree: z.string().default(''),
  refs: z
    .record(
      z.string(),
      z.object({
        role: z.string(),
        name: z.string(),
        value: z.string().optional(),
        states: z.array(z.string()).optional(),
        tag: z.string(),
        frame: z.string().optional(),
        box: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }).optional(),
      }),
    )
    .default({}),
  elementCount: z.number().optional(),
  truncated: z.boolean().optional(),
  scroll: z.object({ x: z.number(), y: z.number(), maxX: z.number(), maxY: z.number() }).optional(),
  scrollPosition: z.object({ x: z.number(), y: z.number() }).default({ x: Number.NaN, y: Number.NaN }),
  atEnd: z.boolean().optional(),
  tabs: z
    .array(z.object({ tab: z.string(), title: z.string(), url: z.string(), current: z.boolean() }))
    .default([]),
  base64: z.string().default(''),
  mimeType: z.string().optional(),
  dimensions: z.object({ width: z.number(), height: z.number() }).default({ width: 0, height: 0 }),
  viewport: z.object({ width: z.number(), height: z.number() }).default({ width: 0, height: 0 }),
});

export type Answer = z.output<typeof answer>;

export interface CallSettings {
  signal?: AbortSignal;
}

/** An agent with a session of its own, that remembers what it was shown, as a model would. */
export class Agent {
  /** All that was shown of the page it is on, newest last. */
  private shown = '';

  constructor(
    readonly tools: Toolbox,
    /** By itself one that no other agent has; not by chance, which might spell anything. */
    readonly session = newSession(),
  ) {}

  /** Calls a tool and holds its result against what every result promises. */
  async call(name: string, input: object = {}, settings: CallSettings = {}): Promise<ToolResult> {
    const result = await this.tools.call(name, input, { session: this.session, ...settings });
    if (result.error) checkError(result.error);
    else if (this.tools.registry.has(name)) this.tools.registry.getTool(name).output.parse(result.data);
    return result;
  }

  /** A call that must succeed. */
  async does(name: string, input: object = {}, settings: CallSettings = {}): Promise<Answer> {
    const result = await this.call(name, input, settings);
    if (result.error)
      throw new Error(`${name} failed: ${result.error.code}: ${result.error.message}\n${this.shown}`);
    const data = answer.parse(result.data);
    if (data.page || data.snapshot !== undefined) this.shown = '';
    this.shown += `\n${data.snapshot ?? ''}\n${data.changes}\n${data.tree}\n${data.matches ?? ''}`;
    return data;
  }

  /** A call that must fail. */
  async fails(name: string, input: object = {}, settings: CallSettings = {}): Promise<ToolError> {
    const result = await this.call(name, input, settings);
    if (!result.error)
      throw new Error(`${name} should have failed, but answered ${JSON.stringify(result.data)}`);
    return result.error;
  }

  /** What the model reads, with the same words in the marks every time: those of chance might spell a name of the page. */
  async reads(name: string, input: object = {}): Promise<string> {
    const { result, rendered } = await this.tools.callAndRender(name, input, { session: this.session });
    const text = rendered.text.replace(
      /^<page (\w+)>\n([\s\S]*)\n<\/page \1>$/m,
      '<page NonceOfOurTests>\n$2\n</page NonceOfOurTests>',
    );
    const data = answer.safeParse(result.data).data;
    if (data?.page || data?.snapshot !== undefined) this.shown = '';
    this.shown += `\n${text}`;
    return text;
  }

  /** Opens a page; gives the snapshot. */
  async open(page: string | { url: string }): Promise<string> {
    const url = typeof page === 'string' ? page : page.url;
    return (await this.does('browser_navigate', { url })).snapshot ?? '';
  }

  async snapshot(input: object = {}): Promise<string> {
    return (await this.does('browser_snapshot', input)).tree;
  }

  /** The ref of the one thing whose line begins so: `button "Save"`. */
  ref(line: string): string {
    const [only, another] = this.refs(line);
    if (only === undefined || another !== undefined)
      throw new Error(`${another ? 'more than one' : 'no'} ${line} in:\n${this.shown}`);
    return only;
  }

  /** The refs of all such things, in the order they were shown. */
  refs(line: string): string[] {
    const found = new Set<string>();
    for (const shown of this.shown.split('\n')) {
      const [, ref, rest] = /^\s*[+~]? ?(@e\d+) (.*)$/.exec(shown) ?? [];
      if (ref !== undefined && rest?.startsWith(line)) found.add(ref);
    }
    return [...found];
  }

  click(line: string, input: object = {}): Promise<Answer> {
    return this.does('browser_click', { ref: this.ref(line), ...input });
  }

  type(line: string, text: string, input: object = {}): Promise<Answer> {
    return this.does('browser_type', { ref: this.ref(line), text, ...input });
  }
}

/** What holds for every error on every surface. */
export function checkError(error: ToolError): void {
  expect(Object.keys(errorKinds)).toContain(error.code);
  expect(error.code, error.message).not.toBe('unexpected_error');
  expect(error.recoveryHint.trim()).not.toBe('');
  expect(error.message.trim()).not.toBe('');
  expect(error.message).not.toMatch(/\n|\u001b|\bat .*\.js:\d+/);
  expect(['none', 'done', 'unknown']).toContain(error.sideEffect);
}

export interface Bench {
  readonly site: Site;
  readonly tools: Toolbox;
  /** A new agent in a session of its own, which ends with the test. */
  agent(): Agent;
  /** The agent of a session that goes on from test to test, for those that only need some page to be open. */
  lasting(): Agent;
}

let count = 0;

function newSession(): string {
  count += 1;
  return `agent-${count}`;
}

export interface BenchOptions extends ToolboxOptions {
  /** A browser for this file alone, because of what its pages do to it. */
  ownBrowser?: boolean;
}

/** One browser and one site for all tests of a file, one session per agent. */
export function useBrowser({ ownBrowser = false, ...options }: BenchOptions = {}): Bench {
  let site: Site | undefined;
  // Whatever else is asked for may concern the browser itself.
  const own = ownBrowser || Object.keys(options).some((option) => option !== 'files' && option !== 'tools');
  // The site is on loopback, which a library refuses unless told otherwise.
  const tools = createBrowserTools(
    own ? { allowPrivate: true, ...options } : { browser: useCommonBrowser(), ...options },
  );
  const agents: Agent[] = [];
  let lasting: Agent | undefined;
  beforeAll(async () => {
    site = await Site.start();
  });
  afterEach(async () => {
    await Promise.all(agents.splice(0).map((agent) => agent.call('browser_close')));
  });
  afterAll(async () => {
    await tools.close();
    await site?.stop();
  });
  return {
    tools,
    get site() {
      if (!site) throw new Error('The site runs only during tests.');
      return site;
    },
    agent() {
      const agent = new Agent(tools);
      agents.push(agent);
      return agent;
    },
    lasting() {
      lasting ??= new Agent(tools);
      return lasting;
    },
  };
}
