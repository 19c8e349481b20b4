import { quote } from '../gate/untrusted.js';
import type { Target } from '../page/live-page.js';
import type { Action } from './action.js';

/** What can be told of an action by looking at it. */

/** What an action is about, in a few words; `called` says what its target is. */
export function describeAction(action: Action, called: (target: Target) => string = targetText): string {
  switch (action.type) {
    case 'navigate':
      return `opening ${quote(action.url, 100)}`;
    case 'history':
      return action.go === 'reload' ? 'reloading the page' : `going ${action.go}`;
    case 'snapshot':
      return 'taking a snapshot';
    case 'find':
      return 'searching the page';
    case 'element':
      return `looking at ${called(action.target)}`;
    case 'click':
      return `clicking ${called(action.target)}${action.count > 1 ? ` ${action.count} times` : ''}`;
    case 'type':
      return `typing${action.target ? ` into ${called(action.target)}` : ''}`;
    case 'press':
      return `pressing ${quote(action.key, 40)}`;
    case 'hover':
      return `pointing at ${called(action.target)}`;
    case 'focus':
      return `focusing ${called(action.target)}`;
    case 'clear':
      return `clearing ${called(action.target)}`;
    case 'select':
      return `choosing in ${called(action.target)}`;
    case 'check':
      return `${action.checked ? 'checking' : 'unchecking'} ${called(action.target)}`;
    case 'drag':
      return `dragging ${called(action.target)}`;
    case 'fill':
      return 'filling in a form';
    case 'submit':
      return 'submitting a form';
    case 'upload':
      return 'uploading files';
    case 'mouse':
      return 'using the mouse';
    case 'scroll':
      return 'scrolling';
    case 'screenshot':
      return 'taking a screenshot';
    case 'wait':
      return 'waiting';
    case 'tabs':
      return 'working with tabs';
    case 'dialog':
      return 'answering a dialog';
    case 'close':
      return 'closing the session';
    case 'read':
    case 'whole':
    case 'images':
      return 'reading the page';
    case 'pdf':
      return 'printing the page';
    case 'console':
      return 'reading the console';
    case 'network':
      return 'reading the requests';
    case 'downloads':
      return 'working with downloads';
    case 'storage':
      return 'working with storage';
    case 'evaluate':
      return 'running a script';
    case 'mark':
    case 'changes':
    case 'state':
      return 'looking at the page';
  }
}

/** The ref of the element it is done to. */
export function refOf(action: Action): string | undefined {
  if ('target' in action && action.target && 'ref' in action.target) return action.target.ref;
  return 'ref' in action ? action.ref : undefined;
}

/** Whether an action is about an element that the agent was shown. */
export function namesRef(action: Action): boolean {
  if ('ref' in action && action.ref !== undefined) return true;
  if (action.type === 'scroll' && action.to !== undefined && action.to !== 'top' && action.to !== 'bottom')
    return true;
  if (action.type === 'drag' && action.to && 'ref' in action.to) return true;
  if (action.type === 'fill' && action.fields.some((field) => 'ref' in field)) return true;
  return 'target' in action && action.target !== undefined && 'ref' in action.target;
}

/** Whether an action can do without a page, because it opens one. */
export function opensPage(action: Action): boolean {
  return (
    action.type === 'navigate' ||
    action.type === 'tabs' ||
    (action.type === 'read' && action.url !== undefined)
  );
}

/** A wait that sleeps needs its time, and every wait a moment to look at the page afterwards. */
export function graceOf(action: Action): number {
  if (action.type !== 'wait') return 0;
  return ('time' in action.until ? action.until.time : 0) + 2000;
}

function targetText(target: Target): string {
  return 'ref' in target ? quote(target.ref, 20) : quote(target.selector, 100);
}
