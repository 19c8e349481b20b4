import { z } from 'zod';
import { Failure } from '../../errors.js';
import { address, quote } from '../../gate/untrusted.js';
import { log as ourLog } from '../../log.js';
import { defineTool } from '../../tool.js';
import { consoleMessages } from '../../tools/logs/console.js';
import { tabs } from '../../tools/navigation/tabs.js';
import { dialogShape, dialogText } from '../../tools/shape.js';

const levels = ['debug', 'info', 'warning', 'error'] as const;

export const log = defineTool({
  as: 'browser_console',
  name: 'log',
  description: 'Write a message to the log of whoever runs the agent.',
  category: 'utility',
  safety: 'safe',
  readOnly: false,
  requiresPage: false,
  openWorld: false,
  timeout: 1000,
  input: z.strictObject({ message: z.string().min(1).max(10_000), level: z.enum(levels).default('info') }),
  output: z.object({ logged: z.boolean(), level: z.enum(levels) }),
  examples: [{ message: 'The form has two pages.' }, { message: 'No stock left', level: 'warning' }],
  returns: 'Whether it was written: HANDHOLD_LOG says from which level on.',
  run: async ({ message, level }, { session }) => {
    const name = level === 'warning' ? 'warn' : level;
    ourLog[name]({ session, by: 'agent' }, message);
    return { logged: ourLog.isLevelEnabled(name), level };
  },
  text: ({ logged, level }) => ({ head: logged ? `logged as ${level}` : `${level} is not logged here` }),
});

const state = z.object({
  session: z.string(),
  open: z.boolean(),
  url: z.string(),
  title: z.string(),
  tabs: tabs.output.shape.tabs,
  dialog: dialogShape.optional(),
  crashed: z.boolean().optional(),
  consoleErrors: consoleMessages.output.shape.messages,
  pending: z.array(z.string()),
  downloads: z.number(),
});

const nothing = { open: false, url: '', title: '', tabs: [], consoleErrors: [], pending: [], downloads: 0 };

export const debug = defineTool({
  as: 'browser_console',
  name: 'debug',
  description: 'Tell how things stand: page, tabs, open dialog, last errors, pending requests.',
  category: 'utility',
  safety: 'safe',
  requiresPage: false,
  timeout: 5000,
  input: z.strictObject({}),
  output: state,
  examples: [{}],
  returns: 'The state of the session.',
  run: async (_input, { perform, session }) => {
    try {
      return { session, open: true, ...(await perform({ type: 'state', timeout: 5000 })) };
    } catch (thrown) {
      if (thrown instanceof Failure && thrown.code === 'no_page') return { session, ...nothing };
      throw thrown;
    }
  },
  text: (data) => {
    if (!data.open) return { head: `session ${quote(data.session)}: no page is open` };
    const head = [`session ${quote(data.session)}: at ${quote(data.title)} ${address(data.url)}`];
    if (data.crashed) head.push('the page has crashed');
    if (data.dialog) head.push(`${dialogText(data.dialog)} is open`);
    for (const tab of data.tabs)
      head.push(`${tab.tab}${tab.current ? '*' : ''} ${quote(tab.title)} ${address(tab.url)}`);
    for (const request of data.pending) head.push(`pending ${quote(request, 200)}`);
    if (data.downloads > 0) head.push(`${data.downloads} ${data.downloads === 1 ? 'download' : 'downloads'}`);
    if (data.consoleErrors.length === 0) head.push('no console errors');
    const errors = data.consoleErrors.map(
      ({ text, uncaught, source }) =>
        `${uncaught ? 'uncaught' : 'error'} ${quote(text, 300)}${source ? ` at ${quote(source, 120)}` : ''}`,
    );
    return { head: head.join('\n'), page: errors.join('\n') || undefined };
  },
});
