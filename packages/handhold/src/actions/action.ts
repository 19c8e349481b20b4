import type { MouseButton, Point } from '../page/acting/input.js';
import type { Modifier } from '../page/acting/keys.js';
import type { ConsoleLevel } from '../page/console.js';
import type { Target } from '../page/targeting/find-target.js';

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

export interface ClickAction {
  type: 'click';
  target: Target;
  button: MouseButton;
  clickCount: number;
  /** How many such clicks, one after the other. */
  count: number;
  modifiers: Modifier[];
  timeout: number;
}

export interface TypeAction {
  type: 'type';
  text: string;
  target?: Target | undefined;
  clearFirst: boolean;
  submit: boolean;
  delay: number;
  /** The text with names in place of the secrets in it: it goes into this very element, whatever has the focus. */
  secret?: string | undefined;
  timeout: number;
}

export interface PressAction {
  type: 'press';
  key: string;
  modifiers: Modifier[];
  target?: Target | undefined;
  count: number;
  timeout: number;
}

export interface HoverAction {
  type: 'hover';
  target: Target;
  timeout: number;
}

export interface FocusAction {
  type: 'focus';
  target: Target;
  timeout: number;
}

export interface ClearAction {
  type: 'clear';
  target: Target;
  timeout: number;
}

export interface SelectAction {
  type: 'select';
  target: Target;
  /** Labels or values of all that is to be selected. */
  values: string[];
  /** One of them with names in place of the secrets in it. */
  secret?: string | undefined;
  timeout: number;
}

export interface CheckAction {
  type: 'check';
  target: Target;
  checked: boolean;
  timeout: number;
}

export interface DragAction {
  type: 'drag';
  target: Target;
  /** What to drop on. */
  to?: Target | undefined;
  /** From the top left corner of `to`; its centre if absent. */
  toOffset?: Point | undefined;
  by?: Point | undefined;
  timeout: number;
}

export type FieldValue = string | number | boolean | string[];

export interface FillAction {
  type: 'fill';
  fields: (Target & { value: FieldValue; secret?: string | undefined })[];
  submit: boolean;
  timeout: number;
}

export interface SubmitAction {
  type: 'submit';
  target?: Target | undefined;
  timeout: number;
}

export interface UploadAction {
  type: 'upload';
  target?: Target | undefined;
  paths: string[];
  timeout: number;
}

export interface MouseAction {
  type: 'mouse';
  do: 'click' | 'move' | 'down' | 'up' | 'wheel';
  /** Where the pointer is, if absent. */
  at?: Point | undefined;
  button: MouseButton;
  clickCount: number;
  deltaX: number;
  deltaY: number;
  /** Held meanwhile. */
  modifiers: Modifier[];
  timeout: number;
}

export interface ScrollAction {
  type: 'scroll';
  direction?: 'up' | 'down' | 'left' | 'right' | undefined;
  amount: 'page' | 'half' | number;
  ref?: string | undefined;
  /** An end of the page, or a ref to bring into view. */
  to?: string | undefined;
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

export interface DialogAction {
  type: 'dialog';
  accept: boolean;
  text?: string | undefined;
  timeout: number;
}

export interface CloseAction {
  type: 'close';
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
