import type { IncomingMessage } from 'node:http';
import { type ApprovalRequest, createBrowserTools, type ToolboxOptions } from 'handhold';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Agent, useBrowser } from './agent.js';

const bench = useBrowser({ ownBrowser: true });
const number = '4111 1111 1111 1111';

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

interface Shopper {
  agent: Agent;
  asked: ApprovalRequest[];
  /** What is answered from now on. */
  says(answer: 'yes' | 'no'): void;
}

/** An agent with somebody to ask, who says yes or no; or with nobody. */
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
  const agent = new Agent(tools, `shopper-${Math.random().toString(36).slice(2)}`);
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

const fields = `<label>Card number <input id=card name=card autocomplete=cc-number></label><label>CVC <input name=cvc id=cvc></label>`;
const form = (inside = '', attributes = '') =>
  `<form id=f method=post action=/pay ${attributes}>${fields}<label>Name <input name=name></label>${inside}</form>`;
const send = (path = '/pay', body = "'x'") => `fetch('${path}', { method: 'POST', body: ${body} })`;

type Act = (agent: Agent) => Promise<unknown>;
const click =
  (line: string): Act =>
  (agent) =>
    agent.call('browser_click', { ref: agent.ref(line) });
const press =
  (line: string, key = 'Enter'): Act =>
  (agent) =>
    agent.call('browser_press', { ref: agent.ref(line), key });

