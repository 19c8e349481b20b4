import { askedElement, askedPage, nameOfTarget, refText } from './acting/in-words.js';
import type { ActionBase, ActionKind } from './action.js';
import type { Session } from './browser/session.js';
import type { Tab } from './browser/tab.js';
import { Deadline, type Pauses } from './deadline.js';
import { type ErrorCode, Failure, Refusal } from './errors.js';
import type { Asking } from './gate/approval.js';
import type { Approver, HeldRequest } from './gate/approver.js';
import { fillSecrets } from './gate/fill-secrets.js';
import type { Grants } from './gate/grants.js';
import { shortly } from './gate/in-words.js';
import { type ActionRisk, isAbove, isPayment, type Risk, riskOnElement } from './gate/risk.js';
import type { SafetyLevel } from './gate/safety.js';
import { quote } from './gate/untrusted.js';
import type { Target } from './page/targeting/find-target.js';
import type { SecondCheck, Touched } from './page/targeting/second-check.js';
import { Payments } from './payments.js';
import type { Parts } from './pipeline.js';
import type { Tool } from './tool.js';

/** A call, as far as somebody may have to agree to it. */
export interface Consenting {
  readonly parts: Parts;
  readonly tool: Tool;
  readonly session: string;
  readonly signal: AbortSignal | undefined;
  readonly approver: Approver;
  readonly input: unknown;
  /** A person has agreed to what can be told from its arguments. */
  readonly approved: boolean;
  /** The risks that the policy or a person has agreed to for this call. */
  readonly grants: Grants;
  /** Time that a person took, which is nobody's fault. */
  readonly pauses: Pauses;
  /** The tool's own level, where that is asked about with its first action: only then can it be told what is meant. */
  owed: SafetyLevel;
}

/** The subject of a question, beside the call itself. */
interface About<A extends ActionBase, R> {
  kind?: ActionKind<A, R>;
  action?: A;
  /** The element it turned out to be done to. */
  on?: Touched;
  request?: HeldRequest;
}

/** How often somebody is asked about what an action meets before it is plain that the page won't stay as it is. */
const mostQuestions = 5;

/** Stands for a person who has said yes before. */
const alreadyAgreed: Approver = { approve: async () => true };

/** Has the policy, and where that says so a person, agree to something of this risk. */
export async function agree<A extends ActionBase, R>(
  call: Consenting,
  risk: Risk,
  about: About<A, R>,
  source: 'from arguments' | 'from the page',
): Promise<void> {
  const { approval, audit } = call.parts.gate;
  const isFromPage = source === 'from the page';
  if (!isFromPage && !isAbove(risk.level, call.grants.level)) return;
  const approver = call.approved && !isFromPage ? alreadyAgreed : call.approver;
  const asking = await askingOf(call, about);
  const decided = (decision: string) =>
    audit.write('decision', call.session, {
      tool: call.tool.name,
      decision,
      safety: risk.level,
      reasons: risk.reasons,
      summary: asking.summary,
    });
  try {
    decided(await approval.settle(risk, asking, approver));
  } catch (thrown) {
    decided(thrown instanceof Failure ? thrown.code : 'failed');
    throw thrown;
  }
  if (!isFromPage) call.grants.level = risk.level;
}

/** All that is known of what is asked, for whoever decides. */
async function askingOf<A extends ActionBase, R>(
  { parts, tool, session, signal, input }: Consenting,
  { kind, action, on, request }: About<A, R>,
): Promise<Asking> {
  const live = (await parts.browser.currentTab(session))?.live;
  const ref = kind && action && kind.refOf(action);
  const shown = ref === undefined ? undefined : live?.shown.shownAs(ref);
  const element = on
    ? askedElement(on)
    : shown && { ref: refText(ref ?? ''), role: shown.role, name: shown.name };
  const nameOf = (target: Target) => nameOfTarget(target, live, on);
  const { redactor } = parts.gate.secrets;
  const clean = (text: string) => redactor.text(text);
  const page = live && askedPage(live, (on ?? shown)?.url);
  const summary =
    kind && action
      ? (kind.summarize?.(action, nameOf, on) ?? kind.describe(action, nameOf))
      : `calling ${tool.name} with ${shortly(input)}`;
  return {
    session,
    tool: tool.name,
    input: redactor.data(input),
    action,
    element: element && { ...element, name: clean(element.name) },
    page: page && { ...page, url: clean(page.url), title: clean(page.title) },
    request: request && { ...request, url: clean(request.url) },
    summary: clean(summary),
    signal,
  };
}

/** An action with secrets filled in, and the check of what it is about to be done to. */
export interface Checked<A> {
  action: A;
  risk: ActionRisk;
  checkOn(tab: Tab): SecondCheck;
}

/**
 * Fills in secrets, watches for payments while an action is done, and gives it its second check: of the element as it
 * is by then. An element that is riskier than anybody has agreed to is asked about.
 */
