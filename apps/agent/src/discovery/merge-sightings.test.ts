import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { formatPrinterPlace } from '../places.ts';
import type { Place } from '../places.ts';
import type { PrinterSettings } from '../settings.ts';
import type { Sighting } from './finder.ts';
import { detectPrinterMoves } from './follow-moves.ts';
import { mergeSightings } from './merge-sightings.ts';
import type { DiscoveredPrinter } from './merge-sightings.ts';
import { openDiscoveryRecords } from './records.ts';
import type { Records } from './records.ts';

const createTcpPlace = (host: string, port = 9100): Place => ({ kind: 'tcp', host, port });
const createDevicePlace = (n: number): Place => ({ kind: 'device', path: `/dev/usb/lp${n}` });
const createQueuePlace = (name: string): Place => ({ kind: 'cups-queue', name });

const createSighting = (place: Place, rest: Partial<Sighting> = {}): Sighting => ({
  place,
  name: formatPrinterPlace(place),
  keys: [],
  model: '',
  ...rest,
});

const listPlaces = (found: readonly DiscoveredPrinter[]): string[][] =>
  found.map(({ sightings }) => sightings.map(({ place }) => formatPrinterPlace(place)));

it('shows a printer once that is a device and behind a queue', () => {
  const keys = ['usb:zd421:d4j222801'];
  const found = mergeSightings([
    createSighting(createQueuePlace('Zebra'), { keys, model: 'Zebra ZD421 - CUPS' }),
    createSighting(createDevicePlace(0), { keys, deviceId: 'CMD:ZPL;' }),
    createSighting(createDevicePlace(1), { keys: ['usb:zd421:d4j222802'] }),
  ]);
  expect(found.map((item) => [item.keys, item.sightings.length])).toEqual([
    [keys, 2],
    [['usb:zd421:d4j222802'], 1],
  ]);
});

it('knows a queue by where it sends its jobs, and what is one through a third', () => {
  const found = mergeSightings([
    createSighting(createQueuePlace('A'), { targetPlace: createTcpPlace('192.168.1.50') }),
    createSighting(
      { kind: 'ipp', uri: 'ipp://192.168.1.50:631/ipp/print' },
      { keys: ['uuid:1', 'mdns:x'] },
    ),
    createSighting(createTcpPlace('192.168.1.50'), { keys: ['mdns:x'] }),
  ]);
  expect(found).toHaveLength(1);
  expect(found[0]?.keys).toEqual(['uuid:1', 'mdns:x']);
});

it('prints where the printer answers for itself; one without a label language through its queue', () => {
  const label = mergeSightings([
    createSighting(createQueuePlace('A'), { keys: ['k'], model: 'TSC TE210' }),
    createSighting(createTcpPlace('192.168.1.50'), { keys: ['k'] }),
  ]);
  expect(label[0]?.sightings[0].place.kind).toBe('tcp');
  const page = mergeSightings([
    createSighting(createTcpPlace('192.168.1.60'), { keys: ['k'], model: 'HP LaserJet' }),
    createSighting(
      { kind: 'ipp', uri: 'ipp://192.168.1.60/ipp/print' },
      { keys: ['k'], isInaccessible: true },
    ),
  ]);
  expect(page[0]?.sightings[0].place.kind).toBe('tcp');
});

it('believes one machine of the network who it is, and the one it was before', () => {
  const both = [
    createSighting(createTcpPlace('192.168.1.66'), { keys: ['k'] }),
    createSighting(createTcpPlace('192.168.1.50'), { keys: ['k'] }),
  ];
  const first = mergeSightings(both);
  expect(first.map(({ keys }) => keys)).toEqual([['k'], []]);
  expect(listPlaces(first)[0]).toEqual(['192.168.1.66:9100']);
  const known = mergeSightings(both, (keys, host) => keys.includes('k') && host === '192.168.1.50');
  expect(listPlaces(known)[0]).toEqual(['192.168.1.50:9100']);
  expect(known.map(({ keys }) => keys)).toEqual([['k'], []]);
});

it('loses no place and shows none twice, whatever is seen', () => {
  const place = fc.oneof(
    fc.record({
      kind: fc.constant('tcp' as const),
      host: fc.constantFrom('a', 'b'),
      port: fc.constantFrom(1, 2),
    }),
    fc.record({ kind: fc.constant('cups-queue' as const), name: fc.constantFrom('a', 'b') }),
  );
  const sighting = fc.record({
    place,
    name: fc.constant(''),
    keys: fc.array(fc.constantFrom('k1', 'k2', 'k3'), { maxLength: 2 }),
    model: fc.constant(''),
  });
  fc.assert(
    fc.property(fc.array(sighting, { maxLength: 8 }), (sightings) => {
      const found = mergeSightings(sightings);
      const merged = listPlaces(found).map((places) => [...new Set(places)]);
      expect(merged.flat().toSorted()).toEqual(
        [...new Set(sightings.map((sighting) => formatPrinterPlace(sighting.place)))].toSorted(),
      );
      const keys = found.flatMap((item) => item.keys);
      expect(new Set(keys).size).toBe(keys.length);
    }),
  );
});

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'yb-found-'));
  return () => rmSync(home, { recursive: true, force: true });
});

