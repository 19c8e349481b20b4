import { z } from 'zod';
import { callUnderWay } from './call-under-way.js';
import { type ErrorCode, errorKinds, Failure } from './errors.js';
import { inputOf, ToolMetadata } from './metadata.js';
import { PageController } from './page-controller.js';
import type { ToolResult } from './result.js';
import { defineTool, type Tool, type ToolContext } from './tool.js';

/** For those who like classes: say what the tool is in `metadata`, of the class or its instances, and do it in `execute`. */
export abstract class BaseTool {
  static readonly metadata?: ToolMetadata;
  declare readonly metadata: ToolMetadata;

  constructor(private readonly given?: PageController) {
    const { metadata } = new.target;
    if (metadata) Object.defineProperty(this, 'metadata', { value: metadata, configurable: true });
    if (given) pages.set(this, given);
  }

  /** The page it is called on, or was made with; through it every tool and nothing else can be reached. */
  get page(): PageController {
    const under = callUnderWay.getStore();
    const page = under?.tool === this ? under.page : (this.given ?? under?.page);
    if (page) return page;
    throw new Failure('no_page', 'This tool was given no page to work on.', {
      hint: 'Register it and call it through createBrowserTools(), or make it with a PageController.',
    });
  }

  /** Does it, with parameters that have been checked. */
  abstract execute(params: Record<string, unknown>): Promise<ToolResult>;

  /** True if the parameters fit; if not, with the reason. */
  validateParameters(params: unknown): [valid: boolean, problem: string | undefined] {
    return validate(inputOf(this.metadata.parameters), params);
  }
}

export type BaseToolClass = new (page?: PageController) => BaseTool;

/** The pages that instances were made with. */
const pages = new WeakMap<BaseTool, PageController>();

/** The instances that tools were adapted from. */
const samples = new WeakMap<Tool, BaseTool>();

/** The instance behind a class tool, and the page that it was made with; nothing for other tools. */
export function instanceBehind(
  tool: Tool,
): { instance: BaseTool; page: PageController | undefined } | undefined {
  const instance = samples.get(tool);
  return instance && { instance, page: pages.get(instance) };
}

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
  const tool = defineTool({
    name: metadata.name,
    description: metadata.description,
    category: metadata.category,
    safety: metadata.safetyLevel,
    requiresPage: metadata.requiresPage,
    timeout: metadata.timeoutSeconds * 1000,
    isTerminal: metadata.isTerminal,
    requiredCapabilities: metadata.requiredCapabilities,
    optimalCapabilities: metadata.optimalCapabilities,
    returns: metadata.returnsDescription,
    metadata,
    input: inputOf(metadata.parameters),
    output: z.unknown(),
    async run(params, context: ToolContext) {
      const page = new PageController(context);
      const instance = instanceFor(page);
      const [valid, problem] = instance.validateParameters(params);
      if (!valid)
        throw new Failure(
          'validation_error',
          `${metadata.name} was called with wrong arguments: ${problem?.replace(/\.$/, '')}.`,
        );
      const { session } = context;
      const answer: unknown = await callUnderWay.run({ session, tool: instance, page }, async () =>
        instance.execute(params),
      );
      return outcomeOf(answer, metadata.name, context);
    },
  });
  samples.set(tool, sample);
  return tool;
}

const code = z.custom<ErrorCode>((given) => typeof given === 'string' && Object.hasOwn(errorKinds, given));

const failure = z.object({
  code: code.catch('execution_error'),
  message: z.string(),
  recoveryHint: z.string().optional(),
  canRetry: z.boolean().optional(),
  sideEffect: z.enum(['none', 'done', 'unknown']).default('unknown'),
  details: z.unknown().optional(),
});

/** An answer of `execute`; whoever writes no TypeScript may leave out what its call fills in. */
const answered = z.object({
  success: z.boolean(),
  data: z.unknown().optional(),
  error: z.union([z.string().transform((message) => failure.parse({ message })), failure]).optional(),
  metadata: z.record(z.string(), z.unknown()).default({}),
});

function outcomeOf(given: unknown, name: string, context: ToolContext): unknown {
  const parsed = answered.safeParse(given);
  if (!parsed.success)
    throw new Failure('execution_error', `${name} answered with no result.`, {
      hint: 'Its author must return ToolResult.successResult(…) or ToolResult.failureResult(…).',
      sideEffect: 'unknown',
    });
  const { success, data, error, metadata } = parsed.data;
  context.note(metadata);
  if (success) return data ?? null;
  const {
    code: kind,
    message,
    recoveryHint: hint,
    ...rest
  } = error ?? failure.parse({ message: 'The tool failed.' });
  throw new Failure(kind, message, { hint, ...rest });
}

/** True if an input fits a schema; if not, with the reason. */
export function validate(input: z.ZodType, params: unknown): [valid: boolean, problem: string | undefined] {
  const parsed = input.safeParse(params);
  if (parsed.success) return [true, undefined];
  const problems = parsed.error.issues.map(({ path, message }) =>
    path.length > 0 ? `${path.join('.')}: ${message}` : message,
  );
  return [false, problems.join('; ')];
}
