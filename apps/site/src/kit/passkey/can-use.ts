import { useEffect, useState } from 'react';

/** A browser writes every IPv4 address in four numbers, and IPv6 in brackets. */
export const isIp = (hostname: string): boolean => /^[\d.]+$|^\[/.test(hostname);

/** Browsers have none in the clear but at localhost, nor for IP addresses. */
const canUse = (): boolean =>
  isSecureContext && 'PublicKeyCredential' in globalThis && !isIp(location.hostname);

/** Whether this browser has passkeys, at this address; false until that is known. */
export const useCanPasskey = (): boolean => {
  const [can, setCan] = useState(false);
  useEffect(() => setCan(canUse()), []);
  return can;
};
