/** From harmless to harmful; the order is part of the meaning. */
export const safetyLevels = ['safe', 'low_risk', 'medium', 'high', 'dangerous'] as const;
export type SafetyLevel = (typeof safetyLevels)[number];
