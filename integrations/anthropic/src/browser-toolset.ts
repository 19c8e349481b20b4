import {
  BetaAbstractBrowserToolset20260801,
  type BetaBrowserNavigateResult,
  type BetaBrowserState,
  type BetaBrowserToolsetOptions,
  type BetaScreenshotResult,
  type BetaToolsetCallContext,
  ToolError,
} from '@anthropic-ai/sdk/helpers/beta/toolsets';
import type * as Wire from '@anthropic-ai/sdk/resources/beta';
import { type Called, Screen, sessionOf, type ToolsetOptions, toolboxFor } from 'handhold';
import { z } from 'zod';
import { mediaTypeOf } from './browser-tools.js';
import { wheel } from './pointing.js';

export interface BrowserToolsetOptions
  extends Omit<ToolsetOptions, 'tools' | 'approve' | 'images'>,
    Omit<BetaBrowserToolsetOptions, 'browserState'> {
  /** Whose browser world the calls work in, such as a chat's or a user's id. Default: one for all. */
  session?: string;
}

type Context = BetaToolsetCallContext;
type Entry = Wire.BetaBrowserStateTabEntry;
type Change = NonNullable<BetaBrowserState['state_changes']>[number];
interface Click {
  target: Wire.BetaBrowserClickTarget;
  modifiers?: string | null;
  tab_id?: string | null;
}

const tabList = z.object({
  tabs: z.array(z.object({ tab: z.string(), title: z.string(), url: z.string(), current: z.boolean() })),
});
const page = z.object({ url: z.string(), title: z.string(), status: z.number() });
const found = z.object({ count: z.number() });
/** The parts of a result that a toolset reports as changes of the browser's state. */
const news = z.object({
  newTab: z.object({ tab: z.string() }).optional(),
  download: z.object({ id: z.string(), url: z.string(), size: z.number().optional() }).optional(),
  answeredDialogs: z
    .array(z.object({ type: z.string(), message: z.string(), answer: z.string() }))
    .optional(),
});

const modifierNames: Record<string, string> = {
  ctrl: 'Control',
  control: 'Control',
  shift: 'Shift',
  alt: 'Alt',
  option: 'Alt',
  cmd: 'Meta',
  command: 'Meta',
  meta: 'Meta',
  super: 'Meta',
};
/** Anthropic's own browser toolset, on Handhold's sessions: its members are calls of our tools, with our refs. */
export class BrowserToolset extends BetaAbstractBrowserToolset20260801 {
  private readonly screen: Screen;
  private readonly changes: Change[];

  constructor(options: BrowserToolsetOptions = {}) {
    const { session, configs, confirm, urlPolicy, filePolicy, toolConfigs, ...rest } = options;
    // There is no member to answer a dialog with, so none may stay open.
    const toolbox = toolboxFor({ dialogs: 'dismiss', ...rest, tools: ['all'] });
    const screen = new Screen(toolbox, { session: sessionOf(session) });
    const changes: Change[] = [];
    super({
      configs,
      confirm,
      urlPolicy,
      filePolicy,
      toolConfigs,
      browserState: async () => ({ tabs: await entries(screen), state_changes: changes.splice(0) }),
    });
    this.screen = screen;
    this.changes = changes;
  }

  /** Ends the browser once the calls that run have ended. */
  override async close(): Promise<void> {
    await super.close();
    await this.screen.toolbox.close();
  }

  protected override async navigate(
    ctx: Context,
    input: Wire.BetaBrowserNavigateInput,
  ): Promise<BetaBrowserNavigateResult> {
    await this.onTab(ctx, input.tab_id);
    const to = input.url.trim();
    const history = to === 'back' || to === 'forward' || to === 'reload';
    const url = /^[a-z][a-z0-9+.-]*:/i.test(to) && !/^[\w.-]+:\d+(\/|$)/.test(to) ? to : `https://${to}`;
    const { result } = history
      ? await this.does(ctx, `browser_${to}`, {})
      : await this.does(ctx, 'browser_navigate', { url, snapshot: false });
    return page.parse(result.data);
  }

  protected override async screenshot(
    ctx: Context,
    input: Wire.BetaBrowserScreenshotInput,
  ): Promise<BetaScreenshotResult> {
    await this.onTab(ctx, input.tab_id);
    const { rendered } = this.noted(await this.screen.screenshot(callOptions(ctx)));
    return pictureIn(rendered);
  }

  protected override left_click(ctx: Context, input: Wire.BetaBrowserLeftClickInput): Promise<string> {
    return this.click(ctx, input, 'left', 1);
  }

  protected override right_click(ctx: Context, input: Wire.BetaBrowserRightClickInput): Promise<string> {
    return this.click(ctx, input, 'right', 1);
  }

  protected override middle_click(ctx: Context, input: Wire.BetaBrowserMiddleClickInput): Promise<string> {
    return this.click(ctx, input, 'middle', 1);
  }

