import { isIP } from 'node:net';
import { isAddressInNetworks } from '../../platform/address/networks.ts';
import { isPublicAddress } from '../../platform/address/public.ts';

/** Host of a URL for a DNS lookup: IPv6 addresses without brackets. */
export const getLookupHost = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, '');

/**
 * Reason why the address is not allowed; empty when it is. Only public addresses over https are
 * allowed, and networks in `allow` (CIDR) with any scheme.
 */
export const describeAddressFault = (
  address: string,
  { url, allow }: { url: string; allow: readonly string[] },
): string => {
  if (isAddressInNetworks(address, allow)) return '';
  if (!isPublicAddress(address)) return `${address} 是内网或保留地址，不往那里发`;
  return url.startsWith('https:') ? '' : '公网地址要写 https://';
};

/** Reason why a URL is not allowed, before the DNS lookup; empty when none is known yet. */
export const describeUrlFault = (url: string, allow: readonly string[]): string => {
  const host = getLookupHost(url);
  if (isIP(host)) return describeAddressFault(host, { url, allow });
  return url.startsWith('https:') || allow.length > 0 ? '' : '公网地址要写 https://';
};
