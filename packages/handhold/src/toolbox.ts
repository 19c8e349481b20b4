import type { Host } from './approving.js';
import { BrowserManager, type BrowserOptions } from './browser/manager.js';
import { ProfileManager } from './browser/profiles.js';
import { Failure } from './errors.js';
import { isListed, onlyIfListed } from './gate/approval.js';
import { contradictionIn, Gate, type GateOptions } from './gate/gate.js';
import { shownContent } from './gate/shown-content.js';
import { mistakesInOptions } from './known-options.js';
import { sayOnce } from './log.js';
import { hostsInBoth, narrowTools, readToolset, type Toolset } from './personality.js';
import { type Answered, type CallOptions, callTool, type Parts } from './pipeline.js';
import { type Registrable, ToolRegistry } from './registry.js';
import type { ToolResult } from './result.js';
import type { Tool } from './tool.js';
import { knownTools } from './tools/index.js';
import { ourWording, type Wording } from './wording.js';

export type { CallOptions };

export interface ToolboxOptions extends BrowserOptions, GateOptions {
  /** Tools of your own, beside the built-in ones. */
  tools?: readonly Registrable[];
  /** Only these of all tools: names, categories, `core`. What is left out, nobody but tools of your own can call. */
  only?: readonly string[];
  /** Shares a browser with others; the toolbox then leaves it open when it closes. */
  browser?: BrowserManager;
  /** Where named profiles are kept. */
  profiles?: ProfileManager;
  /** `cancel` stops the call and keeps the session; `close` ends the browser, as some agent hosts expect. */
  onAbort?: 'cancel' | 'close';
  /** Who is asked where the policy or a tool wants a person's word. */
  host?: Host;
  /** Only the tools and hosts that this file allows: the `toolset.yaml` of a personality, or of several. */
  toolsetFile?: string;
  /** Which of them, where the file is about several. */
  personality?: string;
  /** The same as data, in place of a file. */
  toolset?: Toolset;
  /** Hears what whoever runs this should know of. Default: it is written to stderr, once. */
  onWarning?: (warning: string) => void;
}

/** All tools over one browser. Making one starts nothing; the first call does. */
export class Toolbox {
  readonly registry: ToolRegistry;
  readonly browser: BrowserManager;
  readonly gate: Gate;
  /** The tools and hosts of its personality, where it has one. */
  readonly toolset: Toolset | undefined;
  /** The file it was read from. */
  readonly toolsetFile: string | undefined;
  private readonly ownsBrowser: boolean;
  private readonly parts: Parts;

  constructor(given: ToolboxOptions = {}) {
    const mistakes = mistakesInOptions(given);
    if (mistakes !== undefined) throw new TypeError(`Wrong options: ${mistakes}`);
    const contradiction = contradictionIn(given);
    if (contradiction !== undefined) throw new Error(contradiction);
    const { toolsetFile: file } = given;
    this.toolsetFile = file;
    this.toolset = file === undefined ? given.toolset : readToolset(file, given.personality);
    const wanted = given.allowHosts ?? given.browser?.rules.allowHosts;
    const allowHosts = hostsInBoth(wanted, this.toolset?.allowedHosts);
    const options: ToolboxOptions = {
      ...given.browser?.rules,
      ...given,
      ...(allowHosts ? { allowHosts } : {}),
      // Whoever shares the browser may have opened more.
      ...(given.hardened ? { allowPrivate: false, loopback: 'never' } : {}),
    };
    const all = new ToolRegistry([...knownTools, ...(options.tools ?? [])]);
    const allowed = hintInMessage(() => allowedTools(all, options)).boundTo(this);
    const { only } = options;
    const offered = only ? hintInMessage(() => allowed.select(only)) : allowed;
    const warn = given.onWarning ?? sayOnce;
    this.registry = this.toolset ? narrowTools(offered, all, this.toolset, warn, file) : offered;
    this.ownsBrowser = options.browser === undefined;
    this.browser = options.browser ?? new BrowserManager(options.profiles ?? new ProfileManager(), options);
    const keptFiles = [
      ...(options.keptFiles ?? []),
      ...(file === undefined ? [] : [file]),
      this.browser.profiles.root,
    ];
    this.gate = new Gate({ ...options, keptFiles });
    this.parts = {
      registry: this.registry,
      allowed,
      browser: this.browser,
      gate: this.gate,
      approver: options.host ?? {},
      confinement: {
        hosts: this.gate.checks.hosts,
        permissions: options.permissions ?? [],
        apart: options.hardened ?? false,
      },
      onAborted: () => {
        if (options.onAbort === 'close') void this.close();
      },
    };
  }

  /** The tools, in the order a model should read about them. */
  get tools(): readonly Tool[] {
    return [...this.registry];
  }

  /** True if the gate has somebody to ask by itself. */
  get canAsk(): boolean {
    return this.parts.approver.approve !== undefined;
  }

  /** Calls a tool by name. Whatever goes wrong comes back as a result; nothing is thrown. */
  async call(name: string, input: unknown = {}, options: CallOptions = {}): Promise<ToolResult> {
    const { result } = await this.callAndRender(name, input, options);
    return result;
  }

  /** Calls a tool and also gives what a model would read, in words other than ours where the caller has some. */
  callAndRender(
    name: string,
    input: unknown = {},
    options: CallOptions = {},
    wording: Wording = ourWording,
  ): Promise<Answered> {
    return callTool(this.parts, name, input, options, wording);
  }

  /** The content of a file as a caller may see it; undefined where it holds secrets that can't be taken out of it. */
  contentToShow(content: Buffer): Buffer | undefined {
    return shownContent(content, this.gate.secrets.redactor);
  }

  /** Closes the browser and everything in it. May be called any number of times. */
  async close(): Promise<void> {
    if (this.ownsBrowser) await this.browser.close();
    await this.gate.audit.close();
    this.gate.secrets.redactor.leave();
  }
}

/** Here the name is a person's mistake, who sees the message and not the hint. */
function hintInMessage(choose: () => ToolRegistry): ToolRegistry {
  try {
    return choose();
  } catch (thrown) {
    if (!(thrown instanceof Failure) || thrown.hint === undefined) throw thrown;
    throw new Failure(thrown.code, `${thrown.message} ${thrown.hint}`, { hint: thrown.hint });
  }
}

/** The tools that are to be had; a name that is none is an error, since a misspelt limit is no limit. */
function allowedTools(all: ToolRegistry, options: ToolboxOptions): ToolRegistry {
  const { allowTools, hardened } = options;
  for (const name of allowTools ?? []) all.toolCalled(name);
  const isShut = (name: string) => hardened === true && onlyIfListed.has(name) && !isListed(name, options);
  const open = all.filter(({ name }) => !isShut(name));
  return allowTools ? open.select(allowTools.filter((name) => open.has(name))) : open;
}

/** All tools over one browser. Nothing launches until the first call. */
export function createBrowserTools(options: ToolboxOptions = {}): Toolbox {
  return new Toolbox(options);
}
