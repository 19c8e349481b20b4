import { randomUUID } from 'node:crypto';
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ElicitRequestFormParams,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { approvalText, type Host } from 'handhold';

/** A person's answer, as far as there is one. */
interface Reply {
  action: 'accept' | 'decline' | 'cancel';
  content?: Record<string, unknown> | undefined;
}

type Elicit = (form: ElicitRequestFormParams) => Promise<Reply>;

/** People take their time; a question that nobody answers by then is a no. */
const patience = 300_000;

/** Runs a call for a client, with a host through which the client's user can be asked. */
export async function callWithHost(
  server: Server,
  { mcpReq }: ServerContext,
  questions: OpenQuestions,
  work: (host: Host, signal: AbortSignal) => Promise<CallToolResult>,
): Promise<CallToolResult | InputRequiredResult> {
  const state = mcpReq.requestState();
  if (typeof state === 'string') return questions.goOn(state, mcpReq.inputResponses, mcpReq.signal);
  if (mcpReq.envelope) {
    const capabilities = member(mcpReq.envelope, CLIENT_CAPABILITIES_META_KEY);
    const asks = canAnswer(member(capabilities, 'elicitation'));
    return questions.begin((elicit, signal) => work(asks ? hostThatAsks(elicit) : {}, signal), mcpReq.signal);
  }
  const host = canAnswer(server.getClientCapabilities()?.elicitation)
    ? hostThatAsks((form) => mcpReq.elicitInput(form, { signal: mcpReq.signal, timeout: patience }))
    : {};
  return work(host, mcpReq.signal);
}

/** Before there were modes of asking, an empty capability meant forms. */
function canAnswer(elicitation: unknown): boolean {
  if (elicitation === undefined) return false;
  return member(elicitation, 'form') !== undefined || member(elicitation, 'url') === undefined;
}

function member(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).find(([name]) => name === key)?.[1];
}

/** A host that puts everything to the client's user; whatever goes wrong on the way is a no. */
function hostThatAsks(elicit: Elicit): Host {
  const ask = (form: ElicitRequestFormParams) =>
    elicit(form).catch((): Reply => ({ action: 'cancel', content: undefined }));
  return {
    approve: async (request) => {
      const { action, content } = await ask({
        message: approvalText(request),
        requestedSchema: {
          type: 'object',
          properties: { approve: { type: 'boolean', title: 'Allow it', default: false } },
          required: ['approve'],
        },
      });
      return action === 'accept' && content?.approve === true;
    },
    ask: async ({ question }) => {
      const { action, content } = await ask({
        message: question,
        requestedSchema: {
          type: 'object',
          properties: { answer: { type: 'string', title: 'Answer' } },
          required: ['answer'],
        },
      });
      return action === 'accept' && typeof content?.answer === 'string' ? content.answer : undefined;
    },
  };
}

type Turn = { done: CallToolResult } | { form: ElicitRequestFormParams };

interface OpenCall {
  ending: AbortController;
  /** What comes next of the call: its result, or something to ask. */
  turn: Promise<Turn>;
  reply: (reply: Reply) => void;
}

/**
 * Calls that wait for a person where the protocol has no questions from server to client (2026-07-28): the call is
 * held open, the client is told what to ask, and comes back with the answer. Nothing is done twice.
 */
export class OpenQuestions {
  private readonly calls = new Map<string, { call: OpenCall; giveUp: NodeJS.Timeout }>();

  begin(
    work: (elicit: Elicit, signal: AbortSignal) => Promise<CallToolResult>,
    signal: AbortSignal,
  ): Promise<CallToolResult | InputRequiredResult> {
    let next = later<Turn>();
    const call: OpenCall = { ending: new AbortController(), turn: next.promise, reply: () => undefined };
    let before: Promise<unknown> = Promise.resolve();
    const elicit: Elicit = (form) => {
      const asked = before.then(() => {
        const answer = later<Reply>();
        call.reply = answer.resolve;
        const { resolve } = next;
        next = later<Turn>();
        call.turn = next.promise;
        resolve({ form });
        return answer.promise;
      });
      before = asked;
      return asked;
    };
    work(elicit, call.ending.signal).then(
      (done) => next.resolve({ done }),
      (thrown: unknown) => next.reject(thrown),
    );
    return this.follow(call, next.promise, signal);
  }

  goOn(
    state: string,
    responses: Record<string, unknown> | undefined,
    signal: AbortSignal,
  ): Promise<CallToolResult | InputRequiredResult> {
    const waiting = this.calls.get(state);
    if (!waiting) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'That question is no longer open');
    this.calls.delete(state);
    clearTimeout(waiting.giveUp);
    const { call } = waiting;
    const reply = inputResponse(responses, 'answer');
    call.reply(reply.kind === 'elicit' ? reply : { action: 'cancel' });
    return this.follow(call, call.turn, signal);
  }

  private async follow(
    call: OpenCall,
    turn: Promise<Turn>,
    signal: AbortSignal,
  ): Promise<CallToolResult | InputRequiredResult> {
    const abort = () => call.ending.abort(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    try {
      const came = await turn;
      if ('done' in came) return came.done;
      const state = randomUUID();
      const giveUp = setTimeout(() => {
        this.calls.delete(state);
        call.reply({ action: 'cancel' });
      }, patience);
      giveUp.unref();
      this.calls.set(state, { call, giveUp });
      return inputRequired({
        inputRequests: { answer: inputRequired.elicit(came.form) },
        requestState: state,
      });
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }
}

/** A promise that is settled from outside. */
function later<T>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
