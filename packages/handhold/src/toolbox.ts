import { estimateTokenCount } from 'tokenx';
import type { z } from 'zod';
import { describeAction, graceOf, namesRef, opensPage, refOf } from './actions/about.js';
import type { Action, Actions, ActionType } from './actions/action.js';
import { calledBy, elementOf, pageOf, refText, shortly, summaryOf } from './actions/asking.js';
import { blockedBy } from './actions/outcome.js';
import { type Performed, perform } from './actions/perform.js';
import { endedAlready } from './alone.js';
import { parseInput, splitSession } from './arguments.js';
import { BrowserManager, type BrowserOptions, type Confinement } from './browser/manager.js';
import { ProfileManager } from './browser/profiles.js';
import type { Session } from './browser/session.js';
import { Interruption } from './browser/tab.js';
import { cleanResult } from './clean-result.js';
import { Deadline, Pauses } from './deadline.js';
import { type ErrorCode, Failure, firstLine } from './errors.js';
import { type Asking, isListed, onlyIfListed } from './gate/approval.js';
import type { HeldRequest, Host } from './gate/approver.js';
import { fillSecrets } from './gate/fill-secrets.js';
import { contradictionIn, Gate, type GateOptions } from './gate/gate.js';
import { Grants } from './gate/grants.js';
import {
  higher,
  isAbove,
  isPayment,
  type Risk,
  RiskRaised,
  riskOfAction,
  riskOnElement,
  sendsForm,
} from './gate/risk.js';
import type { SafetyLevel } from './gate/safety.js';
import { shownContent } from './gate/shown-content.js';
import { addressesAgents, quote } from './gate/untrusted.js';
import { mistakesInOptions } from './known-options.js';
import { log, sayOnce } from './log.js';
import { WorldGone } from './page/frames/world.js';
import type { Target, Touched } from './page/live-page.js';
import { CardMet, Payments } from './payments.js';
import { hostsInBoth, narrowTools, readToolset, type Toolset } from './personality.js';
import { type Registrable, ToolRegistry } from './registry.js';
import { type Rendered, render } from './render.js';
import { addMetadata, failed, type ResultMetadata, succeeded, type ToolResult } from './result.js';
import type { Tool } from './tool.js';
import { isBuiltIn, knownTools } from './tools/index.js';
import { toolNamed } from './verbs/named.js';

export interface ToolboxOptions extends BrowserOptions, GateOptions {
  /** Tools of your own, beside the built-in ones. */
  tools?: readonly Registrable[];
  /** Only these of all tools: names, categories, `core`. What is left out, nobody but tools of your own can call. */
  only?: readonly string[];
  /** Shares a browser with others; the toolbox then leaves it open when it closes. */
  browser?: BrowserManager;
  /** Where named profiles are kept. */
  profiles?: ProfileManager;
  /** `cancel` stops the call and keeps the session; `close` ends the browser, as some agent hosts expect. */
  onAbort?: 'cancel' | 'close';
  /** Who is asked where the policy or a tool wants a person's word. */
  host?: Host;
  /** Only the tools and hosts that this file allows: the `toolset.yaml` of a personality, or of several. */
  toolsetFile?: string;
  /** Which of them, where the file is about several. */
  personality?: string;
  /** The same as data, in place of a file. */
  toolset?: Toolset;
  /** Hears what whoever runs this should know of. Default: it is written to stderr, once. */
  onWarning?: (warning: string) => void;
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
  session?: string | undefined;
  /** Who is asked during this call, in place of the toolbox's own host. */
  host?: Host | undefined;
  /** Tools to choose from in place of the toolbox's own; what these call in turn are the toolbox's own. */
  registry?: ToolRegistry | undefined;
  /**
   * A person has agreed to this very call elsewhere, such as in an agent framework: to what its tool and arguments
   * tell. What the page adds to that, such as a payment form, is still asked about, and a policy that denies still does.
   */
  approved?: boolean | undefined;
  /** The tools that this caller is offered: a batch may use no others. Default: all. */
  offered?: ToolRegistry | undefined;
  /** Where the caller stands, if that is not our own working folder: file paths start there. */
  folder?: string | undefined;
}

