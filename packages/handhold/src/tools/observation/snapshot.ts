import { z } from 'zod';
import { refuseIfBlocked } from '../../acting/outcome.js';
import type { Stage } from '../../acting/stage.js';
import * as checks from '../../gate/checks.js';
import { reads } from '../../gate/risk.js';
import type { View } from '../../page/looking/view.js';
import { countWithRefs, type Lines } from '../../page/writing/lines.js';
import { defineTool } from '../../tool.js';
import { pageHead, ref } from '../shape.js';
import { refs, refsOf } from './refs.js';

const input = z.strictObject({
  interactiveOnly: z.boolean().default(true).describe('false: all text too'),
  maxElements: z.number().int().min(1).max(1000).default(100),
  maxTokens: z.number().int().min(50).max(200_000).optional(),
  ref: ref.optional().describe('Only inside this element'),
  diff: z.boolean().default(false).describe('Only changes since last seen'),
});

const output = z.object({
  tree: z.string(),
  refs,
  /** How many of the refs are of elements to act on: they come first, then headings and images in full mode. */
  shown: z.number(),
  /** How many elements on the whole page can be acted on. */
  actionable: z.number(),
  /** How many things on the whole page have refs. */
  elementCount: z.number(),
  truncated: z.boolean(),
  url: z.string(),
  title: z.string(),
  scroll: z.object({ x: z.number(), y: z.number(), maxX: z.number(), maxY: z.number() }),
});

export const snapshot = defineTool({
  name: 'browser_snapshot',
  description: 'See the page: elements with refs, one a line.',
  category: 'extraction',
  safety: 'safe',
  core: true,
  idempotent: true,
  timeout: 5000,
  input,
  output,
  examples: [{}, { interactiveOnly: false }, { ref: '@e12' }],
  returns: 'The tree as text, and the refs in it as data.',
  action: {
    type: 'snapshot',
    plan: (input) => ({ ...input, timeout: 5000 }),
    checks: {
      interactiveOnly: checks.asParsed,
      maxElements: checks.asParsed,
      maxTokens: checks.asParsed,
      ref: checks.optional(checks.ref),
      diff: checks.asParsed,
    },
    risk: reads,
    describe: () => 'taking a snapshot',
    perform: (action, stage) => takeSnapshot(action, stage),
  },
  text: (data, input) => ({
    head: pageHead(data.title, data.url, data.shown, data.actionable) + (input.diff ? ', changes only' : ''),
    page: data.tree || (input.diff ? undefined : '(nothing to act on)'),
  }),
});

async function takeSnapshot(
  { ref, interactiveOnly, maxElements, maxTokens, diff }: z.output<typeof input>,
  { session, deadline }: Stage,
): Promise<z.output<typeof output>> {
  const tab = session.current();
  refuseIfBlocked(tab);
  const line = deadline.interruptedBy(tab);
  const { live } = tab;
  const options = { interactiveOnly, maxElements, maxTokens };
  if (ref !== undefined) {
    const { entry } = await live.find({ ref }, line);
    const view = await live.lookAt(entry, line, !interactiveOnly);
    const part = live.show(view, options, false);
    const page = await live.frames.main(line);
    return { ...shownOf(part, view), title: view.title, url: page.url };
  }
  const view = await (interactiveOnly
    ? live.look(line, { most: maxElements, afresh: !diff })
    : live.lookAtAll(line));
  const changes = diff ? live.changes(view) : undefined;
  if (!changes) return shownOf(live.show(view, options), view);
  const lines = {
    tree: changes.lines.join('\n'),
    shown: changes.shown,
    read: [],
    elementCount: countWithRefs(view, interactiveOnly),
    actionable: countWithRefs(view, true),
    truncated: changes.omitted > 0,
  };
  return shownOf(lines, view);
}

function shownOf(
  { tree, shown, read, actionable, elementCount, truncated }: Lines,
  { url, title, scroll }: Pick<View, 'url' | 'title' | 'scroll'>,
): z.output<typeof output> {
  return {
    tree,
    refs: refsOf([...shown, ...read]),
    shown: shown.length,
    actionable,
    elementCount,
    truncated,
    url,
    title,
    scroll,
  };
}
