import {
  type JSONSchema7,
  jsonSchema,
  type LanguageModel,
  type ModelMessage,
  type Tool as SdkTool,
  tool,
} from 'ai';
import {
  asksFirst,
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
import { wasApproved } from './approvals.js';
import { imagesFor, outputWith, withPicturesFromUser } from './pictures.js';

export interface BrowserToolsOptions extends ToolsetOptions {
  /** Whose browser world the calls work in, such as a chat's or a user's id. Default: one for all. */
  session?: string;
}

/** A tool's answer: the result as data, and the text that the model reads of it. */
export type Answer = ToolResult & { rendered: string };

export type BrowserTool = SdkTool<unknown, Answer>;

export interface BrowserTools {
  /** For `generateText`, `streamText` and agents. */
  readonly tools: Record<string, BrowserTool>;
  /** For the setting of that name: the tools that wait for a person, by the option `approve` or by the policy. */
  readonly toolApproval: Record<string, 'user-approval'>;
  /**
   * For the setting of that name: puts pictures where the step's model takes them. Most providers but OpenAI's Responses
   * API, Anthropic, Google and xAI take none in tool results, and without this are sent them as JSON.
   */
  prepareStep(step: Step): { messages?: ModelMessage[] };
  readonly toolbox: Toolbox;
  /** Ends the browser. May be called any number of times; a later call of a tool starts afresh. */
  close(): Promise<void>;
}

/** The part of a step that is looked at. */
interface Step {
  model: LanguageModel;
  messages: ModelMessage[];
}

type ModelOutput = ReturnType<NonNullable<BrowserTool['toModelOutput']>>;

/** The library's schemas are plain objects; what they hold is checked by its own tests. */
const plainSchema = z.custom<JSONSchema7>((schema) => typeof schema === 'object' && schema !== null);

/** Browser tools for the AI SDK. Making them starts nothing; the first call starts the browser. */
export function browserTools(options: BrowserToolsOptions = {}): BrowserTools {
  const { session: owner, approve, images, ...rest } = options;
  const toolbox = toolboxFor(rest);
  const session = sessionOf(owner);
  const asking = toolbox.tools.filter((each) => asksFirst(toolbox, each, approve));
  return {
    tools: Object.fromEntries(
      toolbox.tools.map((each) => [each.name, toSdkTool(each, toolbox, session, images)]),
    ),
    toolApproval: Object.fromEntries(asking.map(({ name }) => [name, 'user-approval'])),
    prepareStep: ({ model, messages }) =>
      (images ?? imagesFor(model)) === 'user-message'
        ? { messages: withPicturesFromUser(messages, (name) => toolbox.registry.has(name)) }
        : {},
    toolbox,
    close: () => toolbox.close(),
  };
}

function toSdkTool(given: Tool, toolbox: Toolbox, session: string, images: Images | undefined): BrowserTool {
  return tool({
    description: given.description,
    // Without a check of its own, so that the model reads our account of what is wrong with its arguments.
    inputSchema: jsonSchema<unknown>(plainSchema.parse(inputSchema(given))),
    execute: async (input: unknown, { abortSignal, toolCallId, messages }): Promise<Answer> => {
      const approved = wasApproved({ toolCallId, toolName: given.name, input }, messages);
      const options = { session, signal: abortSignal, approved };
      const call = await callFromModel(toolbox, given.name, input, options);
      return { ...call.result, rendered: call.rendered.text };
    },
    toModelOutput: ({ output }) => toModel(given, output, images),
  });
}

/** An answer as the model gets it: its text, and its picture as a file. */
function toModel(given: Tool, answer: Answer, images: Images | undefined): ModelOutput {
  if (!answer.success) return { type: 'error-text', value: answer.rendered };
  return outputWith(answer.rendered, imageIn(given, answer), images);
}

function imageIn(given: Tool, answer: Answer): ToolImage | undefined {
  try {
    return given.image(answer.data);
  } catch {
    // The answer may have been stored and changed in between; its text still says what was done.
    return undefined;
  }
}
