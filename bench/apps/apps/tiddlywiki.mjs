import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packages } from '../site.mjs';
import { freePort, startServer, versionOf } from './servers.mjs';

const program = join(packages, 'tiddlywiki/tiddlywiki.js');

async function tiddler(url, title) {
  const answer = await fetch(`${url}recipes/default/tiddlers/${encodeURIComponent(title)}`);
  if (!answer.ok) return undefined;
  const { text, tags } = await answer.json();
  return { text, tags: tags ?? '' };
}

/** A wiki, with its server. */
export default {
  name: 'tiddlywiki',
  version: versionOf('tiddlywiki'),
  async start({ dir }) {
    const port = await freePort();
    return startServer({
      dir,
      name: 'wiki',
      prepare: (folder) => {
        spawnSync(process.execPath, [program, folder, '--init', 'server']);
        mkdirSync(join(folder, 'tiddlers'), { recursive: true });
        writeFileSync(
          join(folder, 'tiddlers/Apple pie.tid'),
          'title: Apple pie\n\nSix apples, and an oven.\n',
        );
      },
      args: (folder) => [program, folder, '--listen', `port=${port}`],
      url: `http://127.0.0.1:${port}/`,
    });
  },
  tasks: [
    {
      title: 'write a new tiddler with a tag',
      async play(agent, { url }) {
        await agent.open(url);
        await agent.click(/^button "[^"]*new tiddler/i);
        await agent.fill([
          [/^textbox .*"New Tiddler"/, 'Shopping'],
          [/^textbox "tag name"/, 'errands'],
          [/^textbox "Type the text/, 'Bread and milk'],
        ]);
        await agent.click(/^button "add"/);
        await agent.click(/^button "Confirm changes/);
        await agent.sees(/Shopping/);
      },
      truth: async ({ url }) => [await tiddler(url, 'Shopping'), { text: 'Bread and milk', tags: 'errands' }],
    },
    {
      title: 'search, open and find out',
      async play(agent, { url }) {
        await agent.open(url);
        await agent.type(/^searchbox/, 'Apple');
        await agent.click(/^link "Apple pie"/);
        await agent.sees(/Six apples/);
      },
      truth: async ({ page }) => [
        await page.evaluate(() => document.querySelectorAll('[data-tiddler-title="Apple pie"]').length),
        1,
      ],
    },
  ],
};
