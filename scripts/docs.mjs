import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const file = join(root, 'docs', 'tools.md');

/** The reference of all tools, derived from their definitions in the build. */
export async function toolReference() {
  const { builtInTools, categories, inputSchema, knownTools } = await import('handhold');
  const parts = categories
    .map((category) => [category, builtInTools.filter((tool) => tool.category === category)])
    .filter(([, tools]) => tools.length > 0)
    .map(([category, tools]) => {
      const sections = tools.map((tool) => section(tool, inputSchema(tool)));
      return [`## ${heading(category)}`, ...sections].join('\n\n');
    });
  const legacy = knownTools.filter((tool) => tool.legacy);
  return `${[intro(builtInTools, legacy), ...parts].join('\n\n')}\n`;
}

/** What the reference says at the moment. */
export function writtenReference() {
  return readFileSync(file, 'utf8');
}

function intro(tools, legacy) {
  const core = tools.filter((tool) => tool.core).map((tool) => link(tool.name));
  const rest = tools.filter((tool) => !tool.core).map((tool) => link(tool.name));
  return [
    '# Tools',
    '',
    '<!-- Made by scripts/docs.mjs from the definitions of the tools; changes belong there. -->',
    '',
    'Every tool also takes `session` where the surface does not bind it. A `ref` such as `@e5` comes from a snapshot;',
    'where `ref` and `selector` are both taken, give one. Times are in milliseconds.',
    '',
    `**Core**, what agents get unless told otherwise: ${core.join(', ')}.`,
    ...(rest.length > 0 ? ['', `**Others**, by name or with \`all\`: ${rest.join(', ')}.`] : []),
    ...legacy.flatMap(({ name, description }) => [
      '',
      `**Known, but listed only where it is named**: \`${name}\`. ${description}`,
    ]),
  ].join('\n');
}

function section(tool, schema) {
  const traits = [
    tool.core ? 'core' : undefined,
    `safety: ${tool.safety}`,
    tool.readOnly ? 'only looks' : undefined,
    tool.idempotent ? 'idempotent' : undefined,
    tool.isTerminal ? 'ends the task' : undefined,
    tool.requiredCapabilities.length > 0 ? `needs ${tool.requiredCapabilities.join(', ')}` : undefined,
    `up to ${tool.timeout} ms`,
  ];
  const lines = [`### ${tool.name}`, tool.description, `*${traits.filter(Boolean).join(' · ')}*`];
  const table = parameters(schema);
  if (table) lines.push(table);
  if (tool.returns) lines.push(`Returns: ${tool.returns}`);
  const examples = tool.examples.filter((example) => Object.keys(example).length > 0);
  if (examples.length > 0)
    lines.push(['```json', ...examples.map((example) => JSON.stringify(example)), '```'].join('\n'));
  return lines.join('\n\n');
}

function parameters(schema) {
  const rows = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const needed = (schema.required ?? []).includes(name);
    const byDefault = property.default === undefined ? '' : `\`${JSON.stringify(property.default)}\``;
    const cells = [`\`${name}\``, typeOf(property), needed ? '**required**' : byDefault];
    return `| ${[...cells, property.description ?? ''].map(cell).join(' | ')} |`;
  });
  if (rows.length === 0) return undefined;
  return ['| parameter | type | default | |', '|---|---|---|---|', ...rows].join('\n');
}

function typeOf(property) {
  const options = property.anyOf ?? property.oneOf;
  if (options) return options.map(typeOf).join(' or ');
  if (property.enum) return property.enum.map((choice) => `\`${choice}\``).join(', ');
  if (property.const !== undefined) return `\`${property.const}\``;
  if (property.type === 'array') return `list of ${property.items ? typeOf(property.items) : 'anything'}`;
  if (property.type === 'object' && property.properties) {
    const needed = property.required ?? [];
    const fields = Object.entries(property.properties).map(
      ([name, inner]) => `\`${name}${needed.includes(name) ? '' : '?'}\` ${typeOf(inner)}`,
    );
    return `{ ${fields.join('; ')} }`;
  }
  return range(property) ?? property.type ?? 'anything';
}

function range({ type, minimum, maximum }) {
  if (minimum === undefined || maximum === undefined) return undefined;
  return `${type} ${minimum} to ${maximum}`;
}

function cell(text) {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

function link(name) {
  return `[\`${name}\`](#${name})`;
}

function heading(word) {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

if (process.argv[1] && pathToFileURL(realpathSync(process.argv[1])).href === import.meta.url) {
  writeFileSync(file, await toolReference());
}