/** Every way that was found, and others like it: what the page is made of, and what the agent does there. */
const ways: [way: string, page: () => string, act: Act][] = [
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

describe('a payment is not made unasked', () => {
  it.each(ways)('by %s', async (_way, page, act) => {
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
    await expect.poll(() => arrived.length, { timeout: 3000 }).toBeGreaterThan(0);
    expect(asked.map(({ safety }) => safety)).toEqual(['dangerous']);
  });

  const next = (body: string, path = '/collect') =>
    `<button type=button onclick="${send(path, body)}">Next</button>`;
  const typing: Act = (agent) => agent.type('textbox "Card number"', number);
  const digits = `<label>Digits <input oninput="if (this.value.length === 16) ${send('/collect', 'this.value')}"></label>`;
  const typeDigits = (agent: Agent, text: string) =>
    agent.call('browser_type', { ref: agent.ref('textbox "Digits"'), text });
  /** Where the number is not in a field that is looked at, or in none any more, or comes in pieces. */
  const hidden: [where: string, page: string, enter: Act, act: Act][] = [
    [
      'in a field for long texts',
      `<label>Card number <textarea id=card></textarea></label>${next('card.value')}`,
      typing,
      click('button "Next"'),
    ],
    [
      'in a field for addresses',
      `<label>Card number <input type=email id=card></label>${next('card.value')}`,
      typing,
      click('button "Next"'),
    ],
    [
      'in text that is edited',
      `<div id=card contenteditable role=textbox aria-label="Card number" style="min-height: 20px"></div>${next('card.innerText')}`,
      typing,
      click('button "Next"'),
    ],
    [
      'after hundreds of other fields',
      `${'<input hidden>'.repeat(301)}${fields}${next('card.value')}`,
      typing,
      click('button "Next"'),
    ],
    [
      'in a step before, which is gone',
      `<div id=app>${fields}<button type=button onclick="const n = card.value; app.innerHTML = '<button id=c>Confirm</button>'; c.onclick = () => ${send('/collect', 'n')}">Review</button></div>`,
      typing,
      async (agent) => {
        await agent.click('button "Review"');
        await agent.call('browser_click', { ref: agent.ref('button "Confirm"') });
      },
    ],
    [
      'in a field that is emptied when it is left',
      `<label>Card number <input id=card onblur="window.n = this.value; this.value = ''"></label>${next('n')}`,
      typing,
      async (agent) => {
        await agent.does('browser_press', { key: 'Tab' });
        await agent.call('browser_click', { ref: agent.ref('button "Next"') });
      },
    ],
    [
      'key by key',
      digits,
      (agent) => typeDigits(agent, '411111111111111'),
      (agent) => agent.call('browser_press', { key: '1' }),
    ],
    ['in halves', digits, (agent) => typeDigits(agent, '41111111'), (agent) => typeDigits(agent, '11111111')],
    [
      'in four boxes',
      `${[1, 2, 3, 4].map((i) => `<input aria-label="Group ${i}" class=g>`).join('')}${next("[...document.querySelectorAll('.g')].map((e) => e.value).join('')")}`,
      async (agent) => {
        for (const i of [1, 2, 3, 4]) await agent.type(`textbox "Group ${i}"`, i === 1 ? '4111' : '1111');
      },
      click('button "Next"'),
    ],
    [
      'in the answer to a question',
      `<button onclick="const n = prompt('Number?'); if (n) ${send('/collect', 'n')}">Go</button>`,
      click('button "Go"'),
      (agent) => agent.call('browser_dialog', { action: 'accept', text: number }),
    ],
  ];
  it.each(hidden)('with a number %s', async (_where, page, enter, act) => {
    const { agent, asked, says } = shopper('no');
    await agent.open(bench.site.page(page));
    await enter(agent);
    expect(asked).toEqual([]);
    await act(agent);
    await agent.call('browser_snapshot');
    expect([arrived, asked.length]).toEqual([[], 1]);
    says('yes');
    await agent.open(bench.site.page(page));
    await enter(agent);
    await act(agent);
    await expect.poll(() => arrived).toEqual(['POST /collect']);
  });

  const others: [how: string, page: () => string][] = [
    [
      'a path of joined words',
      () => `${fields}<button type=button onclick="${send('/api/placeOrder')}">Next</button>`,
    ],
    [
      'a form that is got, without the number in it',
      () =>
        `<form id=f action=/step><label>Card number <input autocomplete=cc-number></label><input type=hidden name=token value=1></form><button onclick="f.submit()">Next</button>`,
    ],
    [
      'a form with a field called elements, beside the parts of another',
      () =>
        `<form id=f method=post action=/step><input name=elements type=hidden><label>Card number <input autocomplete=cc-number></label></form><form id=g><input name=x></form><button onclick="f.submit(); new FormData(g)">Next</button>`,
    ],
    [
      'a header',
      () =>
        `${fields}<button type=button onclick="fetch('/collect', { headers: { 'x-card': card.value } })">Next</button>`,
    ],
  ];
  it.each(others)('by %s', async (_how, page) => {
    const { agent, asked } = shopper('no');
    await agent.open(bench.site.page(page()));
    await agent.type('textbox "Card number"', number);
    await agent.call('browser_click', { ref: agent.ref('button "Next"') });
    expect([arrived, asked.length]).toEqual([[], 1]);
  });

  it('nor sent on to another place than was agreed to', async () => {
    const { agent, asked } = shopper('yes');
    const there = bench.site.otherUrl('/collect');
    await agent.open(
      bench.site.page(
        `${fields}<button type=button onclick="${send('/moved', 'card.value')}">Moved</button>
         <button type=button onclick="${send('/pay')}.then(() => fetch('${there}', { method: 'POST', mode: 'no-cors', body: card.value }))">Both</button>`,
      ),
    );
    await agent.type('textbox "Card number"', number);
    await agent.click('button "Moved"');
    await agent.click('button "Both"');
    await expect.poll(() => arrived).toEqual(['POST /step', 'POST /pay', 'POST /collect']);
    const [own, other] = [bench.site.url(''), bench.site.otherUrl('')];
    expect(asked.map(({ request }) => request?.origin)).toEqual([own, other, own, other]);
  });

  const parts: [where: string, page: () => string][] = [
    [
      'in different shadow trees',
      () => `<card-field></card-field><pay-button></pay-button><script>
      for (const [name, html] of [['card-field', '<label>Card number <input autocomplete=cc-number></label>'], ['pay-button', '<button>Pay now</button>']])
        customElements.define(name, class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = html; this.shadowRoot.querySelector('button')?.addEventListener('click', () => ${send()}) } })</script>`,
    ],
    [
      'in different closed shadow trees',
      () => `<card-field></card-field><pay-button></pay-button><script>
      for (const [name, html] of [['card-field', '<label>Card number <input autocomplete=cc-number></label>'], ['pay-button', '<button>Pay now</button>']])
        customElements.define(name, class extends HTMLElement { connectedCallback() { const root = this.attachShadow({ mode: 'closed' }); root.innerHTML = html; root.querySelector('button')?.addEventListener('click', () => ${send()}) } })</script>`,
    ],
    [
      'in a frame of another origin and the page',
      () =>
        `<iframe src="${bench.site.page(fields).otherUrl}"></iframe><button onclick="${send()}">Pay now</button>`,
    ],
    [
      'in the page and a frame of another origin',
      () =>
        `${fields}<iframe src="${bench.site.page(`<button onclick="${send()}">Pay now</button>`).otherUrl}"></iframe>`,
    ],
    [
      'in two frames',
      () =>
        `<iframe src="${bench.site.page(fields).otherUrl}"></iframe><iframe src="${bench.site.page(`<button onclick="${send()}">Pay now</button>`).url}"></iframe>`,
    ],
  ];
  it.each(parts)('where card and button are %s', async (_where, page) => {
    const { agent, asked } = shopper('no');
    await agent.open(bench.site.page(page()));
    await agent.type('textbox "Card number"', number);
    await agent.call('browser_click', { ref: agent.ref('button "Pay now"') });
    expect(asked.map(({ safety }) => safety)).toEqual(['dangerous']);
    expect(arrived).toEqual([]);
  });

  it('by the very key that completes the number', async () => {
    const { agent, asked } = shopper('no');
    await agent.open(
      bench.site.page(
        `<label>Card number <input autocomplete=cc-number oninput="if (this.value.length === 19) ${send('/collect', 'this.value')}"></label>`,
      ),
    );
    await agent.call('browser_type', { ref: agent.ref('textbox "Card number"'), text: number });
    expect([arrived, asked.map(({ reasons }) => reasons)]).toEqual([[], [['sends card data']]]);
  });

  it('by a field that nobody would know for one', async () => {
    const { agent, asked } = shopper('no');
    await agent.open(
      bench.site.page(
        `<form method=post action=/step><label>Digits <input name=x></label><button>Next</button></form>`,
      ),
    );
    await agent.type('textbox "Digits"', number);
    await agent.call('browser_click', { ref: agent.ref('button "Next"') });
    expect([arrived, asked.length]).toEqual([[], 1]);
  });

  it('by the page itself, when nobody is there to ask; and that is told', async () => {
    const { agent } = shopper('yes');
    const page = bench.site.page(form(), { remote: true });
    await agent.open(page);
    await agent.type('textbox "Card number"', number);
    await page.run(`void fetch('/pay', { method: 'POST', body: 'x' }).catch(() => 0)`);
    await agent.snapshot();
    expect(arrived).toEqual([]);
  });

  it('once more by loading its answer again, by whichever way', async () => {
    const { agent, asked, says } = shopper('yes');
    for (const reload of [
      (agent: Agent) => agent.call('browser_reload'),
      (agent: Agent) => agent.call('browser_evaluate', { script: 'location.reload()' }),
      (agent: Agent) => agent.call('browser_evaluate', { script: 'history.go(0)' }),
      async (agent: Agent) => {
        await agent.open(bench.site.page('Elsewhere'));
        await agent.call('browser_back');
        await agent.call('browser_reload');
      },
    ]) {
      says('yes');
      await agent.open(bench.site.page(form('<button>Continue</button>')));
      await agent.type('textbox "Card number"', number);
      await agent.click('button "Continue"');
      expect([arrived, asked.length]).toEqual([['POST /pay'], 1]);
      says('no');
      await reload(agent);
      await agent.call('browser_snapshot');
      expect([arrived, asked.length]).toEqual([[], 1]);
    }
  });

  it('on the page after the one that took the card', async () => {
    const { agent, asked } = shopper('yes');
    await agent.open(bench.site.page(form('<button>Continue</button>')));
    await agent.type('textbox "Card number"', number);
    await agent.click('button "Continue"');
    expect(asked).toHaveLength(1);
    await agent.click('button "Place order"');
    expect(asked).toHaveLength(2);
  });
});

describe('whoever is asked about a request', () => {
  it('is told where it would go, from which page and why, and may take their time', async () => {
    const asked: ApprovalRequest[] = [];
    let answer: (yes: boolean) => void = () => undefined;
    const { agent } = shopper('nobody', {
      host: {
        approve: (request) => {
          asked.push(request);
          return new Promise((resolve) => (answer = resolve));
        },
      },
    });
    const page = bench.site.page(
      `${form()}<button type=button onclick="${send('/api/charge')}.then(() => document.body.append('Thank you'))">Next</button>`,
      { title: 'Checkout' },
    );
    await agent.open(page);
    await agent.type('textbox "Card number"', number);
    const clicking = agent.call('browser_click', { ref: agent.ref('button "Next"'), timeout: 3000 });
    await expect.poll(() => asked.length).toBe(1);
    expect(asked[0]).toMatchObject({
      tool: 'browser_click',
      page: { url: page.url, title: 'Checkout' },
      request: { method: 'POST', url: bench.site.url('/api/charge') },
      reasons: ['looks like a payment from a page that holds card data'],
    });
    // Longer than the call itself may take.
    await new Promise((resolve) => setTimeout(resolve, 3200));
    answer(true);
    const { data, error } = await clicking;
    expect(error).toBeUndefined();
    expect(data).toMatchObject({ changes: expect.stringContaining('Thank you') });
    expect(arrived).toEqual(['POST /api/charge']);
  });

  it('is not there: then nothing is sent, the page stays, and the agent is told', async () => {
    const { agent } = shopper('nobody');
    const page = bench.site.page(`${form()}<button onclick="f.submit()">Next</button>`);
    await agent.open(page);
    await agent.type('textbox "Card number"', number);
    const error = await agent.fails('browser_click', { ref: agent.ref('button "Next"') });
    expect(error).toMatchObject({ code: 'approval_required', canRetry: false, sideEffect: 'done' });
    expect(error.message).toMatch(/held back and not sent/);
    expect(arrived).toEqual([]);
    expect((await agent.does('browser_snapshot')).url).toBe(page.url);
  });

  it('is not needed where the policy allows it, and of no use where it denies', async () => {
    for (const [policy, code, came] of [
      ['allow', undefined, ['POST /pay']],
      ['deny', 'permission_denied', []],
    ] as const) {
      const { agent } = shopper('yes', { policy: { dangerous: policy } });
      await agent.open(bench.site.page(`${form()}<button onclick="f.submit()">Next</button>`));
      await agent.type('textbox "Card number"', number);
      const { error } = await agent.call('browser_click', { ref: agent.ref('button "Next"') });
      expect([error?.code, arrived]).toEqual([code, came]);
    }
  });
});

describe('what is no payment goes on', () => {
  const harmless: [what: string, page: () => string, act: Act, came: string][] = [
    [
      'a coupon',
      () => form(`<button type=button onclick="${send('/coupon', "'SAVE10'")}">Apply</button>`),
      click('button "Apply"'),
      'POST /coupon',
    ],
    [
      'what a page counts',
      () =>
        `${form()}<button type=button onclick="navigator.sendBeacon('/collect', 'view&dl=https://shop.test/checkout')">More</button>`,
      click('button "More"'),
      'POST /collect',
    ],
    [
      'what a page counts as steps of a checkout',
      () =>
        `${form()}<button type=button onclick="navigator.sendBeacon('/track', JSON.stringify({ event: 'Checkout Step Completed' }))">More</button>`,
      click('button "More"'),
      'POST /track',
    ],
    [
      'what is sorted',
      () => `${form()}<button type=button onclick="${send('/track', "'sort_order=asc'")}">More</button>`,
      click('button "More"'),
      'POST /track',
    ],
    [
      'another form of the page',
      () =>
        `${form()}<form method=post action=/letter><label>Mail <input name=mail></label><button>Get news</button></form>`,
      click('button "Get news"'),
      'POST /letter',
    ],
    [
      'a form without a card',
      () => `<form method=post action=/letter><button>Order brochure</button></form>`,
      click('button "Order brochure"'),
      'POST /letter',
    ],
  ];
  const codes =
    '<form method=post action=/letter><label>Security code <input name=otp></label><button>Go</button></form>';
  const unpaid: [what: string, page: string, text: string][] = [
    ['a code to sign in', codes, '482913'],
    [
      'the number of an account',
      codes.replace('Security code', 'Account').replace('otp', 'acc_number'),
      '12345678',
    ],
    ['a library card', codes.replace('Security code', 'Library card number'), '20045'],
    ['the number of a telephone', codes.replace('Security code', 'IMEI'), '490154203237518'],
    [
      'a page with the frame that a provider puts everywhere',
      `<iframe name=__privateStripeMetricsController style="display: none"></iframe>${codes}`,
      '1',
    ],
  ];
  it('what only looks like a card', async () => {
    const { agent, asked, says } = shopper('no');
    for (const [what, page, text] of unpaid) {
      says('no');
      await agent.open(bench.site.page(page));
      const [field = ''] = agent.refs('textbox');
      await agent.does('browser_type', { ref: field, text });
      await agent.click('button "Go"');
      await expect.poll(() => arrived, { message: what }).toEqual(['POST /letter']);
      expect(asked, what).toEqual([]);
    }
  });

  it('and neither does a call fail that only looks, while a page is kept from paying', async () => {
    const { agent } = shopper('nobody');
    await agent.open(
      bench.site.page(
        `${fields}<div style="height: 5000px"></div><script>onscroll = () => ${send('/pay')}.catch(() => 0)</script>`,
      ),
    );
    await agent.type('textbox "Card number"', number);
    await agent.does('browser_scroll', { direction: 'down' });
    await agent.snapshot();
    expect(arrived).toEqual([]);
  });

  it.each(harmless)('%s', async (_what, page, act, came) => {
    const { agent, asked } = shopper('no');
    await agent.open(bench.site.page(page()));
    if (agent.refs('textbox "Card number"').length > 0) await agent.type('textbox "Card number"', number);
    await act(agent);
    await expect.poll(() => arrived).toEqual([came]);
    expect(asked).toEqual([]);
  });

  it('in other sessions of the same browser, at the same time', async () => {
    const { agent } = shopper('no');
    await agent.open(bench.site.page(form()));
    await agent.type('textbox "Card number"', number);
    const other = bench.agent();
    await other.open(
      bench.site.page(
        `<form method=post action=/pay><button>Send</button></form><iframe srcdoc="<form method=post action=/step target=_top><button>Inner</button></form>"></iframe>`,
      ),
    );
    await other.click('button "Send"');
    await expect.poll(() => arrived).toEqual(['POST /pay']);
  });

  it.each(['url', 'otherUrl'] as const)(
    'in a frame of another session whose page waits for it (%s)',
    async (where) => {
      const { agent } = shopper('no');
      await agent.open(bench.site.page(form()));
      await agent.type('textbox "Card number"', number);
      const other = bench.agent();
      const inner = bench.site.page(
        `<button onclick="const x = new XMLHttpRequest(); x.open('POST', '/pay', false); x.send('y'); this.textContent = 'Sent'">Send</button>`,
      );
      await other.open(bench.site.page(`<iframe title=f src="${inner[where]}"></iframe>`));
      await other.click('button "Send"');
      expect(arrived).toEqual(['POST /pay']);
      expect(await other.snapshot()).toContain('button "Sent"');
    },
  );

  it('on the same tab, once the card is gone', async () => {
    const { agent, asked } = shopper('no');
    await agent.open(bench.site.page(form()));
    await agent.type('textbox "Card number"', number);
    await agent.open(bench.site.page(`<button onclick="${send('/step')}">Next</button>`));
    await agent.click('button "Next"');
    await expect.poll(() => arrived).toEqual(['POST /step']);
    expect(asked).toEqual([]);
  });
});
