import { type BrowserOptions, BrowserManager as BrowserOwner } from '../../browser/manager.js';
import type { ProfileManager } from '../../browser/profiles.js';
import { Failure, type ToolError, toToolError } from '../../errors.js';
import { defaultSession } from '../../session-name.js';
import { type CallOptions, Toolbox, type ToolboxOptions } from '../../toolbox.js';
import type { BrowserAction } from './action-types.js';
import { argumentsOf, needsPage, toolNameOf } from './browser-action.js';
import { asListed } from './error-code.js';
import { RequestValidator } from './request-validator.js';

/** The result of an action. */
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
  private hasRun = false;

  constructor(
    profiles?: ProfileManager,
    private readonly settings: Settings = {},
  ) {
    super(profiles, settings);
    this.validator = new RequestValidator(settings);
  }

  /** Performs an action; whatever goes wrong is in the result. */
  async executeAction(action: BrowserAction, options: CallOptions = {}): Promise<ActionResult> {
    const startedAt = performance.now();
    this.hasRun ||= this.isRunning;
    // Opening a page starts a browser anew; anything else is meant for the one that is gone.
    if (this.hasRun && !this.isRunning && needsPage(action.type))
      return {
        success: false,
        action,
        error: toToolError(gone()),
        executionTime: performance.now() - startedAt,
        timestamp: Date.now(),
      };
    this.toolbox ??= new Toolbox({ ...this.settings, browser: this });
    const call = await this.toolbox.call(toolNameOf(action.type), argumentsOf(action), {
      session: defaultSession,
      ...options,
    });
    this.hasRun ||= this.isRunning;
    const { success, data, error, executionTime, timestamp } = call;
    return {
      success,
      action,
      ...(error
        ? { error: asListed(error, { connects: this.settings.cdp !== undefined }) }
        : { result: withLoadTime(data, executionTime) }),
      executionTime,
      timestamp,
    };
  }
}

function gone(): Failure {
  return new Failure('browser_disconnected', 'The browser was closed or went away.', {
    hint: 'Open a page with browser_navigate, which starts it anew.',
    canRetry: false,
  });
}

/** Of a page that was opened, the document tells how long that took. */
function withLoadTime(data: unknown, loadTime: number): unknown {
  return typeof data === 'object' && data !== null && 'loaded' in data ? { ...data, loadTime } : data;
}
