import { z } from 'zod';
import { Failure, type ToolError } from '../../errors.js';
import { defineTool, type ToolContext } from '../../tool.js';
import { dialogShape, dialogText, pageHead } from '../shape.js';
import type { Checkpoint } from '../system/checkpoint.js';
import { resultOf, type StepResult, stepLine, stepPage, stepResult } from './step-result.js';
import { callsOf, type Step, steps } from './steps.js';

const stops = ['failure', 'dialog', 'navigation'] as const;

const output = z.object({
  steps: z.array(stepResult),
  completed: z.number(),
  stopped: z.object({ step: z.number(), reason: z.enum(stops), message: z.string() }).optional(),
  dialog: dialogShape.optional(),
  url: z.string().optional(),
  title: z.string().optional(),
  changes: z.string(),
  page: z.object({ shown: z.number(), elements: z.number() }).optional(),
});

type Report = z.output<typeof output>;
type Reason = { reason: (typeof stops)[number]; message: string };

const otherPage: Reason = { reason: 'navigation', message: 'the page is another one now' };

export const batch = defineTool({
  name: 'browser_batch',
  description: 'Do the next steps in one call. Stops at a failure, a dialog or an unexpected page.',
  category: 'interaction',
  safety: 'low_risk',
  // It does whatever its steps do.
  destructive: true,
  openWorld: true,
  core: true,
  requiresPage: false,
  timeout: 120_000,
  input: z.strictObject({
    steps,
    stopOn: z
      .array(z.enum(stops))
      .max(3)
      .default([...stops]),
  }),
  output,
  examples: [
    { steps: ['click @e5', 'type @e7 "Ada"', 'press Enter'] },
    {
      steps: [
        { tool: 'browser_type', input: { ref: '@e1', text: 'Ada' } },
        { tool: 'click', ref: '@e5' },
      ],
    },
  ],
  returns: 'What each step came to, and all that changed.',
  run: async (given, context) => {
    // All are looked at before the first is done, so that a slip in the last one leaves nothing half done.
    const calls = callsOf(given.steps, context);
    const start = await takeCheckpoint(context);
    const { results, stopped, dialog } = await doSteps(calls, given.stopOn, start?.document, context);
    return {
      steps: results,
      completed: results.filter(({ success }) => success).length,
      ...(stopped ? { stopped } : {}),
      ...(dialog ? { dialog } : {}),
      ...(await changesSince(start?.mark, context, dialog !== undefined)),
    };
  },
  text: (data, input) => {
    const lines = data.steps.map((step, at) => `${at + 1}. ${stepLine(step)}`);
    const left = (input.steps?.length ?? data.steps.length) - data.steps.length;
    if (data.stopped) {
      const after = left > 0 ? `; ${left} ${left === 1 ? 'step' : 'steps'} not done` : '';
      lines.push(
        `stopped at step ${data.stopped.step} (${data.stopped.reason}): ${data.stopped.message}${after}`,
      );
    } else lines.push(`all ${data.steps.length} steps done`);
    if (data.dialog) lines.push(`${dialogText(data.dialog)}: answer it with browser_dialog`);
    if (data.page && data.url !== undefined)
      lines.push(pageHead(data.title ?? '', data.url, data.page.shown, data.page.elements));
    const parts = [...data.steps.flatMap(stepPage), data.changes].filter((part) => part !== '');
    return { head: lines.join('\n'), page: parts.join('\n') || undefined };
  },
  // Of several the last is how the page looks now.
  image: (data) => data.steps.flatMap((step) => picture.safeParse(step.data).data ?? []).at(-1),
});

const picture = z.object({ base64: z.string(), mimeType: z.string() });

const record = z.record(z.string(), z.unknown());

type Answer = z.output<typeof record>;

/** Does the steps one after the other, until one is a reason to stop; `document` is the one that is open before. */
async function doSteps(
  calls: readonly Step[],
  stopOn: readonly Reason['reason'][],
  document: string | undefined,
  context: ToolContext,
): Promise<Pick<Report, 'stopped' | 'dialog'> & { results: StepResult[] }> {
  const results: StepResult[] = [];
  let before = document;
  let dialog: Report['dialog'];
  for (const [at, step] of calls.entries()) {
    const { data, error } = await context.call(step.tool, step.input);
    const answer = record.safeParse(data).data ?? {};
    results.push(resultOf(step.tool, answer, error));
    if (error?.code === 'aborted')
      throw new Failure('aborted', `Cancelled at step ${at + 1} of ${calls.length}.`, {
        sideEffect: at > 0 ? 'done' : error.sideEffect,
        details: { steps: results },
      });
    dialog = dialogShape.safeParse(answer.dialog).data;
    let why = reasonToStop(step, answer, error, calls[at + 1]);
    // What was opened without being looked at is shown by the first step on it, and is no other page for that.
    const isLast = at === calls.length - 1;
    if (!isLast && (why === otherPage || step.navigates)) {
      const now = (await takeCheckpoint(context))?.document;
      if (why === otherPage && before !== undefined && now === before) why = undefined;
      before = now;
    }
    // After the last step there is nothing left to stop, but a failure is one all the same.
    if (why && (!isLast || error) && stopOn.includes(why.reason))
      return { results, stopped: { step: at + 1, ...why }, dialog };
  }
  return { results, dialog };
}

async function takeCheckpoint(context: ToolContext): Promise<Checkpoint | undefined> {
  try {
    return await context.perform({ type: 'mark', timeout: 5000 });
  } catch (thrown) {
    if (thrown instanceof Failure && (thrown.code === 'no_page' || thrown.code === 'browser_crashed'))
      return undefined;
    throw thrown;
  }
}

const openedTab = z.object({ followed: z.unknown().optional() });
const shownPage = z.object({ elements: z.number() });

function reasonToStop(
  step: Step,
  answer: Answer,
  error: ToolError | undefined,
  next: Step | undefined,
): Reason | undefined {
  if (error) return { reason: 'failure', message: error.code };
  // A dialog that the next step answers was expected.
  if (answer.dialog)
    return next?.tool === 'browser_dialog' ? undefined : { reason: 'dialog', message: 'a dialog opened' };
  if (step.navigates) return undefined;
  const newTab = openedTab.safeParse(answer.newTab);
  if (newTab.success && newTab.data.followed !== false)
    return { reason: 'navigation', message: 'a new tab opened' };
  return shownPage.safeParse(answer.page).success ? otherPage : undefined;
}

async function changesSince(
  since: number | undefined,
  context: ToolContext,
  isBlocked: boolean,
): Promise<Pick<Report, 'changes' | 'url' | 'title' | 'page'>> {
  if (isBlocked || context.signal?.aborted) return { changes: '' };
  try {
    return await context.perform({ type: 'changes', since, timeout: 5000 });
  } catch (thrown) {
    // The results of the steps are worth more than how the page looks now.
    if (thrown instanceof Failure) return { changes: '' };
    throw thrown;
  }
}
