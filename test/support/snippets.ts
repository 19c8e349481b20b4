import { execFile } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { transform } from 'esbuild';

export const root = path.join(import.meta.dirname, '..', '..');

/** A block of code in a document. */
export interface Snippet {
  /** Where it stands, for whoever has to mend it: `README.md:16`. */
  place: string;
  language: string;
  code: string;
}

/** The blocks of code in a document of this repository. */
export function snippetsIn(file: string): Snippet[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(
    ({ index, 1: language = '', 2: code = '' }) => ({
      place: `${file}:${text.slice(0, index).split('\n').length}`,
      language,
      code,
    }),
  );
}

/** A name for a file of its own. */
export function fileNameOf({ place }: Snippet, ending: string): string {
  return `${place.replace(/[^\w]+/g, '-').toLowerCase()}.${ending}`;
}

export interface Ran {
  code: number;
  /** All that it printed, wherever. */
  printed: string;
}

/** Runs a command to its end, with nobody at its terminal. */
export function run(
  command: string,
  args: readonly string[],
  options: { cwd: string; env?: NodeJS.ProcessEnv },
): Promise<Ran> {
  return new Promise((resolve) => {
    const child = execFile(command, args, { ...options, maxBuffer: 64e6 }, (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : error ? -1 : 0;
      resolve({ code, printed: stdout + stderr });
    });
    child.stdin?.end();
  });
}

/** What the compiler says against files in a folder, as strict as it can be, for users of either kind of resolution. */
export async function compile(folder: string, files: Readonly<Record<string, string>>): Promise<string> {
  const modules = path.join(folder, 'node_modules');
  if (!existsSync(modules)) symlinkSync(path.join(root, 'node_modules'), modules, 'dir');
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  for (const [name, code] of Object.entries(files)) writeFileSync(path.join(folder, name), code);
  const said = [];
  for (const [name, module] of [
    ['nodenext', 'nodenext'],
    ['bundler', 'esnext'],
  ] as const) {
    const config = {
      compilerOptions: {
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        noEmit: true,
        allowJs: true,
        checkJs: true,
        skipLibCheck: true,
        target: 'es2023',
        lib: ['es2023', 'dom'],
        types: ['node'],
        module,
        moduleResolution: name,
        // Each is a program by itself, whatever it calls its variables.
        moduleDetection: 'force',
      },
      files: Object.keys(files),
    };
    const project = path.join(folder, `tsconfig.${name}.json`);
    writeFileSync(project, JSON.stringify(config));
    const tsc = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const { code, printed } = await run(process.execPath, [tsc, '-p', project], { cwd: folder });
    if (code !== 0) said.push(`with ${name}:\n${printed}`);
  }
  return said.join('\n');
}

/** TypeScript as Node runs it. */
export async function asJavaScript(code: string): Promise<string> {
  return (await transform(code, { loader: 'ts', format: 'esm', target: 'node20' })).code;
}
