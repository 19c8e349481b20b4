import { z } from 'zod';
import type { Tool } from '../../tool.js';
import { fillForm } from '../../tools/form/fill-form.js';
import { bySelector, refOf, rename, selector, targetOf, untilThere } from '../rename.js';
import type { Dialect } from '../surface.js';
import { debug, log } from './utility.js';
import { extractText, getPageContent } from './whole-page.js';

/** Where FlyBrowser's name is not ours without its prefix. */
const names: Readonly<Record<string, string>> = {
  browser_navigate: 'goto',
  browser_reload: 'refresh',
  browser_press: 'press_key',
  browser_get_element: 'get_element_info',
};

function nameOf({ name }: Tool): string {
  return names[name] ?? name.replace(/^browser_/, '');
}

/** How long FlyBrowser waits for what it clicks. */
const waited = z.number().min(1).max(300_000).default(5000).describe('Timeout in milliseconds');

/** Where it takes something else, or makes several tools of one of ours. */
const special: Readonly<Record<string, (tool: Tool) => Tool[]>> = {
  browser_scroll: (tool) => [
    rename(tool, {
      name: 'scroll',
      input: z.strictObject({
        direction: z.enum(['up', 'down', 'left', 'right']).optional(),
        amount: z.union([z.enum(['page', 'half']), z.number().min(0).max(1_000_000)]).optional(),
        selector: selector.optional().describe('Scroll to it; with direction, inside it'),
        timeout: untilThere,
      }),
      async to({ direction, amount, selector: at, timeout }, call) {
        const ref = at === undefined ? undefined : await refOf(at, call, timeout);
        if (ref !== undefined && direction === undefined) return { to: ref };
        return { direction: direction ?? 'down', ...(amount === undefined ? {} : { amount }), ref };
      },
      examples: [{ direction: 'down' }, { selector: '#footer' }],
    }),
  ],
  browser_select: (tool) => [
    rename(tool, {
      name: 'select',
      input: z.strictObject({
        selector,
        value: z.union([z.string(), z.array(z.string()).min(1)]),
        timeout: untilThere,
      }),
      to: ({ selector: at, value, timeout }) => ({ ...targetOf(at), values: [value].flat(), timeout }),
      examples: [{ selector: '#country', value: 'France' }],
    }),
  ],
  browser_fill_form: (tool) => [
    rename(tool, {
      name: 'fill_form',
      input: z.strictObject({
        fields: z
          .array(z.strictObject({ selector, value: fillForm.input.shape.fields.element.shape.value }))
          .min(1)
          .max(100),
        submit: z.boolean().optional(),
      }),
      to: ({ fields, submit }) => ({ fields, submit }),
      examples: [{ fields: [{ selector: '#name', value: 'Ada' }], submit: true }],
    }),
  ],
  browser_click: (tool) => [bySelector(tool, 'click', { timeout: waited })],
  browser_read: () => [extractText, getPageContent],
  browser_console: (tool) => [bySelector(tool, 'console'), log, debug],
  // Its steps would name tools by our names.
  browser_batch: () => [],
};

/** FlyBrowser: short names, elements by selector, and results that say in a sentence what went wrong. */
export const flybrowser: Dialect = {
  name: 'flybrowser',
  tools: (own) => [...own].flatMap((tool) => special[tool.name]?.(tool) ?? [bySelector(tool, nameOf(tool))]),
  answer: ({ success, data, error, metadata }) => ({
    success,
    ...(success ? { data } : {}),
    ...(error ? { error: error.message } : {}),
    metadata: {
      ...metadata,
      ...(error ? { code: error.code, recovery_hint: error.recoveryHint, can_retry: error.canRetry } : {}),
    },
  }),
};