  protected override double_click(ctx: Context, input: Wire.BetaBrowserDoubleClickInput): Promise<string> {
    return this.click(ctx, input, 'left', 2);
  }

  protected override triple_click(ctx: Context, input: Wire.BetaBrowserTripleClickInput): Promise<string> {
    return this.click(ctx, input, 'left', 3);
  }

  protected override async hover(ctx: Context, input: Wire.BetaBrowserHoverInput): Promise<string> {
    await this.onTab(ctx, input.tab_id);
    const { target } = input;
    if (target.type === 'ref') return this.says(ctx, 'browser_hover', { ref: target.ref });
    return this.noted(await this.screen.move(target, callOptions(ctx))).rendered.text;
  }

  protected override async mouse_move(ctx: Context, input: Wire.BetaBrowserMouseMoveInput): Promise<string> {
    return this.points(ctx, input.tab_id, (options) => this.screen.move(input.target, options));
  }

  protected override async left_mouse_down(
    ctx: Context,
    input: Wire.BetaBrowserLeftMouseDownInput,
  ): Promise<string> {
    return this.points(ctx, input.tab_id, (options) => this.screen.down(input.target, options));
  }

  protected override async left_mouse_up(
    ctx: Context,
    input: Wire.BetaBrowserLeftMouseUpInput,
  ): Promise<string> {
    return this.points(ctx, input.tab_id, (options) => this.screen.up(input.target, options));
  }

  protected override async left_click_drag(
    ctx: Context,
    input: Wire.BetaBrowserLeftClickDragInput,
  ): Promise<string> {
    const { from, target } = input;
    return this.points(ctx, input.tab_id, (options) => this.screen.drag([from, target], options));
  }

  protected override async scroll(ctx: Context, input: Wire.BetaBrowserScrollInput): Promise<string> {
    const by = wheel(input.scroll_direction, input.scroll_amount ?? 3);
    return this.points(ctx, input.tab_id, (options) => this.screen.scroll(input.target, by, options));
  }

  protected override async scroll_to(ctx: Context, input: Wire.BetaBrowserScrollToInput): Promise<string> {
    await this.onTab(ctx, input.tab_id);
    return this.says(ctx, 'browser_scroll', { to: input.target.ref });
  }

  protected override async type_(ctx: Context, input: Wire.BetaBrowserTypeInput): Promise<string> {
    return this.points(ctx, input.tab_id, (options) => this.screen.type(input.text, options));
  }

  protected override async key(ctx: Context, input: Wire.BetaBrowserKeyInput): Promise<string> {
    const keys = input.text.trim().split(/\s+/);
    return this.points(ctx, input.tab_id, (options) =>
      this.screen.press(keys, { ...options, count: input.repeat ?? 1 }),
    );
  }

  protected override async form_input(ctx: Context, input: Wire.BetaBrowserFormInputInput): Promise<string> {
    await this.onTab(ctx, input.tab_id);
    const value = typeof input.value === 'number' ? String(input.value) : input.value;
    return this.says(ctx, 'browser_fill_form', { fields: [{ ref: input.target.ref, value }] });
  }

  protected override async read_page(ctx: Context, input: Wire.BetaBrowserReadPageInput): Promise<string> {
    await this.onTab(ctx, input.tab_id);
    const interactiveOnly = input.filter === 'interactive';
    return this.says(ctx, 'browser_snapshot', { interactiveOnly, maxElements: 500, ref: input.ref });
  }

  protected override async find(ctx: Context, input: Wire.BetaBrowserFindInput): Promise<string> {
    await this.onTab(ctx, input.tab_id);
    const exact = await this.does(ctx, 'browser_find', { text: input.query });
    const words = input.query.match(/[\p{L}\p{N}]{3,}/gu);
    if (found.parse(exact.result.data).count > 0 || !words) return exact.rendered.text;
    // Descriptions are seldom what stands on the page word for word.
    return this.says(ctx, 'browser_find', { regex: words.join('|') });
  }

  protected override async get_page_text(
    ctx: Context,
    input: Wire.BetaBrowserGetPageTextInput,
  ): Promise<string> {
    await this.onTab(ctx, input.tab_id);
    return this.says(ctx, 'browser_read', { format: 'text', maxTokens: 12_000 });
  }

  protected override async read_console(
    ctx: Context,
    input: Wire.BetaBrowserReadConsoleInput,
  ): Promise<string> {
    await this.onTab(ctx, input.tab_id);
    return this.says(ctx, 'browser_console', { clear: true });
  }

  protected override async read_network(
    ctx: Context,
    input: Wire.BetaBrowserReadNetworkInput,
  ): Promise<string> {
    await this.onTab(ctx, input.tab_id);
    return this.says(ctx, 'browser_network', {});
  }

  protected override async javascript_exec(
    ctx: Context,
    input: Wire.BetaBrowserJavascriptExecInput,
  ): Promise<string> {
    await this.onTab(ctx, input.tab_id);
    return this.says(ctx, 'browser_evaluate', { script: input.text });
  }

