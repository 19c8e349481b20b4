/** The command line itself is wrong; shown without ado, with exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
