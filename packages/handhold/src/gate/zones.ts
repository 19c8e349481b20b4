import ipaddr from 'ipaddr.js';

/** The zone that an address belongs to. Only `public` is open by default. */
export type Zone =
  | 'public'
  | 'loopback'
  | 'private'
  | 'link-local'
  | 'metadata'
  | 'carrier-grade NAT'
  | 'multicast'
  | 'unspecified'
  | 'reserved';

const zones: Record<string, Zone> = {
  unicast: 'public',
  loopback: 'loopback',
  private: 'private',
  uniqueLocal: 'private',
  deprecatedSiteLocal: 'private',
  linkLocal: 'link-local',
  carrierGradeNat: 'carrier-grade NAT',
  multicast: 'multicast',
  broadcast: 'multicast',
  unspecified: 'unspecified',
};

/** Cloud services that answer on addresses which look like any other. */
const metadataAddresses = new Set(['168.63.129.16', '100.100.100.200', '169.254.169.254', 'fd00:ec2::254']);

/** The zone of an IP address; addresses that carry another one inside are judged by that. */
export function zoneOf(address: string): Zone {
  if (!ipaddr.isValid(address)) return 'reserved';
  const parsed = ipaddr.process(address);
  if (metadataAddresses.has(parsed.toString())) return 'metadata';
  if (parsed instanceof ipaddr.IPv6) {
    const inside = embedded(parsed);
    if (inside !== undefined) return zoneOf(inside);
  }
  return zones[parsed.range()] ?? 'reserved';
}

/** The IPv4 address that a NAT64, translated or old-style compatible address stands for. */
function embedded(address: ipaddr.IPv6): string | undefined {
  const { parts } = address;
  const [a, b, c, d, e, f] = parts;
  const nat64 = a === 0x64 && b === 0xff9b && c === 0 && d === 0 && e === 0 && f === 0;
  const translated = a === 0 && b === 0 && c === 0 && d === 0 && e === 0xffff && f === 0;
  const compatible = parts.slice(0, 6).every((part) => part === 0) && (parts[6] ?? 0) !== 0;
  if (!nat64 && !translated && !compatible) return undefined;
  const bytes = address.toByteArray().slice(12);
  return bytes.join('.');
}
