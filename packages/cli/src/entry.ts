import { isCommand, sessionsCommand } from './command-names.js';
import { askServer } from './shell/client.js';
import { print, printed } from './shell/print.js';
import { requestFor, serverFilesFor, withStdin } from './shell/request.js';
import { runningSessions } from './shell/running.js';
import { version } from './version.js';

/** Help, the version and a verb on a session that runs take no time; for everything else there is time to load the rest. */
async function runWithoutLibrary(argv: string[]): Promise<number | undefined> {
  const [verb = '-h'] = argv;
  if (verb === '-V' || verb === '--version') {
    print(1, `${version()}\n`);
    return 0;
  }
  if (verb === sessionsCommand) {
    print(1, (await runningSessions()).map((name) => `${name}\n`).join(''));
    return 0;
  }
  const mayAskForHelp = beforeEnd(argv).some((word) => word === '-h' || word === '--help');
  if (argv.length === 0 || mayAskForHelp) return help(argv);
  if (verb.startsWith('-') || isCommand(verb)) return undefined;
  const given = withStdin(argv);
  process.argv.splice(2, argv.length, ...given);
  if (beforeEnd(given).includes('--all')) return undefined;
  const files = serverFilesFor(given);
  const answer = files ? await askServer(files, requestFor(given)) : 'no server';
  return typeof answer === 'object' ? answer.code : undefined;
}

/** Modules of tools bring help of their own. What is bundled is required: to import CommonJS has it searched for exports. */
async function help(argv: readonly string[]): Promise<number | undefined> {
  if (beforeEnd(argv).some((word) => /^--(config|tool-module)(=|$)/.test(word))) return undefined;
  const require = process.getBuiltinModule('node:module').createRequire(import.meta.url);
  const { helpFor }: typeof import('./help.js') = require('./help.cjs');
  const text = await helpFor(argv);
  if (text === undefined) return undefined;
  print(1, text);
  await printed();
  return 0;
}

/** The words among which there can be options. */
function beforeEnd(argv: readonly string[]): readonly string[] {
  return argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv;
}

/** "help click" asks for what "click --help" does. */
function asOption([first, ...rest]: readonly string[]): string[] {
  if (first === undefined) return [];
  const [verb, ...options] = rest;
  if (first !== 'help' || verb?.startsWith('-')) return [asVerb(first), ...rest];
  return verb === undefined ? ['--help'] : [asVerb(verb), '--help', ...options];
}

/** Hints name tools as they are called elsewhere; here they are verbs. */
function asVerb(word: string): string {
  return /^browser_\w+$/.test(word) ? word.replace('browser_', '').replaceAll('_', '-') : word;
}

async function run(): Promise<void> {
  try {
    const given = process.argv.slice(2);
    process.argv.splice(2, given.length, ...asOption(given));
    const code = await runWithoutLibrary(process.argv.slice(2));
    if (code === undefined) await import('./main.js');
    // All has been said, and ending by ourselves would only take longer.
    else process.exit(code);
  } catch (thrown) {
    process.stderr.write(`error: ${thrown instanceof Error ? thrown.message : String(thrown)}\n`);
    process.exitCode = 1;
  }
}

void run();
