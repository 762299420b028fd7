import { useEffect, useState } from 'react';

/** A browser normalizes IPv4 addresses to four numbers and writes IPv6 addresses in brackets. */
export const isIp = (hostname: string): boolean => /^[\d.]+$|^\[/.test(hostname);

/** Browsers require HTTPS (except on localhost) and a host name instead of an IP address. */
const isPasskeySupported = (): boolean =>
  isSecureContext && 'PublicKeyCredential' in globalThis && !isIp(location.hostname);

/** True when passkeys work in this browser at this address; false until it is known. */
export const usePasskeySupport = (): boolean => {
  const [can, setCan] = useState(false);
  useEffect(() => setCan(isPasskeySupported()), []);
  return can;
};
