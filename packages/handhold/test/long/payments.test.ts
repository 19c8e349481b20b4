import { describe, expect, it } from 'vitest';
import type { Agent } from '../agent.js';
import { type Act, click, fields, number, send, useShop, ways } from '../shop.js';

const { bench, arrived, shopper, isAskedAbout } = useShop();

describe('a payment is not made unasked', () => {
  it.each(ways.slice(12))('by %s', (_way, page, act) => isAskedAbout(page, act));

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
});
