/** Sets of roles that several rooms ask for, each standing here alone. */

/**
 * Contexts that are things themselves where they listen, and that say what they are about with the text inside them.
 */
export const itemRoles: ReadonlySet<string> = new Set(['row', 'listitem', 'article']);
export const cellRoles: ReadonlySet<string> = new Set(['cell', 'gridcell', 'columnheader', 'rowheader']);
/** Boxes to tick, and what is drawn as one. */
export const tickRoles: ReadonlySet<string> = new Set(['checkbox', 'radio', 'switch']);
/** Fields: each holds a value that somebody gives it. */
export const fieldRoles: ReadonlySet<string> = new Set(
  'checkbox combobox radio searchbox slider spinbutton switch textbox'.split(' '),
);