/** The page that the steps of a batch were written for, once that is known. */
interface KnownPage {
  set: boolean;
  known: object | undefined;
}

/** Options of a call made from within another. */
interface InnerOptions extends CallOptions {
  page?: KnownPage | undefined;
}

/** One call of a tool, as far as the gate has to know it. */
interface Call {
  tool: Tool;
  session: string;
  signal: AbortSignal | undefined;
  host: Host;
  folder: string | undefined;
  metadata: ResultMetadata;
  page: KnownPage;
  input: unknown;
  /** A person has agreed to what can be told from its arguments. */
  approved: boolean;
  /** What the policy or a person has agreed to for this call. */
  grants: Grants;
  /** Time that a person took, which is nobody's fault. */
  pauses: Pauses;
  /** The tool's own level, where that is asked about with its first action: only then can it be told what is meant. */
  owed: SafetyLevel;
}

/** What somebody is asked to agree to, beside the call itself. */
interface About {
  action?: Action | undefined;
  /** What it turned out to be done to. */
  on?: Touched | undefined;
  request?: HeldRequest | undefined;
}

/** Time for starting a browser, and for waiting until other sessions are, comes on top of what a call itself may take. */
const startTime = 40_000;
const queueTime = 60_000;

/** How often somebody is asked about what an action meets before it is plain that the page won't stay as it is. */
const mostQuestions = 5;

/** Stands for a person who has said yes before. */
const alreadyAsked: Host = { approve: async () => true };

/** All tools over one browser. Making one starts nothing; the first call does. */
export class Toolbox {
  readonly registry: ToolRegistry;
  readonly browser: BrowserManager;
  readonly gate: Gate;
  /** What its personality may use, where it has one. */
  readonly toolset: Toolset | undefined;
  /** The file it was read from. */
  readonly toolsetFile: string | undefined;
  /** What tools of the user's own may build on: all that the policy allows. */
  private readonly allowed: ToolRegistry;
  private readonly ownsBrowser: boolean;
  private readonly onAbort: 'cancel' | 'close';
  private readonly host: Host;
  private readonly confinement: Confinement;

  constructor(given: ToolboxOptions = {}) {
    const mistakes = mistakesInOptions(given);
    if (mistakes !== undefined) throw new TypeError(`Wrong options: ${mistakes}`);
    const contradiction = contradictionIn(given);
    if (contradiction !== undefined) throw new Error(contradiction);
    const { toolsetFile: file } = given;
    this.toolsetFile = file;
    this.toolset = file === undefined ? given.toolset : readToolset(file, given.personality);
    const wanted = given.allowHosts ?? given.browser?.rules.allowHosts;
    const allowHosts = hostsInBoth(wanted, this.toolset?.allowedHosts);
    const options: ToolboxOptions = {
      ...given.browser?.rules,
      ...given,
      ...(allowHosts ? { allowHosts } : {}),
      // Whoever shares the browser may have opened more.
      ...(given.hardened ? { allowPrivate: false, loopback: 'never' } : {}),
    };
    const all = new ToolRegistry([...knownTools, ...(options.tools ?? [])]);
    this.allowed = known(() => allowedTools(all, options)).boundTo(this);
    const { only } = options;
    const offered = only ? known(() => this.allowed.select(only)) : this.allowed;
    const warn = given.onWarning ?? sayOnce;
    this.registry = this.toolset ? narrowTools(offered, all, this.toolset, warn, file) : offered;
    this.ownsBrowser = options.browser === undefined;
    this.browser = options.browser ?? new BrowserManager(options.profiles ?? new ProfileManager(), options);
    const keptFiles = [
      ...(options.keptFiles ?? []),
      ...(file === undefined ? [] : [file]),
      this.browser.profiles.root,
    ];
    this.gate = new Gate({ ...options, keptFiles });
    this.onAbort = options.onAbort ?? 'cancel';
    this.host = options.host ?? {};
    this.confinement = {
      hosts: this.gate.validator.hosts,
      permissions: options.permissions ?? [],
      apart: options.hardened ?? false,
    };
  }

