import { dirname, isAbsolute, resolve } from 'node:path';
import { z } from 'zod';
import { Failure, firstLine } from './errors.js';
import { type Decision, onlyIfListed, safetyPolicy } from './gate/approval.js';
import { contradictionIn } from './gate/gate.js';
import { isWithin, parsePattern } from './gate/host-pattern.js';
import { type SafetyLevel, safetyLevels } from './gate/safety.js';
import { mistakesIn } from './mistakes.js';
import { nearest } from './nearest.js';
import { ToolRegistry } from './registry.js';
import type { ModelCapability, Tool } from './tool.js';
import type { ToolboxOptions } from './toolbox.js';
import { knownTools } from './tools/index.js';
import { readYaml, type YamlFile } from './yaml-file.js';

const host = z.string().superRefine((text, context) => {
  try {
    parsePattern(text);
  } catch (thrown) {
    context.addIssue({ code: 'custom', message: firstLine(thrown) });
  }
});
const level = z.enum(safetyLevels);
const decision = z.enum(['allow', 'ask', 'deny']);

/** The limits that a file, or a named toolset in it, may set. */
const limits = {
  tools: z.array(z.string()).min(1).optional(),
  hosts: z
    .strictObject({
      allow: z.array(host).optional(),
      block: z.array(host).optional(),
      private: z.boolean().optional(),
      loopback: z.enum(['never', 'agent']).optional(),
    })
    .optional(),
  /** Nothing riskier than this. */
  maxSafety: level.optional(),
  policy: z.partialRecord(level, decision).optional(),
  /** The abilities of the model; tools that need more are left out. */
  capabilities: z.array(z.enum(['vision', 'structured_output', 'long_context'])).optional(),
};

const shape = z.strictObject({
  ...limits,
  hardened: z.boolean().optional(),
  permissions: z.array(z.string()).optional(),
  followNewTabs: z.boolean().optional(),
  files: z.array(z.string()).optional(),
  secrets: z.string().optional(),
  audit: z.string().optional(),
  /** Files with tools of your own: code that is run. */
  toolModules: z.array(z.string()).optional(),
  toolsets: z.record(z.string(), z.strictObject(limits)).optional(),
  toolset: z.string().optional(),
  /** The tools and hosts of a personality, in a file of their own. */
  toolsetFile: z.string().optional(),
  /** Whose, where that file is about several. */
  personality: z.string().optional(),
});

type Limits = Pick<z.output<typeof shape>, keyof typeof limits>;

/** A mistake in a config file, in words for the person who wrote it. */
export class ConfigError extends Error {}

export interface ConfigChoice {
  /** Which of the file's toolsets to use, in place of the one it names itself. */
  toolset?: string | undefined;
  /** Tools of your own, whose names the file may use. */
  tools?: readonly Tool[] | undefined;
  /** It is to be read as if it said so itself. */
  hardened?: boolean | undefined;
}

/** The modules of tools that a config file names, for `loadToolModules`. */
export function toolModulesIn(path: string): string[] {
  return (read(path).toolModules ?? []).map((file) => near(path, file));
}

/** A path in a config file starts where that file is. */
function near(path: string, file: string): string {
  return isAbsolute(file) ? file : resolve(dirname(path), file);
}

function read(path: string): z.output<typeof shape> {
  let file: YamlFile;
  try {
    file = readYaml(path);
  } catch (thrown) {
    throw new ConfigError(`${path} can not be read: ${firstLine(thrown)}`);
  }
  const value = file.content ?? {};
  const parsed = shape.safeParse(value);
  if (!parsed.success)
    throw new ConfigError(
      `${path} is not as it should be: ${mistakesIn({ error: parsed.error, shape, value, at: file.at })}`,
    );
  return parsed.data;
}

/** Reads `handhold.yaml` (or JSON). Unknown names are errors: a limit that is misspelt is no limit. */
export function loadConfig(path: string, choice: ConfigChoice = {}): ToolboxOptions {
  const { toolsets = {}, toolset: named, toolModules = [], ...own } = read(path);
  if (toolModules.length > 0 && choice.tools === undefined)
    throw new ConfigError(
      `${path} names modules of tools. Load them with loadToolModules(toolModulesIn(path)) and give them as tools, here and to createBrowserTools().`,
    );
  const name = choice.toolset ?? named;
  const chosen = name === undefined ? {} : Object.hasOwn(toolsets, name) ? toolsets[name] : undefined;
  if (!chosen) {
    const near = nearest(name ?? '', Object.keys(toolsets));
    throw new ConfigError(
      `${path} has no toolset called "${name}"; it has: ${Object.keys(toolsets).join(', ') || 'none'}.${near ? ` Did you mean ${near}?` : ''}`,
    );
  }
  const { tools: ownTools = [] } = choice;
  const registry = new ToolRegistry([...knownTools, ...ownTools]);
  const { hosts, policy, allowTools } = combine(own, chosen, {
    registry,
    ownTools,
    path,
    hardened: own.hardened ?? choice.hardened ?? false,
  });
  const contradiction = contradictionIn({ ...hosts, ...(own.hardened ? { hardened: true } : {}) });
  if (contradiction !== undefined)
    throw new ConfigError(`${path}: ${contradiction} (In this file allowPrivate is hosts.private.)`);
  return {
    ...hosts,
    keptFiles: [path, ...toolModules.map((file) => near(path, file))],
    ...(policy ? { policy } : {}),
    ...(allowTools ? { allowTools } : {}),
    ...(own.hardened === undefined ? {} : { hardened: own.hardened }),
    ...(own.permissions ? { permissions: own.permissions } : {}),
    ...(own.followNewTabs === undefined ? {} : { followNewTabs: own.followNewTabs }),
    ...(own.files ? { files: own.files.map((file) => near(path, file)) } : {}),
    ...(own.secrets === undefined ? {} : { secrets: { file: near(path, own.secrets) } }),
    ...(own.audit === undefined ? {} : { audit: near(path, own.audit) }),
    ...(own.toolsetFile === undefined ? {} : { toolsetFile: near(path, own.toolsetFile) }),
    ...(own.personality === undefined ? {} : { personality: own.personality }),
  };
}

