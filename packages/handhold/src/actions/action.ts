import type { ConsoleLevel } from '../page/console.js';
import type { Target } from '../page/live-page.js';

export type WaitUntil = 'load' | 'domcontentloaded' | 'networkidle';

export interface NavigateAction {
  type: 'navigate';
  url: string;
  waitUntil: WaitUntil;
  snapshot: boolean;
  timeout: number;
}

export interface HistoryAction {
  type: 'history';
  go: 'back' | 'forward' | 'reload';
  timeout: number;
}

export interface SnapshotAction {
  type: 'snapshot';
  interactiveOnly: boolean;
  maxElements: number;
  maxTokens?: number | undefined;
  ref?: string | undefined;
  diff: boolean;
  timeout: number;
}

export interface FindAction {
  type: 'find';
  text?: string | undefined;
  role?: string | undefined;
  regex?: string | undefined;
  limit: number;
  timeout: number;
}

export interface GetElementAction {
  type: 'element';
  target: Target;
  timeout: number;
}

export interface ScreenshotAction {
  type: 'screenshot';
  fullPage: boolean;
  quality: number;
  format: 'jpeg' | 'png';
  ref?: string | undefined;
  annotate: boolean;
  timeout: number;
}

export type WaitFor =
  | { for: 'page_loaded' | 'url_changed' | 'network_idle' }
  | { text: string }
  | { textGone: string }
  | { element: { name: string; role?: string | undefined } }
  | { selector: string; state: 'attached' | 'detached' | 'visible' | 'hidden' }
  | { time: number };

export interface WaitAction {
  type: 'wait';
  until: WaitFor;
  timeout: number;
}

export interface TabsAction {
  type: 'tabs';
  do: 'list' | 'new' | 'select' | 'close';
  tab?: string | undefined;
  url?: string | undefined;
  timeout: number;
}

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

/** The page as it is, rather than what is worth reading of it. */
export interface WholeAction {
  type: 'whole';
  /** Its markup, or all of its text that can be seen. */
  what: 'html' | 'text';
  /** Only the text of this element. */
  target?: Target | undefined;
  page: number;
  timeout: number;
}

/** How things stand, for whoever has lost track. */
export interface StateAction {
  type: 'state';
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
