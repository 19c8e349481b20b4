import { z } from 'zod';
import { act } from '../../acting/act.js';
import type { Prepared } from '../../acting/attempt.js';
import type { Turn } from '../../acting/turn.js';
import { Failure } from '../../errors.js';
import * as checks from '../../gate/checks.js';
import { reads } from '../../gate/risk.js';
import { address, quote } from '../../gate/untrusted.js';
import type { LiveFrame } from '../../page/frames/frames.js';
import { WorldGone } from '../../page/frames/world.js';
import type { Scrolled, ScrollRequest } from '../../page/injected/protocol.js';
import { defineTool } from '../../tool.js';
import { changes, outcomeShape, outcomeText, ref } from '../shape.js';

const scrolled = {
  scrollPosition: z.object({ x: z.number(), y: z.number() }),
  /** Nothing more in that direction. */
  atEnd: z.boolean(),
  /** The box that has scrolled, where that is not the page itself. */
  box: z.string().optional(),
};

/** Either end of the page, or a ref to bring into view. */
const endOrRef: checks.Check<string> = {
  check: (to, rules) => {
    if (!isEnd(to)) checks.ref.check(to, rules);
  },
  refs: (to) => (isEnd(to) ? [] : [to]),
};

function isEnd(to: string | undefined): to is 'top' | 'bottom' {
  return to === 'top' || to === 'bottom';
}

export const scroll = defineTool({
  name: 'browser_scroll',
  description: 'Scroll the page, or inside a ref.',
  category: 'interaction',
  safety: 'safe',
  readOnly: false,
  core: true,
  timeout: 5000,
  input: z
    .strictObject({
      direction: z.enum(['up', 'down', 'left', 'right']).optional(),
      amount: z
        .union([z.enum(['page', 'half']), z.number().min(0).max(1_000_000)])
        .default('page')
        .describe('or pixels'),
      ref: ref.optional().describe('Scroll inside it'),
      to: z.string().max(100).optional().describe('"top", "bottom" or a ref'),
    })
    .refine((input) => (input.direction === undefined) !== (input.to === undefined), {
      message: 'Give either direction or to.',
      path: ['direction'],
    }),
  output: z.object({ ...scrolled, ...outcomeShape, changes }),
  examples: [{ direction: 'down' }, { to: 'bottom' }, { direction: 'down', amount: 300, ref: '@e9' }],
  returns: 'The new scroll position, of which box if not the page, and whether that is the end.',
  action: {
    type: 'scroll',
    plan: (input) => ({ ...input, timeout: 5000 }),
    checks: {
      direction: checks.asParsed,
      amount: checks.asParsed,
      ref: checks.optional(checks.ref),
      to: checks.optional(endOrRef),
    },
    risk: reads,
    describe: () => 'scrolling',
    perform: (action, stage) => act(stage, (turn) => prepareScroll(action, turn)),
  },
  text: (data) => {
    const { x, y } = data.scrollPosition;
    const inside = data.box === undefined ? '' : ` in ${data.box}`;
    return outcomeText(`scrolled to ${x},${y}${inside}${data.atEnd ? ', the end' : ''}`, data, data.changes);
  },
});

interface Scroll {
  direction?: 'up' | 'down' | 'left' | 'right' | undefined;
  amount: 'page' | 'half' | number;
  /** Scrolls inside it. */
  ref?: string | undefined;
  /** An end of the page, or a ref to bring into view. */
  to?: string | undefined;
}

type ScrolledTo = z.output<z.ZodObject<typeof scrolled>>;

async function prepareScroll(action: Scroll, turn: Turn): Promise<Prepared<ScrolledTo>> {
  const { live, deadline } = turn;
  const toRef = isEnd(action.to) ? undefined : action.to;
  const ref = toRef ?? action.ref;
  const found = ref === undefined ? undefined : await live.find({ ref }, deadline);
  const frame = found?.entry.frame ?? (await live.frames.main(deadline));
  let data: ScrolledTo | undefined;
  let isSent = false;
  const ask = async () =>
    (await frame.world.call(deadline, 'scroll', request(action, found?.entry.id, toRef))) ?? {
      state: 'gone' as const,
    };
  return {
    soFar: () => ({ data, sent: isSent }),
    send: async () => {
      isSent = true;
      const result = found
        ? await live.ask(found, turn, async () => ({ state: 'done', ...(await ask()) }))
        : await ask();
      if (!('x' in result))
        throw new Failure('stale_ref', `${ref ?? 'The element'} is no longer on the page.`);
      const box = await nameOf(result.box, frame, turn);
      const dataOf = ({ x, y, atEnd }: Where): ScrolledTo => ({
        scrollPosition: { x, y },
        atEnd,
        ...(box === undefined ? {} : { box }),
      });
      const first = dataOf(result);
      data = first;
      const sent = { data: first, touched: [frame], reveals: true };
      // What loads as its end comes near may have made the page longer.
      if (!result.atEnd || toRef !== undefined) return sent;
      return {
        ...sent,
        verify: async (late) => {
          const now = await frame.world.call(late, 'whereScrolled').catch(goneWithItsPage);
          const last = now ? dataOf(now) : first;
          data = last;
          return { data: last };
        },
      };
    },
  };
}

/** A box by its ref, role and name; the page of a frame by its address. */
async function nameOf(
  box: Scrolled['box'],
  frame: LiveFrame,
  { live, deadline }: Turn,
): Promise<string | undefined> {
  if (!box) return frame.parent ? `frame ${address(frame.url)}` : undefined;
  const [ref = ''] = await live.showRefs([{ ...box, frame }], deadline);
  return `${ref} ${box.role}${box.name ? ` ${quote(box.name, 60)}` : ''}`;
}

type Where = Pick<Scrolled, 'x' | 'y' | 'atEnd'>;

function goneWithItsPage(thrown: unknown): null {
  if (thrown instanceof WorldGone) return null;
  throw thrown;
}

function request(action: Scroll, id: number | undefined, toRef: string | undefined): ScrollRequest {
  const inside = id === undefined ? {} : { id };
  if (toRef !== undefined) return { ...inside, to: 'element' };
  if (isEnd(action.to)) return { ...inside, to: action.to };
  const sign = action.direction === 'up' || action.direction === 'left' ? -1 : 1;
  const sideways = action.direction === 'left' || action.direction === 'right';
  if (typeof action.amount === 'number') {
    return sideways ? { ...inside, dx: sign * action.amount } : { ...inside, dy: sign * action.amount };
  }
  // A little less than a page, so that the last line read is still there.
  const pages = sign * (action.amount === 'half' ? 0.5 : 0.9);
  return sideways ? { ...inside, pagesX: pages } : { ...inside, pagesY: pages };
}
