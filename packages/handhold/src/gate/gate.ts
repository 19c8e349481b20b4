import type { Action } from '../actions/action.js';
import { log } from '../log.js';
import { RequestValidator, type ValidatorOptions } from './request-validator.js';

export interface GateOptions extends ValidatorOptions {
  /** Everything shut that can be: no loopback, contexts of our own only, approval from medium risk on. */
  hardened?: boolean;
}

/** The only door to a session: every action of every tool, ours or a user's, passes here first. */
export class Gate {
  readonly validator: RequestValidator;

  constructor(options: GateOptions = {}) {
    this.validator = new RequestValidator(options);
  }

  /** The action as it may be performed; throws what stands against it. */
  admit<A extends Action>(action: A, session: string): A {
    const admitted = this.validator.check(action);
    log.debug({ session, type: admitted.type }, 'admitted');
    return admitted;
  }
}
