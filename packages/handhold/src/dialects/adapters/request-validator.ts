import type { Action } from '../../actions/action.js';
import { toToolError } from '../../errors.js';
import { RequestValidator as GateValidator, type Verdict } from '../../gate/request-validator.js';
import { type BrowserAction, plan } from './browser-action.js';

/** The gate's own checks, which also judges actions in the flat form of the adapters' document. */
export class RequestValidator extends GateValidator {
  override validate(action: Action | BrowserAction): Verdict {
    if (isOurs(action)) return super.validate(action);
    try {
      const planned = plan(action);
      return planned ? super.validate(planned) : { valid: true, errors: [] };
    } catch (thrown) {
      const { code, message } = toToolError(thrown);
      return { valid: false, errors: [{ code, message }] };
    }
  }
}

/** Ours name their target, condition and deed apart from the rest, and always have a time. */
function isOurs(action: Action | BrowserAction): action is Action {
  if (typeof action.timeout !== 'number') return false;
  try {
    plan(action);
    return false;
  } catch {
    return !('selector' in action);
  }
}
