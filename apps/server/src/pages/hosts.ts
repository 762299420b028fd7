import type { Config } from '../config.ts';

/** Host header without its port, lower case; brackets of IPv6 kept. */
export const hostName = (header: string): string => {
  const host = header.toLowerCase();
  const end = host.startsWith('[') ? host.indexOf(']') + 1 : host.indexOf(':');
  return end > 0 ? host.slice(0, end) : host;
};

const isLocal = (name: string): boolean =>
  name === '127.0.0.1' || name === '[::1]' || name === 'localhost' || name.endsWith('.localhost');

/** What may follow the name; anything else is a name in disguise (`127.0.0.1:80@evil.example`). */
const PORT = /^(?::\d{1,5})?$/;

/** The alias of the software whose own host name this is; undefined for any other name. */
export type OwnHosts = (hostName: string) => string | undefined;

/** Whether a Host header names this site; anything else is answered 421 (RFC 9110 §15.5.20). */
export const hostCheck = (
  config: Pick<Config, 'mode' | 'publicUrl' | 'apiBaseUrl'>,
  getAlias: OwnHosts = () => undefined,
): ((header: string | undefined) => boolean) => {
  const own = [config.publicUrl, config.apiBaseUrl]
    .filter((address) => address !== '')
    .map((address) => new URL(address).hostname);
  return (header) => {
    if (!header) return false;
    const name = hostName(header);
    if (!PORT.test(header.slice(name.length))) return false;
    return (
      own.includes(name) ||
      (config.mode === 'demo' && isLocal(name)) ||
      getAlias(name) !== undefined
    );
  };
};
