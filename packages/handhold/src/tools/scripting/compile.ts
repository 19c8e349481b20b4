import { Script } from 'node:vm';
import { Failure } from '../../errors.js';
import { quote } from '../../gate/untrusted.js';

/** An expression or function, a block whose last value counts, or the body of a function: whichever it can be read as. */
export function compile(script: string, withElement: boolean): string {
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

/** A script that can't be read, or that threw. */
export function scriptError(text: string, sideEffect: 'none' | 'unknown'): Failure {
  const [line = 'unknown error'] = text.split('\n', 1);
  return new Failure('script_error', `The script failed: ${quote(line, 300)}.`, { sideEffect });
}
