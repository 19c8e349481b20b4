// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the pages have templates of their own
import { createSocket } from 'node:dgram';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type Socket } from 'node:net';

/** Every way a page can make its browser send something, run with a base address `to`; `via` names the way. */
export const channels: Record<string, string> = {
  img: 'new Image().src = at()',
  srcset: 'add(`<img srcset="${at()} 1x">`)',
  css: 'add(`<link rel=stylesheet href="${at()}">`)',
  import: 'add(`<style>@import url("${at()}");</style>`)',
  background: 'add(`<div style="background:url(${at()});width:9px;height:9px"></div>`)',
  font: 'add(`<style>@font-face{font-family:${id};src:url("${at()}")}</style><p style="font-family:${id}">x</p>`)',
  script: 'run("script", { src: at() })',
  module: 'run("script", { type: "module", src: at() })',
  dynamic: 'import(at()).catch(() => 0)',
  fetch: 'fetch(at(), { mode: "no-cors" }).catch(() => 0)',
  cors: 'fetch(at(), { method: "PUT", body: "x" }).catch(() => 0)',
  keepalive: 'fetch(at(), { method: "POST", body: "x", mode: "no-cors", keepalive: true }).catch(() => 0)',
  xhr: 'const x = new XMLHttpRequest(); x.open("GET", at()); x.send()',
  beacon: 'navigator.sendBeacon(at(), "x")',
  eventsource: 'new EventSource(at())',
  websocket: 'new WebSocket(at("ws"))',
  iframe: 'add(`<iframe src="${at()}"></iframe>`)',
  object: 'add(`<object data="${at()}" type="text/html"></object>`)',
  embed: 'add(`<embed src="${at()}" type="text/html">`)',
  refresh: 'add(`<iframe srcdoc="<meta http-equiv=refresh content=\'0;url=${at()}\'>"></iframe>`)',
  location: 'add(`<iframe srcdoc="<script>location=\'${at()}\'</scr`+`ipt>"></iframe>`)',
  form: 'const f = add(`<iframe name="n${id}"></iframe><form target="n${id}" method=post action="${at()}"></form>`); f.querySelector("form").submit()',
  video: 'add(`<video src="${at()}" preload=auto autoplay muted></video>`)',
  poster: 'add(`<video poster="${at()}"></video>`)',
  prefetch: 'run("link", { rel: "prefetch", href: at() })',
  preload: 'run("link", { rel: "preload", as: "fetch", crossOrigin: "anonymous", href: at() })',
  modulepreload: 'run("link", { rel: "modulepreload", href: at() })',
  svg: 'add(`<svg><image href="${at()}" width=9 height=9 /></svg>`)',
  worker: 'new Worker("/worker.js?kind=worker&to=" + encodeURIComponent(base))',
  shared: 'new SharedWorker("/worker.js?kind=shared&to=" + encodeURIComponent(base))',
  service:
    'navigator.serviceWorker.register("/worker.js?kind=service&to=" + encodeURIComponent(base), { scope: "/" + id + "/" })',
  popup: 'open(at())',
  poppost:
    'const p = add(`<form target=_blank method=post action="${at()}"></form>`); p.querySelector("form").submit()',
};

/** What the workers ask for, beside their own kind. */
export const workerChannels = [
  'worker-fetch',
  'worker-socket',
  'shared-fetch',
  'shared-socket',
  'service-fetch',
  'service-socket',
];

/** Ways without an answer that could be waited for; run too, but only what must not arrive is checked. */
const silent = `
  for (const rel of ['preconnect', 'dns-prefetch']) run('link', { rel, href: base });
  if ('fetchLater' in window) try { fetchLater(base + '/later', { activateAfter: 0 }); } catch {}
  run('script', { type: 'speculationrules', textContent: JSON.stringify({ prefetch: [{ source: 'list', urls: [base + '/speculation'], eagerness: 'immediate' }] }) });
  const { hostname, port } = new URL(base);
  const rtc = new RTCPeerConnection({ iceServers: [{ urls: 'stun:' + hostname + ':' + port }, { urls: 'turn:' + hostname + ':' + port + '?transport=tcp', username: 'u', credential: 'c' }] });
  rtc.createDataChannel('x'); rtc.createOffer().then((offer) => rtc.setLocalDescription(offer));
  try { new WebTransport('https://' + hostname + ':' + port + '/').closed.catch(() => 0).ready?.catch(() => 0); } catch {}
  run('link', { rel: 'icon', href: base + '/icon' });
`;

