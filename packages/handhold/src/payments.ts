import type { Entered } from './action.js';
import type { Session } from './browser/session.js';
import type { Tab } from './browser/tab.js';
import type { TypedDigits } from './browser/typed-digits.js';
import type { Pauses } from './deadline.js';
import { Failure } from './errors.js';
import type { HeldRequest } from './gate/approver.js';
import { hideLogin } from './gate/masking.js';
import { type Outgoing, originOf } from './gate/payment-request.js';
import { type ActionRisk, isLooking, type Risk } from './gate/risk.js';
import { cut } from './gate/untrusted.js';
import { cardNumbersIn } from './page/injected/risk/card-number.js';
import type { Touched } from './page/targeting/second-check.js';

/** How a call gets somebody to agree. */
export interface Agreeing {
  /** True if the policy lets payments pass anyway. */
  isAllowed: boolean;
  /** Throws unless somebody agrees. */
  agree(risk: Risk, request: HeldRequest): Promise<void>;
  pauses: Pauses;
}

/** All that is to be known of an action here. */
export interface PayingAction {
  risk: ActionRisk;
  /** Texts that it brings into the page. */
  entered: Entered | undefined;
  answersDialog: boolean;
}

/** Sees to it that no payment leaves a session's pages during one call unless somebody agreed to it. */
export class Payments {
  private refusal: Failure | undefined;
  private asking: Promise<unknown> = Promise.resolve();
  private readonly startedAt = performance.now();
  /** Where somebody has agreed that a payment goes. */
  private readonly origins = new Set<string>();

  constructor(
    private readonly session: Session,
    private readonly action: PayingAction,
    private readonly by: Agreeing,
  ) {}

  /** Before anything is done: pages that a card is about to be given to, or hold one, are watched first. */
  async begin(): Promise<void> {
    const { cards } = this.session;
    if (this.by.isAllowed) return;
    if (!isLooking(this.action.risk)) cards.endGrants();
    const { tab } = this;
    const numbers = isLooking(this.action.risk)
      ? []
      : [
          ...textsIn(this.action.entered).flatMap(cardNumbersIn),
          ...(tab ? numbersCompletedBy(this.action.entered, cards.typedInto(tab)) : []),
        ];
    cards.note(numbers, tab);
    await (numbers.length > 0 ? cards.arm() : cards.update());
    cards.judge = (request, why) => this.decide(request, why);
  }

  /** True if a part of a card, even if that is no whole number, is about to be given to a page that is not watched yet. */
  meetsCard({ facts, carries }: Touched): boolean {
    if (this.by.isAllowed || isLooking(this.action.risk)) return false;
    const { cards } = this.session;
    const carried = carries === undefined ? [] : cardNumbersIn(carries);
    cards.note(carried, this.tab);
    return (facts?.card === true || carried.length > 0) && !cards.isArmed;
  }

  /** True if the site that the session is on has been given a card. */
  get hasCard(): boolean {
    return this.session.cards.hasCard(this.tab?.page.url() ?? '');
  }

  /** Somebody has agreed to a payment that is made on these pages, which goes to where they came from. */
  allowTo(...urls: readonly string[]): void {
    for (const url of urls) this.origins.add(originOf(url));
  }

  /** A call whose request was held back and refused has failed, whatever else came of it. */
  throwIfRefused(): void {
    if (this.refusal && this.action.risk.touch !== 'reads') throw this.refusal;
  }

  async end(): Promise<void> {
    const { cards } = this.session;
    if (this.by.isAllowed) return;
    cards.judge = undefined;
    if (this.origins.size > 0) {
      cards.grant(this.origins);
      for (const { posted, page } of this.session.list())
        if (posted !== undefined && posted >= this.startedAt) cards.notePaid(page.url());
    }
    await cards.update().catch(() => undefined);
  }

  private get tab(): Tab | undefined {
    const { currentTabId } = this.session;
    const current = this.session.list().find(({ id }) => id === currentTabId);
    return this.action.answersDialog ? (this.session.tabWithDialog() ?? current) : current;
  }

  /** One question at a time; what was refused once is not asked about again in the same call. */
  private decide(request: Outgoing, why: string): Promise<boolean> {
    const mine = this.asking.then(() => this.ask(request, why));
    this.asking = mine;
    return mine;
  }

  private async ask({ method, url }: Outgoing, why: string): Promise<boolean> {
    const origin = originOf(url);
    const { refused } = this.session.cards;
    const key = `${method} ${url}`;
    // What a page tries again and again is not asked about at every look at it.
    if (this.refusal || (this.action.risk.touch === 'reads' && refused.has(key))) return false;
    if (this.origins.has(origin)) return true;
    try {
      await this.by.pauses.during(() =>
        this.by.agree({ level: 'dangerous', reasons: [why] }, heldRequest(method, url)),
      );
      this.origins.add(origin);
      return true;
    } catch (thrown) {
      this.refusal = notSent(thrown);
      refused.add(key);
      return false;
    }
  }
}

function heldRequest(method: string, url: string): HeldRequest {
  return { method: cut(method, 40), url: cut(hideLogin(url), 500), origin: originOf(url) };
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

function textsIn(entered: Entered | undefined): readonly string[] {
  return entered === undefined || entered.by === 'keys' ? [] : entered.texts;
}

/** The card numbers that are whole once this is typed after what went before it. */
function numbersCompletedBy(entered: Entered | undefined, typed: TypedDigits): string[] {
  if (entered === undefined || entered.by === 'script') return [];
  if (entered.by === 'typing') return entered.texts.flatMap((text) => typed.add(text));
  const { key, count } = entered;
  if (key === 'Backspace') typed.takeBack();
  const isTyped = key.length === 1 || key === 'Enter';
  return isTyped ? Array.from({ length: Math.min(count, 19) }, () => typed.add(key)).flat() : [];
}
