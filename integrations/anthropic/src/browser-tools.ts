import type Anthropic from '@anthropic-ai/sdk';
import {
  type CallOptions,
  callFromModel,
  type Images,
  inputSchema,
  pictureNote,
  type Rendered,
  sessionOf,
  type Tool,
  type Toolbox,
  type ToolImage,
  type ToolsetOptions,
  toolboxFor,
} from 'handhold';
import { z } from 'zod';

type ToolDefinition = Anthropic.Messages.Tool;
type ContentBlock = Anthropic.Messages.ContentBlock;
type ToolResult = Anthropic.Messages.ToolResultBlockParam;

export interface BrowserToolsOptions<I extends Images = Inside>
  extends Omit<ToolsetOptions, 'approve' | 'images'> {
  /** Whose browser world the calls work in, such as a chat's or a user's id. Default: one for all. */
  session?: string;
  /** How pictures get to the model. Default `tool-result`. */
  images?: I;
}

/** Options for the calls of one turn. */
export type AnswerOptions = Pick<CallOptions, 'signal' | 'host'>;

/** Places for pictures that take no blocks of their own. */
type Inside = Exclude<Images, 'user-message'>;

/** The answer to `tool_use` blocks: their results, and where pictures go there, the pictures after them. */
export type Answer = ToolResult | Anthropic.Messages.TextBlockParam | Anthropic.Messages.ImageBlockParam;

export interface BrowserTools<A = ToolResult> {
  /** For `messages.create({ tools })`. */
  readonly tools: ToolDefinition[];
  /** Runs the `tool_use` blocks of a message, in order; gives the content of the user message that answers them. */
  answer(content: readonly ContentBlock[], options?: AnswerOptions): Promise<A[]>;
  readonly toolbox: Toolbox;
  /** Ends the browser. May be called any number of times; a later call of a tool starts afresh. */
  close(): Promise<void>;
}

/** Browser tools for the Anthropic API. Making them starts nothing; the first call starts the browser. */
export function browserTools(options?: BrowserToolsOptions): BrowserTools;
export function browserTools(options: BrowserToolsOptions<Images>): BrowserTools<Answer>;
export function browserTools(options: BrowserToolsOptions<Images> = {}): BrowserTools<Answer> {
  const { session: owner, images: wanted = 'tool-result', ...rest } = options;
  const toolbox = toolboxFor(rest);
  const session = sessionOf(owner);
  /** Names that look like ours are answered too, so that a model which made one up hears of it. */
  const isOurs = (name: string) => toolbox.registry.has(name) || name.startsWith('browser_');
  return {
    tools: toolbox.tools.map(define),
    async answer(content, settings = {}) {
      const answers: Answer[] = [];
      const pictures: Anthropic.Messages.ImageBlockParam[] = [];
      for (const block of content) {
        if (block.type !== 'tool_use' || block.toolset_name || !isOurs(block.name)) continue;
        const { rendered } = await callFromModel(toolbox, block.name, block.input, { ...settings, session });
        answers.push({
          type: 'tool_result',
          tool_use_id: block.id,
          content: contentOf(rendered, wanted),
          ...(rendered.isError ? { is_error: true } : {}),
        });
        if (rendered.image && wanted === 'user-message') pictures.push(imageBlock(rendered.image));
      }
      if (pictures.length > 0) answers.push({ type: 'text', text: pictureNote }, ...pictures);
      return answers;
    },
    toolbox,
    close: () => toolbox.close(),
  };
}

const objectSchema = z.looseObject({ type: z.literal('object') });

/** A tool as the API wants it. */
export function define(tool: Tool): ToolDefinition & { description: string } {
  const { name, description } = tool;
  return { name, description, input_schema: objectSchema.parse(inputSchema(tool)) };
}

type Content = [{ type: 'text'; text: string }, Anthropic.Messages.ImageBlockParam];

/** A result as the API takes it: text, or text and a picture. */
export function contentOf({ text, image }: Rendered, images: Images = 'tool-result'): string | Content {
  return image && images === 'tool-result' ? [{ type: 'text', text }, imageBlock(image)] : text;
}

function imageBlock(image: ToolImage): Anthropic.Messages.ImageBlockParam {
  return {
    type: 'image',
    source: { type: 'base64', media_type: mediaTypeOf(image), data: image.base64 },
  };
}

/** The kinds of picture that the API takes. */
export function mediaTypeOf({ mimeType }: ToolImage): Anthropic.Messages.Base64ImageSource['media_type'] {
  switch (mimeType) {
    case 'image/jpeg':
    case 'image/gif':
    case 'image/webp':
      return mimeType;
    default:
      return 'image/png';
  }
}
