import { z } from 'zod';
import { openPage } from '../../acting/navigating/open-page.js';
import { loadStates } from '../../acting/navigating/visit.js';
import { checkAddress } from '../../gate/address.js';
import * as checks from '../../gate/checks.js';
import { opening } from '../../gate/risk.js';
import { quote } from '../../gate/untrusted.js';
import { defineTool } from '../../tool.js';
import { timeout } from '../shape.js';
import { navigated, navigatedText } from './navigated.js';

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
    waitUntil: z.enum(loadStates).default('load'),
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
    perform: (action, stage) => openPage(action, stage),
  },
  text: navigatedText,
});
