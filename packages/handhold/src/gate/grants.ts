import type { Action } from '../actions/action.js';
import type { Touched } from '../page/live-page.js';
import { isAbove, type Risk } from './risk.js';
import type { SafetyLevel } from './safety.js';

interface Grant extends Risk {
  to: string;
}

/** What presses or answers one thing, rather than filling in or sending whatever a page has. */
const pressing = new Set<string>('click mouse press check select dialog drag upload'.split(' '));

/** What the policy or a person has agreed to for one call: what its arguments tell, and what was seen on the page, just as it was. */
export class Grants {
  /** The highest level that was agreed to by the arguments. */
  level: SafetyLevel = 'safe';
  private readonly given: Grant[] = [];

  /** Whether what is about to be done is what was agreed to: this very thing, where one is pressed; this page, else. */
  covers(action: Action, risk: Risk, on: Touched, pageUrl: string): boolean {
    if (!isAbove(risk.level, this.level)) return true;
    const to = placeOf(action, on, pageUrl);
    return this.given.some(
      (grant) =>
        grant.to === to &&
        (isAbove(grant.level, risk.level) ||
          (grant.level === risk.level && (isEnough(action, risk) || sameReasons(grant, risk)))),
    );
  }

  /** How often somebody has agreed to something on the page. */
  get count(): number {
    return this.given.length;
  }

  give(action: Action, { level, reasons }: Risk, on: Touched, pageUrl: string): void {
    this.given.push({ level, reasons, to: placeOf(action, on, pageUrl) });
  }
}

/** Whether a yes to the same thing will do whatever it was for: to a password is none to a payment. */
function isEnough(action: Action, { level }: Risk): boolean {
  return isBound(action) && level !== 'dangerous';
}

function isBound(action: Action): boolean {
  return pressing.has(action.type);
}

function placeOf(action: Action, { role, name, url, facts }: Touched, pageUrl: string): string {
  const page = [pageUrl, url, facts?.sendingDestroys];
  return JSON.stringify(isBound(action) ? [...page, role, name] : page);
}

function sameReasons({ reasons }: Risk, other: Risk): boolean {
  return reasons.join() === other.reasons.join();
}
