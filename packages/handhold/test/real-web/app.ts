import { fileURLToPath } from 'node:url';
import { build, type OutputFile } from 'esbuild';
import type { PageOptions, Site, SitePage } from '../site.js';

const here = fileURLToPath(new URL('.', import.meta.url));
let count = 0;

const made = new Map<string, Promise<OutputFile[]>>();

/** Built once per run, however many pages use it. */
function built(source: string): Promise<OutputFile[]> {
  const known = made.get(source);
  if (known) return known;
  const files = build({
    stdin: { contents: source, resolveDir: here, loader: 'jsx' },
    bundle: true,
    write: false,
    format: 'iife',
    outfile: 'app.js',
    loader: { '.ttf': 'dataurl' },
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  }).then((result) => result.outputFiles);
  made.set(source, files);
  return files;
}

/** A page of a site whose script is built from npm packages, as a web developer would build it. */
export async function appPage(
  site: Site,
  source: string,
  options: PageOptions & { body?: string } = {},
): Promise<SitePage> {
  const outputFiles = await built(source);
  count += 1;
  const { body = '<div id="app"></div>', head = '', ...rest } = options;
  let links = '';
  let script = '';
  for (const { path, contents } of outputFiles) {
    const style = path.endsWith('.css');
    const address = site.on(`/app${count}.${style ? 'css' : 'js'}`, (_request, response) => {
      response.writeHead(200, { 'content-type': style ? 'text/css' : 'text/javascript; charset=utf-8' });
      response.end(contents);
    });
    const { pathname } = new URL(address);
    if (style) links += `<link rel="stylesheet" href="${pathname}">`;
    else script = `<script src="${pathname}"></script>`;
  }
  return site.page(`${body}${script}`, { remote: true, ...rest, head: `${links}${head}` });
}
