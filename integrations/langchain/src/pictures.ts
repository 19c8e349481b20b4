import { type BaseMessage, type ContentBlock, HumanMessage, ToolMessage } from '@langchain/core/messages';
import { type Images, pictureNote, type ToolImage, withPicturesApart } from 'handhold';
import { z } from 'zod';

const method = z.custom<() => unknown>((given) => typeof given === 'function');

/** The part of a model that tells which API it talks to; one with tools bound to it is inside of what `bindTools` gives. */
const modelForm = z.object({
  bound: z.unknown().optional(),
  _llmType: method.optional(),
  /** OpenAI's, some of which prefer the Responses API unasked. */
  _useResponsesApi: method.optional(),
});

/** Where a model takes pictures: of most, the API takes none in tool results. */
export function imagesFor(model: unknown): Images {
  const { bound, _llmType, _useResponsesApi } = modelForm.safeParse(model).data ?? {};
  if (bound !== undefined) return imagesFor(bound);
  const answer = (ask: (() => unknown) | undefined) => ask && Reflect.apply(ask, model, []);
  const takes = answer(_llmType) === 'anthropic' || answer(_useResponsesApi) === true;
  return takes ? 'tool-result' : 'user-message';
}

/** The content of a tool's message for the model. */
export function contentWith(
  text: string,
  image: ToolImage | undefined,
  images: Images | undefined,
): string | ContentBlock.Standard[] {
  if (!image || (images ?? 'tool-result') !== 'tool-result') return text;
  return [
    { type: 'text', text },
    { type: 'image', mimeType: image.mimeType, data: image.base64 },
  ];
}

/** The same conversation with the pictures of tools' messages in user messages after them. */
export function withPicturesFromUser(
  messages: readonly BaseMessage[],
  pictureOf: (message: ToolMessage) => ToolImage | undefined,
): BaseMessage[] {
  return withPicturesApart<BaseMessage>(messages, {
    withoutPictures: (message) => {
      if (!ToolMessage.isInstance(message)) return undefined;
      const image = pictureOf(message);
      return image ? { message: textOnly(message), pictures: [image] } : { message, pictures: [] };
    },
    fromUser: userMessage,
  });
}

function textOnly(message: ToolMessage): ToolMessage {
  const { tool_call_id, name, status, artifact, id } = message;
  return new ToolMessage({
    content: message.text,
    tool_call_id,
    artifact,
    ...(name === undefined ? {} : { name }),
    ...(status === undefined ? {} : { status }),
    ...(id === undefined ? {} : { id }),
  });
}

/** In the form that every provider's package understands. */
function userMessage(pictures: readonly ToolImage[]): HumanMessage {
  const blocks = pictures.map(({ base64, mimeType }) => ({
    type: 'image_url' as const,
    image_url: { url: `data:${mimeType};base64,${base64}` },
  }));
  return new HumanMessage({ content: [{ type: 'text', text: pictureNote }, ...blocks] });
}
