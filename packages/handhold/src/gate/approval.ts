import type { Action } from '../actions/action.js';
import { Failure } from '../errors.js';
import { namesFile } from '../page/injected/file-address.js';
import type { Facts } from '../page/injected/protocol.js';
import type { ApprovalRequest, Host } from './host.js';
import { type SafetyLevel, safetyLevels } from './safety.js';

/** What happens to an action of some level: it is done, a person is asked, or it is refused. */
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

export interface ApprovalOptions {
  /** What to do at each level of risk; levels left out keep their default. */
  policy?: Partial<Record<SafetyLevel, Decision>>;
  hardened?: boolean;
  /** Names of the only tools that may be called, if given. */
  allowTools?: readonly string[];
  /** How long a person has for an answer, in ms. Default 120,000; after that it is a no. */
  approvalTimeout?: number;
}

/** The decision for every level that these options come to. */
export function safetyPolicy(options: ApprovalOptions = {}): SafetyPolicy {
  return { ...(options.hardened ? hardened : usual), ...options.policy };
}

/** Whether a tool, by its own level, is left to a person; what it acts on may raise that later. */
export function needsApproval(tool: { safety: SafetyLevel }, policy?: Partial<SafetyPolicy>): boolean {
  return { ...usual, ...policy }[tool.safety] === 'ask';
}

/** How risky something is, and why. */
export interface Risk {
  level: SafetyLevel;
  reasons: readonly string[];
}

export function isAbove(level: SafetyLevel, other: SafetyLevel): boolean {
  return safetyLevels.indexOf(level) > safetyLevels.indexOf(other);
}

const destructive =
  /\b(delete|erase|destroy|wipe|remove|discard|uninstall|deactivate|terminate|revoke|unsubscribe|transfer|withdraw|send money|close (my |the |your )?account|cancel (my |the |your )?(order|subscription|account|plan)|reset|format|l[öo]schen|entfernen|supprimer|eliminar|borrar)\b/i;

/** Kinds of action that only look, whatever it is they look at. */
const looking = new Set<string>(
  'navigate history snapshot find element screenshot wait scroll tabs close read hover focus images'.split(
    ' ',
  ),
);

/** What an action is by itself, before anything is known of the element it is meant for. */
export function riskOfAction(action: Action): Risk {
  if (sends(action)) return { level: 'medium', reasons: ['submits a form'] };
  if (action.type === 'downloads' && action.save !== undefined && action.save !== false)
    return { level: 'medium', reasons: ['saves a file'] };
  if ('url' in action && action.url !== undefined && namesFile(action.url))
    return { level: 'medium', reasons: ['downloads a file'] };
  return { level: 'safe', reasons: [] };
}

/** Whether an action may send a form other than by a click or key: that of elements it names, or any on the page. */
export function sendsForm(action: Action): 'no' | 'named' | 'any' {
  const type: string = action.type;
  if (type === 'submit') return 'target' in action && action.target !== undefined ? 'named' : 'any';
  return type === 'fill' ? 'named' : 'no';
}

/** What it becomes on this element. */
export function riskOnElement(action: Action, name: string, facts: Facts = {}): Risk {
  if (looking.has(action.type)) return { level: 'safe', reasons: [] };
  const submits = facts.submits === true || sends(action);
  if (facts.payment && submits) return { level: 'dangerous', reasons: ['submits a payment form'] };
  const reasons: string[] = [];
  if (!points(action) && facts.password) reasons.push('types into a password field');
  if ((points(action) || (facts.button && presses(action))) && destructive.test(name))
    reasons.push('looks as if it destroys something');
  if (reasons.length > 0) return { level: 'high', reasons };
  // Enter on a link follows it, and sends no form.
  if (facts.download && (points(action) || isEnter(action)))
    return { level: 'medium', reasons: ['downloads a file'] };
  return submits ? { level: 'medium', reasons: ['submits a form'] } : { level: 'safe', reasons: [] };
}

/** Whether an action sends a form, by what it says. */
function sends(action: Action): boolean {
  return ('submit' in action && action.submit === true) || action.type === 'submit' || isEnter(action);
}

function points(action: Action): boolean {
  return action.type === 'click' || action.type === 'mouse';
}

/** Whether an action presses a button that has the focus. */
function presses(action: Action): boolean {
  return isEnter(action) || (action.type === 'press' && /(^|\+)\s*(space)?$/i.test(action.key.trim()));
}

function isEnter(action: Action): boolean {
  return action.type === 'press' && /(^|\+)\s*enter$/i.test(action.key.trim());
}

/** Thrown by what looks at an element when that makes the action riskier than anybody has agreed to. */
export class RiskRaised extends Error {
  constructor(readonly risk: Risk) {
    super('The action turned out to be riskier than agreed to.');
  }
}

export interface Asking {
  session: string;
  tool: string;
  action: Action | undefined;
  summary: string;
  signal: AbortSignal | undefined;
}

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
    const listed = allowTools?.includes(name) ?? false;
    if (allowTools && !listed)
      throw new Failure('permission_denied', `${name} is not among the allowed tools.`, {
        hint: 'Use another tool. The user can allow it (option allowTools, or tools in handhold.yaml).',
      });
    if (this.options.hardened && onlyIfListed.has(name) && !listed)
      throw new Failure('permission_denied', `${name} is off in hardened mode.`, {
        hint: 'Use another tool. The user can allow it by listing it (option allowTools, or tools in handhold.yaml).',
      });
  }

  /** Whether something of this risk may be done without asking. */
  allows(level: SafetyLevel): boolean {
    return this.policy[level] === 'allow';
  }

  /** Returns once it may be done; throws if not. */
  async settle(risk: Risk, asking: Asking, host: Host): Promise<Consented> {
    const decision = this.policy[risk.level];
    if (decision === 'allow') return 'allowed';
    const why = risk.reasons.length > 0 ? `${risk.level}: ${risk.reasons.join(', ')}` : risk.level;
    if (decision === 'deny')
      throw new Failure('permission_denied', `The policy refuses this: ${asking.summary} (${why}).`, {
        hint: `Go another way. The user can change it (option policy: { ${risk.level}: 'ask' }).`,
        sideEffect: 'none',
      });
    if (!host.approve)
      throw new Failure('approval_required', `Needs a person's approval: ${asking.summary} (${why}).`, {
        hint: `Nobody can be asked here. Tell the user, who can allow it (option policy: { ${risk.level}: 'allow' }, or a host that approves).`,
        sideEffect: 'none',
        details: { safety: risk.level, reasons: risk.reasons },
      });
    const request: ApprovalRequest = {
      session: asking.session,
      tool: asking.tool,
      action: asking.action,
      safety: risk.level,
      summary: asking.summary,
      reasons: risk.reasons,
      signal: asking.signal,
    };
    if (await this.ask(host.approve.bind(host), request)) return 'approved';
    throw new Failure('approval_denied', `Not approved: ${asking.summary} (${why}).`, { sideEffect: 'none' });
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
