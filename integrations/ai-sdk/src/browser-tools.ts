import { type JSONSchema7, jsonSchema, type Tool as SdkTool, tool } from 'ai';
import {
  asksFirst,
  callFromModel,
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

export interface BrowserToolsOptions extends ToolsetOptions {
  /** Whose browser world the calls work in, such as a chat's or a user's id. Default: one for all. */
  session?: string;
}

/** What a tool answers: the result as data, and the text that the model reads of it. */
export type Answer = ToolResult & { rendered: string };

export type BrowserTool = SdkTool<unknown, Answer>;

export interface BrowserTools {
  /** For `generateText`, `streamText` and agents. */
  readonly tools: Record<string, BrowserTool>;
  /** For the setting of that name: the tools that wait for a person, by the option `approve` or by the policy. */
  readonly toolApproval: Record<string, 'user-approval'>;
  readonly toolbox: Toolbox;
  /** Ends the browser. May be called any number of times; a later call of a tool starts afresh. */
  close(): Promise<void>;
}

type ModelOutput = ReturnType<NonNullable<BrowserTool['toModelOutput']>>;

/** The library's schemas are plain objects; what they hold is checked by its own tests. */
const plainSchema = z.custom<JSONSchema7>((schema) => typeof schema === 'object' && schema !== null);

/** Browser tools for the AI SDK. Making them starts nothing; the first call starts the browser. */
export function browserTools(options: BrowserToolsOptions = {}): BrowserTools {
  const { session: owner, approve, ...rest } = options;
  const toolbox = toolboxFor(rest);
  const session = sessionOf(owner);
  const asking = toolbox.tools.filter((each) => asksFirst(toolbox, each, approve));
  return {
    tools: Object.fromEntries(toolbox.tools.map((each) => [each.name, present(each, toolbox, session)])),
    toolApproval: Object.fromEntries(asking.map(({ name }) => [name, 'user-approval'])),
    toolbox,
    close: () => toolbox.close(),
  };
}

function present(given: Tool, toolbox: Toolbox, session: string): BrowserTool {
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
    toModelOutput: ({ output }) => toModel(given, output),
  });
}

/** What the model gets of an answer: its text, and its picture as a file. */
function toModel(given: Tool, answer: Answer): ModelOutput {
  if (!answer.success) return { type: 'error-text', value: answer.rendered };
  const image = imageIn(given, answer);
  if (!image) return { type: 'text', value: answer.rendered };
  return {
    type: 'content',
    value: [
      { type: 'text', text: answer.rendered },
      { type: 'file', mediaType: image.mimeType, data: { type: 'data', data: image.base64 } },
    ],
  };
}

function imageIn(given: Tool, answer: Answer): ToolImage | undefined {
  try {
    return given.image(answer.data);
  } catch {
    // The answer may have been stored and changed in between; its text still says what was done.
    return undefined;
  }
}
