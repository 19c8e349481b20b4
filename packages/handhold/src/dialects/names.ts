/** The names that `--dialect` takes. */
export const dialectNames = ['handhold', 'car', 'flybrowser', 'ethos', 'prometheus'] as const;

export type DialectName = (typeof dialectNames)[number];
