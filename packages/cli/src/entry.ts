import { ownCommands } from './own-commands.js';
import { askServer } from './shell/client.js';
import { placeFor, requestFor, withStdin } from './shell/request.js';

/** A verb on a session that runs is passed on at once; for everything else there is time to load the rest. */
async function quickly(argv: string[]): Promise<number | undefined> {
  const [verb = '-'] = argv;
  if (verb.startsWith('-') || ownCommands.has(verb)) return undefined;
  const given = withStdin(argv);
  process.argv.splice(2, argv.length, ...given);
  const rest = given.includes('--') ? given.slice(0, given.indexOf('--')) : given;
  if (['--help', '-h', '--all'].some((word) => rest.includes(word))) return undefined;
  const place = placeFor(given);
  const answer = place ? await askServer(place, requestFor(given)) : 'no server';
  return typeof answer === 'object' ? answer.code : undefined;
}

/** Hints name tools as they are called elsewhere; here they are verbs. */
function asVerb(word: string): string {
  return /^browser_\w+$/.test(word) ? word.replace('browser_', '').replaceAll('_', '-') : word;
}

async function run(): Promise<void> {
  try {
    process.argv.splice(2, 1, ...process.argv.slice(2, 3).map(asVerb));
    const code = await quickly(process.argv.slice(2));
    if (code === undefined) await import('./main.js');
    // All has been said, and ending by ourselves would only take longer.
    else process.exit(code);
  } catch (thrown) {
    process.stderr.write(`error: ${thrown instanceof Error ? thrown.message : String(thrown)}\n`);
    process.exitCode = 1;
  }
}

void run();
