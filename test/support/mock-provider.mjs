// Loaded before the AI SDK's example: its models are asked for from here instead of the gateway.
import { MockLanguageModelV4 } from 'ai/test';

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const navigate = {
  type: 'tool-call',
  toolCallId: 'call',
  toolName: 'browser_navigate',
  input: '{"url":"about:blank"}',
};

globalThis.AI_SDK_DEFAULT_PROVIDER = {
  specificationVersion: 'v4',
  languageModel: () =>
    new MockLanguageModelV4({
      doGenerate: async ({ prompt }) => {
        const last = prompt.at(-1);
        const read = last.role === 'tool' ? JSON.stringify(last.content) : undefined;
        return {
          content: read === undefined ? [navigate] : [{ type: 'text', text: `I read: ${read}` }],
          finishReason: { unified: read === undefined ? 'tool-calls' : 'stop', raw: undefined },
          usage,
          warnings: [],
        };
      },
    }),
};
