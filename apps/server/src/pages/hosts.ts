import type { Config } from '../config/config.ts';

/** Host header without port, in lower case. Keeps the brackets of IPv6. */
export const parseHostName = (header: string): string => {
  const host = header.toLowerCase();
  const end = host.startsWith('[') ? host.indexOf(']') + 1 : host.indexOf(':');
  return end > 0 ? host.slice(0, end) : host;
};

const isLocalHostName = (name: string): boolean =>
  name === '127.0.0.1' || name === '[::1]' || name === 'localhost' || name.endsWith('.localhost');

/**
 * Allowed text after the host name. Anything else may disguise another host
 * (`127.0.0.1:80@evil.example`).
 */
const PORT = /^(?::\d{1,5})?$/;

/** Returns the alias of the software with this custom domain, undefined for other names. */
export type FindCustomDomain = (hostName: string) => string | undefined;

/**
 * Creates a check whether a Host header names this site. Other hosts get 421 (RFC 9110 §15.5.20).
 */
export const createSiteHostCheck = (
  config: Pick<Config, 'mode' | 'publicUrl' | 'apiBaseUrl'>,
  getAlias: FindCustomDomain = () => undefined,
): ((header: string | undefined) => boolean) => {
  const ownHosts = [config.publicUrl, config.apiBaseUrl]
    .filter((address) => address !== '')
    .map((address) => new URL(address).hostname);
  return (header) => {
    if (!header) return false;
    const name = parseHostName(header);
    if (!PORT.test(header.slice(name.length))) return false;
    return (
      ownHosts.includes(name) ||
      (config.mode === 'demo' && isLocalHostName(name)) ||
      getAlias(name) !== undefined
    );
  };
};
