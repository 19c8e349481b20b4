import { AsyncLocalStorage } from 'node:async_hooks';
import { z } from 'zod';
import { Deadline } from './deadline.js';
import { Failure } from './errors.js';
import { inputOf, ToolMetadata } from './metadata.js';
import { PageController } from './page-controller.js';
import { type ToolExecution, ToolResult } from './result.js';
import { defineTool, type Tool, type ToolContext } from './tool.js';

/** The page of the call that is under way, so that one instance can serve many sessions at once. */
const current = new AsyncLocalStorage<PageController>();

/** For those who like classes: say what the tool is in `metadata`, of the class or its instances, and do it in `execute`. */
export abstract class BaseTool {
  static readonly metadata?: ToolMetadata;
  declare readonly metadata: ToolMetadata;

  constructor(private readonly given?: PageController) {
    const { metadata } = new.target;
    if (metadata) Object.defineProperty(this, 'metadata', { value: metadata, configurable: true });
  }

  /** What it was made with, or is called on; through it every tool and nothing else can be reached. */
  get page(): PageController {
    const page = current.getStore() ?? this.given;
    if (page) return page;
    throw new Failure('no_page', 'This tool was given no page to work on.', {
      hint: 'Register it and call it through createBrowserTools(), or make it with a PageController.',
    });
  }

  /** Does it, with parameters that have been checked. */
  abstract execute(params: Record<string, unknown>): Promise<ToolExecution>;

  /** Whether the parameters fit, and if not, why. */
  validateParameters(params: unknown): [valid: boolean, problem: string | undefined] {
    return validate(inputOf(this.metadata.parameters), params);
  }
}

export type BaseToolClass = new (page?: PageController) => BaseTool;

/** The tool that a class describes; each call has an instance of its own. */
export function fromClass(make: BaseToolClass): Tool {
  return adapt(new make(), (page) => new make(page));
}

/** The tool that an instance is. */
export function fromInstance(instance: BaseTool): Tool {
  return adapt(instance, () => instance);
}

function adapt(sample: BaseTool, instanceFor: (page: PageController) => BaseTool): Tool {
  const { metadata } = sample;
  if (!(metadata instanceof ToolMetadata))
    throw new Error(`${sample.constructor.name} does not say what it is: give it metadata.`);
  const timeout = metadata.timeoutSeconds * 1000;
  const tool = defineTool({
    name: metadata.name,
    description: metadata.description,
    category: metadata.category,
    safety: metadata.safetyLevel,
    requiresPage: metadata.requiresPage,
    timeout,
    isTerminal: metadata.isTerminal,
    requiredCapabilities: metadata.requiredCapabilities,
    optimalCapabilities: metadata.optimalCapabilities,
    returns: metadata.returnsDescription,
    metadata,
    input: inputOf(metadata.parameters),
    output: z.unknown(),
    async run(params, context: ToolContext) {
      const page = new PageController(context);
      const deadline = new Deadline(timeout, `running ${metadata.name}`, context.signal);
      try {
        const doing = current.run(page, () => instanceFor(page).execute(params));
        return outcomeOf(await deadline.race(doing));
      } finally {
        page.end();
      }
    },
  });
  return Object.assign(tool, {
    validateParameters: (params: unknown) => sample.validateParameters(params),
    async execute(params: Record<string, unknown> = {}, page?: PageController): Promise<ToolExecution> {
      const [valid, problem] = sample.validateParameters(params);
      if (!valid) return ToolResult.failureResult(problem ?? '');
      return page ? instanceFor(page).execute(params) : sample.execute(params);
    },
  });
}

function outcomeOf({ success, data, error }: ToolExecution): unknown {
  if (!success) throw new Failure('execution_error', error ?? 'The tool failed.', { sideEffect: 'unknown' });
  return data ?? null;
}

/** Whether an input fits a schema, and if not, why. */
export function validate(input: z.ZodType, params: unknown): [valid: boolean, problem: string | undefined] {
  const parsed = input.safeParse(params);
  if (parsed.success) return [true, undefined];
  const problems = parsed.error.issues.map(({ path, message }) =>
    path.length > 0 ? `${path.join('.')}: ${message}` : message,
  );
  return [false, problems.join('; ')];
}
