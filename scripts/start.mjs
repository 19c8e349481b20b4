import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { main, root, setup } from './setup.mjs';

const given = process.argv.slice(2);
const args = given.length ? given : ['demo'];

// These must work where no browser can be had, or bring their own.
const withoutBrowser =
  ['tools', 'doctor', 'install-browser', 'help', 'guide', 'completion', 'close'].includes(args[0]) ||
  args.some((arg) => /^(-h|--help|-V|--version|--(cdp|executable)(=.*)?)$/.test(arg));

await main(async () => {
  await setup({ needsChromium: !withoutBrowser });
  const cli = join(root, 'packages', 'cli', 'bin', 'handhold.js');
  // In this process: a child would be left behind if we were killed, and costs a second start of Node.
  process.argv = [process.execPath, cli, ...args];
  await import(pathToFileURL(cli).href);
  return process.exitCode;
});
