import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writeAtomically } from '../settings.ts';
import { buildPlaceKey } from './identity-keys.ts';
import { getNetworkHost } from './merge-sightings.ts';
import type { DiscoveredPrinter } from './merge-sightings.ts';

const MAX_RECORDS = 300;
const MAX_KEYS = 12;

const record = z.object({
  id: z.string().regex(/^[0-9a-f]{16}$/),
  keys: z.array(z.string().max(300)).max(MAX_KEYS),
  /** Keys of the places where it was last seen. */
  places: z.array(z.string().max(5000)).max(MAX_KEYS),
  hosts: z.array(z.string().max(255)).max(MAX_KEYS),
  /** Id of the printer in the settings that it belongs to. */
  localId: z.string().nullable(),
  /** Previous place of that printer, for display, and the time of the move. */
  moved: z.object({ from: z.string(), at: z.number() }).nullable(),
  /** Epoch ms. */
  seenAt: z.number(),
});
export type FoundRecord = z.output<typeof record>;

const getDiscoveryRecordsPath = (home: string): string => join(home, 'found.json');

const readDiscoveryRecords = (home: string): FoundRecord[] => {
  try {
    return z.array(record).parse(JSON.parse(readFileSync(getDiscoveryRecordsPath(home), 'utf8')));
  } catch {
    // Missing or unreadable file: printers get new ids and are found by their places.
    return [];
  }
};

/** Derives the id from the printer's key, so that it stays the same when the file is lost. */
const derivePrinterRecordId = (name: string, takenIds: ReadonlySet<string>): string => {
  for (let salt = 0; ; salt += 1) {
    const id = createHash('sha256').update(`${salt}:${name}`).digest('hex').slice(0, 16);
    if (!takenIds.has(id)) return id;
  }
};

export type Records = {
  /**
   * Returns the record of each printer in order, new ones for unknown printers. Uses each record
   * once.
   */
  match: (printers: readonly DiscoveredPrinter[], now: number) => FoundRecord[];
  /** Whether a printer with one of these keys was at the host when last seen. */
  isKnownHost: (keys: readonly string[], host: string) => boolean;
  update: (id: string, change: Partial<Pick<FoundRecord, 'localId' | 'moved'>>) => void;
  save: () => void;
};

const findRecordsByKeys = (
  records: readonly FoundRecord[],
  keys: readonly string[],
): FoundRecord[] => records.filter((record) => record.keys.some((key) => keys.includes(key)));

/** Builds the current record of a printer from its known one, if that is not taken. */
const buildPrinterRecord = (
  records: readonly FoundRecord[],
  takenIds: ReadonlySet<string>,
  discoveredPrinter: DiscoveredPrinter,
  now: number,
): FoundRecord => {
  const places = discoveredPrinter.sightings.map(({ place }) => buildPlaceKey(place));
  const findFreeRecord = (candidates: FoundRecord[]): FoundRecord | undefined =>
    candidates.find(({ id }) => !takenIds.has(id));
  const knownRecord =
    findFreeRecord(findRecordsByKeys(records, discoveredPrinter.keys)) ??
    // A printer with keys is matched by place only to a record without keys, and the reverse.
    findFreeRecord(
      records.filter(
        ({ keys, places: at }) =>
          (keys.length === 0 || discoveredPrinter.keys.length === 0) &&
          at.some((place) => places.includes(place)),
      ),
    );
  const hosts = discoveredPrinter.sightings
    .map(({ place }) => getNetworkHost(place))
    .filter((host) => host !== null);
  const usedIds = new Set([...takenIds, ...records.map(({ id }) => id)]);
  return {
    id:
      knownRecord?.id ??
      derivePrinterRecordId(discoveredPrinter.keys[0] ?? places[0] ?? '', usedIds),
    keys: [...new Set([...discoveredPrinter.keys, ...(knownRecord?.keys ?? [])])].slice(
      0,
      MAX_KEYS,
    ),
    places: places.slice(0, MAX_KEYS),
    hosts: hosts.slice(0, MAX_KEYS),
    localId: knownRecord?.localId ?? null,
    moved: knownRecord?.moved ?? null,
    seenAt: now,
  };
};

/** Opens the records that identify printers across searches. */
export const openDiscoveryRecords = (home: string): Records => {
  let records = readDiscoveryRecords(home);
  let storedText = JSON.stringify(records);
  return {
    match: (printers, now) => {
      const takenIds = new Set<string>();
      const matchedRecords = printers.map((printer) => {
        const matchedRecord = buildPrinterRecord(records, takenIds, printer, now);
        takenIds.add(matchedRecord.id);
        return matchedRecord;
      });
      const unmatchedRecords = records.filter(({ id }) => !takenIds.has(id));
      records = [...matchedRecords, ...unmatchedRecords]
        .toSorted((a, b) => b.seenAt - a.seenAt)
        .slice(0, MAX_RECORDS);
      return matchedRecords;
    },
    isKnownHost: (keys, host) =>
      findRecordsByKeys(records, keys).some(({ hosts }) => hosts.includes(host)),
    update: (id, change) => {
      records = records.map((record) => (record.id === id ? { ...record, ...change } : record));
    },
    save: () => {
      // A changed `seenAt` alone is not worth a write.
      const serialized = JSON.stringify(records.map((record) => ({ ...record, seenAt: 0 })));
      if (serialized === storedText) return;
      try {
        writeAtomically(getDiscoveryRecordsPath(home), JSON.stringify(records));
        storedText = serialized;
      } catch {
        // On a full disk the ids are derived again from the printers' keys.
      }
    },
  };
};
