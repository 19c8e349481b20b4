/** The code that the system gave an error, such as ENOENT; undefined where it gave none. */
export function systemCode(thrown: unknown): string | undefined {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : undefined;
}
