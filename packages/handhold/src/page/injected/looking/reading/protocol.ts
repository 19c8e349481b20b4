import type { Identity } from '../../protocol.js';

/** The text of a document, and its images. */

/** A stretch of text that is one thing throughout. */
export interface Run {
  text: string;
  /** Which of the document's links it belongs to. */
  link?: number;
  code?: boolean;
  /** It stands for a picture. */
  image?: boolean;
  /** A person likely can't see it. */
  unseen?: boolean;
}

export interface ReadBlock {
  kind: 'heading' | 'text' | 'item' | 'quote' | 'code' | 'row' | 'frame';
  runs: Run[];
  /** Of a heading, or how deep an item stands in lists. */
  level?: number;
  marker?: string;
  cells?: Run[][];
  header?: boolean;
  /** Document-local number of the iframe whose document stands here. */
  frame?: number;
}

export interface ReadLink extends Identity {
  id: number;
  tag: string;
  url: string;
}

export interface ReadDocument {
  document: string;
  url: string;
  title: string;
  blocks: ReadBlock[];
  /** Document-local number of each link; what it is, is asked only of those that are shown. */
  links: number[];
  /** It was too large to be read to its end. */
  capped: boolean;
}

export interface ReadImage extends Identity {
  id: number;
  tag: string;
  src: string;
  alt: string;
  width: number;
  height: number;
  naturalWidth: number;
  naturalHeight: number;
  /** A person can't see it, wherever they scroll. */
  hidden?: boolean;
}
