import { aliasOf, changeOurWords, dashed, parametersOf, type Tool, type ToolResult, verbOf } from 'handhold';

/** Our own lines of a text with tools and their arguments as they are typed in a shell; what a page wrote stays. */
export function textInVerbs(text: string, tools: readonly Tool[]): string {
  const { words, form } = vocabularyOf(tools);
  // The steps of a batch were given as verbs alone.
  return changeOurWords(text, form, (word) => words.get(word) ?? word).replace(/^(\d+\. )handhold /gm, '$1');
}

/** The same for what went wrong in a result. */
export function inVerbs(result: ToolResult, tools: readonly Tool[]): ToolResult {
  const { error } = result;
  if (!error) return result;
  const message = textInVerbs(error.message, tools);
  const recoveryHint = textInVerbs(error.recoveryHint, tools);
  return { ...result, error: { ...error, message, recoveryHint } };
}

interface Vocabulary {
  words: ReadonlyMap<string, string>;
  form: RegExp;
}

const cache = new WeakMap<readonly Tool[], Vocabulary>();

/** Only names that are no words of English: `browser_wait` and `maxTokens`, but not `text`. */
function vocabularyOf(tools: readonly Tool[]): Vocabulary {
  const cached = cache.get(tools);
  if (cached) return cached;
  const words = new Map<string, string>();
  for (const tool of tools) {
    if (tool.name.includes('_')) words.set(tool.name, `handhold ${aliasOf(tool) ?? verbOf(tool)}`);
    for (const { key, flag } of parametersOf(tool)) if (dashed(key) !== key) words.set(key, `--${flag}`);
  }
  const vocabulary = {
    words,
    form: new RegExp(
      `\\b(?:${[...words.keys()].map((word) => word.replace(/[^\w]/g, '\\$&')).join('|')})\\b`,
      'g',
    ),
  };
  cache.set(tools, vocabulary);
  return vocabulary;
}
