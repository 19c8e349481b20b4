import { Argument, type Command, Option } from 'commander';
import { z } from 'zod';
import { type CommandName, commandNames, serveCommand } from './command-names.js';
import { shells } from './completion.js';
import { definitionFormats } from './definition-formats.js';
import { dialectOption } from './dialect.js';
import {
  browserFlags,
  callFlags,
  demoFlags,
  doctorFlags,
  installFlags,
  mcpFlags,
  toolsFlags,
} from './flags.js';
import { addBrowserOptions, addToolOptions, moduleOptions, words } from './options.js';

/** Adds the commands that are no tools' verbs; what one does is loaded when it is run. */
export function addCommands(program: Command): void {
  for (const name of commandNames) {
    const command = program.command(name, { hidden: name === serveCommand });
    define[name](command, program);
    command.showHelpAfterError(`See "handhold ${name} --help".`);
  }
}

const define: Record<CommandName, (command: Command, program: Command) => void> = {
  mcp: defineMcp,
  call: defineCall,
  tools: defineTools,
  demo: defineDemo,
  doctor: defineDoctor,
  'install-browser': defineInstallBrowser,
  completion: defineCompletion,
  guide: defineGuide,
  [serveCommand]: defineServe,
};

function defineMcp(command: Command): void {
  command
    .description('serve the tools to MCP clients over stdio or HTTP')
    .option(
      '--tools <set>',
      'core, which tools of your own join, all, or names and groups, comma-separated; core if left out',
    )
    .addOption(dialectOption('other names for the tools; then all of them'))
    .option('--structured', 'add output schemas and structured results')
    .option('--vision', 'send pictures', true)
    .option('--no-vision', 'for models that see no pictures: leave these out')
    .option('--http [port]', 'serve streamable HTTP on 127.0.0.1 instead of stdio; 8931 if no port is given')
    .option('--host <address>', 'listen on this address; beyond loopback a token is needed')
    .addOption(new Option('--http-hosts <names>', 'further names under which it is reached').argParser(words))
    .option('--token <token>', 'ask HTTP clients for this bearer token (or set HANDHOLD_TOKEN)');
  addBrowserOptions(command).action(async (flags: unknown) => {
    const { serveMcp } = await import('./mcp/serve.js');
    await serveMcp(mcpFlags.parse(flags));
  });
}

function defineCall(command: Command): void {
  command
    .description('call tools by name in a fresh browser, one after the other')
    .argument('<tool-and-json...>', `a tool's name and its input, e.g. browser_wait '{"text": "Done"}'`)
    .option('--url <url>', 'open this page first')
    .option('--json', 'print each result as a line of JSON')
    .option('--session <name>', 'the session to call them in')
    .option('--out <file>', 'save the picture that a tool returns');
  addBrowserOptions(command)
    .addHelpText('after', `\nExample:\n  handhold call browser_snapshot '{}' --url https://example.com`)
    .action(async (steps: unknown, flags: unknown) => {
      const { call } = await import('./call.js');
      process.exitCode = await call(z.array(z.string()).parse(steps), callFlags.parse(flags));
    });
}

function defineTools(command: Command): void {
  command
    .description('print the definitions of the tools')
    .addOption(
      new Option('--format <format>', 'for whom; a readable list if left out').choices(definitionFormats),
    )
    .addOption(dialectOption('as that dialect offers them'))
    .option('--tools <set>', 'core, all, or names and groups, comma-separated', 'all');
  addToolOptions(command).action(async (flags: unknown) => {
    const { printTools } = await import('./tools.js');
    process.stdout.write(`${await printTools(toolsFlags.parse(flags))}\n`);
  });
}

function defineDemo(command: Command): void {
  command
    .description('watch a real task being done through the tools')
    .option('--headed', 'show the browser window')
    .option('--screenshots <folder>', 'save pictures there')
    .option('--executable <path>', 'the Chrome, Chromium or Edge to start')
    .action(async (flags: unknown) => {
      const { runDemo } = await import('./demo/run.js');
      const { executable: executablePath, ...rest } = demoFlags.parse(flags);
      process.exitCode = await runDemo({ ...rest, executablePath });
    });
}

function defineDoctor(command: Command): void {
  command
    .description('tell what is wrong with this machine and how to mend it')
    .option('--json', 'print the findings as JSON')
    .option('--executable <path>', 'the Chrome, Chromium or Edge to look at')
    .action(async (flags: unknown) => {
      const { doctor } = await import('./doctor.js');
      process.exitCode = await doctor(doctorFlags.parse(flags));
    });
}

function defineInstallBrowser(command: Command): void {
  command
    .description('get a Chromium and print where it is')
    .option('--if-missing', 'only if none is found')
    .action(async (flags: unknown) => {
      const { installBrowser } = await import('./install-browser.js');
      process.exitCode = await installBrowser(installFlags.parse(flags));
    });
}

function defineCompletion(command: Command, program: Command): void {
  command
    .description('print a script that completes commands and options')
    .addArgument(new Argument('<shell>', 'for which shell').choices(shells))
    .action(async (shell: unknown) => {
      const { completionScript } = await import('./completion.js');
      process.stdout.write(`${completionScript(program, z.enum(shells).parse(shell))}\n`);
    });
  for (const option of moduleOptions()) command.addOption(option);
}

function defineGuide(command: Command): void {
  command.description('print what a coding agent needs to know to use these commands').action(async () => {
    const { guide } = await import('./guide.js');
    process.stdout.write(guide);
  });
}

function defineServe(command: Command): void {
  command.arguments('<session> <flags>').action(async (session: unknown, flags: unknown) => {
    const { serveSession } = await import('./shell/server.js');
    await serveSession(z.string().parse(session), browserFlags.parse(JSON.parse(z.string().parse(flags))));
  });
}
