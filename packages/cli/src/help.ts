import { CommanderError } from 'commander';
import { makeProgram } from './program.js';
import { addBuiltInVerbs, hasCommand } from './shell/verbs.js';

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
  addBuiltInVerbs(program, () => undefined);
  const [first = '-h'] = argv;
  if (!first.startsWith('-') && !hasCommand(program, first)) return undefined;
  try {
    await program.parseAsync(argv.length === 0 ? [first] : argv, { from: 'user' });
  } catch (thrown) {
    // Whatever is wrong with it is told by the command itself.
    if (thrown instanceof CommanderError && thrown.code === 'commander.helpDisplayed') return text;
  }
  return undefined;
}
