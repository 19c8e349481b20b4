import type { IncomingMessage } from 'node:http';
import { type ApprovalRequest, createBrowserTools, type ToolboxOptions } from 'handhold';
import { beforeAll, expect, onTestFinished } from 'vitest';
import { Agent, useBrowser } from './agent.js';

/** A shop that takes cards, and agents who are there with somebody to ask. */

export const number = '4111 1111 1111 1111';

export interface Shopper {
  agent: Agent;
  asked: ApprovalRequest[];
  /** What is answered from now on. */
  says(answer: 'yes' | 'no'): void;
}

/** The shop, for the tests of a file: its pages, what came to it, and who is there. */
export function useShop() {
  const bench = useBrowser({ ownBrowser: true });
  /** What came to the shop, by path. */
  const arrived: string[] = [];

  beforeAll(() => {
    const take = (path: string) =>
      bench.site.on(path, async (request: IncomingMessage, response) => {
        for await (const _chunk of request);
        arrived.push(`${request.method} ${path}`);
        response.writeHead(200, { 'content-type': 'text/html', 'access-control-allow-origin': '*' });
        response.end('<h1>Thank you</h1><button>Place order</button>');
      });
    for (const path of [
      ...[
        '/pay',
        '/api/charge',
        '/api/placeOrder',
        '/coupon',
        '/collect',
        '/letter',
        '/step',
        '/pixel',
        '/track',
      ],
    ])
      take(path);
    bench.site.on('/moved', (_request, response) => {
      response.writeHead(307, { location: bench.site.otherUrl('/step') }).end();
    });
    bench.site.on('/pay-worker.js', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/javascript' });
      response.end(
        `fetch('/pay', { method: 'POST', body: 'x' }); onconnect = () => fetch('/pay', { method: 'POST', body: 'x' })`,
      );
    });
  });

  function shopper(answer: 'yes' | 'no' | 'nobody', options: ToolboxOptions = {}): Shopper {
    const asked: ApprovalRequest[] = [];
    let word = answer;
    const approve = async (request: ApprovalRequest) => {
      asked.push(request);
      return word === 'yes';
    };
    const tools = createBrowserTools({
      browser: bench.tools.browser,
      ...(answer === 'nobody' ? {} : { host: { approve } }),
      ...options,
    });
    const agent = new Agent(tools);
    arrived.length = 0;
    onTestFinished(async () => {
      await agent.call('browser_close');
      await tools.close();
    });
    const says = (to: 'yes' | 'no') => {
      word = to;
      arrived.length = asked.length = 0;
    };
    return { agent, asked, says };
  }

  /** The payment is made once somebody agreed to it, and not before. */
  const isAskedAbout = async (page: () => string, act: Act) => {
    const { agent, asked, says } = shopper('no');
    await agent.open(bench.site.page(page()));
    await agent.type('textbox "Card number"', number);
    expect(asked).toEqual([]);
    await act(agent);
    await agent.call('browser_snapshot');
    expect(asked.map(({ safety }) => safety)).toEqual(['dangerous']);
    expect(arrived.filter((what) => what !== 'GET /step')).toEqual([]);
    says('yes');
    await agent.open(bench.site.page(page()));
    await agent.type('textbox "Card number"', number);
    await act(agent);
    await expect.poll(() => arrived.length).toBeGreaterThan(0);
    expect(asked.map(({ safety }) => safety)).toEqual(['dangerous']);
  };

  return { bench, arrived, shopper, isAskedAbout };
}

export const fields = `<label>Card number <input id=card name=card autocomplete=cc-number></label><label>CVC <input name=cvc id=cvc></label>`;
export const form = (inside = '', attributes = '') =>
  `<form id=f method=post action=/pay ${attributes}>${fields}<label>Name <input name=name></label>${inside}</form>`;
export const send = (path = '/pay', body = "'x'") => `fetch('${path}', { method: 'POST', body: ${body} })`;

export type Act = (agent: Agent) => Promise<unknown>;
export const click =
  (line: string): Act =>
  (agent) =>
    agent.call('browser_click', { ref: agent.ref(line) });
