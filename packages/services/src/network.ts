import { isIPv4, isIPv6 } from 'node:net';

const GROUPS = 8;
/** The part of an IPv6 address a provider hands out as one connection: the first 64 bits. */
const NETWORK_GROUPS = 4;

const listGroups = (part: string): string[] =>
  part.split(':').flatMap((group) => (group ? [group.replace(/^0+(?=.)/, '').toLowerCase()] : []));

/**
 * Whom limits count by: an IPv4 address itself, an IPv6 address by its /64, or one connection would have 2⁶⁴ attempts.
 *
 * `getNetwork('2001:db8::7')` → `2001:db8:0:0::/64`
 */
export const getNetwork = (address: string): string => {
  const bare = address.split('%', 1)[0] ?? '';
  if (!isIPv6(bare)) return address;
  const [head = '', tail] = bare.split('::');
  const left = listGroups(head);
  const right = listGroups(tail ?? '');
  const zeros = Array.from({ length: Math.max(0, GROUPS - left.length - right.length) }, () => '0');
  return `${[...left, ...zeros, ...right].slice(0, NETWORK_GROUPS).join(':')}::/64`;
};

/** Groups of an IPv6 address that a provider hands out to a customer at most: a /48. */
const PREFIX_GROUPS = 3;

/**
 * The neighbourhood of a network as `getNetwork` says it: a /24 of IPv4, a /48 of IPv6. An attacker with many addresses has
 * them there.
 *
 * `getPrefix('203.0.113.7')` → `203.0.113`
 */
export const getPrefix = (network: string): string =>
  isIPv4(network)
    ? network.slice(0, network.lastIndexOf('.'))
    : network.split(':').slice(0, PREFIX_GROUPS).join(':');

/**
 * An address to show to the member it was seen with: enough to tell one's own apart.
 *
 * `maskAddress('203.0.113.7')` → `203.0.113.*`, `maskAddress('2001:db8:1:2::7')` → `2001:db8:1:*`
 */
export const maskAddress = (address: string): string => {
  if (isIPv4(address)) return `${address.slice(0, address.lastIndexOf('.'))}.*`;
  const network = getNetwork(address);
  const known = network.split(':').slice(0, 3).join(':');
  return network === address ? '' : `${known === '0:0:0' ? ':' : known}:*`;
};
