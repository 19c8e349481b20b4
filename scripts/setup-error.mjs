/** Something the user has to know or do; shown without a stack trace. */
export class SetupError extends Error {}
