import type { Deadline } from '../deadline.js';
import type { LiveFrame } from './frames/frames.js';
import { WorldGone } from './frames/world.js';
import type { Identity } from './injected/protocol.js';
import type { Arrived } from './looking/perceive.js';
import type { View, ViewNode } from './looking/view.js';
import { describe, RefBook, type RefEntry } from './refs/book.js';
import { goneEntries } from './refs/gone-entries.js';
import { formatRef, parseRef, type Ref } from './refs/ref.js';
import { type Baseline, baselineOf } from './writing/baseline.js';
import { type ActedOn, type Changes, diff } from './writing/diff.js';
import { type LineOptions, type Lines, writeLines } from './writing/lines.js';
import { isInViewport } from './writing/rank.js';

/** The page as the agent had last been shown it at some time. */
export interface ShownState {
  document: string | undefined;
  baseline: Baseline | undefined;
}

/** An element that is about to get its ref. */
export interface UnshownElement {
  frame: LiveFrame;
  id: number;
  role: string;
  name: string;
  tag: string;
}

/** Besides a view, what is known about an action whose changes are told. */
export interface ChangeOptions {
  told?: readonly ActedOn[];
  /** Also tells what came into view and has not been shown yet. */
  reveal?: boolean;
  /** A look that the page sent by itself just now. */
  first?: Arrived | undefined;
}

/** The page as the agent has been shown it: its refs, and the baseline that a diff is made against. */
export class ShownPage {
  /** Invalidated by another document: no ref crosses from one to the next. */
  private book: RefBook | undefined;
  private baseline: Baseline | undefined;
  /** Where the agent last saw the page to be, and what that was called. */
  url: string | undefined;
  title = '';
  /** Found by selectors during a call: at its end the agent is told of these by their refs. */
  private foundBySelector: number[] = [];

  /** The refs of the document that the agent knows; undefined before the first look. */
  get refs(): RefBook | undefined {
    return this.book;
  }

  /** The refs of a document, which become the page's. */
  refsOf(document: string): RefBook {
    if (this.book?.document !== document) {
      this.book = new RefBook(document);
      this.baseline = undefined;
    }
    return this.book;
  }

  /** The refs of the document that is there now. */
  async currentRefs(main: LiveFrame, deadline: Deadline): Promise<RefBook> {
    return this.refsOf(await main.world.call(deadline, 'documentToken'));
  }

  /** Gives everything in a view its ref, and what covers something, too, so that a line can say by what. */
  async number(view: View, deadline: Deadline): Promise<void> {
    const book = this.refsOf(view.document);
    await book.number(view, (entries) => goneEntries(entries, deadline));
    for (const node of view.nodes) {
      if (node.coveredBy === undefined) continue;
      const cover = book.of(node.frame, node.coveredBy) ?? numberCover(book, node);
      if (cover) node.coverRef = cover.ref;
    }
  }

  /** Gives a view of a part of the known document its refs. */
  async numberPart(view: View, deadline: Deadline): Promise<void> {
    await this.book?.number(view, (entries) => goneEntries(entries, deadline));
  }

  /** Writes a view for the agent, to whom it has been shown from then on. */
  show(view: View, options: LineOptions, whole = true): Lines {
    const lines = writeLines(view, options);
    for (const node of [...lines.shown, ...lines.read]) if (node.ref !== undefined) this.book?.show(node.ref);
    if (whole) this.setBaseline(view);
    return lines;
  }

  /** The changes since the agent last saw the page; undefined when it has never seen this document. */
  changes(view: View, { told = [], reveal = false }: ChangeOptions = {}): Changes | undefined {
    const { book } = this;
    if (!this.baseline || book?.document !== view.document) return undefined;
    const reveals = (node: ViewNode) =>
      isInViewport(node, view) && book.get(node.ref ?? 0)?.shown === undefined;
    const changes = diff(this.baseline, view, { told, ...(reveal ? { reveals } : {}) });
    for (const node of changes.shown) if (node.ref !== undefined) book.show(node.ref);
    this.setBaseline(view);
    return changes;
  }

