import { z } from 'zod';

/** A tool of CAR's: what it takes and returns, and which of ours it is. */
export interface CarTool {
  description: string;
  /** The tool of ours that what is known about it comes from. */
  of: string;
  parameters: z.ZodObject;
  returns: z.ZodObject;
}

const elementId = (description: string) => z.string().describe(description);

/** The seven tools, by name. */
export const carTools = {
  browse_navigate: {
    description: 'Navigate the browser to a URL',
    of: 'browser_navigate',
    parameters: z.object({ url: z.string().describe('URL to navigate to') }),
    returns: z.object({ url: z.string().optional() }),
  },
  browse_click: {
    description: 'Click on a UI element by accessibility node ID',
    of: 'browser_click',
    parameters: z.object({ element_id: elementId("Accessibility node ID (e.g. 'el_5')") }),
    returns: z.object({}),
  },
  browse_type: {
    description: 'Type text into a UI element by accessibility node ID',
    of: 'browser_type',
    parameters: z.object({
      element_id: elementId('Accessibility node ID of a text field'),
      text: z.string().describe('Text to enter'),
    }),
    returns: z.object({}),
  },
  browse_scroll: {
    description: 'Scroll the browser page',
    of: 'browser_scroll',
    parameters: z.object({
      delta_y: z.int().describe('Scroll amount (positive = down, negative = up)'),
    }),
    returns: z.object({}),
  },
  browse_keypress: {
    description: 'Press a key with optional modifiers',
    of: 'browser_press',
    parameters: z.object({
      key: z.string().describe("Key to press (e.g. 'Enter', 'a', 'Tab')"),
      modifiers: z
        .array(z.enum(['shift', 'control', 'alt', 'meta']))
        .optional()
        .describe('Optional modifier keys to hold during keypress'),
    }),
    returns: z.object({ key: z.string().optional(), status: z.string().optional() }),
  },
  browse_wait: {
    description: 'Wait for a browser condition to be met',
    of: 'browser_wait',
    parameters: z.object({
      condition: z.string().describe("Condition to wait for: 'page_loaded' or 'url_changed'"),
      timeout_ms: z.number().optional().describe('Timeout in milliseconds (default: 5000)'),
    }),
    returns: z.object({ condition: z.string().optional(), met: z.boolean().optional() }),
  },
  browse_observe: {
    description:
      'Observe the current browser state: take screenshot, extract accessibility tree, produce UiMap',
    of: 'browser_snapshot',
    parameters: z.object({
      include_screenshot: z
        .boolean()
        .optional()
        .describe('Include base64 screenshot inline (default: false, returns file path instead)'),
    }),
    returns: z.object({
      url: z.string().optional(),
      title: z.string().optional(),
      ui_map: z.string().optional(),
      screenshot_path: z.string().optional(),
      screenshot_base64: z.string().optional().describe('Only present if include_screenshot=true'),
    }),
  },
} as const satisfies Record<string, CarTool>;

export type CarToolName = keyof typeof carTools;

export function isCarTool(name: string): name is CarToolName {
  return Object.hasOwn(carTools, name);
}
