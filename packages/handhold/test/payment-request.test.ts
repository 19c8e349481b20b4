import { describe, expect, it } from 'vitest';
import { TypedDigits } from '../src/browser/typed-digits.js';
import { type GivenCards, type Outgoing, whyPayment } from '../src/gate/payment-request.js';
import { cardNumberIn, cardNumbersIn } from '../src/page/injected/risk/card-number.js';
import { Inscriptions } from '../src/page/injected/risk/words.js';

const inscriptions = new Inscriptions();

const number = '4111111111111111';
const shop = 'https://shop.test';
const holding: GivenCards = { numbers: [number], ofCardForm: false, page: 'holds' };
const why = (request: Partial<Outgoing>, cards: Partial<GivenCards> = {}) =>
  whyPayment(
    { method: 'POST', url: `${shop}/x`, kind: 'Fetch', sends: true, body: 'x', headers: [], ...request },
    { ...holding, ...cards },
  );

describe('a request from a page that holds a card', () => {
  it.each([
    ...['/api/placeOrder', '/api/submitPayment', '/api/createCharge', '/api/processPayment', '/placeorder'],
    ...[
      '/api/v1/transactions',
      '/payNow',
      '/paynow',
      '/checkoutSession',
      '/cart/finalize',
      '/zahlen',
      '/pay',
    ],
    ...['/api/paymentIntents/pi_1/confirm', '/v1/payment_intents', '/orders', '/complete-purchase'],
  ])('is a payment to %s', (path) => expect(why({ url: shop + path })).toMatch(/^looks like a payment/));

  it.each([
    ...[
      '/coupon',
      '/collect',
      '/sort_order',
      '/api/order-by',
      '/orderly',
      '/payload',
      '/recorders',
      '/oauth/authorize',
    ],
    ...['/newsletter/subscribe', '/track', '/display'],
  ])('is none to %s', (path) => expect(why({ url: shop + path })).toBeUndefined());

  it.each([
    '{"operationName":"placeOrder","query":"mutation placeOrder($t:ID!){ completePurchase(token:$t){ chargeId } }"}',
    'action=pay&token=1',
    '{"op":"confirm_payment"}',
  ])('is a payment by its body: %s', (body) => expect(why({ body })).toMatch(/^looks like a payment/));

  it.each([
    ['Fetch', '{"query":"{ shipping(order: ASC) { id } }"}'],
    ['Fetch', 'sort_order=asc&q=Bonn'],
    ['Ping', '{"event":"Checkout Step Completed"}'],
    ['Ping', '{"event":"place order clicked"}'],
    ['Fetch', 'view&dl=https://shop.test/checkout/placeOrder'],
  ])('is none by its body: %s %s', (kind, body) => expect(why({ kind, body })).toBeUndefined());

  it.each([
    ['grouped', 'c=4111+1111-1111.1111'],
    ['encoded', 'c=4111%201111%2D1111%2E1111'],
    ['encoded twice', 'c=4111%2520111111111111'],
    ['with blanks that do not break', 'c=4111%C2%A01111%C2%A01111%C2%A01111'],
    ['every digit encoded', [...number].map((digit) => `%3${digit}`).join('')],
    ['as groups in JSON', '{"n":["4111","1111","1111","1111"]}'],
    ['as fields in JSON', '{"n1":"4111","n2":"1111","n3":"1111","n4":"1111"}'],
    ['as fields of a form', 'n1=4111&n2=1111&n3=1111&n4=1111'],
    ['in two bytes each', [...number].join('\0')],
  ])('gives the number away: %s', (_how, body) => {
    expect(why({ body })).toBe('sends card data');
    expect(why({ method: 'GET', sends: false, url: `${shop}/x?${body}` }, { page: 'other' })).toBe(
      'sends card data',
    );
    expect(why({ headers: [body] })).toBe('sends card data');
  });

  it('is told by the form it comes from, got or posted, and not by others', () => {
    const form = { kind: 'Document', url: `${shop}/next?token=1` };
    expect(why({ ...form, method: 'GET', sends: false }, { ofCardForm: true })).toMatch(/takes cards/);
    expect(why({ ...form, method: 'GET', sends: false })).toBeUndefined();
    for (const page of ['holds', 'given'] as const) {
      expect(why(form, { ofCardForm: undefined, page })).toMatch(/^sends a form/);
      expect(why(form, { ofCardForm: false, page })).toBeUndefined();
    }
    expect(why({ ...form, url: `${shop}/pay` }, { ofCardForm: undefined, page: 'other' })).toBeUndefined();
  });
});

describe('a number', () => {
  it.each([
    ...[
      '4111 1111 1111 1111',
      '5555-5555-5555-4444',
      '378282246310005',
      '6011111111111117',
      '30569309025904',
    ],
    ...['3530111333300000', '6200000000000005', '2223003122003222', '4222222222222', '6759649826438453'],
  ])('of a card: %s', (text) => expect(cardNumberIn(text)).toBe(text.replace(/\D/g, '')));

  it.each([
    ...[
      '490154203237518',
      '356938035643809',
      '0000000000000000',
      '4111111111111112',
      '1234567812345670',
      '79927398713',
    ],
  ])('of something else: %s', (text) =>
    expect([cardNumberIn(text), cardNumbersIn(text)]).toEqual([undefined, []]),
  );

  it('is known when its last piece comes, whatever the pieces', () => {
    const typed = (...pieces: string[]) => {
      const digits = new TypedDigits();
      return pieces.map((piece) => digits.add(piece)).at(-1);
    };
    expect(typed('4111', '1111', '1111', '1111')).toEqual([number]);
    expect(typed('41111111', '11111111')).toEqual([number]);
    expect(typed('12', '2031', ...number)).toContain(number);
    expect(typed('4111', '1111', 'Ada', '1111', '1111')).toEqual([]);
    expect(typed('4111', '1111', '1111', '111')).toEqual([]);
  });
});

it.each([
  ['placeOrder', 'surely'],
  ['processPayment', 'surely'],
  ['createCharge', 'surely'],
  ['Jetzt zahlen', 'surely'],
  ['Finalize', 'surely'],
  ['P\u00aday now', 'surely'],
  ['Continue', undefined],
  ['Display', undefined],
  ['Payload', undefined],
])('pressing %s pays: %s', (text, sure) => expect(inscriptions.pay(text)).toBe(sure));
