import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { run } from './run.mjs';
import { SetupError } from './setup-error.mjs';
import { outputsPresent, sourcesFingerprint } from './sources.mjs';
import { readStamp, writeStamp } from './stamp.mjs';

const page = 'packages/handhold/src/page';
const generated = `${page}/injected-source.generated.ts`;
const generatedPageWorld = `${page}/page-world-sources.generated.ts`;
/** The functions that run in a page's own world, each the default export of a file. */
const pageWorldFunctions = {
  announceListeners: 'announce-listeners.ts',
  openPasteField: 'open-paste-field.ts',
  plainValue: 'plain-value.ts',
  windowOpeners: 'window-openers.ts',
};
const cli = 'packages/cli/dist';
const command = `${cli}/handhold.cjs`;
const help = `${cli}/help.cjs`;

/** The set-up part that compiles the sources. */
export const compiled = { title: 'Build', ready: buildReady, make: (root, say) => build({ root, say }) };

export function buildReady(root) {
  return (
    readStamp(root).build === sourcesFingerprint(root) &&
    existsSync(join(root, generated)) &&
    existsSync(join(root, generatedPageWorld)) &&
    existsSync(join(root, command)) &&
    existsSync(join(root, help)) &&
    outputsPresent(root)
  );
}

/** Bundles the scripts that run inside pages, compiles everything that changed, and bundles what a shell verb loads. */
export async function build({
  root = dirname(dirname(fileURLToPath(import.meta.url))),
  say = () => {},
} = {}) {
  const fingerprint = sourcesFingerprint(root);
  await bundleInjected(root);
  await bundlePageWorld(root);
  await compile(root, say);
  await bundleCommand(root);
  writeStamp(root, { build: fingerprint });
}

async function compile(root, say) {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const { code, lines } = await run(process.execPath, [tsc, '-b'], { cwd: root, onLine: say });
  if (code !== 0) throw new SetupError(['The build failed:', ...lines.map((line) => `  ${line}`)].join('\n'));
}

async function bundleInjected(root) {
  const [{ text: code }] = await bundle(root, 'The page script', {
    ...inPage,
    entryPoints: [`${page}/injected/main.ts`],
    format: 'iife',
  });
  writeGenerated(join(root, generated), `export const injectedSource: string = ${JSON.stringify(code)};\n`);
}

/** Each as an expression that comes to the function and leaves nothing behind in the page. */
async function bundlePageWorld(root) {
  const outputs = await bundle(root, 'A function for pages', {
    ...inPage,
    entryPoints: Object.fromEntries(
      Object.entries(pageWorldFunctions).map(([name, file]) => [name, `${page}/page-world/${file}`]),
    ),
    // What wraps the other formats calls methods that a page may have replaced.
    format: 'esm',
    outdir: 'page-world',
  });
  const lines = outputs.map(({ path, text }) => {
    const name = basename(path, '.js');
    const [exported, local] = /\bexport\s*\{\s*(\S+) as default\s*\};?\s*$/.exec(text) || [];
    if (!local) throw new SetupError(`${name} has to be the default export of its file, and the only one.`);
    const source = `(()=>{"use strict";${text.slice(0, -exported.length)}return ${local}})()`;
    return `export const ${name}Source: string = ${JSON.stringify(source)};\n`;
  });
  writeGenerated(join(root, generatedPageWorld), lines.sort().join(''));
}

const inPage = { target: 'chrome120', charset: 'ascii', minify: true };

/** Written only when it differs, so that tsc has nothing to do when nothing changed. */
function writeGenerated(file, source) {
  if (!existsSync(file) || readFileSync(file, 'utf8') !== source) writeFileSync(file, source);
}

/** CommonJS files, because Node starts nothing sooner than those: a verb's way and help; the rest is loaded where it is needed. */
async function bundleCommand(root) {
  for (const [entry, file] of [
    ['entry', command],
    ['help', help],
  ]) {
    const [{ text: code }] = await bundle(root, 'The command', {
      entryPoints: [`${cli}/${entry}.js`],
      outfile: file,
      format: 'cjs',
      platform: 'node',
      target: 'node20',
      plugins: [loadedLater(root)],
      minify: entry === 'help',
      // What is CommonJS knows its file by another name.
      banner: { js: 'const fileUrl = process.getBuiltinModule("node:url").pathToFileURL(__filename).href;' },
      define: { 'import.meta.url': 'fileUrl' },
    });
    writeFileSync(join(root, file), code);
  }
}

/** What is imported on the way stays a file of its own. */
const loadedLater = (root) => ({
  name: 'loaded later',
  setup({ onResolve }) {
    onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
      if (kind !== 'dynamic-import') return undefined;
      const from = relative(join(root, cli), join(resolveDir, path));
      return { path: `./${from.replaceAll('\\', '/')}`, external: true };
    });
  },
});

async function bundle(root, what, options) {
  const esbuild = createRequire(join(root, 'package.json'))('esbuild');
  try {
    const { outputFiles } = await esbuild.build({
      absWorkingDir: root,
      bundle: true,
      write: false,
      logLevel: 'silent',
      ...options,
    });
    return outputFiles;
  } catch (error) {
    const problems = (error.errors || []).map(
      ({ text, location }) => `  ${location ? `${location.file}:${location.line}: ` : ''}${text}`,
    );
    throw new SetupError(
      [`${what} could not be bundled:`, ...(problems.length ? problems : [error.message])].join('\n'),
    );
  } finally {
    await esbuild.stop();
  }
}

if (process.argv[1] && pathToFileURL(realpathSync(process.argv[1])).href === import.meta.url) {
  build().catch((error) => {
    process.stderr.write(`${error instanceof SetupError ? error.message : error.stack}\n`);
    process.exitCode = 1;
  });
}
