import type { Hosts } from '../injected/protocol.js';

/** The listeners of a document that have been found so far, and how far the search for them has come. */
export class ListenerRegistry {
  /** Nodes that are listened on, by backend id. */
  readonly nodes = new Set<number>();
  /** The search that is going on. */
  searching: Promise<boolean> | undefined;
  /** An application in the document listens at its root for all that is in that. */
  hasRoots = false;
  /** The hosts of its shadow trees, where it is known to have any. */
  shadowHosts: Hosts | undefined;
  /** Of the elements in shadow trees, the one to go on with. */
  nextInShadows = 0;
  /** The event by which the page's own world brings elements over. */
  delegation: string | undefined;
  /** How many elements a framework of the page handles by listening further out; undefined where none does. */
  delegated: number | undefined;
}
