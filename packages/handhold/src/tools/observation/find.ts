import { z } from 'zod';
import { refuseIfBlocked } from '../../acting/outcome.js';
import type { Stage } from '../../acting/stage.js';
import { Failure } from '../../errors.js';
import * as checks from '../../gate/checks.js';
import { reads } from '../../gate/risk.js';
import { cutHint, quote } from '../../gate/untrusted.js';
import type { ViewNode } from '../../page/looking/view.js';
import { elementLine, isCut, nameLimit, valueLimit } from '../../page/writing/element-line.js';
import { defineTool } from '../../tool.js';
import { refs, refsOf } from './refs.js';

const input = z
  .strictObject({
    text: z.string().min(1).max(1000).optional(),
    role: z.string().min(1).max(60).optional(),
    regex: z.string().min(1).max(500).optional(),
    limit: z.number().int().min(1).max(200).default(20),
  })
  .refine((input) => input.text !== undefined || input.role !== undefined || input.regex !== undefined, {
    message: 'Give text, role or regex.',
    path: ['text'],
  });

const output = z.object({
  /** Matching elements as snapshot lines. */
  matches: z.string(),
  refs,
  /** How many there are, shown or not. */
  count: z.number(),
});

export const find = defineTool({
  name: 'browser_find',
  description: 'Find anything on the whole page by text, role or regex. Returns refs.',
  category: 'extraction',
  safety: 'safe',
  core: true,
  idempotent: true,
  timeout: 5000,
  input,
  output,
  examples: [{ text: 'delete', role: 'button' }, { regex: 'total: .\\d+' }],
  returns: 'Matching elements as snapshot lines.',
  action: {
    type: 'find',
    plan: (input) => ({ ...input, timeout: 5000 }),
    checks: {
      text: checks.asParsed,
      role: checks.asParsed,
      regex: checks.optional(checks.regex),
      limit: checks.asParsed,
    },
    risk: reads,
    describe: () => 'searching the page',
    perform: (action, stage) => findOnPage(action, stage),
  },
  text: (data) => {
    const shown = data.matches.match(/^@/gm)?.length ?? 0;
    return {
      head: `found ${data.count}${shown < data.count ? `, the first ${shown} shown` : ''}`,
      page: data.matches || undefined,
    };
  },
});

async function findOnPage(
  { text, role, regex, limit }: z.output<typeof input>,
  { session, deadline, clean }: Stage,
): Promise<z.output<typeof output>> {
  const tab = session.current();
  refuseIfBlocked(tab);
  const request = {
    limit,
    ...(text === undefined ? {} : { text }),
    ...(role === undefined ? {} : { role: role.toLowerCase() }),
    ...(regex === undefined ? {} : { regex }),
  };
  const { nodes, total } = await tab.live
    .search(request, deadline.interruptedBy(tab))
    .catch((thrown: unknown) => {
      // The pattern runs in the page, where one that never ends can be stopped.
      if (regex !== undefined && thrown instanceof Failure && thrown.code === 'page_unresponsive') {
        throw new Failure('action_validation_error', `The pattern ${quote(regex, 100)} takes too long.`, {
          hint: 'Use a simpler pattern, or text.',
        });
      }
      throw thrown;
    });
  const lines = nodes.map((node) => elementLine(aroundHit(node, clean)));
  if (nodes.some(isCut)) lines.push(cutHint);
  return { matches: lines.join('\n'), refs: refsOf(nodes), count: total };
}

/** How much of a long text is shown before the hit, in characters. */
const lead = 30;

/** The node with a long name or value cut so that it shows the hit, where its beginning would not. */
function aroundHit(node: ViewNode, clean: Stage['clean']): ViewNode {
  const { hit } = node;
  const text = hit && node[hit.in];
  const limit = hit?.in === 'value' ? valueLimit : nameLimit;
  if (!hit || !text || text.length <= limit || hit.at < limit - lead) return node;
  // A secret is only known whole.
  if (clean(text) !== text) return node;
  const near = Math.max(0, Math.min(hit.at - lead, text.length - limit + 1));
  const word = text.indexOf(' ', near) + 1;
  const from = word > 0 && word <= hit.at ? word : near;
  return { ...node, [hit.in]: `…${text.slice(from).toWellFormed()}` };
}