  /** The tools, in the order a model should read about them. */
  get tools(): readonly Tool[] {
    return [...this.registry];
  }

  /** Whether the gate has somebody to ask by itself. */
  get canAsk(): boolean {
    return this.host.approve !== undefined;
  }

  /** Calls a tool by name. Whatever goes wrong comes back as a result; nothing is thrown. */
  async call(name: string, input: unknown = {}, options: InnerOptions = {}): Promise<ToolResult> {
    const { result } = await this.callAndRender(name, input, options);
    return result;
  }

  /** Calls a tool and also gives what a model would read. */
  async callAndRender(
    name: string,
    input: unknown = {},
    options: InnerOptions = {},
  ): Promise<{ result: ToolResult; rendered: Rendered }> {
    const startedAt = performance.now();
    this.gate.secrets.redactor.join();
    const metadata: ResultMetadata = { session: 'default' };
    let result: ToolResult;
    let tool: Tool | undefined;
    try {
      tool = (options.registry ?? this.registry).toolCalled(name);
      const { session, rest } = splitSession(input, options.session);
      metadata.session = session;
      const parsed = parseInput(tool, rest);
      const data = await this.run(tool, parsed, { ...options, session }, metadata);
      result = succeeded(data, startedAt, metadata);
    } catch (thrown) {
      result = failed(thrown, startedAt, metadata);
      if (result.error?.code === 'unexpected_error')
        log.error({ thrown: this.gate.secrets.redactor.text(firstLine(thrown)), tool: name }, 'unexpected');
    }
    const picture = tool && result.success ? pictureIn(tool, result.data) : undefined;
    result = cleanResult(result, this.gate.secrets.redactor, picture);
    this.record(name, input, result, metadata);
    if (result.error?.code === 'aborted' && this.onAbort === 'close') void this.close();
    const rendered = safeRender(tool, input, result);
    rendered.text = this.gate.secrets.redactor.text(rendered.text);
    if (addressesAgents(rendered.text)) {
      metadata.flagged = 'text that addresses AI agents';
      rendered.text = `${rendered.text}\nflagged: ${metadata.flagged}`;
    }
    metadata.tokens = estimateTokenCount(rendered.text);
    return { result, rendered };
  }

  /** The content of a file as a caller may see it; undefined where it holds secrets that can't be taken out of it. */
  contentToShow(content: Buffer): Buffer | undefined {
    return shownContent(content, this.gate.secrets.redactor);
  }

  /** Closes the browser and everything in it. May be called any number of times. */
  async close(): Promise<void> {
    if (this.ownsBrowser) await this.browser.close();
    await this.gate.audit.close();
    this.gate.secrets.redactor.leave();
  }

  private record(tool: string, input: unknown, result: ToolResult, metadata: ResultMetadata): void {
    if (!this.gate.audit.isOn) return;
    const { success, error, executionTime } = result;
    this.gate.audit.write('call', metadata.session, {
      tool: tool.slice(0, 100),
      input,
      ok: success,
      ...(error ? { error: error.code } : {}),
      ms: executionTime,
    });
  }

  /** Has the policy, and where that says so a person, agree to something of this risk. */
  private async agree(
    call: Call,
    risk: Risk,
    about: About,
    known: 'from arguments' | 'from the page',
  ): Promise<void> {
    const isFromPage = known === 'from the page';
    if (!isFromPage && !isAbove(risk.level, call.grants.level)) return;
    const host = call.approved && !isFromPage ? alreadyAsked : call.host;
    const asking = await this.asking(call, about);
    const decided = (decision: string) =>
      this.gate.audit.write('decision', call.session, {
        tool: call.tool.name,
        decision,
        safety: risk.level,
        reasons: risk.reasons,
        summary: asking.summary,
      });
    try {
      decided(await this.gate.approval.settle(risk, asking, host));
    } catch (thrown) {
      decided(thrown instanceof Failure ? thrown.code : 'failed');
      throw thrown;
    }
    if (!isFromPage) call.grants.level = risk.level;
  }

