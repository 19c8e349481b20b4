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
  audio: 'add(`<audio src="${at()}" preload=auto></audio>`)',
  source: 'add(`<picture><source srcset="${at()}"><img></picture>`)',
  videosource: 'add(`<video preload=auto muted><source src="${at()}" type="video/mp4"></video>`)',
  track:
    'const t = document.createElement("track"); t.src = at(); const v = add("<video crossorigin=anonymous></video>"); v.firstChild.append(t); t.track.mode = "hidden"',
  inputimage: 'add(`<input type=image src="${at()}">`)',
  table: 'add(`<table background="${at()}"><tr><td>x</table>`)',
  cursor: 'add(`<p style="cursor:url(${at()}),auto">x</p>`)',
  liststyle: 'add(`<ul style="list-style-image:url(${at()})"><li>x</ul>`)',
  mask: 'add(`<p style="mask-image:url(${at()})">x</p>`)',
  borderimage: 'add(`<p style="border:3px solid;border-image-source:url(${at()})">x</p>`)',
  shape: 'add(`<div style="float:left;width:9px;height:9px;shape-outside:url(${at()})"></div>`)',
  imageset: 'add(`<div style="background:image-set(url(${at()}) 1x);width:9px;height:9px"></div>`)',
  content: 'add(`<style>#${id}::before{content:url("${at()}")}</style><p id=${id}>x</p>`)',
  xmlstyle:
    'add(`<iframe src="${URL.createObjectURL(new Blob([`<?xml-stylesheet type="text/css" href="${at()}"?><r/>`], { type: "text/xml" }))}"></iframe>`)',
  frame: 'add(`<iframe srcdoc="<frameset><frame src=\'${at()}\'></frameset>"></iframe>`)',
  preloadimage: 'run("link", { rel: "preload", as: "image", href: at() })',
  linkheader: 'add(`<iframe src="/headers?link=${encodeURIComponent(at())}"></iframe>`)',
  refreshheader: 'add(`<iframe src="/headers?refresh=${encodeURIComponent(at())}"></iframe>`)',
  report: 'add(`<iframe src="/headers?report=${encodeURIComponent(at())}"></iframe>`)',
  history: 'add(`<iframe src="/again?to=${encodeURIComponent(at())}"></iframe>`)',
  navigation: 'add(`<iframe srcdoc="<script>navigation.navigate(\'${at()}\')</scr`+`ipt>"></iframe>`)',
  link: 'add(`<iframe srcdoc="<a href=\'${at()}\'>x</a><script>document.links[0].click()</scr`+`ipt>"></iframe>`)',
  formget:
    'const u = new URL(at()); const g = add(`<iframe name="g${id}"></iframe><form target="g${id}" action="${u.origin + u.pathname}"></form>`); for (const [name, value] of u.searchParams) { const field = document.createElement("input"); Object.assign(field, { type: "hidden", name, value }); g.lastChild.append(field); } g.lastChild.submit()',
  pagehide:
    "const l = add(`<iframe srcdoc=\"<script>onpagehide=()=>navigator.sendBeacon('${at()}','x')</scr`+`ipt>\"></iframe>`).firstChild; l.onload = () => l.remove()",
  cssmodule: 'import(at(), { with: { type: "css" } }).catch(() => 0)',
  cacheadd:
    'caches.open("x").then((cache) => cache.add(new Request(at(), { mode: "no-cors" }))).catch(() => 0)',
  audioworklet: 'new OfflineAudioContext(1, 1, 44100).audioWorklet.addModule(at()).catch(() => 0)',
  paintworklet: 'CSS.paintWorklet.addModule(at()).catch(() => 0)',
  moduleworker: 'new Worker("/module.js?of=" + encodeURIComponent(at()), { type: "module" })',
  // In a frame, since a download that is redirected to another origin becomes a navigation.
  download:
    'add(`<iframe srcdoc="<a download href=\'${new URL("/redirect?to=" + encodeURIComponent(at()), location.href)}\'>x</a><script>document.links[0].click()</scr`+`ipt>"></iframe>`)',
  popup: 'open(at())',
  poppost:
    'const p = add(`<form target=_blank method=post action="${at()}"></form>`); p.querySelector("form").submit()',
};

