import { spawn } from 'node:child_process';
import { basename } from 'node:path';

/** Runs a command with its output given line by line (with a way to stop it); resolves with its exit code and last lines. */
export function run(command, args, { cwd, env = process.env, onLine, shell = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env,
      shell,
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    });
    const lines = [];
    const take = (line) => {
      if (!line.trim()) return;
      lines.push(line);
      if (lines.length > 400) lines.shift();
      if (onLine) onLine(line, () => child.kill());
    };
    for (const stream of [child.stdout, child.stderr]) {
      let rest = '';
      stream.setEncoding('utf8');
      stream.on('data', (chunk) => {
        const parts = (rest + chunk).split(/\r\n|\n|\r/);
        rest = parts.pop();
        parts.forEach(take);
      });
      stream.on('end', () => take(rest));
    }
    child.once('error', (error) => resolve({ code: 127, lines: [`${command}: ${error.message}`] }));
    child.once('close', (code) => resolve({ code: code === null ? 1 : code, lines }));
  });
}

/** Runs a command on this terminal; resolves with its exit code. */
export function runHere(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...options, stdio: 'inherit' });
    // The terminal sends an interrupt to the child as well, which then decides how to end.
    const wait = () => {};
    const pass = () => child.kill('SIGTERM');
    process.on('SIGINT', wait);
    process.on('SIGTERM', pass);
    child.once('error', (error) => {
      process.stderr.write(`${command}: ${error.message}\n`);
      resolve(127);
    });
    child.once('close', (code) => {
      process.off('SIGINT', wait);
      process.off('SIGTERM', pass);
      resolve(code === null ? 1 : code);
    });
  });
}

/** Runs npm, the very one that started us where there is one. */
export function runNpm(args, options) {
  const running = process.env.npm_execpath;
  if (running && basename(running) === 'npm-cli.js')
    return run(process.execPath, [running, ...args], options);
  return run('npm', args, { ...options, shell: process.platform === 'win32' });
}
