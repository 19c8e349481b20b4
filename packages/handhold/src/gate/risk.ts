import { namesFile } from '../page/injected/risk/file-address.js';
import type { Touched } from '../page/targeting/second-check.js';
import { type SafetyLevel, safetyLevels } from './safety.js';

/** How risky something is, and why. */
export interface Risk {
  level: SafetyLevel;
  reasons: readonly string[];
}

/**
 * How an action touches what it meets, from the mildest on: it reads the page and leaves it alone; looks, which a page
 * may notice; reaches an element without pressing it, as a letter key does; works on the page without pressing one
 * element; activates what it meets by a key, a choice or a drop; presses Enter on it; points at it and clicks.
 */
export type Touch = 'reads' | 'looks' | 'reaches' | 'works' | 'activates' | 'enters' | 'points';

/** How risky an action is, by itself and by how it touches what it meets. */
export interface ActionRisk {
  readonly touch: Touch;
  /** Known from what the action says, before anything is met. */
  readonly byItself?: Risk | undefined;
  /** It sends a form by what it says. */
  readonly submits?: boolean | undefined;
  /** It fills in or sends a form as a whole: that of elements it names, or any on the page. */
  readonly form?: 'named' | 'any' | undefined;
  /** It may give a file to the page. */
  readonly givesFiles?: boolean | undefined;
}

/** The risk of actions that touch what they meet in one way only. */
export const reads = (): ActionRisk => ({ touch: 'reads' });
export const looks = (): ActionRisk => ({ touch: 'looks' });
export const points = (): ActionRisk => ({ touch: 'points' });
export const activates = (): ActionRisk => ({ touch: 'activates' });
export const works = (): ActionRisk => ({ touch: 'works' });

/** The risk of going to an address: it may be that of a file. */
export function opening(url: string | undefined, touch: 'reads' | 'looks'): ActionRisk {
  const isFile = url !== undefined && namesFile(url);
  return { touch, ...(isFile ? { byItself: { level: 'medium', reasons: [downloading] } } : {}) };
}

export function isAbove(level: SafetyLevel, other: SafetyLevel): boolean {
  return safetyLevels.indexOf(level) > safetyLevels.indexOf(other);
}

/** The riskier of the two. */
export function higher(risk: Risk, level: SafetyLevel): Risk {
  return isAbove(level, risk.level) ? { level, reasons: [] } : risk;
}

const none: Risk = { level: 'safe', reasons: [] };

export const destroying = 'looks as if it destroys something';
const paying = 'submits a payment form';
const submitting = 'submits a form';
const downloading = 'downloads a file';

/** True if somebody's money is at risk. */
export function isPayment({ reasons }: Risk): boolean {
  return reasons.includes(paying);
}

/** The risk of an action before anything is known of the element it is meant for. */
export function riskBeforehand({ byItself, submits }: ActionRisk): Risk {
  return byItself ?? (submits ? { level: 'medium', reasons: [submitting] } : none);
}

/** True if an action only looks. */
export function isLooking({ touch }: ActionRisk): boolean {
  return touch === 'reads' || touch === 'looks';
}

/** True if consent to an action holds for the one element it was asked about, and not for the whole page. */
export function isForOneElement({ touch, form }: ActionRisk): boolean {
  return touch === 'reaches' || (isPress(touch) && form === undefined);
}

/** Facts besides the element that bear on the risk. */
export interface Circumstances {
  /** This site has been given a card before. */
  cardGiven?: boolean;
  /** The level that typing a password counts as. */
  passwords?: SafetyLevel;
}

/** The risk of an action once it is known what it meets. */
export function riskOnElement(
  { touch, submits: sends = false, givesFiles }: ActionRisk,
  { facts = {}, takesCards }: Pick<Touched, 'facts' | 'takesCards'>,
  { cardGiven = false, passwords = 'high' }: Circumstances = {},
): Risk {
  if (isLooking({ touch })) return none;
  const pays = facts.pays !== undefined && (takesCards || (facts.pays === 'surely' && cardGiven));
  const submits = sends || ((facts.submits === true || pays) && touch !== 'reaches');
  if ((facts.payment || pays) && submits) return { level: 'dangerous', reasons: [paying] };
  const reasons: string[] = [];
  if (facts.file && givesFiles) reasons.push('gives a file to the page');
  if ((facts.destroys && isPress(touch)) || (facts.sendingDestroys !== undefined && sends))
    reasons.push(destroying);
  if (touch !== 'points' && facts.password && !isAbove('high', passwords))
    return { level: passwords, reasons: ['types into a password field', ...reasons] };
  if (reasons.length > 0) return { level: 'high', reasons };
  // Enter on a link follows it, and sends no form.
  if (facts.download && (touch === 'points' || touch === 'enters'))
    return { level: 'medium', reasons: [downloading] };
  return submits ? { level: 'medium', reasons: [submitting] } : none;
}

function isPress(touch: Touch): boolean {
  return touch === 'points' || touch === 'enters' || touch === 'activates';
}
