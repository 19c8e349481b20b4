import type { SafetyLevel as Level } from './gate/safety.js';

/** What a tool is for. */
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

/** What a model can do besides reading and writing text. */
export const ModelCapability = {
  VISION: 'vision',
  STRUCTURED_OUTPUT: 'structured_output',
  LONG_CONTEXT: 'long_context',
} as const;
export type ModelCapability = (typeof ModelCapability)[keyof typeof ModelCapability];
