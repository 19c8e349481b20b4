import { type AgentInputItem, OpenAIChatCompletionsModel } from '@openai/agents';
import { type Images, pictureNote, withPicturesApart } from 'handhold';

type Result = Extract<AgentInputItem, { type: 'function_call_result' }>;
type Part = Extract<Result['output'], readonly unknown[]>[number];
type Picture = Extract<Part, { type: 'input_image' }>;

/** Where a model of an agent takes pictures. A model that is only named may be of either API. */
export function imagesFor(model: unknown): Images {
  return model instanceof OpenAIChatCompletionsModel ? 'user-message' : 'tool-result';
}

/** The same conversation with the pictures of tool results in user messages after them. */
export function withPicturesFromUser(items: readonly AgentInputItem[]): AgentInputItem[] {
  return withPicturesApart<AgentInputItem, Picture>(items, {
    withoutPictures: (item) => {
      if (item.type !== 'function_call_result') return undefined;
      const parts: readonly Part[] = Array.isArray(item.output) ? item.output : [];
      const pictures = parts.filter((part) => part.type === 'input_image');
      if (pictures.length === 0) return { message: item, pictures };
      const output = parts.filter((part) => part.type !== 'input_image');
      return { message: { ...item, output }, pictures };
    },
    fromUser: (pictures) => ({
      role: 'user',
      content: [{ type: 'input_text', text: pictureNote }, ...pictures],
    }),
  });
}
