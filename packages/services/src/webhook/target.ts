import { isIP } from 'node:net';
import { isWithin } from '../address/networks.ts';
import { isPublicAddress } from '../address/public.ts';

/** The host of an address as one looks it up: an IPv6 one without its brackets. */
export const getHost = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, '');

/**
 * Why nothing may be sent there, '' when it may: only to the internet, and only encrypted; to networks of `allow`
 * (CIDR) in any way.
 */
export const addressTrouble = (
  address: string,
  { url, allow }: { url: string; allow: readonly string[] },
): string => {
  if (isWithin(address, allow)) return '';
  if (!isPublicAddress(address)) return `${address} 是内网或保留地址，不往那里发`;
  return url.startsWith('https:') ? '' : '公网地址要写 https://';
};

/** What is wrong with an address that can be told before it is looked up. */
export const urlTrouble = (url: string, allow: readonly string[]): string => {
  const host = getHost(url);
  if (isIP(host)) return addressTrouble(host, { url, allow });
  return url.startsWith('https:') || allow.length > 0 ? '' : '公网地址要写 https://';
};
