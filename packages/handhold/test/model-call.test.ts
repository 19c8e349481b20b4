import { callFromModel, canBeStrict, defineTool, toolboxFor, withoutNulls } from 'handhold';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const note = defineTool({
  name: 'note',
  description: 'Takes a note.',
  category: 'utility',
  requiresPage: false,
  input: z.strictObject({
    text: z.string(),
    colour: z.enum(['red', 'blue']).default('red'),
    parent: z.string().nullable().optional(),
    tags: z.array(z.strictObject({ name: z.string(), weight: z.number().optional() })).optional(),
  }),
  output: z.unknown(),
  run: async (input) => input,
});

const anything = defineTool({
  name: 'anything',
  description: 'Takes anything.',
  category: 'utility',
  input: z.strictObject({ value: z.record(z.string(), z.unknown()) }),
  output: z.unknown(),
  run: async (input) => input,
});

describe('a call from a model', () => {
  const toolbox = toolboxFor({ tools: ['browser_navigate', note] });

  it.each([
    ['values', { text: 'Hi' }],
    ['JSON text', '{"text":"Hi"}'],
    ['null for what was left out', { text: 'Hi', colour: null, tags: null }],
  ])('takes %s', async (_what, given) => {
    const { result, rendered } = await callFromModel(toolbox, 'note', given);
    expect(result).toMatchObject({ success: true, data: { text: 'Hi', colour: 'red' } });
    expect(rendered.isError).toBe(false);
  });

  it.each([
    ['cut JSON', '{"text":"Hi'],
    ['no JSON', 'text=Hi'],
    ['a list', '[1]'],
    ['nothing where something is needed', ''],
    ['null where something is needed', '{"text":null}'],
  ])('is refused with a reason: %s', async (_what, given) => {
    const { result, rendered } = await callFromModel(toolbox, 'note', given, { session: 'mine' });
    expect(result).toMatchObject({
      success: false,
      error: { code: 'validation_error', canRetry: false, sideEffect: 'none' },
      metadata: { session: 'mine' },
    });
    expect(rendered.text).toMatch(/^error validation_error: .+\nhint: .+/);
    expect(rendered.text).not.toMatch(/\.[jt]s:\d/);
  });

  it('takes lists and objects that were written as text, and leaves texts that look like such', async () => {
    const { result } = await callFromModel(toolbox, 'note', {
      text: '{"not": "an object"}',
      tags: '[{"name": "a"}]',
    });
    expect(result.data).toMatchObject({ text: '{"not": "an object"}', tags: [{ name: 'a' }] });
    const broken = await callFromModel(toolbox, 'note', { text: 'Hi', tags: '[{"name": 1}]' });
    expect(broken.result.error).toMatchObject({ code: 'validation_error' });
  });

  it('reaches only the tools that were chosen', async () => {
    expect(toolbox.tools.map(({ name }) => name)).toEqual(['browser_navigate', 'note']);
    const { result } = await callFromModel(toolbox, 'browser_click', { ref: '@e1' });
    expect(result.error?.code).toBe('unknown_tool');
    expect(() => toolboxFor({ tools: ['browser_clik'] })).toThrow(/browser_clik/);
  });

  it('keeps nulls that mean something', () => {
    const given = {
      text: 'Hi',
      parent: null,
      colour: null,
      tags: [{ name: 'a', weight: null }],
      other: null,
    };
    expect(withoutNulls(note.input, given)).toEqual({
      text: 'Hi',
      parent: null,
      tags: [{ name: 'a' }],
      other: null,
    });
    expect(withoutNulls(anything.input, { value: { inner: null } })).toEqual({ value: { inner: null } });
  });

  it('can be strict where all keys are known', () => {
    expect(canBeStrict(anything)).toBe(false);
    expect(toolbox.tools.map(canBeStrict)).toEqual([true, false]);
  });
});
