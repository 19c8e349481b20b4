import type { Action } from './actions/action.js';
import type { Session } from './browser/session.js';
import type { Pauses } from './deadline.js';
import { Failure } from './errors.js';
import type { HeldRequest } from './gate/host.js';
import type { Outgoing } from './gate/payment-request.js';
import { isLooking, type Risk } from './gate/risk.js';
import { cut } from './gate/untrusted.js';
import { cardNumbersIn } from './page/injected/card-number.js';
import type { Touched } from './page/live-page.js';

/** Thrown where a card is about to be given to a page whose requests nobody holds back yet. */
export class CardMet extends Error {}

/** How a call gets somebody to agree. */
export interface Agreeing {
  /** Whether the policy lets payments pass anyway. */
  isAllowed: boolean;
  /** Whether somebody has agreed to one during this call. */
  isGranted(): boolean;
  /** Throws unless somebody agrees. */
  agree(risk: Risk, request: HeldRequest): Promise<void>;
  pauses: Pauses;
}

/** Sees to it that no payment leaves a session's pages during one call unless somebody agreed to it. */
export class Payments {
  private refusal: Failure | undefined;
  private asking: Promise<void> = Promise.resolve();
  private readonly startedAt = performance.now();

  constructor(
    private readonly session: Session,
    private readonly action: Action,
    private readonly by: Agreeing,
  ) {}

  /** Before anything is done: pages that a card is about to be given to, or hold one, are watched first. */
  async begin(): Promise<void> {
    const { cards } = this.session;
    if (this.by.isAllowed) return;
    if (!isLooking(this.action)) cards.endGrant();
    const numbers = textsIn(this.action).flatMap(cardNumbersIn);
    cards.note(numbers, this.url);
    await (numbers.length > 0 ? cards.arm() : cards.update());
    cards.judge = (request, why) => this.decide(request, why);
  }

  /** Has a page watched before a part of a card is typed into it, even if that is no whole number. */
  check({ facts }: Touched): void {
    if (facts?.card && !this.by.isAllowed && !this.session.cards.isArmed && !isLooking(this.action))
      throw new CardMet();
  }

  /** Whether the site that the session is on has been given a card. */
  get hasCard(): boolean {
    return this.session.cards.hasCard(this.url);
  }

  /** A call whose request was held back and refused has failed, whatever else came of it. */
  throwIfRefused(): void {
    if (this.refusal) throw this.refusal;
  }

  async end(): Promise<void> {
    const { cards } = this.session;
    if (this.by.isAllowed) return;
    cards.judge = undefined;
    if (this.by.isGranted()) {
      cards.grant();
      for (const tab of this.session.list())
        if (tab.posted !== undefined && tab.posted >= this.startedAt) tab.isPaid = true;
    }
    await cards.update().catch(() => undefined);
  }

  private get url(): string {
    const { currentTabId } = this.session;
    const tab = this.session.list().find(({ id }) => id === currentTabId);
    return tab?.page.url() ?? '';
  }

  /** One question at a time; what was refused once is not asked about again in the same call. */
  private async decide(request: Outgoing, why: string): Promise<boolean> {
    const before = this.asking;
    const mine = before.then(() => this.ask(request, why));
    this.asking = mine;
    await mine;
    return this.refusal === undefined;
  }

  private async ask({ method, url }: Outgoing, why: string): Promise<void> {
    if (this.refusal || this.by.isGranted()) return;
    const origin = URL.canParse(url) ? new URL(url).origin : 'null';
    try {
      await this.by.pauses.during(() =>
        this.by.agree({ level: 'dangerous', reasons: [why] }, { method, url: cut(url, 500), origin }),
      );
    } catch (thrown) {
      this.refusal = notSent(thrown);
    }
  }
}

function notSent(thrown: unknown): Failure {
  const { code, message, hint, details } =
    thrown instanceof Failure ? thrown : new Failure('approval_denied', 'Not approved.');
  return new Failure(code, `${message} The request was held back and not sent.`, {
    hint,
    canRetry: false,
    sideEffect: 'done',
    details,
  });
}

/** What an action types. */
function textsIn(action: Action): string[] {
  if (action.type === 'type') return [action.text];
  if (action.type !== 'fill') return [];
  return action.fields.flatMap(({ value }) => [value].flat().map(String));
}
