/** A request that would leave a page which holds card data. */
export interface Outgoing {
  method: string;
  url: string;
  /** What it is for, as browsers call it: Document, XHR, Ping … */
  kind: string;
  /** Whether it brings something along, rather than only asking for something. */
  sends: boolean;
  /** Undefined where there is none, or it can't be read. */
  body: string | undefined;
}

/** What is known of the cards that were given to the pages it may come from. */
export interface GivenCards {
  /** Digits of whole numbers. */
  numbers: readonly string[];
  /** Whether the form that was sent takes cards; undefined where it is not known which that was. */
  ofCardForm: boolean | undefined;
}

const paymentPath =
  /(^|[^a-z])(pay|pays|paid|payment|payments|charge|charges|checkout|purchase|purchases|order|orders|donate|donation|donations|subscribe|subscription|subscriptions|buy|intents?|authori[sz]e|capture|bezahlen|zahlung|bestellung|kaufen)([^a-z]|$)/i;
const addresses = /https?:\/\/[^\s"'<>&]+|https?%3a%2f%2f[^\s"'<>&]+/gi;
/** What browsers send of their own accord. */
const reports = new Set(['CSPViolationReport', 'Preflight', 'SignedExchange']);

/** Why a request from a page that holds card data is a payment, or gives the card away; undefined if it is neither. */
export function whyPayment(request: Outgoing, cards: GivenCards): string | undefined {
  const { url, kind, sends, body } = request;
  if (reports.has(kind)) return undefined;
  const sent = [url, body ?? ''].map(digitsIn);
  if (cards.numbers.some((number) => sent.some((digits) => digits.includes(number))))
    return 'sends card data';
  if (!sends) return undefined;
  if (kind === 'Document' && cards.ofCardForm !== false)
    return 'sends a form from a page that holds card data';
  const { pathname } = URL.canParse(url) ? new URL(url) : { pathname: url };
  const words = [pathname, (body ?? '').replace(addresses, '').slice(0, 10_000)];
  if (words.some((text) => paymentPath.test(text)))
    return 'looks like a payment from a page that holds card data';
  return undefined;
}

/** Only the digits, in every usual spelling of the rest, so that a number is found however it is grouped. */
function digitsIn(text: string): string {
  const decoded = text.replace(/%(25)*([0-9a-f]{2})/gi, (_whole, _more, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return decoded.replace(/(?<=\d)[\s.+_-]+(?=\d)/g, '');
}

/** The part of an address that belongs to one owner, about: the last two labels, three where the last two are short. */
export function siteOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { hostname } = new URL(url);
  if (/^[\d.]+$|:/.test(hostname)) return hostname;
  const labels = hostname.split('.');
  const [second = '', top = ''] = labels.slice(-2);
  return labels.slice(second.length <= 3 && top.length <= 2 ? -3 : -2).join('.');
}
