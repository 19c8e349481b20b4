import type { Touched } from '../page/targeting/second-check.js';
import { type ActionRisk, isAbove, isForOneElement, type Risk } from './risk.js';
import type { SafetyLevel } from './safety.js';

interface Grant extends Risk {
  to: string;
}

/** The consent that the policy or a person has given for one call: to what its arguments tell, and to what was seen on the page, just as it was. */
export class Grants {
  /** The highest level that was agreed to by the arguments. */
  level: SafetyLevel = 'safe';
  private readonly given: Grant[] = [];

  /** True if what is about to be done is what was agreed to: this very element, where one is pressed; this page, else. */
  covers(action: ActionRisk, risk: Risk, on: Touched, pageUrl: string): boolean {
    if (!isAbove(risk.level, this.level)) return true;
    const to = subjectOf(action, on, pageUrl);
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

  give(action: ActionRisk, { level, reasons }: Risk, on: Touched, pageUrl: string): void {
    this.given.push({ level, reasons, to: subjectOf(action, on, pageUrl) });
  }
}

/** A yes to the same element will do whatever it was for; but one to a password is none to a payment. */
function isEnough(action: ActionRisk, { level }: Risk): boolean {
  return isForOneElement(action) && level !== 'dangerous';
}

function subjectOf(action: ActionRisk, { role, name, url, facts }: Touched, pageUrl: string): string {
  const page = [pageUrl, url, facts?.sendingDestroys];
  return JSON.stringify(isForOneElement(action) ? [...page, role, name] : page);
}

function sameReasons({ reasons }: Risk, other: Risk): boolean {
  return reasons.join() === other.reasons.join();
}
