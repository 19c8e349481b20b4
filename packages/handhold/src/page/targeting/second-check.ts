import type { Deadline } from '../../deadline.js';
import type { Frames } from '../frames/frames.js';
import type { Cards, Facts } from '../injected/protocol.js';
import type { View } from '../looking/view.js';
import type { ShownPage } from '../shown-page.js';

/** An element that is about to be acted on. */
export interface Touched {
  /** Undefined where it was come upon without being shown before. */
  ref?: number | undefined;
  role: string;
  name: string;
  /** Address of the document it stands in. */
  url: string;
  facts: Facts | undefined;
  /** Text that is brought along, from the clipboard or by a drag. */
  carries?: string | undefined;
  /** True if payment cards are taken anywhere on the page, in other documents and shadow trees too. */
  takesCards: boolean;
}

/**
 * The second check of an action: judges what it is about to be done to. Undefined where nobody has to be asked; else
 * how to obtain consent, after which it is to be judged again, since time has passed. Throws what is refused anyway.
 */
export type SecondCheck = (element: Touched) => (() => Promise<void>) | undefined;

/** The time and the second check that an action is done with. */
export interface Turn {
  readonly deadline: Deadline;
  readonly check: SecondCheck;
  /** Set where the check needs to know what weighs on an element even if the question asked of it does not tell. */
  readonly weighs: boolean;
}

/** The turn of an action that only looks: there is nothing to agree to. */
export function looking(deadline: Deadline): Turn {
  return { deadline, check: () => undefined, weighs: false };
}

/** The page that an action is done to. */
export interface CheckedPage {
  readonly frames: Frames;
  readonly shown: ShownPage;
  /** The payment cards that its documents took and held when it was last looked at. */
  readonly cards: Cards | undefined;
  look(deadline: Deadline): Promise<View>;
}

/** An element as it is met, without what is known of the whole page. */
export type Met = Omit<Touched, 'takesCards'>;

/** Has an element checked: gives how to obtain consent, where somebody has to be asked. */
export function check(page: CheckedPage, { check }: Turn, met: Met): ReturnType<SecondCheck> {
  return check({ ...met, takesCards: page.cards !== undefined });
}

/** Has checked what an action meets without asking anything of it; it is looked at again after somebody was asked. */
export async function checkMet(page: CheckedPage, turn: Turn, meet: () => Met | Promise<Met>): Promise<void> {
  for (;;) {
    const consent = check(page, turn, await meet());
    if (!consent) return;
    await consent();
  }
}
