import { urlFrom } from '../url.js';

/** A request that would leave a session while one of its pages has to do with cards. */
export interface Outgoing {
  method: string;
  url: string;
  /** Its purpose, as browsers call it: Document, XHR, Ping … */
  kind: string;
  /** True if it brings something along, rather than only asking for something. */
  sends: boolean;
  /** Undefined where there is none, or it can't be read. */
  body: string | undefined;
  /** Values of its headers. */
  headers: readonly string[];
}

/** The cards that were given to the pages it may come from, as far as known. */
export interface GivenCards {
  /** Digits of whole numbers. */
  numbers: readonly string[];
  /** True if the form that was sent takes cards; undefined where it is not known which that was. */
  ofCardForm: boolean | undefined;
  /** A page that has been given one since it came; one of a site that has; neither. */
  page: 'holds' | 'given' | 'other';
}

const payWords = new Set(
  (
    'pay pays paid payment payments charge charges checkout purchase purchases order orders donate donation donations ' +
    'subscribe subscription subscriptions buy intent intents authorize authorise capture transaction transactions finalize ' +
    'finalise bezahlen zahlen zahlung zahlungen bestellen bestellung kaufen kauf payer paiement pagar pago comprar'
  ).split(' '),
);
/** Joined without a sign of where one word ends. */
const joined =
  /^(place|submit|create|process|complete|confirm|make|do|new|finali[sz]e)(order|payment|charge|purchase|checkout|transaction)s?$|^(order|payment|purchase|checkout)s?(submit|complete|confirm|create|process|now|session|intents?)$|^(pay|buy)now$/;
/** The operation that a body asks for, by its name. */
const deeds =
  /\b(place|submit|create|process|complete|confirm|make|finali[sz]e|capture|authori[sz]e) (an? |the |my )?(order|payment|charge|purchase|checkout|transaction|payment intent|subscription)s?\b/i;
const action =
  /\b(action|op|operation|operationName|cmd|command|method|task|do)["']?\s*[=:]\s*["']?(pay|buy|purchase|charge|checkout|order|donate|subscribe)\b/i;
const addresses = /https?:\/\/[^\s"'<>&]+|https?%3a%2f%2f[^\s"'<>&]+/gi;
/** Requests that browsers send of their own accord. */
const reports = new Set(['CSPViolationReport', 'Preflight', 'SignedExchange']);

/** Why a request is a payment, or gives a card away; undefined if it is neither. */
export function whyPayment(request: Outgoing, cards: GivenCards): string | undefined {
  const { url, kind, sends, body = '', headers } = request;
  if (holdsNumber([url, body, ...headers], cards.numbers)) return 'sends card data';
  if (reports.has(kind)) return undefined;
  if (kind === 'Document' && cards.ofCardForm && url.includes('?')) return 'sends a form that takes cards';
  if (!sends || cards.page === 'other') return undefined;
  const from = cards.page === 'holds' ? 'a page that holds card data' : 'a site that was given a card';
  // What is sent again, by loading an answer anew, is heard of from no form.
  if (kind === 'Document' && cards.ofCardForm !== false) return `sends a form from ${from}`;
  if (namesPayment(url) || (kind !== 'Ping' && saysPayment(body))) return `looks like a payment from ${from}`;
  return undefined;
}

/** True if the path of an address is called after a payment. */
function namesPayment(url: string): boolean {
  const words = wordsOf(urlFrom(url)?.pathname ?? url);
  if (words.some((word) => /^(oauth2?|oidc|newsletters?)$/.test(word))) return false;
  return words.some((word, at) => {
    if (joined.test(word)) return true;
    const isSorting = /^orders?$/.test(word) && (words[at - 1] === 'sort' || words[at + 1] === 'by');
    return payWords.has(word) && !isSorting;
  });
}

function saysPayment(body: string): boolean {
  const text = body.replace(addresses, '').slice(0, 10_000);
  return action.test(text) || deeds.test(apart(text).replace(/[_-]+/g, ' ')) || wordsOf(text).some(isJoined);
}

function isJoined(word: string): boolean {
  return joined.test(word);
}

/** Parts of joined words, apart. */
function apart(text: string): string {
  return text.replace(/(?<=[a-z])(?=[A-Z])/g, ' ');
}

function wordsOf(text: string): string[] {
  return apart(text)
    .toLowerCase()
    .split(/[^\p{L}]+/u);
}

function holdsNumber(texts: readonly string[], numbers: readonly string[]): boolean {
  if (numbers.length === 0) return false;
  const sent = texts.flatMap(digitsIn);
  return numbers.some((number) => sent.some((digits) => digits.includes(number)));
}

/** A text with only letters and digits left, so that a number is found however it is grouped; and its values alone. */
function digitsIn(text: string): string[] {
  if (!/\d/.test(text)) return [];
  const decoded = text.replace(/(?:%(?:25)*[0-9a-f]{2})+/gi, (bytes) =>
    Buffer.from(bytes.replace(/%(?:25)*([0-9a-f]{2})/gi, '$1'), 'hex').toString('utf8'),
  );
  const values = decoded
    .replace(/^-+\S+\s+content-disposition:[^\n]*\n(?:[^\n]+\n)*\r?\n/gim, ' ')
    .replace(/(^|[?&;])[^?&;=\s]{1,60}=/g, '&')
    .replace(/"[^"\\]{1,60}"\s*:/g, '');
  return [...new Set([decoded, values])].map((one) => one.replace(/[^\p{L}\d]+/gu, ''));
}

/** The part of an address that belongs to one owner, about: the last two labels, three where the last two are short. */
export function siteOf(url: string): string {
  if (!urlFrom(url)) return url;
  const { hostname } = new URL(url);
  if (/^[\d.]+$|:/.test(hostname)) return hostname;
  const labels = hostname.split('.');
  const [second = '', top = ''] = labels.slice(-2);
  return labels.slice(second.length <= 3 && top.length <= 2 ? -3 : -2).join('.');
}

export function originOf(url: string): string {
  return urlFrom(url)?.origin ?? 'null';
}