  /** All that is known of what is asked, for whoever decides. */
  private async asking(call: Call, { action, on, request }: About): Promise<Asking> {
    const { tool, session, signal, input } = call;
    const tab = await this.browser.currentTab(session);
    const live = tab?.live;
    const ref = action && refOf(action);
    const shown = ref === undefined ? undefined : live?.shownAs(ref);
    const element = on
      ? elementOf(on)
      : shown && { ref: refText(ref ?? ''), role: shown.role, name: shown.name };
    const called = (target: Target) => calledBy(target, live, on);
    const { redactor } = this.gate.secrets;
    const clean = (text: string) => redactor.text(text);
    const page = live && pageOf(live, (on ?? shown)?.url);
    return {
      session,
      tool: tool.name,
      input: redactor.data(input),
      action,
      element: element && { ...element, name: clean(element.name) },
      page: page && { ...page, url: clean(page.url), title: clean(page.title) },
      request: request && { ...request, url: clean(request.url) },
      summary: clean(action ? summaryOf(action, called, on) : `calling ${tool.name} with ${shortly(input)}`),
      signal,
    };
  }

  private async run(
    tool: Tool,
    input: z.output<Tool['input']>,
    options: InnerOptions & { session: string },
    metadata: ResultMetadata,
  ): Promise<unknown> {
    const { session, signal, folder } = options;
    const page = options.page ?? { set: false, known: undefined };
    const approved = options.approved ?? false;
    const isOwn = tool.of === undefined && tool.as === undefined && !isBuiltIn(tool);
    const registryFor = (name: string) => (isOwn && this.allowed.has(name) ? this.allowed : undefined);
    const pauses = new Pauses();
    const asked = options.host ?? this.host;
    // While a person thinks about something that it asks for, a tool's time stands still.
    const host = isOwn ? patient(asked, pauses) : asked;
    // What our own tools call stands in their arguments; what others call, nobody was shown.
    const inner = { ...options, host, page, approved: approved && !isOwn };
    const call: Call = {
      tool,
      session,
      signal,
      host,
      folder,
      metadata,
      page,
      input,
      approved,
      grants: new Grants(),
      pauses,
      owed: 'safe',
    };
    // Another name for a tool does nothing but call it, and is judged by what it calls.
    if (tool.of === undefined) {
      this.gate.approval.checkTool(tool.as ?? tool.name);
      if (isOwn || !this.gate.approval.asks(tool.safety))
        await this.agree(call, { level: tool.safety, reasons: [] }, {}, 'from arguments');
      else call.owed = tool.safety;
    }
    let ended = false;
    const running = tool.run(input, {
      session,
      signal,
      host,
      note: (more) => addMetadata(metadata, more),
      call: async (name, given) => {
        if (ended) throw endedAlready();
        const result = await this.call(name, given, { ...inner, registry: registryFor(name) });
        if (result.metadata?.notice) metadata.notice = result.metadata.notice;
        return result;
      },
      // What is not offered by itself is not offered as a step of something else.
      check: (name, given) => void parseInput((options.offered ?? this.registry).toolCalled(name), given),
      named: (name) => toolNamed(name, options.offered ?? this.registry),
      perform: async <T extends ActionType>(action: Actions[T] & { type: T }) => {
        if (ended) throw endedAlready();
        return this.perform<T>(action.type, action, call);
      },
    });
    // Our own have a deadline each, for what they do.
    if (!isOwn) return running;
    const deadline = new Deadline(tool.timeout, `running ${tool.name}`, signal, undefined, pauses);
    return deadline.race(running).finally(() => {
      ended = true;
    });
  }

