import { Command, type Help, Option } from 'commander';
import {
  aliasOf,
  builtInTools,
  Failure,
  inputFrom,
  type Parameter,
  parametersOf,
  placeholder,
  remark,
  type Sorted,
  sortWords,
  type Tool,
  toolFor,
  usageOf,
  verbOf,
  writeWords,
} from 'handhold';
import { isCommand } from '../command-names.js';
import { type BrowserFlags, browserFlags } from '../flags.js';
import { addBrowserOptions } from '../options.js';
import { showsPictures } from '../shows-pictures.js';
import { UsageError } from '../usage-error.js';

/** A verb as it was typed, understood. */
export interface VerbCall {
  tool: string;
  input: Record<string, unknown>;
  json: boolean;
  out: string | undefined;
  /** Of all sessions, where that makes sense. */
  all: boolean;
  /** The options about the browser, which count when it is started. */
  browser: BrowserFlags;
}

/** Refuses tools of the user's own whose verbs are taken, one after the other. */
export function verbsLeft(): (tool: Tool) => void {
  const all = [...builtInTools];
  return (tool) => {
    const verb = verbOf(tool);
    const owner = isCommand(verb) ? 'a command' : toolFor(verb, all)?.name;
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

/** Makes the library's own tools commands, in a group of their own in the help. */
export function addBuiltInVerbs(program: Command, onCall: (call: VerbCall) => Promise<void> | void): void {
  program.commandsGroup('A browser that stays open from one command to the next:');
  addVerbs(program, onCall);
}

/** True if a word is a command of the program, or another name for one. */
export function hasCommand(program: Command, word: string): boolean {
  return program.commands.some((command) => command.name() === word || command.aliases().includes(word));
}

const aboutBrowser = 'Browser, when it is started:';

/** These options are the same for all verbs, and are described once. */
function describesBrowser(tool: Tool): boolean {
  return tool.name === 'browser_navigate';
}

/** A command whose words are told apart as those of a step in a batch are; commander has the shell's own options. */
export class VerbCommand extends Command {
  private sorted: Sorted | undefined;

  constructor(readonly tool: Tool) {
    super(verbOf(tool));
  }

  override createHelp(): Help {
    const help = super.createHelp();
    if (describesBrowser(this.tool)) return help;
    const all = help.visibleOptions.bind(help);
    help.visibleOptions = (command) =>
      all(command).filter(({ helpGroupHeading }) => helpGroupHeading !== aboutBrowser);
    return help;
  }

  override parseOptions(words: string[]): { operands: string[]; unknown: string[] } {
    const help = this.createHelp()
      .visibleOptions(this)
      .flatMap(({ short, long }) => [short, long]);
    this.sorted = asUsage(() =>
      sortWords(this.tool, words, (name) => {
        const option = this.options.find(({ long }) => long === name);
        if (option) return option.required ? 'value' : 'nothing';
        return help.includes(name) ? 'nothing' : undefined;
      }),
    );
    return super.parseOptions(this.sorted.others);
  }

  /** The tool's input, as it was typed. */
  get input(): Record<string, unknown> {
    const { sorted } = this;
    return sorted ? asUsage(() => inputFrom(this.tool, sorted)) : {};
  }
}

/** Of tools of the user's own nobody knows before they have answered. */
function mayShowPicture(tool: Tool): boolean {
  return !builtInTools.includes(tool) || showsPictures(tool);
}

/** Faults of words are faults of the command line. */
function asUsage<T>(read: () => T): T {
  try {
    return read();
  } catch (thrown) {
    throw thrown instanceof Failure ? new UsageError(thrown.message) : thrown;
  }
}

function verbCommand(tool: Tool, onCall: (call: VerbCall) => Promise<void> | void, folder: string): Command {
  const command = new VerbCommand(tool);
  command
    .description(tool.description)
    .usage(`${usageOf(tool)} [options]`.trim())
    .configureHelp({ visibleArguments: () => [] })
    .exitOverride();
  const alias = aliasOf(tool);
  if (alias !== undefined) command.alias(alias);
  for (const parameter of parametersOf(tool))
    for (const option of optionsOf(parameter)) command.addOption(option);
  command
    .option('--json', 'print the result as JSON')
    .option('--session <name>', 'which browser session; each has a background server of its own');
  if (mayShowPicture(tool)) command.option('--out <file>', 'save the picture there: .png, .jpg');
  if (tool.name === 'browser_close') command.option('--all', 'of every session');
  const browserKeys = addBrowserFlags(command, folder);
  if (!describesBrowser(tool))
    command.addHelpText('after', '\nWhat the browser is started with: see handhold open --help');
  if (tool.examples.length > 0) command.addHelpText('after', `\n${examplesOf(tool)}`);

  return command.action((flags: Record<string, unknown>) => {
    const given = browserKeys.filter((key) => flags[key] !== undefined).map((key) => [key, flags[key]]);
    return onCall({
      tool: tool.name,
      input: command.input,
      json: flags.json === true,
      out: typeof flags.out === 'string' ? flags.out : undefined,
      all: flags.all === true,
      browser: browserFlags.parse(Object.fromEntries(given)),
    });
  });
}

function examplesOf(tool: Tool): string {
  const lines = tool.examples.map((example) => `  ${brokenAt78(`handhold ${writeWords(tool, example)}`)}`);
  return [`${lines.length === 1 ? 'Example' : 'Examples'}:`, ...lines].join('\n');
}

/** A command in as many lines as it takes, as shells read them. */
function brokenAt78(command: string): string {
  const words = command.match(/(?:'[^']*'|"(?:[^"\\]|\\.)*"|\\.|\S)+/g) ?? [];
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word} \\`.length <= 78) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(last === undefined ? word : `  ${word}`);
  }
  return lines.join(' \\\n  ');
}

/** For help and completion; what they mean is read elsewhere. */
function optionsOf(parameter: Parameter): Option[] {
  const { flag, kind } = parameter;
  if (kind !== 'boolean') return [new Option(`--${flag} <${placeholder(parameter)}>`, remark(parameter))];
  const on = new Option(`--${flag}`, remark(parameter));
  // Only one of the two is of use, but either may be said.
  const isOn = parameter.schema.default === true;
  return [
    isOn ? on.hideHelp() : on,
    new Option(`--no-${flag}`, isOn ? whileOn(parameter) : '').hideHelp(!isOn),
  ];
}

/** The description of an option that is on unless somebody turns it off. */
function whileOn({ schema: { description } }: Parameter): string {
  return [typeof description === 'string' ? description : '', '(on by default)'].filter(Boolean).join(' ');
}

/** The options about the browser, as far as the tool has none of that name; gives their keys. */
function addBrowserFlags(command: Command, folder: string): string[] {
  const taken = new Set(command.options.map((option) => option.attributeName()));
  const fresh = addBrowserOptions(new Command(), folder).options.filter(
    (option) => !taken.has(option.attributeName()),
  );
  for (const option of fresh) command.addOption(option.helpGroup(aboutBrowser));
  return [...new Set(fresh.map((option) => option.attributeName()))];
}
