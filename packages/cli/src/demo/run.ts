import { join, relative } from 'node:path';
import { createBrowserTools } from 'handhold';
import { type CallMade, DemoAgent, StoryBroken } from './agent.js';
import { type Output, Show } from './show.js';
import { type DemoSite, startDemoSite } from './site/server.js';
import { type Notes, story, wish } from './story.js';

interface DemoOptions {
  /** Shows the browser window, and goes slowly enough to watch. */
  headed?: boolean | undefined;
  /** Folder for the screenshots; default `.handhold/demo` in the working directory. */
  screenshots?: string | undefined;
  /** Path to a Chrome, Chromium or Edge. */
  executablePath?: string | undefined;
  /** Where to print; default stdout. */
  out?: Output | undefined;
  /** A site that runs already; it is left running. */
  site?: DemoSite | undefined;
}

/** Does a whole task on the bundled site by the tools alone and prints it. Gives the exit code. */
export async function runDemo(options: DemoOptions = {}): Promise<number> {
  const show = new Show(options.out ?? process.stdout);
  const tools = createBrowserTools({
    loopback: 'agent',
    // The site is bundled and its money is play money.
    policy: { dangerous: 'allow' },
    headless: !options.headed,
    ...(options.executablePath === undefined ? {} : { executablePath: options.executablePath }),
  });
  const folder = options.screenshots ?? join(process.cwd(), '.handhold', 'demo');
  const agent = new DemoAgent(tools, show, { folder, pause: options.headed ? 400 : 0 });
  const notes: Notes = {};
  let title = 'Start the site';
  let site = options.site;
  try {
    site ??= await startDemoSite();
    show.intro(wish, site.url);
    for (const [index, step] of story(site, notes).entries()) {
      title = step.title;
      show.step(index + 1, title);
      await step.run(agent);
    }
    const { confirmed, cancelled } = notes;
    if (!confirmed || !cancelled) throw new StoryBroken('The story ended without a booking.');
    const { made, pictures } = agent;
    show.summary({ ...cost(made), confirmed, cancelled, pictures, folder: short(folder) });
    show.snippets();
    return 0;
  } catch (thrown) {
    show.failure(title, thrown instanceof Error ? thrown.message : String(thrown));
    return 1;
  } finally {
    await Promise.allSettled([tools.close(), options.site ? undefined : site?.close()]);
  }
}

function cost(made: readonly CallMade[]) {
  const slowest = made.reduce((most, call) => (call.ms > most.ms ? call : most));
  return {
    calls: made.length,
    tokens: made.reduce((sum, call) => sum + call.tokens, 0),
    ms: made.reduce((sum, call) => sum + call.ms, 0),
    slowest: { ...slowest, remark: slowest === made[0] ? ', the first call, which starts the browser' : '' },
    recovered: made.flatMap((call) => call.failure ?? []),
  };
}

function short(folder: string): string {
  const path = relative(process.cwd(), folder);
  return path === '' || path.startsWith('..') ? folder : path;
}