  /** The one way through: gate, session, page, outcome. */
  private async perform<T extends ActionType>(kind: T, asked: Actions[T], call: Call): Promise<Performed[T]> {
    const { session: sessionName, signal, metadata, page } = call;
    const what = describeAction(asked);
    if (signal?.aborted) throw new Deadline(0, what, signal).aborted();
    const files = this.gate.filesFrom(call.folder);
    const clean = (text: string) => this.gate.secrets.redactor.text(text);
    const action = this.gate.admit(asked, sessionName, files);
    if (kind !== 'mark' && kind !== 'changes')
      await this.agree(call, higher(riskOfAction(action), call.owed), { action }, 'from arguments');
    const end = () => this.browser.closeSession(sessionName);
    const deadline = () =>
      new Deadline(action.timeout + graceOf(action), what, signal, undefined, call.pauses);
    if (kind === 'close')
      return perform(kind, action, { session: undefined, deadline: deadline(), files, end, clean });

    // Refs in the steps of a batch were meant for the page that was known when it began, even if that was none.
    const begins = kind === 'mark' && !page.set;
    if (begins) page.set = true;
    if (!opensPage(action) && !this.browser.hasSession(sessionName)) {
      this.tellIfLost(sessionName);
      throw new Failure('no_page', 'No page is open in this session.');
    }
    const session = await new Deadline(startTime, 'starting the browser', signal).race(
      this.browser.session(sessionName, this.confinementOf(sessionName)),
      () => this.stillWaiting(),
    );
    if (begins) page.known = session.knownPage;
    if ('url' in action && action.url !== undefined) session.egress?.expect(action.url);
    const known = page.set ? page.known : session.knownPage;
    const { networkDeaths } = this.browser;
    return session.run(
      async () => {
        if (namesRef(action) && session.knownPage !== known) {
          throw new Failure(
            'stale_ref',
            'The page changed after this call was made, by a call made before it.',
            {
              hint: 'Its refs were meant for the page before. Look at the new page and use its refs.',
            },
          );
        }
        try {
          return await this.guarded<T>(action, session, call, (ready) =>
            lastResort(action, what, call.pauses).race(
              perform(kind, ready, { session, deadline: deadline(), files, end, clean }),
            ),
          );
        } catch (thrown) {
          const lostNetwork = this.browser.hasLostNetwork(networkDeaths) && mayComeOfNetwork(thrown);
          throw await this.explain(inOtherTab(thrown, action, session), session, action, lostNetwork);
        } finally {
          const notice = session.takeNotice();
          if (notice) metadata.notice = notice;
        }
      },
      new Deadline(queueTime, `waiting for earlier calls before ${what}`, signal),
    );
  }

