import {
  type CallOptions,
  callFromModel,
  canBeStrict,
  type Images,
  inputSchema,
  pictureNote,
  type Rendered,
  sessionOf,
  strictInputSchema,
  type Tool,
  type Toolbox,
  type ToolImage,
  type ToolsetOptions,
  toolboxFor,
} from 'handhold';
import type OpenAI from 'openai';

type FunctionTool = OpenAI.Responses.FunctionTool;
type OutputItem = OpenAI.Responses.ResponseOutputItem;
type FunctionCallOutput = OpenAI.Responses.ResponseInputItem.FunctionCallOutput;
type UserItem = OpenAI.Responses.EasyInputMessage;
type InputImage = OpenAI.Responses.ResponseInputImage;
type ChatTool = OpenAI.Chat.Completions.ChatCompletionFunctionTool;
type ChatToolCall = OpenAI.Chat.Completions.ChatCompletionMessageToolCall;
type ChatMessage = OpenAI.Chat.Completions.ChatCompletionMessageParam;
type ChatImage = OpenAI.Chat.Completions.ChatCompletionContentPartImage;

export interface BrowserToolsOptions<I extends Images = Inside>
  extends Omit<ToolsetOptions, 'approve' | 'images'> {
  /** Whose browser world the calls work in, such as a chat's or a user's id. Default: one for all. */
  session?: string;
  /** Definitions for strict function calling, for all tools that it can express. Default false. */
  strict?: boolean;
  /**
   * How pictures get to the model. Default: with the Responses API in the tool's result; Chat Completions takes none
   * there, so with that they come in a user message.
   */
  images?: I;
}

/** Options for the calls of one turn. */
export type AnswerOptions = Pick<CallOptions, 'signal' | 'host'>;

/** Places for pictures that take no message of their own. */
type Inside = Exclude<Images, 'user-message'>;

/** The answer to function calls: their outputs, and where pictures go there, a user message after them. */
export type Answer = FunctionCallOutput | UserItem;

export interface BrowserTools<A = FunctionCallOutput> {
  /** For `responses.create({ tools })`. */
  readonly responsesTools: FunctionTool[];
  /** For `chat.completions.create({ tools })`. */
  readonly chatTools: ChatTool[];
  /** Runs the function calls in a response's output, in order; gives what to add to the next request's input. */
  answer(output: readonly OutputItem[], options?: AnswerOptions): Promise<A[]>;
  /** Runs a message's tool calls, in order; gives the messages to add to the conversation. */
  answerChat(calls: readonly ChatToolCall[] | undefined, options?: AnswerOptions): Promise<ChatMessage[]>;
  readonly toolbox: Toolbox;
  /** Ends the browser. May be called any number of times; a later call of a tool starts afresh. */
  close(): Promise<void>;
}

/** Browser tools for the OpenAI API. Making them starts nothing; the first call starts the browser. */
export function browserTools(options?: BrowserToolsOptions): BrowserTools;
export function browserTools(options: BrowserToolsOptions<Images>): BrowserTools<Answer>;
export function browserTools(options: BrowserToolsOptions<Images> = {}): BrowserTools<Answer> {
  const { session: owner, strict = false, images: wanted, ...rest } = options;
  const toolbox = toolboxFor(rest);
  const session = sessionOf(owner);
  const definitions = toolbox.tools.map((tool) => define(tool, strict));

  /** Names that look like ours are answered too, so that a model which made one up hears of it. */
  const isOurs = (name: string) => toolbox.registry.has(name) || name.startsWith('browser_');
  const run = async (name: string, given: string, settings: AnswerOptions): Promise<Rendered> => {
    const { rendered } = await callFromModel(toolbox, name, given, { ...settings, session });
    return rendered;
  };

  return {
    responsesTools: definitions.map((definition) => ({ type: 'function', ...definition })),
    chatTools: definitions.map((definition) => ({ type: 'function', function: definition })),
    async answer(output, settings = {}) {
      const answers: Answer[] = [];
      const images: InputImage[] = [];
      for (const item of output) {
        if (item.type !== 'function_call' || !isOurs(item.name)) continue;
        const { text, image } = await run(item.name, item.arguments, settings);
        const picture = image && inputImage(image);
        const inside = picture && (wanted ?? 'tool-result') === 'tool-result';
        answers.push({
          type: 'function_call_output',
          call_id: item.call_id,
          output: inside ? [{ type: 'input_text', text }, picture] : text,
        });
        if (picture && wanted === 'user-message') images.push(picture);
      }
      if (images.length > 0)
        answers.push({ role: 'user', content: [{ type: 'input_text', text: pictureNote }, ...images] });
      return answers;
    },
    async answerChat(calls = [], settings = {}) {
      const answers: ChatMessage[] = [];
      const images: ChatImage[] = [];
      for (const call of calls) {
        if (call.type !== 'function' || !isOurs(call.function.name)) continue;
        const { text, image } = await run(call.function.name, call.function.arguments, settings);
        answers.push({ role: 'tool', tool_call_id: call.id, content: text });
        if (image && wanted !== 'none')
          images.push({ type: 'image_url', image_url: { url: dataUrl(image) } });
      }
      // This API takes no pictures in a tool's message, so they follow in one of the user's.
      if (images.length > 0)
        answers.push({ role: 'user', content: [{ type: 'text', text: pictureNote }, ...images] });
      return answers;
    },
    toolbox,
    close: () => toolbox.close(),
  };
}

interface Definition {
  name: string;
  description: string;
  parameters: Record<string, unknown>;
  strict: boolean;
}

/** A tool as function calling wants it, without saying yet to which of the APIs. */
export function define(tool: Tool, wantsStrict: boolean): Definition {
  const { name, description } = tool;
  const strict = wantsStrict && canBeStrict(tool);
  return { name, description, parameters: strict ? strictInputSchema(tool) : inputSchema(tool), strict };
}

function inputImage(image: ToolImage): InputImage {
  return { type: 'input_image', image_url: dataUrl(image), detail: 'auto' };
}

/** A picture as an address that holds it. */
export function dataUrl({ mimeType, base64 }: ToolImage): string {
  return `data:${mimeType};base64,${base64}`;
}
