import type { Deadline } from '../../deadline.js';
import { Failure, firstLine } from '../../errors.js';
import type { CdpSession } from '../cdp/session.js';
import type { InjectedApi } from '../injected/main.js';
import { injectedSource } from '../injected-source.generated.js';
import { ListenerRegistry } from '../listeners/registry.js';
import { answerOf } from '../settling/unresponsive.js';
import { anyAnswer, MalformedAnswer, readAnswer } from './answer.js';

export const worldName = 'handhold';

/** The document went away while it was being asked: it navigated, reloaded or its frame was removed. */
export class WorldGone extends Error {}

type Answer<K extends keyof InjectedApi> = Awaited<ReturnType<InjectedApi[K]>>;

/** Our isolated world in one document of one frame. Dies with the document; never comes back. */
export class World {
  private injecting: Promise<void> | undefined;
  /** True once our script has been seen to be in the document. */
  isInjected = false;
  gone = false;
  /**
   * The last look at it, as it was written, and whether its suspects have been asked about. The document itself says when
   * it is still true.
   */
  lookCache: { look: number; text: string; isAsked?: boolean } | undefined;
  readonly listeners = new ListenerRegistry();

  constructor(
    readonly cdp: CdpSession,
    readonly frameId: string,
    readonly contextId: number,
    /** The page's own world in the same document, where that is not what its CDP session speaks of when none is named. */
    private readonly pageContext: PageContext,
    /** Where its document has been asked for already. */
    private document?: Promise<string>,
  ) {}

  static async create(
    cdp: CdpSession,
    frameId: string,
    pageContext: PageContext,
    document?: Promise<string>,
  ): Promise<World> {
    const { executionContextId } = await cdp
      .send('Page.createIsolatedWorld', { frameId, worldName })
      .catch((thrown: unknown) => {
        throw asGone(thrown);
      });
    return new World(cdp, frameId, executionContextId, pageContext, document);
  }

  /** Calls one of our functions inside the document. A page that never answers has its script stopped. */
  async call<K extends keyof InjectedApi>(
    deadline: Deadline,
    name: K,
    ...args: Parameters<InjectedApi[K]>
  ): Promise<Answer<K>> {
    return readAnswer(name, await this.ask(deadline, name, ...args), anyAnswer<Answer<K>>());
  }

  /** The same, as it was written. */
  ask<K extends keyof InjectedApi>(
    deadline: Deadline,
    name: K,
    ...args: Parameters<InjectedApi[K]>
  ): Promise<string> {
    const expression = `Promise.resolve(handhold.${name}(${args.map((arg) => JSON.stringify(arg ?? null)).join(',')})).then(v=>JSON.stringify(v??null))`;
    return answerOf(this.cdp, deadline, this.evaluate(expression, deadline));
  }

  /** Says that what is listened on has been told; true if that was too late for what it had seen by then. */
  async tellListenersNoted(): Promise<boolean> {
    const { contextId } = this;
    const { result } = await this.cdp.send('Runtime.evaluate', {
      expression: 'handhold.listenersNoted()',
      contextId,
    });
    return result.value === true;
  }

  /** The document-local number of an element known by its backend node id. */
  async idOfNode(backendNodeId: number): Promise<number> {
    const { object } = await this.cdp.send('DOM.resolveNode', {
      backendNodeId,
      executionContextId: this.contextId,
    });
    const { objectId } = object;
    if (!objectId) throw new WorldGone('node without an object');
    const { result } = await this.whenInjected(() =>
      this.cdp.send('Runtime.callFunctionOn', {
        objectId,
        functionDeclaration: 'function () { return handhold.idOf(this); }',
        returnByValue: true,
      }),
    );
    return Number(result.value);
  }

  /** Our script is nearly always there already. */
  private async whenInjected<T extends { exceptionDetails?: unknown }>(ask: () => Promise<T>): Promise<T> {
    const answer = await ask();
    if (this.isInjected || !answer.exceptionDetails) return answer;
    await this.inject();
    return ask();
  }

  /** A handle to an element known by its number inside the document. */
  async elementObject(id: number): Promise<string> {
    const { result } = await this.whenInjected(() =>
      this.cdp.send('Runtime.evaluate', {
        expression: `handhold.elementOf(${id})`,
        contextId: this.contextId,
      }),
    );
    if (!result.objectId) throw new WorldGone('no such element');
    return result.objectId;
  }

  /** A handle to an element as the page's own scripts know it. */
  async pageObject(id: number): Promise<string> {
    const { result } = await this.cdp.send('Runtime.evaluate', {
      expression: `handhold.elementOf(${id})`,
      contextId: this.contextId,
    });
    if (!result.objectId) throw new WorldGone('no such element');
    const { node } = await this.cdp.send('DOM.describeNode', { objectId: result.objectId, depth: 0 });
    const { object } = await this.cdp.send('DOM.resolveNode', { backendNodeId: node.backendNodeId });
    void this.cdp.send('Runtime.releaseObject', { objectId: result.objectId }).catch(() => undefined);
    if (!object.objectId) throw new WorldGone('no such element');
    return object.objectId;
  }