  /** Performs with secrets filled in; what turns out riskier than agreed to is agreed to first, then done anew. */
  private async guarded<T extends ActionType>(
    action: Actions[T],
    session: Session,
    call: Call,
    work: (ready: Actions[T]) => Promise<Performed[T]>,
  ): Promise<Performed[T]> {
    const { secrets } = this.gate;
    const live = session.list().find((tab) => tab.id === session.currentTabId)?.live;
    const asker = action.type === 'dialog' ? session.tabWithDialog() : undefined;
    const ready = await fillSecrets(
      action,
      secrets,
      () => (asker ? [asker.page.url(), asker.dialog?.report.origin ?? ''] : [live?.page.url() ?? '']),
      (ref) => live?.frameOf(ref),
    );
    const hidden = secrets.redactor.fingerprints();
    const sends = sendsForm(action);
    const payments = new Payments(session, ready.action, {
      isAllowed: this.gate.approval.allows('dangerous'),
      agree: (risk, request) => this.agree(call, risk, { action, request }, 'from the page'),
      pauses: call.pauses,
    });
    try {
      await payments.begin();
      for (;;) {
        for (const tab of session.list()) {
          tab.live.weighs = sends !== 'no';
          tab.live.hidden = hidden;
          tab.live.guard = (on) => {
            if (ready.names.length > 0) secrets.checkPlace(ready.names, on.url);
            if (on.carries !== undefined) secrets.checkCarried(on.carries, on.url);
            payments.check(on);
            const risk = riskOnElement(action, on, {
              cardGiven: payments.hasCard,
              passwords: this.gate.approval.levelOfPasswords,
            });
            if (this.gate.approval.allows(risk.level)) return;
            const pageUrl = tab.page.url();
            if (!call.grants.covers(action, risk, on, pageUrl)) throw new RiskRaised(risk, on, pageUrl);
          };
        }
        try {
          if (sends === 'any' && live)
            await live.weigh(new Deadline(action.timeout, 'looking at the page', call.signal));
          const done = await work(ready.action);
          payments.throwIfRefused();
          return done;
        } catch (thrown) {
          payments.throwIfRefused();
          if (thrown instanceof CardMet) await session.cards.arm();
          else if (thrown instanceof RiskRaised) {
            const { risk, on, pageUrl } = thrown;
            if (call.grants.count >= mostQuestions) throw keepsChanging(on);
            await this.agree(call, risk, { action, on }, 'from the page');
            call.grants.give(action, risk, on, pageUrl);
            if (isPayment(risk)) payments.allowTo(pageUrl, on.url);
          } else throw thrown;
        }
      }
    } finally {
      for (const tab of session.list()) tab.live.guard = undefined;
      await payments.end();
    }
  }

  private confinementOf(session: string): Confinement {
    if (!this.gate.audit.isOn) return this.confinement;
    return {
      ...this.confinement,
      watcher: (event) => this.gate.audit.write('host', session, { ...event }),
    };
  }

  /** Its session is started all the same, in its turn. */
  private stillWaiting(): Failure | undefined {
    const { waitingSessions } = this.browser;
    if (waitingSessions === 0) return undefined;
    return new Failure('busy', `${waitingSessions} sessions are still to be started, this one among them.`, {
      hint: 'Try again in a few seconds.',
      details: { retryAfterMs: 5000 },
    });
  }

  /** After a crash the session is gone; the agent must hear that rather than "no page". */
  private tellIfLost(sessionName: string): void {
    const notice = this.browser.takeLoss(sessionName);
    if (notice) throw new Failure('browser_crashed', notice, { sideEffect: 'none' });
  }

  /** Turns what the layers below throw into what happened. */
  private async explain(
    thrown: unknown,
    session: Session,
    action: Action,
    lostNetwork: boolean,
  ): Promise<unknown> {
    const what = describeAction(action);
    if (lostNetwork && !(await session.isBrowserGone(300))) return networkDied(action, what);
    if (thrown instanceof Failure && thrown.code === 'page_unresponsive') session.markStuck();
    if (thrown instanceof Failure && thrown.code !== 'unexpected_error') return thrown;
    if (session.closed || (await session.isBrowserGone(300))) {
      return new Failure('browser_crashed', `The browser went away while ${what}.`, {
        sideEffect: 'unknown',
      });
    }
    if (thrown instanceof Interruption) {
      if (thrown.reason === 'crashed')
        return new Failure('page_crashed', `The page crashed while ${what}.`, { sideEffect: 'unknown' });
      if (thrown.reason === 'closed')
        return new Failure('no_page', `The tab was closed while ${what}.`, { sideEffect: 'unknown' });
      const dialog = session.list().find((tab) => tab.dialog)?.dialog;
      return dialog ? blockedBy(dialog.report) : new Failure('dialog_open', `A dialog opened while ${what}.`);
    }
    if (thrown instanceof WorldGone)
      return new Failure('page_changed', `The page navigated while ${what}.`, { sideEffect: 'unknown' });
    return thrown;
  }
}

/** Here the name is a person's mistake, who sees the message and not the hint. */
function known(choose: () => ToolRegistry): ToolRegistry {
  try {
    return choose();
  } catch (thrown) {
    if (!(thrown instanceof Failure) || thrown.hint === undefined) throw thrown;
    throw new Failure(thrown.code, `${thrown.message} ${thrown.hint}`, { hint: thrown.hint });
  }
}

