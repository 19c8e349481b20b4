import { Script } from 'node:vm';
import type { Session } from '../browser/session.js';
import type { Tab } from '../browser/tab.js';
import { type Deadline, goOn } from '../deadline.js';
import { Failure, firstLine } from '../errors.js';
import { quote } from '../gate/untrusted.js';
import type { CdpSession } from '../page/cdp/session.js';
import type { LiveFrame } from '../page/frames/frames.js';
import type { Plain } from '../page/page-world/plain-value.js';
import { plainValueSource } from '../page/page-world-sources.generated.js';
import { answerOf, type Pulse } from '../page/settling/unresponsive.js';
import type { EvaluateAction } from './action.js';
import { act, type Outcome } from './outcome.js';

export interface Evaluated {
  /** What the script came to, as JSON; what JSON has no word for is described in brackets. */
  value: Plain;
  /** Only part of the value is told. */
  truncated?: boolean;
  /** The page was left before the script had ended. */
  left?: boolean;
}

/** What a script may come to before it is cut. */
const limits = { depth: 12, items: 5000, characters: 50_000 };

export async function evaluate(
  action: EvaluateAction,
  session: Session,
  deadline: Deadline,
): Promise<Evaluated & Outcome> {
  const source = compile(action.script, action.ref !== undefined);
  return act<Evaluated>(session, deadline, async (tab, doing, line) => {
    const place = await placeOf(tab, action.ref, line);
    doing.data = { value: null };
    if (place.frame) doing.touched = touchedBy(place.frame);
    doing.sent = true;
    doing.data = await run(place, source, line);
  });
}

interface Place {
  cdp: CdpSession;
  /** The element, as the page's own scripts know it. */
  element: string | undefined;
  frame: LiveFrame | undefined;
}

async function placeOf(tab: Tab, ref: string | undefined, deadline: Deadline): Promise<Place> {
  if (ref === undefined) {
    // A page that hangs already is not the script's fault, and what it changes is to be told.
    const main = await tab.live.frames.main(deadline);
    await main.world.call(deadline, 'watch');
    return { cdp: tab.live.cdp, element: undefined, frame: undefined };
  }
  const found = await tab.live.find({ ref }, deadline);
  const { entry } = found;
  const answer = await tab.live.ask(found, deadline, async () => {
    const [gone] = await entry.frame.world.call(deadline, 'gone', [entry.id]);
    return gone === undefined ? ({ state: 'there' } as const) : ({ state: 'gone' } as const);
  });
  if (answer.state === 'gone') throw tab.live.obstacle({ state: 'gone' }, entry, deadline);
  const { world } = entry.frame;
  const element = await deadline.race(world.pageObject(entry.id));
  return { cdp: world.cdp, element, frame: entry.frame };
}

function touchedBy(frame: LiveFrame): LiveFrame[] {
  const touched: LiveFrame[] = [];
  for (let at: LiveFrame | undefined = frame; at; at = at.parent) touched.push(at);
  return touched;
}

/** An expression or function, a block whose last value counts, or the body of a function: whichever it can be read as. */
function compile(script: string, withElement: boolean): string {
  const asExpression = `async (element) => { const it = (\n${script}\n); return typeof it === 'function' ? it(element) : it; }`;
  if (!problemWith(`(${asExpression})`)) return asExpression;
  // Alone in a block, so that what it declares stays there and is in no later script's way.
  const asBlock = `{\n${script}\n}`;
  if (!withElement && !problemWith(script) && !problemWith(asBlock)) return asBlock;
  const asBody = `async (element) => {\n${script}\n}`;
  const problem = problemWith(`(${asBody})`);
  if (problem) throw scriptError(problem, 'none');
  return asBody;
}

/** Read by the same engine that pages have, without running it; nothing of it reaches the page. */
function problemWith(source: string): string | undefined {
  try {
    new Script(source);
    return undefined;
  } catch (thrown) {
    return thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  }
}

