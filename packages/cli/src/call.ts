import { extname } from 'node:path';
import { createBrowserTools, type Rendered, type Toolbox, type ToolResult } from 'handhold';
import { exitCodeOf } from './exit-code.js';
import type { CallFlags } from './flags.js';
import { inFormatOf, pictureFile, savePicture, unlikeItsName } from './picture-file.js';
import { toolboxOptions } from './toolbox-options.js';
import { UsageError } from './usage-error.js';

interface Step {
  tool: string;
  input: unknown;
}

/** `handhold call`: runs tools one after the other in a fresh browser; 0 if all succeeded, else 1. */
export async function call(args: readonly string[], flags: CallFlags): Promise<number> {
  const given = parseSteps(args);
  const { out } = flags;
  if (out !== undefined) pictureFile(out);
  const toolbox = createBrowserTools(await toolboxOptions(flags, 'own machine'));
  try {
    const steps = given.map(({ tool, input }) => ({
      tool,
      input: toolbox.registry.has(tool) ? inFormatOf(toolbox.registry.getTool(tool), input, out) : input,
    }));
    const unknown = steps.find(({ tool }) => !toolbox.registry.has(tool));
    return await run(toolbox, unknown ? [unknown] : steps, unknown ? { ...flags, url: undefined } : flags);
  } finally {
    await toolbox.close();
  }
}

async function run(
  toolbox: Toolbox,
  steps: readonly Step[],
  { json, session, url, out }: Omit<CallFlags, 'url'> & { url?: string | undefined },
): Promise<number> {
  if (url !== undefined) {
    const { result, rendered } = await toolbox.callAndRender('browser_navigate', { url }, { session });
    if (!result.success) {
      print(json ? JSON.stringify(result) : rendered.text);
      return 1;
    }
  }
  let pictures = 0;
  for (const { tool, input } of steps) {
    const { result, rendered } = await toolbox.callAndRender(tool, input, { session });
    const saved = rendered.image && out !== undefined ? numbered(out, pictures++) : undefined;
    if (rendered.image && saved !== undefined) {
      await savePicture(saved, rendered.image);
    }
    print(json ? JSON.stringify(result) : describe(result, rendered, saved));
    if (exitCodeOf(tool, result) !== 0) return 1;
  }
  return 0;
}

/** A tool's name, optionally followed by its JSON input, as often as wanted. */
function parseSteps(args: readonly string[]): Step[] {
  const steps: Step[] = [];
  for (const arg of args) {
    if (/^(?!(null|true|false)$)[a-z][\w-]*$/i.test(arg)) {
      steps.push({ tool: arg, input: {} });
      continue;
    }
    const step = steps.at(-1);
    if (!step)
      throw new UsageError(`The first argument is a tool's name, not ${JSON.stringify(arg.slice(0, 80))}.`);
    step.input = parseInput(step.tool, arg);
  }
  return steps;
}

function parseInput(tool: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    throw new UsageError(
      `The input of ${tool} is not valid JSON (${reason}). Example: handhold call browser_navigate '{"url": "https://example.com"}'`,
    );
  }
}

function describe(result: ToolResult, rendered: Rendered, saved: string | undefined): string {
  if (!rendered.image || !result.success) return rendered.text;
  const picture =
    saved === undefined
      ? 'image not shown, use --json or --out <file>'
      : `saved to ${saved}${unlikeItsName(saved, rendered.image)}`;
  return `${rendered.text}\n${picture}`;
}

/** Later pictures of one run get a number, so that none overwrites another. */
function numbered(file: string, before: number): string {
  if (before === 0) return file;
  const ending = extname(file);
  return `${file.slice(0, file.length - ending.length)}-${before + 1}${ending}`;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
