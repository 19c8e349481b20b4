import { z } from 'zod';
import type { Action, ActionType } from '../../actions/action.js';
import { toToolError } from '../../errors.js';
import { RequestValidator as GateValidator, type Verdict } from '../../gate/request-validator.js';
import type { BrowserAction } from './action-types.js';
import { isKnown, plan } from './browser-action.js';
import { isRef } from './selector-schema.js';

/** Kinds of action of ours that no tool is named after. */
const unnamed: readonly ActionType[] = ['history', 'element', 'fill'];

const named = z.looseObject({ type: z.string().min(1) });
const noAction = {
  code: 'action_validation_error',
  message: 'This is no action: an action is an object whose type says what to do.',
};

/** The gate's own checks, for actions in the flat form of the adapters' document too. */
export class RequestValidator extends GateValidator {
  override validate(action: Action | BrowserAction): Verdict {
    // Who converts what a model said may come to no action at all.
    if (!named.safeParse(action).success) return { valid: false, errors: [noAction] };
    const verdict = this.validateFlat(action);
    if (verdict.valid || !mayBeOurs(action)) return verdict;
    const own = super.validate(action);
    return own.errors.some(({ code }) => code === 'unexpected_error') ? verdict : own;
  }

  /** A ref may stand where a selector does. */
  override checkSelector(selector: string): void {
    if (!isRef(selector)) super.checkSelector(selector);
  }

  private validateFlat(action: { type: string }): Verdict {
    try {
      const planned = plan(action);
      return planned ? super.validate(planned) : { valid: true, errors: [] };
    } catch (thrown) {
      const { code, message } = toToolError(thrown);
      return { valid: false, errors: [{ code, message }] };
    }
  }
}

/** Ours always have a time; one that is not ours after all has the gate's checks stumble, which counts for nothing. */
function mayBeOurs(action: Action | BrowserAction): action is Action {
  return (
    'timeout' in action &&
    typeof action.timeout === 'number' &&
    (isKnown(action.type) || unnamed.some((type) => type === action.type))
  );
}
