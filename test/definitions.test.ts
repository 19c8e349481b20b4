import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { browserTools as anthropicTools } from '@handhold/anthropic';
import { browserTools as openaiTools } from '@handhold/openai';
import { getEncoding } from 'js-tiktoken';
import { describe, expect, it } from 'vitest';

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

describe('docs/tools.md', () => {
  it('is what the tools say of themselves; "node scripts/docs.mjs" writes it anew', async () => {
    expect(docs.writtenReference()).toBe(await docs.toolReference());
  });
});
