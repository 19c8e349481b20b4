import { createHash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliDecompress, createBrotliDecompress, gunzip } from 'node:zlib';
import {
  cacheFolder,
  executableName,
  fontsConfigName,
  headlessBuild,
  headlessBuildIn,
  librariesName,
} from './cache.js';
import { checkChromium } from './check.js';
import type { FoundChromium } from './find.js';
import { thisMachine } from './find.js';
import type { InstallOptions } from './install.js';
import { run } from './run.js';
import { filesInTar } from './untar.js';

interface NpmPackage {
  name: string;
  version: string;
  integrity: string;
}

// The last one to carry libsqlite3, which the NSS libraries of the current one need but don't bring.
const sqliteBuild: NpmPackage = {
  name: '@sparticuz/chromium',
  version: '133.0.0',
  integrity:
    'sha512-wioNxMtSxRI+Y6ymc/UFPX9lY7A1SDgBezjFITH6arwe5CONfWosNDGpgflUGYajxxGktb1k3kjJ83jWzbccBw==',
};

const loader = '/lib64/ld-linux-x86-64.so.2';

// Our own in place of the package's, which reads only folders that any user of the machine may write.
const fontsConfig = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>/usr/share/fonts</dir>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/** Unpacks the headless Chromium that an npm package carries into this user's cache. */
export async function installHeadlessBuild(options: InstallOptions): Promise<FoundChromium> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(`made for Linux on x64 only, this is ${process.platform} on ${process.arch}`);
  }
  if (!existsSync(loader)) throw new Error('made for systems with glibc, which this one is not');
  const machine = thisMachine();
  const cache = cacheFolder(machine);
  const home = path.join(cache, headlessBuild.version);
  const present = headlessBuildIn(home, machine);
  if (present && (await starts(present))) return present;

  await mkdir(cache, { recursive: true, mode: 0o700 });
  await sweep(cache);
  const scratch = await mkdtemp(path.join(cache, 'unpacking-'));
  try {
    const folder = path.join(scratch, 'build');
    await unpack(folder, scratch, options);
    const made = headlessBuildIn(folder, machine);
    if (!made) throw new Error('the package holds no browser');
    await checkChromium(made);
    await moveInto(home, folder);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  const found = headlessBuildIn(home, machine);
  if (!found) throw new Error(`${home} was removed while it was being filled`);
  return found;
}

async function unpack(folder: string, scratch: string, options: InstallOptions): Promise<void> {
  const parts = await fetchPackage(headlessBuild, scratch, options);
  options.onProgress?.('Unpacking Chromium');
  await mkdir(folder, { mode: 0o755 });
  const executable = path.join(folder, executableName);
  await pipeline(
    Readable.from([part(parts, 'chromium.br')]),
    createBrotliDecompress({ chunkSize: 1 << 20 }),
    createWriteStream(executable, { mode: 0o755 }),
    { ...(options.signal && { signal: options.signal }) },
  );
  await writeTar(part(parts, 'swiftshader.tar.br'), folder);
  await writeTar(part(parts, 'fonts.tar.br'), folder);
  await writeFile(path.join(folder, fontsConfigName), fontsConfig);

  if ((await missingLibraries(executable)).length === 0) return;
  await writeTar(part(parts, 'al2023.tar.br'), folder);
  const libraries = path.join(folder, librariesName);
  const stillMissing = [
    ...(await missingLibraries(executable, libraries)),
    ...(await missingLibraries(path.join(libraries, 'libsoftokn3.so'), libraries)),
  ];
  if (stillMissing.includes('libsqlite3.so.0')) {
    const older = await fetchPackage(sqliteBuild, scratch, options);
    await writeTar(part(older, 'al2.tar.br'), folder, (name) => name === 'lib/libsqlite3.so.0');
  }
  const other = stillMissing.filter((name) => name !== 'libsqlite3.so.0');
  if (other.length > 0) throw new Error(`this system lacks ${other.join(', ')}`);
}

/** The files in a package's bin folder, after its content has been checked. */
async function fetchPackage(
  pack: NpmPackage,
  scratch: string,
  options: InstallOptions,
): Promise<Map<string, Buffer>> {
  options.onProgress?.(`Downloading ${pack.name} ${pack.version} from npm (about 70 MB)`);
  const into = await mkdtemp(path.join(scratch, 'package-'));
  const [command = 'npm', ...prefix] = npm();
  await run(
    command,
    [...prefix, 'pack', `${pack.name}@${pack.version}`, '--pack-destination', into, '--fetch-retries=1'],
    { cwd: into, stallMs: 600_000, ...(options.signal && { signal: options.signal }) },
  );
  const file = (await readdir(into)).find((name) => name.endsWith('.tgz'));
  if (!file) throw new Error('npm pack left no package');
  const packed = await readFile(path.join(into, file));
  const integrity = `sha512-${createHash('sha512').update(packed).digest('base64')}`;
  if (integrity !== pack.integrity) {
    throw new Error(`${pack.name} ${pack.version} from this npm registry is not the package it should be`);
  }
  const files = new Map<string, Buffer>();
  for (const { name, data } of filesInTar(await promisify(gunzip)(packed))) {
    if (name.startsWith('package/bin/')) files.set(name.slice('package/bin/'.length), data);
  }
  return files;
}

function npm(): string[] {
  const running = process.env.npm_execpath;
  return running && path.basename(running) === 'npm-cli.js' ? [process.execPath, running] : ['npm'];
}

function part(files: Map<string, Buffer>, name: string): Buffer {
  const data = files.get(name);
  if (!data) throw new Error(`the package holds no ${name}`);
  return data;
}

async function writeTar(packed: Buffer, folder: string, wanted = (_name: string) => true): Promise<void> {
  for (const { name, mode, data } of filesInTar(await promisify(brotliDecompress)(packed))) {
    if (!wanted(name)) continue;
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    // Libraries count as found only if executable, like the browser itself.
    await writeFile(file, data, { mode: (mode | 0o444) & 0o755 });
  }
}

/** Which shared libraries the system's loader can't find for a file. */
async function missingLibraries(file: string, libraries?: string): Promise<string[]> {
  const paths = [libraries, process.env.LD_LIBRARY_PATH].filter((entry) => !!entry).join(':');
  const args = [...(paths ? ['--library-path', paths] : []), '--list', file];
  try {
    const lines = await run(loader, args, { stallMs: 10_000 });
    return lines.flatMap((line) => /^\s*(\S+) => not found/.exec(line)?.[1] ?? []);
  } catch (error) {
    const name = /loading shared libraries: ([^:\s]+)/.exec(error instanceof Error ? error.message : '')?.[1];
    if (name) return [name];
    throw error;
  }
}

async function starts(found: FoundChromium): Promise<boolean> {
  return checkChromium(found).then(
    () => true,
    () => false,
  );
}

async function moveInto(home: string, folder: string): Promise<void> {
  await rm(home, { recursive: true, force: true });
  try {
    await rename(folder, home);
  } catch (error) {
    // Another process that installed at the same time has just put the same thing there.
    if (!existsSync(path.join(home, executableName))) throw error;
  }
}

async function sweep(cache: string): Promise<void> {
  const hourAgo = Date.now() - 3_600_000;
  for (const name of await readdir(cache)) {
    const folder = path.join(cache, name);
    if (name.startsWith('unpacking-') && (await stat(folder)).mtimeMs < hourAgo) {
      await rm(folder, { recursive: true, force: true });
    }
  }
}
