import type { ProcessLLMRequestArgs, ProcessLLMRequestResult } from '@mastra/core/processors';
import { type Images, type ToolImage, takesPictures, userMessageWith, withPicturesApart } from 'handhold';
import { z } from 'zod';

type Prompt = ProcessLLMRequestArgs['prompt'];
type Message = Prompt[number];
type ToolMessage = Extract<Message, { role: 'tool' }>;
type Output = ToolMessage['content'][number]['output'];

/** Parts as Mastra keeps them; it turns them into what the provider of each model takes. */
type Part = { type: 'text'; text: string } | { type: 'media'; data: string; mediaType: string };

export type ModelOutput =
  | { type: 'text' | 'error-text'; value: string }
  | { type: 'content'; value: readonly Part[] };

/** A call's output for the model: text, and the picture where it is to stand. */
export function outputWith(
  text: string,
  image: ToolImage | undefined,
  images: Images | undefined,
): ModelOutput {
  if (!image || (images ?? 'tool-result') !== 'tool-result') return { type: 'text', value: text };
  return {
    type: 'content',
    value: [
      { type: 'text', text },
      { type: 'media', data: image.base64, mediaType: image.mimeType },
    ],
  };
}

/** Pictures that are to come in user messages, by their calls: the last ones, which is as much as a run looks back on. */
export class RecentPictures {
  private readonly byCall = new Map<string, ToolImage>();

  add(toolCallId: string, image: ToolImage): void {
    this.byCall.set(toolCallId, image);
    const [oldest] = this.byCall.keys();
    if (this.byCall.size > most && oldest !== undefined) this.byCall.delete(oldest);
  }

  of(toolCallId: string): ToolImage | undefined {
    return this.byCall.get(toolCallId);
  }
}

const most = 50;

/** A model that Mastra finds by its id, and speaks to as the gateway does; by Chat Completions at an address of its own. */
const routed = z.object({
  gatewayId: z.string().default('models.dev'),
  config: z.object({ routerId: z.string(), url: z.string().optional(), api: z.string().optional() }),
});
/** For which the usual gateway takes the provider's own API. */
const spokenTo = /^(openai|anthropic|google|gemini|xai)$/;

function takes(model: ProcessLLMRequestArgs['model']): boolean {
  const { data } = routed.safeParse(model);
  if (!data) return takesPictures(model.provider);
  const { gatewayId, config } = data;
  if (config.url !== undefined) return config.api === 'responses';
  return gatewayId === 'models.dev' && spokenTo.test(model.provider);
}

/** Puts pictures where the model of a step takes them: one of Mastra's input processors. */
export interface PictureProcessor {
  readonly id: 'handhold-pictures';
  processLLMRequest(args: Pick<ProcessLLMRequestArgs, 'prompt' | 'model'>): ProcessLLMRequestResult;
}

export function pictureProcessor(
  images: Images | undefined,
  recent: RecentPictures,
  isOurs: (tool: string) => boolean,
): PictureProcessor {
  return {
    id: 'handhold-pictures',
    processLLMRequest: ({ prompt, model }) => {
      const wanted = images ?? (takes(model) ? 'tool-result' : 'user-message');
      if (wanted !== 'user-message') return undefined;
      return {
        prompt: withPicturesApart<Message>(prompt, {
          withoutPictures: (message) =>
            message.role === 'tool' ? withoutPictures(message, recent, isOurs) : undefined,
          fromUser: userMessageWith,
        }),
      };
    },
  };
}

/** A message of results without the pictures of these tools, and those. */
function withoutPictures(message: ToolMessage, recent: RecentPictures, isOurs: (tool: string) => boolean) {
  const pictures: ToolImage[] = [];
  const content = message.content.map((part) => {
    if (!isOurs(part.toolName)) return part;
    const { output, image = recent.of(part.toolCallId) } = splitPicture(part.output);
    if (!image) return part;
    pictures.push(image);
    return { ...part, output };
  });
  return { message: { ...message, content }, pictures };
}

/** A picture in a prompt, of whichever version of the AI SDK's models. */
const pictured = z.union([
  z.object({ type: z.enum(['media', 'image-data', 'file-data']), data: z.string(), mediaType: z.string() }),
  z
    .object({ type: z.literal('file'), data: z.object({ data: z.string() }), mediaType: z.string() })
    .transform(({ data, ...rest }) => ({ ...rest, data: data.data })),
]);

/** An output without its picture, and that. */
function splitPicture(output: Output): { output: Output; image?: ToolImage } {
  if (output.type !== 'content') return { output };
  const texts: string[] = [];
  let image: ToolImage | undefined;
  for (const part of output.value) {
    if (part.type === 'text') texts.push(part.text);
    const { data } = pictured.safeParse(part);
    if (data) image = { base64: data.data, mimeType: data.mediaType };
  }
  return image ? { output: { type: 'text', value: texts.join('\n') }, image } : { output };
}
