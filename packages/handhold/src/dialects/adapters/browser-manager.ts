import { type BrowserOptions, BrowserManager as BrowserOwner } from '../../browser/manager.js';
import type { ProfileManager } from '../../browser/profiles.js';
import type { ToolError } from '../../errors.js';
import { type CallOptions, Toolbox, type ToolboxOptions } from '../../toolbox.js';
import { type BrowserAction, toolNameOf } from './browser-action.js';
import { RequestValidator } from './request-validator.js';

/** What came of an action. */
export interface ActionResult {
  success: boolean;
  action: BrowserAction;
  result?: unknown;
  error?: ToolError;
  /** Milliseconds. */
  executionTime: number;
  timestamp: number;
}

type Settings = BrowserOptions & Omit<ToolboxOptions, 'browser' | 'profiles' | 'only'>;

/** The browser, and actions on it. They go the way of every tool call, so there is no other door to it than the gate. */
export class BrowserManager extends BrowserOwner {
  /** Judges an action as the gate will, without performing it. */
  readonly validator: RequestValidator;
  private toolbox: Toolbox | undefined;

  constructor(
    profiles?: ProfileManager,
    private readonly settings: Settings = {},
  ) {
    super(profiles, settings);
    this.validator = new RequestValidator(settings);
  }

  /** Performs an action; whatever goes wrong is in the result. */
  async executeAction(action: BrowserAction, options: CallOptions = {}): Promise<ActionResult> {
    this.toolbox ??= new Toolbox({ ...this.settings, browser: this });
    const { type, ...input } = action;
    const call = await this.toolbox.call(toolNameOf(type), input, { session: 'default', ...options });
    const { success, data, error, executionTime, timestamp } = call;
    return {
      success,
      action,
      ...(error ? { error } : { result: withLoadTime(data, executionTime) }),
      executionTime,
      timestamp,
    };
  }
}

/** Of a page that was opened, the document tells how long that took. */
function withLoadTime(data: unknown, loadTime: number): unknown {
  return typeof data === 'object' && data !== null && 'loaded' in data ? { ...data, loadTime } : data;
}
