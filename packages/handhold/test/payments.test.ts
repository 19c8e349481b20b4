import type { ApprovalRequest } from 'handhold';
import { describe, expect, it } from 'vitest';
import type { Agent } from './agent.js';
import { type Act, click, fields, form, number, send, useShop, ways } from './shop.js';

const { bench, arrived, shopper, isAskedAbout } = useShop();

describe('a payment is not made unasked', () => {
  it.each(ways.slice(0, 12))('by %s', (_way, page, act) => isAskedAbout(page, act));

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
