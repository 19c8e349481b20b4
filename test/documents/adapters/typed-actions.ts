import type {
  BrowserAction,
  CheckAction,
  ClickAction,
  EvaluateAction,
  FillFormAction,
  HoverAction,
  NavigateAction,
  OpenAction,
  PressAction,
  ScreenshotAction,
  ScrollAction,
  SelectAction,
  ToolResult,
  TypeAction,
  UploadAction,
  WaitAction,
} from '@handhold/openai';

/** Actions as users write them: with what the tool needs, and with no more than it takes. */
export const navigate: NavigateAction = { type: 'navigate', url: 'https://example.com' };
export const click: ClickAction = { type: 'click', selector: '#submit', button: 'left', clickCount: 2 };
export const clickRef: ClickAction = { type: 'click', selector: '@e5', timeout: 3000 };
export const typing: TypeAction = { type: 'type', selector: '#name', text: 'Ada', clearFirst: true };
export const press: PressAction = { type: 'press', key: 'Control+A' };
export const scroll: ScrollAction = { type: 'scroll', direction: 'down', amount: 300 };
export const hover: HoverAction = { type: 'hover', selector: '//nav' };
export const check: CheckAction = { type: 'check', selector: '#agree' };
export const select: SelectAction = { type: 'select', selector: '#country', values: ['Japan'] };
export const fill: FillFormAction = { type: 'fill_form', fields: [{ selector: '#name', value: 'Ada' }] };
export const upload: UploadAction = { type: 'upload', selector: '#file', paths: ['report.pdf'] };
export const wait: WaitAction = { type: 'wait', text: 'Welcome' };
export const shot: ScreenshotAction = { type: 'screenshot', fullPage: true };
export const evaluate: EvaluateAction = { type: 'evaluate', script: 'document.title' };
export const open: OpenAction = { type: 'juggle', balls: 3 };
export const all: BrowserAction[] = [
  navigate,
  click,
  typing,
  press,
  scroll,
  hover,
  check,
  select,
  fill,
  open,
];

// @ts-expect-error a click has no such button
export const wrongButton: ClickAction = { type: 'click', selector: 'a', button: 'purple' };
// @ts-expect-error a text is missing
export const noText: TypeAction = { type: 'type', selector: '#name' };
// @ts-expect-error there is no such argument
export const misspelt: ClickAction = { type: 'click', selektor: '#submit' };
// @ts-expect-error that is another action
export const other: ClickAction = { type: 'hover', selector: 'a' };

/** The document's own interface of results, which ours can stand for. */
interface DocumentResult {
  success: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: so it stands in the document.
  data?: any;
  error?: {
    code: string;
    message: string;
    // biome-ignore lint/suspicious/noExplicitAny: so it stands in the document.
    details?: any;
  };
  executionTime?: number;
  timestamp: number;
}
export const asInDocument = (result: ToolResult): DocumentResult => result;
