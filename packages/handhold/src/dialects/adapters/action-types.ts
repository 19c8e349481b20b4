import type { z } from 'zod';
import type { BuiltInTool } from '../../tools/index.js';

type TypeOf<Name extends string> = Name extends `browser_${infer Type}` ? Type : never;
type Types = TypeOf<BuiltInTool['name']>;

/** Of a tool that takes nothing, zod would say that `type` can't be there either. */
type ArgumentsOf<I extends z.ZodObject> = keyof I['shape'] extends never ? unknown : z.input<I>;

/** The action of that type: `type`, and the arguments of the tool that does it. A ref may stand in its `selector`. */
export type ActionOf<T extends Types> = { type: T } & ArgumentsOf<
  Extract<BuiltInTool, { name: `browser_${T}` }>['input']
>;

/** An action of any other type, or one whose arguments are not known yet; it is checked when it is validated. */
export interface OpenAction {
  type: string;
  [argument: string]: unknown;
}

/** An action as the adapters' document writes it: what to do, and the arguments of the tool that does it. */
export type BrowserAction = { [T in Types]: ActionOf<T> }[Types] | OpenAction;

export type NavigateAction = ActionOf<'navigate'>;
export type BackAction = ActionOf<'back'>;
export type ForwardAction = ActionOf<'forward'>;
export type ReloadAction = ActionOf<'reload'>;
export type SnapshotAction = ActionOf<'snapshot'>;
export type FindAction = ActionOf<'find'>;
export type ClickAction = ActionOf<'click'>;
export type TypeAction = ActionOf<'type'>;
export type PressAction = ActionOf<'press'>;
export type ScrollAction = ActionOf<'scroll'>;
export type SelectAction = ActionOf<'select'>;
export type FillFormAction = ActionOf<'fill_form'>;
export type CheckAction = ActionOf<'check'>;
export type ClearAction = ActionOf<'clear'>;
export type FocusAction = ActionOf<'focus'>;
export type SubmitAction = ActionOf<'submit'>;
export type UploadAction = ActionOf<'upload'>;
export type HoverAction = ActionOf<'hover'>;
export type DragAction = ActionOf<'drag'>;
export type MouseAction = ActionOf<'mouse'>;
export type GetElementAction = ActionOf<'get_element'>;
export type ScreenshotAction = ActionOf<'screenshot'>;
export type WaitAction = ActionOf<'wait'>;
export type TabsAction = ActionOf<'tabs'>;
export type DialogAction = ActionOf<'dialog'>;
export type ReadAction = ActionOf<'read'>;
export type BatchAction = ActionOf<'batch'>;
export type GetImagesAction = ActionOf<'get_images'>;
export type PdfAction = ActionOf<'pdf'>;
export type ConsoleAction = ActionOf<'console'>;
export type NetworkAction = ActionOf<'network'>;
export type DownloadsAction = ActionOf<'downloads'>;
export type StorageAction = ActionOf<'storage'>;
export type EvaluateAction = ActionOf<'evaluate'>;
export type AskUserAction = ActionOf<'ask_user'>;
export type CompleteAction = ActionOf<'complete'>;
export type FailAction = ActionOf<'fail'>;
export type CloseAction = ActionOf<'close'>;
