import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runNpm } from './run.mjs';
import { SetupError } from './setup-error.mjs';
import { readJson } from './stamp.mjs';

/** The set-up part that installs the npm packages. */
export const packages = { title: 'Packages', ready: packagesReady, make: installPackages };

/** Whether node_modules holds what package-lock.json asks for, going by the record npm keeps there. */
export function packagesReady(root) {
  const installed = readJson(join(root, 'node_modules', '.package-lock.json'))?.packages;
  if (!installed || !lockMatchesManifests(root)) return false;
  return Object.entries(lockedPackages(root)).every(([path, wanted]) => {
    if (!path.includes('node_modules/')) return true;
    const there = installed[path];
    if (!there) return wanted.optional === true && !isForThisMachine(wanted);
    if (there.version !== wanted.version || there.integrity !== wanted.integrity) return false;
    return existsSync(join(root, path, 'package.json'));
  });
}

function lockedPackages(root) {
  return readJson(join(root, 'package-lock.json'))?.packages || {};
}

function lockMatchesManifests(root) {
  const locked = lockedPackages(root);
  return ['', ...workspaceFolders(root)].every(
    (folder) =>
      locked[folder] && sameDependencies(readJson(join(root, folder, 'package.json')) || {}, locked[folder]),
  );
}

async function installPackages(root, say) {
  const hasLock = existsSync(join(root, 'package-lock.json'));
  let result = await npm([hasLock ? 'ci' : 'install'], root, say);
  let note = '';
  if (hasLock && result.code !== 0 && isOutOfStep(result.lines)) {
    const stale = !lockMatchesManifests(root);
    note = stale
      ? 'package-lock.json was out of step with package.json, so `npm install` updated it'
      : 'package-lock.json is not complete for `npm ci`, so `npm install` was used';
    say(note);
    // A lock that only lacks packages for some system is left as it is, to keep the clone clean.
    result = await npm(['install', ...(stale ? [] : ['--no-save'])], root, say);
  }
  if (result.code !== 0) throw new SetupError(explain(result.lines));
  return note;
}

function npm(command, root, say) {
  const quick = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000', '--loglevel=http'];
  let failures = 0;
  const onLine = (line, stop) => {
    const failed = /attempt \d+ failed with (E\w+)/.test(line);
    failures = failed ? failures + 1 : / GET 200 /.test(line) ? -Infinity : failures;
    // npm would go on trying each of hundreds of packages in turn.
    if (failures >= 4) stop();
    say(line.replace(/^npm http (fetch|cache) /, ''));
  };
  return runNpm([...command, '--include=dev', '--no-audit', '--no-fund', ...quick], { cwd: root, onLine });
}

function isOutOfStep(lines) {
  return lines.some((line) => /in sync|EUSAGE/.test(line));
}

/** Why npm failed and what to do, from what it printed. */
export function explain(lines) {
  const output = lines.join('\n');
  const details = lines.filter(
    (line) => /^npm (error|ERR!)/.test(line) && !/complete log|^npm \S+ code/.test(line),
  );
  const shown = (details.length ? details : lines.slice(-1))
    .slice(-6)
    .map((line) => `  ${line.replace(/^npm (error|ERR!|http fetch) ?/, '')}`);
  return ['The npm packages could not be installed.', ...shown, whatToDo(output)].join('\n');
}

function whatToDo(output) {
  if (/^npm: |spawn npm|not recognized/m.test(output)) {
    return 'npm itself was not found: it comes with Node, see https://nodejs.org.';
  }
  if (/ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|ENETUNREACH|network/i.test(output)) {
    return 'npm could not reach its registry: check the network (behind a proxy, set HTTPS_PROXY), then run this again.';
  }
  if (/EACCES|EPERM|EROFS/.test(output)) {
    return 'npm may not write here: run this as the owner of this folder, or clone into a folder of your own.';
  }
  if (/ENOSPC/.test(output)) return 'The disk is full: free some space, then run this again.';
  return 'Run `npm ci` to see it happen.';
}

function workspaceFolders(root) {
  const { workspaces = [] } = readJson(join(root, 'package.json')) || {};
  return workspaces.flatMap((pattern) => {
    if (!pattern.endsWith('/*')) return existsSync(join(root, pattern, 'package.json')) ? [pattern] : [];
    const parent = pattern.slice(0, -2);
    if (!existsSync(join(root, parent))) return [];
    return readdirSync(join(root, parent))
      .map((name) => `${parent}/${name}`)
      .filter((folder) => existsSync(join(root, folder, 'package.json')));
  });
}

function sameDependencies(manifest, locked) {
  const of = (source) =>
    JSON.stringify(
      ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'].map((kind) =>
        Object.entries(source[kind] || {}).sort(([a], [b]) => (a < b ? -1 : 1)),
      ),
    );
  return of(manifest) === of(locked);
}

// Catches a node_modules that was copied here from another system.
function isForThisMachine({ os, cpu, libc }) {
  return Boolean(os && cpu && !libc && os.includes(process.platform) && cpu.includes(process.arch));
}
