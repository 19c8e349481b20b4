/** Moments to wait for: the next frame, the next turn, the timers that are due. */

export function sleep(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, time));
}

/** After what is queued already; by a frame where a document without scripts is sent no messages. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(0);
    requestAnimationFrame(() => resolve());
  });
}

/** Whether the timers of this document never had their turn, as in one that may run no scripts. */
let timerless = false;

/**
 * After the timers that are due, which have to wait while a new document is drawn; where there are none, known after a
 * while, only a frame is waited for.
 */
export function timers(): Promise<void> {
  return new Promise((resolve) => {
    let frames = timerless ? 1 : 15;
    const next = () => {
      frames -= 1;
      if (frames > 0) requestAnimationFrame(next);
      else {
        timerless = true;
        resolve();
      }
    };
    requestAnimationFrame(next);
    setTimeout(() => {
      timerless = false;
      frames = 0;
      resolve();
    }, 0);
  });
}

/** Whether the last frame that was asked for never came. */
let frameless = false;

/**
 * The next frame. In a tab in the background, or a frame out of sight, none comes: known after a while, which is long
 * enough for a busy machine to draw one, and from then on waited for only a moment.
 */
export function frame(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(
      () => {
        frameless = true;
        resolve();
      },
      frameless || document.hidden ? 50 : 250,
    );
    requestAnimationFrame(() => {
      frameless = false;
      clearTimeout(timer);
      resolve();
    });
  });
}
