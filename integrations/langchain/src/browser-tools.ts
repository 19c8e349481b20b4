import { type BaseMessage, type ContentBlock, ToolMessage } from '@langchain/core/messages';
import type { RunnableConfig } from '@langchain/core/runnables';
import { DynamicStructuredTool } from '@langchain/core/tools';
import {
  type Called,
  callFromModel,
  type Images,
  inputSchema,
  sessionOf,
  type Tool,
  type Toolbox,
  type ToolImage,
  type ToolResult,
  type ToolsetOptions,
  toolboxFor,
} from 'handhold';
import { z } from 'zod';
import { contentWith, imagesFor, withPicturesFromUser } from './pictures.js';

export interface BrowserToolsOptions extends Omit<ToolsetOptions, 'approve' | 'images'> {
  /** Whose browser world the calls work in. Default: that of the run's `thread_id`, or one for all. */
  session?: string;
  /**
   * How pictures get to the model; they are in the artifact anyway. `false` is `none`, `true` is `tool-result`. Default:
   * in the tool's message, from where `middleware` moves them where the model takes none there.
   */
  images?: Images | boolean;
}

export interface BrowserTools {
  /** For `createAgent({ tools })` and `model.bindTools()`. */
  readonly tools: DynamicStructuredTool[];
  /**
   * For `createAgent({ middleware: [browser.middleware] })`: puts pictures where the model takes them. Most take none in
   * tools' messages.
   */
  readonly middleware: PictureMiddleware;
  /** The same for whoever calls a model by hand: the messages as it takes them. */
  messagesFor(model: unknown, messages: readonly BaseMessage[]): BaseMessage[];
  readonly toolbox: Toolbox;
  /** Ends the browser. May be called any number of times; a later call of a tool starts afresh. */
  close(): Promise<void>;
}

/** A middleware that changes nothing but the messages of a model's call. */
export interface PictureMiddleware {
  readonly name: string;
  wrapModelCall<R extends { model: unknown; messages: BaseMessage[] }, A>(
    request: R,
    handler: (request: R) => A,
  ): A;
}

/** Browser tools for LangChain. Making them starts nothing; the first call starts the browser. */
export function browserTools(options: BrowserToolsOptions = {}): BrowserTools {
  const { session, images: given, ...rest } = options;
  const images = typeof given === 'boolean' ? (given ? 'tool-result' : 'none') : given;
  const toolbox = toolboxFor(rest);
  const call = (name: string, input: unknown, config: RunnableConfig | undefined) =>
    callFromModel(toolbox, name, input, {
      session: sessionOf(session ?? threadOf(config)),
      signal: config?.signal,
    });
  const pictureOf = ({ name, artifact }: ToolMessage): ToolImage | undefined =>
    name !== undefined && toolbox.registry.has(name)
      ? pictureIn(toolbox.registry.toolCalled(name), artifact)
      : undefined;
  const messagesFor = (model: unknown, messages: readonly BaseMessage[]): BaseMessage[] =>
    (images ?? imagesFor(model)) === 'user-message'
      ? withPicturesFromUser(messages, pictureOf)
      : [...messages];
  return {
    tools: toolbox.tools.map((each) => toStructuredTool(each, images, call)),
    middleware: {
      name: 'handhold-pictures',
      wrapModelCall: (request, handler) =>
        handler({ ...request, messages: messagesFor(request.model, request.messages) }),
    },
    messagesFor,
    toolbox,
    close: () => toolbox.close(),
  };
}

type Call = (name: string, input: unknown, config: RunnableConfig | undefined) => Promise<Called>;
type Content = string | ContentBlock.Standard[] | ToolMessage;

function toStructuredTool(given: Tool, images: Images | undefined, call: Call): DynamicStructuredTool {
  const { name, description } = given;
  return new DynamicStructuredTool({
    name,
    description,
    schema: openSchema(given),
    responseFormat: 'content_and_artifact',
    func: async (input: unknown, _manager, config): Promise<[Content, ToolResult]> => {
      const { result, rendered } = await call(name, input, config);
      const asked = fromModel.safeParse(config).data;
      if (!rendered.isError || !asked) {
        return [contentWith(rendered.text, rendered.image, images), result];
      }
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

const answered = z.looseObject({ success: z.literal(true), data: z.unknown() });

/** The picture in a tool's result, wherever it has been kept meanwhile. */
function pictureIn(tool: Tool, artifact: unknown): ToolImage | undefined {
  try {
    return tool.image(answered.safeParse(artifact).data?.data);
  } catch {
    return undefined;
  }
}

function threadOf(config: RunnableConfig | undefined): string | undefined {
  const thread: unknown = config?.configurable?.thread_id;
  return typeof thread === 'string' ? thread : undefined;
}
