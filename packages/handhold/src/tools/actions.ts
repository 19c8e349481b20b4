import type { ActionKind } from '../action.js';
import { type BuiltInTool, knownTools } from './index.js';
import { wholePage } from './reading/whole-page.js';
import { changesSince, checkpoint } from './system/checkpoint.js';
import { state } from './system/state.js';

/** Kinds of action that no tool of ours consists of, but tools made of several and dialects use. */
const others = [checkpoint, changesSince, state, wholePage] as const;

type KindOf<T> = T extends { readonly action: infer K extends ActionKind } ? K : never;
type Kind = KindOf<BuiltInTool> | (typeof others)[number];
type ActionOf<K> = K extends ActionKind<infer A, unknown> ? A : never;
type ResultOf<K> = K extends { perform(action: never, stage: never): Promise<infer R> } ? R : never;

/** Every action by its type. */
export type Actions = { [K in Kind as ActionOf<K>['type']]: ActionOf<K> };

export type ActionType = keyof Actions;

/** Everything that can be done to a session, as plain data: what is checked, approved, recorded and replayed. */
export type Action = Actions[ActionType];

/** The result of each kind of action. */
export type Performed = { [K in Kind as ActionOf<K>['type']]: ResultOf<K> };

const kinds = new Map<string, ActionKind>(
  [...knownTools.flatMap(({ action }) => action ?? []), ...others].map((kind) => [kind.type, kind]),
);

/** The kind of action of that type, if there is one. */
export function kindNamed(type: string): ActionKind | undefined {
  return kinds.get(type);
}

/** The kind of one of our actions. */
export function kindOf<T extends ActionType>(type: T): ActionKind<Actions[T], Performed[T]> {
  const kind = kinds.get(type);
  if (isOfType(kind, type)) return kind;
  throw new Error(`There is no kind of action called ${type}.`);
}

function isOfType<T extends ActionType>(
  kind: ActionKind | undefined,
  type: T,
): kind is ActionKind<Actions[T], Performed[T]> {
  return kind?.type === type;
}
