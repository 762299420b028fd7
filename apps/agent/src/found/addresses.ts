import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_ADDRESSES } from '@yunbiao/contract/limits/client';
import { z } from 'zod';
import { writeWhole } from '../settings.ts';
import type { Finder } from './finder.ts';

/** Confirmed ones that are kept. */
const MAX_CONFIRMED = 50;
const KEPT_MS = 24 * 3_600_000;

const typedAddress = z.object({
  id: z.string().regex(/^[0-9a-f]{16}$/),
  /** A host name or an address; nothing else is written here, as it is shown in terminals. */
  host: z.string().regex(/^[\w.:%-]{1,253}$/),
  port: z.number().int().min(1).max(65_535),
  /** Somebody at this machine said that it is a printer of theirs. */
  confirmed: z.boolean(),
  /** Epoch ms. */
  at: z.number(),
});
export type TypedAddress = z.output<typeof typedAddress>;

export const addressesFile = (home: string): string => join(home, 'addresses.json');

export const addressText = ({ host, port }: Pick<TypedAddress, 'host' | 'port'>): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`;

const read = (home: string): TypedAddress[] => {
  try {
    return z.array(typedAddress).parse(JSON.parse(readFileSync(addressesFile(home), 'utf8')));
  } catch {
    return [];
  }
};

const write = (home: string, addresses: readonly TypedAddress[]): void =>
  writeWhole(addressesFile(home), JSON.stringify(addresses));

/** Addresses typed on the page that wait for a word of whoever is at this machine; each waits for a day. */
export const waitingAddresses = (home: string, now = Date.now()): TypedAddress[] =>
  read(home).filter(({ confirmed, at }) => !confirmed && now - at < KEPT_MS);

export type Suggested = 'waiting' | 'confirmed' | 'full' | 'wrong';

/** Keeps an address somebody typed on the page. Nothing is connected to it before it is confirmed here. */
export const suggestAddress = (
  home: string,
  { host, port }: { host: string; port: number },
  now = Date.now(),
): Suggested => {
  const all = read(home).filter(({ confirmed, at }) => confirmed || now - at < KEPT_MS);
  const text = addressText({ host: host.toLowerCase(), port });
  const known = all.find((one) => addressText(one) === text);
  if (known) return known.confirmed ? 'confirmed' : 'waiting';
  if (all.filter(({ confirmed }) => !confirmed).length >= MAX_ADDRESSES) return 'full';
  const id = createHash('sha256').update(text).digest('hex').slice(0, 16);
  const next = typedAddress.safeParse({
    id,
    host: host.toLowerCase(),
    port,
    confirmed: false,
    at: now,
  });
  if (!next.success) return 'wrong';
  write(home, [...all, next.data]);
  return 'waiting';
};

/** The word of whoever is at this machine. False: nobody waits for it. */
export const answerAddress = (
  home: string,
  id: string,
  isOurs: boolean,
  now = Date.now(),
): boolean => {
  const all = read(home);
  if (!waitingAddresses(home, now).some((one) => one.id === id)) return false;
  const others = all.filter((one) => one.id !== id);
  const [own] = all.filter((one) => one.id === id);
  const confirmed = others.filter((one) => one.confirmed).slice(-MAX_CONFIRMED + 1);
  const waiting = others.filter((one) => !one.confirmed);
  const kept = own && isOurs ? [{ ...own, confirmed: true }] : [];
  write(home, [...confirmed, ...kept, ...waiting]);
  return true;
};

/** Addresses that were confirmed on this machine, as printers. */
export const typedFinder = (home: string): Finder => ({
  name: '在这台电脑上确认过的地址',
  // They are always found: where they are not, says nothing.
  kinds: [],
  find: () =>
    Promise.resolve(
      read(home)
        .filter(({ confirmed }) => confirmed)
        .map(({ host, port }) => ({
          place: { kind: 'tcp', host, port },
          name: addressText({ host, port }),
          keys: [],
          model: '',
        })),
    ),
});
