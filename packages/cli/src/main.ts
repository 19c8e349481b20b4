import { Argument, Command, CommanderError, Option } from 'commander';
import type { CallFlags } from './call.js';
import { type ShellName, shells } from './completion.js';
import { definitionFormats } from './definition-formats.js';
import type { DoctorFlags } from './doctor.js';
import type { McpFlags } from './mcp.js';
import {
  addBrowserOptions,
  addToolOptions,
  type BrowserFlags,
  moduleOptions,
  modulesIn,
  words,
} from './options.js';
import { ownCommands } from './own-commands.js';
import { ownTools, ranModules } from './own-tools.js';
import type { VerbCall } from './shell/verbs.js';
import type { ToolsFlags } from './tools.js';
import { UsageError } from './usage-error.js';
import { version } from './version.js';

const program = new Command('handhold')
  .description('A browser for AI agents: see and use the web through a real Chromium.')
  .version(version(), '-V, --version', 'print the version')
  .helpOption('-h, --help', 'print this, or the help of a command')
  .enablePositionalOptions()
  .showSuggestionAfterError()
  .showHelpAfterError('See "handhold --help" for what there is.')
  .configureHelp({
    sortSubcommands: false,
    subcommandTerm: (command) =>
      `${[command.name(), ...command.aliases()].join('|')} ${command.usage().replace(/ ?\[options\] ?/, '')}`.trim(),
  })
  .exitOverride();

addBrowserOptions(
  program
    .command('mcp')
    .description('serve the tools to MCP clients over stdio or HTTP')
    .option(
      '--tools <set>',
      'core, which tools of your own join, all, or names and groups, comma-separated; core if left out',
    )
    .option(
      '--dialect <name>',
      'other names for the tools: car, flybrowser, ethos, prometheus; then all of them',
    )
    .option('--structured', 'add output schemas and structured results')
    .option('--vision', 'send pictures', true)
    .option('--no-vision', 'for models that see no pictures: leave these out')
    .option('--http [port]', 'serve streamable HTTP on 127.0.0.1 instead of stdio; 8931 if no port is given')
    .option('--host <address>', 'listen on this address; beyond loopback a token is needed')
    .addOption(new Option('--http-hosts <names>', 'further names under which it is reached').argParser(words))
    .option('--token <token>', 'ask HTTP clients for this bearer token (or set HANDHOLD_TOKEN)'),
).action(async (flags: McpFlags) => {
  const { serveMcp } = await import('./mcp.js');
  await serveMcp(flags);
});

addBrowserOptions(
  program
    .command('call')
    .description('call tools by name in a fresh browser, one after the other')
    .argument('<tool-and-json...>', `a tool's name and its input, e.g. browser_wait '{"text": "Done"}'`)
    .option('--url <url>', 'open this page first')
    .option('--json', 'print each result as a line of JSON')
    .option('--session <name>', 'the session to call them in')
    .option('--out <file>', 'save the picture that a tool returns'),
)
  .addHelpText('after', `\nExample:\n  handhold call browser_snapshot '{}' --url https://example.com`)
  .action(async (steps: string[], flags: CallFlags) => {
    const { call } = await import('./call.js');
    process.exitCode = await call(steps, flags);
  });

addToolOptions(
  program
    .command('tools')
    .description('print the definitions of the tools')
    .addOption(
      new Option('--format <format>', 'for whom; a readable list if left out').choices(definitionFormats),
    )
    .option('--tools <set>', 'core, all, or names and groups, comma-separated', 'all'),
).action(async (flags: ToolsFlags) => {
  const { printTools } = await import('./tools.js');
  process.stdout.write(`${await printTools(flags)}\n`);
});

program
  .command('demo')
  .description('watch a real task being done through the tools')
  .option('--headed', 'show the browser window')
  .option('--screenshots <folder>', 'save pictures there')
  .option('--executable <path>', 'the Chrome, Chromium or Edge to start')
  .action(async (flags: { headed?: boolean; screenshots?: string; executable?: string }) => {
    const { runDemo } = await import('./demo/run.js');
    const { executable, ...rest } = flags;
    process.exitCode = await runDemo({
      ...rest,
      ...(executable === undefined ? {} : { executablePath: executable }),
    });
  });

