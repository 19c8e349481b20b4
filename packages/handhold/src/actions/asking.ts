import type { AskedElement, AskedPage } from '../gate/approver.js';
import { hideLogin } from '../gate/masking.js';
import { cut, ownLine, quote } from '../gate/untrusted.js';
import type { LivePage, Target, Touched } from '../page/live-page.js';
import { urlFrom } from '../url.js';
import { describeAction } from './about.js';
import type { Action } from './action.js';

/** What a person is told of an action before it is done. */

const longest = 300;
const longestScript = 1600;

/** What is about to be done, to what, and with which values; what pages wrote stands in quotes. */
export function summaryOf(action: Action, called: (target: Target) => string, on?: Touched): string {
  switch (action.type) {
    case 'type': {
      const into = action.target ? called(action.target) : (on && elementText(on)) || 'what has the focus';
      return `typing ${value(action.text)} into ${into}${action.submit ? ' and pressing Enter' : ''}`;
    }
    case 'press':
      return `pressing ${quote(action.key, 40)} on ${action.target ? called(action.target) : (on && elementText(on)) || 'what has the focus'}`;
    case 'fill': {
      const fields = action.fields.map((field) => `${called(targetOf(field))} = ${shortly(field.value)}`);
      return `filling in ${fields.join(', ')}${action.submit ? ' and submitting the form' : ''}`;
    }
    case 'select': {
      const option = on?.role === 'option' ? ` (${elementText(on)})` : '';
      return `choosing ${shortly(action.values)}${option} in ${called(action.target)}`;
    }
    case 'upload': {
      const to = action.target ? ` to ${called(action.target)}` : '';
      return `uploading ${action.paths.map((path) => quote(path, longest)).join(', ')}${to}`;
    }
    case 'evaluate':
      return `running the script ${scriptText(action.script)}`;
    case 'dialog': {
      const text = action.text === undefined ? '' : ` with ${value(action.text)}`;
      const which = on ? `the dialog ${quote(on.name, longest)}` : 'a dialog';
      return `${action.accept ? 'accepting' : 'dismissing'} ${which}${text}`;
    }
    case 'storage':
      return storageText(action);
    case 'drag': {
      const to = action.to === undefined ? `by ${shortly(action.by)}` : `to ${called(action.to)}`;
      return `dragging ${called(action.target)} ${to}`;
    }
    case 'mouse': {
      const at = action.at ? ` at ${action.at.x},${action.at.y}` : '';
      return `using the mouse (${action.do})${at}${on ? ` on ${elementText(on)}` : ''}`;
    }
    case 'downloads':
    case 'pdf':
      return `${describeAction(action)} ${shortly(withoutTime(action))}`;
    case 'submit':
      return `submitting the form of ${action.target ? called(action.target) : (on && elementText(on)) || 'the page'}`;
    default:
      return describeAction(action, called);
  }
}

function storageText({
  do: what,
  kind,
  key,
  value: given,
  domain,
  path,
}: Extract<Action, { type: 'storage' }>) {
  const named = key === undefined ? '' : ` ${quote(key, 100)}`;
  const set = given === undefined ? '' : ` = ${value(given)}`;
  const where = domain === undefined ? '' : ` for ${quote(domain, 100)}`;
  const file = path === undefined ? '' : ` file ${quote(path, longest)}`;
  return `working with storage (${what} ${kind})${named}${set}${where}${file}`;
}

/** A script from both its ends, where it is too long to be read: what matters may stand after a long comment. */
function scriptText(script: string): string {
  const text = script.replace(/\s+/g, ' ').trim();
  if (text.length <= longestScript) return quote(text, longestScript);
  const half = longestScript / 2;
  const left = text.length - longestScript;
  return `${quote(text.slice(0, half), half)} … ${left} more characters … ${quote(text.slice(-half), half)}`;
}

function targetOf(field: Target): Target {
  return 'ref' in field ? { ref: field.ref } : { selector: field.selector };
}

function withoutTime({ type: _type, timeout: _timeout, ...rest }: Action): object {
  return rest;
}

function value(text: string): string {
  return quote(text, longest);
}

/** Any value on one line. */
export function shortly(given: unknown): string {
  if (typeof given === 'string') return value(given);
  const json = ownLine(JSON.stringify(given) ?? 'nothing');
  return cut(json, 1000);
}

/** What a target is called: by what the agent was shown, or turned out to be meant. */
export function calledBy(target: Target, live: LivePage | undefined, on: Touched | undefined): string {
  if ('selector' in target) return on ? elementText(on) : `the selector ${quote(target.selector, 200)}`;
  // What it is now, where that is known: digits in its name may have changed since it was shown.
  if (on?.ref !== undefined && on.role !== 'option' && refText(target.ref) === `@e${on.ref}`)
    return elementText(on);
  const shown = live?.shownAs(target.ref);
  return shown ? elementText(shown) : refText(target.ref);
}

function elementText({ role, name }: { role: string; name: string }): string {
  return name ? `${role} ${quote(name, 100)}` : `a ${role} without a name`;
}

/** A ref as it is always written. */
export function refText(ref: string): string {
  return ref.startsWith('@') ? ref : `@${ref}`;
}

export function elementOf({ ref, role, name }: Touched): AskedElement {
  return { ...(ref === undefined ? {} : { ref: `@e${ref}` }), role, name };
}

/** The page it is about, and the document in it where that is another's. */
export function pageOf(live: LivePage, documentUrl: string | undefined): AskedPage {
  const url = hideLogin(live.page.url());
  const frame = documentUrl === undefined ? undefined : originOf(documentUrl);
  const origin = originOf(url);
  return {
    url,
    origin,
    title: live.shownTitle,
    ...(frame === undefined || frame === origin ? {} : { frame }),
  };
}

function originOf(url: string): string {
  return urlFrom(url)?.origin ?? 'null';
}
