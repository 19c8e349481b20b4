import { Failure } from '../errors.js';
import { quote } from '../gate/untrusted.js';
import { nearest } from '../nearest.js';
import type { Tool } from '../tool.js';
import { aliasOf, toolFor, verbOf } from './verb.js';

/** The tool of that name or verb; throws `unknown_tool` with the nearest one where there is none. */
export function toolNamed(name: string, tools: Iterable<Tool>): Tool {
  const all = [...tools];
  const found = all.find((tool) => tool.name === name) ?? toolFor(name.replaceAll('_', '-'), all);
  if (found) return found;
  const verbs = all.flatMap((tool) => [verbOf(tool), tool.name, aliasOf(tool) ?? verbOf(tool)]);
  const near = nearest(name.slice(0, 80), verbs);
  throw new Failure('unknown_tool', `There is no tool called ${quote(name, 80)}.`, {
    ...(near ? { hint: `Did you mean ${near}?` } : {}),
  });
}
