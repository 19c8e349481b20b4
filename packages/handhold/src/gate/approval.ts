import { Failure } from '../errors.js';
import type { ApprovalRequest, Approver } from './approver.js';
import type { Risk } from './risk.js';
import { type SafetyLevel, safetyLevels } from './safety.js';
import { cut } from './untrusted.js';

/** The policy for an action of some level: it is done, a person is asked, or it is refused. */
export type Decision = 'allow' | 'ask' | 'deny';

export type SafetyPolicy = Readonly<Record<SafetyLevel, Decision>>;

const usual: SafetyPolicy = {
  safe: 'allow',
  low_risk: 'allow',
  medium: 'allow',
  high: 'allow',
  dangerous: 'ask',
};

const hardened: SafetyPolicy = { ...usual, medium: 'ask', high: 'ask' };

/** Tools that run what the model wrote; under `hardened` they have to be named to be had at all. */
export const onlyIfListed: ReadonlySet<string> = new Set(['browser_evaluate']);

/** True if a tool was named as such, rather than as one of a group or of all. */
export function isListed(name: string, { allowTools, only }: ApprovalOptions): boolean {
  return (allowTools?.includes(name) || only?.includes(name)) ?? false;
}

export interface ApprovalOptions {
  /**
   * The decision at each level of risk. Levels left out keep their default, but are no laxer than the one that is given
   * below them. `ask` or `deny` for `dangerous`, where it is given, holds for typing passwords as well as for payments.
   */
  policy?: Partial<Record<SafetyLevel, Decision>>;
  hardened?: boolean;
  /** Names of the only tools that may be called, if given. */
  allowTools?: readonly string[];
  /** Which tools there are, by names and groups; what is named here counts as listed. */
  only?: readonly string[];
  /** How long a person has for an answer, in ms. Default 120,000; after that it is a no. */
  approvalTimeout?: number;
}

const strictness: Record<Decision, number> = { allow: 0, ask: 1, deny: 2 };

/** The decision for every level that these options come to. */
export function safetyPolicy({ hardened: isHard, policy = {} }: ApprovalOptions = {}): SafetyPolicy {
  const decided: Record<SafetyLevel, Decision> = { ...(isHard ? hardened : usual) };
  let least: Decision = 'allow';
  for (const level of safetyLevels) {
    const given = policy[level];
    // Whoever wants to be asked about something wants to be asked about what is worse.
    if (given) least = given;
    if (given || strictness[least] > strictness[decided[level]]) decided[level] = least;
  }
  return decided;
}

/** True if a tool, by its own level, is left to a person; what it acts on may raise that later. */
export function needsApproval(tool: { safety: SafetyLevel }, policy: Partial<SafetyPolicy> = {}): boolean {
  return safetyPolicy({ policy })[tool.safety] === 'ask';
}

/** The subject of a question, but for how risky it is. */
export type Asking = Omit<ApprovalRequest, 'safety' | 'reasons'>;

export type Consented = 'allowed' | 'approved';

/** Decides by the policy, and asks where it says so. */
export class Approval {
  readonly policy: SafetyPolicy;
  private readonly patience: number;

  constructor(private readonly options: ApprovalOptions = {}) {
    this.policy = safetyPolicy(options);
    this.patience = options.approvalTimeout ?? 120_000;
  }

  /** Throws where a tool is not to be had at all. */
  checkTool(name: string): void {
    const { allowTools } = this.options;
    if (allowTools && !allowTools.includes(name))
      throw new Failure('permission_denied', `${name} is not among the allowed tools.`, {
        hint: 'Use another tool. The user can allow it (option allowTools, or tools in handhold.yaml).',
      });
    if (this.options.hardened && onlyIfListed.has(name) && !isListed(name, this.options))
      throw new Failure('permission_denied', `${name} is off in hardened mode.`, {
        hint: 'Use another tool. The user can allow it by listing it (option allowTools, or tools in handhold.yaml).',
      });
  }

  /** True if something of this risk may be done without asking. */
  allows(level: SafetyLevel): boolean {
    return this.policy[level] === 'allow';
  }

  /** True if a person is asked about something of this risk. */
  asks(level: SafetyLevel): boolean {
    return this.policy[level] === 'ask';
  }

  /** Whoever speaks of what is dangerous, or high, means logins, too; else an agent may log in, or it is of no use. */
  get levelOfPasswords(): SafetyLevel {
    const { policy = {}, hardened: isHard } = this.options;
    if (policy.dangerous && policy.dangerous !== 'allow') return 'dangerous';
    return isHard || policy.high ? 'high' : 'low_risk';
  }

  /** Returns once it may be done; throws if not. */
  async settle(risk: Risk, asking: Asking, approver: Approver): Promise<Consented> {
    const decision = this.policy[risk.level];
    if (decision === 'allow') return 'allowed';
    const what = cut(asking.summary, 300);
    const why = risk.reasons.length > 0 ? `${risk.level}: ${risk.reasons.join(', ')}` : risk.level;
    if (decision === 'deny')
      throw new Failure('permission_denied', `The policy refuses this: ${what} (${why}).`, {
        hint: `Go another way. The user can change it (option policy: { ${risk.level}: 'ask' }).`,
        sideEffect: 'none',
      });
    if (!approver.approve)
      throw new Failure('approval_required', `Needs a person's approval: ${what} (${why}).`, {
        hint: `Nobody can be asked here. Tell the user, who can allow it (option policy: { ${risk.level}: 'allow' }, or a host that approves).`,
        sideEffect: 'none',
        details: { safety: risk.level, reasons: risk.reasons },
      });
    const request: ApprovalRequest = { ...asking, safety: risk.level, reasons: risk.reasons };
    if (await this.ask(approver.approve.bind(approver), request)) return 'approved';
    throw new Failure('approval_denied', `Not approved: ${what} (${why}).`, { sideEffect: 'none' });
  }

  /** No answer in time, or an answer that fails, is a no. */
  private async ask(
    approve: (request: ApprovalRequest) => Promise<boolean>,
    request: ApprovalRequest,
  ): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const { signal } = request;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), this.patience);
      if (signal?.aborted) resolve(false);
      signal?.addEventListener('abort', () => resolve(false), { once: true });
    });
    const answer = Promise.resolve()
      .then(() => approve(request))
      .catch(() => false);
    const yes = await Promise.race([answer, late]).finally(() => clearTimeout(timer));
    if (signal?.aborted) throw new Failure('aborted', 'Cancelled while waiting for approval.');
    return yes === true;
  }
}