const matchIds = (records: Records, ...sightings: Sighting[]): string[] =>
  records.match(mergeSightings(sightings, records.isKnownHost), 1).map(({ id }) => id);

it('keeps a printer’s id when its place changes, also over a restart', () => {
  const records = openDiscoveryRecords(home);
  const [id] = matchIds(
    records,
    createSighting(createTcpPlace('192.168.1.50'), { keys: ['uuid:1', 'mdns:a'] }),
  );
  expect(
    matchIds(records, createSighting(createTcpPlace('192.168.1.51'), { keys: ['mdns:a'] })),
  ).toEqual([id]);
  records.save();
  const later = openDiscoveryRecords(home);
  expect(matchIds(later, createSighting(createQueuePlace('Q'), { keys: ['uuid:1'] }))).toEqual([
    id,
  ]);
  rmSync(join(home, 'found.json'));
  expect(
    matchIds(
      openDiscoveryRecords(home),
      createSighting(createTcpPlace('192.168.1.9'), { keys: ['uuid:1', 'mdns:a'] }),
    ),
  ).toEqual([id]);
});

it('does not take who is at a printer’s old place for it', () => {
  const records = openDiscoveryRecords(home);
  const [first] = matchIds(
    records,
    createSighting(createTcpPlace('192.168.1.50'), { keys: ['uuid:1'] }),
  );
  const [second] = matchIds(
    records,
    createSighting(createTcpPlace('192.168.1.50'), { keys: ['uuid:2'] }),
  );
  expect(second).not.toBe(first);
  // A sighting without keys is the printer that was last known at this address.
  expect(matchIds(records, createSighting(createTcpPlace('192.168.1.50')))).toEqual([second]);
});

it('starts over with what it cannot read', () => {
  writeFileSync(join(home, 'found.json'), '[{"id":"../../etc"}]');
  expect(
    matchIds(
      openDiscoveryRecords(home),
      createSighting(createDevicePlace(0), { keys: ['usb:1'] }),
    )[0],
  ).toMatch(/^[0-9a-f]{16}$/);
});

const createPrinterSettings = (localId: string, place: Place): PrinterSettings => ({
  localId,
  name: localId,
  at: place as PrinterSettings['at'],
  language: 'zpl',
  dpi: 203,
  graphics: 'z64',
  exclusive: true,
  closeAfter: false,
  wholeCounter: false,
});

const KINDS = new Set(['tcp', 'ipp', 'device', 'cups-queue'] as const);

const listRelated = (
  records: Records,
  printers: PrinterSettings[],
  sightings: Sighting[],
  isAway: boolean,
  kinds: ReadonlySet<Place['kind']> = KINDS,
) => {
  const found = mergeSightings(sightings, records.isKnownHost);
  const own = records.match(found, 1);
  const pairs = found.flatMap((item, i) => {
    const record = own[i];
    return record ? [{ found: item, record }] : [];
  });
  return detectPrinterMoves({ pairs, kinds }, printers, records, () => isAway);
};

it('follows a printer of the network once nobody answers where it was', () => {
  const records = openDiscoveryRecords(home);
  const printer = createPrinterSettings('p1', createTcpPlace('192.168.1.50'));
  const before = [createSighting(createTcpPlace('192.168.1.50'), { keys: ['uuid:1'] })];
  expect(listRelated(records, [printer], before, false)).toEqual([]);
  const after = [createSighting(createTcpPlace('192.168.1.77'), { keys: ['uuid:1'] })];
  // While the printer still answers, another device that claims its identity is not trusted.
  expect(listRelated(records, [printer], after, false)).toEqual([]);
  expect(listRelated(records, [printer], after, true)).toMatchObject([
    { localId: 'p1', place: createTcpPlace('192.168.1.77'), from: '192.168.1.50:9100' },
  ]);
});

it('follows nothing it has not seen at the printer’s place', () => {
  const records = openDiscoveryRecords(home);
  const printer = createPrinterSettings('p1', createTcpPlace('192.168.1.50'));
  expect(
    listRelated(
      records,
      [printer],
      [createSighting(createTcpPlace('192.168.1.77'), { keys: ['uuid:1'] })],
      true,
    ),
  ).toEqual([]);
});

it('leaves a printer alone that is behind a queue, or was not looked for', () => {
  const records = openDiscoveryRecords(home);
  const printer = createPrinterSettings('p1', createTcpPlace('192.168.1.50'));
  const keys = ['uuid:1'];
  listRelated(
    records,
    [printer],
    [createSighting(createTcpPlace('192.168.1.50'), { keys })],
    false,
  );
  const queued = [
    createSighting(createQueuePlace('Q'), { keys, targetPlace: createTcpPlace('192.168.1.50') }),
  ];
  expect(listRelated(records, [printer], queued, true)).toEqual([]);
  const elsewhere = [createSighting(createTcpPlace('192.168.1.77'), { keys })];
  expect(listRelated(records, [printer], elsewhere, true, new Set(['device']))).toEqual([]);
});
