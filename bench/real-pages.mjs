import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const here = import.meta.dirname;
const cache = join(here, '.cache');

// Debian ships the Python documentation as it stands on the web. It is too large to keep in the repository, so
// it is fetched when the bench runs. Later releases come last: their pages differ in size.
const pythonDocs = ['python3.11-doc', 'python3.12-doc', 'python3.13-doc', 'python3.10-doc', 'python3.9-doc'];

/** Finds or fetches the real pages: `{pages, skipped}`, the latter with the reason. */
export function findRealPages() {
  const skipped = [];
  const pages = [];
  const admin = join(here, 'node_modules/startbootstrap-sb-admin-2');
  if (existsSync(admin)) {
    pages.push({
      id: 'admin',
      title: 'Admin template (SB Admin 2)',
      source: 'npm startbootstrap-sb-admin-2',
      mount: 'admin',
      dir: admin,
      path: 'tables.html',
    });
  }
  const python = fetchPythonDocs();
  if (python.dir) {
    const page = (id, title, path) => ({
      id,
      title,
      source: python.source,
      mount: 'python',
      dir: python.dir,
      path,
      // Debian links this file to a package of its own; without it the pages lose a part of their controls.
      replace: { '_static/jquery.js': join(here, 'node_modules/jquery/dist/jquery.js') },
    });
    pages.push(
      page('py-index', 'Python docs: library index', 'library/index.html'),
      page('py-functions', 'Python docs: functions', 'library/functions.html'),
      page('py-os', 'Python docs: os', 'library/os.html'),
      page('py-contents', 'Python docs: contents', 'contents.html'),
    );
  } else {
    skipped.push({ pages: ['py-index', 'py-functions', 'py-os', 'py-contents'], reason: python.reason });
  }
  return { pages, skipped };
}

function fetchPythonDocs() {
  const target = join(cache, 'python-docs');
  const found = locate(target);
  if (found) return found;
  mkdirSync(cache, { recursive: true });
  const work = mkdtempSync(join(cache, 'fetch-'));
  try {
    for (const name of pythonDocs) {
      const got = spawnSync('apt-get', ['download', '-q', name], {
        cwd: work,
        stdio: 'ignore',
        timeout: 120_000,
      });
      if (got.error) return { reason: 'apt-get is not there (the pages come from a Debian package)' };
      const deb = readdirSync(work).find((file) => file.endsWith('.deb'));
      if (got.status !== 0 || !deb) continue;
      const out = join(work, 'out', name);
      mkdirSync(out, { recursive: true });
      const unpacked = spawnSync('dpkg-deb', ['-x', join(work, deb), out], { stdio: 'ignore' });
      if (unpacked.status !== 0) return { reason: `${deb} could not be unpacked` };
      renameSync(dirname(out), target);
      return locate(target) ?? { reason: `${name} has no pages where they were expected` };
    }
    return { reason: 'no python3.x-doc package could be downloaded with apt-get' };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function locate(target) {
  for (const name of pythonDocs) {
    const dir = join(target, name, 'usr/share/doc', name.replace('-doc', ''), 'html');
    if (existsSync(join(dir, 'library/os.html'))) return { dir, source: `Debian ${name}` };
  }
  return undefined;
}
