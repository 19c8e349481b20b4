import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { browserTools as anthropicTools } from '@handhold/anthropic';
import { browserTools as openaiTools } from '@handhold/openai';
import { fence } from 'handhold';
import { getEncoding } from 'js-tiktoken';
import { describe, expect, it } from 'vitest';
import { nonceWords } from '../packages/handhold/src/gate/nonce-words.js';

interface DocsModule {
  toolReference(): Promise<string>;
  writtenReference(): string;
}

const docs: DocsModule = await import(
  pathToFileURL(path.join(import.meta.dirname, '..', 'scripts', 'docs.mjs')).href
);

describe('the definitions that a provider is sent', () => {
  it('keep within their tokens', () => {
    const encoding = getEncoding('o200k_base');
    const cost = (value: unknown) => encoding.encode(JSON.stringify(value)).length;
    for (const [tools, most] of [
      [['core'], 2500],
      [['all'], 6000],
    ] as const) {
      const openai = openaiTools({ tools });
      expect(cost(openai.chatTools)).toBeLessThanOrEqual(most);
      expect(cost(openai.responsesTools)).toBeLessThanOrEqual(most);
      expect(cost(anthropicTools({ tools }).tools)).toBeLessThanOrEqual(most);
    }
  });
});

describe('the marks around what a page wrote', () => {
  const lines = Array.from({ length: 500 }, () => fence('x').split('\n'));

  it('can not be guessed: 48 bits, new each time, and the same at both ends', () => {
    expect(new Set(nonceWords).size).toBe(2 ** 12);
    expect(new Set(lines.map(([first]) => first)).size).toBe(lines.length);
    for (const [first, , last] of lines) {
      const words = /^<page ((?:[A-Z][a-z]+){4})>$/.exec(first ?? '');
      expect(last).toBe(`</page ${words?.[1]}>`);
    }
  });

  it('cost a token for each of four words', () => {
    for (const name of ['cl100k_base', 'o200k_base'] as const) {
      const encoding = getEncoding(name);
      const cost = (text: string) => encoding.encode(text).length;
      const bare = cost('<page>');
      const all = lines.reduce((sum, [first = '']) => sum + cost(first) - bare, 0);
      expect(all / lines.length).toBeLessThan(4.1);
    }
  });
});

describe('docs/tools.md', () => {
  it('is what the tools say of themselves; "node scripts/docs.mjs" writes it anew', async () => {
    expect(docs.writtenReference()).toBe(await docs.toolReference());
  });
});
