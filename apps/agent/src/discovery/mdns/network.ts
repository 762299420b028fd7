import { BlockList } from 'node:net';
import { networkInterfaces } from 'node:os';

export type OwnAddress = { address: string; isLoopback: boolean; prefix: number };

/** Lists the IPv4 addresses and networks of this machine. */
export const listOwnAddresses = (): OwnAddress[] =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family }) => family === 'IPv4')
    .map(({ address, internal, cidr }) => ({
      address,
      isLoopback: internal,
      prefix: Number(cidr?.split('/')[1] ?? 32),
    }));

/**
 * Returns a check whether an answer from `source` may name `address` as a printer: its own address,
 * or one on a network of this machine. So an answer cannot direct labels beyond its network, nor to
 * this machine from outside.
 */
export const createAnswerAddressCheck = (
  ownAddresses: readonly OwnAddress[],
): ((address: string, source: string) => boolean) => {
  const links = new BlockList();
  for (const { address, isLoopback, prefix } of ownAddresses)
    if (!isLoopback) links.addSubnet(address, prefix, 'ipv4');
  const loopback = new BlockList();
  loopback.addSubnet('127.0.0.0', 8, 'ipv4');
  return (address, source) =>
    address === source ||
    (!loopback.check(source) && !loopback.check(address) && links.check(address));
};