/** What the workers ask for, beside their own kind. */
export const workerChannels = [
  ...['fetch', 'socket', 'import', 'xhr', 'source', 'dynamic'].map((via) => `worker-${via}`),
  ...['fetch', 'socket', 'import', 'xhr', 'source'].map((via) => `shared-${via}`),
  ...['fetch', 'socket', 'import'].map((via) => `service-${via}`),
  'nested-fetch',
];

const peer = (servers: string) =>
  `const p = new RTCPeerConnection({ iceServers: [${servers}] }); p.createDataChannel("x"); p.createOffer().then((offer) => p.setLocalDescription(offer))`;
const turn = (form: string) =>
  peer(
    `{ urls: ${form.replace('ADDRESS', '" + hostname + ":" + port + "')}, username: "u", credential: "c" }`,
  );

/**
 * Ways of which nothing need arrive anywhere: they carry no path, want TLS or a person, are no more than a hint, or the
 * browser turns them down. Tried all the same, since what must not be reached notices a bare connection or packet too.
 */
export const quietWays: Record<string, string> = {
  preconnect: 'run("link", { rel: "preconnect", href: base })',
  dnsprefetch: 'run("link", { rel: "dns-prefetch", href: base })',
  prerenderlink: 'run("link", { rel: "prerender", href: at() })',
  speculation: 'speculate("prefetch", at())',
  prerender: 'speculate("prerender", at())',
  fetchlater: 'fetchLater(at(), { activateAfter: 0 })',
  icon: 'run("link", { rel: "icon", href: at() })',
  manifest: 'run("link", { rel: "manifest", href: at() })',
  ping: 'add(`<a href="#ping" ping="${at()}">x</a>`).firstChild.click()',
  https: 'fetch(at("https"), { mode: "no-cors" }).catch(() => 0)',
  wss: 'new WebSocket(at("wss"))',
  webtransport:
    'const w = new WebTransport("https://" + hostname + ":" + port + "/"); w.ready.catch(() => 0); w.closed.catch(() => 0)',
  stun: peer('{ urls: "stun:" + hostname + ":" + port }'),
  turnudp: turn('"turn:ADDRESS?transport=udp"'),
  turntcp: turn('"turn:ADDRESS?transport=tcp"'),
  turntls: turn('"turns:ADDRESS?transport=tcp"'),
  candidate:
    'const [p, q] = [new RTCPeerConnection(), new RTCPeerConnection()]; p.createDataChannel("x"); (async () => { await p.setLocalDescription(await p.createOffer()); await q.setRemoteDescription(p.localDescription); await q.setLocalDescription(await q.createAnswer()); await p.setRemoteDescription(q.localDescription); for (const [protocol, type] of [["udp", "host"], ["tcp", "host tcptype passive"]]) await p.addIceCandidate({ candidate: `candidate:1 1 ${protocol} 2122260223 ${hostname} ${port} typ ${type}`, sdpMLineIndex: 0 }); })().catch(() => 0)',
  svguse: 'add(`<svg><use href="${at()}#x"></use></svg>`)',
  svgfilter: 'add(`<p style="filter:url(${at()}#x)">x</p>`)',
  svgimage:
    'add(`<svg><filter id="${id}"><feImage href="${at()}"/></filter><rect width=9 height=9 filter="url(#${id})"/></svg>`)',
  clippath: 'add(`<p style="clip-path:url(${at()}#x)">x</p>`)',
  xslt: 'add(`<iframe src="${URL.createObjectURL(new Blob([`<?xml-stylesheet type="text/xsl" href="${at()}"?><r/>`], { type: "text/xml" }))}"></iframe>`)',
  reporting: 'add(`<iframe src="/headers?endpoint=${encodeURIComponent(at())}"></iframe>`)',
  payment:
    'new PaymentRequest([{ supportedMethods: at("https") }], { total: { label: "x", amount: { currency: "EUR", value: "1" } } }).canMakePayment().catch(() => 0)',
  credential:
    'navigator.credentials.get({ identity: { providers: [{ configURL: at("https"), clientId: "x" }] } }).catch(() => 0)',
};

/** Ways in which a page sends its own tab elsewhere, given where to. */
export const moves: Record<string, (to: string) => string> = {
  location: (to) => `<script>location = '${to}'</script>`,
  refresh: (to) => `<meta http-equiv=refresh content="0;url=${to}">`,
  navigation: (to) => `<script>navigation.navigate('${to}')</script>`,
  post: (to) => `<form method=post action="${to}"></form><script>document.forms[0].submit()</script>`,
};