/** A file that is read, with the tools it may name. */
interface Reading {
  path: string;
  registry: ToolRegistry;
  ownTools: readonly Tool[];
  hardened: boolean;
}

/** A toolset narrows what the file allows as a whole; it never widens it. */
function combine(file: Limits, set: Limits, reading: Reading) {
  const { registry, path, hardened } = reading;
  const tools = [file, set].reduce<ToolRegistry>((left, part) => narrow(left, part, reading), registry);
  const lists = [file.tools, set.tools].filter((list) => list !== undefined);
  const isNamed = (name: string) => lists.length > 0 && lists.every((list) => list.includes(name));
  // A group or `all` does not name them, and whoever hardens wants them named.
  const isShut = (name: string) => hardened && lists.length > 0 && onlyIfListed.has(name) && !isNamed(name);
  const names = tools.listTools().filter((name) => !isShut(name));
  const allow = set.hosts?.allow ?? file.hosts?.allow;
  if (file.hosts?.allow && set.hosts?.allow) refuseWider(file.hosts.allow, set.hosts.allow, path);
  const block = [...(file.hosts?.block ?? []), ...(set.hosts?.block ?? [])];
  const isPrivate = (file.hosts?.private ?? false) && set.hosts?.private !== false;
  const loopback = set.hosts?.loopback === 'never' ? 'never' : file.hosts?.loopback;
  const policy = {
    ...strictest(file.policy, set.policy),
    ...ceiling(file.maxSafety),
    ...ceiling(set.maxSafety),
  };
  return {
    hosts: {
      ...(allow ? { allowHosts: allow } : {}),
      ...(block.length > 0 ? { blockHosts: block } : {}),
      ...(isPrivate ? { allowPrivate: true } : {}),
      ...(loopback ? { loopback } : {}),
    },
    policy: Object.keys(policy).length > 0 ? policy : undefined,
    // Named, they have to be passed on as such, even if nothing is left out.
    allowTools:
      names.length !== registry.listTools().length || [...onlyIfListed].some(isNamed) ? names : undefined,
  };
}

function narrow(left: ToolRegistry, part: Limits, { registry, ownTools, path }: Reading): ToolRegistry {
  let kept = left;
  if (part.tools) {
    const wanted = part.tools;
    const named = attempt(() => registry.select(wanted, ownTools), path);
    kept = kept.select(named.listTools().filter((name) => kept.has(name)));
  }
  if (part.maxSafety) kept = kept.upTo(part.maxSafety);
  if (part.capabilities) {
    const has: ModelCapability[] = part.capabilities;
    kept = kept.getFilteredRegistry(has);
  }
  return kept;
}

function attempt<T>(work: () => T, path: string): T {
  try {
    return work();
  } catch (thrown) {
    const near = thrown instanceof Failure && thrown.hint ? ` ${thrown.hint}` : '';
    throw new ConfigError(`${path}: ${firstLine(thrown)}${near}`);
  }
}

const strictness: Record<Decision, number> = { allow: 0, ask: 1, deny: 2 };

/** The file's own decisions, and those of the toolset that are stricter than what holds without it. */
function strictest(
  file: Partial<Record<SafetyLevel, Decision>> = {},
  set: Partial<Record<SafetyLevel, Decision>> = {},
): Partial<Record<SafetyLevel, Decision>> {
  const both: Partial<Record<SafetyLevel, Decision>> = { ...file };
  const before = safetyPolicy({ policy: file });
  for (const one of safetyLevels) {
    const wish = set[one];
    // What is as strict is said all the same: a level that somebody has spoken of holds for more.
    if (wish && strictness[wish] >= strictness[before[one]]) both[one] = wish;
  }
  return both;
}

function ceiling(most: SafetyLevel | undefined): Partial<Record<SafetyLevel, Decision>> {
  const denied: Partial<Record<SafetyLevel, Decision>> = {};
  if (most === undefined) return denied;
  for (const one of safetyLevels.slice(safetyLevels.indexOf(most) + 1)) denied[one] = 'deny';
  return denied;
}

function refuseWider(file: readonly string[], set: readonly string[], path: string): void {
  const allowed = file.map(parsePattern);
  for (const wanted of set) {
    const pattern = parsePattern(wanted);
    if (!allowed.some((outer) => isWithin(pattern, outer)))
      throw new ConfigError(`${path}: the toolset allows ${wanted}, which the file itself does not.`);
  }
}
