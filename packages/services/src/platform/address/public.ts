import { isAddressInNetworks } from './networks.ts';

/**
 * Special-purpose networks (IANA's registries of RFC 6890): loopback, private, documentation,
 * multicast, reserved.
 */
const SPECIAL_PURPOSE_NETWORKS = [
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24',
  '192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24',
  '224.0.0.0/4 240.0.0.0/4',
  // Global IPv6 ranges that are not public hosts: tunnels with an unknown end, and documentation.
  '2001::/23 2001:db8::/32 2002::/16 3fff::/20',
].flatMap((line) => line.split(' '));

/** Global unicast addresses of IPv6 (RFC 4291 §2.4), and all of IPv4. */
const GLOBAL_NETWORKS = ['0.0.0.0/0', '2000::/3'];

/** True for an address on the public internet. */
export const isPublicAddress = (address: string): boolean =>
  isAddressInNetworks(address, GLOBAL_NETWORKS) &&
  !isAddressInNetworks(address, SPECIAL_PURPOSE_NETWORKS);
