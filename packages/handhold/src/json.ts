/** True if a value would come out on the other side of a wire. */
export function isJson(value: unknown): boolean {
  try {
    return typeof value !== 'function' && JSON.stringify(value) !== undefined;
  } catch {
    return false;
  }
}

/** True if a value is an object with keys, and no list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The keys and values of an object; none of anything else. */
export function recordOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? { ...value } : {};
}
