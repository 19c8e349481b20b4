/** Values that nobody may be shown. */

/** A value that must not be shown, known by its hash alone. */
export interface Fingerprint {
  /** The part of a text that is compared with it. */
  of: 'signs' | 'letters';
  length: number;
  hash: string;
  /** A number that is a part of a longer one is not it. */
  alone?: true;
}

/** How a secret is put into a field. */
export interface PuttingInto {
  /** Of the document that it is meant for. */
  origin: string;
  replace: boolean;
  /** The label that is shown in its place. */
  label: string;
  /** All of it, of which this may be a piece. */
  whole: string;
}

/** A character and the key that types it; an empty key where the keyboard has none. */
export interface TypedKey {
  text: string;
  key: string;
  code: string;
  keyCode: number;
  shift: boolean;
}

/** The fate of text that is for one element only, and how many keys of it went in. */
export interface PutInto {
  /** lost: the focus would not stay there. elsewhere: the document is not of the origin that was meant. */
  state: 'put' | 'gone' | 'lost' | 'elsewhere';
  put: number;
}
