import { Command, type OutputConfiguration } from 'commander';
import { addCommands } from './commands.js';
import { helpLayout } from './help-layout.js';
import { version } from './version.js';

/** The command line without the tools' verbs. */
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
  addCommands(program);
  program.addHelpText(
    'after',
    '\nTools of your own join them with --tool-module <file>, here too: see the README.',
  );
  return program;
}
