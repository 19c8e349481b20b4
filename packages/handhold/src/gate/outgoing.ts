import { bytesOf, decode, legibleIn, unfinished } from './legible.js';
import { beginsPrivateKey, holdsPrivateKey } from './private-keys.js';
import { isEnvironment, loginIn, loginInJson } from './saved-logins.js';
import type { WithheldFiles } from './withheld-files.js';

/** So much of a file is held against what only its beginning tells. */
const headSize = 64 * 1024;
/** So much of what came before is looked at again with what follows: what is looked for may lie across. */
const leastOverlap = 4096;
/** More is not taken for saved JSON. */
const maxJson = 16 * 1024 * 1024;

/** Looks at what goes out, piece by piece, for what must not. */
export class OutgoingContent {
  private readonly secrets: Buffer[];
  private readonly longest: number;
  private readonly overlap: number;
  private bytes = Buffer.alloc(0);
  /** The beginning of a character. */
  private rest = Buffer.alloc(0);
  private text = '';
  private head = '';
  /** All of it, as long as it may be JSON. */
  private json: string[] | undefined = [];
  private size = 0;
  private isFirst = true;

  constructor(private readonly withheld: WithheldFiles) {
    const values = withheld.secrets();
    this.secrets = values.flatMap(bytesOf);
    this.longest = Math.max(0, ...this.secrets.map((secret) => secret.length));
    // Spelt out as entities or escapes a letter takes about ten.
    this.overlap = Math.max(leastOverlap, ...values.map((value) => value.length * 12));
  }

  /** Why it may not go on, once that has been seen. */
  whyNot(piece: Uint8Array): string | undefined {
    if (this.isFirst && beginsPrivateKey(piece)) return 'it holds a private key';
    this.isFirst = false;
    const bytes = Buffer.concat([this.bytes, piece]);
    if (this.secrets.some((secret) => bytes.includes(secret))) return 'it holds a secret';
    this.bytes = bytes.subarray(Math.max(0, bytes.length - this.longest + 1));
    const all = Buffer.concat([this.rest, piece]);
    const end = all.length - unfinished(all);
    this.rest = all.subarray(end);
    const fresh = decode(all.subarray(0, end));
    this.remember(fresh.text);
    const joined = this.text + fresh.text;
    const text = legibleIn({ ...fresh, text: joined });
    this.text = joined.slice(-this.overlap);
    if (text === '') return undefined;
    if (holdsPrivateKey(text)) return 'it holds a private key';
    return loginIn(text) ?? (this.withheld.holdsSecret(text) ? 'it holds a secret' : undefined);
  }

  /** The same for what only the whole of it tells. */
  whyNotAll(): string | undefined {
    if (isEnvironment(this.head)) return 'it holds passwords or keys';
    return this.json === undefined ? undefined : loginInJson(this.json.join(''));
  }

  private remember(fresh: string): void {
    if (this.head.length < headSize) this.head += fresh.slice(0, headSize - this.head.length);
    if (this.json === undefined) return;
    this.size += fresh.length;
    // A mark of the byte order may stand before.
    const text = this.json.length === 0 ? fresh.replace(/^[\u00fe\u00ff\ufeff\s]+/, '') : fresh;
    if (this.size > maxJson || (this.json.length === 0 && /^[^[{]/.test(text))) this.json = undefined;
    else if (text !== '') this.json.push(text);
  }
}