program
  .command('doctor')
  .description('tell what is wrong with this machine and how to mend it')
  .option('--json', 'print the findings as JSON')
  .option('--executable <path>', 'the Chrome, Chromium or Edge to look at')
  .action(async (flags: DoctorFlags) => {
    const { doctor } = await import('./doctor.js');
    process.exitCode = await doctor(flags);
  });

program
  .command('install-browser')
  .description('get a Chromium and print where it is')
  .option('--if-missing', 'only if none is found')
  .action(async (flags: { ifMissing?: boolean }) => {
    const { installBrowser } = await import('./install-browser.js');
    process.exitCode = await installBrowser(flags);
  });

const completion = program
  .command('completion')
  .description('print a script that completes commands and options')
  .addArgument(new Argument('<shell>', 'for which shell').choices(shells))
  .action(async (shell: ShellName) => {
    const { completionScript } = await import('./completion.js');
    process.stdout.write(`${completionScript(program, shell)}\n`);
  });
for (const option of moduleOptions()) completion.addOption(option);

program
  .command('guide')
  .description('print what a coding agent needs to know to use these commands')
  .action(async () => {
    const { guide } = await import('./guide.js');
    process.stdout.write(guide);
  });

program
  .command('__serve <session> <flags>', { hidden: true })
  .action(async (session: string, given: string) => {
    const { serveSession } = await import('./shell/server.js');
    const flags: BrowserFlags = JSON.parse(given);
    await serveSession(session, flags);
  });

program.addHelpText(
  'after',
  '\nTools of your own join them with --tool-module <file>, here too: see the README.',
);

const argv = process.argv.slice(2);
const [first = 'help'] = argv;

// A reader that stops early, such as head, is no error.
process.stdout.on('error', () => undefined);

try {
  // The verbs come with the whole library, which the other commands load only if they need it.
  const answered =
    !ownCommands.has(first) || first === 'help' || first === 'completion' ? await verbs() : false;
  if (argv.length === 0) program.outputHelp();
  else if (!answered) await program.parseAsync();
  if (first !== 'mcp' && first !== '__serve') endOwnTools();
} catch (thrown) {
  process.exitCode = exitCodeFor(thrown);
  endOwnTools();
}

/** Adds a command for every tool, those in named modules included; true if the session's server knew the verb better. */
async function verbs(): Promise<boolean> {
  const [{ builtInTools }, { addVerbs, verbsLeft }, { askRunning, runVerb }] = await Promise.all([
    import('handhold'),
    import('./shell/verbs.js'),
    import('./shell/run.js'),
  ]);
  const own = await ownTools(modulesIn(argv), verbsLeft());
  program.commandsGroup('A browser that stays open from one command to the next:');
  const onCall = async (call: VerbCall) => {
    process.exitCode = await runVerb(call, argv);
  };
  addVerbs(program, onCall, { tools: builtInTools });
  program.commandsGroup('Tools of your own:');
  addVerbs(program, onCall, { tools: own });
  const known = program.commands.flatMap((command) => [command.name(), ...command.aliases()]);
  if (first === 'help' || first.startsWith('-') || known.includes(first)) return false;
  // It may be a tool of the modules that the session was started with.
  const code = await askRunning(argv);
  if (code !== undefined) process.exitCode = code;
  return code !== undefined;
}

/** What modules have left open must not keep a command that is done. */
function endOwnTools(): void {
  if (ranModules()) process.stdout.write('', () => process.stderr.write('', () => process.exit()));
}

/** Says what went wrong, never where in our code. */
function exitCodeFor(thrown: unknown): number {
  if (thrown instanceof CommanderError) {
    if (thrown.code === 'commander.unknownCommand')
      process.stderr.write(
        'Tools of your own are verbs of a session that is started with their --tool-module.\n',
      );
    return thrown.exitCode === 0 ? 0 : 2;
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  process.stderr.write(`error: ${message}\n`);
  return thrown instanceof UsageError ? 2 : 1;
}
