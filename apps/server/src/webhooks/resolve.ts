import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { addressTrouble, getHost } from '@yunbiao/services';

/** Addresses of a name that are looked at. */
const MOST = 8;

/** Asks name servers directly: the system's own look-up would hold one of the few threads that files need, too. */
const lookUp = async (host: string): Promise<string[]> => {
  if (isIP(host)) return [host];
  // RFC 6761 §6.3: it never leaves this machine, and no name server knows it.
  if (host === 'localhost' || host.endsWith('.localhost')) return ['127.0.0.1', '::1'];
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const found = await Promise.all([
    resolver.resolve4(host).catch(() => []),
    resolver.resolve6(host).catch(() => []),
  ]);
  return found.flat().slice(0, MOST);
};

/**
 * The one address a message is sent to: looked up once, looked at, and connected to as it is, so that a name cannot lead
 * elsewhere between the two. A name that leads anywhere it must not leads nowhere.
 */
export const resolveTarget = async (
  url: string,
  allow: readonly string[],
): Promise<{ address: string } | { trouble: string }> => {
  const host = getHost(url);
  const addresses = await lookUp(host);
  const [address] = addresses;
  if (address === undefined) return { trouble: `找不到 ${host} 的地址` };
  const trouble = addresses.map((one) => addressTrouble(one, { url, allow })).find(Boolean);
  return trouble ? { trouble } : { address };
};
