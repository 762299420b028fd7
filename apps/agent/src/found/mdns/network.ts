import { BlockList } from 'node:net';
import { networkInterfaces } from 'node:os';

export type OwnAddress = { address: string; isLoopback: boolean; prefix: number };

/** The IPv4 addresses of this machine with their networks. */
export const ownAddresses = (): OwnAddress[] =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family }) => family === 'IPv4')
    .map(({ address, internal, cidr }) => ({
      address,
      isLoopback: internal,
      prefix: Number(cidr?.split('/')[1] ?? 32),
    }));

/**
 * Whether an answer from `source` may name `address` as a printer's: the one it came from, or one on a network this machine
 * is on itself. So nobody's answer leads a label beyond the network it came over, nor to this machine from outside of it.
 */
export const createReach = (
  own: readonly OwnAddress[],
): ((address: string, source: string) => boolean) => {
  const links = new BlockList();
  for (const { address, isLoopback, prefix } of own)
    if (!isLoopback) links.addSubnet(address, prefix, 'ipv4');
  const loopback = new BlockList();
  loopback.addSubnet('127.0.0.0', 8, 'ipv4');
  return (address, source) =>
    address === source ||
    (!loopback.check(source) && !loopback.check(address) && links.check(address));
};
