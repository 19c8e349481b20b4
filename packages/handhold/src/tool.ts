import type { z } from 'zod';
import { type ActionBase, type ActionKind, type ActionSpec, defineAction } from './action.js';
import type { Host } from './approving.js';
import { safetyLevels } from './gate/safety.js';
import { metadataOf, type ToolMetadata } from './metadata.js';
import type { ToolResult } from './result.js';
import { categories, ModelCapability, SafetyLevel, ToolCategory } from './terms.js';

import type { Actions, ActionType, Performed } from './tools/actions.js';

export { categories, ModelCapability, SafetyLevel, safetyLevels, ToolCategory };

/** Facts about a tool besides its schema. Everything a surface shows or filters by comes from here. */
export interface ToolTraits {
  category: ToolCategory;
  safety: SafetyLevel;
  /** In the default set of the MCP server. */
  core: boolean;
  /** Kept for those who know it: it can be called, but stands in a list only where it is named. */
  legacy: boolean;
  /** Needs a page to be open. */
  requiresPage: boolean;
  /** Longest it may take by default, in ms; a tool of the user's own is not waited for beyond it. */
  timeout: number;
  /** Ends the agent's task. */
  isTerminal: boolean;
  /** Calling it twice changes no more than calling it once. */
  idempotent: boolean;
  /** Only looks. */
  readOnly: boolean;
  /** At worst, what it does can't be taken back: a form is sent, something deleted, unsaved work lost. */
  destructive: boolean;
  /** Has to do with pages of anybody, directly or through what it calls. */
  openWorld: boolean;
  requiredCapabilities: readonly ModelCapability[];
  optimalCapabilities: readonly ModelCapability[];
  /** Hosts it may reach by its own arguments, before the policy narrows them. */
  network: { allowedHosts: readonly string[] } | undefined;
  examples: readonly object[];
  returns: string;
}

/** The action that a tool consists of: which one an input asks for, and all about that kind of action. */
export interface ToolAction<I = unknown, A extends ActionBase = ActionBase, R = unknown>
  extends ActionKind<A, R> {
  /** The action that an input asks for. */
  planned(input: I): A;
}

/** The means that a tool gets. There is no other way to the browser, so there is none around the gate. */
export interface ToolContext {
  readonly session: string;
  readonly signal: AbortSignal | undefined;
  /** Whoever can be asked. */
  readonly host: Host;
  /** Has an action checked and performed, and tells what came of it. */
  perform<T extends ActionType>(action: Actions[T] & { type: T }): Promise<Performed[T]>;
  /** The same for an action of a kind that need not be one of ours. */
  performAs<A extends ActionBase, R>(kind: ActionKind<A, R>, action: A): Promise<R>;
  /** Calls another tool in the same session, by all the same rules. */
  call(tool: string, input: unknown): Promise<ToolResult>;
  /** Throws if such a call would be refused for its name or arguments. */
  check(tool: string, input: unknown): void;
  /** Adds to what is known of the result besides its data; what we say there ourselves stays. */
  note(metadata: object): void;
  /** The tool of that name or verb, such as `click`, among those that the caller is offered; throws where there is none. */
  named(name: string): Tool;
}

/** A result in words: a line of ours, then lines of the page. */
export interface ToolText {
  head: string;
  /** Lines that come from the page; they are fenced. */
  page?: string | undefined;
  /** The page's words stand in `head`, in a fence or cleared of orders. */
  isFenced?: boolean | undefined;
}

export interface ToolImage {
  base64: string;
  mimeType: string;
}

export interface Tool<I extends z.ZodObject = z.ZodObject, O extends z.ZodType = z.ZodType>
  extends ToolTraits {
  readonly name: string;
  readonly description: string;
  readonly input: I;
  readonly output: O;
  /** All of this under the names class tools use, with its JSON Schema. */
  readonly metadata: ToolMetadata;
  /** The tool that this is another name for: it does nothing but call that one. */
  readonly of?: string;
  /** The tool that this is another shape of: it is allowed where that one is, and judged as that one. */
  readonly as?: string;
  /** The one action that it consists of, where it is neither made of several nor of other tools. */
  readonly action?: ToolAction | undefined;
  run(input: z.output<I>, context: ToolContext): Promise<z.output<O>>;
  text(data: z.output<O>, input: z.output<I>): ToolText;
  image(data: z.output<O>): ToolImage | undefined;
}

type Required = 'name' | 'description' | 'input' | 'output' | 'run' | 'category';

export type ToolSpec<I extends z.ZodObject, O extends z.ZodType> = Pick<Tool<I, O>, Required> &
  Partial<Omit<Tool<I, O>, Required>>;

