import { CommanderError } from 'commander';
import { isCommand, serveCommand } from './command-names.js';
import { modulesIn } from './options.js';
import { ownTools, ranModules } from './own-tools.js';
import { makeProgram } from './program.js';
import { askRunning, runVerb } from './shell/run.js';
import { addBuiltInVerbs, addVerbs, hasCommand, type VerbCall, verbsLeft } from './shell/verbs.js';
import { UsageError } from './usage-error.js';

const program = makeProgram();
const argv = process.argv.slice(2);
const [first = 'help'] = argv;

// A reader that stops early, such as head, is no error.
process.stdout.on('error', () => undefined);

try {
  const answered =
    !isCommand(first) || first === 'help' || first === 'completion' ? await addVerbCommands() : false;
  if (argv.length === 0) program.outputHelp();
  else if (!answered) await program.parseAsync();
  if (first !== 'mcp' && first !== serveCommand) endOwnTools();
} catch (thrown) {
  process.exitCode = exitCodeFor(thrown);
  endOwnTools();
}

/** Adds a command for every tool, those in named modules included; true if the session's server knew the verb better. */
async function addVerbCommands(): Promise<boolean> {
  const own = await ownTools(modulesIn(argv), verbsLeft());
  const onCall = async (call: VerbCall) => {
    process.exitCode = await runVerb(call, argv);
  };
  addBuiltInVerbs(program, onCall);
  program.commandsGroup('Tools of your own:');
  addVerbs(program, onCall, { tools: own });
  if (first === 'help' || first.startsWith('-') || hasCommand(program, first)) return false;
  // It may be a tool of the modules that the session was started with.
  const code = await askRunning(argv);
  if (code !== undefined) process.exitCode = code;
  // Whatever else stands there, such as --help, is of no interest before there is such a command.
  else await program.parseAsync([first], { from: 'user' });
  return true;
}

/** Ends the process: things that modules have left open must not keep a command that is done. */
function endOwnTools(): void {
  if (ranModules()) process.stdout.write('', () => process.stderr.write('', () => process.exit()));
}

/** Says what went wrong, never where in our code. */
function exitCodeFor(thrown: unknown): number {
  if (thrown instanceof CommanderError) {
    if (thrown.code === 'commander.unknownCommand' && !thrown.message.includes('Did you mean'))
      process.stderr.write('Tools of your own are verbs of a session started with their --tool-module.\n');
    return thrown.exitCode === 0 ? 0 : 2;
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  process.stderr.write(`error: ${message}\n`);
  return thrown instanceof UsageError ? 2 : 1;
}
