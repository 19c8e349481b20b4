import { state } from '../state.js';
/** Moments to wait for: the next frame, the next turn, the timers that are due. */

export function sleep(time: number): Promise<void> {
  return new Promise((resolve) => later(resolve, time));
}

/** All timers of ours are set here. */
export function later(come: () => void, time = 0): number {
  state.settling.timers.set += 1;
  return window.setTimeout(come, time);
}

/** How many timers scripts of the page have set so far: the browser numbers them, whoever sets them. */
export function timersOfPage(): number {
  const number = later(() => undefined);
  clearTimeout(number);
  return number - state.settling.timers.set;
}

/** After what is queued already. */
export function turn(): Promise<void> {
  return comes(state.settling.timers.messages, (come) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      come();
    };
    port2.postMessage(0);
  });
}

/**
 * After the timers that are due, which have to wait while a new document is drawn. The first to be set comes before
 * those that have come due since the browser last looked, the next after them.
 */
export function timers(): Promise<void> {
  return comes(state.settling.timers.timeouts, (come) => later(() => later(come)));
}

const patience = 15;

/** Waits for a moment; one that has not come after some frames is from then on only waited for by a frame. */
function comes(kind: { never: boolean }, begin: (come: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    let left = kind.never ? 1 : patience;
    const passes = () => {
      left -= 1;
      if (left > 0) onFrame(passes);
      else if (left === 0) {
        kind.never = true;
        resolve();
      }
    };
    onFrame(passes);
    begin(() => {
      kind.never = false;
      left = 0;
      resolve();
    });
  });
}

/** All frames that we ask for are asked for here. */
export function onFrame(come: () => void): number {
  state.settling.timers.framesAsked += 1;
  return requestAnimationFrame(come);
}

/** How many frames scripts of the page have asked for so far, which the browser numbers too. */
export function framesOfPage(): number {
  const number = onFrame(() => undefined);
  cancelAnimationFrame(number);
  return number - state.settling.timers.framesAsked;
}

/**
 * The next frame. In a tab in the background, or a frame out of sight, none comes: known after a while, which is long
 * enough for a busy machine to draw one, and from then on waited for only a moment.
 */
export function frame(): Promise<void> {
  const { timers } = state.settling;
  return new Promise((resolve) => {
    const timer = later(
      () => {
        timers.isFrameless = true;
        resolve();
      },
      timers.isFrameless || document.hidden ? 50 : 250,
    );
    onFrame(() => {
      timers.isFrameless = false;
      clearTimeout(timer);
      resolve();
    });
  });
}
