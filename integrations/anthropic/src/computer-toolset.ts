import {
  BetaAbstractComputerToolset20260801,
  type BetaComputerCursorPositionResult,
  type BetaComputerToolsetOptions,
  type BetaScreenshotResult,
  type BetaToolsetCallContext,
  ToolError,
} from '@anthropic-ai/sdk/helpers/beta/toolsets';
import type * as Wire from '@anthropic-ai/sdk/resources/beta';
import {
  type Called,
  type CallOptions,
  type PointingOptions,
  Screen,
  sessionOf,
  type ToolsetOptions,
  toolboxFor,
} from 'handhold';
import { mediaTypeOf } from './browser-tools.js';
import { pointOf, wheel } from './pointing.js';

export interface ComputerToolsetOptions
  extends Omit<ToolsetOptions, 'tools' | 'approve' | 'images'>,
    BetaComputerToolsetOptions {
  /** Whose browser world the calls work in, such as a chat's or a user's id. Default: one for all. */
  session?: string;
  /** The page that is open at the start; there is no address bar to get to another. */
  startUrl?: string;
}

type Context = BetaToolsetCallContext;
interface Click {
  coordinate?: number[] | null;
  text?: string | null;
}

/** Anthropic's computer toolset with one page of Handhold's browser as the screen. */
export class ComputerToolset extends BetaAbstractComputerToolset20260801 {
  readonly screen: Screen;

  constructor(options: ComputerToolsetOptions = {}) {
    const { session, startUrl, configs, confirm, toolConfigs, ...rest } = options;
    super({ configs, confirm, toolConfigs });
    // A dialog is not in the picture, so none may stay open.
    const toolbox = toolboxFor({ dialogs: 'dismiss', ...rest, tools: ['all'] });
    this.screen = new Screen(toolbox, { session: sessionOf(session), startUrl });
  }

  /** Ends the browser once the calls that run have ended. */
  override async close(): Promise<void> {
    await super.close();
    await this.screen.toolbox.close();
  }

  protected override async screenshot(ctx: Context): Promise<BetaScreenshotResult> {
    const { rendered } = await this.screen.screenshot(callOptions(ctx));
    if (!rendered.image) throw new ToolError(rendered.text);
    return { data: rendered.image.base64, mediaType: mediaTypeOf(rendered.image) };
  }

  protected override async cursor_position(): Promise<BetaComputerCursorPositionResult> {
    return this.screen.cursor;
  }

  protected override left_click(ctx: Context, input: Wire.BetaComputerLeftClickInput): Promise<string> {
    return this.click(ctx, input, 'left', 1);
  }

  protected override right_click(ctx: Context, input: Wire.BetaComputerRightClickInput): Promise<string> {
    return this.click(ctx, input, 'right', 1);
  }

  protected override middle_click(ctx: Context, input: Wire.BetaComputerMiddleClickInput): Promise<string> {
    return this.click(ctx, input, 'middle', 1);
  }

  protected override double_click(ctx: Context, input: Wire.BetaComputerDoubleClickInput): Promise<string> {
    return this.click(ctx, input, 'left', 2);
  }

  protected override triple_click(ctx: Context, input: Wire.BetaComputerTripleClickInput): Promise<string> {
    return this.click(ctx, input, 'left', 3);
  }

  protected override async mouse_move(ctx: Context, input: Wire.BetaComputerMouseMoveInput): Promise<string> {
    return read(await this.screen.move(pointOf(input.coordinate), callOptions(ctx)));
  }

  protected override async left_mouse_down(ctx: Context): Promise<string> {
    return read(await this.screen.down(undefined, callOptions(ctx)));
  }

  protected override async left_mouse_up(ctx: Context): Promise<string> {
    return read(await this.screen.up(undefined, callOptions(ctx)));
  }

  protected override async left_click_drag(
    ctx: Context,
    input: Wire.BetaComputerLeftClickDragInput,
  ): Promise<string> {
    const path = [pointOf(input.start_coordinate), pointOf(input.coordinate)];
    return read(await this.screen.drag(path, pointing(ctx, input)));
  }

  protected override async scroll(ctx: Context, input: Wire.BetaComputerScrollInput): Promise<string> {
    const at = input.coordinate ? pointOf(input.coordinate) : undefined;
    const by = wheel(input.scroll_direction, input.scroll_amount);
    return read(await this.screen.scroll(at, by, pointing(ctx, input)));
  }

  protected override async type_(ctx: Context, input: Wire.BetaComputerTypeInput): Promise<string> {
    return read(await this.screen.type(input.text, callOptions(ctx)));
  }

  protected override async key(ctx: Context, input: Wire.BetaComputerKeyInput): Promise<string> {
    const keys = input.text.trim().split(/\s+/);
    return read(await this.screen.press(keys, { ...callOptions(ctx), count: input.repeat ?? 1 }));
  }

  protected override async wait(ctx: Context, input: Wire.BetaComputerWaitInput): Promise<string> {
    return read(await this.screen.wait(input.duration * 1000, callOptions(ctx)));
  }

  private async click(
    ctx: Context,
    input: Click,
    button: 'left' | 'right' | 'middle',
    clickCount: number,
  ): Promise<string> {
    const at = input.coordinate ? pointOf(input.coordinate) : undefined;
    return read(await this.screen.click(at, { button, clickCount }, pointing(ctx, input)));
  }
}

function callOptions({ signal }: Context): CallOptions {
  return { signal: signal ?? undefined };
}

/** A text that comes with an action at a point names keys to hold meanwhile. */
function pointing(ctx: Context, { text }: { text?: string | null }): PointingOptions {
  return { ...callOptions(ctx), holding: text ? text.split('+') : [] };
}

function read({ rendered }: Called): string {
  if (rendered.isError) throw new ToolError(rendered.text);
  return rendered.text;
}
