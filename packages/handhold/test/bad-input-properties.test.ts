import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { inputSchema } from 'handhold';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Agent, checkError, useBrowser } from './agent.js';
import type { SitePage } from './site.js';

const files = mkdtempSync(join(tmpdir(), 'handhold-properties-'));
const bench = useBrowser({ files: [files] });
let agent: Agent;
let page: SitePage;

/** All tools share this time, so that it stays the same however many there come to be. */
const casesPerTool = 12;
/** A call that has taken this long is called off, and then has to end at once. */
const patience = 600;
const grace = 5000;

beforeAll(() => {
  agent = new Agent(bench.tools, 'properties');
  page = bench.site.page(
    `<h1>Fields</h1><form onsubmit="return false"><input aria-label="Name"><textarea aria-label="Text"></textarea>
      <input type="date" aria-label="Day"><input type="checkbox" aria-label="Agree"><input type="file" aria-label="File">
      <select aria-label="Size"><option>S</option><option>M</option></select><div contenteditable="true" aria-label="Rich">x</div>
      <button>Go</button></form><a href="#x">Link</a><div style="height:3000px"></div>`,
  );
});

afterAll(() => rmSync(files, { recursive: true, force: true }));

const property = z.looseObject({
  type: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  items: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
});

/** What no schema asks for. */
const nasty: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    undefined,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    -0,
    -1,
    1e12,
    Number.MAX_SAFE_INTEGER + 1,
    0.1,
    10n,
    '',
    ' ',
    '\u0000',
    '\ud800',
    'a\udc00b',
    '\u202e\ufeff\u200d',
    '@e0',
    'e999999',
    '../../etc/passwd',
    'javascript:alert(1)',
    'x'.repeat(1024 * 1024),
    '('.repeat(5000),
    '(a+)+$',
    [],
    [[]],
    {},
    JSON.parse('{"__proto__":{"polluted":true}}'),
    JSON.parse('{"constructor":{"prototype":{"polluted":true}}}'),
    Symbol('s'),
    () => 1,
    new Date(Number.NaN),
    new Map(),
    /x/,
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.anything({
    maxDepth: 3,
    withBigInt: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
    withSparseArray: true,
    withTypedArray: true,
  }),
);

/** Strings that mean something where they stand, so that not everything ends at the door. */
const refs = ['@e1', '@e2', '@e3', '@e4', '@e5', '@e6', '@e7', '@e8', 'e9'];
const telling: Record<string, readonly string[]> = {
  ref: refs,
  from: refs,
  to: [...refs, 'top', 'bottom'],
  selector: ['button', 'input', '//a', 'text=Go', '[aria-label="Text"]', 'nowhere'],
  key: ['Enter', 'Control+A', 'Tab', 'x', 'Ü'],
  tab: ['t1', 't2'],
};
const anyText = ['Go', 'M', '7', '2026-11-15', 'true', 'hello\nworld 👩‍👩‍👧'];

/** Values that fit a schema more often than not. */
function fitting(name: string, schema: unknown): fc.Arbitrary<unknown> {
  const {
    type,
    enum: allowed,
    anyOf,
    items,
    properties,
    required,
    minimum,
    maximum,
  } = property.parse(schema);
  if (allowed) return fc.constantFrom(...allowed);
  if (anyOf) return fc.oneof(...anyOf.map((one) => fitting(name, one)));
  switch (type) {
    case 'string':
      return name === 'url'
        ? fc.constantFrom(page.url, page.otherUrl, `${page.url}#x`)
        : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...(telling[name] ?? anyText)) }, fc.string());
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number': {
      const most = /time|delay/i.test(name) ? 50 : (maximum ?? 1000);
      const least = Math.min(minimum ?? -1000, most);
      return fc.oneof(
        fc.integer({ min: Math.ceil(least), max: Math.floor(most) }),
        fc.constantFrom(least, most, least - 1, (maximum ?? most) + 1),
      );
    }
    case 'array':
      return fc.array(fitting(name, items ?? {}), { maxLength: 4 });
    case 'object':
      return objectLike(properties ?? {}, required ?? []);
    default:
      return nasty;
  }
}

/** An object for these properties: mostly right, with any of them wrong or missing, and now and then one too many. */
function objectLike(properties: Record<string, unknown>, required: string[]): fc.Arbitrary<unknown> {
  const parts = Object.entries(properties).map(([name, schema]) => {
    const value = fc.oneof({ weight: 6, arbitrary: fitting(name, schema) }, { weight: 1, arbitrary: nasty });
    const entry = value.map((given): [string, unknown][] => [[name, given]]);
    const present = required.includes(name) ? 12 : 2;
    return fc.oneof(
      { weight: present, arbitrary: entry },
      { weight: required.includes(name) ? 1 : 4, arbitrary: fc.constant<[string, unknown][]>([]) },
    );
  });
  const extra = fc.oneof(
    { weight: 12, arbitrary: fc.constant<[string, unknown][]>([]) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(
          fc.constantFrom(
            '__proto__',
            'constructor',
            'toString',
            'then',
            'session',
            'k'.repeat(1024 * 1024),
            '',
          ),
          nasty,
        )
        .map(([key, value]): [string, unknown][] => [[key, value]]),
    },
  );
  return fc.tuple(extra, ...parts).map((entries) => {
    const made: Record<string, unknown> = {};
    for (const [key, value] of entries.flat())
      Object.defineProperty(made, key, { value, enumerable: true, configurable: true, writable: true });
    return made;
  });
}

function inputFor(schema: unknown): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 15, arbitrary: fitting('', schema) }, { weight: 1, arbitrary: nasty });
}

describe('whatever it is given', () => {
  it.each(bench.tools.tools.map((tool) => tool.name))('%s answers, in time and as promised', async (name) => {
    await agent.open(page);
    const tool = bench.tools.registry.getTool(name);
    await fc.assert(
      fc.asyncProperty(inputFor(inputSchema(tool)), async (input) => {
        const startedAt = performance.now();
        const { result, rendered } = await bench.tools.callAndRender(name, input, {
          session: agent.session,
          signal: AbortSignal.timeout(patience),
        });
        expect(performance.now() - startedAt).toBeLessThan(patience + grace);
        if (result.error) {
          checkError(result.error);
          expect(result.data).toBeUndefined();
        } else tool.output.parse(result.data);
        expect(result.success).toBe(result.error === undefined);
        expect(rendered.isError).toBe(!result.success);
        expect(rendered.text).not.toMatch(
          /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/,
        );
        expect(rendered.text.isWellFormed()).toBe(true);
        expect(Reflect.get({}, 'polluted')).toBeUndefined();
        if (result.error?.code === 'no_page') await agent.call('browser_navigate', { url: page.url });
      }),
      { seed: 20261115, numRuns: casesPerTool },
    );
    // And the session is as good as ever.
    expect(await agent.open(page)).toContain('textbox "Name"');
  });
});
