import type Anthropic from '@anthropic-ai/sdk';
import {
  type CallOptions,
  callFromModel,
  inputSchema,
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

export interface BrowserToolsOptions extends Omit<ToolsetOptions, 'approve'> {
  /** Whose browser world the calls work in, such as a chat's or a user's id. Default: one for all. */
  session?: string;
}

/** What may be said about the calls of one turn. */
export type AnswerOptions = Pick<CallOptions, 'signal' | 'host'>;

export interface BrowserTools {
  /** For `messages.create({ tools })`. */
  readonly tools: ToolDefinition[];
  /** Runs the `tool_use` blocks of a message, in order; gives the content of the user message that answers them. */
  answer(content: readonly ContentBlock[], options?: AnswerOptions): Promise<ToolResult[]>;
  readonly toolbox: Toolbox;
  /** Ends the browser. May be called any number of times; a later call of a tool starts afresh. */
  close(): Promise<void>;
}

/** Browser tools for the Anthropic API. Making them starts nothing; the first call starts the browser. */
export function browserTools(options: BrowserToolsOptions = {}): BrowserTools {
  const { session: owner, ...rest } = options;
  const toolbox = toolboxFor(rest);
  const session = sessionOf(owner);
  /** Names that look like ours are answered too, so that a model which made one up hears of it. */
  const isOurs = (name: string) => toolbox.registry.has(name) || name.startsWith('browser_');
  return {
    tools: toolbox.tools.map(define),
    async answer(content, settings = {}) {
      const answers: ToolResult[] = [];
      for (const block of content) {
        if (block.type !== 'tool_use' || block.toolset_name || !isOurs(block.name)) continue;
        const { rendered } = await callFromModel(toolbox, block.name, block.input, { ...settings, session });
        answers.push({
          type: 'tool_result',
          tool_use_id: block.id,
          content: contentOf(rendered),
          ...(rendered.isError ? { is_error: true } : {}),
        });
      }
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
export function contentOf({ text, image }: Rendered): string | Content {
  if (!image) return text;
  return [
    { type: 'text', text },
    {
      type: 'image',
      source: { type: 'base64', media_type: mediaTypeOf(image), data: image.base64 },
    },
  ];
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
