const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;
const IPV6 = /^[\da-f:.]+$/i;

/**
 * Checks whether a text looks like an IP address or network. The server does the real validation.
 */
export const isIpNetworkLike = (text: string): boolean => {
  const [address = '', prefix = '0', ...extraParts] = text.split('/');
  const isV6 = address.includes(':');
  if (extraParts.length > 0 || !/^\d{1,3}$/.test(prefix)) return false;
  return (isV6 ? IPV6 : IPV4).test(address) && Number(prefix) <= (isV6 ? 128 : 32);
};
