import type { MouseButton, Point } from '../page/acting/input.js';
import type { Modifier } from '../page/acting/keys.js';
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

export interface DialogAction {
  type: 'dialog';
  accept: boolean;
  text?: string | undefined;
  timeout: number;
}

export interface EvaluateAction {
  type: 'evaluate';
  script: string;
  ref?: string | undefined;
  timeout: number;
}
