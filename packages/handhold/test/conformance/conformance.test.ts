import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Agent, useBrowser } from '../agent.js';
import type { Case } from './case.js';
import { descriptions } from './descriptions.js';
import * as names from './names.js';
import * as roles from './roles.js';
import { states } from './states.js';

const bench = useBrowser();

const answer = z.object({
  role: z.string(),
  name: z.string(),
  description: z.string(),
  states: z.array(z.string()),
  level: z.number().optional(),
});
type Answer = z.output<typeof answer>;

/** All cases on one page, each in a block of its own. */
function pageOf(cases: readonly Case<unknown>[], head = ''): { url: string } {
  const blocks = cases.map(({ html }, i) => `<div data-case="${i}">${html.replaceAll('§', String(i))}</div>`);
  const script = `<script>for (const box of document.querySelectorAll('.mixed')) box.indeterminate = true;</script>`;
  return bench.site.page(blocks.join('\n') + script, { head });
}

function selectorOf({ selector }: Case<unknown>, i: number): string {
  if (selector?.startsWith('^')) return selector.slice(1).replaceAll('§', String(i));
  return selector === undefined ? `[data-case="${i}"] > :first-child` : `[data-case="${i}"] ${selector}`;
}

/** What the product says of each case that differs from what must hold. */
async function wrongs<T>(
  agent: Agent,
  cases: readonly Case<T>[],
  ask: (answer: Answer) => unknown,
  head = '',
): Promise<string[]> {
  const { url } = pageOf(cases, head);
  await agent.does('browser_navigate', { url, snapshot: false });
  const wrong: string[] = [];
  for (const [i, one] of cases.entries()) {
    const result = await agent.call('browser_get_element', { selector: selectorOf(one, i) });
    const got = result.success ? ask(answer.parse(result.data)) : result.error?.message;
    if (JSON.stringify(got) !== JSON.stringify(one.expect))
      wrong.push(`${one.html}: ${JSON.stringify(got)} instead of ${JSON.stringify(one.expect)}`);
  }
  return wrong;
}

const patience = 120_000;
const style = `<style>${names.nameStyles}</style>`;

describe('accessible names', () => {
  it.each([
    ['from content', names.content],
    ['joined', names.spacing],
    ['of items', names.items],
    ['by reference', names.references],
    ['of labelled controls', names.labels],
    ['with controls in them', names.embedded],
    ['from HTML', names.native],
    ['with text from style sheets', names.styled],
    ['across owners and shadow trees', names.trees],
    ['of odd things', names.oddities],
  ])(
    '%s',
    async (_title, cases) => {
      expect(await wrongs(bench.lasting(), cases, ({ name }) => name, style)).toEqual([]);
    },
    patience,
  );
});

it(
  'describes',
  async () => {
    expect(await wrongs(bench.lasting(), descriptions, ({ description }) => description)).toEqual([]);
  },
  patience,
);

it(
  'tells states',
  async () => {
    expect(await wrongs(bench.lasting(), states, (told) => told.states)).toEqual([]);
  },
  patience,
);

describe('roles', () => {
  it.each([
    ['of elements', roles.elements],
    ['of landmarks', roles.landmarks],
    ['given by attribute', roles.explicit],
    ['that are only presentation', roles.presentation],
    ['in context', roles.contexts],
  ])(
    '%s',
    async (_title, cases) => {
      expect(await wrongs(bench.lasting(), cases, ({ role }) => role)).toEqual([]);
    },
    patience,
  );

  it(
    'with levels',
    async () => {
      expect(await wrongs(bench.lasting(), roles.levels, ({ level }) => level)).toEqual([]);
    },
    patience,
  );
});
