import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { Failure, firstLine } from '../../errors.js';
import { quote } from '../../gate/untrusted.js';

/** What a personality may use. */
export interface Toolset {
  /** Names of tools; no others are seen or called. */
  tools: readonly string[];
  /** Hosts it may reach, where that is narrowed. */
  allowedHosts?: readonly string[] | undefined;
}

const names = z.array(z.string().min(1));
const allowed = z.union([
  names.transform((tools): Toolset => ({ tools })),
  z
    .strictObject({
      tools: names,
      network: z.strictObject({ allowedHosts: z.array(z.string().min(1)) }).optional(),
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
  const content = fromYaml(text);
  const one = allowed.safeParse(content);
  if (one.success) return one.data;
  const many = several.safeParse(content);
  if (!many.success) throw wrong('it is neither a list of tool names nor such lists by personality');
  const known = Object.keys(many.data).map((name) => quote(name, 60));
  if (personality === undefined) throw wrong(`it is about ${known.join(', ')}; say which personality`);
  const found = Object.hasOwn(many.data, personality) ? many.data[personality] : undefined;
  if (!found) throw wrong(`it knows no personality ${quote(personality, 60)}, only ${known.join(', ')}`);
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
  return parseToolset(text, personality);
}

function fromYaml(text: string): unknown {
  try {
    return parse(text);
  } catch (thrown) {
    throw wrong(`it is not YAML: ${firstLine(thrown)}`);
  }
}

export function wrong(why: string): Failure {
  return new Failure('validation_error', `toolset.yaml can not be used: ${why}.`, {
    hint: 'List tools one a line: "- browser_navigate".',
  });
}