export async function withSecondCheck<A extends ActionBase, R>(
  call: Consenting,
  kind: ActionKind<A, R>,
  action: A,
  session: Session,
  work: (checked: Checked<A>) => Promise<R>,
): Promise<R> {
  const { secrets, approval } = call.parts.gate;
  const live = session.list().find((tab) => tab.id === session.currentTabId)?.live;
  const asker = kind.answersDialog ? session.tabWithDialog() : undefined;
  const ready = await fillSecrets(
    kind,
    action,
    secrets,
    () => (asker ? [asker.page.url(), asker.dialog?.report.origin ?? ''] : [live?.page.url() ?? '']),
    (ref) => live?.shown.entry(ref)?.frame.url,
  );
  const hidden = secrets.redactor.fingerprints();
  for (const tab of session.list()) tab.live.hidden = hidden;
  const risk = kind.risk(ready.action);
  const payments = new Payments(
    session,
    { risk, entered: kind.enters?.(ready.action), answersDialog: kind.answersDialog ?? false },
    {
      isAllowed: approval.allows('dangerous'),
      agree: (raised, request) => agree(call, raised, { kind, action, request }, 'from the page'),
      pauses: call.pauses,
    },
  );
  const asked = { any: false };
  const checkOn = (tab: Tab) =>
    checkIn(tab, { call, kind, action, risk, names: ready.names, payments, session, asked });
  try {
    await payments.begin();
    const current = session.list().find((tab) => tab.live === live);
    if (risk.form === 'any' && current) {
      const deadline = new Deadline(
        action.timeout,
        'looking at the page',
        call.signal,
        undefined,
        call.pauses,
      );
      await current.live.checkPage({ deadline, check: checkOn(current), weighs: true });
    }
    const doIt = () => work({ action: ready.action, risk, checkOn });
    const done = await doIt().catch((thrown: unknown) => {
      // The page may have been drawn anew while a person was asked; consent holds only for what is the same.
      if (asked.any && isOutdated(thrown)) return doIt();
      throw thrown;
    });
    payments.throwIfRefused();
    return done;
  } catch (thrown) {
    payments.throwIfRefused();
    throw thrown instanceof Refusal ? thrown.failure : thrown;
  } finally {
    await payments.end();
  }
}

/** All that the second check of an action goes by. */
interface Checking<A extends ActionBase, R> {
  call: Consenting;
  kind: ActionKind<A, R>;
  action: A;
  risk: ActionRisk;
  /** The secrets that it types, by name. */
  names: readonly string[];
  payments: Payments;
  session: Session;
  /** Set once somebody was asked. */
  asked: { any: boolean };
}

/** The second check of what an action meets in a tab. */
function checkIn<A extends ActionBase, R>(tab: Tab, checking: Checking<A, R>): SecondCheck {
  const { call, kind, action, risk, names, payments, session, asked } = checking;
  const { secrets, approval } = call.parts.gate;
  return (on) => {
    if (names.length > 0) secrets.checkPlace(names, on.url);
    if (on.carries !== undefined) secrets.checkCarried(on.carries, on.url);
    if (payments.meetsCard(on)) return () => session.cards.arm();
    const raised = riskOnElement(risk, on, {
      cardGiven: payments.hasCard,
      passwords: approval.levelOfPasswords,
    });
    if (approval.allows(raised.level)) return undefined;
    const pageUrl = tab.page.url();
    if (call.grants.covers(risk, raised, on, pageUrl)) return undefined;
    if (call.grants.count >= mostQuestions) throw new Refusal(keepsChanging(on));
    return async () => {
      asked.any = true;
      await call.pauses
        .during(() => agree(call, raised, { kind, action, on }, 'from the page'))
        .catch(refuse);
      call.grants.give(risk, raised, on, pageUrl);
      if (isPayment(raised)) payments.allowTo(pageUrl, on.url);
    };
  };
}

function refuse(thrown: unknown): never {
  throw thrown instanceof Failure ? new Refusal(thrown) : thrown;
}

const outdated = new Set<ErrorCode>(['stale_ref', 'element_not_found', 'element_not_visible']);

/** True if an action did nothing, because what it was to be done to is no longer what was found. */
function isOutdated(thrown: unknown): boolean {
  return thrown instanceof Failure && outdated.has(thrown.code) && (thrown.sideEffect ?? 'none') === 'none';
}

/** The failure of an action on an element that changes whenever a person is asked about it. */
function keepsChanging({ role, name }: Touched): Failure {
  return new Failure('stale_ref', `${role} ${quote(name, 60)} keeps changing while it is asked about.`, {
    hint: 'Nothing was done to it. Look at the page again, and tell the user.',
    sideEffect: 'none',
  });
}

/** The same approver, during whose thinking a tool's time stands still. */
export function patient(approver: Approver, pauses: Pauses): Approver {
  return {
    ...(approver.approve
      ? { approve: (request) => pauses.during(async () => (await approver.approve?.(request)) ?? false) }
      : {}),
    ...(approver.ask ? { ask: (question) => pauses.during(async () => approver.ask?.(question)) } : {}),
  };
}