async function run(place: Place, source: string, deadline: Deadline): Promise<Evaluated> {
  const { cdp, element } = place;
  const isFunction = source.startsWith('async (element)');
  const bounded = `async (element) => { const it = await (${source})(element); return typeof it === 'string' && it.length > ${limits.characters} ? it.slice(0, ${limits.characters + 1}) : it; }`;
  const options = { awaitPromise: true, userGesture: true, objectGroup: group };
  const running = element
    ? cdp.send('Runtime.callFunctionOn', {
        ...options,
        objectId: element,
        functionDeclaration: bounded,
        arguments: [{ objectId: element }],
      })
    : cdp.send('Runtime.evaluate', { ...options, expression: isFunction ? `(${bounded})()` : source });
  try {
    const answer = await answerOf(cdp, deadline, running, tookTooLong);
    if (answer.exceptionDetails) throw scriptError(thrownText(answer.exceptionDetails), 'unknown');
    const { objectId, type, value, unserializableValue, description } = answer.result;
    if (objectId === undefined) return primitive(type, value, unserializableValue, description);
    return await serialise(cdp, objectId, description ?? type, deadline);
  } catch (thrown) {
    if (isLeaving(thrown)) return { value: null, left: true };
    throw thrown;
  } finally {
    void cdp.send('Runtime.releaseObjectGroup', { objectGroup: group }).catch(() => undefined);
  }
}

const group = 'handhold-script';

/** Has the value turned into plain data where it is, within bounds, whatever its getters and traps do. */
async function serialise(
  cdp: CdpSession,
  objectId: string,
  description: string,
  deadline: Deadline,
): Promise<Evaluated> {
  const { result, exceptionDetails } = await answerOf(
    cdp,
    deadline,
    cdp.send('Runtime.callFunctionOn', {
      objectId,
      functionDeclaration: plainValueSource,
      arguments: [{ value: limits.depth }, { value: limits.items }, { value: limits.characters }],
      returnByValue: true,
    }),
    tookTooLong,
  );
  if (exceptionDetails || typeof result.value !== 'object' || result.value === null)
    return { value: `[${description.slice(0, 200)}]` };
  const { value, cut } = result.value;
  return { value: value ?? null, ...(cut ? { truncated: true } : {}) };
}

function primitive(
  type: string,
  value: unknown,
  unserializable: string | undefined,
  description: string | undefined,
): Evaluated {
  if (unserializable !== undefined) return { value: `[${unserializable}]` };
  if (typeof value === 'string') {
    return value.length > limits.characters
      ? { value: value.slice(0, limits.characters).toWellFormed(), truncated: true }
      : { value: value.toWellFormed() };
  }
  if (typeof value === 'number' || typeof value === 'boolean') return { value };
  return {
    value: type === 'symbol' || type === 'function' ? `[${(description ?? type).slice(0, 200)}]` : null,
  };
}

/** A script that loops is stopped; one that waits for something that never comes is merely left. */
async function tookTooLong(pulse: Pulse, giveUp: () => boolean): Promise<unknown> {
  const { cdp, deadline } = pulse;
  // What is not running must not be stopped: the order would hit the page's next script instead.
  const waiting = await pulse.isFelt();
  if (!giveUp()) return goOn;
  const stopped = !waiting && (await cdp.stopScript());
  const how = waiting
    ? 'it still waits for something'
    : stopped
      ? 'it was stopped'
      : 'it, or what else keeps the page busy, could not be stopped';
  return new Failure('timeout', `The script did not end within ${Math.round(deadline.budget)} ms; ${how}.`, {
    hint: 'Make it end sooner, or give a larger timeout.',
    canRetry: false,
    sideEffect: 'unknown',
  });
}

function isLeaving(thrown: unknown): boolean {
  return (
    !(thrown instanceof Failure) &&
    /context was destroyed|cannot find context|navigated or closed|promise was collected/i.test(
      firstLine(thrown),
    )
  );
}

interface Thrown {
  text: string;
  exception?: { type: string; description?: string | undefined; value?: unknown } | undefined;
}

function thrownText({ text, exception }: Thrown): string {
  if (!exception) return text;
  if (exception.description !== undefined) return exception.description;
  return 'value' in exception ? String(exception.value) : exception.type;
}

function scriptError(text: string, sideEffect: 'none' | 'unknown'): Failure {
  const [line = 'unknown error'] = text.split('\n', 1);
  return new Failure('script_error', `The script failed: ${quote(line, 300)}.`, { sideEffect });
}