  /** The page as the agent has been shown it by now, to compare with later. */
  get state(): ShownState {
    return { document: this.book?.document, baseline: this.baseline };
  }

  /** The changes since the page was shown so; undefined when that was of another document, or of none. */
  changesSince(state: ShownState, view: View): Changes | undefined {
    if (!state.baseline || state.document !== view.document) return undefined;
    this.baseline = state.baseline;
    return this.changes(view);
  }

  private setBaseline(view: View): void {
    this.baseline = baselineOf(view, this.baseline);
    this.url = view.url;
    this.title = view.title;
  }

  /** The element of a ref, shown or not. */
  entry(ref: string): RefEntry | undefined {
    return this.book?.get(parseRef(ref) ?? 0);
  }

  /** True if the agent was shown this ref here. */
  has(ref: string): boolean {
    return this.entry(ref)?.shown !== undefined;
  }

  /** The element of a ref as the agent was last shown it. */
  shownAs(ref: string): (Identity & { url: string }) | undefined {
    const entry = this.entry(ref);
    return entry?.shown && { ...entry.shown, url: entry.frame.url };
  }

  /** The ref of what a selector has found counts as shown once the call is over. */
  noteFoundBySelector({ ref }: RefEntry): void {
    this.foundBySelector.push(ref);
  }

  showFoundBySelector(): void {
    for (const ref of this.foundBySelector.splice(0)) this.book?.show(ref);
  }

  /** Gives things that were found by other means than a look a ref, as if they had been shown. */
  async showRefs(found: readonly UnshownElement[], main: LiveFrame, deadline: Deadline): Promise<Ref[]> {
    const book = await this.currentRefs(main, deadline);
    return found.map(({ frame, id, role, name, tag }) => {
      const entry = book.numberOne(frame, id, { role, name }, tag);
      book.show(entry.ref);
      return formatRef(entry.ref);
    });
  }

  /** The element as the agent reads it, which may use its ref from then on. */
  showRef(entry: RefEntry): string {
    this.book?.show(entry.ref);
    return describe(entry);
  }

  /** The fields that the browser held against a form being submitted, with refs. */
  refusedFields(view: View): { element: string; message: string }[] {
    return view.refused.map(({ frame, id, role, name, message }) => {
      const entry = this.book?.numberOne(frame, id, { role, name }, '');
      return { element: entry ? this.showRef(entry) : role, message };
    });
  }

  /**
   * A drag tells what it carried from one place to another, and what that was and is in: so it all is what was shown.
   * True if the thing itself was drawn anew.
   */
  async followDrag(from: RefEntry, to: RefEntry | undefined, deadline: Deadline): Promise<boolean> {
    const { world } = from.frame;
    const target = to?.frame.world === world ? to.id : null;
    const carried = await world.call(deadline, 'carriedTo', target).catch((thrown: unknown) => {
      if (thrown instanceof WorldGone) return null;
      throw thrown;
    });
    if (!carried) return false;
    if (carried.twin !== 0) this.book?.handOver(from, carried.twin);
    for (const { id, role, name } of carried.things) this.rename(from.frame, id, { role, name });
    return carried.twin !== 0;
  }

  private rename(frame: LiveFrame, id: number, identity: Identity): void {
    const entry = this.book?.of(frame, id);
    if (entry?.shown && entry.shown.role !== 'text') entry.shown = entry.identity = identity;
  }
}

/** An element that covers another can be acted on too, if only to be closed. */
function numberCover(book: RefBook, node: ViewNode): RefEntry | undefined {
  if (node.coveredBy === undefined || !node.cover) return undefined;
  const entry = book.numberOne(node.frame, node.coveredBy, node.cover, node.cover.tag);
  book.show(entry.ref);
  return entry;
}
