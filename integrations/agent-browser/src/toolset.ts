import { createTool, type Tool as MastraTool, type ToolExecutionContext } from '@mastra/core/tools';
import {
  asksFirst,
  errorKinds,
  sessionOf,
  type Tool,
  type Toolbox,
  type ToolError,
  type ToolsetOptions,
  toolboxFor,
} from 'handhold';
import { type Answer, Answers } from './answers.js';
import { inputFor } from './schemas.js';
import { specified } from './specified.js';

export interface BrowserToolsetOptions extends ToolsetOptions {
  /** How long opening a page, or clicking and typing, may take, in ms. Default 10,000 and 5,000. */
  timeouts?: { navigation?: number; action?: number };
}

export type BrowserTool = MastraTool<Record<string, unknown>, Record<string, unknown>>;

type Input = Record<string, unknown>;
type Context = Partial<Pick<ToolExecutionContext, 'abortSignal' | 'agent'>>;

/** The reason given to calls that end because the toolset is closed under them. */
const closed = Symbol('closed');

/**
 * Browser tools for a Mastra agent: `new Agent({ tools: toolset.tools })`.
 * Making one starts nothing; the first call starts the one browser that all calls share.
 */
export class BrowserToolset {
  /** For `new Agent({ tools })`, by name. */
  readonly tools: Record<string, BrowserTool> = {};
  readonly toolbox: Toolbox;
  private readonly closesOnAbort: boolean;
  private readonly timeouts: { navigation?: number; action?: number };
  private readonly running = new Map<AbortController, Promise<unknown>>();
  private readonly watched = new WeakSet<AbortSignal>();
  private closing: Promise<void> = Promise.resolve();

  constructor(options: BrowserToolsetOptions = {}) {
    const { timeouts = {}, onAbort, ...rest } = options;
    this.toolbox = toolboxFor(rest);
    this.closesOnAbort = onAbort === 'close';
    this.timeouts = timeouts;
    for (const tool of this.toolbox.tools) {
      this.tools[tool.name] = this.present(tool, asksFirst(this.toolbox, tool, options.approve));
    }
  }

  /** Ends the calls that run, and the browser. May be called any number of times; a later call starts afresh. */
  close(): Promise<void> {
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

  private present(tool: Tool, requireApproval: boolean): BrowserTool {
    const answers = new Answers(tool);
    const presented = createTool({
      id: tool.name,
      description: tool.description,
      inputSchema: inputFor(tool),
      outputSchema: answers.schema,
      requireApproval,
      toModelOutput: (answer: unknown) => answers.toModel(answer),
      execute: (input: Input, context: Context) => {
        // An agent gets here only once a person has agreed; whoever calls the tool by hand has asked nobody.
        const approved = requireApproval && context.agent?.toolCallId !== undefined;
        return this.execute(tool, answers, input, context, approved);
      },
    });
    const { execute } = presented;
    presented.execute = async (input, context) => answers.ours(await execute?.(input, context));
    return presented;
  }

  private async execute(
    tool: Tool,
    answers: Answers,
    input: Input,
    context: Context,
    approved: boolean,
  ): Promise<Answer> {
    const { abortSignal } = context;
    const controller = new AbortController();
    const cancel = () => controller.abort();
    try {
      if (abortSignal) this.closeWith(abortSignal);
      if (abortSignal?.aborted) cancel();
      abortSignal?.addEventListener('abort', cancel, { once: true });
      const session = sessionOf(context.agent?.threadId);
      const call = this.call(tool, input, { session, signal: controller.signal, approved });
      this.running.set(controller, call);
      const { result, rendered } = await call;
      if (result.error?.code === 'aborted' && controller.signal.reason === closed) {
        return answers.failed(endedWithBrowser(result.error));
      }
      return answers.of(result, rendered);
    } catch {
      return answers.failed(surprise);
    } finally {
      this.running.delete(controller);
      abortSignal?.removeEventListener('abort', cancel);
    }
  }

  /** Calls that come while the browser is being closed wait for the new one, rather than get the old one's end. */
  private async call(
    tool: Tool,
    input: Input,
    options: { session: string; signal: AbortSignal; approved: boolean },
  ) {
    const { signal } = options;
    const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    if (!signal.aborted) await Promise.race([this.closing, aborted]);
    return this.toolbox.callAndRender(tool.name, this.withTimeout(tool, input), options);
  }

  /** The signal is the agent run's, which may also be aborted while no tool is running. */
  private closeWith(signal: AbortSignal): void {
    if (!this.closesOnAbort || this.watched.has(signal)) return;
    this.watched.add(signal);
    if (signal.aborted) void this.close();
    else signal.addEventListener('abort', () => void this.close(), { once: true });
  }

  /** Where the model has no say in the time, the options have. */
  private withTimeout(tool: Tool, input: Input): Input {
    const { navigation, action } = this.timeouts;
    const timeout = tool.category === 'navigation' ? navigation : action;
    return timeout !== undefined && specified.has(tool.name) && 'timeout' in tool.input.shape
      ? { timeout, ...input }
      : input;
  }
}

function endedWithBrowser(error: ToolError): ToolError {
  return {
    ...error,
    recoveryHint: 'The browser was closed. Open a page with browser_navigate to start again.',
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
