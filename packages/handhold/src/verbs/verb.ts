import type { Tool } from '../tool.js';

/** Names under which people look for a tool besides its own. */
const aliases: Readonly<Record<string, string>> = {
  browser_navigate: 'open',
  browser_fill_form: 'fill',
  browser_batch: 'do',
};

/** The verb of a tool: its name without the prefix. */
export function verbOf(tool: Pick<Tool, 'name'>): string {
  return tool.name.replace(/^browser_/, '').replaceAll('_', '-');
}

/** Its other name, if it has one. */
export function aliasOf(tool: Pick<Tool, 'name'>): string | undefined {
  return aliases[tool.name];
}

/** The tool that a verb is for. */
export function toolFor(verb: string, tools: Iterable<Tool>): Tool | undefined {
  for (const tool of tools) if (verbOf(tool) === verb || aliasOf(tool) === verb) return tool;
  return undefined;
}
