import { z } from 'zod';
import { toToolError } from '../../errors.js';
import { ActionChecks, type ValidatorOptions } from '../../gate/action-checks.js';
import { checkAddress } from '../../gate/address.js';
import { checkTimeout } from '../../gate/checks.js';
import { checkSelector } from '../../gate/selector.js';
import {
  type Action,
  type Actions,
  type ActionType,
  kindNamed,
  kindOf,
  type Performed,
} from '../../tools/actions.js';
import type { BrowserAction } from './action-types.js';
import { plan } from './browser-action.js';
import { isRefInPlaceOfSelector } from './selector-schema.js';

export type { ValidatorOptions };

/** A verdict on an action, for callers that don't want exceptions. */
export interface Verdict {
  valid: boolean;
  errors: { code: string; message: string }[];
}

const named = z.looseObject({ type: z.string().min(1) });
const complete = z.looseObject({ type: z.string(), timeout: z.number() });
const noAction = {
  code: 'action_validation_error',
  message: 'This is no action: an action is an object whose type says what to do.',
};

/** The gate's own checks of actions, for those in the flat form of the adapters' document too. */
export class RequestValidator {
  private readonly checks: ActionChecks;

  constructor(options: ValidatorOptions = {}) {
    this.checks = new ActionChecks(options);
  }

  /** The action with its address and key as they are always written; throws the Failure that tells what is wrong. */
  check<T extends ActionType>(action: Actions[T] & { type: T }): Actions[T] {
    return this.checks.admit<Actions[T], Performed[T]>(kindOf<T>(action.type), action);
  }

  /** The same judgement as data. */
  validate(action: Action | BrowserAction): Verdict {
    // Who converts what a model said may come to no action at all.
    if (!named.safeParse(action).success) return { valid: false, errors: [noAction] };
    const flat = verdictOf(() => {
      const planned = plan(action);
      const kind = planned && kindNamed(planned.type);
      if (kind) this.checks.admit(kind, planned);
    });
    const kind = kindNamed(action.type);
    const whole = complete.safeParse(action).data;
    if (flat.valid || !kind || !whole) return flat;
    // Ours always have a time; one that is not ours after all has its checks stumble, which counts for nothing.
    const own = verdictOf(() => void this.checks.admit(kind, whole));
    return own.errors.some(({ code }) => code === 'unexpected_error') ? flat : own;
  }

  checkUrl(url: string): string {
    return checkAddress(url, this.checks.hosts);
  }

  /** A ref may stand where a selector does. */
  checkSelector(selector: string): void {
    if (!isRefInPlaceOfSelector(selector)) checkSelector(selector);
  }

  checkPath(path: string): string {
    return this.checks.files.check(path);
  }

  checkTimeout(timeout: number): void {
    checkTimeout(timeout);
  }
}

function verdictOf(judge: () => void): Verdict {
  try {
    judge();
    return { valid: true, errors: [] };
  } catch (thrown) {
    const { code, message } = toToolError(thrown);
    return { valid: false, errors: [{ code, message }] };
  }
}
