import { Argument, Command, Option, type OutputConfiguration } from 'commander';
import type { CallFlags } from './call.js';
import { type ShellName, shells } from './completion.js';
import { definitionFormats } from './definition-formats.js';
import { dialectOption } from './dialect.js';
import type { DoctorFlags } from './doctor.js';
import { helpLayout } from './help-layout.js';
import type { McpFlags } from './mcp/command.js';
import { addBrowserOptions, addToolOptions, type BrowserFlags, moduleOptions, words } from './options.js';
import type { ToolsFlags } from './tools.js';
import { version } from './version.js';

/** The command line without the tools' verbs; what a command does is loaded when it is run. */
export function makeProgram(output: OutputConfiguration = {}): Command {
  const program = new Command('handhold')
    .description('A browser for AI agents: see and use the web through a real Chromium.')
    .version(version(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this, or the help of a command')
    .enablePositionalOptions()
    .showSuggestionAfterError()
    .showHelpAfterError('See "handhold --help" for what there is.')
    .configureHelp(helpLayout)
    .configureOutput(output)
    .exitOverride();

  addBrowserOptions(
    program
      .command('mcp')
      .description('serve the tools to MCP clients over stdio or HTTP')
      .option(
        '--tools <set>',
        'core, which tools of your own join, all, or names and groups, comma-separated; core if left out',
      )
      .addOption(dialectOption('other names for the tools; then all of them'))
      .option('--structured', 'add output schemas and structured results')
      .option('--vision', 'send pictures', true)
      .option('--no-vision', 'for models that see no pictures: leave these out')
      .option(
        '--http [port]',
        'serve streamable HTTP on 127.0.0.1 instead of stdio; 8931 if no port is given',
      )
      .option('--host <address>', 'listen on this address; beyond loopback a token is needed')
      .addOption(
        new Option('--http-hosts <names>', 'further names under which it is reached').argParser(words),
      )
      .option('--token <token>', 'ask HTTP clients for this bearer token (or set HANDHOLD_TOKEN)'),
  ).action(async (flags: McpFlags) => {
    const { serveMcp } = await import('./mcp/command.js');
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
      .addOption(dialectOption('as that dialect offers them'))
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
  for (const command of program.commands)
    command.showHelpAfterError(`See "handhold ${command.name()} --help".`);
  return program;
}
