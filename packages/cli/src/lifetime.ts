/** Time for open calls to be answered, and then for the browser to close; what remains is killed at exit. */
const answerTime = 400;
const closeTime = 1200;

export interface Lifetime {
  /** Aborted as soon as the end begins, so that calls under way are answered. */
  signal: AbortSignal;
  /** Ends the process in good order, once. */
  end: () => void;
}

/** Has a server end on a signal, with everything answered and closed, and live on after a fault. */
export function lifetime(parts: {
  answered: () => Promise<unknown>;
  close: () => Promise<unknown>;
}): Lifetime {
  const ending = new AbortController();
  let interrupted = false;
  const end = async () => {
    if (ending.signal.aborted) return;
    ending.abort();
    await atMost(answerTime, parts.answered());
    await atMost(closeTime, parts.close());
    process.exit(0);
  };
  process.on('SIGTERM', end);
  process.on('SIGHUP', end);
  process.on('SIGINT', () => {
    if (interrupted) process.exit(130);
    interrupted = true;
    void end();
  });
  // One call's fault must not end the others, nor the browser they use.
  process.on('unhandledRejection', report);
  process.on('uncaughtException', report);
  process.stderr.on('error', () => undefined);
  return { signal: ending.signal, end: () => void end() };
}

function report(thrown: unknown): void {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  process.stderr.write(`handhold: ${text.split('\n', 1)[0]}\n`);
}

async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([
    work.catch(() => undefined),
    new Promise((resolve) => {
      timer = setTimeout(resolve, ms);
    }),
  ]);
  clearTimeout(timer);
}
