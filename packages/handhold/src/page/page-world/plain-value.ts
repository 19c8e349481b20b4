/** A value as JSON has it. */
export type Plain = null | boolean | number | string | Plain[] | { [key: string]: Plain };

export interface PlainValue {
  value: Plain;
  /** Some of it was left out. */
  cut: boolean;
}

/**
 * Runs in the page, on the value: turns it into plain data within bounds. Written with syntax rather than with
 * what pages can replace, and where they did replace it, what can't be told is described instead.
 */
export default function plainValue(
  this: unknown,
  maxDepth: number,
  maxItems: number,
  maxCharacters: number,
): PlainValue {
  const copy = new PlainCopy(maxDepth, maxItems, maxCharacters);
  const value = attempt((): Plain => copy.of(this, 0), '[unreadable]');
  return { value, cut: copy.cut };
}

type Fields = Readonly<Record<PropertyKey, unknown>>;

class PlainCopy {
  cut = false;
  private items = 0;
  private characters = 0;
  /** The objects around the one that is being copied. */
  private readonly path: unknown[] = [];

  constructor(
    private readonly maxDepth: number,
    private readonly maxItems: number,
    private readonly maxCharacters: number,
  ) {}

  of(value: unknown, depth: number): Plain {
    this.items += 1;
    if (this.isFull) {
      this.cut = true;
      return '…';
    }
    switch (typeof value) {
      case 'string':
        return this.text(value);
      case 'boolean':
        return value;
      case 'number':
        return value - value === 0 ? value : `[${value}]`;
      case 'bigint':
        return `[${value}n]`;
      case 'undefined':
        return null;
      case 'symbol':
        return attempt(() => `[${value.toString()}]`, '[symbol]');
      case 'function':
        return attempt(() => `[function ${this.text(`${value.name}`)}]`, '[function]');
      default:
        return isObject(value) ? this.ofObject(value, depth) : null;
    }
  }

  private ofObject(value: Fields, depth: number): Plain {
    for (let i = 0; i < this.path.length; i++) if (this.path[i] === value) return '[circular]';
    if (depth >= this.maxDepth) {
      this.cut = true;
      return `[${nameOf(value)}]`;
    }
    const description = this.describe(value);
    if (description !== undefined) return description;
    this.path[this.path.length] = value;
    try {
      if (isA(value, globalThis.Set)) return this.ofSet(value, depth);
      if (isA(value, globalThis.Map)) return this.ofMap(value, depth);
      return isList(value) ? this.ofList(value, depth) : this.ofFields(value, depth);
    } finally {
      this.path.length -= 1;
    }
  }

  /** Text for what is no data; undefined for what is. */
  private describe(value: Fields): string | undefined {
    if (attempt(() => value.window === value, false)) return '[window]';
    if (isA(value, globalThis.Node)) return attempt(() => describeNode(value), '[node]');
    if (isA(value, globalThis.Date)) return attempt(() => value.toISOString(), '[Date]');
    if (isA(value, globalThis.RegExp)) return attempt(() => `${value}`, '[RegExp]');
    if (isA(value, globalThis.Error))
      return attempt(() => this.text(`[${value.name}: ${value.message}]`), '[Error]');
    const isOpaque =
      isA(value, globalThis.Promise) || isA(value, globalThis.WeakMap) || isA(value, globalThis.WeakSet);
    return isOpaque ? `[${nameOf(value)}]` : undefined;
  }

  private ofSet(value: ReadonlySet<unknown>, depth: number): Plain {
    const list: Plain[] = [];
    for (const entry of value) {
      if (this.items > this.maxItems) {
        this.cut = true;
        break;
      }
      list[list.length] = this.of(entry, depth + 1);
    }
    return list;
  }

  private ofMap(value: ReadonlyMap<unknown, unknown>, depth: number): Plain {
    const record: { [key: string]: Plain } = { __proto__: null };
    for (const entry of value) {
      if (this.items > this.maxItems) {
        this.cut = true;
        break;
      }
      record[this.text(`${this.of(entry[0], depth + 1)}`)] = this.of(entry[1], depth + 1);
    }
    return record;
  }

  private ofList(value: Fields, depth: number): Plain {
    const list: Plain[] = [];
    const { length } = value;
    const end = typeof length === 'number' ? length : 0;
    for (let i = 0; i < end; i++) {
      if (this.isFull) {
        this.cut = true;
        break;
      }
      list[i] = this.ofField(value, i, depth);
    }
    return list;
  }

  private ofFields(value: Fields, depth: number): Plain {
    const record: { [key: string]: Plain } = { __proto__: null };
    for (const key in value) {
      if (this.isFull) {
        this.cut = true;
        break;
      }
      record[this.text(key)] = this.ofField(value, key, depth);
    }
    return record;
  }

  private ofField(value: Fields, key: PropertyKey, depth: number): Plain {
    let inner: unknown;
    try {
      inner = value[key];
    } catch {
      return '[threw]';
    }
    return attempt((): Plain => this.of(inner, depth + 1), '[unreadable]');
  }

  private get isFull(): boolean {
    return this.items > this.maxItems || this.characters >= this.maxCharacters;
  }

  private text(value: string): string {
    const left = this.maxCharacters - this.characters;
    if (value.length > left) this.cut = true;
    const text = value.length > left ? value.slice(0, left) : value;
    this.characters += text.length;
    return text;
  }
}

function attempt<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

/** A page may have put something else in the place of the type. */
function isA<T>(value: unknown, type: abstract new (...given: never) => T): value is T {
  return attempt(() => typeof type === 'function' && value instanceof type, false);
}

function isList(value: Fields): boolean {
  return (
    attempt(() => Array.isArray(value), false) ||
    isA(value, globalThis.Array) ||
    isA(value, globalThis.NodeList) ||
    isA(value, globalThis.HTMLCollection) ||
    attempt(() => ArrayBuffer.isView(value) && 'length' in value && typeof value.length === 'number', false)
  );
}

function nameOf(value: Fields): string {
  return attempt(() => {
    const { constructor: type } = value;
    return typeof type === 'function' && typeof type.name === 'string' ? type.name : 'object';
  }, 'object');
}

function describeNode(node: Node & Partial<Pick<Element, 'id' | 'className'>>): string {
  const { id, className } = node;
  let name = node.nodeName.toLowerCase();
  if (typeof id === 'string' && id) name += `#${id}`;
  else if (typeof className === 'string' && className) name += `.${className.trim().split(/\s+/).join('.')}`;
  const { textContent } = node;
  const inner = typeof textContent === 'string' ? textContent.trim().replace(/\s+/g, ' ').slice(0, 80) : '';
  return `[${name}${inner && node.nodeType !== 9 ? ` "${inner}"` : ''}]`;
}
