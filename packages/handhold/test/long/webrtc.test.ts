import { createSocket, type Socket } from 'node:dgram';
import { createBrowserTools, type ToolboxOptions } from 'handhold';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { useFullBrowser } from '../../../../test/support/browser.js';
import { Agent } from '../agent.js';
import { ForeignBrowser } from '../foreign.js';
import { Site } from '../site.js';

/** A server that pages may ask for their address by WebRTC, over UDP. */
class Stun {
  private readonly heard: Promise<void>;
  packets = 0;

  private constructor(private readonly socket: Socket) {
    this.heard = new Promise((resolve) =>
      socket.on('message', () => {
        this.packets += 1;
        resolve();
      }),
    );
  }

  static async start(): Promise<Stun> {
    const socket = createSocket('udp4');
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    return new Stun(socket);
  }

  get url(): string {
    return `stun:127.0.0.1:${this.socket.address().port}`;
  }

  /** Resolves with the first packet. */
  reached(): Promise<void> {
    return this.heard;
  }

  stop(): void {
    this.socket.close();
  }
}

const inFrame = (set: string) =>
  `const frame = document.createElement('iframe'); ${set}; document.body.append(frame);`;
const blob = `URL.createObjectURL(new Blob([html], { type: 'text/html' }))`;
const escaped = `html.replaceAll('&', '&amp;').replaceAll('"', '&quot;')`;

/** Places that a page can use WebRTC from: `use` does it in a window, `html` is a document that does it. */
const places = {
  'the page itself': 'use(window)',
  'a frame that is used as soon as it is there': `${inFrame('')} use(frame.contentWindow)`,
  'a srcdoc frame': inFrame('frame.srcdoc = html'),
  'a sandboxed srcdoc frame': inFrame(`frame.sandbox = 'allow-scripts'; frame.srcdoc = html`),
  'a data: frame': inFrame(`frame.src = 'data:text/html,' + encodeURIComponent(html)`),
  'a blob: frame': inFrame(`frame.src = ${blob}`),
  'a sandboxed blob: frame': inFrame(`frame.sandbox = 'allow-scripts'; frame.src = ${blob}`),
  'a frame in a sandboxed srcdoc frame': inFrame(
    `frame.sandbox = 'allow-scripts'; frame.srcdoc = '<iframe srcdoc="' + ${escaped} + '"></iframe>'`,
  ),
  'a window it opens': `use(open('about:blank'))`,
  'a window that a sandboxed frame opens': inFrame(
    `frame.sandbox = 'allow-scripts allow-popups'; frame.srcdoc = html.replace('use(window)', 'use(open("about:blank") ?? window)')`,
  ),
};

let site: Site;
const browsers: ForeignBrowser[] = [];
beforeAll(async () => {
  site = await Site.start();
});
afterAll(async () => {
  await Promise.all([site.stop(), ...browsers.map((browser) => browser.stop())]);
});

async function start(...flags: string[]): Promise<ForeignBrowser> {
  const browser = await ForeignBrowser.start(flags);
  browsers.push(browser);
  return browser;
}

function connect(browser: ForeignBrowser, options: ToolboxOptions): Agent {
  const tools = createBrowserTools({ cdp: browser.endpoint, allowPrivate: true, ...options });
  onTestFinished(() => tools.close());
  return new Agent(tools, 'default');
}

/** Opens a page that uses WebRTC from a place when its button is pressed, and presses it. */
async function tries(agent: Agent, script: string): Promise<{ stun: Stun; tried: Promise<void> }> {
  const stun = await Stun.start();
  onTestFinished(() => stun.stop());
  let done: () => void = () => undefined;
  const tried = new Promise<void>((resolve) => (done = resolve));
  const told = site.on('/tried', (_request, response) => {
    done();
    response.end();
  });
  const use = `function use(place) {
    const tell = () => fetch('${told}', { mode: 'no-cors' });
    if (!place.RTCPeerConnection) return tell();
    const peer = new place.RTCPeerConnection({ iceServers: [{ urls: '${stun.url}' }] });
    peer.onicegatheringstatechange = () => { if (peer.iceGatheringState === 'complete') tell(); };
    peer.createDataChannel('x');
    peer.createOffer().then((offer) => peer.setLocalDescription(offer));
  }`;
  const html = JSON.stringify(`<script>${use}; use(window)</script>`).replaceAll('</', '<\\/');
  const page = site.page(`<button onclick="go()">Go</button><script>
    ${use}
    const html = ${html};
    function go() { ${script} }
  </script>`);
  await agent.open(page);
  await agent.click('button "Go"');
  return { stun, tried };
}

describe('WebRTC in a browser that somebody else started', () => {
  useFullBrowser();

  it.each(['a sandboxed srcdoc frame', 'the page itself'] as const)(
    'gets out of %s where nothing limits it',
    async (place) => {
      const { stun } = await tries(connect(browsers[0] ?? (await start()), {}), places[place]);
      await stun.reached();
    },
  );

  it.each([
    ['allowed', { allowHosts: ['127.0.0.1'] }],
    ['blocked', { blockHosts: ['blocked.test'] }],
  ])('is not trusted to keep to %s hosts unless it was started to', async (_which, lists) => {
    const agent = connect(browsers[0] ?? (await start()), lists);
    const page = site.page('<p>Never</p>');
    const error = await agent.fails('browser_navigate', { url: page.url });
    expect(error).toMatchObject({ code: 'launch_failed', canRetry: false, sideEffect: 'none' });
    expect(error.recoveryHint).toContain('--webrtc-ip-handling-policy=disable_non_proxied_udp');
    expect(page.visits).toBe(0);
  });

  describe('that was started to keep it in', () => {
    let browser: ForeignBrowser;
    beforeAll(async () => {
      browser = await start(
        '--enable-automation',
        '--webrtc-ip-handling-policy=disable_non_proxied_udp',
        '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
      );
    });

    it.each(Object.entries(places))('sends nothing from %s', async (_place, script) => {
      const agent = connect(browser, { allowHosts: ['127.0.0.1', 'localhost'] });
      const { stun, tried } = await tries(agent, script);
      await tried;
      expect(stun.packets).toBe(0);
    });
  });
});
