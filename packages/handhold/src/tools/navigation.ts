import { z } from 'zod';
import { inSession } from '../acting/in-session.js';
import { history as performHistory, navigate as performNavigate } from '../actions/navigate.js';
import { checkAddress } from '../gate/address.js';
import * as checks from '../gate/checks.js';
import { opening, works } from '../gate/risk.js';
import { address, quote } from '../gate/untrusted.js';
import { defineTool, type ToolText } from '../tool.js';
import { outcomeShape, outcomeText, timeout } from './shape.js';

const navigated = z.object({
  ...outcomeShape,
  status: z.number(),
  loaded: z.boolean(),
  snapshot: z.string().optional(),
});

/** The line above the snapshot says where we are already, so ours is for what it can't say. */
function arrived(data: z.output<typeof navigated>): ToolText {
  const remarks: string[] = [];
  if (data.status >= 400) remarks.push(`status ${data.status}`);
  if (!data.loaded && !data.dialog) remarks.push('still loading');
  if (!data.page) remarks.unshift(`at ${address(data.url)}`);
  const text = outcomeText(remarks.join(', '), data, data.snapshot ?? '');
  return { ...text, head: text.head.replace(/^\n/, '') };
}

export const navigate = defineTool({
  name: 'browser_navigate',
  description: 'Open a URL. Returns the page with refs.',
  category: 'navigation',
  safety: 'low_risk',
  core: true,
  requiresPage: false,
  timeout: 10_000,
  network: { allowedHosts: ['*'] },
  input: z.strictObject({
    url: z.string(),
    waitUntil: z.enum(['load', 'domcontentloaded', 'networkidle']).default('load'),
    snapshot: z.boolean().default(true),
    timeout: timeout(10_000),
  }),
  output: navigated,
  examples: [{ url: 'https://example.com' }],
  returns: 'Final URL, title, HTTP status, and the page as a snapshot.',
  action: {
    type: 'navigate',
    plan: (input) => input,
    checks: { url: checks.url, waitUntil: checks.asParsed, snapshot: checks.asParsed },
    normalize: (action, { hosts }) => ({ ...action, url: checkAddress(action.url, hosts) }),
    risk: ({ url }) => opening(url, 'looks'),
    describe: ({ url }) => `opening ${quote(url, 100)}`,
    url: ({ url }) => url,
    perform: inSession(performNavigate),
  },
  text: arrived,
});

function historyTool<const N extends string, const C extends boolean>(
  name: N,
  go: 'back' | 'forward' | 'reload',
  description: string,
  core: C,
) {
  return defineTool({
    name,
    description,
    category: 'navigation',
    safety: 'low_risk',
    // Loading an answer again sends once more what it was an answer to.
    destructive: go === 'reload',
    core,
    timeout: 10_000,
    input: z.strictObject({}),
    output: navigated,
    examples: [{}],
    returns: 'The page gone to, as browser_navigate.',
    action: {
      type: 'history',
      plan: () => ({ go, timeout: 10_000 }),
      checks: { go: checks.asParsed },
      risk: works,
      describe: () => (go === 'reload' ? 'reloading the page' : `going ${go}`),
      perform: inSession(performHistory),
    },
    text: arrived,
  });
}

export const back = historyTool('browser_back', 'back', 'Go back one page.', true);
export const forward = historyTool('browser_forward', 'forward', 'Go forward one page.', false);
export const reload = historyTool('browser_reload', 'reload', 'Reload the page.', false);
