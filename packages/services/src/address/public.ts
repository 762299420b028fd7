import { isWithin } from './networks.ts';

/** Special purposes (IANA's registries of RFC 6890): own machine, own network, documentation, multicast, reserved. */
const SPECIAL = [
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24',
  '192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24',
  '224.0.0.0/4 240.0.0.0/4',
  // Of what is global in IPv6: tunnels that end who knows where, and documentation.
  '2001::/23 2001:db8::/32 2002::/16 3fff::/20',
].flatMap((line) => line.split(' '));

/** All that is given out in IPv6 (RFC 4291 §2.4). */
const GLOBAL = ['0.0.0.0/0', '2000::/3'];

/** Whether an address is somewhere in the internet, and no part of anybody's own network. */
export const isPublicAddress = (address: string): boolean =>
  isWithin(address, GLOBAL) && !isWithin(address, SPECIAL);
