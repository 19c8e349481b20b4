/** True if a value would come out on the other side of a wire. */
export function isJson(value: unknown): boolean {
  try {
    return typeof value !== 'function' && JSON.stringify(value) !== undefined;
  } catch {
    return false;
  }
}

/** True for an object with keys and values, as JSON writes one in braces. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
