import { estimateTokenCount } from 'tokenx';
import type { z } from 'zod';
import { onceItIsThere } from './acting/appearing.js';
import { failureOf } from './acting/failure.js';
import { targetInWords } from './acting/in-words.js';
import type { Stage } from './acting/stage.js';
import type { ActionBase, ActionKind } from './action.js';
import { endedAlready } from './alone.js';
import type { Host } from './approving.js';
import { parseInput, splitSession } from './arguments.js';
import type { BrowserManager, Confinement } from './browser/manager.js';
import type { Session } from './browser/session.js';
import { cleanResult } from './clean-result.js';
import { agree, type Checked, type Consenting, patient, withSecondCheck } from './consent.js';
import { Deadline, Pauses } from './deadline.js';
import { Failure, firstLine } from './errors.js';
import type { Approver } from './gate/approver.js';
import type { Gate } from './gate/gate.js';
import { Grants } from './gate/grants.js';
import { higher, riskBeforehand } from './gate/risk.js';
import { addressesAgents } from './gate/untrusted.js';
import { log } from './log.js';
import type { ToolRegistry } from './registry.js';
import { type Rendered, renderParsed } from './render.js';
import { addMetadata, failed, type ResultMetadata, succeeded, type ToolResult } from './result.js';
import { defaultSession } from './session-name.js';
import type { Tool, ToolContext } from './tool.js';
import { type Actions, type ActionType, kindOf, type Performed } from './tools/actions.js';
import { isBuiltIn } from './tools/index.js';
import { toolNamed } from './verbs/named.js';
import { inWording, ourWording, type Wording } from './wording.js';

/**
 * The one way through, in the order in which a call takes it: `callTool` parses the input, `runTool` asks the gate about
 * the tool, `performAction` takes an action through the gate to its session and does it, and what came of it is redacted
 * and rendered by `callTool`. Settling and looking again are part of doing it: acting/act.ts.
 */

/** Everything that calls of one toolbox have in common. */
export interface Parts {
  /** The tools that are offered. */
  readonly registry: ToolRegistry;
  /** The tools that the user's own may build on: all that the policy allows. */
  readonly allowed: ToolRegistry;
  readonly browser: BrowserManager;
  readonly gate: Gate;
  readonly approver: Approver;
  readonly confinement: Confinement;
  /** Called when a call was aborted. */
  onAborted(): void;
}

/** How a tool is called. */
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
interface BatchPage {
  set: boolean;
  page: object | undefined;
}

/** Options of a call made from within another. */
export interface InnerOptions extends CallOptions {
  batchPage?: BatchPage | undefined;
}

/** A result, and the text of it that a model reads. */
export interface Answered {
  result: ToolResult;
  rendered: Rendered;
}

/** A result that nobody has rendered yet, and the call that it came of. */
interface Called {
  tool: Tool | undefined;
  input: z.output<Tool['input']>;
  result: ToolResult;
}

/** Calls a tool by name, and renders what came of it in the caller's words. Nothing is thrown. */
export async function callTool(
  parts: Parts,
  name: string,
  input: unknown,
  options: InnerOptions,
  wording: Wording,
): Promise<Answered> {
  const { result, ...call } = await callForData(parts, name, input, options);
  return rendered(parts, { ...call, result: inWording(result, wording) }, wording);
}

/** The same for a caller that reads the data and no text. */
export async function callForData(
  parts: Parts,
  name: string,
  input: unknown,
  options: InnerOptions,
): Promise<Called> {
  const { secrets } = parts.gate;
  const startedAt = performance.now();
  secrets.redactor.join();
  const metadata: ResultMetadata = { session: defaultSession };
  let tool: Tool | undefined;
  let parsed: z.output<Tool['input']> = {};
  let result: ToolResult;
  try {
    tool = (options.registry ?? parts.registry).toolCalled(name);
    const { session, rest } = splitSession(input, options.session);
    metadata.session = session;
    parsed = parseInput(tool, rest);
    const data = await runTool(parts, tool, parsed, { ...options, session }, metadata);
    result = succeeded(data, startedAt, metadata);
  } catch (thrown) {
    result = failed(thrown, startedAt, metadata);
    if (result.error?.code === 'unexpected_error')
      log.error({ thrown: secrets.redactor.text(firstLine(thrown)), tool: name }, 'unexpected');
  }
  const picture = tool && result.success ? pictureIn(tool, result.data) : undefined;
  result = cleanResult(result, secrets.redactor, picture);
  record(parts, name, input, result);
  if (result.error?.code === 'aborted') parts.onAborted();
  return { tool, input: parsed, result };
}

