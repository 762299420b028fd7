import { BlockList, isIPv4, isIPv6, SocketAddress } from 'node:net';

const ADDRESS_BITS = { ipv4: 32, ipv6: 128 } as const;
type Family = keyof typeof ADDRESS_BITS;

type Network = { address: string; prefix: number; family: Family };

const MAPPED_PREFIX = '::ffff:';

/**
 * Canonical address: a mapped IPv6 address becomes IPv4, other IPv6 addresses get their shortest
 * form.
 */
const parseAddress = (text: string): { address: string; family: Family } | null => {
  if (isIPv4(text)) return { address: text, family: 'ipv4' };
  if (!isIPv6(text) || text.includes('%')) return null;
  const { address } = new SocketAddress({ address: text, family: 'ipv6' });
  const inner = address.startsWith(MAPPED_PREFIX) ? address.slice(MAPPED_PREFIX.length) : '';
  return isIPv4(inner) ? { address: inner, family: 'ipv4' } : { address, family: 'ipv6' };
};

const clearHostBits = (address: string, prefix: number, family: Family): string => {
  const groups = family === 'ipv4' ? address.split('.').map(Number) : parseIpv6Groups(address);
  const width = ADDRESS_BITS[family] / groups.length;
  const maskedGroups = groups.map((group, i) => {
    const bits = Math.min(width, Math.max(0, prefix - i * width));
    return bits === 0 ? 0 : group & (((1 << bits) - 1) << (width - bits));
  });
  if (family === 'ipv4') return maskedGroups.join('.');
  const text = maskedGroups.map((group) => group.toString(16)).join(':');
  return new SocketAddress({ address: text, family }).address;
};

const parseIpv6Groups = (address: string): number[] => {
  const [head = '', tail] = address.split('::');
  const parseAddressGroups = (text: string): number[] =>
    text === '' ? [] : text.split(':').flatMap((group) => expandDottedIpv4(group));
  const [left, right] = [parseAddressGroups(head), parseAddressGroups(tail ?? '')];
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => 0);
  return [...left, ...zeros, ...right];
};

/** Expands a dotted IPv4 tail to two groups. */
const expandDottedIpv4 = (group: string): number[] => {
  if (!isIPv4(group)) return [Number.parseInt(group, 16)];
  const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
  return [a * 256 + b, c * 256 + d];
};

/**
 * Parses an address or a network in CIDR notation (RFC 4632, RFC 4291 §2.3); null for anything
 * else. Clears the host bits: `10.20.3.4/16` becomes `10.20.0.0/16`.
 */
export const parseNetwork = (text: string): Network | null => {
  const [addressText = '', prefix, ...rest] = text.trim().split('/');
  const address = parseAddress(addressText);
  if (!address || rest.length > 0) return null;
  // The prefix of a mapped address counts 96 bits more than the IPv4 prefix.
  const mappedBits =
    address.family === 'ipv4' && addressText.includes(':')
      ? ADDRESS_BITS.ipv6 - ADDRESS_BITS.ipv4
      : 0;
  const maxBits = ADDRESS_BITS[address.family];
  if (prefix !== undefined && !/^\d{1,3}$/.test(prefix)) return null;
  const bits = prefix === undefined ? maxBits : Number(prefix) - mappedBits;
  if (bits < 0 || bits > maxBits) return null;
  return {
    ...address,
    address: clearHostBits(address.address, bits, address.family),
    prefix: bits,
  };
};

/** Storage and display format: `10.20.0.0/16`, `203.0.113.40`. */
export const formatNetwork = ({ address, prefix, family }: Network): string =>
  prefix === ADDRESS_BITS[family] ? address : `${address}/${prefix}`;

/** True when an address lies in one of the networks. False for invalid addresses. */
export const isAddressInNetworks = (address: string, networks: readonly string[]): boolean => {
  const parsedAddress = parseAddress(address.split('%', 1)[0] ?? '');
  if (!parsedAddress) return false;
  const list = new BlockList();
  for (const text of networks) {
    const network = parseNetwork(text);
    // `BlockList` treats IPv4 as mapped IPv6 addresses, but ::/0 must not match all of IPv4.
    if (network?.family === parsedAddress.family)
      list.addSubnet(network.address, network.prefix, network.family);
  }
  return list.check(parsedAddress.address, parsedAddress.family);
};
