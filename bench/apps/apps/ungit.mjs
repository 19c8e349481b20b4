import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packages } from '../site.mjs';
import { freePort, startServer, versionOf } from './servers.mjs';

/** A git client in the browser, with its server. */
export default {
  name: 'ungit',
  version: versionOf('ungit'),
  async start({ dir }) {
    const port = await freePort();
    let repository = '';
    const git = (...args) => spawnSync('git', args, { cwd: repository, encoding: 'utf8' }).stdout.trim();
    const running = await startServer({
      dir,
      name: 'ungit',
      prepare: (folder) => {
        repository = folder;
        git('init', '-b', 'main');
        git('config', 'user.name', 'Ada');
        git('config', 'user.email', 'ada@example.com');
        writeFileSync(join(folder, 'readme.txt'), 'one\n');
        git('add', '.');
        git('commit', '-m', 'First');
        writeFileSync(join(folder, 'readme.txt'), 'one\ntwo\n');
      },
      args: () => [
        join(packages, 'ungit/bin/ungit'),
        `--port=${port}`,
        '--no-b',
        '--ungitBindIp=127.0.0.1',
        '--no-bugtracking',
        '--no-sendUsageStatistics',
        '--autoFetch=false',
      ],
      url: `http://127.0.0.1:${port}/`,
    });
    return { ...running, git, url: `${running.url}#/repository?path=${encodeURIComponent(running.folder)}` };
  },
  tasks: [
    {
      title: 'commit what has changed',
      async play(agent, { url }) {
        await agent.open(url);
        await agent.type(/^textbox "Commit message title"/, 'Second');
        await agent.click(/^button "Commit"/);
        await agent.sees(/Second/);
      },
      truth: ({ git }) => [
        [git('log', '-1', '--format=%s'), git('status', '--porcelain')],
        ['Second', ''],
      ],
    },
    {
      title: 'make a branch',
      async play(agent, { url }) {
        await agent.open(url);
        await agent.click(/^button "Create a branch or tag"/);
        await agent.type(/^textbox .*([Bb]ranch|name)/, 'draft');
        await agent.click(/^(button|clickable) "[^"]*[Bb]ranch"/);
        await agent.sees(/draft/);
      },
      truth: ({ git }) => [git('branch', '--list', 'draft').replace(/^\W+/, ''), 'draft'],
    },
  ],
};