const page = `<!doctype html><title>Matrix</title><style>iframe { display: none }</style><h1>Matrix</h1><a href="/plain">Plain</a><script>
  const add = (html) => { const box = document.createElement('div'); box.innerHTML = html; document.body.append(box); return box; };
  const run = (tag, set) => { const made = document.createElement(tag); Object.assign(made, set); document.head.append(made); };
  const speculate = (how, url) => run('script', { type: 'speculationrules', textContent: JSON.stringify({ [how]: [{ source: 'list', urls: [url], eagerness: 'immediate' }] }) });
  let count = 0;
  const only = new URL(location.href).searchParams.get('only')?.split(',');
  const bases = JSON.parse(decodeURIComponent(location.hash.slice(1)));
  (async () => { for (const base of bases) {
    // So much at once would keep a page from answering on a busy machine.
    await new Promise((resolve) => setTimeout(resolve));
    const { hostname, port } = new URL(base);
    ${Object.entries({ ...quietWays, ...channels })
      .map(
        ([via, code]) =>
          `if (!only || only.includes('${via}')) { const id = 'c' + ++count; const at = (scheme) => base.replace(/^http/, scheme ?? 'http') + (base.includes('?') ? '%2F' : '/') + '${via}'; try { ${code.replaceAll('</script', '<\\/script')} } catch {} }`,
      )
      .join('\n')}
  }
  document.querySelector('h1').textContent = 'All tried'; })();
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
  const kind = query.get('kind');
  const base = query.get('to');
  const at = (via, scheme) => base.replace(/^http/, scheme ?? 'http') + (base.includes('?') ? '%2F' : '/') + kind + via;
  fetch(at('-fetch'), { mode: 'no-cors' }).catch(() => 0);
  try { new WebSocket(at('-socket', 'ws')); } catch {}
  if (kind !== 'service') {
    new EventSource(at('-source'));
    const x = new XMLHttpRequest(); x.open('GET', at('-xhr')); x.send();
  }
  if (kind === 'worker') {
    import(at('-dynamic')).catch(() => 0);
    new Worker('/worker.js?kind=nested&to=' + encodeURIComponent(base));
  }
  try { importScripts(at('-import')); } catch {}
`;

/** A public web site whose page tries every way out; knows what reached it. */
export class PublicSite {
  readonly paths: string[] = [];
  private readonly visited = new Set<string>();

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
  async reached(wanted: readonly string[], patience = 40_000): Promise<string[]> {
    const end = performance.now() + patience;
    const missing = () =>
      wanted.filter((via) => !this.paths.some((path) => path.split('?')[0] === `/${via}`));
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
    const again = searchParams.get('to') ?? '';
    if (pathname === '/again' && this.visited.delete(again)) {
      response.writeHead(307, { location: again }).end();
      return;
    }
    this.arrived(url);
    if (pathname === '/again') {
      this.visited.add(again);
      response.setHeader('content-type', 'text/html').end('<script>onload = () => history.go(0)</script>');
    } else if (pathname === '/move') {
      const move = moves[searchParams.get('how') ?? ''];
      response.setHeader('content-type', 'text/html').end(`<!doctype html>${move?.(again) ?? ''}`);
    } else if (pathname === '/headers') {
      response.writeHead(200, telling(searchParams)).end('<img src="/none">');
    } else if (pathname === '/module.js')
      response
        .setHeader('content-type', 'text/javascript')
        .end(`import ${JSON.stringify(searchParams.get('of'))};`);
    else if (pathname === '/links') response.setHeader('content-type', 'text/html').end(links);
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

/** Headers that have the browser ask for something else. */
function telling(query: URLSearchParams): Record<string, string> {
  const [[kind, to] = ['', '']] = [...query];
  const headers: Record<string, Record<string, string>> = {
    link: { link: `<${to}>; rel=preload; as=image` },
    refresh: { refresh: `0;url=${to}` },
    report: { 'content-security-policy': `img-src 'none'; report-uri ${to}` },
    endpoint: {
      'reporting-endpoints': `default="${to}"`,
      'content-security-policy': `img-src 'none'; report-to default`,
    },
  };
  return { 'content-type': 'text/html', ...headers[kind] };
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
