import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_ADDRESSES } from '@yunbiao/contract/limits/client';
import { z } from 'zod';
import { writeAtomically } from '../settings.ts';
import type { Finder } from './finder.ts';

/** Maximum number of confirmed addresses. */
const MAX_CONFIRMED_ADDRESSES = 50;
const EXPIRY_MS = 24 * 3_600_000;

const typedAddress = z.object({
  id: z.string().regex(/^[0-9a-f]{16}$/),
  /** Host name or IP address. Other characters are rejected, because terminals display it. */
  host: z.string().regex(/^[\w.:%-]{1,253}$/),
  port: z.number().int().min(1).max(65_535),
  /** A user at this machine confirmed that it is a printer. */
  confirmed: z.boolean(),
  /** Epoch ms. */
  at: z.number(),
});
export type TypedAddress = z.output<typeof typedAddress>;

export const getAddressesPath = (home: string): string => join(home, 'addresses.json');

export const formatHostPort = ({ host, port }: Pick<TypedAddress, 'host' | 'port'>): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`;

const readAddresses = (home: string): TypedAddress[] => {
  try {
    return z.array(typedAddress).parse(JSON.parse(readFileSync(getAddressesPath(home), 'utf8')));
  } catch {
    return [];
  }
};

const writeAddresses = (home: string, addresses: readonly TypedAddress[]): void =>
  writeAtomically(getAddressesPath(home), JSON.stringify(addresses));

/** Lists addresses from the web page that wait for local confirmation. Each expires after a day. */
export const listAddressesAwaitingConfirmation = (home: string, now = Date.now()): TypedAddress[] =>
  readAddresses(home).filter(({ confirmed, at }) => !confirmed && now - at < EXPIRY_MS);

export type SuggestionResult = 'waiting' | 'confirmed' | 'full' | 'wrong';

/**
 * Stores an address from the web page. This machine connects to it only after local confirmation.
 */
export const suggestAddress = (
  home: string,
  { host, port }: { host: string; port: number },
  now = Date.now(),
): SuggestionResult => {
  const addresses = readAddresses(home).filter(
    ({ confirmed, at }) => confirmed || now - at < EXPIRY_MS,
  );
  const text = formatHostPort({ host: host.toLowerCase(), port });
  const existing = addresses.find((address) => formatHostPort(address) === text);
  if (existing) return existing.confirmed ? 'confirmed' : 'waiting';
  if (addresses.filter(({ confirmed }) => !confirmed).length >= MAX_ADDRESSES) return 'full';
  const id = createHash('sha256').update(text).digest('hex').slice(0, 16);
  const next = typedAddress.safeParse({
    id,
    host: host.toLowerCase(),
    port,
    confirmed: false,
    at: now,
  });
  if (!next.success) return 'wrong';
  writeAddresses(home, [...addresses, next.data]);
  return 'waiting';
};

/** Records the local confirmation or rejection. Returns false when no such address is waiting. */
export const confirmOrRejectAddress = (
  home: string,
  id: string,
  isConfirmed: boolean,
  now = Date.now(),
): boolean => {
  const addresses = readAddresses(home);
  if (!listAddressesAwaitingConfirmation(home, now).some((address) => address.id === id))
    return false;
  const otherAddresses = addresses.filter((address) => address.id !== id);
  const [ownAddress] = addresses.filter((address) => address.id === id);
  const confirmed = otherAddresses
    .filter((otherAddress) => otherAddress.confirmed)
    .slice(-MAX_CONFIRMED_ADDRESSES + 1);
  const waiting = otherAddresses.filter((otherAddress) => !otherAddress.confirmed);
  const newlyConfirmed = ownAddress && isConfirmed ? [{ ...ownAddress, confirmed: true }] : [];
  writeAddresses(home, [...confirmed, ...newlyConfirmed, ...waiting]);
  return true;
};

/** Finds the addresses that were confirmed on this machine. */
export const createConfirmedAddressFinder = (home: string): Finder => ({
  name: '在这台电脑上确认过的地址',
  // Empty: these addresses are always listed, so a missing one proves nothing.
  kinds: [],
  find: () =>
    Promise.resolve(
      readAddresses(home)
        .filter(({ confirmed }) => confirmed)
        .map(({ host, port }) => ({
          place: { kind: 'tcp', host, port },
          name: formatHostPort({ host, port }),
          keys: [],
          model: '',
        })),
    ),
});
