import agentBrowser from './agent-browser.mjs';
import chromeDevtools from './chrome-devtools.mjs';
import { inProcess, overMcp } from './handhold.mjs';
import playwright from './playwright.mjs';
import raw from './raw-playwright.mjs';

/**
 * The tools in the order of the tables. An adapter has `start({executable, noSandbox, viewport, dir})`, which
 * resolves to: `open(url)`, `snapshot(mode)`, `button(text, name)` and `textbox(text, name)` (find a ref in a
 * snapshot), `click(ref)`, `type(ref, text)`, `definitions()`, `stop()`. Calls resolve to `{text, file?}`: what a
 * model receives, and what it has to read from a file besides. `change(i)`, where there is one, changes the page a
 * little: who remembers what a page looked like is also measured when that is of no use. With `alsoFar`, pages are also opened from a server
 * that is slow to answer.
 */
export const adapters = [inProcess, overMcp, playwright, chromeDevtools, agentBrowser];

/** The floor: a browser without any tool. */
export const floor = raw;

/** What may stand for several tools in `--only`. */
export const groups = {
  ours: ['handhold', 'handhold-mcp'],
  peers: ['playwright', 'chrome-devtools', 'agent-browser'],
};
