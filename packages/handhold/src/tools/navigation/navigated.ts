import { z } from 'zod';
import { visited } from '../../acting/navigating/visit.js';
import { address } from '../../gate/untrusted.js';
import type { ToolText } from '../../tool.js';
import { outcomeShape, outcomeText } from '../shape.js';

/** The answer of every tool that goes to another page. */
export const navigated = z.object({
  ...outcomeShape,
  ...visited,
  snapshot: z.string().optional(),
});

/** The line above the snapshot says where we are already, so ours is for what it can't say. */
export function navigatedText(data: z.output<typeof navigated>): ToolText {
  const remarks: string[] = [];
  if (data.status >= 400) remarks.push(`status ${data.status}`);
  if (!data.loaded && !data.dialog) remarks.push('still loading');
  if (!data.page) remarks.unshift(`at ${address(data.url)}`);
  const text = outcomeText(remarks.join(', '), data, data.snapshot ?? '');
  return { ...text, head: text.head.replace(/^\n/, '') };
}
