import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { Failure, firstLine } from './errors.js';
import { isWithin, parsePattern } from './gate/host-pattern.js';
import { quote } from './gate/untrusted.js';
import { ToolRegistry } from './registry.js';
import type { Tool } from './tool.js';
import { knownTools } from './tools/index.js';

/** The tools and hosts that a personality may use. */
export interface Toolset {
  /** Names of tools; no others are seen or called. */
  tools: readonly string[];
  /** Hosts it may reach, where that is narrowed. */
  allowedHosts?: readonly string[] | undefined;
}

const names = z.array(z.string().min(1));
const host = z.string().refine(isHost, { message: 'is not a host' });
const allowed = z.union([
  names.transform((tools): Toolset => ({ tools })),
  z
    .strictObject({
      tools: names,
      network: z.strictObject({ allowedHosts: z.array(host) }).optional(),
    })
    .transform(({ tools, network }): Toolset => ({ tools, allowedHosts: network?.allowedHosts })),
]);
const byPersonality = z.record(z.string(), allowed);
const several = z.union([
  z.strictObject({ personalities: byPersonality }).transform(({ personalities }) => personalities),
  byPersonality,
]);

/**
 * Reads the text of a `toolset.yaml`: the names of one personality's tools, alone or under `tools` with the `network`
 * they may reach, or the same for several personalities by name.
 */
export function parseToolset(text: string, personality?: string): Toolset {
  return toolsetIn(text, personality, undefined);
}

function toolsetIn(text: string, personality: string | undefined, file: string | undefined): Toolset {
  const content = fromYaml(text, file);
  const one = allowed.safeParse(content);
  if (one.success) return one.data;
  const many = several.safeParse(content);
  if (!many.success) throw wrong('it is neither a list of tool names nor such lists by personality', file);
  const listed = Object.keys(many.data).map((name) => quote(name, 60));
  if (personality === undefined) throw wrong(`it is about ${listed.join(', ')}; say which personality`, file);
  const found = Object.hasOwn(many.data, personality) ? many.data[personality] : undefined;
  if (!found)
    throw wrong(`it knows no personality ${quote(personality, 60)}, only ${listed.join(', ')}`, file);
  return found;
}

/** The same from a file. */
export function readToolset(file: string, personality?: string): Toolset {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (thrown) {
    throw new Failure('io_error', `${quote(file, 200)} can not be read: ${firstLine(thrown)}`);
  }
  return toolsetIn(text, personality, file);
}

function fromYaml(text: string, file: string | undefined): unknown {
  try {
    return parse(text);
  } catch (thrown) {
    throw wrong(`it is not YAML: ${firstLine(thrown)}`, file);
  }
}

/** Tools that a file may well name, and what they need that need not be there. */
const needing: Readonly<Record<string, string>> = {
  browser_vision_click: 'a model that sees',
  browser_vision_type: 'a model that sees',
};

/**
 * Of the tools that are offered those that a personality may use. A name that none of all tools has is a mistake; `warn`
 * hears of what can't be had here for another reason.
 */
export function narrowTools(
  offered: ToolRegistry,
  all: ToolRegistry,
  { tools }: Toolset,
  warn: (warning: string) => void,
  file?: string,
): ToolRegistry {
  for (const name of tools) {
    if (all.has(name)) continue;
    const need = Object.hasOwn(needing, name) ? needing[name] : undefined;
    if (need === undefined) throw unknownIn(all, name, file);
    warn(`the toolset names ${name}, which needs ${need}; there is none here, so that it is left out`);
  }
  return offered.select(tools.filter((name) => offered.has(name)));
}

/** Throws what is wrong with such a file, before anything is made of it. */
export function checkToolset(file: string, personality: string | undefined, own: readonly Tool[]): void {
  const all = new ToolRegistry([...knownTools, ...own]);
  narrowTools(all, all, readToolset(file, personality), () => undefined, file);
}

/** A name that is no tool's, with the nearest that is. */
export function unknownIn(registry: ToolRegistry, name: string, file?: string): Failure {
  try {
    registry.toolCalled(name);
  } catch (thrown) {
    const { message, hint } = thrown instanceof Failure ? thrown : { message: String(thrown), hint: '' };
    const said = [message, hint].filter(Boolean).join(' ');
    return new Failure('validation_error', `${nameOf(file)} can not be used: ${said}`, {
      hint: '"handhold tools" prints the names there are.',
    });
  }
  return wrong(`it names ${quote(name, 60)}`, file);
}

/** The hosts that two lists both allow; a list that is not there allows all. */
export function hostsInBoth(
  one: readonly string[] | undefined,
  other: readonly string[] | undefined,
): readonly string[] | undefined {
  if (!one || !other) return one ?? other;
  const within = (inner: readonly string[], outer: readonly string[]) => {
    const patterns = outer.map(parsePattern);
    return inner.filter((text) => patterns.some((pattern) => isWithin(parsePattern(text), pattern)));
  };
  return [...new Set([...within(one, other), ...within(other, one)])];
}

function wrong(why: string, file?: string): Failure {
  return new Failure('validation_error', `${nameOf(file)} can not be used: ${why}.`, {
    hint: 'List tools one a line: "- browser_navigate".',
  });
}

function nameOf(file: string | undefined): string {
  return file === undefined ? 'toolset.yaml' : quote(file, 200);
}

function isHost(text: string): boolean {
  try {
    parsePattern(text);
    return true;
  } catch {
    return false;
  }
}
