import { join } from 'node:path';
import { packages } from '../site.mjs';
import { freePort, startServer, versionOf } from './servers.mjs';

/** What the server has of all nodes but the flows themselves. */
async function nodes(url) {
  const flows = await (await fetch(new URL('flows', url))).json();
  return flows.filter(({ type }) => type !== 'tab' && type !== 'global-config');
}

/** A workshop for flows, with its server. */
export default {
  name: 'node-red',
  version: versionOf('node-red'),
  async start({ dir }) {
    const port = await freePort();
    return startServer({
      dir,
      name: 'flows',
      args: (folder) => [
        join(packages, 'node-red/red.js'),
        '--userDir',
        folder,
        '--port',
        String(port),
        '-D',
        'uiHost=127.0.0.1',
        '-D',
        'telemetry.enabled=false',
        '-D',
        'editorTheme.tours=false',
      ],
      url: `http://127.0.0.1:${port}/`,
    });
  },
  tasks: [
    {
      title: 'put a node on the flow and deploy it',
      async play(agent, { url }) {
        await agent.open(url);
        await agent.call('browser_drag', {
          from: await agent.need(/^clickable "inject"/),
          by: { x: 350, y: 40 },
        });
        await agent.click(/^link "Deploy"/);
        await agent.sees(/Successfully deployed/);
      },
      truth: async ({ url }) => [(await nodes(url)).map(({ type }) => type), ['inject']],
    },
    {
      title: 'wire two nodes and deploy them',
      async play(agent, { url }) {
        await agent.open(url);
        await agent.call('browser_drag', {
          from: await agent.need(/^clickable "inject"/),
          by: { x: 350, y: 0 },
        });
        // A node stands there with its button, its body and its port.
        const out = (await agent.needAll(/^clickable .*"timestamp"/, 3)).at(-1);
        await agent.call('browser_drag', {
          from: await agent.need(/^clickable "debug"/),
          by: { x: 650, y: 40 },
        });
        const into = (await agent.needAll(/^clickable .*"debug 1"/, 3)).at(-1);
        await agent.call('browser_drag', { from: out, to: into });
        await agent.click(/^link "Deploy"/);
        await agent.sees(/Successfully deployed/);
      },
      async truth({ url }) {
        const all = await nodes(url);
        return [
          all.find(({ type }) => type === 'inject')?.wires,
          [[all.find(({ type }) => type === 'debug')?.id]],
        ];
      },
    },
    {
      title: 'name a node in its dialog',
      async play(agent, { url }) {
        await agent.open(url);
        await agent.call('browser_drag', {
          from: await agent.need(/^clickable "debug"/),
          by: { x: 350, y: 0 },
        });
        // The node is called so, or else its body stands between its button and its port.
        const named = agent.ref(/^clickable "debug 1"(?! focused)/);
        const body = named ?? (await agent.needAll(/^clickable \(near "debug 1"/, 3))[1];
        await agent.call('browser_click', { ref: body, clickCount: 2 });
        await agent.type(/^textbox "[^"]*Name/, 'Watch', { clearFirst: true });
        await agent.click(/^button "Done"/);
        await agent.click(/^link "Deploy"/);
        await agent.sees(/Successfully deployed/);
      },
      truth: async ({ url }) => [(await nodes(url)).map(({ name }) => name), ['Watch']],
    },
  ],
};
