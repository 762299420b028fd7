import type { CallOutput } from '@yunbiao/contract';
import type { PrintEvent } from '@yunbiao/contract/api/events';
import { DETAIL_STATES, type DetailState } from '@yunbiao/contract/evidence';
import type { StatusKind } from '@yunbiao/ui/status.tsx';
import { DETAIL_WORDS } from './print-status.ts';

export type BatchInfo = CallOutput<'batchInfo'>;

/** All labels of a batch in print order: ids, and the index of each state in DETAIL_STATES. */
export type Cells = {
  ids: readonly string[];
  places: ReadonlyMap<string, number>;
  states: Uint8Array;
};

export type LiveBatch = { info: BatchInfo; cells: Cells };

export const toLabelCells = (cells: CallOutput<'detailStates'>['cells']): Cells => ({
  ids: cells.map(([id]) => id),
  places: new Map(cells.map(([id], place) => [id, place])),
  states: Uint8Array.from(cells, ([, state]) => state),
});

/** State of the label at an index, from 0. */
export const getLabelStateAt = (cells: Cells, place: number): DetailState =>
  DETAIL_STATES[cells.states[place] ?? 0] ?? 'queued';

const SENDING = DETAIL_STATES.indexOf('sending');

/**
 * Index of the label that is printing: the first one the client has taken, unless the printer is
 * offline or another batch is ahead. Returns -1 when there is none.
 */
export const findPrintingLabelIndex = ({ info, cells }: LiveBatch): number =>
  info.ahead > 0 || info.printerState === 'offline' || info.printerState === 'removed'
    ? -1
    : cells.states.indexOf(SENDING);

/** Index of the last label of the row that is printing; `columns` labels are side by side. */
const findPrintingRowEnd = (
  { info: { columns }, cells: { states } }: LiveBatch,
  first: number,
): number => {
  let lastPlace = first;
  for (let n = 1; n < columns; n += 1) {
    const next = states.indexOf(SENDING, lastPlace + 1);
    if (next < 0) break;
    lastPlace = next;
  }
  return lastPlace;
};

/** Returns a function that gives the status icon of the label at an index, from 0. */
export const createStatusIconLookup = (batch: LiveBatch): ((place: number) => StatusKind) => {
  const printingPlace = findPrintingLabelIndex(batch);
  const lastPlace = printingPlace < 0 ? -1 : findPrintingRowEnd(batch, printingPlace);
  return (place) => {
    if (place >= printingPlace && place <= lastPlace && batch.cells.states[place] === SENDING)
      return 'running';
    const state = getLabelStateAt(batch.cells, place);
    return state === 'sending' ? 'queued' : DETAIL_WORDS[state].kind;
  };
};

/** A batch ahead has no labels with the client any more, so `ahead` must be reloaded. */
export const mustReloadQueuePosition = (batch: LiveBatch, events: readonly PrintEvent[]): boolean =>
  batch.info.ahead > 0 &&
  events.some(
    (event) =>
      event.type === 'batch' && event.batchNo !== batch.info.batchNo && event.counts.sending === 0,
  );

/** Applies a printer event to the batch. */
const applyPrinterEventToBatch = (
  info: BatchInfo,
  { id, state, stateText }: Extract<PrintEvent, { type: 'printer' }>,
): BatchInfo => {
  const ownInfo =
    id === info.printerId ? { ...info, printerState: state, printerStateText: stateText } : info;
  const { group } = ownInfo;
  if (!group?.places.some(({ printerId }) => printerId === id)) return ownInfo;
  const places = group.places.map((place) =>
    place.printerId === id ? { ...place, state, stateText } : place,
  );
  return { ...ownInfo, group: { ...group, places } };
};

type Places = NonNullable<BatchInfo['group']>['places'];
type Counts = BatchInfo['counts'];

const isPrinterWorking = ({ state }: Places[number]): boolean =>
  state === 'idle' || state === 'processing';

/** Number of labels that ended without being printed. They can be on any printer of the group. */
const countEndedUnprinted = ({ uncertain, failed, cancelled, expired }: Counts): number =>
  uncertain + failed + cancelled + expired;

/**
 * Updates the open labels per printer after new counts. Finished labels are attributed to the
 * printer that is printing.
 */
