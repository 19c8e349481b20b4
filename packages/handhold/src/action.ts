import type { Stage } from './acting/stage.js';
import type { Check, Rules } from './gate/checks.js';
import type { ActionRisk } from './gate/risk.js';
import type { Target } from './page/targeting/find-target.js';
import type { Touched } from './page/targeting/second-check.js';

/** The fields that every action has besides its own. */
export interface ActionBase {
  type: string;
  /** Milliseconds that it may take. */
  timeout: number;
}

type FieldOf<A> = Exclude<keyof A, 'type' | 'timeout'>;

/** A check for every field of an action; one that needs none says so with `asParsed`. */
export type Checks<A> = { readonly [K in FieldOf<A>]-?: Check<A[K]> };

/** Says in words what a target is, by what the agent was shown. */
export type NameOf = (target: Target) => string;

/** A text that an action brings into a page: by typing or by a script, or as keys. */
export type Entered =
  | { by: 'typing'; texts: readonly string[] }
  | { by: 'script'; texts: readonly string[] }
  | { by: 'keys'; key: string; count: number };

/** One kind of action, as it is defined: how it is checked, how risky it is, how it is done. */
export interface ActionSpec<A extends ActionBase, R> {
  readonly type: string;
  readonly checks: Checks<A>;
  /** Judges what no field tells by itself. */
  checkTogether?(action: A, rules: Rules): void;
  /** The action as it is always written, such as with a full address; throws where that can't be. */
  normalize?(action: A, rules: Rules): A;
  risk(action: A): ActionRisk;
  /** In a few words, for messages: "clicking @e5". */
  describe(action: A, nameOf: NameOf): string;
  /** The same with all its values, for a person who is asked about it. */
  summarize?(action: A, nameOf: NameOf, on: Touched | undefined): string;
  /** The address that it opens. */
  url?(action: A): string | undefined;
  /** True if it can do without a page because it opens one. Default: it opens an address. */
  opensPage?(action: A): boolean;
  /** True if it is there to be on another page afterwards. Default: it opens one. */
  navigates?(action: A): boolean;
  /** The one field in which `{{secret:NAME}}` may stand. Whoever types it is told the names in `secret`, unless unlabelled. */
  readonly secretIn?: { field: string; unlabelled?: true };
  /** Texts it brings into the page, which may hold a card number. */
  enters?(action: A): Entered;
  /** Milliseconds on top of its timeout. */
  grace?(action: A): number;
  /** True for the answer to a dialog, which need not be in the current tab. */
  readonly answersDialog?: true;
  /** True if no browser is started for it: there is nothing it could be done to. */
  readonly needsNoSession?: true;
  /** Not done for its own sake: it takes a checkpoint of what the agent knows, or tells what is different since. */
  readonly bookkeeping?: 'checkpoint' | 'difference';
  perform(action: A, stage: Stage): Promise<R>;
}

/** A kind of action as the pipeline takes it through the gate to the page. */
export interface ActionKind<A extends ActionBase = ActionBase, R = unknown>
  extends Omit<ActionSpec<A, R>, 'checks' | 'checkTogether'> {
  /** Judges the action by what it says; throws the Failure that tells what is wrong. */
  check(action: A, rules: Rules): void;
  /** True if it can do without a page because it opens one. */
  canOpenPage(action: A): boolean;
  navigates(action: A): boolean;
  /** All refs that it names. */
  refs(action: A): readonly string[];
  /** The ref of the element that it is done to. */
  refOf(action: A): string | undefined;
}

/** Defines a kind of action. Without a check for each of its fields, or without its risk, it does not compile. */
export function defineAction<A extends ActionBase, R>(spec: ActionSpec<A, R>): ActionKind<A, R> {
  const { checks, checkTogether, ...rest } = spec;
  const fields = Object.keys(checks).filter((name) => isField(checks, name));
  const refsIn = (action: A, some: typeof fields) =>
    some.flatMap((field) => [...(checks[field].refs?.(action[field]) ?? [])]);
  const canOpenPage = (action: A) => spec.opensPage?.(action) ?? spec.url?.(action) !== undefined;
  return {
    ...rest,
    check(action, rules) {
      for (const field of fields) checks[field].check(action[field], rules);
      checkTogether?.(action, rules);
    },
    canOpenPage,
    navigates: (action) => spec.navigates?.(action) ?? canOpenPage(action),
    refs: (action) => refsIn(action, fields),
    refOf: (action) =>
      refsIn(
        action,
        fields.filter((field) => doneTo.has(field)),
      )[0],
  };
}

/** The fields that name the element an action is done to. */
const doneTo: ReadonlySet<string> = new Set(['target', 'ref']);

function isField<A>(checks: Checks<A>, name: string): name is Extract<FieldOf<A>, string> {
  return Object.hasOwn(checks, name);
}
