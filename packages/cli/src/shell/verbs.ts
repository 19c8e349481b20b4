import { Command, Option } from 'commander';
import { builtInTools, type Tool } from 'handhold';
import { addBrowserOptions, type BrowserFlags } from '../options.js';
import { ownCommands } from '../own-commands.js';
import { UsageError } from '../usage-error.js';
import { fromWords, type Parameter, parametersOf, placeholder, remark } from './parameters.js';
import { inputOf, usageOf } from './positionals.js';

/** A verb as it was typed, understood. */
export interface VerbCall {
  tool: string;
  input: Record<string, unknown>;
  json: boolean;
  out: string | undefined;
  /** Of all sessions, where that makes sense. */
  all: boolean;
  /** What was said about the browser, which counts when it is started. */
  browser: BrowserFlags;
}

/** Names under which people look for a tool besides its own. */
const aliases: Record<string, string> = { browser_navigate: 'open', browser_fill_form: 'fill' };

/** What a tool is called in the shell: its name without the prefix. */
export function verbOf(tool: Tool): string {
  return tool.name.replace(/^browser_/, '').replaceAll('_', '-');
}

/** The tool that a verb is for. */
export function toolFor(verb: string, tools: readonly Tool[] = builtInTools): Tool | undefined {
  return tools.find((tool) => verbOf(tool) === verb || aliases[tool.name] === verb);
}

/** Refuses tools of the user's own whose verbs are taken, one after the other. */
export function verbsLeft(): (tool: Tool) => void {
  const all = [...builtInTools];
  return (tool) => {
    const verb = verbOf(tool);
    const owner = ownCommands.has(verb) ? 'a command' : toolFor(verb, all)?.name;
    if (owner !== undefined)
      throw new UsageError(
        `as a verb its tool "${tool.name}" would be "${verb}", which is ${owner} already. Give it another name.`,
      );
    all.push(tool);
  };
}

interface VerbOptions {
  tools?: readonly Tool[];
  /** Where the command was typed; files are named from there. */
  folder?: string;
}

/** Makes tools commands; the work is the caller's. */
export function addVerbs(
  program: Command,
  onCall: (call: VerbCall) => Promise<void> | void,
  { tools = builtInTools, folder = process.cwd() }: VerbOptions = {},
): void {
  for (const tool of tools) {
    const command = verbCommand(tool, onCall, folder);
    program.addCommand(command);
    command.copyInheritedSettings(program);
  }
}

function verbCommand(tool: Tool, onCall: (call: VerbCall) => Promise<void> | void, folder: string): Command {
  const command = new Command(verbOf(tool))
    .description(tool.description)
    .usage(`${usageOf(tool)} [options]`.trim())
    .argument('[words...]')
    .configureHelp({ visibleArguments: () => [] })
    .exitOverride();
  const alias = aliases[tool.name];
  if (alias !== undefined) command.alias(alias);
  const keys = parametersOf(tool).map((parameter) => {
    const options = optionsOf(parameter);
    for (const option of options) command.addOption(option);
    return { key: parameter.key, flag: options[0]?.attributeName() ?? parameter.key };
  });
  command
    .option('--json', 'print the result as JSON')
    .option('--session <name>', 'which browser session; each has a background server of its own')
    .option('--out <file>', 'save a picture there');
  if (tool.name === 'browser_close') command.option('--all', 'of every session');
  const browserKeys = addBrowserFlags(command, folder);

  return command.action((words: string[], flags: Record<string, unknown>) => {
    const own = Object.fromEntries(
      keys.flatMap(({ key, flag }) => (flags[flag] === undefined ? [] : [[key, flags[flag]]])),
    );
    const browser: BrowserFlags = Object.fromEntries(
      browserKeys.flatMap((key) => (flags[key] === undefined ? [] : [[key, flags[key]]])),
    );
    return onCall({
      tool: tool.name,
      input: inputOf(tool, words, own),
      json: flags.json === true,
      out: typeof flags.out === 'string' ? flags.out : undefined,
      all: flags.all === true,
      browser,
    });
  });
}

function optionsOf(parameter: Parameter): Option[] {
  const { flag, kind } = parameter;
  if (kind === 'boolean') {
    const on = new Option(`--${flag}`, remark(parameter));
    // Only one of the two is of use, but either may be said.
    const isOn = parameter.schema.default === true;
    return [
      isOn ? on.hideHelp() : on,
      new Option(`--no-${flag}`, isOn ? remark(parameter) : '').hideHelp(!isOn),
    ];
  }
  const option = new Option(`--${flag} <${placeholder(parameter)}>`, remark(parameter));
  return [
    kind === 'list'
      ? option.argParser((word: string, before: unknown[] | undefined) => [
          ...(before ?? []),
          ...asList(fromWords(parameter, [word])),
        ])
      : option.argParser((word: string) => fromWords(parameter, [word])),
  ];
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value];
}

/** The options about the browser, as far as the tool has none of that name; gives their keys. */
function addBrowserFlags(command: Command, folder: string): string[] {
  const taken = new Set(command.options.map((option) => option.attributeName()));
  const fresh = addBrowserOptions(new Command(), folder).options.filter(
    (option) => !taken.has(option.attributeName()),
  );
  for (const option of fresh) command.addOption(option.helpGroup('Browser, when it is started:'));
  return [...new Set(fresh.map((option) => option.attributeName()))];
}
