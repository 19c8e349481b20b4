import { ToolError } from '@anthropic-ai/sdk/helpers/beta/toolsets';
import type { BetaRunnableTool } from '@anthropic-ai/sdk/lib/tools/BetaRunnableTool';
import { callFromModel, type Images, sessionOf, type Tool, type Toolbox, toolboxFor } from 'handhold';
import { type BrowserToolsOptions, contentOf, define } from './browser-tools.js';

export interface RunnableTools {
  /** For `beta.messages.toolRunner({ tools })`. */
  readonly tools: BetaRunnableTool[];
  readonly toolbox: Toolbox;
  /** Ends the browser. May be called any number of times; a later call of a tool starts afresh. */
  close(): Promise<void>;
}

/** Browser tools for the SDK's own tool runner. Making them starts nothing; the first call starts the browser. */
export function runnableTools(options: BrowserToolsOptions = {}): RunnableTools {
  const { session: owner, images, ...rest } = options;
  const toolbox = toolboxFor(rest);
  const session = sessionOf(owner);
  return {
    tools: toolbox.tools.map((tool) => toRunnableTool(tool, toolbox, session, images)),
    toolbox,
    close: () => toolbox.close(),
  };
}

function toRunnableTool(
  tool: Tool,
  toolbox: Toolbox,
  session: string,
  images: Images | undefined,
): BetaRunnableTool<unknown> {
  return {
    ...define(tool),
    // The toolbox checks the arguments, and tells the model what is wrong with them.
    parse: (content) => content,
    run: async (input, context) => {
      const signal = context?.signal ?? undefined;
      const { rendered } = await callFromModel(toolbox, tool.name, input, { session, signal });
      if (rendered.isError) throw new ToolError(contentOf(rendered));
      return contentOf(rendered, images);
    },
  };
}