const updateOpenLabelsPerPrinter = (places: Places, { queued, sending }: Counts): Places => {
  const open = queued + sending;
  const openPlaces = places.filter((place) => place.open > 0);
  const at = openPlaces.length > 1 ? openPlaces.filter(isPrinterWorking) : openPlaces;
  const [only, another] = at;
  if (open > 0 && (!only || another)) return places;
  const openElsewhere = openPlaces.reduce(
    (sum, place) => (place === only ? sum : sum + place.open),
    0,
  );
  return places.map((place) => {
    if (open === 0) return { ...place, open: 0, canMove: false };
    return place === only ? { ...place, open: Math.max(0, open - openElsewhere) } : place;
  });
};

const listPrintersWithOpenLabels = ({ info }: LiveBatch): Places =>
  info.group?.places.filter((place) => place.open > 0) ?? [];

/**
 * Labels moved to another printer or ended on an unknown printer, so the batch must be reloaded.
 */
export const mustReloadGroupPrinters = (batch: LiveBatch, events: readonly PrintEvent[]): boolean =>
  events.some((event) => {
    if (event.type !== 'moved' && event.type !== 'batch') return false;
    if (event.batchNo !== batch.info.batchNo) return false;
    return (
      event.type === 'moved' ||
      (listPrintersWithOpenLabels(batch).length > 1 &&
        countEndedUnprinted(event.counts) !== countEndedUnprinted(batch.info.counts))
    );
  });

/**
 * Labels of a group may be movable now, or were printed on an unknown printer. Only the server
 * knows which printers accept labels, and any printer of the group may be ready again.
 */
export const mustReloadMovableLabels = (
  batch: LiveBatch,
  events: readonly PrintEvent[],
): boolean => {
  const open = listPrintersWithOpenLabels(batch);
  if (open.length === 0) return false;
  const isUnclear = open.length > 1 && open.filter(isPrinterWorking).length !== 1;
  return events.some(
    (event) =>
      event.type === 'printer' ||
      event.type === 'client' ||
      (isUnclear && event.type === 'batch' && event.batchNo === batch.info.batchNo),
  );
};

/**
 * True when the list of outdated clients may have changed: one was updated, or labels no longer wait
 * for it.
 */
export const mustReloadOutdatedClients = (
  batch: LiveBatch,
  events: readonly PrintEvent[],
): boolean =>
  batch.info.clientsToUpdate.length > 0 &&
  events.some(
    (event) =>
      event.type === 'client' || (event.type === 'batch' && event.batchNo === batch.info.batchNo),
  );

/** Applies events to a batch. Returns the same object when no event concerns it. */
export const applyEventsToBatch = (batch: LiveBatch, events: readonly PrintEvent[]): LiveBatch => {
  let { info, cells } = batch;
  let states: Uint8Array | null = null;
  for (const event of events) {
    if (event.type === 'batch' && event.batchNo === info.batchNo) {
      const { state, total, counts, cancellable, finishedAt } = event;
      const { group } = info;
      const updatedGroup = group && {
        ...group,
        places: updateOpenLabelsPerPrinter(group.places, counts),
      };
      info = { ...info, state, total, counts, cancellable, finishedAt, group: updatedGroup };
    } else if (event.type === 'detail' && event.batchNo === info.batchNo) {
      const place = cells.places.get(event.id);
      if (place === undefined) continue;
      states ??= cells.states.slice();
      states[place] = DETAIL_STATES.indexOf(event.state);
    } else if (event.type === 'printer') {
      info = applyPrinterEventToBatch(info, event);
    }
  }
  if (states) cells = { ...cells, states };
  return info === batch.info && cells === batch.cells ? batch : { info, cells };
};

/** Applies an event to a label detail. */
export const applyDetailEvent = <
  T extends Pick<
    CallOutput<'detailResolve'>,
    'id' | 'state' | 'evidence' | 'reason' | 'counterFrom' | 'counterTo' | 'finishedAt' | 'leasedAt'
  >,
>(
  detail: T,
  event: PrintEvent,
): T => {
  if (event.type !== 'detail' || event.id !== detail.id) return detail;
  const { state, evidence, reason, counterFrom, counterTo, at } = event;
  const open = state === 'queued' || state === 'sending';
  return {
    ...detail,
    state,
    evidence,
    reason,
    counterFrom,
    counterTo,
    leasedAt: state === 'queued' ? null : (detail.leasedAt ?? at),
    finishedAt: open ? null : at,
  };
};
