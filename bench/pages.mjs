import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { frames, generated } from './generated-pages.mjs';
import { findRealPages } from './real-pages.mjs';

const types = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

/**
 * Serves all pages on loopback. Resolves to `{pages, skipped, close}`; each page has its `url`. With a latency, every
 * answer takes that many ms longer, as it does where the server is far away.
 */
export async function servePages({ latency = 0 } = {}) {
  const { pages: real, skipped } = findRealPages();
  const built = new Map();
  const mounts = new Map(real.map((page) => [page.mount, page]));

  const server = createServer((request, response) => {
    if (latency > 0) setTimeout(() => answer(request, response), latency);
    else answer(request, response);
  });
  const answer = (request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
    // Each load must cost the same, the hundredth as well as the first.
    response.setHeader('cache-control', 'no-store');
    const [, kind, name, ...rest] = path.split('/');
    if (kind === 'p' && built.has(name)) {
      response.setHeader('content-type', types['.html']);
      response.end(built.get(name));
      return;
    }
    if (kind === 'real' && mounts.has(name)) {
      sendFile(mounts.get(name), rest.join('/'), response);
      return;
    }
    response.statusCode = path === '/favicon.ico' ? 204 : 404;
    response.end();
  };
  server.keepAliveTimeout = 60_000;
  await new Promise((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  const origin = `http://127.0.0.1:${port}`;
  // The same server under another name is another site to the browser, and so another process.
  const otherOrigin = `http://localhost:${port}`;
  for (const { id, make } of [...generated, ...frames]) built.set(id, make({ otherOrigin }));

  const pages = [
    ...generated.map(({ id, title }) => ({ id, title, kind: 'generated', url: `${origin}/p/${id}` })),
    ...real.map(({ id, title, source, mount, path }) => ({
      id,
      title,
      source,
      kind: 'real',
      url: `${origin}/real/${mount}/${path}`,
    })),
  ];
  return {
    pages,
    skipped,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

function sendFile(mount, path, response) {
  const file = mount.replace?.[path] ?? join(mount.dir, normalize(`/${path}`));
  const inside = file.startsWith(mount.dir + sep) || Object.values(mount.replace ?? {}).includes(file);
  if (!inside || !existsSync(file) || !statSync(file).isFile()) {
    response.statusCode = 404;
    response.end();
    return;
  }
  response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream');
  if (extname(file) === '.html') response.end(withoutForeignResources(readFileSync(file, 'utf8')));
  else createReadStream(file).pipe(response);
}

// A font or picture from the internet would make the figures depend on the weather there.
function withoutForeignResources(html) {
  return html
    .replace(/<link\b(?=[^>]*\brel="?stylesheet)[^>]*\bhref="https?:[^>]*>/gi, '')
    .replace(/<script\b[^>]*\bsrc="https?:[^>]*>\s*<\/script>/gi, '')
    .replace(/(<img\b[^>]*\bsrc=")https?:[^"]*"/gi, '$1data:,"');
}
