import { z } from 'zod';
import { refuseIfBlocked } from '../../acting/outcome.js';
import type { Stage } from '../../acting/stage.js';
import type { Deadline } from '../../deadline.js';
import * as checks from '../../gate/checks.js';
import { reads } from '../../gate/risk.js';
import { address, cutHint, quote } from '../../gate/untrusted.js';
import type { Details } from '../../page/injected/looking/details.js';
import type { Box } from '../../page/injected/protocol.js';
import type { LivePage } from '../../page/live-page.js';
import { meetStrangers } from '../../page/looking/internals.js';
import { describe, type RefEntry } from '../../page/refs/book.js';
import { formatRef } from '../../page/refs/ref.js';
import { answerOf } from '../../page/settling/unresponsive.js';
import type { Target } from '../../page/targeting/find-target.js';
import { looking } from '../../page/targeting/second-check.js';
import { defineTool, type ToolText } from '../../tool.js';
import { exactlyOneTarget, patience, requiredTarget, target } from '../shape.js';

const output = z.object({
  ref: z.string(),
  /** As a snapshot line begins: ref, role and name. */
  element: z.string(),
  role: z.string(),
  name: z.string(),
  description: z.string(),
  tag: z.string(),
  states: z.array(z.string()),
  level: z.number().optional(),
  value: z.string().optional(),
  options: z.array(z.string()).optional(),
  attributes: z.record(z.string(), z.string()),
  /** In the coordinates of the top page's viewport. */
  box: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
  text: z.string(),
  html: z.string(),
  frame: z.string().optional(),
  /** How many elements the selector matched, if more than one. */
  matches: z.number().optional(),
  healed: z.string().optional(),
});

export const getElement = defineTool({
  name: 'browser_get_element',
  description: 'One element in detail: role, name, attributes, box, text, HTML.',
  category: 'extraction',
  safety: 'safe',
  idempotent: true,
  timeout: 5000,
  input: z.strictObject({ ...target, timeout: patience(5000) }).refine(...exactlyOneTarget),
  output,
  examples: [{ ref: '@e5' }, { selector: '#total' }],
  returns: 'What the element is, as ARIA and HTML have it, where it is, and what is in it.',
  action: {
    type: 'element',
    plan: (input) => ({ target: requiredTarget(input), timeout: input.timeout ?? 5000 }),
    checks: { target: checks.target },
    risk: reads,
    describe: ({ target }, nameOf) => `looking at ${nameOf(target)}`,
    perform: (action, stage) => readElement(action, stage),
  },
  text: elementText,
});

function elementText(data: z.output<typeof output>): ToolText {
  const head = [data.element];
  if (data.matches) head.push(`first of ${data.matches} matches`);
  if (data.healed) head.push(`healed: ${data.healed} had been replaced by an equal element`);
  const { x, y, width, height } = data.box;
  const lines = [
    `tag ${quote(data.tag)} role ${quote(data.role)} name ${quote(data.name, 300)}`,
    `box ${x},${y} ${width}x${height}`,
  ];
  if (data.states.length > 0) lines.push(`states ${data.states.map((state) => quote(state)).join(' ')}`);
  if (data.description) lines.push(`description ${quote(data.description, 300)}`);
  if (data.value !== undefined) lines.push(`value ${quote(data.value, 2000)}`);
  if (data.options) lines.push(`options ${data.options.map((option) => quote(option, 60)).join(' ')}`);
  if (data.frame) lines.push(`frame ${address(data.frame)}`);
  for (const [name, value] of Object.entries(data.attributes)) {
    lines.push(`attribute ${quote(name)} ${quote(value, 300)}`);
  }
  if (data.text) lines.push(`text ${quote(data.text, 1000)}`);
  if (`${data.value ?? ''}`.length > 2000 || data.text.length >= 1000) lines.push(cutHint);
  lines.push(`html ${quote(data.html, 2000)}`);
  return { head: head.join('\n'), page: lines.join('\n') };
}

async function readElement(
  { target }: { target: Target },
  { session, deadline }: Stage,
): Promise<z.output<typeof output>> {
  const tab = session.current();
  refuseIfBlocked(tab);
  const line = deadline.interruptedBy(tab);
  const found = await tab.live.find(target, line);
  const { entry } = found;
  const answer = await tab.live.ask(found, looking(line), () => detailsOf(entry, line));
  if (answer.state === 'gone') throw tab.live.obstacle(answer, entry, line);
  const { state: _state, opaque: _opaque, identity, box, ...rest } = answer;
  entry.identity = identity;
  entry.shown = identity;
  const element = describe(entry);
  return {
    ref: formatRef(entry.ref),
    element,
    ...rest,
    box: await boxInPage(box, entry, tab.live, line),
    ...(entry.frame.parent ? { frame: entry.frame.url } : {}),
    ...(found.matches > 1 ? { matches: found.matches } : {}),
    ...(found.healed ? { healed: element } : {}),
  };
}

async function detailsOf(entry: RefEntry, deadline: Deadline): Promise<Details | { state: 'gone' }> {
  const { world } = entry.frame;
  const first = await world.call(deadline, 'details', entry.id);
  if (first.state === 'gone' || !first.opaque) return first;
  const met = meetStrangers(world, [entry.id], deadline);
  await answerOf(world.cdp, deadline, met);
  return world.call(deadline, 'details', entry.id);
}

/** A box in the coordinates of the page that the element's frame stands in. */
async function boxInPage(box: Box, entry: RefEntry, live: LivePage, deadline: Deadline): Promise<Box> {
  let { x, y } = box;
  for (let frame = entry.frame; frame.parent; frame = frame.parent) {
    const offset = await frame.parent.world.call(deadline, 'frameOffset', frame.owner);
    if (!offset) throw live.obstacle({ state: 'gone' }, entry, deadline);
    x += offset.x;
    y += offset.y;
  }
  return {
    x: Math.round(x),
    y: Math.round(y),
    width: Math.round(box.width),
    height: Math.round(box.height),
  };
}
