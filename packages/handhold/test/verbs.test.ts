import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Tool } from '../src/tool.js';
import { builtInTools } from '../src/tools/index.js';
import { lineOf, wordsIn } from '../src/verbs/quoting.js';
import { readWords } from '../src/verbs/read-words.js';
import { toolFor, verbOf } from '../src/verbs/verb.js';
import { writeWords } from '../src/verbs/write-words.js';

function tool(verb: string): Tool {
  const found = toolFor(verb, builtInTools);
  if (!found) throw new Error(`There is no ${verb}.`);
  return found;
}

/** A line as the call that it stands for. */
function read(line: string): Record<string, unknown> {
  const [verb = '', ...words] = wordsIn(line);
  return readWords(tool(verb), words);
}

describe('words', () => {
  it.each([
    ['click @e5', { ref: '@e5' }],
    ['click @e5 --count 3', { ref: '@e5', count: 3 }],
    ['press e5 Enter --count 3', { ref: 'e5', key: 'Enter', count: 3 }],
    ['click "#save now" --click-count=2', { selector: '#save now', clickCount: 2 }],
    [`click 'input[name="q"]'`, { selector: 'input[name="q"]' }],
    ['type @e7 "x"', { ref: '@e7', text: 'x' }],
    ['type @e7 "- red"', { ref: '@e7', text: '- red' }],
    ['type @e7 -5', { ref: '@e7', text: '-5' }],
    ['type @e7 -x --submit', { ref: '@e7', text: '-x', submit: true }],
    ['type @e7 --verbose', { ref: '@e7', text: '--verbose' }],
    ['type @e7 "--all of it" --clear-first', { ref: '@e7', text: '--all of it', clearFirst: true }],
    ['type @e7 --text --submit', { ref: '@e7', text: '--submit' }],
    ['type @e7 --no-submit -- --submit', { ref: '@e7', submit: false, text: '--submit' }],
    ['type "#name" "- red"', { selector: '#name', text: '- red' }],
    ['type ""', { text: '' }],
    ['type @e7 \'a "b" c\'', { ref: '@e7', text: 'a "b" c' }],
    [String.raw`type @e7 "say \"hi\" \n"`, { ref: '@e7', text: String.raw`say "hi" \n` }],
    ['type @e7 "two\nlines"', { ref: '@e7', text: 'two\nlines' }],
    ['find "- x"', { text: '- x' }],
    ['find - --role listitem', { text: '-', role: 'listitem' }],
    ['wait "--- done ---"', { text: '--- done ---' }],
    ['press Enter', { key: 'Enter' }],
    ['press @e3 -', { ref: '@e3', key: '-' }],
    ['select @e3 "- none -" Other', { ref: '@e3', values: ['- none -', 'Other'] }],
    ['scroll down -5', { direction: 'down', amount: -5 }],
    ['open https://example.com/?a=b#c', { url: 'https://example.com/?a=b#c' }],
    [
      'fill @e1=Ada @e4=true',
      {
        fields: [
          { ref: '@e1', value: 'Ada' },
          { ref: '@e4', value: true },
        ],
      },
    ],
    ['drag "#a" "#b"', { from: '#a', to: '#b' }],
    [
      `fill "#name=Ada Lovelace" 'input[name="q"]=a=b' '//input[@id="x"]=y' text=Name=Ada`,
      {
        fields: [
          { selector: '#name', value: 'Ada Lovelace' },
          { selector: 'input[name="q"]', value: 'a=b' },
          { selector: '//input[@id="x"]', value: 'y' },
          { selector: 'text=Name', value: 'Ada' },
        ],
      },
    ],
    ['fill "@e1=- red"', { fields: [{ ref: '@e1', value: '- red' }] }],
    ['fill --fields @e1=a=b', { fields: [{ ref: '@e1', value: 'a=b' }] }],
    [
      `do 'click @e5' '{"tool":"click","ref":"@e6"}'`,
      { steps: ['click @e5', { tool: 'click', ref: '@e6' }] },
    ],
  ])('%s', (line, input) => {
    expect(read(line)).toEqual(input);
  });

  it.each([
    ['click', 'The element is missing'],
    ['click @e1 --colour red', 'There is no option --colour'],
    ['click @e1 --clik-count 2', 'did you mean --click-count?'],
    ['type @e1 --claer-first Ada', 'did you mean --clear-first?'],
    ['type @e1 Ada --claer-first', 'did you mean --clear-first?'],
    ['type @e1 Ada Lovelace', 'one word too many'],
    ['press Enter --count', '--count takes a value'],
    ['press Enter --count many', '--count takes a number, not "many"'],
    ["type @e1 don't", 'has no end'],
    ['fill @e1', 'ref=value'],
    ['type', '<text> is missing'],
  ])('%s is refused', (line, why) => {
    expect(() => read(line)).toThrow(why);
  });

  it('stand for any text, however odd', () => {
    const word = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(...' \'"\\-$`!=@e1#\n') }),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 4 }), (words) => {
        expect(wordsIn(lineOf(words))).toEqual(words);
      }),
    );
    fc.assert(
      fc.property(word, (text) => {
        expect(read(writeWords(tool('type'), { ref: '@e1', text, submit: true }))).toEqual({
          ref: '@e1',
          text,
          submit: true,
        });
      }),
    );
  });

  it.each(builtInTools.map((each) => [verbOf(each), each] as const))(
    'say every example of %s',
    (_verb, each) => {
      for (const example of each.examples) {
        expect(each.input.safeParse(example).success).toBe(true);
        const [verb = '', ...words] = wordsIn(writeWords(each, example));
        expect(toolFor(verb, builtInTools)).toBe(each);
        expect(readWords(each, words)).toEqual(example);
      }
    },
  );
});
