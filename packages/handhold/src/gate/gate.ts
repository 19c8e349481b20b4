import type { ActionBase, ActionKind } from '../action.js';
import { log } from '../log.js';
import { ActionChecks, type ValidatorOptions } from './action-checks.js';
import { Approval, type ApprovalOptions } from './approval.js';
import { Audit, type AuditSink } from './audit.js';
import type { FileRoots } from './files.js';

import { type SecretSource, Secrets } from './secrets.js';

export interface GateOptions extends ValidatorOptions, ApprovalOptions {
  /** Everything shut that can be: no loopback, contexts of our own only, approval from medium risk on. */
  hardened?: boolean;
  /** The values that may be typed as {{secret:NAME}}, beside HANDHOLD_SECRET_… of the environment. */
  secrets?: SecretSource;
  /** Where every call, decision and host is written down: a file, in JSON lines, or a function. */
  audit?: AuditSink;
}

/** The options that contradict each other, in words for whoever wrote them. */
export function contradictionIn({
  hardened,
  allowPrivate,
  loopback,
}: Pick<GateOptions, 'hardened' | 'allowPrivate' | 'loopback'>): string | undefined {
  if (!hardened) return undefined;
  const open = allowPrivate ? 'allowPrivate' : loopback === 'agent' ? "loopback: 'agent'" : undefined;
  return open === undefined
    ? undefined
    : `hardened and ${open} contradict each other: hardened keeps the browser out of loopback and private networks. Leave out one of them; policy: { medium: 'ask', high: 'ask' } asks as often as hardened does.`;
}

/** The files that we were told to work with ourselves. */
function ownFiles({ keptFiles = [], secrets, audit }: GateOptions): string[] {
  const secretsFile = typeof secrets === 'object' && typeof secrets.file === 'string' ? [secrets.file] : [];
  return [...keptFiles, ...secretsFile, ...(typeof audit === 'string' ? [audit] : [])];
}

/** The only door to a session: every action of every tool, ours or a user's, passes here first. */
export class Gate {
  readonly checks: ActionChecks;
  readonly approval: Approval;
  readonly secrets: Secrets;
  readonly audit: Audit;

  constructor(options: GateOptions = {}) {
    this.secrets = new Secrets(options.secrets);
    const { redactor } = this.secrets;
    this.checks = new ActionChecks(
      { ...options, keptFiles: ownFiles(options) },
      { secrets: () => redactor.plainValues(), holdsSecret: (text) => redactor.holds(text) },
    );
    this.approval = new Approval(options);
    this.audit = new Audit(options.audit, (value) => this.secrets.redactor.data(value));
  }

  /** The files that a caller may have who stands in that folder, or in our own. */
  filesFrom(folder: string | undefined): FileRoots {
    const { files } = this.checks;
    return folder === undefined ? files : files.from(folder);
  }

  /** The action as it may be performed; throws what stands against it. */
  admit<A extends ActionBase, R>(kind: ActionKind<A, R>, action: A, session: string, files?: FileRoots): A {
    const admitted = this.checks.admit(kind, action, files);
    log.debug({ session, type: admitted.type }, 'admitted');
    return admitted;
  }
}