  protected override async wait(ctx: Context, input: Wire.BetaBrowserWaitInput): Promise<string> {
    return this.points(ctx, input.tab_id, (options) => this.screen.wait(input.duration * 1000, options));
  }

  protected override async file_upload(
    ctx: Context,
    input: Wire.BetaBrowserFileUploadInput,
  ): Promise<string> {
    await this.onTab(ctx, input.tab_id);
    if (input.document_ids?.length)
      throw new ToolError('Only files on this machine can be uploaded: give paths.');
    return this.says(ctx, 'browser_upload', { ref: input.target.ref, paths: input.paths ?? [] });
  }

  protected override async new_tab(ctx: Context): Promise<Entry> {
    return current(tabsIn(await this.does(ctx, 'browser_tabs', { action: 'new' })));
  }

  protected override async list_tabs(ctx: Context): Promise<Entry[]> {
    return tabsIn(await this.does(ctx, 'browser_tabs', { action: 'list' }));
  }

  protected override async switch_tab(ctx: Context, input: Wire.BetaBrowserSwitchTabInput): Promise<Entry> {
    return current(tabsIn(await this.does(ctx, 'browser_tabs', { action: 'select', tab: input.tab_id })));
  }

  protected override async close_tab(ctx: Context, input: Wire.BetaBrowserCloseTabInput): Promise<void> {
    await this.does(ctx, 'browser_tabs', { action: 'close', tab: input.tab_id });
  }

  private async click(
    ctx: Context,
    { target, modifiers, tab_id }: Click,
    button: 'left' | 'right' | 'middle',
    clickCount: number,
  ): Promise<string> {
    const holding = (modifiers ?? '').split('+').flatMap((name) => {
      const given = name.trim().toLowerCase();
      return given === '' ? [] : [modifierNames[given] ?? given];
    });
    if (target.type === 'coordinate')
      return this.points(ctx, tab_id, (options) =>
        this.screen.click(target, { button, clickCount }, { ...options, holding }),
      );
    await this.onTab(ctx, tab_id);
    return this.says(ctx, 'browser_click', { ref: target.ref, button, clickCount, modifiers: holding });
  }

  /** Does something with pointer or keys on a tab; gives what the model reads of it. */
  private async points(
    ctx: Context,
    tab: string | null | undefined,
    deed: (options: ReturnType<typeof callOptions>) => Promise<Called>,
  ): Promise<string> {
    await this.onTab(ctx, tab);
    return this.noted(await deed(callOptions(ctx))).rendered.text;
  }

  private async onTab(ctx: Context, tab: string | null | undefined): Promise<void> {
    if (!tab) return;
    const open = tabsIn(await this.does(ctx, 'browser_tabs', { action: 'list' }));
    if (open.some(({ tab_id, active }) => tab_id === tab && active)) return;
    await this.does(ctx, 'browser_tabs', { action: 'select', tab });
  }

  private async says(ctx: Context, tool: string, input: object): Promise<string> {
    return (await this.does(ctx, tool, input)).rendered.text;
  }

  private async does(ctx: Context, tool: string, input: object): Promise<Called> {
    return this.noted(await this.screen.call(tool, input, callOptions(ctx)));
  }

  /** Keeps what the browser's state must tell of a call, and throws if it failed. */
  private noted(called: Called): Called {
    const { newTab, download, answeredDialogs = [] } = news.safeParse(called.result.data).data ?? {};
    if (newTab) this.changes.push({ type: 'tab_opened', tab_id: newTab.tab });
    if (download) {
      const { id, url, size } = download;
      this.changes.push(
        size === undefined
          ? { type: 'download_started', download_id: id, url }
          : { type: 'download_completed', download_id: id, url, size_bytes: size },
      );
    }
    for (const { type, message, answer } of answeredDialogs)
      if (answer === 'dismissed') this.changes.push({ type: 'dialog_dismissed', kind: type, message });
    if (called.rendered.isError) throw new ToolError(called.rendered.text);
    return called;
  }
}

function callOptions({ signal }: Context) {
  return { signal: signal ?? undefined };
}

function pictureIn({ text, image }: Called['rendered']): BetaScreenshotResult {
  if (!image) throw new ToolError(text);
  return { data: image.base64, mediaType: mediaTypeOf(image) };
}

async function entries(screen: Screen): Promise<Entry[]> {
  return tabsIn(await screen.call('browser_tabs', { action: 'list' }));
}

function tabsIn({ result }: Called): Entry[] {
  const { tabs } = tabList.safeParse(result.data).data ?? { tabs: [] };
  return tabs.map(({ tab, title, url, current: active }) => ({ tab_id: tab, title, url, active }));
}

function current(tabs: readonly Entry[]): Entry {
  const active = tabs.find((tab) => tab.active);
  if (!active) throw new ToolError('There is no open tab.');
  return active;
}