  /** A handle to the document in the page's own world: the debugger tells of each world only its own listeners. */
  documentObject(): Promise<string> {
    this.document ??= this.findDocument();
    return this.document;
  }

  private async findDocument(): Promise<string> {
    if (this.pageContext !== 'unknown') return documentInPage(this.cdp, this.pageContext);
    const ours = await this.cdp.send('Runtime.evaluate', {
      expression: 'document',
      contextId: this.contextId,
    });
    if (!ours.result.objectId) throw new WorldGone('no document');
    const { node } = await this.cdp.send('DOM.describeNode', { objectId: ours.result.objectId });
    const { object } = await this.cdp.send('DOM.resolveNode', { backendNodeId: node.backendNodeId });
    if (!object.objectId) throw new WorldGone('no document');
    return object.objectId;
  }

  /** True if its document's own world can be spoken to as from a console. */
  get knowsPageWorld(): boolean {
    return this.pageContext !== 'unknown';
  }

  /**
   * Calls a function in the page's own world, on the document. Its first argument is what a console has for telling
   * what an element is listened on for; undefined where that can not be had.
   */
  async callInPage(declaration: string, ...args: unknown[]): Promise<unknown> {
    const answer =
      this.pageContext === 'unknown'
        ? await this.cdp.send('Runtime.callFunctionOn', {
            objectId: await this.documentObject(),
            functionDeclaration: declaration,
            arguments: [{}, ...args.map((value) => ({ value }))],
            returnByValue: true,
          })
        : await this.cdp.send('Runtime.evaluate', {
            expression: `(${declaration}).call(document,getEventListeners,...${JSON.stringify(args)})`,
            includeCommandLineAPI: true,
            returnByValue: true,
            ...inContext(this.pageContext),
          });
    return answer.result.value;
  }

  private async evaluate(expression: string, deadline: Deadline): Promise<string> {
    if (this.gone) throw new WorldGone('document left');
    const first = await this.run(expression, deadline);
    if (first !== undefined) return first;
    await this.inject();
    const second = await this.run(expression, deadline);
    if (second === undefined) throw new WorldGone('our script does not stay');
    return second;
  }

  /** A question that was stopped in place of a script of the page's is asked once more, unless its own time was up. */
  private async run(expression: string, deadline: Deadline): Promise<string | undefined> {
    try {
      return await this.runOnce(expression);
    } catch (thrown) {
      if (!(thrown instanceof Stopped) || deadline.left <= 0) throw thrown;
      return this.runOnce(expression);
    }
  }

  /** Undefined when our script is not there yet: the document is older than our CDP session. */
  private async runOnce(expression: string): Promise<string | undefined> {
    let answer: Awaited<ReturnType<typeof this.cdp.send<'Runtime.evaluate'>>>;
    try {
      answer = await this.cdp.send('Runtime.evaluate', {
        expression,
        contextId: this.contextId,
        awaitPromise: true,
        returnByValue: true,
      });
    } catch (thrown) {
      // What an evaluation is answered with when it is stopped before it has begun.
      if (/internal error/i.test(firstLine(thrown))) throw new Stopped();
      this.gone = true;
      throw asGone(thrown);
    }
    if (!answer.exceptionDetails) {
      this.isInjected = true;
      const { value } = answer.result;
      if (typeof value !== 'string') throw new MalformedAnswer(`in the page: ${typeof value} is no answer`);
      return value;
    }
    const description = answer.exceptionDetails.exception?.description ?? answer.exceptionDetails.text;
    if (/handhold is not defined|reading '\w+'/.test(description) && description.includes('handhold'))
      return undefined;
    if (/terminated/i.test(description)) throw new Stopped();
    throw new Error(`in the page: ${description}`);
  }

  private inject(): Promise<void> {
    if (this.isInjected) return Promise.resolve();
    this.injecting ??= this.cdp
      .send('Runtime.evaluate', { expression: injectedSource, contextId: this.contextId })
      .then(() => undefined)
      .catch((thrown: unknown) => {
        this.gone = true;
        throw asGone(thrown);
      });
    return this.injecting;
  }
}

/** The page's own world in a document: that of its CDP session's root, one by number, or one we have not been told of. */
export type PageContext = 'root' | number | 'unknown';

/** A handle to the document as the page's own scripts know it. */
export async function documentInPage(cdp: CdpSession, context: number | 'root'): Promise<string> {
  const { result } = await cdp.send('Runtime.evaluate', {
    expression: 'document',
    ...inContext(context),
  });
  if (!result.objectId) throw new WorldGone('no document');
  return result.objectId;
}

function inContext(context: number | 'root'): { contextId?: number } {
  return context === 'root' ? {} : { contextId: context };
}

/** An order to stop the page's script was carried out on what we asked. */
class Stopped extends Failure {
  constructor() {
    super('page_unresponsive', 'The page was stopped while it was being read.');
  }
}

/** Protocol errors about missing contexts, targets and sessions all mean that the document is no more. */
function asGone(thrown: unknown): Error {
  const text = firstLine(thrown);
  if (/context|navigated|target.*closed|session.*closed|frame.*(given|found|detached)|closed/i.test(text))
    return new WorldGone(text);
  return thrown instanceof Error ? thrown : new Error(text);
}
