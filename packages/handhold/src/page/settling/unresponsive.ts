import { type Deadline, goOn, within } from '../../deadline.js';
import { Failure } from '../../errors.js';
import type { CdpSession } from '../cdp/session.js';
import { windowOpenersSource } from '../page-world-sources.generated.js';

/** Time after which a page that gives no answer counts as hanging; less may be the machine's or the caller's haste. */
const hangTime = 500;

/** How long a page says nothing at all before it is in an endless loop: as long as the call may take, within these. */
const silence = { least: 1500, most: 5000 };

/** How often a page that owes an answer is asked something that takes it no time: soon, then less and less often. */
const beats = { first: 100, last: 500 };

/** A page that takes this long for that is busy. */
const busyTime = 50;

/** How often a page whose time is up has to answer at once to be none that is slow. */
const proofs = 3;

/**
 * Waits for what a page was asked or sent. The time it takes because it is busy does not count, up to a point. Only one
 * that says nothing at all for as long as the call may take is stopped, so that the tab can be used again.
 */
export async function answerOf<T>(
  cdp: CdpSession,
  deadline: Deadline,
  asked: Promise<T>,
  late: (pulse: Pulse, giveUp: () => boolean) => Promise<unknown> = lateAnswer,
): Promise<T> {
  const pulse = new Pulse(cdp, deadline);
  try {
    return await deadline.race(asked, (giveUp) => deadline.aside(() => late(pulse, giveUp)));
  } finally {
    pulse.end();
  }
}

/** Decides about a page whose time is up. */
async function lateAnswer(pulse: Pulse, giveUp: () => boolean): Promise<Failure | typeof goOn> {
  const { cdp, deadline } = pulse;
  if (deadline.budget < hangTime) return deadline.expired();
  for (let asked = 0; asked < proofs; asked++) {
    if (!(await pulse.isFelt())) return giveUp() ? stopped(cdp, deadline) : goOn;
    if (pulse.wasBusy) return deadline.excuse(deadline.budget / 2) ? goOn : deadline.expired();
    await new Promise((resolve) => setTimeout(resolve, busyTime));
  }
  return deadline.expired();
}

async function stopped(cdp: CdpSession, deadline: Deadline): Promise<Failure> {
  const what = `The page did not answer within ${Math.round(deadline.budget)} ms while ${deadline.what}`;
  if (await cdp.stopScript())
    return new Failure('page_unresponsive', `${what}; its running script was stopped.`);
  return new Failure('page_unresponsive', `${what}, and what keeps it busy could not be stopped.`, {
    hint: 'Leave the page with browser_navigate, which gives the tab a new one if it has to.',
    canRetry: false,
  });
}

/** Feels whether a page that owes an answer gets on. */
export class Pulse {
  /** By its latest answer: what was busy once may still owe one that never comes. */
  wasBusy = false;
  private pause = beats.first;
  private timer: NodeJS.Timeout | undefined = setTimeout(() => this.feel(), this.pause);
  /** The question that it has not answered yet. */
  private beat: { since: number; felt: Promise<unknown> } | undefined;

  constructor(
    readonly cdp: CdpSession,
    readonly deadline: Deadline,
  ) {}

  /** False if it has been saying nothing for so long that it can't be busy with anything that ends. */
  async isFelt(): Promise<boolean> {
    const { since, felt } = this.beat ?? this.feel();
    const time = Math.min(silence.most, Math.max(silence.least, this.deadline.budget));
    return within(felt, time - (performance.now() - since));
  }

  end(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private feel(): { since: number; felt: Promise<unknown> } {
    clearTimeout(this.timer);
    const since = performance.now();
    const felt = this.cdp.send('Runtime.evaluate', { expression: '1' }).catch(() => undefined);
    const beat = { since, felt: felt.then(() => this.note(performance.now() - since)) };
    this.beat = beat;
    return beat;
  }

  private note(time: number): void {
    this.beat = undefined;
    this.wasBusy = time > busyTime;
    if (this.wasBusy) this.deadline.excuse(time);
    if (!this.timer) return;
    this.pause = Math.min(beats.last, this.pause * 2);
    this.timer = setTimeout(() => this.feel(), this.pause);
  }
}

/** True if a page answers at all. */
export function answers(cdp: CdpSession, patience: number): Promise<boolean> {
  return within(cdp.send('Runtime.evaluate', { expression: '1' }), patience);
}

const breakTime = 2000;

/**
 * Stops a script that opens windows without end where it is about to open one: an order to end what runs is taken by
 * whatever else runs while the browser makes a window, and one to pause there is never come back from. False where it
 * was over.
 */
export async function breakOff(cdp: CdpSession): Promise<boolean> {
  const group = 'windows without end';
  const stopping = async () => {
    const atOpener = nextPause(cdp);
    const [functions] = await Promise.all([
      functionsOf(cdp, `(${windowOpenersSource})()`, group),
      cdp.send('Debugger.enable'),
    ]);
    const set = await Promise.all(
      functions.map((objectId) => cdp.send('Debugger.setBreakpointOnFunctionCall', { objectId })),
    );
    const location = await atOpener;
    // From within a function of the browser's own a script goes on whatever it was told.
    const inScript = nextPause(cdp);
    const taken = set.map(({ breakpointId }) => cdp.send('Debugger.removeBreakpoint', { breakpointId }));
    await Promise.all([...taken, location && cdp.send('Debugger.setBreakpoint', { location })]);
    await cdp.send('Debugger.resume');
    await inScript;
    await cdp.send('Debugger.resume', { terminateOnResume: true });
  };
  const stopped = await within(stopping(), breakTime);
  void cdp.send('Debugger.disable').catch(() => undefined);
  void cdp.send('Runtime.releaseObjectGroup', { objectGroup: group }).catch(() => undefined);
  return stopped;
}

interface Location {
  scriptId: string;
  lineNumber: number;
  columnNumber?: number;
}

/** Where a script is paused next. */
function nextPause(cdp: CdpSession): Promise<Location | undefined> {
  return new Promise((resolve) =>
    cdp.events.once('Debugger.paused', ({ callFrames }) => resolve(callFrames[0]?.location)),
  );
}

async function functionsOf(cdp: CdpSession, expression: string, objectGroup: string): Promise<string[]> {
  const { result } = await cdp.send('Runtime.evaluate', { expression, objectGroup });
  if (!result.objectId) return [];
  const { objectId } = result;
  const { result: properties } = await cdp.send('Runtime.getProperties', {
    objectId,
    ownProperties: true,
  });
  return properties.flatMap(({ value }) =>
    value?.type === 'function' && value.objectId ? [value.objectId] : [],
  );
}
