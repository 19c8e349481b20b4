import {
  checkToolset,
  contradictionIn,
  Failure,
  HostPolicy,
  loadConfig,
  profileNameForm,
  type Tool,
  type ToolboxOptions,
  type ToolRegistry,
} from 'handhold';
import type { BrowserFlags, ToolFlags } from './flags.js';
import { words } from './options.js';
import { ownTools } from './own-tools.js';
import { UsageError } from './usage-error.js';

/** From where a surface is used: by a person on their own machine, or by whoever reaches it over a network. */
export type Reach = 'own machine' | 'network';

/** The options by where a surface is used from, before the user says anything. */
const optionsFor: Record<Reach, ToolboxOptions> = { 'own machine': { loopback: 'agent' }, network: {} };

/** The library's options, with the tools of the user's own that a command is to have. */
export type WithOwnTools = ToolboxOptions & { tools: readonly Tool[] };

/** The library's options for what the user said, and for who may be at the other end. */
export async function toolboxOptions(flags: BrowserFlags, reach: Reach): Promise<WithOwnTools> {
  if (flags.cdp !== undefined && !/^(https?|wss?):\/\/[^/]/i.test(flags.cdp)) {
    throw new UsageError(`--cdp takes an http, https, ws or wss address, not "${flags.cdp}".`);
  }
  if (flags.profile !== undefined && !profileNameForm.test(flags.profile)) {
    throw new UsageError('--profile takes a name of letters, digits, dots, dashes and underscores.');
  }
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  if (flags.headed && process.platform === 'linux' && !DISPLAY && !WAYLAND_DISPLAY) {
    throw new UsageError('--headed needs a display and there is none: leave it out, or run under xvfb-run.');
  }
  checkHosts('--allow-hosts', flags.allowHosts);
  checkHosts('--block-hosts', flags.blockHosts);
  const written = await toolOptions(flags);
  const options: WithOwnTools = {
    ...(flags.hardened || written.hardened ? {} : optionsFor[reach]),
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

function checkHosts(option: string, hosts: string[] = []): void {
  try {
    new HostPolicy({ allowHosts: hosts });
  } catch (thrown) {
    throw new UsageError(`${option}: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  }
}

/** The options in the config file, and the tools of the user's own. */
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
