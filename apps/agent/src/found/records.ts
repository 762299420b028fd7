import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writeWhole } from '../settings.ts';
import { placeKey } from './identity.ts';
import { getHost } from './merge.ts';
import type { Found } from './merge.ts';

const MAX_RECORDS = 300;
const MAX_KEYS = 12;

const record = z.object({
  id: z.string().regex(/^[0-9a-f]{16}$/),
  keys: z.array(z.string().max(300)).max(MAX_KEYS),
  /** The places it was at last, as keys. */
  places: z.array(z.string().max(5000)).max(MAX_KEYS),
  hosts: z.array(z.string().max(255)).max(MAX_KEYS),
  /** The printer of the settings it has become. */
  localId: z.string().nullable(),
  /** Where that printer was before it was found here, for people, and when that was. */
  moved: z.object({ from: z.string(), at: z.number() }).nullable(),
  /** Epoch ms. */
  seenAt: z.number(),
});
export type FoundRecord = z.output<typeof record>;

const getFile = (home: string): string => join(home, 'found.json');

const read = (home: string): FoundRecord[] => {
  try {
    return z.array(record).parse(JSON.parse(readFileSync(getFile(home), 'utf8')));
  } catch {
    // None yet, or one nobody can read: printers get new ids, and are found by their places.
    return [];
  }
};

/** The same printer gets the same id also where the file is lost. */
const newId = (name: string, taken: ReadonlySet<string>): string => {
  for (let salt = 0; ; salt += 1) {
    const id = createHash('sha256').update(`${salt}:${name}`).digest('hex').slice(0, 16);
    if (!taken.has(id)) return id;
  }
};

export type Records = {
  /** The record of each, in their order; new ones for those nobody knows. Each record once. */
  match: (found: readonly Found[], now: number) => FoundRecord[];
  /** Whether a printer with one of these keys was at the host when it was seen last. */
  isKnownHost: (keys: readonly string[], host: string) => boolean;
  change: (id: string, change: Partial<Pick<FoundRecord, 'localId' | 'moved'>>) => void;
  save: () => void;
};

/** What is remembered of printers that were found: which is which when they are found again. */
export const openRecords = (home: string): Records => {
  let records = read(home);
  let stored = JSON.stringify(records);
  const known = (keys: readonly string[]): FoundRecord[] =>
    records.filter((one) => one.keys.some((key) => keys.includes(key)));
  const getRecord = (one: Found, taken: ReadonlySet<string>, now: number): FoundRecord => {
    const places = one.sightings.map(({ place }) => placeKey(place));
    const free = (candidates: FoundRecord[]): FoundRecord | undefined =>
      candidates.find(({ id }) => !taken.has(id));
    const old =
      free(known(one.keys)) ??
      // One that tells who it is is not whoever was at its place; one that does not is.
      free(
        records.filter(
          ({ keys, places: at }) =>
            (keys.length === 0 || one.keys.length === 0) &&
            at.some((place) => places.includes(place)),
        ),
      );
    const hosts = one.sightings.map(({ place }) => getHost(place)).filter((host) => host !== null);
    const used = new Set([...taken, ...records.map(({ id }) => id)]);
    return {
      id: old?.id ?? newId(one.keys[0] ?? places[0] ?? '', used),
      keys: [...new Set([...one.keys, ...(old?.keys ?? [])])].slice(0, MAX_KEYS),
      places: places.slice(0, MAX_KEYS),
      hosts: hosts.slice(0, MAX_KEYS),
      localId: old?.localId ?? null,
      moved: old?.moved ?? null,
      seenAt: now,
    };
  };
  return {
    match: (found, now) => {
      const taken = new Set<string>();
      const matched = found.map((one) => {
        const own = getRecord(one, taken, now);
        taken.add(own.id);
        return own;
      });
      const others = records.filter(({ id }) => !taken.has(id));
      records = [...matched, ...others]
        .toSorted((a, b) => b.seenAt - a.seenAt)
        .slice(0, MAX_RECORDS);
      return matched;
    },
    isKnownHost: (keys, host) => known(keys).some(({ hosts }) => hosts.includes(host)),
    change: (id, change) => {
      records = records.map((one) => (one.id === id ? { ...one, ...change } : one));
    },
    save: () => {
      // When it was seen is not worth a write of its own.
      const now = JSON.stringify(records.map((one) => ({ ...one, seenAt: 0 })));
      if (now === stored) return;
      try {
        writeWhole(getFile(home), JSON.stringify(records));
        stored = now;
      } catch {
        // On a full disk ids are worked out anew from what printers say of themselves.
      }
    },
  };
};
