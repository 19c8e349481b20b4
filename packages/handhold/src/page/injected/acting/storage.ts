/** The page's own storage, reached past whatever its scripts made of it. */

export type StoreAnswer =
  | { state: 'done'; origin: string; items: [string, string][] }
  | { state: 'refused'; why: string };

export interface StoreRequest {
  kind: 'local' | 'session';
  set?: [string, string][];
  /** One key, or all of them. */
  remove?: string | true;
}

export function store(request: StoreRequest): StoreAnswer {
  try {
    const storage = request.kind === 'local' ? localStorage : sessionStorage;
    if (request.remove === true) storage.clear();
    else if (request.remove !== undefined) storage.removeItem(request.remove);
    for (const [key, value] of request.set ?? []) storage.setItem(key, value);
    const items: [string, string][] = [];
    for (let i = 0; i < storage.length; i++) {
      const key = storage.key(i);
      if (key !== null) items.push([key, storage.getItem(key) ?? '']);
    }
    return { state: 'done', origin: location.origin, items };
  } catch (thrown) {
    return { state: 'refused', why: thrown instanceof Error ? thrown.name : 'it is not available' };
  }
}
