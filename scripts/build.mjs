import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { run } from './run.mjs';
import { SetupError } from './setup-error.mjs';
import { outputsPresent, sourcesFingerprint } from './sources.mjs';
import { readStamp, writeStamp } from './stamp.mjs';

const page = 'packages/handhold/src/page';
const generated = `${page}/injected-source.generated.ts`;
const cli = 'packages/cli/dist';
const command = `${cli}/handhold.cjs`;
const help = `${cli}/help.cjs`;

/** The set-up part that compiles the sources. */
export const compiled = { title: 'Build', ready: buildReady, make: (root, say) => build({ root, say }) };

export function buildReady(root) {
  return (
    readStamp(root).build === sourcesFingerprint(root) &&
    existsSync(join(root, generated)) &&
    existsSync(join(root, command)) &&
    existsSync(join(root, help)) &&
    outputsPresent(root)
  );
}

/** Bundles the script that runs inside pages, compiles everything that changed, and bundles what a shell verb loads. */
export async function build({
  root = dirname(dirname(fileURLToPath(import.meta.url))),
  say = () => {},
} = {}) {
  const fingerprint = sourcesFingerprint(root);
  await bundleInjected(root);
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
  const code = await bundle(root, 'The page script', {
    entryPoints: [`${page}/injected/main.ts`],
    format: 'iife',
    target: 'chrome120',
    charset: 'ascii',
    minify: true,
  });
  const source = `export const injectedSource: string = ${JSON.stringify(code)};\n`;
  const file = join(root, generated);
  // Written only when it differs, so that tsc has nothing to do when nothing changed.
  if (!existsSync(file) || readFileSync(file, 'utf8') !== source) writeFileSync(file, source);
}

/** CommonJS files, because Node starts nothing sooner than those: a verb's way and help; the rest is loaded where it is needed. */
async function bundleCommand(root) {
  for (const [entry, file] of [
    ['entry', command],
    ['help', help],
  ]) {
    const code = await bundle(root, 'The command', {
      entryPoints: [`${cli}/${entry}.js`],
      outfile: file,
      format: 'cjs',
      platform: 'node',
      target: 'node20',
      plugins: [loadedLater(root)],
      minifyWhitespace: entry === 'help',
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
    return outputFiles[0].text;
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
