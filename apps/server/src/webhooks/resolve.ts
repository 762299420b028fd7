import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { describeAddressFault, getLookupHost } from '@yunbiao/services';

/** Maximum number of addresses checked per name. */
const MAX_ADDRESSES = 8;

/**
 * Queries name servers directly. The system lookup would occupy one of the few threads that files
 * also need.
 */
const lookUpAddresses = async (host: string): Promise<string[]> => {
  if (isIP(host)) return [host];
  // RFC 6761 §6.3: the name is local, and name servers do not know it.
  if (host === 'localhost' || host.endsWith('.localhost')) return ['127.0.0.1', '::1'];
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const answers = await Promise.all([
    resolver.resolve4(host).catch(() => []),
    resolver.resolve6(host).catch(() => []),
  ]);
  return answers.flat().slice(0, MAX_ADDRESSES);
};

/**
 * Resolves the single address that a message is sent to. It is resolved once, checked, and used for
 * the connection, so that the name cannot resolve to another address in between. A name with any
 * forbidden address is rejected.
 */
export const resolveWebhookTarget = async (
  url: string,
  allow: readonly string[],
): Promise<{ address: string } | { trouble: string }> => {
  const host = getLookupHost(url);
  const addresses = await lookUpAddresses(host);
  const [address] = addresses;
  if (address === undefined) return { trouble: `找不到 ${host} 的地址` };
  const fault = addresses
    .map((address) => describeAddressFault(address, { url, allow }))
    .find(Boolean);
  return fault ? { trouble: fault } : { address };
};
