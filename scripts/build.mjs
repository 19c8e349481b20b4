import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { run } from './run.mjs';
import { SetupError } from './setup-error.mjs';
import { outputsPresent, sourcesFingerprint } from './sources.mjs';
import { readStamp, writeStamp } from './stamp.mjs';

const page = 'packages/handhold/src/page';
const generated = `${page}/injected-source.generated.ts`;

/** The set-up part that compiles the sources. */
export const compiled = { title: 'Build', ready: buildReady, make: (root, say) => build({ root, say }) };

export function buildReady(root) {
  return (
    readStamp(root).build === sourcesFingerprint(root) &&
    existsSync(join(root, generated)) &&
    outputsPresent(root)
  );
}

/** Bundles the script that runs inside pages, then compiles everything that changed. */
export async function build({
  root = dirname(dirname(fileURLToPath(import.meta.url))),
  say = () => {},
} = {}) {
  const fingerprint = sourcesFingerprint(root);
  await bundleInjected(root);
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const { code, lines } = await run(process.execPath, [tsc, '-b'], { cwd: root, onLine: say });
  if (code !== 0) throw new SetupError(['The build failed:', ...lines.map((line) => `  ${line}`)].join('\n'));
  writeStamp(root, { build: fingerprint });
}

async function bundleInjected(root) {
  const esbuild = createRequire(join(root, 'package.json'))('esbuild');
  let code;
  try {
    const result = await esbuild.build({
      absWorkingDir: root,
      entryPoints: [`${page}/injected/main.ts`],
      bundle: true,
      format: 'iife',
      target: 'chrome120',
      charset: 'ascii',
      minify: true,
      write: false,
      logLevel: 'silent',
    });
    code = result.outputFiles[0].text;
  } catch (error) {
    const problems = (error.errors || []).map(
      ({ text, location }) => `  ${location ? `${location.file}:${location.line}: ` : ''}${text}`,
    );
    throw new SetupError(
      ['The page script could not be bundled:', ...(problems.length ? problems : [error.message])].join('\n'),
    );
  } finally {
    await esbuild.stop();
  }
  const source = `export const injectedSource: string = ${JSON.stringify(code)};\n`;
  const file = join(root, generated);
  // Written only when it differs, so that tsc has nothing to do when nothing changed.
  if (!existsSync(file) || readFileSync(file, 'utf8') !== source) writeFileSync(file, source);
}

if (process.argv[1] && pathToFileURL(realpathSync(process.argv[1])).href === import.meta.url) {
  build().catch((error) => {
    process.stderr.write(`${error instanceof SetupError ? error.message : error.stack}\n`);
    process.exitCode = 1;
  });
}
