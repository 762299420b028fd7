import type { PlaceKind } from '@yunbiao/contract/printer-places';
import { placeText } from '../places.ts';
import type { Place } from '../places.ts';
import type { PrinterView } from '../printer/view.ts';
import type { PrinterSettings } from '../settings.ts';
import { placeKey } from './identity.ts';
import { getHost, isUsable } from './merge.ts';
import type { Found } from './merge.ts';
import type { FoundRecord, Records } from './records.ts';

export type Sweep = {
  pairs: readonly { found: Found; record: FoundRecord }[];
  /** What was looked for, and not in vain because a finder broke. */
  kinds: ReadonlySet<PlaceKind>;
};

export type Move = { localId: string; place: Place; from: string; recordId: string };

/**
 * A printer in use that is not where it was and is found elsewhere. One of the network is followed only once nobody answers
 * at its old address: who it is, there, anybody may say.
 */
const getMove = (
  { found, record }: Sweep['pairs'][number],
  printer: PrinterSettings,
  { kinds, isUnreachable }: { kinds: Sweep['kinds']; isUnreachable: (localId: string) => boolean },
): Move | null => {
  // To the like only: a printer that is off is not to be printed on through a queue that leads to it.
  const there = found.sightings.find((one) => one.place.kind === printer.at.kind && isUsable(one));
  if (!there || !kinds.has(printer.at.kind)) return null;
  if (getHost(printer.at) !== null && !isUnreachable(printer.localId)) return null;
  return {
    localId: printer.localId,
    place: there.place,
    from: placeText(printer.at),
    recordId: record.id,
  };
};

export const isUnreachable = (view: PrinterView | undefined): boolean =>
  view?.state === 'stopped' && view.stateReasons.includes('connecting-to-device');

/**
 * Notes which printers of the settings those that were found are, and says which of them have moved. A printer is at its
 * place; only one that is not found there is looked for by who it is.
 */
export const relate = (
  sweep: Sweep,
  printers: readonly PrinterSettings[],
  records: Records,
  isAway: (localId: string) => boolean,
): Move[] => {
  const moves: Move[] = [];
  const seen = new Set(sweep.pairs.flatMap(({ record }) => record.places));
  for (const pair of sweep.pairs) {
    const { record } = pair;
    const here = printers.find(({ at }) => record.places.includes(placeKey(at)));
    if (here) {
      if (record.localId !== here.localId) records.change(record.id, { localId: here.localId });
      continue;
    }
    const before = printers.find(({ localId }) => localId === record.localId);
    if (!before) {
      if (record.localId !== null) records.change(record.id, { localId: null, moved: null });
      continue;
    }
    const isTaken = seen.has(placeKey(before.at)) && getHost(before.at) === null;
    const move = getMove(pair, before, {
      kinds: sweep.kinds,
      // Somebody else is at its place: it is not.
      isUnreachable: (localId) => isTaken || isAway(localId),
    });
    if (move) moves.push(move);
  }
  return moves;
};
