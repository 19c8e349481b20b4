import { portOf } from '../../gate/address.js';
import { plainHost } from '../../gate/hosts.js';
import { log } from '../../log.js';
import { originRoot, urlFrom } from '../../url.js';
import { connectionFailure } from '../network-reasons.js';

/** A connection that was not made, and why. */
export interface Blocked {
  url: string;
  why: string;
}

/** Why a connection the browser asked for came to nothing. */
export interface Trouble extends Blocked {
  /** Set if the policy is the cause: the option that would change it. */
  option?: string | undefined;
  blocked: boolean;
  /** The name that browsers have for such a failure. */
  code: string;
}

/** Told of every host that is asked for, once per host and answer. */
export type HostWatcher = (event: { host: string; port: number; allowed: boolean; why?: string }) => void;

/** A connection that the browser asks for. */
export interface WantedConnection {
  /** Of a tunnel, no more than the host and port are known. */
  url: string;
  host: string;
  port: number;
}

export const maxRemembered = 500;

/** The connections that came to nothing, for whoever wants to know why, and the hosts that were asked for. */
export class EgressReport {
  private readonly troubles = new Map<string, Trouble>();
  private unreported: Blocked[] = [];
  private readonly reported = new Set<string>();

  constructor(private readonly watcher: HostWatcher | undefined) {}

  /** The connections that were blocked since the last time this was asked. */
  takeBlocked(): Blocked[] {
    return this.unreported.splice(0);
  }

  /** Why nothing came from this address, if that is known here. */
  trouble(url: string): Trouble | undefined {
    return this.troubles.get(keyOf(url));
  }

  /** The browser asked for this by itself. */
  background({ host, port }: WantedConnection): void {
    log.debug({ host, port }, 'background traffic denied');
    this.watcher?.({ host, port, allowed: false, why: 'background traffic' });
  }

  blocked({ url, host, port }: WantedConnection, why: string, option: string | undefined): void {
    // Without its path, which may carry what is nobody's business; a name that is none for a URL stays as it was asked for.
    const shown = originRoot(url);
    log.warn({ url: shown, why }, 'blocked');
    const same = (other: Blocked) => keyOf(other.url) === keyOf(shown);
    if (!this.unreported.some(same) && this.unreported.length < maxRemembered)
      this.unreported.push({ url: shown, why });
    this.note({ url, why, option, blocked: true, code: 'ERR_BLOCKED_BY_CLIENT' });
    this.tell(host, port, false, why);
  }

  unresolved(url: string, why: string): void {
    this.note({ url, why, blocked: false, code: 'ERR_NAME_NOT_RESOLVED' });
  }

  failed(url: string, thrown: unknown): void {
    const { error, reason } = connectionFailure(thrown instanceof Error ? thrown : new Error('failed'));
    this.note({ url, why: reason, blocked: false, code: error });
  }

  admitted({ url, host, port }: WantedConnection): void {
    this.tell(host, port, true);
    this.troubles.delete(keyOf(url));
  }

  private note(trouble: Trouble): void {
    if (this.troubles.size >= maxRemembered) this.troubles.clear();
    this.troubles.set(keyOf(trouble.url), trouble);
  }

  private tell(host: string, port: number, allowed: boolean, why?: string): void {
    const key = `${allowed} ${host}:${port}`;
    if (!this.watcher || this.reported.has(key)) return;
    if (this.reported.size >= maxRemembered * 4) this.reported.clear();
    this.reported.add(key);
    this.watcher({ host: plainHost(host), port, allowed, ...(why === undefined ? {} : { why }) });
  }
}

/** Troubles are kept per host and port: of a tunnel no more is known. */
function keyOf(url: string): string {
  const parsed = urlFrom(url);
  // Browsers ask for names that no URL can have here, such as xn--0.test.
  return parsed ? `${plainHost(parsed.hostname)}:${portOf(parsed)}` : url;
}
