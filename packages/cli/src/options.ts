import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { type ToolFlags, toolFlags } from './flags.js';

/** The options that say where tools of the user's own are; files are named from that folder. */
export function moduleOptions(folder = process.cwd()): Option[] {
  return [
    new Option(
      '--config <file>',
      'limits on tools, hosts and levels of risk, and modules of tools: see SECURITY.md',
    ).argParser((path: string) => resolve(folder, path)),
    new Option(
      '--tool-module <file>',
      'tools of your own: an ES module that exports them, which is run; repeatable',
    ).argParser((path: string, before: string[] | undefined) => [...(before ?? []), resolve(folder, path)]),
  ];
}

/** Adds the options about which tools there are to a command. */
export function addToolOptions(command: Command, folder = process.cwd()): Command {
  for (const option of moduleOptions(folder)) command.addOption(option);
  return command
    .option('--toolset <name>', 'the toolset of the config file to use')
    .addOption(
      new Option('--toolset-file <file>', 'only the tools and hosts that this toolset.yaml allows').argParser(
        (path: string) => resolve(folder, path),
      ),
    )
    .option('--personality <name>', 'whose, where that file is about several');
}

/** The modules that a command line names, before it is known which commands there are. */
export function modulesIn(argv: readonly string[]): Pick<ToolFlags, 'config' | 'toolModule'> {
  const command = new Command().exitOverride();
  for (const option of moduleOptions()) command.addOption(option);
  command.parseOptions([...argv]);
  return toolFlags.pick({ config: true, toolModule: true }).parse(command.opts());
}

/** Adds the options about the browser to a command; files among them are named from that folder. */
export function addBrowserOptions(command: Command, folder = process.cwd()): Command {
  const fromThere = (path: string) => resolve(folder, path);
  command
    .option('--headed', 'show the browser window')
    .addOption(
      new Option('--allow-hosts <hosts>', 'only these hosts and their subdomains, comma-separated').argParser(
        (text: string, before: string[] | undefined) => [...(before ?? []), ...words(text)],
      ),
    )
    .addOption(
      new Option(
        '--block-hosts <hosts>',
        'never these hosts nor their subdomains, comma-separated',
      ).argParser((text: string, before: string[] | undefined) => [...(before ?? []), ...words(text)]),
    )
    .option('--allow-private', 'also loopback and private network addresses');
  return addToolOptions(command, folder)
    .addOption(new Option('--hardened', 'shut whatever can be: see SECURITY.md').conflicts('allowPrivate'))
    .addOption(
      new Option('--cdp <url>', 'use a running browser, e.g. http://127.0.0.1:9222').conflicts([
        'executable',
        'profile',
        'headed',
      ]),
    )
    .option('--executable <path>', 'the Chrome, Chromium or Edge to start')
    .option('--profile <name>', 'keep cookies and logins under this name')
    .option('--no-follow-tabs', 'stay on the page when it opens a new tab')
    .addOption(
      new Option(
        '--files <dir>',
        'a folder that files may be read from and written to; repeatable',
      ).argParser((path: string, before: string[] | undefined) => [...(before ?? []), fromThere(path)]),
    );
}

/** Comma-separated words. */
export function words(text: string): string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}
