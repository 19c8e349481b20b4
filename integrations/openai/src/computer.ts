import {
  type Called,
  type CallOptions,
  type Point,
  Screen,
  sessionOf,
  type Toolbox,
  type ToolsetOptions,
  toolboxFor,
} from 'handhold';
import type OpenAI from 'openai';
import { dataUrl } from './browser-tools.js';

type OutputItem = OpenAI.Responses.ResponseOutputItem;
type InputItem = OpenAI.Responses.ResponseInputItem;
type ComputerCall = OpenAI.Responses.ResponseComputerToolCall;
type SafetyCheck = OpenAI.Responses.ResponseComputerToolCall.PendingSafetyCheck;
/** One of the actions of computer use. */
export type ComputerAction = OpenAI.Responses.ComputerAction;

export interface ScreenOptions extends Omit<ToolsetOptions, 'tools' | 'approve' | 'images'> {
  /** Whose browser world it is, such as a chat's or a user's id. Default: one for all. */
  session?: string;
  /** The page that is open at the start; there is no address bar to get to another. */
  startUrl?: string;
}

export interface ComputerUseOptions extends ScreenOptions {
  /** Asked where the API wants a person's word; what nobody agrees to is not done. */
  onSafetyCheck?(checks: readonly SafetyCheck[], call: ComputerCall): boolean | Promise<boolean>;
}

export interface ComputerUse {
  /** For `responses.create({ tools })`. */
  readonly tool: OpenAI.Responses.ComputerTool;
  /** The same for models of the preview. */
  readonly previewTool: OpenAI.Responses.ComputerUsePreviewTool;
  /**
   * Performs the computer calls in a response's output, in order; gives what to add to the next request's input.
   * Throws only when no picture of the page can be taken, since the API takes no other answer.
   */
  answer(output: readonly OutputItem[], options?: Pick<CallOptions, 'signal' | 'host'>): Promise<InputItem[]>;
  readonly toolbox: Toolbox;
  /** Ends the browser. May be called any number of times; a later call starts afresh. */
  close(): Promise<void>;
}

const standardSize = { width: 1280, height: 720 };
/** The time that "wait" means, as it comes without one. */
const aWhile = 1000;

/** A page of the browser as the screen that a computer-use model works on. */
export function openScreen(options: ScreenOptions = {}): Screen {
  const { session, startUrl, ...rest } = options;
  // A dialog is not in the picture, so none may stay open.
  const toolbox = toolboxFor({ dialogs: 'dismiss', ...rest, tools: ['all'] });
  return new Screen(toolbox, { session: sessionOf(session), startUrl });
}

/** Computer use on one page of the browser. Making it starts nothing; the first call starts the browser. */
export function computerUse(options: ComputerUseOptions = {}): ComputerUse {
  const { onSafetyCheck, ...rest } = options;
  const screen = openScreen(rest);
  const { width, height } = options.viewport ?? standardSize;

  async function answerOne(call: ComputerCall, settings: CallOptions): Promise<InputItem[]> {
    const checks = call.pending_safety_checks;
    const agreed = checks.length === 0 || (await onSafetyCheck?.(checks, call)) === true;
    const actions = call.actions ?? (call.action ? [call.action] : []);
    const failure = agreed ? await performAll(screen, actions, settings) : undefined;
    const { rendered } = await screen.screenshot(settings);
    if (!rendered.image) throw new Error(rendered.text);
    const output: InputItem = {
      type: 'computer_call_output',
      call_id: call.call_id,
      output: { type: 'computer_screenshot', image_url: dataUrl(rendered.image) },
      ...(agreed && checks.length > 0 ? { acknowledged_safety_checks: checks } : {}),
    };
    if (!failure) return [output];
    // A picture can't say that a click was refused.
    return [output, { role: 'user', content: [{ type: 'input_text', text: failure.rendered.text }] }];
  }

  return {
    tool: { type: 'computer' },
    previewTool: {
      type: 'computer_use_preview',
      display_width: width,
      display_height: height,
      environment: 'browser',
    },
    async answer(output, settings = {}) {
      const answers: InputItem[] = [];
      for (const item of output)
        if (item.type === 'computer_call') answers.push(...(await answerOne(item, settings)));
      return answers;
    },
    toolbox: screen.toolbox,
    close: () => screen.toolbox.close(),
  };
}

/** Does one after the other, up to the first that fails, which it gives back. */
async function performAll(
  screen: Screen,
  actions: readonly ComputerAction[],
  options: CallOptions,
): Promise<Called | undefined> {
  // Where nothing is open yet, there is nothing to act on before the first picture.
  if (!screen.toolbox.browser.hasSession(screen.session)) await screen.screenshot(options);
  for (const action of actions) {
    const done = await perform(screen, action, options);
    if (done?.result.error) return done;
  }
  return undefined;
}

/** Does one action; a screenshot is taken after all of them anyway. */
export async function perform(
  screen: Screen,
  action: ComputerAction,
  options: CallOptions = {},
): Promise<Called | undefined> {
  switch (action.type) {
    case 'click':
      return click(screen, action, options);
    case 'double_click':
      return screen.click(action, { clickCount: 2 }, { ...options, holding: action.keys });
    case 'scroll':
      return screen.scroll(
        action,
        { x: action.scroll_x, y: action.scroll_y },
        { ...options, holding: action.keys },
      );
    case 'move':
      return screen.move(action, { ...options, holding: action.keys });
    case 'drag':
      return screen.drag(action.path, { ...options, holding: action.keys });
    case 'keypress':
      return screen.press(action.keys, options);
    case 'type':
      return screen.type(action.text, options);
    case 'wait':
      return screen.wait(aWhile, options);
    case 'screenshot':
      return undefined;
  }
}

type Button = 'left' | 'right' | 'wheel' | 'back' | 'forward';

/** Clicks with any of the five buttons. */
export function click(
  screen: Screen,
  { button, keys, ...at }: Point & { button: Button; keys?: string[] | null },
  options: CallOptions = {},
): Promise<Called> {
  if (button === 'back' || button === 'forward') return screen.call(`browser_${button}`, {}, options);
  return screen.click(at, { button: button === 'wheel' ? 'middle' : button }, { ...options, holding: keys });
}
