import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';
import { parsePattern } from './host-pattern.js';
import { type Zone, zoneOf } from './zones.js';

/** How names become addresses and addresses zones; given by tests and by networks that know better than the tables. */
export interface NetworkView {
  resolve?(host: string): Promise<readonly string[]>;
  zoneOf?(address: string): Zone;
}

/** Which hosts the browser may reach, on whatever way. */
export interface HostRules {
  /** Loopback, private and link-local addresses too. Default false. */
  allowPrivate?: boolean;
  /** Only these hosts and their subdomains, if given. Narrows only: private addresses also need allowPrivate. */
  allowHosts?: readonly string[];
  /** Never these, nor their subdomains. */
  blockHosts?: readonly string[];
  /** `agent`: the agent may open loopback pages by itself, and those may talk to loopback; nobody else may. Default `never`. */
  loopback?: 'never' | 'agent';
  /** For networks with a resolver or zones of their own. */
  network?: NetworkView;
}

/** Where a connection may go, or why it may not. */
export type HostVerdict =
  | { allowed: true; addresses: readonly string[]; zone: Zone }
  | { allowed: false; why: string; option: 'allowPrivate' | 'allowHosts' | 'blockHosts' }
  | { allowed: false; why: string; unresolved: true };

type Refusal = Extract<HostVerdict, { option: string }>;

const metadataNames = new Set(['metadata.google.internal', 'metadata.goog', 'metadata', 'instance-data']);
const loopbackAddresses = ['127.0.0.1', '::1'];
/** Long enough to serve a page's load from one look-up, short enough to follow a change. */
const cacheTime = 10_000;
const maxCached = 2000;

/** The one judge of hosts: asked by the gate before an action and by the egress proxy before a connection. */
export class HostPolicy {
  readonly loopback: 'never' | 'agent';
  private readonly allowed: ReturnType<typeof parsePattern>[] | undefined;
  private readonly blocked: ReturnType<typeof parsePattern>[];
  private readonly allowPrivate: boolean;
  private readonly network: NetworkView;
  private readonly lookUps = new Map<string, { at: number; addresses: Promise<readonly string[]> }>();

  constructor(readonly rules: HostRules = {}) {
    this.allowed = rules.allowHosts?.map(parsePattern);
    this.blocked = (rules.blockHosts ?? []).map(parsePattern);
    this.allowPrivate = rules.allowPrivate ?? false;
    this.loopback = rules.loopback ?? 'never';
    this.network = rules.network ?? {};
  }

  /** Nothing is off limits, so that nothing needs watching. */
  get isOpen(): boolean {
    return this.allowPrivate && this.allowed === undefined && this.blocked.length === 0;
  }

  /** Hosts were named, rather than left to what is always so. */
  get isListed(): boolean {
    return this.allowed !== undefined || this.blocked.length > 0;
  }

  /** Equal for policies that allow the same; a session keeps to one of them. */
  get key(): string {
    const { allowPrivate, allowHosts, blockHosts, loopback } = this.rules;
    return JSON.stringify([allowPrivate ?? false, allowHosts, blockHosts ?? [], loopback ?? 'never']);
  }

  /** The verdict by the name or literal address alone; undefined if nothing stands against it. */
  refuse(host: string, port: number): Refusal | undefined {
    const name = plainHost(host);
    if (this.allowed && !this.allowed.some((pattern) => pattern.matches(name, port)))
      return { allowed: false, why: 'not among the allowed hosts', option: 'allowHosts' };
    if (this.blocked.some((pattern) => pattern.matches(name, port)))
      return { allowed: false, why: 'among the blocked hosts', option: 'blockHosts' };
    if (this.allowPrivate) return undefined;
    if (metadataNames.has(name)) return privateHost('cloud metadata service');
    if (isLocalName(name) && this.loopback === 'never') return privateHost('loopback address');
    return ipaddr.isValid(name) ? this.refuseAddress(name, name) : undefined;
  }

  /** The addresses to connect to, all of them checked. */
  async judge(host: string, port: number): Promise<HostVerdict> {
    const name = plainHost(host);
    const refusal = this.refuse(name, port);
    if (refusal) return refusal;
    let addresses: readonly string[];
    try {
      addresses = await this.addressesOf(name);
    } catch {
      return { allowed: false, why: 'the host name could not be resolved', unresolved: true };
    }
    if (addresses.length === 0)
      return { allowed: false, why: 'the host name could not be resolved', unresolved: true };
    for (const address of addresses) {
      const bad = this.refuseAddress(address, name);
      if (bad) return bad;
      if (this.blocked.some((pattern) => pattern.matches(address, port)))
        return {
          allowed: false,
          why: `resolves to ${address}, which is among the blocked hosts`,
          option: 'blockHosts',
        };
    }
    const zones = addresses.map((address) => this.zone(address));
    return { allowed: true, addresses, zone: zones.find((zone) => zone !== 'public') ?? 'public' };
  }

  /** `localhost`, what is below it, and loopback addresses themselves. */
  isLoopback(host: string): boolean {
    const name = plainHost(host);
    return isLocalName(name) || (ipaddr.isValid(name) && this.zone(name) === 'loopback');
  }

  private refuseAddress(address: string, name: string): Refusal | undefined {
    if (this.allowPrivate) return undefined;
    const zone = this.zone(address);
    if (zone === 'public') return undefined;
    // Only names that can mean nothing else; any other name that leads to loopback is a rebinding.
    if (zone === 'loopback' && this.loopback === 'agent' && (name === address || isLocalName(name)))
      return undefined;
    return privateHost(name === address ? `${zone} address` : `resolves to ${address}, a ${zone} address`);
  }

  private zone(address: string): Zone {
    return this.network.zoneOf?.(address) ?? zoneOf(address);
  }

  private addressesOf(name: string): Promise<readonly string[]> {
    if (ipaddr.isValid(name)) return Promise.resolve([name]);
    const now = performance.now();
    const cached = this.lookUps.get(name);
    if (cached && now - cached.at < cacheTime) return cached.addresses;
    const addresses = this.look(name);
    if (this.lookUps.size >= maxCached) this.lookUps.clear();
    this.lookUps.set(name, { at: now, addresses });
    addresses.catch(() => this.lookUps.delete(name));
    return addresses;
  }

  private async look(name: string): Promise<readonly string[]> {
    if (this.network.resolve) return this.network.resolve(name);
    if (isLocalName(name)) return loopbackAddresses;
    const found = await lookup(name, { all: true, verbatim: true });
    return found.map(({ address }) => address);
  }
}

function privateHost(why: string): Refusal {
  return { allowed: false, why, option: 'allowPrivate' };
}

/** A host as it is compared: lower case, no brackets, no trailing dot. */
export function plainHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
}

function isLocalName(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost');
}