/** A tool that consists of one action, as it is defined: its `plan` makes an action's fields of the tool's input. */
type ActionToolSpec<
  I extends z.ZodObject,
  O extends z.ZodType,
  P extends { timeout: number },
  T extends string,
> = Omit<ToolSpec<I, O>, 'run' | 'action' | 'text'> &
  Partial<Pick<ToolSpec<I, O>, 'text'>> & {
    action: { readonly type: T; plan: (input: z.output<I>) => P } & Omit<
      ActionSpec<P & { type: T }, z.output<O>>,
      'type'
    >;
  };

function isRisky(level: SafetyLevel = 'low_risk'): boolean {
  return safetyLevels.indexOf(level) >= safetyLevels.indexOf('high');
}

/** A tool whose name, and whether it is in the default set, are known to the compiler. */
export type NamedTool<I extends z.ZodObject, O extends z.ZodType, N extends string, C extends boolean> = Tool<
  I,
  O
> & { readonly name: N; readonly core: C };

/** The only way a tool comes to be: schema, traits and behaviour in one place, everything else derived from it. */
export function defineTool<
  I extends z.ZodObject,
  O extends z.ZodType,
  P extends { timeout: number },
  const T extends string,
  const N extends string = string,
  const C extends boolean = false,
>(
  spec: ActionToolSpec<I, O, P, T> & { readonly name: N; readonly core?: C },
): NamedTool<I, O, N, C> & {
  readonly action: ToolAction<z.output<I>, P & { type: T }, z.output<O>>;
};
export function defineTool<
  I extends z.ZodObject,
  O extends z.ZodType,
  const N extends string = string,
  const C extends boolean = false,
>(spec: ToolSpec<I, O> & { readonly name: N; readonly core?: C }): NamedTool<I, O, N, C>;
export function defineTool<I extends z.ZodObject, O extends z.ZodType>(spec: ToolSpec<I, O>): Tool<I, O>;
export function defineTool<I extends z.ZodObject, O extends z.ZodType>(
  given: ToolSpec<I, O> | ActionToolSpec<I, O, { timeout: number }, string>,
): Tool<I, O> {
  const spec: ToolSpec<I, O> = isMade(given) ? given : { ...given, ...doing(given.action) };
  if (!/^[a-z][a-z0-9_]{0,63}$/.test(spec.name))
    throw new Error(`"${spec.name}" is not a tool name: use lower case, digits and underscores.`);
  // Whoever writes no TypeScript is told here: a level that is none would pass below every limit.
  if (spec.safety !== undefined && !safetyLevels.includes(spec.safety))
    throw new Error(`"${spec.safety}" is no level of risk for ${spec.name}: use ${safetyLevels.join(', ')}.`);
  const required = spec.requiredCapabilities ?? [];
  let metadata = spec.metadata;
  const tool: Tool<I, O> = {
    safety: 'low_risk',
    core: false,
    legacy: false,
    requiresPage: true,
    timeout: 30_000,
    isTerminal: false,
    idempotent: false,
    readOnly: spec.safety === 'safe',
    // A tool that says no more is judged by its level.
    destructive: isRisky(spec.safety),
    openWorld: (spec.requiresPage ?? true) || spec.network !== undefined,
    requiredCapabilities: required,
    optimalCapabilities: required,
    network: undefined,
    examples: [],
    returns: '',
    text: (data) => ({
      head: `${spec.name} done`,
      page: data === undefined ? undefined : JSON.stringify(data),
    }),
    image: () => undefined,
    ...spec,
    get metadata() {
      metadata ??= metadataOf(tool);
      return metadata;
    },
  };
  // Not copied along where a tool is made from another: it would tell of the old one.
  return Object.defineProperty(tool, 'metadata', { enumerable: false });
}

/** The action that a tool consists of, and the running of it. */
function doing<I extends z.ZodObject, O extends z.ZodType, P extends { timeout: number }, T extends string>(
  spec: ActionToolSpec<I, O, P, T>['action'],
): { action: ToolAction; run: Tool<I, O>['run'] } {
  const { plan, ...rest } = spec;
  const { type } = spec;
  const kind = defineAction<P & { type: T }, z.output<O>>({ ...rest, type });
  const planned = (input: z.output<I>) => ({ ...plan(input), type });
  return {
    action: { ...kind, planned },
    run: (input, { performAs }) => performAs(kind, planned(input)),
  };
}

/** True of a tool that is made of other calls, or copied from one that can be run already. */
function isMade<I extends z.ZodObject, O extends z.ZodType>(
  spec: ToolSpec<I, O> | ActionToolSpec<I, O, { timeout: number }, string>,
): spec is ToolSpec<I, O> {
  return 'run' in spec;
}