/** The text of a result: redacted, flagged where it speaks to agents, and counted. */
function rendered(parts: Parts, called: Called, wording: Wording): Answered {
  const { redactor } = parts.gate.secrets;
  const { result } = called;
  const text = safeRender(called, wording);
  text.text = redactor.text(text.text);
  const { metadata } = result;
  if (addressesAgents(text.text)) {
    const flagged = 'text that addresses AI agents';
    if (metadata) metadata.flagged = flagged;
    text.text = `${text.text}\nflagged: ${flagged}`;
  }
  if (metadata) metadata.tokens = estimateTokenCount(text.text);
  return { result, rendered: text };
}

function record(parts: Parts, tool: string, input: unknown, result: ToolResult): void {
  const { audit } = parts.gate;
  if (!audit.isOn) return;
  const { success, error, executionTime, metadata } = result;
  audit.write('call', metadata?.session ?? defaultSession, {
    tool: tool.slice(0, 100),
    input,
    ok: success,
    ...(error ? { error: error.code } : {}),
    ms: executionTime,
  });
}

/** One call of a tool, as far as its actions have to know it. */
interface Call extends Consenting {
  folder: string | undefined;
  metadata: ResultMetadata;
  batchPage: BatchPage;
}

async function runTool(
  parts: Parts,
  tool: Tool,
  input: z.output<Tool['input']>,
  options: InnerOptions & { session: string },
  metadata: ResultMetadata,
): Promise<unknown> {
  const { approval } = parts.gate;
  const { session, signal, folder } = options;
  const batchPage = options.batchPage ?? { set: false, page: undefined };
  const isOwn = tool.of === undefined && tool.as === undefined && !isBuiltIn(tool);
  const pauses = new Pauses();
  const given = options.host ?? parts.approver;
  // While a person thinks about something that it asks for, a tool's time stands still.
  const approver = isOwn ? patient(given, pauses) : given;
  const call: Call = {
    parts,
    tool,
    session,
    signal,
    approver,
    folder,
    metadata,
    batchPage,
    input,
    approved: options.approved ?? false,
    grants: new Grants(),
    pauses,
    owed: 'safe',
  };
  // Another name for a tool does nothing but call it, and is judged by what it calls.
  if (tool.of === undefined) {
    approval.checkTool(tool.as ?? tool.name);
    if (isOwn || !approval.asks(tool.safety))
      await agree(call, { level: tool.safety, reasons: [] }, {}, 'from arguments');
    else call.owed = tool.safety;
  }
  // What our own tools call stands in their arguments; what others call, nobody was shown.
  const inner = { ...options, host: approver, batchPage, approved: call.approved && !isOwn };
  const state = { ended: false };
  const running = tool.run(input, contextOf(call, inner, isOwn, state));
  // Our own have a deadline each, for what they do.
  if (!isOwn) return running;
  const deadline = new Deadline(tool.timeout, `running ${tool.name}`, signal, undefined, pauses);
  return deadline.race(running).finally(() => {
    state.ended = true;
  });
}

/** All that a tool may use. */
function contextOf(call: Call, inner: InnerOptions, isOwn: boolean, state: { ended: boolean }): ToolContext {
  const { parts, session, signal, approver, metadata } = call;
  const offered = inner.offered ?? parts.registry;
  const registryFor = (name: string) => (isOwn && parts.allowed.has(name) ? parts.allowed : undefined);
  return {
    session,
    signal,
    host: approver,
    note: (more) => addMetadata(metadata, more),
    call: async (name, given) => {
      if (state.ended) throw endedAlready();
      const options = { ...inner, registry: registryFor(name) };
      // Ours read the data alone; one of the user's own may want to know what is flagged in the text.
      const { result } = isOwn
        ? await callTool(parts, name, given, options, ourWording)
        : await callForData(parts, name, given, options);
      if (result.metadata?.notice) metadata.notice = result.metadata.notice;
      return result;
    },
    // What is not offered by itself is not offered as a step of something else.
    check: (name, given) => void parseInput(offered.toolCalled(name), given),
    named: (name) => toolNamed(name, offered),
    perform: async <T extends ActionType>(action: Actions[T] & { type: T }): Promise<Performed[T]> => {
      if (state.ended) throw endedAlready();
      return performAction<Actions[T], Performed[T]>(kindOf<T>(action.type), action, call);
    },
    performAs: async (kind, action) => {
      if (state.ended) throw endedAlready();
      return performAction(kind, action, call);
    },
  };
}

/** Time for starting a browser, and for waiting until other sessions are, comes on top of what a call itself may take. */
const startTime = 40_000;
const queueTime = 60_000;

