import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { BaseTool, type BaseToolClass } from './base-tool.js';
import { Deadline } from './deadline.js';
import { firstLine } from './errors.js';
import { type Registrable, toolOf } from './registry.js';
import { inputSchema } from './schema.js';
import { systemCode } from './system-code.js';
import { categories, safetyLevels, type Tool } from './tool.js';
import { knownTools } from './tools/index.js';

/** A module of tools that is of no use, in words for the person who named it. */
export class ToolModuleError extends Error {}

/** A module that is still not there by then waits for something that never comes. */
const loadTime = 10_000;

/**
 * The tools that modules export. A module is code that runs with all our rights: name only what the user chose, never
 * what a model or a page did. `check` may refuse a tool by throwing why.
 */
export async function loadToolModules(
  files: readonly string[],
  check: (tool: Tool) => void = () => undefined,
): Promise<Tool[]> {
  const tools: Tool[] = [];
  const owners = new Map(knownTools.map(({ name }) => [name, 'a built-in tool']));
  const taken = new Set<unknown>();
  for (const file of new Set(files.map((given) => resolve(given)))) {
    const found = await toolsIn(file);
    if (found.length === 0)
      throw new ToolModuleError(
        `${file} exports no tool. Export what defineTool() makes, a class that extends BaseTool, or a list of these.`,
      );
    for (const given of new Set(found)) {
      if (taken.has(given)) continue;
      taken.add(given);
      const tool = within(file, () => described(given));
      const owner = owners.get(tool.name);
      if (owner !== undefined)
        throw new ToolModuleError(
          `${file}: its tool "${tool.name}" has the name of ${owner}. Give it another.`,
        );
      within(file, () => check(tool));
      owners.set(tool.name, `one in ${file}`);
      tools.push(tool);
    }
  }
  return tools;
}

/** Whatever a module exports that is a tool, by itself or in a list. */
async function toolsIn(file: string): Promise<Registrable[]> {
  const exported = Object.entries(await load(file)).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one: unknown) => ({ name, one })),
  );
  return exported.flatMap(({ name, one }) => {
    if (isClass(one) || one instanceof BaseTool || isDefinition(one)) return [one];
    const problem = almost(one);
    if (problem !== undefined) throw new ToolModuleError(`${file}: its export "${name}" ${problem}`);
    return [];
  });
}

async function load(file: string): Promise<Record<string, unknown>> {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new ToolModuleError(
      `${file} is no file. A module of tools is named from the folder you are in, or that of the config file.`,
    );
  const { href } = pathToFileURL(file);
  const tooLate = () =>
    new ToolModuleError(
      `${file} has not finished loading after ${loadTime / 1000} s: see what it waits for.`,
    );
  try {
    return await new Deadline(loadTime, 'loading').race(import(href), tooLate);
  } catch (thrown) {
    if (thrown instanceof ToolModuleError) throw thrown;
    throw new ToolModuleError(`${file}${lineIn(href, thrown)} can not be loaded: ${whyNot(thrown)}`);
  }
}

function whyNot(thrown: unknown): string {
  const code = systemCode(thrown);
  if (code === 'ERR_UNKNOWN_FILE_EXTENSION')
    return `Node ${process.version} does not run such files. Write it as .mjs; TypeScript needs Node 22.18 or later.`;
  const reason = firstLine(thrown).replace(/\.?$/, '.');
  if (thrown instanceof SyntaxError) return `${reason} "node --check" on that file shows where.`;
  if (code === 'ERR_MODULE_NOT_FOUND') return `${reason} Install that where the module is, or mend the path.`;
  return `${reason} Mend it, or leave it out.`;
}

/** Where in the module it happened, as far as the error tells. */
function lineIn(href: string, thrown: unknown): string {
  const { stack = '' } = thrown instanceof Error ? thrown : {};
  const [, rest = ''] = stack.split(href);
  return /^:\d+/.exec(rest)?.[0] ?? '';
}

function described(given: Registrable): Tool {
  const tool = toolOf(given);
  try {
    inputSchema(tool);
  } catch (thrown) {
    throw new Error(
      `the input of its tool "${tool.name}" can not be told as JSON Schema: ${firstLine(thrown)}`,
    );
  }
  return tool;
}

function within<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw new ToolModuleError(`${file}: ${firstLine(thrown)}`);
  }
}

const some = z.custom((value) => typeof value === 'function', 'is no function');

/** The form of what `defineTool` makes. A level of risk that is none would pass below every limit. */
const definition = z.object({
  name: z.string(),
  description: z.string(),
  category: z.enum(categories),
  safety: z.enum(safetyLevels),
  input: z.instanceof(z.ZodObject, { error: 'is no z.object() of zod 4' }),
  output: z.instanceof(z.ZodType, { error: 'is no schema of zod 4' }),
  run: some,
  text: some,
  image: some,
  timeout: z.number(),
  ...Object.fromEntries(
    ['core', 'requiresPage', 'isTerminal', 'idempotent', 'readOnly'].map((key) => [key, z.boolean()]),
  ),
  requiredCapabilities: z.array(z.string()),
  optimalCapabilities: z.array(z.string()),
});

function isDefinition(value: unknown): value is Tool {
  return definition.safeParse(value).success;
}

function isClass(value: unknown): value is BaseToolClass {
  return typeof value === 'function' && value.prototype instanceof BaseTool;
}

/** The mistake in something that was meant to be a tool; undefined if it was not. */
function almost(value: unknown): string | undefined {
  if (typeof value === 'function')
    return 'metadata' in value ? 'is a class that does not extend the BaseTool of this handhold.' : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  if ('execute' in value && 'metadata' in value)
    return 'is not made from a class that extends the BaseTool of this handhold.';
  if (!('run' in value && 'name' in value)) return undefined;
  const problems = definition.safeParse(value).error?.issues ?? [];
  const [first] = problems.map(({ path, message }) => `${path.join('.')}: ${message}`);
  const advice = 'text' in value ? 'Mend that.' : 'Make it with defineTool().';
  return `is no tool as it stands (${first}). ${advice}`;
}
