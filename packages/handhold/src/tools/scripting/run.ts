import type { Deadline } from '../../deadline.js';
import { Failure, firstLine } from '../../errors.js';
import type { CdpSession } from '../../page/cdp/session.js';
import { answerOf } from '../../page/settling/unresponsive.js';
import { scriptError } from './compile.js';
import { tookTooLong } from './overdue.js';
import { type Evaluated, limits, primitive, serialise } from './value.js';

/** Where a script is run. */
export interface ScriptPlace {
  cdp: CdpSession;
  /** The element, as the page's own scripts know it. */
  element: string | undefined;
}

/** Runs a script, and gives its value. */
export async function run(
  source: string,
  { cdp, element }: ScriptPlace,
  deadline: Deadline,
): Promise<Evaluated> {
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