/** The tools that are to be had; a name that is none is an error, since a misspelt limit is no limit. */
function allowedTools(all: ToolRegistry, options: ToolboxOptions): ToolRegistry {
  const { allowTools, hardened } = options;
  for (const name of allowTools ?? []) all.toolCalled(name);
  const isShut = (name: string) => hardened === true && onlyIfListed.has(name) && !isListed(name, options);
  const open = all.filter(({ name }) => !isShut(name));
  return allowTools ? open.select(allowTools.filter((name) => open.has(name))) : open;
}

/** A host during whose thinking a tool's time stands still. */
function patient(host: Host, pauses: Pauses): Host {
  return {
    ...(host.approve
      ? { approve: (request) => pauses.during(async () => (await host.approve?.(request)) ?? false) }
      : {}),
    ...(host.ask ? { ask: (question) => pauses.during(async () => host.ask?.(question)) } : {}),
  };
}

/** All tools over one browser. Nothing launches until the first call. */
export function createBrowserTools(options: ToolboxOptions = {}): Toolbox {
  return new Toolbox(options);
}

/** Everything below has its own deadline; this one makes sure that a call is answered whatever was overlooked. */
function lastResort(action: Action, what: string, pauses: Pauses): Deadline {
  return new Deadline(action.timeout + graceOf(action) + 500, what, undefined, undefined, pauses);
}

const ofNetwork = new Set<ErrorCode>(['navigation_failed', 'network_error', 'no_page', 'browser_crashed']);

function mayComeOfNetwork(thrown: unknown): boolean {
  return !(thrown instanceof Failure) || ofNetwork.has(thrown.code);
}

/** The browser starts another by itself, so that the same call can simply be made again where it did nothing yet. */
function networkDied(action: Action, what: string): Failure {
  const harmless = opensPage(action) || action.type === 'history';
  return new Failure(
    'network_error',
    `The browser's network process died while ${what}, and is started anew.`,
    {
      hint: harmless ? 'Try again.' : 'Look at the page with browser_snapshot before you try again.',
      canRetry: harmless,
      sideEffect: harmless ? 'none' : 'unknown',
    },
  );
}

/** A ref of another tab is stale here; the agent should hear where it belongs. */
function inOtherTab(thrown: unknown, action: Action, session: Session): unknown {
  const ref = refOf(action);
  if (!(thrown instanceof Failure) || thrown.code !== 'stale_ref' || ref === undefined) return thrown;
  const others = session.list().filter((tab) => tab.id !== session.currentTabId && tab.live.hasShown(ref));
  const here = session.list().some((tab) => tab.id === session.currentTabId && tab.live.hasShown(ref));
  const [other] = others;
  if (here || !other) return thrown;
  return new Failure('stale_ref', thrown.message, {
    hint: `${ref} belongs to tab ${other.id}. Select that with browser_tabs first, or use a ref of the current page.`,
  });
}

/** What changes while a person thinks about it is not what they agreed to. */
function keepsChanging({ role, name }: Touched): Failure {
  return new Failure('stale_ref', `${role} ${quote(name, 60)} keeps changing while it is asked about.`, {
    hint: 'Nothing was done to it. Look at the page again, and tell the user.',
    sideEffect: 'none',
  });
}

/** The picture that a tool answers with, as it stands in its data. */
function pictureIn(tool: Tool, data: unknown): string | undefined {
  try {
    return tool.image(data)?.base64;
  } catch {
    return undefined;
  }
}

function safeRender(tool: Tool | undefined, input: unknown, result: ToolResult): Rendered {
  try {
    return render(tool, input, result);
  } catch (thrown) {
    log.error({ thrown, tool: tool?.name }, 'could not render');
    return { text: `${tool?.name ?? 'tool'} done`, isError: !result.success };
  }
}
