/** Logins as browsers, their tools and we ourselves write them to files. */

/** As curl, wget and extensions keep cookies: seven columns. */
const netscape =
  /^# (?:Netscape )?HTTP Cookie File|^(?:#HttpOnly_)?[^\s#]+\t(?:TRUE|FALSE)\t\/[^\t\n]*\t(?:TRUE|FALSE)\t\d+\t[^\t\n]+\t\S/im;

/** A list of stored things in JSON, as Playwright and others write it, wherever it stands. */
const list = /"(?:cookies|localStorage|sessionStorage)"\s*:\s*\[\s*\{/g;
const reach = 8192;

/** Passwords as systems and servers keep them. */
const hashes = /^[\w.@-]{1,64}:\$(?:\d\w?|y|gy|apr1|sha1|argon2\w*)\$[\w./$,=+-]{20,}/m;

/** Why a piece of text is a login, if it is one. */
export function loginIn(text: string): string | undefined {
  if (netscape.test(text)) return 'it holds saved cookies';
  if (hashes.test(text)) return 'it holds passwords';
  for (const { index } of text.matchAll(list))
    if (/"value"\s*:/.test(text.slice(index, index + reach))) return 'it holds saved cookies or storage';
  return undefined;
}

const cookieFields = [
  'domain',
  'path',
  'expires',
  'expirationDate',
  'httpOnly',
  'hostOnly',
  'secure',
  'sameSite',
];
const credentialHeaders = /^(?:set-cookie|cookie|authorization|proxy-authorization)$/i;
/** Parts of a document that are looked at; one that nests texts within texts has no end otherwise. */
const maxParts = 2_000_000;

/** The same for a whole file of JSON, or of lines of it. */
export function loginInJson(text: string): string | undefined {
  const documents = parsed(text) ?? text.split('\n').flatMap((line) => parsed(line) ?? []);
  const pending: { value: unknown; key: string }[] = documents.map((value) => ({ value, key: '' }));
  for (let seen = 0; seen < maxParts; seen++) {
    const part = pending.pop();
    if (!part) return undefined;
    const { value, key } = part;
    if (typeof value === 'string')
      for (const inner of value.length > 20 ? (parsed(value) ?? []) : []) pending.push({ value: inner, key });
    else if (Array.isArray(value)) for (const item of value) pending.push({ value: item, key });
    else if (typeof value === 'object' && value !== null) {
      const members = new Map<string, unknown>(Object.entries(value));
      if (isCookie(members, key)) return 'it holds saved cookies';
      if (isStorage(members, key)) return 'it holds saved storage';
      for (const [name, inner] of members) pending.push({ value: inner, key: name });
    }
  }
  return undefined;
}

/** The JSON in a text, if it is a thing or a list of things. */
function parsed(text: string): unknown[] | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return [JSON.parse(text)];
  } catch {
    return undefined;
  }
}

function isCookie(members: Map<string, unknown>, key: string): boolean {
  const name = members.get('name') ?? members.get('Name');
  const value = members.get('value') ?? members.get('Value');
  if (typeof name !== 'string' || typeof value !== 'string' || value === '') return false;
  if (/^cookies$/i.test(key) || credentialHeaders.test(name)) return true;
  return members.has('domain') && cookieFields.filter((field) => members.has(field)).length >= 2;
}

function isStorage(members: Map<string, unknown>, key: string): boolean {
  if (/^(?:local|session)Storage$/.test(key)) return members.size > 0;
  return typeof members.get('origin') === 'string' && isFilled(members.get('indexedDB'));
}

function isFilled(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}

const comment = /^\s*(?:#.*)?$/;
const setting = /^\s*(?:export\s+)?([A-Za-z_][\w.]*)\s*=\s*\S.{5,}$/;
const secretName =
  /(?:^|_)(?:SECRET|TOKEN|PASSWORD|PASSWD|PASSPHRASE|PWD|CREDENTIALS?|(?:API|ACCESS|PRIVATE|SECRET|ENCRYPTION|SIGNING|AUTH)_?KEY|KEY)(?:_|$)/i;

/** True if a text is what `.env` files are, by any name: settings and hardly anything else, a secret among them. */
export function isEnvironment(text: string): boolean {
  const lines = text.split('\n').filter((line) => !comment.test(line));
  const settings = lines.flatMap((line) => setting.exec(line)?.[1] ?? []);
  return settings.length * 3 >= lines.length * 2 && settings.some((name) => secretName.test(name));
}
