import { type AgentInputItem, OpenAIChatCompletionsModel } from '@openai/agents';
import { type Images, pictureNote } from 'handhold';

type Result = Extract<AgentInputItem, { type: 'function_call_result' }>;
type Part = Extract<Result['output'], readonly unknown[]>[number];
type Picture = Extract<Part, { type: 'input_image' }>;

/** Where a model of an agent takes pictures. A model that is only named may be of either API. */
export function placeFor(model: unknown): Images {
  return model instanceof OpenAIChatCompletionsModel ? 'user-message' : 'tool-result';
}

/** The same conversation with the pictures of tool results in user messages after them. */
export function withPicturesApart(items: readonly AgentInputItem[]): AgentInputItem[] {
  const told: AgentInputItem[] = [];
  let pictures: Picture[] = [];
  const show = () => {
    if (pictures.length > 0)
      told.push({ role: 'user', content: [{ type: 'input_text', text: pictureNote }, ...pictures] });
    pictures = [];
  };
  for (const item of items) {
    // Results of one turn stay together: an API may want all of them before anything else.
    if (item.type !== 'function_call_result') show();
    if (item.type !== 'function_call_result' || !Array.isArray(item.output)) {
      told.push(item);
      continue;
    }
    const found = item.output.filter((part) => part.type === 'input_image');
    pictures.push(...found);
    const rest = item.output.filter((part) => part.type !== 'input_image');
    told.push(found.length > 0 ? { ...item, output: rest } : item);
  }
  show();
  return told;
}
