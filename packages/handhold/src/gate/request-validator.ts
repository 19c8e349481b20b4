import type { Action, PressAction } from '../actions/action.js';
import { Failure, toToolError } from '../errors.js';
import { chordText, parseChord } from '../page/acting/keys.js';
import type { Target } from '../page/live-page.js';
import { type AddressPolicy, checkAddress } from './address.js';
import { FileRoots } from './files.js';
import { HostPolicy } from './hosts.js';
import { type KeptFiles, nothingKept } from './kept-files.js';
import { checkSelector } from './selector.js';
import { checkStorage } from './storage.js';
import { quote } from './untrusted.js';

export interface ValidatorOptions extends AddressPolicy {
  /** Folders that uploads may be read from and outputs written to; by default the working folder without hidden files, and `.handhold` in it. */
  files?: readonly string[];
  /** Files and folders that no agent may have, whichever folders it was given, beside those that it never may. */
  keptFiles?: readonly string[];
}

/** Longest text that is typed; more than any person or form has use for. */
const maxText = 500_000;
const maxTimeout = 300_000;
const refForm = /^@?e[1-9]\d{0,8}$/;

/** What a verdict on an action looks like to callers that don't want exceptions. */
export interface Verdict {
  valid: boolean;
  errors: { code: string; message: string }[];
}

/** Checks an action by what it says, before anything is touched: addresses, selectors, paths, ranges. */
export class RequestValidator {
  readonly hosts: HostPolicy;
  readonly files: FileRoots;

  constructor(options: ValidatorOptions = {}, secrets: Omit<KeptFiles, 'paths'> = nothingKept) {
    this.files = new FileRoots(options.files, undefined, { ...secrets, paths: options.keptFiles ?? [] });
    this.hosts = new HostPolicy(options);
  }

  /** The action with its address and key as they are always written; throws the Failure that tells what is wrong. */
  check<A extends Action>(action: A, files: FileRoots = this.files): A {
    this.checkTimeout(action.timeout);
    this.checkParts(action, files);
    if (action.type === 'press') return { ...action, key: keyText(action), modifiers: [] };
    return 'url' in action && action.url !== undefined
      ? { ...action, url: this.checkUrl(action.url) }
      : action;
  }

  private checkParts(action: Action, files: FileRoots): void {
    switch (action.type) {
      case 'click':
      case 'element':
      case 'hover':
      case 'focus':
      case 'clear':
      case 'check':
        this.checkTarget(action.target);
        return;
      case 'select':
        this.checkTarget(action.target);
        for (const value of action.values) this.checkText(value);
        return;
      case 'drag':
        this.checkTarget(action.target);
        if (action.to) this.checkTarget(action.to);
        return;
      case 'fill':
        for (const field of action.fields) {
          this.checkTarget(field);
          for (const text of [field.value].flat()) if (typeof text === 'string') this.checkText(text);
        }
        return;
      case 'submit':
      case 'whole':
        if (action.target) this.checkTarget(action.target);
        return;
      case 'upload':
        if (action.target) this.checkTarget(action.target);
        for (const path of action.paths) files.readable(path);
        return;
      case 'type':
        if (action.target) this.checkTarget(action.target);
        this.checkText(action.text);
        return;
      case 'press':
        if (action.target) this.checkTarget(action.target);
        keyText(action);
        return;
      case 'scroll':
        if (action.ref !== undefined) this.checkRef(action.ref);
        if (action.to !== undefined && action.to !== 'top' && action.to !== 'bottom')
          this.checkRef(action.to);
        return;
      case 'snapshot':
      case 'screenshot':
        if (action.ref !== undefined) this.checkRef(action.ref);
        return;
      case 'find':
        this.checkPattern(action.regex);
        return;
      case 'wait':
        if ('selector' in action.until) checkSelector(action.until.selector);
        return;
      case 'dialog':
        if (action.text !== undefined) this.checkText(action.text);
        return;
      case 'read':
        if (action.ref !== undefined) this.checkRef(action.ref);
        return;
      case 'pdf':
        if (action.path !== undefined) files.writable(action.path, 'pdf');
        return;
      case 'downloads':
        if (typeof action.save === 'string') files.writable(action.save, 'download');
        return;
      case 'storage':
        checkStorage(action);
        if (action.do === 'save' && action.path !== undefined) files.writable(action.path, 'json');
        if (action.do === 'load' && action.path !== undefined) files.readable(action.path, true);
        return;
      case 'evaluate':
        if (action.ref !== undefined) this.checkRef(action.ref);
        this.checkText(action.script);
        return;
      case 'navigate':
      case 'history':
      case 'tabs':
      case 'mouse':
      case 'images':
      case 'state':
      case 'console':
      case 'network':
      case 'mark':
      case 'changes':
      case 'close':
        return;
    }
  }

  /** The same judgement as data. */
  validate(action: Action): Verdict {
    try {
      this.check(action);
      return { valid: true, errors: [] };
    } catch (thrown) {
      const { code, message } = toToolError(thrown);
      return { valid: false, errors: [{ code, message }] };
    }
  }

  checkUrl(url: string): string {
    return checkAddress(url, this.hosts);
  }

  checkSelector(selector: string): void {
    checkSelector(selector);
  }

  checkPath(path: string): string {
    return this.files.check(path);
  }

  checkTimeout(timeout: number): void {
    if (Number.isFinite(timeout) && timeout >= 1 && timeout <= maxTimeout) return;
    throw new Failure('action_validation_error', `The timeout must be from 1 to ${maxTimeout} ms.`);
  }

  private checkTarget(target: Target): void {
    if ('ref' in target) this.checkRef(target.ref);
    else checkSelector(target.selector);
  }

  private checkRef(ref: string): void {
    if (refForm.test(ref)) return;
    throw new Failure('validation_error', `${quote(ref, 60)} is not a ref.`, {
      hint: 'Refs look like @e5 and come from browser_snapshot.',
    });
  }

  private checkPattern(regex: string | undefined): void {
    if (regex === undefined) return;
    try {
      new RegExp(regex, 'iu');
    } catch {
      throw new Failure('action_validation_error', `${quote(regex, 100)} is not a regular expression.`, {
        hint: 'Use JavaScript syntax without slashes, or text for a plain search.',
      });
    }
  }

  private checkText(text: string): void {
    if (text.includes('\0'))
      throw new Failure('validation_error', 'The text contains a NUL character, which no field takes.');
    if (text.length > maxText)
      throw new Failure('validation_error', `The text is longer than ${maxText} characters.`);
    if (!text.isWellFormed())
      throw new Failure(
        'validation_error',
        'The text contains half of a surrogate pair, which is not a character.',
      );
  }
}

/** What is pressed, under the one name that everything after this goes by. */
function keyText({ key, modifiers }: Pick<PressAction, 'key' | 'modifiers'>): string {
  const chord = parseChord(key, modifiers);
  if (chord) return chordText(chord);
  throw new Failure('action_validation_error', `${quote(key, 60)} is not a key.`, {
    hint: 'Use names such as Enter, Tab, Escape, ArrowDown, a, or combinations such as Control+A.',
  });
}
