/** Whether a value would come out on the other side of a wire. */
export function isJson(value: unknown): boolean {
  try {
    return typeof value !== 'function' && JSON.stringify(value) !== undefined;
  } catch {
    return false;
  }
}
