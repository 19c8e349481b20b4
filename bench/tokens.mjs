import { encode as cl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { encode as o200k } from 'gpt-tokenizer/encoding/o200k_base';

// Page text may contain "<|endoftext|>" and the like; it reaches a model as plain text.
const plain = { disallowedSpecial: new Set() };

/** What a text costs a model, in the two encodings most models' counts are close to. */
export function countTokens(text) {
  return { o200k: o200k(text, plain).length, cl100k: cl100k(text, plain).length, chars: text.length };
}
