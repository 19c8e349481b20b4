/** How a thing is used, where it isn't just clicked. */
export type Deed =
  | 'click'
  | 'double'
  | 'right'
  | 'hover'
  | 'upload'
  | { type: string }
  | { press: string }
  | { select: string }
  | { check: boolean }
  | { dragTo: string }
  | { dragBy: { x: number; y: number } };

/** Something on a page that a person can use. */
export interface Thing {
  /** The words by which a person knows it. */
  says: string | RegExp;
  /** Words of the row, item or card that it stands in, where several say the same. */
  of?: string;
  /** Which it is of those that are told apart only by where they stand. */
  nth?: number;
  by?: Deed;
  /** All that the page notes when it is used; nothing by itself. */
  does?: string | string[];
  /** What can be used once this has been. */
  brings?: Thing[];
}

/** A small page in the manner of a library, with all that a person sees and can do there. */
export interface LibraryPage {
  name: string;
  html: string;
  /** Everything that can be used, and nothing else. */
  things: Thing[];
  /** What can be read. */
  texts?: string[];
  /** What can't. */
  never?: string[];
  /** The thing that has the page draw other records into the same elements. */
  redraws?: string;
}
