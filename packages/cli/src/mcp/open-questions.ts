import { randomUUID } from 'node:crypto';
import {
  type CallToolResult,
  type ElicitRequestFormParams,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';

/** A person's answer, as far as there is one. */
export interface Reply {
  action: 'accept' | 'decline' | 'cancel';
  content?: Record<string, unknown> | undefined;
}

/** Puts a form to the client's user. */
export type Elicit = (form: ElicitRequestFormParams) => Promise<Reply>;

/** People take their time; a question that nobody answers by then is a no. */
export const answerTime = 300_000;

type Turn = { done: CallToolResult } | { form: ElicitRequestFormParams };

interface OpenCall {
  ending: AbortController;
  /** The next that comes of the call: its result, or something to ask. */
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
    let next = deferred<Turn>();
    const call: OpenCall = { ending: new AbortController(), turn: next.promise, reply: () => undefined };
    let before: Promise<unknown> = Promise.resolve();
    const elicit: Elicit = (form) => {
      const reply = before.then(() => {
        const answer = deferred<Reply>();
        call.reply = answer.resolve;
        const { resolve } = next;
        next = deferred<Turn>();
        call.turn = next.promise;
        resolve({ form });
        return answer.promise;
      });
      before = reply;
      return reply;
    };
    work(elicit, call.ending.signal).then(
      (done) => next.resolve({ done }),
      (thrown: unknown) => next.reject(thrown),
    );
    return this.follow(call, next.promise, signal);
  }

  resume(
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
      }, answerTime);
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
function deferred<T>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
