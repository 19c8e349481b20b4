import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import {
  checkToolset,
  contradictionIn,
  Failure,
  loadConfig,
  type Tool,
  type ToolboxOptions,
  type ToolRegistry,
} from 'handhold';
import { ownTools } from './own-tools.js';
import { UsageError } from './usage-error.js';

/** What a user may say about which tools there are. */
export interface ToolFlags {
  config?: string;
  toolset?: string;
  toolsetFile?: string;
  personality?: string;
  toolModule?: string[];
}

/** What a user may say about the browser on any command that uses one. */
export interface BrowserFlags extends ToolFlags {
  headed?: boolean;
  allowHosts?: string[];
  allowPrivate?: boolean;
  blockHosts?: string[];
  hardened?: boolean;
  cdp?: string;
  executable?: string;
  profile?: string;
  files?: string[];
  followTabs?: boolean;
}

/** Where a surface is used: by a person on their own machine, or by whoever reaches it over a network. */
export type Place = 'own machine' | 'network';

/** What is allowed by where a surface is used, before the user says anything. */
const allowedAt: Record<Place, ToolboxOptions> = { 'own machine': { loopback: 'agent' }, network: {} };

/** The library's options, with the tools of the user's own that a command is to have. */
export type WithOwnTools = ToolboxOptions & { tools: readonly Tool[] };

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

/** What a command line says of modules, before it is known which commands there are. */
export function modulesIn(argv: readonly string[]): Pick<ToolFlags, 'config' | 'toolModule'> {
  const command = new Command().exitOverride();
  for (const option of moduleOptions()) command.addOption(option);
  command.parseOptions([...argv]);
  return command.opts<Pick<ToolFlags, 'config' | 'toolModule'>>();
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

/** The library's options for what the user said, and for who may be at the other end. */
export async function toolboxOptions(flags: BrowserFlags, place: Place): Promise<WithOwnTools> {
  if (flags.cdp !== undefined && !/^(https?|wss?):\/\/[^/]/i.test(flags.cdp)) {
    throw new UsageError(`--cdp takes an http, https, ws or wss address, not "${flags.cdp}".`);
  }
  if (flags.profile !== undefined && !/^[a-z0-9][a-z0-9._-]{0,63}$/i.test(flags.profile)) {
    throw new UsageError('--profile takes a name of letters, digits, dots, dashes and underscores.');
  }
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  if (flags.headed && process.platform === 'linux' && !DISPLAY && !WAYLAND_DISPLAY) {
    throw new UsageError('--headed needs a display and there is none: leave it out, or run under xvfb-run.');
  }
  const written = await toolOptions(flags);
  const options: WithOwnTools = {
    ...(flags.hardened || written.hardened ? {} : allowedAt[place]),
    ...written,
    ...(flags.headed ? { headless: false } : {}),
    ...(flags.allowHosts ? { allowHosts: flags.allowHosts } : {}),
    ...(flags.allowPrivate ? { allowPrivate: true } : {}),
    ...(flags.blockHosts ? { blockHosts: flags.blockHosts } : {}),
    ...(flags.hardened ? { hardened: true } : {}),
    ...(flags.cdp === undefined ? {} : { cdp: flags.cdp }),
    ...(flags.executable === undefined ? {} : { executablePath: flags.executable }),
    ...(flags.profile === undefined ? {} : { profile: flags.profile }),
    ...(flags.files ? { files: flags.files } : {}),
    ...(flags.followTabs === false ? { followNewTabs: false } : {}),
  };
  const contradiction = contradictionIn(options);
  if (contradiction !== undefined) throw new UsageError(contradiction);
  return options;
}

/** What the config file says, and the tools of the user's own. */
export async function toolOptions(flags: ToolFlags & { hardened?: boolean }): Promise<WithOwnTools> {
  const { config, toolset } = flags;
  if (config === undefined && toolset !== undefined) throw new UsageError('--toolset needs --config.');
  const tools = await ownTools(flags);
  const modules = flags.toolModule ?? [];
  const options = { ...written(flags, tools), ...personalityOf(flags), tools };
  checkPersonality(options);
  return { ...options, keptFiles: [...(options.keptFiles ?? []), ...modules] };
}

function written(flags: ToolFlags & { hardened?: boolean }, tools: readonly Tool[]): ToolboxOptions {
  const { config, toolset, hardened } = flags;
  if (config === undefined) return {};
  try {
    return loadConfig(config, { toolset, tools, hardened });
  } catch (thrown) {
    throw new UsageError(`--config: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  }
}

function personalityOf({ toolsetFile, personality }: ToolFlags): ToolboxOptions {
  return {
    ...(toolsetFile === undefined ? {} : { toolsetFile }),
    ...(personality === undefined ? {} : { personality }),
  };
}

function checkPersonality({ toolsetFile, personality, tools }: WithOwnTools): void {
  if (toolsetFile === undefined && personality === undefined) return;
  if (toolsetFile === undefined) throw new UsageError('--personality goes with --toolset-file.');
  try {
    checkToolset(toolsetFile, personality, tools);
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown;
    throw new UsageError(`--toolset-file: ${[thrown.message, thrown.hint].filter(Boolean).join(' ')}`);
  }
}

/** The tools that `core`, `all`, names or groups stand for; what the user named a module for counts as core. */
export function selectTools(registry: ToolRegistry, wanted: string, own: readonly Tool[]): ToolRegistry {
  const names = words(wanted);
  if (names.length === 0) throw new UsageError('--tools takes core, all, or names and groups of tools.');
  try {
    return registry.select(names, own);
  } catch (thrown) {
    const groups = [...new Set([...registry].map((tool) => tool.category))].join(', ');
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    const near = thrown instanceof Failure && thrown.hint ? ` ${thrown.hint}` : '';
    throw new UsageError(
      `--tools: ${reason}${near} Groups: core, all, ${groups}. Names: see "handhold tools".`,
    );
  }
}

/** Comma-separated words. */
export function words(text: string): string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}
