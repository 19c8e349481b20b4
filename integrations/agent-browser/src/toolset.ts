import { createTool, type ToolExecutionContext } from '@mastra/core/tools';
import {
  asksFirst,
  type CallOptions,
  callFromModel,
  errorKinds,
  type Images,
  sayOnce,
  sessionOf,
  type Tool,
  type Toolbox,
  type ToolError,
  ToolRegistry,
  type ToolsetOptions,
  toolboxFor,
} from 'handhold';
import { z } from 'zod';
import { Answers } from './answers.js';
import { whatMastraLacks } from './mastra-version.js';
import { type PictureProcessor, pictureProcessor, RecentPictures } from './pictures.js';
import { Runs } from './runs.js';
import { asSpecified, openInput, type Timeouts } from './schemas.js';
import type { Answer, BrowserTool, CallContext, Choice, ToolsOf } from './typed-tools.js';

export interface BrowserToolsetOptions<T extends Choice = Choice>
  extends Omit<ToolsetOptions, 'tools' | 'onAbort'> {
  /** Which tools: names, categories, `core` or `all`, and tools of your own, defined or as classes. Default `core`. */
  tools?: T;
  /**
   * The end of an aborted agent's browser session. `close` (default): it is closed, and the browser with the last
   * one. `keep`: only the running call ends.
   */
  onAbort?: 'close' | 'keep';
  /** How long opening a page, or clicking and typing, may take, in ms. Default 10,000 and 5,000. */
  timeouts?: Timeouts;
}

/** A tool of whatever name. */
type Presented = BrowserTool<Record<string, unknown>, Record<string, unknown>>;

/** Why a call ended that neither the page nor the model ended. */
const closed = Symbol('closed');
const aborted = Symbol('aborted');

/** The arguments that Mastra adds to calls that it resumes or runs in the background. */
const mastrasOwn = ['suspendedToolCallId', 'suspendedToolRunId', 'resumeData', '_background'];

/**
 * Browser tools for a Mastra agent: `new Agent({ tools: toolset.tools })`.
 * Making one starts nothing; the first call starts the one browser that all calls share.
 */
export class BrowserToolset<const T extends Choice = readonly []> {
  /** For `new Agent({ tools })`, by name. */
  readonly tools: ToolsOf<T>;
  /**
   * For `new Agent({ inputProcessors: [toolset.inputProcessor] })`: puts pictures where the model takes them. Many models
   * take none in tool results, and without this are sent them as JSON.
   */
  readonly inputProcessor: PictureProcessor;
  readonly toolbox: Toolbox;
  private readonly registry: ToolRegistry;
  private readonly pictures = new RecentPictures();
  private readonly closesOnAbort: boolean;
  private readonly running = new Map<AbortController, Promise<unknown>>();
  private readonly runs = new Runs((session) => this.endSession(session));
  /** Sessions that are being closed: a call of theirs waits, rather than get the old one's end. */
  private readonly ending = new Map<string, Promise<void>>();
  private closing: Promise<void> = Promise.resolve();
  /** An aborted agent's session has been closed, and with the last one the browser is to go. */
  private emptied = false;

  constructor(options: BrowserToolsetOptions<T> = {}) {
    const lack = whatMastraLacks();
    if (lack !== undefined) (options.onWarning ?? sayOnce)(lack);
    const { timeouts = {}, onAbort = 'close', tools = [], images, ...rest } = options;
    this.toolbox = toolboxFor({ ...rest, tools });
    const all = this.toolbox.tools.map((tool) => asSpecified(tool, timeouts));
    this.registry = new ToolRegistry(all);
    this.closesOnAbort = onAbort === 'close';
    this.inputProcessor = pictureProcessor(images, this.pictures, (name) => this.registry.has(name));
    const made = all.map((tool) => [
      tool.name,
      this.present(tool, asksFirst(this.toolbox, tool, options.approve), images),
    ]);
    this.tools = toolRecord<T>(all).parse(Object.fromEntries(made));
  }

  /** Ends the calls that run, and the browser. May be called any number of times; a later call starts afresh. */
  close(): Promise<void> {
    this.runs.leaveAll();
    this.closing = this.end(this.closing);
    return this.closing;
  }

  private async end(earlier: Promise<void>): Promise<void> {
    const running = [...this.running];
    for (const [controller] of running) controller.abort(closed);
    await Promise.all([earlier, this.toolbox.close()]);
    await Promise.allSettled(running.map(([, call]) => call));
    // A call that was just about to get its session may have started the browser once more.
    await this.toolbox.close();
  }