/** Gate, session, page, outcome. */
async function performAction<A extends ActionBase, R>(
  kind: ActionKind<A, R>,
  asked: A,
  call: Call,
): Promise<R> {
  const { parts, session: name, signal } = call;
  const { gate, browser } = parts;
  const what = kind.describe(asked, targetInWords);
  if (signal?.aborted) throw new Deadline(0, what, signal).aborted();

  // Gate: the action itself, then whoever has to agree to it.
  const files = gate.filesFrom(call.folder);
  const action = gate.admit(kind, asked, name, files);
  if (!kind.bookkeeping)
    await agree(
      call,
      higher(riskBeforehand(kind.risk(action)), call.owed),
      { kind, action },
      'from arguments',
    );

  // Session: the one of that name, in its turn.
  const time = action.timeout + (kind.grace?.(action) ?? 0);
  const stageFor = (session?: Session, checked?: Checked<A>): Stage => ({
    get session() {
      if (!session) throw noPage();
      return session;
    },
    deadline: new Deadline(time, what, signal, undefined, call.pauses),
    files,
    clean: (text) => gate.secrets.redactor.text(text),
    end: () => browser.closeSession(name),
    checkOn: checked?.checkOn ?? (() => () => undefined),
    weighs: checked?.risk.form !== undefined,
  });
  if (kind.needsNoSession) return kind.perform(action, stageFor());
  // Refs in the steps of a batch were meant for the page that was known when it began, even if that was none.
  const { batchPage } = call;
  const begins = kind.bookkeeping === 'checkpoint' && !batchPage.set;
  if (begins) batchPage.set = true;
  const session = await sessionFor(kind, action, call);
  if (begins) batchPage.page = session.knownPage;
  const url = kind.url?.(action);
  if (url !== undefined) session.egress?.expect(url);
  const expected = batchPage.set ? batchPage.page : session.knownPage;
  const { networkDeaths } = browser;
  return session.run(
    async () => {
      if (kind.refs(action).length > 0 && session.knownPage !== expected) throw pageChangedBefore();
      try {
        // Page: done, settled, looked at; what the element has become is checked on the way.
        return await withSecondCheck(call, kind, action, session, (checked) =>
          lastResort(time, what, call.pauses).race(
            onceItIsThere(checked.action, stageFor(session, checked), (stage) =>
              kind.perform(checked.action, stage),
            ),
          ),
        );
      } catch (thrown) {
        const lostNetwork = browser.hasLostNetwork(networkDeaths);
        throw await failureOf(thrown, { session, kind, action, what, lostNetwork });
      } finally {
        const notice = session.takeNotice();
        if (notice) call.metadata.notice = notice;
      }
    },
    new Deadline(queueTime, `waiting for earlier calls before ${what}`, signal),
  );
}

/** The session that a call is for, started if this action may begin one. */
async function sessionFor<A extends ActionBase, R>(
  kind: ActionKind<A, R>,
  action: A,
  { parts: { browser, gate, confinement }, session: name, signal }: Call,
): Promise<Session> {
  if (!kind.canOpenPage(action) && !browser.hasSession(name)) {
    // After a crash the session is gone; the agent must hear that rather than "no page".
    const notice = browser.takeLoss(name);
    if (notice) throw new Failure('browser_crashed', notice, { sideEffect: 'none' });
    throw noPage();
  }
  const { audit } = gate;
  const confined = audit.isOn
    ? { ...confinement, watcher: (event: object) => audit.write('host', name, { ...event }) }
    : confinement;
  return new Deadline(startTime, 'starting the browser', signal).race(browser.session(name, confined), () =>
    stillWaiting(browser.waitingSessions),
  );
}

/** Its session is started all the same, in its turn. */
function stillWaiting(count: number): Failure | undefined {
  if (count === 0) return undefined;
  return new Failure('busy', `${count} sessions are still to be started, this one among them.`, {
    hint: 'Try again in a few seconds.',
    details: { retryAfterMs: 5000 },
  });
}

function noPage(): Failure {
  return new Failure('no_page', 'No page is open in this session.');
}

function pageChangedBefore(): Failure {
  return new Failure('stale_ref', 'The page changed after this call was made, by a call made before it.', {
    hint: 'Its refs were meant for the page before. Look at the new page and use its refs.',
  });
}

/** Everything below has its own deadline; this one makes sure that a call is answered whatever was overlooked. */
function lastResort(time: number, what: string, pauses: Pauses): Deadline {
  return new Deadline(time + 500, what, undefined, undefined, pauses);
}

/** The picture that a tool answers with, as it stands in its data. */
function pictureIn(tool: Tool, data: unknown): string | undefined {
  try {
    return tool.image(data)?.base64;
  } catch {
    return undefined;
  }
}

function safeRender({ tool, input, result }: Called, wording: Wording): Rendered {
  try {
    return renderParsed(tool, input, result, wording);
  } catch (thrown) {
    log.error({ thrown, tool: tool?.name }, 'could not render');
    return { text: `${tool?.name ?? 'tool'} done`, isError: !result.success };
  }
}
