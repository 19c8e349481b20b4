import type { SafetyLevel as Level } from './gate/safety.js';

/** The purposes of tools. */
export const ToolCategory = {
  NAVIGATION: 'navigation',
  INTERACTION: 'interaction',
  EXTRACTION: 'extraction',
  FORM: 'form',
  SYSTEM: 'system',
  UTILITY: 'utility',
} as const;
export type ToolCategory = (typeof ToolCategory)[keyof typeof ToolCategory];

export const categories: readonly ToolCategory[] = Object.values(ToolCategory);

/** How much harm a tool may do, by the names class tools use. */
export const SafetyLevel = {
  SAFE: 'safe',
  LOW_RISK: 'low_risk',
  MEDIUM_RISK: 'medium',
  HIGH_RISK: 'high',
  DANGEROUS: 'dangerous',
} as const satisfies Record<string, Level>;
export type SafetyLevel = Level;

/** The abilities of a model besides reading and writing text. */
export const ModelCapability = {
  VISION: 'vision',
  STRUCTURED_OUTPUT: 'structured_output',
  LONG_CONTEXT: 'long_context',
} as const;
export type ModelCapability = (typeof ModelCapability)[keyof typeof ModelCapability];
