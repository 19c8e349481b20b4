import type { Action, PressAction } from '../actions/action.js';
import { parseChord } from '../page/acting/keys.js';
import { namesFile } from '../page/injected/risk/file-address.js';
import type { Touched } from '../page/live-page.js';
import { inscriptions } from './inscriptions.js';
import { type SafetyLevel, safetyLevels } from './safety.js';

/** How risky something is, and why. */
export interface Risk {
  level: SafetyLevel;
  reasons: readonly string[];
}

export function isAbove(level: SafetyLevel, other: SafetyLevel): boolean {
  return safetyLevels.indexOf(level) > safetyLevels.indexOf(other);
}

/** The riskier of the two. */
export function higher(risk: Risk, level: SafetyLevel): Risk {
  return isAbove(level, risk.level) ? { level, reasons: [] } : risk;
}

const none: Risk = { level: 'safe', reasons: [] };

const destroying = 'looks as if it destroys something';
const paying = 'submits a payment form';

/** Whether it is a risk for somebody's money. */
export function isPayment({ reasons }: Risk): boolean {
  return reasons.includes(paying);
}

/** Kinds of action that only look, whatever it is they look at. */
const looking = new Set<string>(
  'navigate snapshot find element screenshot wait scroll tabs close read whole state hover focus images'.split(
    ' ',
  ),
);

/** What an action is by itself, before anything is known of the element it is meant for. */
export function riskOfAction(action: Action): Risk {
  if (action.type === 'select' && action.values.some(inscriptions.destroy))
    return { level: 'high', reasons: [destroying] };
  if (sends(action)) return { level: 'medium', reasons: ['submits a form'] };
  if (action.type === 'downloads' && action.save !== undefined && action.save !== false)
    return { level: 'high', reasons: ['saves a file'] };
  if (action.type === 'storage' && action.do === 'save') return { level: 'high', reasons: ['saves a file'] };
  if (action.type === 'storage' && action.do === 'load') return { level: 'high', reasons: ['reads a file'] };
  if ('url' in action && action.url !== undefined && namesFile(action.url))
    return { level: 'medium', reasons: ['downloads a file'] };
  return none;
}

/** Whether an action may send a form other than by a click or key: that of elements it names, or any on the page. */
export function sendsForm(action: Action): 'no' | 'named' | 'any' {
  if (action.type === 'submit') return action.target === undefined ? 'any' : 'named';
  return action.type === 'fill' ? 'named' : 'no';
}

/** Whether an action only looks. */
export function isLooking(action: Action): boolean {
  return looking.has(action.type);
}

/** What else is known where an action meets an element. */
export interface Circumstances {
  /** This site has been given a card before. */
  cardGiven?: boolean;
  /** What typing a password counts as. */
  passwords?: SafetyLevel;
}

/** What it becomes on this element. */
export function riskOnElement(
  action: Action,
  { facts = {}, takesCards }: Pick<Touched, 'facts' | 'takesCards'>,
  { cardGiven = false, passwords = 'high' }: Circumstances = {},
): Risk {
  if (isLooking(action)) return none;
  const pays = facts.pays !== undefined && (takesCards || (facts.pays === 'surely' && cardGiven));
  const pressed = action.type !== 'press' || activates(action);
  const submits = sends(action) || ((facts.submits === true || pays) && pressed);
  if ((facts.payment || pays) && submits) return { level: 'dangerous', reasons: [paying] };
  const reasons: string[] = [];
  if (facts.file && action.type === 'fill') reasons.push('gives a file to the page');
  const isPressed = points(action) || activates(action);
  if ((facts.destroys && isPressed) || (facts.sendingDestroys !== undefined && sends(action)))
    reasons.push(destroying);
  if (!points(action) && facts.password && !isAbove('high', passwords))
    return { level: passwords, reasons: ['types into a password field', ...reasons] };
  if (reasons.length > 0) return { level: 'high', reasons };
  // Enter on a link follows it, and sends no form.
  if (facts.download && (points(action) || isEnter(action)))
    return { level: 'medium', reasons: ['downloads a file'] };
  return submits ? { level: 'medium', reasons: ['submits a form'] } : none;
}

/** Whether an action sends a form, by what it says. */
function sends(action: Action): boolean {
  return ('submit' in action && action.submit === true) || action.type === 'submit' || isEnter(action);
}

/** Whether the pointer presses what the action names. */
function points(action: Action): boolean {
  return action.type === 'click' || action.type === 'mouse' || action.type === 'check';
}

/** Whether an action presses a button it comes upon, by whichever way. */
function activates(action: Action): boolean {
  switch (action.type) {
    case 'press':
      return isEnter(action) || keyOf(action) === ' ';
    case 'dialog':
      return action.accept;
    case 'submit':
    case 'fill':
    case 'select':
    case 'upload':
    case 'drag':
      return true;
    default:
      return false;
  }
}

function isEnter(action: Action): boolean {
  return action.type === 'press' && keyOf(action) === 'Enter';
}

/** Read by the same rules as the key that is sent, so that no other spelling of it is missed. */
function keyOf({ key, modifiers }: PressAction): string | undefined {
  return parseChord(key, modifiers)?.key.key;
}

/** Thrown by what looks at an element when that makes the action riskier than anybody has agreed to. */
export class RiskRaised extends Error {
  constructor(
    readonly risk: Risk,
    /** What it was seen on. */
    readonly on: Touched,
    /** The address of the page at that moment. */
    readonly pageUrl: string,
  ) {
    super('The action turned out to be riskier than agreed to.');
  }
}
