import ipaddr from 'ipaddr.js';

/** Global unicast, the only part of IPv6 that is given out to public hosts. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Where a gateway puts public IPv4 hosts in networks that have IPv6 only (RFC 6052). */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/** Inside public ranges, yet answered by the host of a virtual machine. */
const INSIDE_MACHINES: ReadonlySet<string> = new Set(['168.63.129.16']);

/** Names that stand for this machine or its network whatever a resolver says. */
const LOCAL_NAMES = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home\.arpa)\.?$/iu;

/**
 * Whether an address belongs to a public host. Everything else is refused: loopback, private and link-local networks,
 * carrier-grade NAT, multicast, reserved ranges, and IPv6 that carries IPv4 in it, but for NAT64 before a public host.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) return isPublicIPv4(parsed);
  if (parsed.match(NAT64)) return isPublicIPv4(new ipaddr.IPv4(parsed.toByteArray().slice(-4)));
  return parsed.match(GLOBAL_UNICAST) && parsed.range() === 'unicast' && (parsed.zoneId ?? '') === '';
}

function isPublicIPv4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && !INSIDE_MACHINES.has(address.toString());
}

/** Whether a name means this machine or its network, before anybody is asked. */
export function isLocalName(host: string): boolean {
  return LOCAL_NAMES.test(host);
}