  private present(tool: Tool, requireApproval: boolean, images: Images | undefined): Presented {
    const answers = new Answers(tool, images);
    const toModelOutput = (answer: unknown) => answers.toModel(answer);
    const presented = createTool({
      id: tool.name,
      description: tool.description,
      inputSchema: openInput(tool),
      outputSchema: answers.schema,
      requireApproval,
      toModelOutput,
      execute: async (input: unknown, context: CallContext) => {
        const callId = context.agent?.toolCallId;
        // An agent gets here only once a person has agreed; whoever calls the tool by hand has asked nobody.
        const approved = requireApproval && callId !== undefined;
        const answer = await this.execute(tool, answers, input, context, approved);
        const apart = images === 'user-message' && answer.success;
        const image = apart ? answers.imageOf(answer) : undefined;
        if (image && callId !== undefined) this.pictures.add(callId, image);
        return answer;
      },
    });
    const { execute: inner } = presented;
    const execute = async (input: Record<string, unknown>, context: CallContext = {}) =>
      answers.checked(await inner?.(input, { observe: unobserved, ...context }));
    return Object.assign(presented, { execute, requireApproval, toModelOutput });
  }

  private async execute(
    tool: Tool,
    answers: Answers,
    input: unknown,
    context: CallContext,
    approved: boolean,
  ): Promise<Answer> {
    const { abortSignal } = context;
    const controller = new AbortController();
    const cancel = () => controller.abort(aborted);
    try {
      const session = sessionOf(context.agent?.threadId);
      if (abortSignal?.aborted) cancel();
      abortSignal?.addEventListener('abort', cancel, { once: true });
      if (this.closesOnAbort) this.runs.use(session, abortSignal);
      const call = this.call(tool, input, { session, signal: controller.signal, approved });
      this.running.set(controller, call);
      const { result, rendered } = await call;
      if (tool.name === 'browser_close' && !result.error) this.runs.leave(session);
      if (result.error?.code !== 'aborted') return answers.of(result, rendered);
      const { reason } = controller.signal;
      if (reason === closed) return answers.failed(gone(result.error, 'The browser was closed.'));
      if (reason !== aborted || !this.closesOnAbort) return answers.of(result, rendered);
      return answers.failed(gone(result.error, 'The run was aborted, and its browser session closed.'));
    } catch {
      return answers.failed(surprise);
    } finally {
      this.running.delete(controller);
      abortSignal?.removeEventListener('abort', cancel);
      this.closeIfEmptied();
    }
  }

  private async call(
    tool: Tool,
    input: unknown,
    options: CallOptions & { session: string; signal: AbortSignal },
  ) {
    const { session, signal } = options;
    const ended = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    const free = Promise.all([this.closing, this.ending.get(session)]);
    if (!signal.aborted) await Promise.race([free, ended]);
    const given = withoutMastrasOwn(tool, input);
    return callFromModel(this.toolbox, tool.name, given, { ...options, registry: this.registry });
  }

  private endSession(session: string): void {
    const earlier = this.ending.get(session);
    const ending = (async () => {
      await earlier;
      await this.toolbox.browser.closeSession(session);
    })()
      // Whatever is left of it goes with the browser.
      .catch(() => undefined)
      .then(() => {
        if (this.ending.get(session) === ending) this.ending.delete(session);
        this.emptied = true;
        this.closeIfEmptied();
      });
    this.ending.set(session, ending);
  }

  /** With the last session the browser goes, unless somebody is just about to use it. */
  private closeIfEmptied(): void {
    if (!this.emptied || this.running.size > 0 || this.ending.size > 0) return;
    this.emptied = false;
    if (this.toolbox.browser.sessionNames().length === 0) void this.close();
  }
}

/** The tools by their names; that all are there which the type tells of is what is checked. */
function toolRecord<T extends Choice>(all: readonly Tool[]) {
  return z.custom<ToolsOf<T>>(
    (made) => typeof made === 'object' && made !== null && all.every(({ name }) => name in made),
  );
}

/** Whoever calls a tool by hand has nobody watch it. */
const unobserved: ToolExecutionContext['observe'] = {
  log: () => {},
  span: async (_name, work) => work(),
};

function withoutMastrasOwn(tool: Tool, input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input ?? {};
  const kept = ([name]: [string, unknown]) => !mastrasOwn.includes(name) || name in tool.input.shape;
  return Object.fromEntries(Object.entries(input).filter(kept));
}

function gone(error: ToolError, what: string): ToolError {
  return {
    ...error,
    recoveryHint: `${what} Open a page with browser_navigate to start again.`,
    canRetry: false,
  };
}

const surprise: ToolError = {
  code: 'unexpected_error',
  message: 'Something unexpected went wrong.',
  recoveryHint: errorKinds.unexpected_error.hint,
  canRetry: errorKinds.unexpected_error.canRetry,
  sideEffect: 'unknown',
};
