import { parseInput } from './arguments.js';
import { instanceBehind } from './base-tool.js';
import { Deadline } from './deadline.js';
import { Failure } from './errors.js';
import type { PageController } from './page-controller.js';
import { addMetadata, failed, type ResultMetadata, succeeded, type ToolResult } from './result.js';
import { defaultSession } from './session-name.js';
import type { Tool, ToolContext } from './tool.js';

/** Executes a tool that stands in no toolbox: on a page it is given, on the one it was made with, or on none. */
export async function executeAlone(
  tool: Tool,
  params: object,
  given: PageController | undefined,
  { session, signal }: { session?: string | undefined; signal?: AbortSignal | undefined } = {},
): Promise<ToolResult> {
  const startedAt = performance.now();
  const behind = instanceBehind(tool);
  const page = given ?? behind?.page;
  const metadata: ResultMetadata = { session: session ?? page?.tools.session ?? defaultSession };
  try {
    const input = parseInput(tool, params);
    // Only a toolbox can do what the others do.
    if (page && !behind) return await page.tools.call(tool.name, params);
    const call = new LoneCall(tool, page);
    const deadline = new Deadline(tool.timeout, `running ${tool.name}`, signal);
    const context = call.context(metadata, signal);
    const done = await deadline.race(tool.run(input, context)).finally(() => call.end());
    return succeeded(done, startedAt, metadata);
  } catch (thrown) {
    return failed(thrown, startedAt, metadata);
  }
}

/** One execution of a tool without a toolbox, and the context the tool gets. */
class LoneCall {
  private ended = false;

  constructor(
    private readonly tool: Tool,
    private readonly page: PageController | undefined,
  ) {}

  /** Calls from here on are refused: a tool that ran out of time must not go on behind its result. */
  end(): void {
    this.ended = true;
  }

  context(metadata: ResultMetadata, signal: AbortSignal | undefined): ToolContext {
    const refuse = () => {
      throw this.noBrowser();
    };
    return {
      session: metadata.session,
      signal,
      host: {},
      note: (more) => addMetadata(metadata, more),
      call: async (name, input) => {
        if (this.ended) throw endedAlready();
        if (!this.page) throw this.noBrowser();
        return this.page.tools.call(name, typeof input === 'object' && input !== null ? input : {});
      },
      perform: async () => refuse(),
      performAs: async () => refuse(),
      check: refuse,
      named: refuse,
    };
  }

  private noBrowser(): Failure {
    return new Failure('no_page', `${this.tool.name} has no browser to work on here.`, {
      hint: `Take it from a toolbox, createBrowserTools().registry.getTool("${this.tool.name}"), or give one: getTool("${this.tool.name}", toolbox).`,
    });
  }
}

/** The refusal of a call made by a tool whose time is up. */
export function endedAlready(): Failure {
  return new Failure('aborted', 'The tool that made this call has ended already.');
}
