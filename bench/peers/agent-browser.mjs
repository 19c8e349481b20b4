import { execFile } from 'node:child_process';
import { accessSync, chmodSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { connect, refIn } from './mcp-client.mjs';

const packageJson = createRequire(import.meta.url).resolve('agent-browser/package.json');

/** The native program inside the package, made executable: npm drops that bit and install scripts don't run. */
function nativeProgram() {
  const musl = platform() === 'linux' && !process.report.getReport().header.glibcVersionRuntime;
  const suffix = platform() === 'win32' ? '-x64.exe' : `${musl ? '-musl' : ''}-${arch()}`;
  const program = join(dirname(packageJson), 'bin', `agent-browser-${platform()}${suffix}`);
  try {
    accessSync(program, constants.X_OK);
  } catch {
    chmodSync(program, 0o755);
  }
  return program;
}

/** agent-browser as its users run it: a command per step, talking to its own background process. */
export default {
  id: 'agent-browser',
  label: 'agent-browser',
  transport: 'CLI + daemon',
  version: createRequire(import.meta.url)(packageJson).version,
  modes: { default: 'snapshot -i', full: 'snapshot' },
  notes: ['Its definitions are those of `agent-browser mcp` (default profile); the commands have none.'],

  async start({ executable, noSandbox, viewport, dir }) {
    const program = nativeProgram();
    Object.assign(process.env, {
      AGENT_BROWSER_EXECUTABLE_PATH: executable,
      AGENT_BROWSER_SOCKET_DIR: join(dir, 's'),
      AGENT_BROWSER_SESSION: 'bench',
      ...(noSandbox ? { AGENT_BROWSER_ARGS: '--no-sandbox' } : {}),
    });
    const run = (...args) =>
      new Promise((resolve, reject) => {
        execFile(
          program,
          args,
          { cwd: dir, maxBuffer: 2 ** 28, timeout: 150_000 },
          (error, stdout, stderr) => {
            if (error) reject(new Error((stderr || stdout || error.message).trim().slice(0, 400)));
            else resolve({ text: stdout });
          },
        );
      });
    await run('open', 'about:blank');
    await run('set', 'viewport', String(viewport.width), String(viewport.height));

    return {
      openShowsPage: false,
      async definitions() {
        const server = await connect({ command: program, args: ['mcp'], cwd: dir });
        try {
          return await server.definitions();
        } finally {
          await server.stop();
        }
      },
      open: (url) => run('open', url),
      snapshot: (mode) => (mode === 'full' ? run('snapshot') : run('snapshot', '-i')),
      button: (text, name) => `@${refIn(text, new RegExp(`button "${name}".*?ref=(e\\d+)`))}`,
      textbox: (text, name) => `@${refIn(text, new RegExp(`textbox "${name}".*?ref=(e\\d+)`))}`,
      click: (target) => run('click', target),
      type: (target, text) => run('fill', target, text),
      stop: () => run('close'),
    };
  },
};
