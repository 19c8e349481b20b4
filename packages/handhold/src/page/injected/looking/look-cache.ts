/**
 * Caches for the length of one look. Each is invalidated by a microtask, which comes before anything else can run and so
 * before anything can change.
 */

/** One value. */
export class LookCache<T> {
  private made: { value: T } | undefined;

  get(make: () => T): T {
    if (!this.made) {
      this.made = { value: make() };
      queueMicrotask(() => {
        this.made = undefined;
      });
    }
    return this.made.value;
  }
}

/** A value for each of many keys. */
export class LookMap<K, V> {
  private map: Map<K, V> | undefined;

  get entries(): Map<K, V> {
    if (!this.map) {
      this.map = new Map();
      queueMicrotask(() => {
        this.map = undefined;
      });
    }
    return this.map;
  }
}
