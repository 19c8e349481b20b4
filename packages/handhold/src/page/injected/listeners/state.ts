export class ListenersState {
  /** The page's own world sends events of this name to elements, to bring them over. */
  readonly delegationEvent: string = `handhold-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`;
  /** Elements that scripts of the page listen on for clicks or presses. */
  readonly listening = new WeakSet<Element>();
  /** Elements that they wait on for something to be dropped. */
  readonly dropZones = new WeakSet<Element>();
  /** How many of both there are. */
  count = 0;
  /** Lists whose items are dragged about, and whether there are any: each element is asked at each look. */
  readonly sortedLists = new WeakSet<Element>();
  hasSortedLists = false;
  /** Elements that a framework handles by listening further out, and all that those stand in. */
  readonly handled = new WeakSet<Element>();
  readonly aroundHandled = new WeakSet<Element>();
  /** Listeners that were noted since they were last taken. */
  fresh: { heard: Element[]; handled: boolean } = { heard: [], handled: false };
  /** Elements that the debugger was asked about: a look that is dropped, or breaks off, has not asked. */
  readonly asked = new WeakSet<Element>();
  /** Shadow trees that the page's own world was asked about, and those that it should be. */
  readonly askedTrees = new WeakSet<ShadowRoot>();
  wantedTrees: WeakSet<ShadowRoot> | undefined;
}
