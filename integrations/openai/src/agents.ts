import { type Tool as AgentTool, type CallModelInputFilter, type RunContext, tool } from '@openai/agents';
import {
  asksFirst,
  callFromModel,
  type Images,
  type Rendered,
  sessionOf,
  type Tool,
  type Toolbox,
  type ToolsetOptions,
  toolboxFor,
} from 'handhold';
import { z } from 'zod';
import { imagesFor, withPicturesFromUser } from './agent-pictures.js';
import { define } from './browser-tools.js';

export interface AgentToolsOptions extends ToolsetOptions {
  /** Whose browser world the calls work in: an id, or what gives one for a run. Default: one for all. */
  session?: string | ((context: RunContext<unknown> | undefined) => string | undefined);
}

export interface AgentTools {
  /**
   * For the option of that name of `run()`, where pictures are to come in user messages: the SDK leaves them out of tool
   * results for Chat Completions.
   */
  readonly callModelInputFilter: CallModelInputFilter;
  /** For `new Agent({ tools })`. */
  readonly tools: AgentTool<unknown>[];
  readonly toolbox: Toolbox;
  /** Ends the browser. May be called any number of times; a later call of a tool starts afresh. */
  close(): Promise<void>;
}

/** Browser tools for the OpenAI Agents SDK. Making them starts nothing; the first call starts the browser. */
export function agentTools(options: AgentToolsOptions = {}): AgentTools {
  const { session, approve, images, ...rest } = options;
  const toolbox = toolboxFor(rest);
  const sessionFor = (context: RunContext<unknown> | undefined) =>
    sessionOf(typeof session === 'function' ? session(context) : session);
  return {
    tools: toolbox.tools.map((each) =>
      toAgentTool(each, toolbox, asksFirst(toolbox, each, approve), sessionFor, images),
    ),
    callModelInputFilter: ({ modelData, agent }) => {
      const moves = (images ?? imagesFor(agent.model)) === 'user-message';
      return moves ? { ...modelData, input: withPicturesFromUser(modelData.input) } : modelData;
    },
    toolbox,
    close: () => toolbox.close(),
  };
}

const shape = z.object({ properties: z.record(z.string(), z.custom<object>()) });
const needed = z.array(z.string()).default([]);

function toAgentTool(
  given: Tool,
  toolbox: Toolbox,
  needsApproval: boolean,
  sessionFor: (context: RunContext<unknown> | undefined) => string,
  images: Images | undefined,
): AgentTool<unknown> {
  const { name, description, parameters } = define(given, false);
  const { properties } = shape.parse(parameters);
  return tool({
    name,
    description,
    strict: false,
    parameters: {
      type: 'object',
      properties,
      required: needed.parse(parameters.required),
      additionalProperties: true,
    },
    needsApproval,
    execute: async (input: unknown, context, details) => {
      const callId = details?.toolCall?.callId;
      const { rendered } = await callFromModel(toolbox, name, input, {
        session: sessionFor(context),
        signal: details?.signal,
        approved: callId !== undefined && context?.isToolApproved({ toolName: name, callId }) === true,
      });
      return images === 'none' ? rendered.text : toOutput(rendered);
    },
  });
}

function toOutput({ text, image }: Rendered) {
  if (!image) return text;
  return [
    { type: 'text' as const, text },
    { type: 'image' as const, image: { data: image.base64, mediaType: image.mimeType } },
  ];
}

export { BrowserComputer } from './browser-computer.js';
export type { ScreenOptions } from './computer.js';
