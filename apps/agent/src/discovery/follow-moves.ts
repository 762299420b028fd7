import type { PlaceKind } from '@yunbiao/contract/gateway/printer-places';
import { formatPrinterPlace } from '../places.ts';
import type { Place } from '../places.ts';
import type { PrinterView } from '../printer/view.ts';
import type { PrinterSettings } from '../settings.ts';
import { buildPlaceKey } from './identity-keys.ts';
import { getNetworkHost, isAccessibleSighting } from './merge-sightings.ts';
import type { DiscoveredPrinter } from './merge-sightings.ts';
import type { FoundRecord, Records } from './records.ts';

export type SearchResult = {
  pairs: readonly { found: DiscoveredPrinter; record: FoundRecord }[];
  /** Kinds of places whose finders succeeded. */
  kinds: ReadonlySet<PlaceKind>;
};

export type Move = { localId: string; place: Place; from: string; recordId: string };

/**
 * Returns where a printer in use has moved to. A network printer is followed only when its old
 * address is unreachable: any device can claim its identity.
 */
const findPrinterMove = (
  { found, record }: SearchResult['pairs'][number],
  printer: PrinterSettings,
  {
    kinds,
    isUnreachable,
  }: { kinds: SearchResult['kinds']; isUnreachable: (localId: string) => boolean },
): Move | null => {
  // Only to the same kind of place: a printer that is off must not print through a queue that leads
  // to it.
  const newSighting = found.sightings.find(
    (sighting) => sighting.place.kind === printer.at.kind && isAccessibleSighting(sighting),
  );
  if (!newSighting || !kinds.has(printer.at.kind)) return null;
  if (getNetworkHost(printer.at) !== null && !isUnreachable(printer.localId)) return null;
  return {
    localId: printer.localId,
    place: newSighting.place,
    from: formatPrinterPlace(printer.at),
    recordId: record.id,
  };
};

export const isPrinterUnreachable = (view: PrinterView | undefined): boolean =>
  view?.state === 'stopped' && view.stateReasons.includes('connecting-to-device');

/**
 * Records which found printers belong to the settings, and returns those that have moved. The place
 * decides first; only a printer missing from its place is matched by identity.
 */
export const detectPrinterMoves = (
  sweep: SearchResult,
  printers: readonly PrinterSettings[],
  records: Records,
  isAway: (localId: string) => boolean,
): Move[] => {
  const moves: Move[] = [];
  const seenPlaces = new Set(sweep.pairs.flatMap(({ record }) => record.places));
  for (const pair of sweep.pairs) {
    const { record } = pair;
    const printerHere = printers.find(({ at }) => record.places.includes(buildPlaceKey(at)));
    if (printerHere) {
      if (record.localId !== printerHere.localId)
        records.update(record.id, { localId: printerHere.localId });
      continue;
    }
    const recordedPrinter = printers.find(({ localId }) => localId === record.localId);
    if (!recordedPrinter) {
      if (record.localId !== null) records.update(record.id, { localId: null, moved: null });
      continue;
    }
    const isPlaceTaken =
      seenPlaces.has(buildPlaceKey(recordedPrinter.at)) &&
      getNetworkHost(recordedPrinter.at) === null;
    const move = findPrinterMove(pair, recordedPrinter, {
      kinds: sweep.kinds,
      // Another printer occupies its place.
      isUnreachable: (localId) => isPlaceTaken || isAway(localId),
    });
    if (move) moves.push(move);
  }
  return moves;
};
