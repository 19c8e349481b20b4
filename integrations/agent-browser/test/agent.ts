import { Agent, type AgentExecutionOptions, type ToolsInput } from '@mastra/core/agent';
import type { MastraModelConfig } from '@mastra/core/llm';

/** The newest kind of model, in Mastra's own words: the mocks that the AI SDK brings may be a release ahead of them. */
type Model = Generating<Extract<MastraModelConfig, { specificationVersion: 'v4' }>>;
type Generating<M> = M extends { doGenerate(request: never): PromiseLike<{ content: unknown }> } ? M : never;

type Request = Parameters<Model['doGenerate']>[0];
type Answer = Awaited<ReturnType<Model['doGenerate']>>;
type ToolMessage = Extract<Request['prompt'][number], { role: 'tool' }>;
type ToolResult = Extract<ToolMessage['content'][number], { type: 'tool-result' }>;

/** A tool call the model asks for. */
export type Call = readonly [tool: string, input: object];

/** What the model asks for next, once it has read what came of its last calls. */
export type Turn = readonly Call[] | ((read: string) => readonly Call[]);

/** What went on between an agent and its model. */
export interface Conversation {
  /** What the model was offered. */
  readonly offered: NonNullable<Request['tools']>;
  /** What the model got for each of its calls, in order. */
  readonly outputs: readonly ToolResult['output'][];
  /** The same as the text in it. */
  readonly texts: readonly string[];
  /** What the tools answered, before it was made ready for the model. */
  readonly answers: readonly unknown[];
}

export interface Settings {
  provider?: string;
  modelId?: string;
  options?: Omit<AgentExecutionOptions, 'structuredOutput'>;
}

/** Has a real agent work with a model that asks for these calls, turn by turn. */
export async function converse(
  tools: ToolsInput,
  turns: readonly Turn[],
  settings: Settings = {},
): Promise<Conversation> {
  const { model, requests } = scriptedModel(turns, settings);
  const agent = agentWith(model, tools);
  const { toolResults } = await agent.generate('Do it.', { maxSteps: turns.length + 1, ...settings.options });
  const outputs = requests.slice(1).flatMap((request) => lastResults(request).map(({ output }) => output));
  return {
    offered: requests[0]?.tools ?? [],
    outputs,
    texts: outputs.map(textOf),
    answers: toolResults.map(({ payload }) => payload.result),
  };
}

export function agentWith(model: Model, tools: ToolsInput): Agent {
  return new Agent({ id: 'tester', name: 'Tester', instructions: 'Use the browser.', model, tools });
}

/** A model that follows a script and keeps what it was sent. */
export function scriptedModel(
  turns: readonly Turn[],
  { provider = 'scripted', modelId = 'scripted' }: Settings = {},
): { model: Model; requests: Request[] } {
  const requests: Request[] = [];
  const doGenerate = async (request: Request): Promise<Answer> => {
    const turn = turns[requests.length];
    requests.push(request);
    const read = lastResults(request)
      .map(({ output }) => textOf(output))
      .join('\n');
    return answerWith(typeof turn === 'function' ? turn(read) : (turn ?? []), requests.length);
  };
  const doStream = () => Promise.reject(new Error('This model does not stream.'));
  const model: Model = {
    specificationVersion: 'v4',
    provider,
    modelId,
    supportedUrls: {},
    doGenerate,
    doStream,
  };
  return { model, requests };
}

function answerWith(calls: readonly Call[], turn: number): Answer {
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  };
  if (calls.length === 0) {
    return {
      content: [{ type: 'text', text: 'Done.' }],
      finishReason: { unified: 'stop', raw: 'stop' },
      usage,
      warnings: [],
    };
  }
  return {
    content: calls.map(([toolName, input], i) => ({
      type: 'tool-call',
      toolCallId: `call-${turn}-${i}`,
      toolName,
      input: JSON.stringify(input),
    })),
    finishReason: { unified: 'tool-calls', raw: 'tool-calls' },
    usage,
    warnings: [],
  };
}

/** The results at the end of a request: those the model has not seen before. */
function lastResults(request: Request): ToolResult[] {
  const last = request.prompt.at(-1);
  return last?.role === 'tool' ? last.content.filter((part) => part.type === 'tool-result') : [];
}

function textOf(output: ToolResult['output']): string {
  if (output.type === 'text' || output.type === 'error-text') return output.value;
  if (output.type !== 'content') return JSON.stringify(output);
  return output.value.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}

/** The ref of the first line that begins so: `button "Save"`. */
export function refOf(line: string, text: string): string {
  for (const shown of text.split('\n')) {
    const [, ref, rest] = /^\s*[+~]? ?(@e\d+) (.*)$/.exec(shown) ?? [];
    if (ref !== undefined && rest?.startsWith(line)) return ref;
  }
  throw new Error(`There is no ${line} in:\n${text}`);
}
