import { z } from 'zod';
import { Failure } from '../errors.js';
import { mistakesIn } from '../mistakes.js';
import { systemCode } from '../system-code.js';
import { urlFrom } from '../url.js';
import { readYaml, type YamlFile } from '../yaml-file.js';
import { type HostPattern, parsePattern } from './host-pattern.js';
import { HostPolicy, plainHost } from './hosts.js';
import { Redactor } from './redact.js';
import { parseTotp, totpCode } from './totp.js';
import { quote } from './untrusted.js';

/** A value that is typed by its name and never shown. */
export interface Secret {
  value: string;
  /** Where it may be typed, as in allowHosts. */
  hosts: readonly string[];
  /** The value is a shared secret (base32 or otpauth://) and what is typed is the code of the moment. */
  totp?: boolean | undefined;
}

/** Where secrets come from: one by one from a callback, all of them from a file, or named ones as they are. */
export type SecretSource =
  | { file: string }
  | Readonly<Record<string, Secret>>
  | ((name: string) => Promise<Secret | undefined> | Secret | undefined);

const nameForm = /^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/;
const placeholder = /\{\{\s*secret:([^{}]*)\}\}/g;

const secretShape = z.strictObject({
  value: z.string().min(1),
  hosts: z.array(z.string()).min(1),
  totp: z.boolean().optional(),
});
const fileShape = z.record(z.string().regex(nameForm), secretShape);

interface Held {
  secret: Secret;
  patterns: HostPattern[];
}

/** Keeps secrets, gives them out by name where they belong, and blacks them out everywhere else. */
export class Secrets {
  private readonly held = new Map<string, Held>();
  private readonly source: ((name: string) => Promise<Secret | undefined> | Secret | undefined) | undefined;
  readonly redactor = new Redactor();

  constructor(source?: SecretSource, env: NodeJS.ProcessEnv = process.env) {
    for (const [name, secret] of Object.entries(fromEnvironment(env))) this.hold(name, secret);
    if (typeof source === 'function') this.source = source;
    else if (source) for (const [name, secret] of Object.entries(read(source))) this.hold(name, secret);
  }

  /** Names that a text asks for. */
  static named(text: string): string[] {
    return [...text.matchAll(placeholder)].map((match) => (match[1] ?? '').trim());
  }

  /** The text as it is shown: with a label in place of each secret. */
  static labelled(text: string): string {
    return text.replace(placeholder, (_whole, name: string) => `[secret ${name.trim()}]`);
  }

  /** The text with secrets in place of their names. Every one must be known and belong to every one of these places. */
  async fill(text: string, urls: readonly string[]): Promise<string> {
    const values = new Map<string, string>();
    for (const name of Secrets.named(text)) {
      const { secret, patterns } = await this.get(name);
      for (const url of urls) check(name, patterns, url);
      values.set(name, this.valueOf(name, secret));
    }
    return text.replace(placeholder, (whole, name: string) => values.get(name.trim()) ?? whole);
  }

  /** Throws unless these secrets, given out before, may be typed into a document at this address. */
  checkPlace(names: readonly string[], url: string): void {
    for (const name of names) check(name, this.held.get(name)?.patterns ?? [], url);
  }

  /** Throws where a text that is brought into a document at this address holds a secret that does not belong there. */
  checkCarried(text: string, url: string): void {
    const names = this.redactor.namesIn(text);
    this.checkPlace(names, url);
    if (names.length > 0 || !this.redactor.holds(text)) return;
    throw new Failure('permission_denied', 'It holds a secret of somebody else.', {
      hint: 'Do not bring it anywhere.',
      sideEffect: 'none',
    });
  }

  private async get(name: string): Promise<Held> {
    const known = this.held.get(name);
    if (known) return known;
    const found = nameForm.test(name) ? await this.source?.(name) : undefined;
    if (found) return this.hold(name, secretShape.parse(found));
    throw new Failure('action_validation_error', `There is no secret called ${quote(name, 64)}.`, {
      hint: 'Use a name the user has set up; ask the user which there are.',
      sideEffect: 'none',
    });
  }

