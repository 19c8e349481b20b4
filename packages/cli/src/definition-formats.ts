/** The ways in which definitions can be printed. */
export const definitionFormats = [
  'openai',
  'openai-strict',
  'anthropic',
  'mcp',
  'json-schema',
  'markdown',
] as const;

export type DefinitionFormat = (typeof definitionFormats)[number];
