import { isIPv4, isIPv6 } from 'node:net';

const GROUPS = 8;
/** Groups of an IPv6 address that identify one connection: providers assign a /64. */
const NETWORK_GROUPS = 4;

const listIpv6Groups = (part: string): string[] =>
  part.split(':').flatMap((group) => (group ? [group.replace(/^0+(?=.)/, '').toLowerCase()] : []));

/**
 * Key of rate limits: an IPv4 address, or the /64 of an IPv6 address. Otherwise one connection
 * would have 2⁶⁴ attempts.
 * `getRateLimitNetwork('2001:db8::7')` → `2001:db8:0:0::/64`
 */
export const getRateLimitNetwork = (address: string): string => {
  const bareAddress = address.split('%', 1)[0] ?? '';
  if (!isIPv6(bareAddress)) return address;
  const [head = '', tail] = bareAddress.split('::');
  const leftGroups = listIpv6Groups(head);
  const right = listIpv6Groups(tail ?? '');
  const zeros = Array.from(
    { length: Math.max(0, GROUPS - leftGroups.length - right.length) },
    () => '0',
  );
  return `${[...leftGroups, ...zeros, ...right].slice(0, NETWORK_GROUPS).join(':')}::/64`;
};

/** Groups of the largest block that a provider assigns to one customer: a /48. */
const PREFIX_GROUPS = 3;

/**
 * The larger network around a network from `getRateLimitNetwork`: /24 of IPv4, /48 of IPv6. An attacker with
 * many addresses has them in one such block.
 * `getLargerNetwork('203.0.113.7')` → `203.0.113`
 */
export const getLargerNetwork = (network: string): string =>
  isIPv4(network)
    ? network.slice(0, network.lastIndexOf('.'))
    : network.split(':').slice(0, PREFIX_GROUPS).join(':');

/**
 * Masks an address for display to its member: enough to recognize one's own.
 * `maskAddress('203.0.113.7')` → `203.0.113.*`, `maskAddress('2001:db8:1:2::7')` → `2001:db8:1:*`
 */
export const maskAddress = (address: string): string => {
  if (isIPv4(address)) return `${address.slice(0, address.lastIndexOf('.'))}.*`;
  const network = getRateLimitNetwork(address);
  const knownGroups = network.split(':').slice(0, 3).join(':');
  return network === address ? '' : `${knownGroups === '0:0:0' ? ':' : knownGroups}:*`;
};
