import type { ConsoleLevel } from '../browser/console-log.js';

/** Actions that read pages, logs and stores, rather than act on what is shown. */

export interface ReadAction {
  type: 'read';
  /** Opened first, in the same call. */
  url?: string | undefined;
  ref?: string | undefined;
  format: 'markdown' | 'text' | 'html';
  maxTokens: number;
  page: number;
  timeout: number;
}

export interface ImagesAction {
  type: 'images';
  timeout: number;
}

export interface PdfAction {
  type: 'pdf';
  path?: string | undefined;
  timeout: number;
}

export interface ConsoleAction {
  type: 'console';
  level: ConsoleLevel;
  clear: boolean;
  timeout: number;
}

export interface NetworkAction {
  type: 'network';
  /** Part of an address, a method, a status such as 404 or 4xx, a kind such as fetch, or "failed". */
  filter?: string | undefined;
  id?: string | undefined;
  part: 'headers' | 'request' | 'response';
  timeout: number;
}

export interface DownloadsAction {
  type: 'downloads';
  id?: string | undefined;
  /** True for a name of our own, or the path to save to. */
  save?: boolean | string | undefined;
  timeout: number;
}

export type StoreKind = 'cookies' | 'local' | 'session';

export interface StorageAction {
  type: 'storage';
  do: 'get' | 'set' | 'clear' | 'save' | 'load';
  kind: StoreKind;
  key?: string | undefined;
  value?: string | undefined;
  /** Of a cookie; the page's own host if absent. */
  domain?: string | undefined;
  /** File to save to or load from. */
  path?: string | undefined;
  timeout: number;
}

export interface EvaluateAction {
  type: 'evaluate';
  script: string;
  ref?: string | undefined;
  timeout: number;
}

/** Remembers what the agent knows of the page, to compare with later. */
export interface MarkAction {
  type: 'mark';
  timeout: number;
}

/** What is different from a mark; the whole page where it is another one, or where there is no mark. */
export interface ChangesAction {
  type: 'changes';
  since?: number | undefined;
  timeout: number;
}

export interface DataActions {
  read: ReadAction;
  images: ImagesAction;
  pdf: PdfAction;
  console: ConsoleAction;
  network: NetworkAction;
  downloads: DownloadsAction;
  storage: StorageAction;
  evaluate: EvaluateAction;
  mark: MarkAction;
  changes: ChangesAction;
}

export type DataAction = DataActions[keyof DataActions];

/** What such an action is about, for messages about time running out. */
export function describeData(action: DataAction): string {
  switch (action.type) {
    case 'read':
    case 'images':
      return 'reading the page';
    case 'pdf':
      return 'printing the page';
    case 'console':
      return 'reading the console';
    case 'network':
      return 'reading the requests';
    case 'downloads':
      return 'working with downloads';
    case 'storage':
      return 'working with storage';
    case 'evaluate':
      return 'running a script';
    case 'mark':
    case 'changes':
      return 'looking at the page';
  }
}
