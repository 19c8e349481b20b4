import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';

const types = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.ttf': 'font/ttf',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

/** The packages of the applications. */
export const packages = join(import.meta.dirname, 'node_modules');

/**
 * Serves one page that uses a package, the packages themselves under /npm/, and what else the page asks for: handlers
 * by "METHOD /path", which get the body as text and give an answer as JSON.
 */
export async function servePage({ title, head = '', body, routes = {} }) {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>${body}</body></html>`;
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://site').pathname);
    const route = routes[`${request.method} ${path}`];
    if (path === '/') {
      response.setHeader('content-type', types['.html']);
      response.end(html);
    } else if (route) {
      const chunks = [];
      for await (const chunk of request) chunks.push(chunk);
      const answer = await route(Buffer.concat(chunks).toString(), request, response);
      response.setHeader('content-type', types['.json']);
      response.end(JSON.stringify(answer ?? null));
    } else if (path.startsWith('/npm/')) {
      sendFile(path.slice('/npm/'.length), response);
    } else {
      response.statusCode = path === '/favicon.ico' ? 204 : 404;
      response.end();
    }
  });
  await new Promise((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

function sendFile(path, response) {
  const file = join(packages, normalize(`/${path}`));
  if (!file.startsWith(packages + sep) || !existsSync(file) || !statSync(file).isFile()) {
    response.statusCode = 404;
    response.end();
    return;
  }
  response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream');
  createReadStream(file).pipe(response);
}

export const script = (path, kind = '') => `<script ${kind} src="/npm/${path}"></script>`;
export const style = (path) => `<link rel="stylesheet" href="/npm/${path}">`;
