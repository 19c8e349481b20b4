// Ethos's tools for one personality, and one turn of its agent, no key.  node examples/ethos.mjs https://example.com
import { createBrowserTools, parseToolset } from 'handhold/ethos';

const toolset = parseToolset(
  `
reader: [browser_navigate, browser_snapshot, browser_console]
shopper: { tools: [browser_navigate, browser_click], network: { allowedHosts: [shop.example.com] } }`,
  'reader',
);
const tools = createBrowserTools({ toolset });
console.log(tools.definitions.map(({ name }) => name).join(', '));

// The session, its cookies and its storage end with the turn.
await tools.turn(async (turn) => {
  /** @type {[string, object][]} */
  const calls = [
    ['browser_snapshot', {}],
    ['browser_navigate', { url: process.argv[2] ?? 'https://example.com' }],
    ['browser_console', {}],
    ['browser_click', { ref: '@e1' }],
  ];
  for (const [name, input] of calls) {
    const { rendered } = await turn.callAndRender(name, input);
    console.log(rendered.text);
  }
});
await tools.close();
