import { CommanderError } from 'commander';
import { builtInTools } from 'handhold';
import { makeProgram } from './program.js';
import { addVerbs } from './shell/verbs.js';

/** It asks for something to be done rather than explained. */
class NoHelp extends Error {}

/**
 * The help that a command line asks for; nothing where it asks for something else, or for what only a session or a module
 * can know. Bundled by itself, without what of the library only runs a browser.
 */
export async function helpFor(argv: readonly string[]): Promise<string | undefined> {
  let text = '';
  const program = makeProgram({
    writeOut: (more) => {
      text += more;
    },
    writeErr: () => undefined,
  });
  program.hook('preAction', () => {
    throw new NoHelp();
  });
  program.commandsGroup('A browser that stays open from one command to the next:');
  addVerbs(program, () => undefined, { tools: builtInTools });
  const [first = '-h'] = argv;
  const known = program.commands.flatMap((command) => [command.name(), ...command.aliases()]);
  if (!first.startsWith('-') && !known.includes(first)) return undefined;
  try {
    await program.parseAsync(argv.length === 0 ? [first] : argv, { from: 'user' });
  } catch (thrown) {
    // Whatever is wrong with it is told by the command itself.
    if (thrown instanceof CommanderError && thrown.code === 'commander.helpDisplayed') return text;
  }
  return undefined;
}
