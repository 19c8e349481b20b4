import { z } from 'zod';
import * as checks from '../../gate/checks.js';
import { works } from '../../gate/risk.js';
import { quote } from '../../gate/untrusted.js';
import { consoleLevels } from '../../page/console.js';
import { defineTool } from '../../tool.js';

const message = z.object({
  level: z.enum(consoleLevels),
  text: z.string(),
  uncaught: z.boolean().optional(),
  source: z.string().optional(),
  count: z.number(),
});

export const consoleMessages = defineTool({
  name: 'browser_console',
  description: 'Console messages and page errors since the session began.',
  category: 'utility',
  safety: 'safe',
  readOnly: false,
  idempotent: true,
  timeout: 5000,
  input: z.strictObject({
    level: z.enum(consoleLevels).default('debug').describe('this and worse'),
    clear: z.boolean().default(false),
  }),
  output: z.object({
    messages: z.array(message),
    /** How many older ones were dropped. */
    dropped: z.number(),
  }),
  examples: [{}, { level: 'error' }],
  returns: 'The messages, oldest first.',
  action: {
    type: 'console',
    plan: (input) => ({ ...input, timeout: 5000 }),
    checks: { level: checks.asParsed, clear: checks.asParsed },
    risk: works,
    describe: () => 'reading the console',
    // Needs no answer from the page, so that one which hangs can still be asked about.
    perform: async ({ level, clear }, { session }) => {
      const log = session.logs.console;
      const report = { messages: log.from(level).map((entry) => ({ ...entry })), dropped: log.dropped };
      if (clear) log.clear();
      return report;
    },
  },
  text: ({ messages, dropped }) => {
    const shown = messages.slice(-100);
    const earlier = dropped + messages.length - shown.length;
    return {
      head: `${messages.length} console messages${earlier > 0 ? `, ${earlier} earlier ones not shown` : ''}`,
      page: shown.map(messageLine).join('\n') || undefined,
    };
  },
});

function messageLine({ level, text, uncaught, source, count }: z.output<typeof message>): string {
  const times = count > 1 ? ` ${count} times` : '';
  const at = source ? ` at ${quote(source, 120)}` : '';
  return `${uncaught ? 'uncaught' : level} ${quote(text, 300)}${times}${at}`;
}
