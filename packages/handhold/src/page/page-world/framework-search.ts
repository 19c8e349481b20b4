import type { Announcer } from './announce-listeners.js';

/** Without a sign of a framework, as many elements are looked at for one. */
const mostUnexpected = 500;

type Fields = Readonly<Record<PropertyKey, unknown>>;

/** Finds the elements that React, Solid or Svelte handle by listening further out. */
export class FrameworkSearch {
  /** A framework listens once for the whole document. */
  hasRoots: boolean;
  isSearching = true;
  private found = 0;
  private searched = 0;
  /** The property that React keeps an element's props in, once it has been met. */
  private reactKey: string | undefined;
  private readonly hasSvelte = '__svelte' in window;
  private readonly hasSolid: boolean;
  private readonly ownNames: readonly string[];
  private readonly reactNames: readonly string[];

  constructor(
    page: Document,
    private readonly announcer: Announcer,
  ) {
    const { types, hasRoots } = announcer.request;
    this.hasRoots = hasRoots;
    this.hasSolid = '_$DX_DELEGATE' in page;
    this.ownNames = types.flatMap((type) => [`$$${type}`, `__${type}`]);
    this.reactNames = types.map((type) => `on${type === 'dblclick' ? 'doubleclick' : type}`);
  }

  /** How many elements a framework handles; null where none is at work. */
  get delegated(): number | null {
    return this.isExpected || this.reactKey !== undefined || this.found > 0 ? this.found : null;
  }

  /** Announces an element that a framework handles. */
  search(element: Element): void {
    if (!hasFields(element)) return;
    this.findReactKey(element);
    const props = this.reactKey === undefined ? undefined : element[this.reactKey];
    if (hasFields(props) && typeof props.onDrop === 'function') this.announcer.send(element, '-drops');
    if (!this.isHandled(element, props)) return;
    this.found += 1;
    this.announcer.send(element, '');
  }

  private get isExpected(): boolean {
    return this.hasRoots || this.hasSvelte || this.hasSolid;
  }

  private findReactKey(element: Element & Fields): void {
    if (this.reactKey !== undefined && (!this.hasRoots || element[this.reactKey])) return;
    if (this.searched < mostUnexpected || this.hasRoots)
      this.reactKey = Object.keys(element).find((key) => key.startsWith('__reactProps$')) ?? this.reactKey;
    else if (this.found === 0 && !this.isExpected) this.isSearching = false;
    this.searched += 1;
  }

  private isHandled(element: Element & Fields, props: unknown): boolean {
    if (props) return hasFields(props) && this.handlesInReact(props);
    return this.ownNames.some((name) => element[name]) || (this.hasSvelte && this.handlesInSvelte(element));
  }

  private handlesInReact(props: Fields): boolean {
    return Object.keys(props).some(
      (key) =>
        typeof props[key] === 'function' &&
        this.reactNames.includes(key.toLowerCase().replace(/capture$/, '')),
    );
  }

  private handlesInSvelte(element: Element & Fields): boolean {
    const { types } = this.announcer.request;
    return Object.getOwnPropertySymbols(element).some((key) => {
      const handlers = key.description === 'events' ? element[key] : undefined;
      return hasFields(handlers) && types.some((type) => handlers[type]);
    });
  }
}

function hasFields(value: unknown): value is Fields {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
