import type { ActionBase, ActionKind } from '../action.js';
import type { AddressPolicy } from './address.js';
import { checkTimeout } from './checks.js';
import { FileRoots } from './files.js';
import { HostPolicy } from './hosts.js';
import { type KeptFiles, nothingKept } from './kept-files.js';

export interface ValidatorOptions extends AddressPolicy {
  /** Folders that uploads may be read from and outputs written to; by default the working folder without hidden files, and `.handhold` in it. */
  files?: readonly string[];
  /** Files and folders that no agent may have, whichever folders it was given, beside those that it never may. */
  keptFiles?: readonly string[];
}

/** Checks an action by what it says, before anything is touched: addresses, selectors, paths, ranges. */
export class ActionChecks {
  readonly hosts: HostPolicy;
  readonly files: FileRoots;

  constructor(options: ValidatorOptions = {}, secrets: Omit<KeptFiles, 'paths'> = nothingKept) {
    this.files = new FileRoots(options.files, undefined, { ...secrets, paths: options.keptFiles ?? [] });
    this.hosts = new HostPolicy(options);
  }

  /** The action as it is always written, once its kind has nothing against it; throws the Failure that tells what is wrong. */
  admit<A extends ActionBase, R>(kind: ActionKind<A, R>, action: A, files: FileRoots = this.files): A {
    checkTimeout(action.timeout);
    const rules = { hosts: this.hosts, files };
    kind.check(action, rules);
    return kind.normalize?.(action, rules) ?? action;
  }
}
