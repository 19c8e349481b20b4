import { z } from 'zod';
import { observe, refuseIfBlocked } from '../../acting/outcome.js';
import type { Stage } from '../../acting/stage.js';
import { waitForCondition } from '../../acting/wait-for-condition.js';
import type { Tab } from '../../browser/tab.js';
import type { Deadline } from '../../deadline.js';
import * as checks from '../../gate/checks.js';
import { reads } from '../../gate/risk.js';
import { quote } from '../../gate/untrusted.js';
import type { WaitCondition } from '../../page/injected/protocol.js';
import { reached } from '../../page/settling/settle.js';
import type { UnshownElement } from '../../page/shown-page.js';
import { defineTool } from '../../tool.js';
import { changes, outcomeShape, outcomeText, selector, timeout } from '../shape.js';

const conditions = ['for', 'text', 'textGone', 'element', 'selector', 'time'] as const;

const input = z
  .strictObject({
    for: z.enum(['page_loaded', 'url_changed', 'network_idle']).optional(),
    text: z.string().min(1).max(1000).optional(),
    textGone: z.string().min(1).max(1000).optional(),
    element: z
      .strictObject({ name: z.string().max(1000), role: z.string().max(100).optional() })
      .refine(({ name, role }) => name !== '' || Boolean(role), {
        message: 'Give a name; it may be empty where there is a role.',
        path: ['name'],
      })
      .optional(),
    selector: selector.optional(),
    state: z
      .enum(['attached', 'detached', 'visible', 'hidden'])
      .optional()
      .describe('of selector; default visible'),
    time: z.number().min(0).max(30_000).optional().describe('ms'),
    timeout: timeout(5000),
  })
  .refine((given) => conditions.filter((name) => given[name] !== undefined).length === 1, {
    message: `Give exactly one of ${conditions.join(', ')}.`,
    path: ['for'],
  })
  .refine((given) => given.state === undefined || given.selector !== undefined, {
    message: 'It says something about a selector, which is missing.',
    path: ['state'],
  });

const output = z.object({
  met: z.boolean(),
  /** Milliseconds. */
  waited: z.number(),
  /** The element that was waited for, where it is there now. */
  element: z.string().optional(),
  ...outcomeShape,
  changes,
});

/** A condition that documents are watched for. */
type DocumentCondition =
  | { text: string }
  | { textGone: string }
  | { element: { name: string; role?: string | undefined } }
  | { selector: string; state: 'attached' | 'detached' | 'visible' | 'hidden' };

export type WaitFor =
  | { for: 'page_loaded' | 'url_changed' | 'network_idle' }
  | { time: number }
  | DocumentCondition;

function conditionOf(given: z.output<typeof input>): WaitFor {
  if (given.for !== undefined) return { for: given.for };
  if (given.text !== undefined) return { text: given.text };
  if (given.textGone !== undefined) return { textGone: given.textGone };
  if (given.element !== undefined) return { element: given.element };
  if (given.selector !== undefined) return { selector: given.selector, state: given.state ?? 'visible' };
  return { time: given.time ?? 0 };
}

const condition: checks.Check<WaitFor> = {
  check: (until, rules) => {
    if ('selector' in until) checks.selector.check(until.selector, rules);
  },
};

export const wait = defineTool({
  name: 'browser_wait',
  description: 'Wait for one condition. Not met in time is no error: met is false.',
  category: 'system',
  safety: 'safe',
  core: true,
  idempotent: true,
  timeout: 5000,
  input,
  output,
  examples: [
    { text: 'Order confirmed' },
    { for: 'url_changed' },
    { element: { name: 'Save', role: 'button' } },
  ],
  returns: 'Whether it came true, how long it took, what was waited for, with its ref, and what changed.',
  action: {
    type: 'wait',
    plan: (given) => ({ until: conditionOf(given), timeout: given.timeout }),
    checks: { until: condition },
    risk: reads,
    describe: () => 'waiting',
    // One that sleeps needs its time, and each a moment to look at the page afterwards.
    grace: ({ until }) => ('time' in until ? until.time : 0) + 2000,
    perform: (action, stage) => waitUntil(action, stage),
  },
  text: (data) => {
    const { met, waited, element, changes: lines } = data;
    const [ref = ''] = element?.split(' ', 1) ?? [];
    // An element that has a line already needs no second one.
    const isListed = new RegExp(`^[+~]? *${ref} `, 'm').test(lines);
    const came = element === undefined || isListed ? '' : `: ${element}`;
    return outcomeText(`${met ? 'met' : 'not met'} after ${waited} ms${came}`, data, lines);
  },
});

async function waitUntil(
  { until, timeout }: { until: WaitFor; timeout: number },
  { session, deadline }: Stage,
): Promise<z.output<typeof output>> {
  const tab = session.current();
  refuseIfBlocked(tab);
  const line = deadline.interruptedBy(tab);
  const before = tab.live.traffic.mark();
  const started = performance.now();
  const met = await comesTrue(tab, until, line, timeout);
  const waited = Math.round(performance.now() - started);
  const outcome = await observe(session, tab, before, line);
  const element = typeof met === 'object' ? await elementThatCame(tab, met, line) : undefined;
  return { met: met !== false, waited, ...(element === undefined ? {} : { element }), ...outcome };
}

/** An element that came, by its ref; nothing where it has gone again with its document. */
async function elementThatCame(
  tab: Tab,
  came: UnshownElement,
  deadline: Deadline,
): Promise<string | undefined> {
  if (came.frame.world.gone) return undefined;
  const [ref] = await tab.live.showRefs([came], deadline);
  return `${ref} ${came.role}${came.name ? ` ${quote(came.name, 100)}` : ''}`;
}

/** Resolves to true, or to the element that makes it true; to false once the time is up. */
function comesTrue(
  tab: Tab,
  until: WaitFor,
  deadline: Deadline,
  time: number,
): Promise<boolean | UnshownElement> {
  if ('time' in until) return sleep(until.time, deadline);
  if (!('for' in until)) return waitForCondition(tab, watched(until), deadline, time);
  if (until.for === 'page_loaded') return reached(tab.page, 'load', deadline, time);
  if (until.for === 'network_idle') return reached(tab.page, 'networkidle', deadline, time);
  return urlChanges(tab, deadline, time);
}

function watched(until: DocumentCondition): Omit<WaitCondition, 'hidden'> {
  if (!('element' in until)) return until;
  const { name, role } = until.element;
  return { element: role === undefined ? { name } : { name, role } };
}

async function sleep(time: number, deadline: Deadline): Promise<boolean> {
  await deadline.race(new Promise((resolve) => setTimeout(resolve, time)));
  return true;
}

/** Changed from what the agent last saw, even if that happened before it asked. */
async function urlChanges(tab: Tab, deadline: Deadline, time: number): Promise<boolean> {
  const { page } = tab;
  const before = tab.live.shown.url ?? page.url();
  const end = performance.now() + time;
  while (page.url() === before) {
    const left = end - performance.now();
    if (left <= 0) return false;
    let stop: () => void = () => undefined;
    const navigated = new Promise<void>((resolve) => {
      const listener = () => resolve();
      page.on('framenavigated', listener);
      stop = () => page.off('framenavigated', listener);
    });
    await deadline.patience(navigated, left).finally(stop);
  }
  await reached(page, 'domcontentloaded', deadline, Math.max(1, end - performance.now()));
  return true;
}