  private hold(name: string, secret: Secret): Held {
    const held = { secret, patterns: secret.hosts.map(parsePattern) };
    this.held.set(name, held);
    this.redactor.add(name, secret.value);
    // The shared secret of an otpauth:// address makes its codes without the rest of it.
    const shared = urlFrom(secret.value)?.searchParams.get('secret');
    if (shared) this.redactor.add(name, shared);
    const named = asFileName(secret.value);
    // With hardly a letter left it would be found everywhere.
    if (named !== secret.value && named.replace(/[^\p{L}\p{N}]/gu, '').length >= 6)
      this.redactor.add(name, named);
    return held;
  }

  private valueOf(name: string, { value, totp }: Secret): string {
    if (!totp && !/^otpauth:/i.test(value)) return value;
    const shared = parseTotp(value);
    if (!shared)
      throw new Failure('action_validation_error', `The secret ${name} does not make codes.`, {
        hint: 'The user has to give it as base32 or as an otpauth:// address.',
        sideEffect: 'none',
      });
    const code = totpCode(shared);
    this.redactor.add(name, code, shared.period * 4000);
    return code;
  }
}

function check(name: string, patterns: readonly HostPattern[], url: string): void {
  const at = urlFrom(url);
  const host = at ? plainHost(at.hostname) : '';
  const port = Number(at?.port || (at?.protocol === 'https:' ? 443 : 80));
  const fits = host !== '' && patterns.some((pattern) => pattern.matches(host, port));
  const safe = at?.protocol === 'https:' || (at?.protocol === 'http:' && new HostPolicy().isLoopback(host));
  const plain = patterns.some((pattern) => /^http:/i.test(pattern.text) && pattern.matches(host, port));
  if (fits && (safe || plain)) return;
  const why = fits ? 'it would be sent unencrypted' : 'it does not belong to that host';
  throw new Failure(
    'permission_denied',
    `The secret ${name} is not typed at ${quote(host || 'this page', 100)}: ${why}.`,
    {
      hint: 'Make sure that you are on the right site. Do not type the value by hand.',
      sideEffect: 'none',
    },
  );
}

/** A value as browsers have it in the name of a file, which can't have every character. */
function asFileName(value: string): string {
  return value.replace(/[\p{Cc}\p{Cf}"*/:<>?\\|~]/gu, '_');
}

/** `HANDHOLD_SECRET_NAME` with its hosts in `HANDHOLD_SECRET_NAME_HOSTS`, comma-separated. */
function fromEnvironment(env: NodeJS.ProcessEnv): Record<string, Secret> {
  const found: Record<string, Secret> = {};
  for (const [key, value] of Object.entries(env)) {
    const [, name] = /^HANDHOLD_SECRET_(\w+)$/.exec(key) ?? [];
    if (name === undefined || !value || /_(HOSTS|TOTP)$/.test(name)) continue;
    const hosts = (env[`${key}_HOSTS`] ?? '').split(',').map((host) => host.trim());
    const totp = /^(1|true|yes)$/i.test(env[`${key}_TOTP`] ?? '');
    found[name] = { value, hosts: hosts.filter((host) => host !== ''), ...(totp ? { totp } : {}) };
  }
  return found;
}

function read(source: { file: string } | Readonly<Record<string, Secret>>): Record<string, Secret> {
  const file = 'file' in source && typeof source.file === 'string' ? fileAt(source.file) : undefined;
  const value = file ? (file.content ?? {}) : source;
  const parsed = fileShape.safeParse(value);
  // What is wrong is said without what is in it.
  if (!parsed.success) {
    const { error } = parsed;
    const mistakes = mistakesIn({
      error,
      shape: fileShape,
      value,
      secret: true,
      ...(file ? { at: file.at } : {}),
    });
    throw new Error(`The secrets are not as they should be: ${mistakes}`);
  }
  return parsed.data;
}

function fileAt(path: string): YamlFile {
  try {
    return readYaml(path);
  } catch (thrown) {
    // What stands around a mistake may be a secret.
    const code = systemCode(thrown) ?? 'it is no YAML';
    throw new Error(`The file of secrets ${quote(path, 300)} can not be read: ${code}.`);
  }
}