const page = `<!doctype html><title>Matrix</title><h1>Matrix</h1><a href="/plain">Plain</a><script>
  const add = (html) => { const box = document.createElement('div'); box.innerHTML = html; document.body.append(box); return box; };
  const run = (tag, set) => { const made = document.createElement(tag); Object.assign(made, set); document.head.append(made); };
  let count = 0;
  const only = new URL(location.href).searchParams.get('only')?.split(',');
  for (const base of JSON.parse(decodeURIComponent(location.hash.slice(1)))) {
    ${silent}
    ${Object.entries(channels)
      .map(
        ([via, code]) =>
          `if (!only || only.includes('${via}')) { const id = 'c' + ++count; const at = (scheme) => base.replace(/^http/, scheme ?? 'http') + (base.includes('?') ? '%2F' : '/') + '${via}'; try { ${code} } catch {} }`,
      )
      .join('\n')}
  }
</script>`;

const links = `<!doctype html><title>Links</title><p id=box></p><script>
  const to = decodeURIComponent(location.hash.slice(1));
  box.innerHTML = '<p><a>Same tab</a><p><a target=_blank>New tab</a><p><a download>Save</a><form method=post><button>Post</button></form>';
  for (const a of document.querySelectorAll('a')) a.href = to;
  document.forms[0].action = to;
</script>`;

const permissions = `<!doctype html><title>Permissions</title><h1>x</h1><script>
  Promise.all(['geolocation', 'notifications', 'camera'].map((name) => navigator.permissions.query({ name })))
    .then((all) => { document.querySelector('h1').textContent = all.map(({ state }) => state).join(' '); });
</script>`;

const worker = `
  const query = new URL(location.href).searchParams;
  const base = query.get('to');
  const at = (via, scheme) => base.replace(/^http/, scheme ?? 'http') + (base.includes('?') ? '%2F' : '/') + query.get('kind') + via;
  fetch(at('-fetch'), { mode: 'no-cors' }).catch(() => 0);
  try { new WebSocket(at('-socket', 'ws')); } catch {}
`;

/** A public web site whose page tries every way out; knows what reached it. */
export class PublicSite {
  readonly paths: string[] = [];

  private constructor(
    private readonly server: Server,
    readonly host: string,
    readonly port: number,
  ) {}

  static async start(host: string): Promise<PublicSite> {
    const server = createServer();
    const port = await listen(server, host);
    const site = new PublicSite(server, host, port);
    server.on('request', ({ url = '/' }, response) => site.answer(url, response));
    server.on('upgrade', ({ url = '/' }, socket: Socket) => {
      site.arrived(url);
      socket.destroy();
    });
    return site;
  }

  url(path: string): string {
    return `http://${this.host}:${this.port}${path}`;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  /** Waits until requests for all of these have come. */
  async reached(wanted: readonly string[], patience = 20_000): Promise<string[]> {
    const end = performance.now() + patience;
    const missing = () => wanted.filter((via) => !this.paths.some((path) => path === `/${via}`));
    while (missing().length > 0 && performance.now() < end)
      await new Promise((resolve) => setTimeout(resolve, 20));
    return missing();
  }

  private arrived(url: string): void {
    this.paths.push(url);
  }

  private answer(url: string, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(url, 'http://site');
    if (pathname === '/redirect') {
      response.writeHead(307, { location: searchParams.get('to') ?? '/' }).end();
      return;
    }
    this.arrived(url);
    if (pathname === '/links') response.setHeader('content-type', 'text/html').end(links);
    else if (pathname === '/permissions') response.setHeader('content-type', 'text/html').end(permissions);
    else if (pathname === '/matrix') response.setHeader('content-type', 'text/html').end(page);
    else if (pathname === '/worker.js')
      response
        .writeHead(200, { 'content-type': 'text/javascript', 'service-worker-allowed': '/' })
        .end(worker);
    else if (pathname === '/file')
      response.writeHead(200, { 'content-disposition': 'attachment; filename=a.txt' }).end('file');
    else
      response
        .writeHead(200, {
          'content-type': 'text/html',
          'access-control-allow-origin': '*',
          'access-control-allow-methods': '*',
        })
        .end('<title>Plain</title>');
  }
}

/** An address nothing may reach: notes every TCP connection and UDP packet, by what it carries. */
export class Forbidden {
  readonly touched: string[] = [];
  private close: () => void = () => undefined;
  port = 0;

  static async start(host: string): Promise<Forbidden> {
    const forbidden = new Forbidden();
    const server = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', (data) => {
        forbidden.touched.push(data.toString('latin1').split('\r\n')[0] ?? '');
        socket.end('HTTP/1.1 200 OK\r\ncontent-length: 6\r\nconnection: close\r\n\r\nsecret');
      });
      forbidden.touched.push('connection');
    });
    forbidden.port = await listen(server, host);
    const udp = createSocket('udp4', () => forbidden.touched.push('packet'));
    udp.bind(forbidden.port, host);
    forbidden.close = () => {
      server.close();
      udp.close();
    };
    return forbidden;
  }

  stop(): void {
    this.close();
  }
}

async function listen(server: Server | ReturnType<typeof createTcpServer>, host: string): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, host, () => resolve()));
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}
