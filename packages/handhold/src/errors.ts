interface ErrorKind {
  /** The advice to the model when the thrower knows nothing better. */
  readonly hint: string;
  /** True if the very same call may succeed if simply made again. */
  readonly canRetry: boolean;
}

/** Every way a call can fail, with its default advice. The one list all surfaces derive from. */
export const errorKinds = {
  element_not_found: {
    hint: 'Take a browser_snapshot to see what is on the page, or wait for the element with browser_wait.',
    canRetry: false,
  },
  stale_ref: {
    hint: 'Take a new browser_snapshot and use a ref from it.',
    canRetry: false,
  },
  navigation_failed: {
    hint: 'Check the URL. If it is right, the server may be down: try again later or another address.',
    canRetry: true,
  },
  timeout: {
    hint: 'Try again; if it stays slow, go another way.',
    canRetry: true,
  },
  browser_crashed: {
    hint: 'The browser restarts by itself on the next call; navigate again, since tabs, refs and logins are lost.',
    canRetry: true,
  },
  validation_error: { hint: "Correct the arguments to match the tool's schema.", canRetry: false },
  conversion_error: {
    hint: 'Correct the arguments: they could not be turned into an action.',
    canRetry: false,
  },
  action_validation_error: { hint: 'Correct the value named in the message.', canRetry: false },
  execution_error: {
    hint: 'Look at the page with browser_snapshot to see what it did with the action.',
    canRetry: false,
  },
  unexpected_error: {
    hint: 'This is a fault in the tool, not in your call. Try once more; if it stays, go another way.',
    canRetry: true,
  },
  browser_disconnected: {
    hint: 'The connection to the browser was lost. Call again to reconnect, then navigate.',
    canRetry: true,
  },
  invalid_selector: {
    hint: 'Use a valid CSS selector, an XPath beginning with //, text=…, or better a ref from browser_snapshot.',
    canRetry: false,
  },
  script_error: { hint: 'Correct the script; the message is what it threw.', canRetry: false },
  network_error: { hint: 'The network or the server failed. Try again, or another address.', canRetry: true },
  permission_denied: {
    hint: 'The policy does not allow this. Ask the user, or go another way.',
    canRetry: false,
  },
  unknown_error: { hint: 'Look at the page with browser_snapshot before going on.', canRetry: false },
  element_blocked: {
    hint: 'Deal with what covers the element first (close it, accept it, scroll), then try again.',
    canRetry: false,
  },
  element_disabled: {
    hint: 'The element is disabled. Fill in or choose what enables it first.',
    canRetry: false,
  },
  not_editable: {
    hint: 'Choose a text field: textbox, searchbox, combobox or spinbutton in the snapshot.',
    canRetry: false,
  },
  not_focusable: {
    hint: 'The element does not take the focus. Click the field it belongs to, or choose another.',
    canRetry: false,
  },
  element_not_visible: {
    hint: 'The element is there but can not be seen. Open the menu, tab or section it is in first.',
    canRetry: false,
  },
  dialog_open: {
    hint: 'Answer the dialog with browser_dialog first.',
    canRetry: false,
  },
  no_page: { hint: 'Open a page with browser_navigate first.', canRetry: false },
  page_unresponsive: {
    hint: 'Try again, reload the page with browser_reload, or leave it with browser_navigate.',
    canRetry: true,
  },
  host_blocked: {
    hint: 'The policy does not allow this address. Use another, or ask the user to allow it.',
    canRetry: false,
  },
  approval_required: { hint: 'Ask the user to approve this action.', canRetry: false },
  approval_denied: { hint: 'The user refused. Do not try again; go another way or ask.', canRetry: false },
  file_access_denied: { hint: 'Use a path inside the allowed folders.', canRetry: false },
  aborted: { hint: 'The call was cancelled. The session is still usable.', canRetry: true },
  session_limit: { hint: 'Close a session with browser_close, or use an existing one.', canRetry: true },
  busy: { hint: 'Too many calls are waiting. Wait for some of them to finish.', canRetry: true },
  launch_failed: {
    hint: 'The browser could not be started. Run "handhold doctor" to see why, or "handhold install-browser".',
    canRetry: false,
  },
  page_crashed: {
    hint: 'The page crashed. Reload it with browser_reload or navigate elsewhere.',
    canRetry: false,
  },
  page_changed: {
    hint: 'The page changed under the action. Take a browser_snapshot and try again.',
    canRetry: true,
  },
  profile_in_use: { hint: 'Use another profile, or none for a throw-away one.', canRetry: false },
  io_error: {
    hint: 'Check that the path exists, is writable and that the disk is not full.',
    canRetry: false,
  },
  resource_exhausted: { hint: 'The machine is out of a resource. Close sessions or tabs.', canRetry: true },
  vision_unavailable: { hint: 'Use refs from browser_snapshot instead.', canRetry: false },
  unknown_tool: { hint: 'Use one of the tools in the list.', canRetry: false },
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof errorKinds;

/** The page, as far as a call that failed may have touched it. */
export type SideEffect = 'none' | 'done' | 'unknown';

export interface ToolError {
  code: ErrorCode;
  message: string;
  recoveryHint: string;
  canRetry: boolean;
  sideEffect?: SideEffect;
  details?: unknown;
}

interface FailureOptions {
  hint?: string | undefined;
  canRetry?: boolean | undefined;
  sideEffect?: SideEffect | undefined;
  details?: unknown;
}

/** The only exception the product throws on purpose: it becomes a ToolError before any surface sees it. */
export class Failure extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly canRetry: boolean | undefined;
  readonly sideEffect: SideEffect | undefined;
  readonly details: unknown;

  constructor(code: ErrorCode, message: string, options: FailureOptions = {}) {
    super(message);
    this.name = 'Failure';
    this.code = code;
    this.hint = options.hint;
    this.canRetry = options.canRetry;
    this.sideEffect = options.sideEffect;
    this.details = options.details;
  }

  /** The same failure, with a sentence added. */
  saying(more: string): Failure {
    const { code, hint, canRetry, sideEffect, details } = this;
    return new Failure(code, `${this.message} ${more}`, { hint, canRetry, sideEffect, details });
  }

  /** The same failure, with what is known about side effects added. */
  withSideEffect(sideEffect: SideEffect): Failure {
    if (this.sideEffect) return this;
    return new Failure(this.code, this.message, {
      hint: this.hint,
      canRetry: sideEffect === 'none' ? this.canRetry : (this.canRetry ?? false),
      sideEffect,
      details: this.details,
    });
  }
}

/** Thrown where somebody, or the policy, does not agree: that fails the whole call, whichever part of it was asked about. */
export class Refusal extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

/** Turns anything thrown into the error a model may read: no stack, no internals. */
export function toToolError(thrown: unknown): ToolError {
  const failure = thrown instanceof Failure ? thrown : unexpected(thrown);
  const kind = errorKinds[failure.code];
  return {
    code: failure.code,
    message: failure.message,
    recoveryHint: failure.hint ?? kind.hint,
    canRetry: failure.canRetry ?? kind.canRetry,
    sideEffect: failure.sideEffect ?? 'none',
    ...(failure.details === undefined ? {} : { details: failure.details }),
  };
}

function unexpected(thrown: unknown): Failure {
  return new Failure('unexpected_error', `Something unexpected went wrong: ${firstLine(thrown)}`, {
    sideEffect: 'unknown',
  });
}

/** The first line of whatever was thrown, without colour codes, at most 200 characters. */
export function firstLine(thrown: unknown): string {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  const line = text.replace(/\u001b\[[0-9;]*m/g, '').split('\n', 1)[0] ?? '';
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}