export const press =
  (line: string, key = 'Enter'): Act =>
  (agent) =>
    agent.call('browser_press', { ref: agent.ref(line), key });

/** Every way that was found, and others like it: what the page is made of, and what the agent does there. */
export const ways: [way: string, page: () => string, act: Act][] = [
  [
    'Enter on a checkbox of the form',
    () => form('<label><input type=checkbox>Keep it</label><button>Continue</button>'),
    press('checkbox "Keep it"'),
  ],
  [
    'Enter on a radio of the form',
    () => form('<label><input type=radio>Express</label><button>Continue</button>'),
    press('radio "Express"'),
  ],
  [
    'Enter on a number of the form',
    () => form('<label>Pieces <input type=number value=1></label><button>Continue</button>'),
    press('spinbutton "Pieces"'),
  ],
  ['its button', () => form('<button>Continue</button>'), click('button "Continue"')],
  ['Space on its button', () => form('<button>Continue</button>'), press('button "Continue"', 'Spacebar')],
  [
    'a div with a handler',
    () => `${form()}<div onclick="${send()}">Pay now</div>`,
    click('clickable "Pay now"'),
  ],
  [
    'a span that is listened on',
    () => `${form()}<span id=s>Pay now</span><script>s.addEventListener('click', () => ${send()})</script>`,
    click('clickable "Pay now"'),
  ],
  [
    'a div that takes the focus, by Enter',
    () => `${form()}<div tabindex=0 onkeydown="${send()}">Pay now</div>`,
    async (agent) => agent.call('browser_press', { selector: 'div[tabindex]', key: 'Enter' }),
  ],
  [
    'a role of link',
    () => `${form()}<span role=link tabindex=0 onclick="${send()}">Pay now</span>`,
    click('link "Pay now"'),
  ],
  [
    'a menu item',
    () => `${form()}<div role=menu><div role=menuitem tabindex=0 onclick="${send()}">Buy it</div></div>`,
    click('menuitem "Buy it"'),
  ],
  [
    'a link with a handler',
    () => `${form()}<a href="#" onclick="${send()}; return false">Place order</a>`,
    click('link "Place order"'),
  ],
  [
    'a label',
    () => `${form('<input id=go type=submit hidden>')}<label for=go style="cursor:pointer">Pay now</label>`,
    (agent) => agent.call('browser_click', { selector: 'label[for=go]' }),
  ],
  [
    'the bare mouse',
    () =>
      `<style>body { margin: 0 } #p { width: 200px; height: 50px }</style><div id=p onclick="${send()}">Pay now</div>${form()}`,
    (agent) => agent.call('browser_mouse', { action: 'click', x: 20, y: 20 }),
  ],
  [
    'a button that belongs to the form by its attribute',
    () => `${form()}<button form=f>Next</button>`,
    click('button "Next"'),
  ],
  [
    'a button elsewhere that submits by script',
    () => `${form()}<button onclick="f.submit()">Next</button>`,
    click('button "Next"'),
  ],
  [
    'a button elsewhere that asks for it',
    () =>
      `${form('', `onsubmit="${send()}; return false"`)}<button onclick="f.requestSubmit()">Next</button>`,
    click('button "Next"'),
  ],
  [
    'a button whose script sends it',
    () =>
      `${form()}<button type=button onclick="${send('/api/charge', 'JSON.stringify({ token: 1 })')}">Next</button>`,
    click('button "Next"'),
  ],
  [
    'a button whose script sends the number to wherever',
    () =>
      `${form()}<button type=button onclick="${send('/collect', 'JSON.stringify({ n: card.value })')}">Next</button>`,
    click('button "Next"'),
  ],
  [
    'a select whose change submits',
    () =>
      form('<label>How <select name=how onchange="this.form.submit()"><option>a<option>b</select></label>'),
    (agent) => agent.call('browser_select', { ref: agent.ref('combobox "How"'), values: ['b'] }),
  ],
  [
    'a select in a form that is filled in',
    () =>
      form('<label>How <select name=how onchange="this.form.submit()"><option>a<option>b</select></label>'),
    (agent) =>
      agent.call('browser_fill_form', { fields: [{ ref: agent.ref('combobox "How"'), value: 'b' }] }),
  ],
  [
    'a checkbox whose change submits',
    () => form('<label><input type=checkbox onchange="this.form.submit()">Agree</label>'),
    (agent) => agent.call('browser_check', { ref: agent.ref('checkbox "Agree"') }),
  ],
  [
    'a field that submits when it is left',
    () => form('<label>Note <input onchange="this.form.submit()"></label>'),
    async (agent) => {
      await agent.call('browser_type', { ref: agent.ref('textbox "Note"'), text: 'x' });
      await agent.call('browser_press', { key: 'Tab' });
    },
  ],
  [
    'something that is only pointed at',
    () => `${form()}<b style="display:block;width:200px" onmouseover="f.submit()">Look</b>`,
    (agent) => agent.call('browser_hover', { selector: 'b' }),
  ],
  [
    'a beacon',
    () => `${form()}<button type=button onclick="navigator.sendBeacon('/pay', 'x')">Next</button>`,
    click('button "Next"'),
  ],
  [
    'an old request',
    () =>
      `${form()}<button type=button onclick="const r = new XMLHttpRequest(); r.open('POST', '/pay'); r.send('x')">Next</button>`,
    click('button "Next"'),
  ],
  [
    'a request that outlives the page',
    () =>
      `${form()}<button type=button onclick="fetch('/pay', { method: 'POST', body: 'x', keepalive: true })">Next</button>`,
    click('button "Next"'),
  ],
  [
    'a worker',
    () => `${form()}<button type=button onclick="new Worker('/pay-worker.js')">Next</button>`,
    click('button "Next"'),
  ],
  [
    'a worker of its own',
    () =>
      `${form()}<button type=button onclick="new SharedWorker('/pay-worker.js?' + Math.random())">Next</button>`,
    click('button "Next"'),
  ],
  [
    'a new tab',
    () => `${form('', 'target=_blank')}<button onclick="f.submit()">Next</button>`,
    click('button "Next"'),
  ],
  [
    'a frame',
    () => `${form('', 'target=inner')}<iframe name=inner></iframe><button onclick="f.submit()">Next</button>`,
    click('button "Next"'),
  ],
  [
    'a frame of its own',
    () =>
      `${form()}<iframe srcdoc="<form id=g method=post action=/pay></form>"></iframe><button onclick="frames[0].g.submit()">Next</button>`,
    click('button "Next"'),
  ],
  [
    'a picture with the number in its address',
    () => `${form()}<button type=button onclick="new Image().src = '/pixel?c=' + card.value">Next</button>`,
    click('button "Next"'),
  ],
  [
    'a form that is got',
    () =>
      `${form('', 'onsubmit="this.method = \'get\'"')}<button onclick="f.method = 'get'; f.action = '/pixel'; f.submit()">Next</button>`,
    click('button "Next"'),
  ],
  [
    'a dialog',
    () => `${form()}<button type=button onclick="if (confirm('Sure?')) ${send()}">Next</button>`,
    async (agent) => {
      await agent.call('browser_click', { ref: agent.ref('button "Next"') });
      await agent.call('browser_dialog', { action: 'accept' });
    },
  ],
  [
    'a script of the agent',
    () => form(),
    (agent) => agent.call('browser_evaluate', { script: 'document.forms[0].submit()' }),
  ],
  [
    'another script of the agent',
    () => form(),
    (agent) => agent.call('browser_evaluate', { script: send() }),
  ],
  ['submitting the form', () => form(), (agent) => agent.call('browser_submit', {})],
  [
    'submitting it by one of its fields',
    () => form(),
    (agent) => agent.call('browser_submit', { ref: agent.ref('textbox "Name"') }),
  ],
  [
    'a step of a batch',
    () => form('<button>Continue</button>'),
    (agent) =>
      agent.call('browser_batch', {
        steps: [{ tool: 'browser_click', input: { ref: agent.ref('button "Continue"') } }],
      }),
  ],
  [
    'another form, where the card stands in none',
    () => `${fields}<form id=f method=post action=/step><button>Go on</button></form>`,
    click('button "Go on"'),
  ],
];
