import { z } from 'zod';
import { Failure, type ToolError } from '../errors.js';
import { address, quote } from '../gate/untrusted.js';
import { isRecord } from '../json.js';
import { defineTool, type ToolContext } from '../tool.js';
import { dialogShape, dialogText, pageHead } from './shape.js';
import { callsOf, steps } from './steps.js';

const stops = ['failure', 'dialog', 'navigation'] as const;
type Stop = (typeof stops)[number];

const stepResult = z.object({
  tool: z.string(),
  success: z.boolean(),
  /** What the step answered, without the page: that is told once, for all steps. */
  data: z.record(z.string(), z.unknown()).optional(),
  error: z
    .object({ code: z.string(), message: z.string(), recoveryHint: z.string(), canRetry: z.boolean() })
    .loose()
    .optional(),
});

type StepResult = z.output<typeof stepResult>;

/** Tools whose purpose is to be on another page afterwards. */
const navigating = new Set([
  'browser_navigate',
  'browser_back',
  'browser_forward',
  'browser_reload',
  'browser_go_to',
]);
const elsewhere = 'the page is another one now';

/** Parts of a step's answer that the combined difference replaces. */
const toldOnce = new Set(['changes', 'snapshot', 'page', 'title']);

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
  output: z.object({
    steps: z.array(stepResult),
    completed: z.number(),
    stopped: z.object({ step: z.number(), reason: z.enum(stops), message: z.string() }).optional(),
    dialog: dialogShape.optional(),
    url: z.string().optional(),
    title: z.string().optional(),
    changes: z.string(),
    page: z.object({ shown: z.number(), elements: z.number() }).optional(),
  }),
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
    const { stopOn } = given;
    // All are looked at before the first is done, so that a slip in the last one leaves nothing half done.
    const calls = callsOf(given.steps, context);
    const since = await markOf(context);
    let before = since?.document;
    const results: StepResult[] = [];
    let stopped: { step: number; reason: Stop; message: string } | undefined;
    let dialog: z.output<typeof dialogShape> | undefined;
    for (const [at, { tool, input }] of calls.entries()) {
      const { data, error } = await context.call(tool, input);
      const answer = isRecord(data) ? data : {};
      results.push(resultOf(tool, answer, error));
      if (error?.code === 'aborted')
        throw new Failure('aborted', `Cancelled at step ${at + 1} of ${calls.length}.`, {
          sideEffect: at > 0 ? 'done' : error.sideEffect,
          details: { steps: results },
        });
      dialog = dialogShape.safeParse(answer.dialog).data;
      let why = reasonToStop(tool, answer, error, calls[at + 1]?.tool);
      // What was opened without being looked at is shown by the first step on it, and is no other page for that.
      const isLast = at === calls.length - 1;
      if (!isLast && (why?.message === elsewhere || goesElsewhere(tool, answer))) {
        const now = (await markOf(context))?.document;
        if (why && before !== undefined && now === before) why = undefined;
        before = now;
      }
      // After the last step there is nothing left to stop, but a failure is one all the same.
      if (!why || (isLast && !error)) continue;
      if (!stopOn.includes(why.reason)) continue;
      stopped = { step: at + 1, ...why };
      break;
    }
    return {
      steps: results,
      completed: results.filter(({ success }) => success).length,
      ...(stopped ? { stopped } : {}),
      ...(dialog ? { dialog } : {}),
      ...(await changesSince(since?.mark, context, dialog !== undefined)),
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

async function markOf(context: ToolContext): Promise<{ mark: number; document?: string } | undefined> {
  try {
    return await context.perform({ type: 'mark', timeout: 5000 });
  } catch (thrown) {
    if (thrown instanceof Failure && (thrown.code === 'no_page' || thrown.code === 'browser_crashed'))
      return undefined;
    throw thrown;
  }
}

function resultOf(tool: string, answer: Record<string, unknown>, error: ToolError | undefined): StepResult {
  if (error) return { tool, success: false, error: { ...error } };
  const data = Object.fromEntries(Object.entries(answer).filter(([key]) => !toldOnce.has(key)));
  return { tool, success: true, data };
}

/** Whether being on another page is what the step was for. */
function goesElsewhere(tool: string, answer: Record<string, unknown>): boolean {
  return navigating.has(tool) || tool === 'browser_tabs' || (tool === 'browser_read' && 'status' in answer);
}

function reasonToStop(
  tool: string,
  answer: Record<string, unknown>,
  error: ToolError | undefined,
  next: string | undefined,
): { reason: Stop; message: string } | undefined {
  if (error) return { reason: 'failure', message: error.code };
  // A dialog that the next step answers was expected.
  if (answer.dialog)
    return next === 'browser_dialog' ? undefined : { reason: 'dialog', message: 'a dialog opened' };
  if (goesElsewhere(tool, answer)) return undefined;
  if (isRecord(answer.newTab) && answer.newTab.followed !== false)
    return { reason: 'navigation', message: 'a new tab opened' };
  return isRecord(answer.page) && 'elements' in answer.page
    ? { reason: 'navigation', message: elsewhere }
    : undefined;
}

async function changesSince(
  since: number | undefined,
  context: ToolContext,
  blocked: boolean,
): Promise<{ changes: string; url?: string; title?: string; page?: { shown: number; elements: number } }> {
  if (blocked || context.signal?.aborted) return { changes: '' };
  try {
    return await context.perform({ type: 'changes', since, timeout: 5000 });
  } catch (thrown) {
    // What the steps came to is worth more than how the page looks now.
    if (thrown instanceof Failure) return { changes: '' };
    throw thrown;
  }
}

function stepLine({ tool, data, error }: StepResult): string {
  if (error) return `${tool} error ${error.code}: ${error.message} hint: ${error.recoveryHint}`;
  const told: string[] = [];
  for (const [key, value] of Object.entries(data ?? {})) {
    if (key === 'url' || atLength.has(key)) continue;
    if (key === 'element') told.push(String(value));
    // These are our own words, in which what is the page's is quoted.
    else if (key === 'besides' && isTexts(value)) told.push(...value);
    else if (isTexts(value)) told.push(`${key} ${value.map((text) => quote(text, 300)).join(' ')}`);
    else if (key === 'newTab' && isRecord(value))
      told.push(`new tab ${String(value.tab)} ${address(String(value.url))}`);
    else told.push(`${key} ${shortly(value)}`);
  }
  return `${tool}${told.length > 0 ? ` ${told.join(', ')}` : ''}`;
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function shortly(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return quote(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''), 300);
}

/** What a step was for, and so told at length, among the page's own lines: some are such lines already. */
const atLength = new Set(
  'content tree matches items messages requests detail images html refs links base64 tabs'.split(' '),
);
const ownLines = ['content', 'tree', 'matches'];
const asData = ['items', 'messages', 'requests', 'detail', 'images', 'html', 'tabs'];

function stepPage({ data = {} }: StepResult, at: number): string[] {
  const parts: string[] = [];
  for (const key of ownLines) {
    const value = data[key];
    if (typeof value === 'string' && value !== '') parts.push(value);
  }
  for (const key of asData)
    if (data[key] !== undefined) parts.push(`${key} ${quote(JSON.stringify(data[key]) ?? '', 4000)}`);
  return parts.length > 0 ? [`step ${at + 1}:`, ...parts] : [];
}
