import { BlockList, isIPv4, isIPv6, SocketAddress } from 'node:net';

const BITS = { ipv4: 32, ipv6: 128 } as const;
type Family = keyof typeof BITS;

type Network = { address: string; prefix: number; family: Family };

const MAPPED = '::ffff:';

/** An address as one writes it: an IPv4 address in IPv6's clothes without them, an IPv6 one in its shortest form. */
const plain = (text: string): { address: string; family: Family } | null => {
  if (isIPv4(text)) return { address: text, family: 'ipv4' };
  if (!isIPv6(text) || text.includes('%')) return null;
  const { address } = new SocketAddress({ address: text, family: 'ipv6' });
  const inner = address.startsWith(MAPPED) ? address.slice(MAPPED.length) : '';
  return isIPv4(inner) ? { address: inner, family: 'ipv4' } : { address, family: 'ipv6' };
};

/** The address with the bits behind the prefix cleared. */
const masked = (address: string, prefix: number, family: Family): string => {
  const groups = family === 'ipv4' ? address.split('.').map(Number) : listGroups(address);
  const width = BITS[family] / groups.length;
  const kept = groups.map((group, i) => {
    const bits = Math.min(width, Math.max(0, prefix - i * width));
    return bits === 0 ? 0 : group & (((1 << bits) - 1) << (width - bits));
  });
  if (family === 'ipv4') return kept.join('.');
  const text = kept.map((group) => group.toString(16)).join(':');
  return new SocketAddress({ address: text, family }).address;
};

const listGroups = (address: string): number[] => {
  const [head = '', tail] = address.split('::');
  const parts = (text: string): number[] =>
    text === '' ? [] : text.split(':').flatMap((group) => dotted(group));
  const [left, right] = [parts(head), parts(tail ?? '')];
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => 0);
  return [...left, ...zeros, ...right];
};

/** A dotted tail is two groups. */
const dotted = (group: string): number[] => {
  if (!isIPv4(group)) return [Number.parseInt(group, 16)];
  const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
  return [a * 256 + b, c * 256 + d];
};

/**
 * An address or a network in CIDR notation (RFC 4632, RFC 4291 §2.3); null for what is neither. Bits behind the prefix
 * are cleared: `10.20.3.4/16` is `10.20.0.0/16`.
 */
export const readNetwork = (text: string): Network | null => {
  const [given = '', prefix, ...rest] = text.trim().split('/');
  const read = plain(given);
  if (!read || rest.length > 0) return null;
  // Written for IPv6, a prefix of a mapped address counts 96 bits that are gone.
  const gone = read.family === 'ipv4' && given.includes(':') ? BITS.ipv6 - BITS.ipv4 : 0;
  const most = BITS[read.family];
  if (prefix !== undefined && !/^\d{1,3}$/.test(prefix)) return null;
  const bits = prefix === undefined ? most : Number(prefix) - gone;
  if (bits < 0 || bits > most) return null;
  return { ...read, address: masked(read.address, bits, read.family), prefix: bits };
};

/** As it is stored and shown: `10.20.0.0/16`, `203.0.113.40`. */
export const networkText = ({ address, prefix, family }: Network): string =>
  prefix === BITS[family] ? address : `${address}/${prefix}`;

/** Whether an address lies in one of the networks. What is no address lies in none. */
export const isWithin = (address: string, networks: readonly string[]): boolean => {
  const asked = plain(address.split('%', 1)[0] ?? '');
  if (!asked) return false;
  const list = new BlockList();
  for (const text of networks) {
    const network = readNetwork(text);
    // The list would take an IPv4 address for a mapped one, and ::/0 is not meant to be all of IPv4.
    if (network?.family === asked.family)
      list.addSubnet(network.address, network.prefix, network.family);
  }
  return list.check(asked.address, asked.family);
};
