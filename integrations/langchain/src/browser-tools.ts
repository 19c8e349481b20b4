import { type ContentBlock, ToolMessage } from '@langchain/core/messages';
import type { RunnableConfig } from '@langchain/core/runnables';
import { DynamicStructuredTool } from '@langchain/core/tools';
import {
  type Called,
  callFromModel,
  inputSchema,
  type Rendered,
  sessionOf,
  type Tool,
  type Toolbox,
  type ToolResult,
  type ToolsetOptions,
  toolboxFor,
} from 'handhold';
import { z } from 'zod';

export interface BrowserToolsOptions extends Omit<ToolsetOptions, 'approve'> {
  /** Whose browser world the calls work in. Default: that of the run's `thread_id`, or one for all. */
  session?: string;
  /** Whether pictures go to the model, or only into the artifact: some models take none from tools. Default true. */
  images?: boolean;
}

export interface BrowserTools {
  /** For `createAgent({ tools })` and `model.bindTools()`. */
  readonly tools: DynamicStructuredTool[];
  readonly toolbox: Toolbox;
  /** Ends the browser. May be called any number of times; a later call of a tool starts afresh. */
  close(): Promise<void>;
}

/** Browser tools for LangChain. Making them starts nothing; the first call starts the browser. */
export function browserTools(options: BrowserToolsOptions = {}): BrowserTools {
  const { session, images = true, ...rest } = options;
  const toolbox = toolboxFor(rest);
  const call = (name: string, input: unknown, config: RunnableConfig | undefined) =>
    callFromModel(toolbox, name, input, {
      session: sessionOf(session ?? threadOf(config)),
      signal: config?.signal,
    });
  return {
    tools: toolbox.tools.map((each) => present(each, images, call)),
    toolbox,
    close: () => toolbox.close(),
  };
}

type Call = (name: string, input: unknown, config: RunnableConfig | undefined) => Promise<Called>;
type Content = string | ContentBlock.Standard[] | ToolMessage;

function present(given: Tool, images: boolean, call: Call): DynamicStructuredTool {
  const { name, description } = given;
  return new DynamicStructuredTool({
    name,
    description,
    schema: openSchema(given),
    responseFormat: 'content_and_artifact',
    func: async (input: unknown, _manager, config): Promise<[Content, ToolResult]> => {
      const { result, rendered } = await call(name, input, config);
      const asked = fromModel.safeParse(config).data;
      if (!rendered.isError || !asked) return [contentOf(rendered, images), result];
      const failure = { content: rendered.text, artifact: result, tool_call_id: asked.toolCall.id, name };
      return [new ToolMessage({ ...failure, status: 'error' }), result];
    },
  });
}

/** How a call of a model's differs from one of a program's. */
const fromModel = z.object({ toolCall: z.object({ id: z.string() }) });

/** Shows the tool's schema but lets everything pass: the toolbox checks, and tells the model what is wrong. */
function openSchema(given: Tool) {
  return z.looseObject({}).meta({ ...inputSchema(given), additionalProperties: undefined });
}

function contentOf({ text, image }: Rendered, images: boolean): string | ContentBlock.Standard[] {
  if (!image || !images) return text;
  return [
    { type: 'text', text },
    { type: 'image', mimeType: image.mimeType, data: image.base64 },
  ];
}

function threadOf(config: RunnableConfig | undefined): string | undefined {
  const thread: unknown = config?.configurable?.thread_id;
  return typeof thread === 'string' ? thread : undefined;
}
