import type { Prepared, SoFar } from '../../../acting/attempt.js';
import { framesFrom } from '../../../acting/frames-from.js';
import type { Turn } from '../../../acting/turn.js';
import { Failure } from '../../../errors.js';
import { describe } from '../../../page/refs/book.js';
import type { Found, Target } from '../../../page/targeting/find-target.js';
import type { Choosing, Chosen, Selected } from './choosing.js';
import { chooseNative } from './native.js';
import { chooseOne, chooseSuggestion } from './one.js';
import { opened, shut } from './open-list.js';
import { chooseSeveral } from './several.js';

/** A choice to be made. */
export interface Choose {
  target: Target;
  /** Labels or values of all that is to be selected. */
  values: string[];
  /** One of them with names in place of the secrets in it. */
  secret?: string | undefined;
}

/** Chooses from a list, whatever kind it is. */
export async function choose(turn: Turn, asked: Choose): Promise<Prepared<Selected>> {
  const { target, values, secret } = asked;
  const { live, deadline } = turn;
  const found = await live.find(target, deadline);
  const { entry } = found;
  const list = await chooserAt(turn, found, values);
  const element = describe(entry);
  const soFar: SoFar<Selected> = {
    data: { element, selected: values },
    sent: false,
    healed: found.healed ? element : undefined,
  };
  const touched = framesFrom(entry.frame);
  const control =
    list.id === entry.id ? found : await live.targetFor(entry.frame, list.id, list.identity, deadline);
  const { kind, editable, multiple } = list;
  const agreed = list.facts?.as?.name ?? null;
  const opens = kind === 'popup';
  const choosing = { turn, control, element, values, secret, editable, opens, agreed, touched, soFar };
  const reported = [{ ref: entry.ref, value: true }];
  return {
    soFar: () => soFar,
    send: async () => {
      const chosen = await chooseFrom(kind, multiple, choosing);
      return { ...chosen, healed: soFar.healed, touched, reported };
    },
  };
}

/** The list that a target names or stands for. */
async function chooserAt(turn: Turn, found: Found, values: string[]) {
  const { live, deadline } = turn;
  const { entry } = found;
  const list = await live.ask(found, turn, () =>
    entry.frame.world.call(deadline, 'chooser', entry.id, entry.shown ?? null, values),
  );
  if (list.state === 'not_editable')
    throw new Failure('not_editable', `${describe(entry)} can not be chosen from: ${list.why}.`, {
      hint: 'Choose a combobox or listbox, or click what opens the list.',
    });
  if (list.state !== 'chooser') throw live.obstacle(list, entry, deadline);
  return list;
}

function chooseFrom(
  kind: 'native' | 'listbox' | 'suggest' | 'popup',
  multiple: boolean,
  choosing: Choosing,
): Promise<Chosen> {
  switch (kind) {
    case 'native':
      return chooseNative(choosing);
    case 'suggest':
      return chooseSuggestion(choosing);
    case 'listbox':
    case 'popup':
      return orShut(choosing, () => (multiple ? chooseSeveral(choosing) : chooseInList(choosing)));
  }
}

/** A choice that failed leaves no list open over the page. */
async function orShut(choosing: Choosing, work: () => Promise<Chosen>): Promise<Chosen> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof Failure) await shut(choosing, false).catch(() => undefined);
    throw thrown;
  }
}

/** Opens the list if need be, to see how many it takes. */
async function chooseInList(choosing: Choosing): Promise<Chosen> {
  const list = await opened(choosing);
  // Of a list that nobody marked as one it can't be known how many it takes.
  const isUnmarked = list.open && list.total === 0;
  if (list.multiple || (choosing.values.length > 1 && isUnmarked)) return chooseSeveral(choosing);
  return chooseOne(choosing, list);
}
