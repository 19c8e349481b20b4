import { Failure } from '../../errors.js';
import { quote } from '../../gate/untrusted.js';

/** A cookie, or an entry of web storage, as an action says it. */
interface Entry {
  kind: string;
  key?: string | undefined;
  value?: string | undefined;
  domain?: string | undefined;
}

const maxCookie = 4096;
const maxItem = 1_000_000;

/** Throws what is wrong with an entry to be set: a cookie with a semicolon in it would be another cookie. */
export function checkEntry({ kind, key, value, domain }: Entry): void {
  if (key === undefined || key === '')
    throw new Failure('validation_error', 'key is missing: what is it called?');
  if (value === undefined) throw new Failure('validation_error', 'value is missing.');
  if (!key.isWellFormed() || !value.isWellFormed())
    throw new Failure('validation_error', 'Half of a surrogate pair is not a character.');
  if (kind !== 'cookies') {
    if (key.length + value.length > maxItem)
      throw new Failure('validation_error', `The item is longer than ${maxItem} characters.`);
    return;
  }
  if (!/^[!#$%&'*+\-.^_`|~\w]+$/.test(key))
    throw new Failure('action_validation_error', `${quote(key, 100)} can not be the name of a cookie.`, {
      hint: 'Use letters, digits and hyphens.',
    });
  if (/[\u0000-\u001f\u007f;]/.test(value) || !/^[\u0020-\u007e]*$/.test(value))
    throw new Failure('action_validation_error', 'The value has characters that a cookie can not hold.', {
      hint: 'Encode it first, for example as a URI component.',
    });
  if (key.length + value.length > maxCookie)
    throw new Failure('action_validation_error', `A cookie holds ${maxCookie} characters at most.`);
  if (domain !== undefined && !/^\.?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(domain))
    throw new Failure('action_validation_error', `${quote(domain, 100)} is not a domain.`);
}
