import { type BaseMessage, type ContentBlock, HumanMessage, ToolMessage } from '@langchain/core/messages';
import { type Images, pictureNote, type ToolImage } from 'handhold';
import { z } from 'zod';

const method = z.custom<() => unknown>((given) => typeof given === 'function');

/** What of a model tells which API it talks to; one with tools bound to it is inside of what `bindTools` gives. */
const modelForm = z.object({
  bound: z.unknown().optional(),
  _llmType: method.optional(),
  /** OpenAI's, some of which prefer the Responses API unasked. */
  _useResponsesApi: method.optional(),
});

/** Where a model takes pictures: of most, the API takes none in tool results. */
export function placeFor(model: unknown): Images {
  const { bound, _llmType, _useResponsesApi } = modelForm.safeParse(model).data ?? {};
  if (bound !== undefined) return placeFor(bound);
  const answer = (ask: (() => unknown) | undefined) => ask && Reflect.apply(ask, model, []);
  const takes = answer(_llmType) === 'anthropic' || answer(_useResponsesApi) === true;
  return takes ? 'tool-result' : 'user-message';
}

/** What a tool's message holds for the model. */
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
export function withPicturesApart(
  messages: readonly BaseMessage[],
  pictureOf: (message: ToolMessage) => ToolImage | undefined,
): BaseMessage[] {
  const told: BaseMessage[] = [];
  let pictures: ToolImage[] = [];
  const show = () => {
    if (pictures.length > 0) told.push(asUser(pictures));
    pictures = [];
  };
  for (const message of messages) {
    // Results of one turn stay together: an API may want all of them before anything else.
    const image = ToolMessage.isInstance(message) ? pictureOf(message) : undefined;
    if (!ToolMessage.isInstance(message)) show();
    if (image && ToolMessage.isInstance(message)) {
      pictures.push(image);
      told.push(textOnly(message));
    } else told.push(message);
  }
  show();
  return told;
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
function asUser(pictures: readonly ToolImage[]): HumanMessage {
  const blocks = pictures.map(({ base64, mimeType }) => ({
    type: 'image_url' as const,
    image_url: { url: `data:${mimeType};base64,${base64}` },
  }));
  return new HumanMessage({ content: [{ type: 'text', text: pictureNote }, ...blocks] });
}
