import type { Tool as MastraTool, ToolExecutionContext } from '@mastra/core/tools';
import type { BuiltInTool, Registrable, Tool } from 'handhold';
import type { z } from 'zod';
import type { answerFrame } from './schemas.js';
import type { specified } from './specified.js';

/** The fields of every answer, whichever tool gave it. */
export type AnswerFrame = z.output<typeof answerFrame>;

/** A tool's answer: the fields of its data, with these around them. */
export type Answer = AnswerFrame & Record<string, unknown>;

/** The circumstances of a call, as Mastra tells them to a tool. */
export type CallContext = Partial<ToolExecutionContext>;

/** The parts that Mastra's own type leaves open, or has depend on the input in ways that get in each other's way. */
type Narrowed =
  | 'execute'
  | 'toModelOutput'
  | 'requireApproval'
  | 'transform'
  | 'onInputStart'
  | 'onInputDelta'
  | 'onInputAvailable'
  | 'onOutput';

/** A tool for `new Agent({ tools })`, which can also be called by hand. */
export interface BrowserTool<I = Record<string, unknown>, O = Answer>
  extends Omit<MastraTool<I, O>, Narrowed> {
  /** Runs the tool. Whatever goes wrong, wrong arguments included, comes back as an answer; nothing is thrown. */
  execute(input: I, context?: CallContext): Promise<O>;
  toModelOutput(answer: unknown): unknown;
  requireApproval: boolean;
}

/** A choice of tools: names, categories, `core` or `all`, and tools of your own. */
export type Choice = readonly (string | Registrable)[];

/** The tools of a choice, by name: those it surely holds, and those that it may hold. */
export type ToolsOf<T extends Choice> = {
  [B in BuiltInTool as B['name'] & Included<T>]: BrowserTool<InputOf<B>, OutputOf<B>>;
} & {
  [B in BuiltInTool as Exclude<B['name'], Included<T>>]?: BrowserTool<InputOf<B>, OutputOf<B>>;
} & {
  [B in OwnTools<T> as B['name']]: BrowserTool<InputOf<B>, OutputOf<B>>;
};

type OwnTools<T extends Choice> = Extract<T[number], Tool>;
type AnyName = BuiltInTool['name'];
type CoreName = Extract<BuiltInTool, { readonly core: true }>['name'];
type WordsOf<T extends Choice> = Extract<T[number], string>;

/** Without a word about ours, they are the core set. */
type Included<T extends Choice> = [WordsOf<T>] extends [never] ? CoreName : Named<WordsOf<T>>;
type Named<W extends string> = W extends 'all' ? AnyName : W extends 'core' ? CoreName : Extract<W, AnyName>;

type Flat<T> = { [K in keyof T]: T[K] };

type Specification = typeof specified;

/** The input of a tool: the specified fields alone where there are such. */
export type InputOf<B extends Tool> = B['name'] extends keyof Specification
  ? Flat<SpecifiedInput<z.input<B['input']>, Specification[B['name']]>>
  : z.input<B['input']>;

type SpecifiedInput<I, S extends { input: readonly unknown[]; required: readonly unknown[] }> = Pick<
  I,
  Exclude<S['input'][number], S['required'][number]> & keyof I
> & { [K in S['required'][number] & keyof I]-?: Exclude<I[K], undefined> };

/** The output of a tool: its data at the top level, the specified fields always. */
export type OutputOf<B extends Tool> = B['output'] extends z.ZodObject
  ? Extract<keyof z.output<B['output']>, keyof AnswerFrame> extends never
    ? Flat<FlatOutput<z.output<B['output']>, AlwaysPresent<B['name']>> & AnswerFrame>
    : Flat<NestedOutput<B>>
  : Flat<NestedOutput<B>>;

type NestedOutput<B extends Tool> = { data?: z.output<B['output']> } & AnswerFrame;
type FlatOutput<O, K> = Pick<O, K & keyof O> & Partial<Omit<O, K & keyof O>>;
type AlwaysPresent<N extends string> = N extends keyof Specification
  ? Specification[N]['output'][number]
  : never;
