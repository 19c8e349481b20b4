import { setTimeout } from 'node:timers/promises';

/** The value below which the share `p` (0…1) of the sorted values lies, interpolated. */
export function percentile(sorted, p) {
  if (sorted.length === 0) return Number.NaN;
  const at = (sorted.length - 1) * p;
  const low = Math.floor(at);
  const high = Math.ceil(at);
  return sorted[low] + (sorted[high] - sorted[low]) * (at - low);
}

/** Sums up a list of milliseconds. */
export function summarise(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const round = (n) => Math.round(n * 100) / 100;
  return {
    n: sorted.length,
    median: round(percentile(sorted, 0.5)),
    p95: round(percentile(sorted, 0.95)),
    min: round(sorted[0]),
    max: round(sorted.at(-1)),
  };
}

/** Runs `task` once and returns its value with the milliseconds it took. */
export async function timed(task) {
  const start = performance.now();
  const value = await task();
  return { value, ms: performance.now() - start };
}

/**
 * Runs the tasks by turns, each with the number of the turn, up to `runs` turns after a warm-up, and sums up the
 * times of each. By turns, because a machine's mood changes from minute to minute: only what ran side by side can
 * be compared to a few per cent.
 * A slow task stops early, once `budgetMs` is spent and three samples are there: one peer's snapshot of the
 * largest page takes many seconds, and twenty of those would tell nothing that three don't.
 * The warm-up goes on for `warmMs` where tasks are quick: the first calls of a fresh process run cold code.
 * After each there is a pause of `restMs`: what a task leaves undone must not slow down the one whose turn is next.
 */
export async function repeatByTurns(tasks, { runs, warmup = 1, budgetMs = 6_000, restMs = 0, warmMs = 0 }) {
  const warmEnd = performance.now() + warmMs;
  while (performance.now() < warmEnd) for (const task of tasks) await task(-1);
  const results = tasks.map(() => ({ samples: [], last: undefined }));
  let spent = 0;
  for (let turn = 0; turn < warmup + runs; turn++) {
    if (turn === warmup) spent = 0;
    for (const [i, task] of tasks.entries()) {
      const { value, ms } = await timed(() => task(turn));
      spent += ms;
      if (restMs > 0) await setTimeout(restMs);
      if (turn < warmup) continue;
      results[i].samples.push(ms);
      results[i].last = value;
    }
    if (turn - warmup + 1 >= Math.min(3, runs) && spent > budgetMs * tasks.length) break;
  }
  return results.map(({ samples, last }) => ({ ms: summarise(samples), last }));
}

/** `repeatByTurns` for one task. */
export async function repeat(task, options) {
  const [result] = await repeatByTurns([task], options);
  return result;
}
