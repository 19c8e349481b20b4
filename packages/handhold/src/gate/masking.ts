import { urlFrom } from '../url.js';

/** Names of headers, fields and parameters whose values let their reader pass for somebody else. */
const secretName =
  /^(proxy-)?authorization$|cookie|passw(or)?d|passphrase|secret|token|api[-_]?key|session[-_]?id|^(sid|jwt|otp|pin|cvv|cvc|x-amz-signature|signature)$|credential|private[-_]?key/i;

export const masked = '…';
/** The same where an ellipsis would have to be encoded. */
const maskedInUrl = '***';

export function isSecretName(name: string): boolean {
  return secretName.test(name);
}

/** An address without the user's name, password and secret-looking parameters. */
export function hideSecretsInUrl(text: string): string {
  if (!text.includes('?') && !text.includes('@') && !text.includes('#')) return text;
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return text;
  }
  if (url.username || url.password) {
    url.username = '';
    url.password = '';
  }
  for (const name of new Set(url.searchParams.keys()))
    if (isSecretName(name)) url.searchParams.set(name, maskedInUrl);
  const fragment = url.hash.includes('=') ? new URLSearchParams(url.hash.slice(1)) : undefined;
  if (fragment && [...fragment.keys()].some(isSecretName)) {
    for (const name of new Set(fragment.keys())) if (isSecretName(name)) fragment.set(name, maskedInUrl);
    url.hash = fragment.toString();
  }
  return url.href;
}

/** An address without the name and password in it, which stand where a host is looked for. */
export function hideLogin(text: string): string {
  if (!text.includes('@') || !urlFrom(text)) return text;
  const url = new URL(text);
  url.username = '';
  url.password = '';
  return url.href;
}

/** A body without the values of secret-looking fields, in JSON, forms and multipart alike. */
export function hideSecrets(text: string): string {
  return text
    .replace(/"([^"\\\n]{1,60})"\s*:\s*"((?:[^"\\]|\\.)*)"/g, (whole, name: string) =>
      isSecretName(name) ? `"${name}":"${masked}"` : whole,
    )
    .replace(/(^|[&?\s])([\w.[\]%-]{1,60})=([^&\s"]*)/g, (whole, before: string, name: string) =>
      isSecretName(name) ? `${before}${name}=${masked}` : whole,
    )
    .replace(
      /(name="([^"\r\n]{1,60})"[^\r\n]*\r?\n(?:[^\r\n]+\r?\n){0,5}\r?\n)([^\r\n]*)/g,
      (whole, head: string, name: string) => (isSecretName(name) ? head + masked : whole),
    );
}
