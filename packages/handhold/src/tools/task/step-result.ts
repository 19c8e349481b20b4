import { z } from 'zod';
import type { ToolError } from '../../errors.js';
import { address, quote } from '../../gate/untrusted.js';

export const stepResult = z.object({
  tool: z.string(),
  success: z.boolean(),
  /** The answer of the step, without the page: that is told once, for all steps. */
  data: z.record(z.string(), z.unknown()).optional(),
  error: z
    .object({ code: z.string(), message: z.string(), recoveryHint: z.string(), canRetry: z.boolean() })
    .loose()
    .optional(),
});

export type StepResult = z.output<typeof stepResult>;

/** Fields of a step's answer that the combined difference replaces. */
const ofThePage = new Set(['changes', 'snapshot', 'page', 'title']);

/** The result of a step, as the answer of its tool has it. */
export function resultOf(
  tool: string,
  answer: Record<string, unknown>,
  error: ToolError | undefined,
): StepResult {
  if (error) return { tool, success: false, error: { ...error } };
  const data = Object.fromEntries(Object.entries(answer).filter(([key]) => !ofThePage.has(key)));
  return { tool, success: true, data };
}

/** Fields that do not stand in the line of their step: they follow as lines of the page, as data, or not at all. */
const longFields: ReadonlyMap<string, 'lines' | 'data' | 'nowhere'> = new Map([
  ['content', 'lines'],
  ['tree', 'lines'],
  ['matches', 'lines'],
  ['items', 'data'],
  ['messages', 'data'],
  ['requests', 'data'],
  ['detail', 'data'],
  ['images', 'data'],
  ['html', 'data'],
  ['tabs', 'data'],
  ['refs', 'nowhere'],
  ['links', 'nowhere'],
  ['base64', 'nowhere'],
]);

const texts = z.array(z.string());
const newTab = z.object({ tab: z.unknown(), url: z.unknown() }).partial();

/** The line of a step: its tool, and its answer or error in a few words. */
export function stepLine({ tool, data = {}, error }: StepResult): string {
  if (error) return `${tool} error ${error.code}: ${error.message} hint: ${error.recoveryHint}`;
  const said = Object.entries(data).flatMap(([key, value]) =>
    key === 'url' || longFields.has(key) ? [] : fieldText(key, value),
  );
  return `${tool}${said.length > 0 ? ` ${said.join(', ')}` : ''}`;
}

/** A field in a few words of ours; those of the page are quoted. */
function fieldText(key: string, value: unknown): string[] {
  if (key === 'element') return [String(value)];
  const list = texts.safeParse(value).data;
  // These are our own words, in which what is the page's is quoted.
  if (list && key === 'besides') return list;
  if (list) return [`${key} ${list.map((text) => quote(text, 300)).join(' ')}`];
  const opened = key === 'newTab' ? newTab.safeParse(value).data : undefined;
  if (opened) return [`new tab ${String(opened.tab)} ${address(String(opened.url))}`];
  return [`${key} ${shortly(value)}`];
}

function shortly(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return quote(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''), 300);
}

/** The long fields of a step's answer, under a line that says which step it is. */
export function stepPage({ data = {} }: StepResult, at: number): string[] {
  const lines: string[] = [];
  const asData: string[] = [];
  for (const [key, where] of longFields) {
    const value = data[key];
    if (where === 'lines' && typeof value === 'string' && value !== '') lines.push(value);
    if (where === 'data' && value !== undefined)
      asData.push(`${key} ${quote(JSON.stringify(value) ?? '', 4000)}`);
  }
  const parts = [...lines, ...asData];
  return parts.length > 0 ? [`step ${at + 1}:`, ...parts] : [];
}
