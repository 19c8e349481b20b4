import type { LanguageModel, ModelMessage, ToolModelMessage } from 'ai';
import { type Images, type ToolImage, takesPictures, userMessageWith, withPicturesApart } from 'handhold';
import { z } from 'zod';

type ToolPart = ToolModelMessage['content'][number];
type ResultPart = Extract<ToolPart, { type: 'tool-result' }>;
type Output = ResultPart['output'];

/** Where pictures stay that no provider is to see: in an output of ours whose text alone is its value. */
const hidden = z.object({ handhold: z.object({ base64: z.string(), mimeType: z.string() }) });

/** A call's output for the model: text, and the picture where it is to stand. */
export function outputWith(text: string, image: ToolImage | undefined, images: Images | undefined): Output {
  if (!image || images === 'none') return { type: 'text', value: text };
  const { base64, mimeType } = image;
  if (images === 'user-message')
    return { type: 'text', value: text, providerOptions: { handhold: { base64, mimeType } } };
  return {
    type: 'content',
    value: [
      { type: 'text', text },
      { type: 'file', mediaType: mimeType, data: { type: 'data', data: base64 } },
    ],
  };
}

/** Where a model takes pictures. One that is only named is asked for through a gateway, which knows its models. */
export function imagesFor(model: LanguageModel): Images {
  return typeof model === 'string' || takesPictures(model.provider) ? 'tool-result' : 'user-message';
}

/** The same conversation with the pictures of these tools' results in user messages after them. */
export function withPicturesFromUser(
  messages: readonly ModelMessage[],
  isOurs: (tool: string) => boolean,
): ModelMessage[] {
  return withPicturesApart<ModelMessage>(messages, {
    withoutPictures: (message) => (message.role === 'tool' ? withoutPictures(message, isOurs) : undefined),
    fromUser: userMessageWith,
  });
}

function withoutPictures(message: ToolModelMessage, isOurs: (tool: string) => boolean) {
  const pictures: ToolImage[] = [];
  const content = message.content.map((part): ToolPart => {
    if (part.type !== 'tool-result' || !isOurs(part.toolName)) return part;
    const { output, image } = splitPicture(part.output);
    if (!image) return part;
    pictures.push(image);
    return { ...part, output };
  });
  return { message: { ...message, content }, pictures };
}

/** An output without its picture, and that. */
function splitPicture(output: Output): { output: Output; image?: ToolImage } {
  if (output.type === 'text') {
    const { data } = hidden.safeParse(output.providerOptions);
    return data ? { output: { type: 'text', value: output.value }, image: data.handhold } : { output };
  }
  if (output.type !== 'content') return { output };
  const texts: string[] = [];
  let image: ToolImage | undefined;
  for (const part of output.value) {
    if (part.type === 'text') texts.push(part.text);
    else if (part.type === 'file' && part.data.type === 'data' && typeof part.data.data === 'string')
      image = { base64: part.data.data, mimeType: part.mediaType };
  }
  return image ? { output: { type: 'text', value: texts.join('\n') }, image } : { output };
}
