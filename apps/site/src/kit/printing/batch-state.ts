import type { CallOutput } from '@yunbiao/contract';
import type { PrintEvent } from '@yunbiao/contract/events';
import { DETAIL_STATES, type DetailState } from '@yunbiao/contract/evidence';
import type { StatusKind } from '@yunbiao/ui/status.tsx';
import { DETAIL_WORDS } from './print-words.ts';

export type BatchInfo = CallOutput<'batchInfo'>;

/** Every label of a batch in printing order: ids, and for each the index of its state in DETAIL_STATES. */
export type Cells = {
  ids: readonly string[];
  places: ReadonlyMap<string, number>;
  states: Uint8Array;
};

export type LiveBatch = { info: BatchInfo; cells: Cells };

export const listCells = (cells: CallOutput<'detailStates'>['cells']): Cells => ({
  ids: cells.map(([id]) => id),
  places: new Map(cells.map(([id], place) => [id, place])),
  states: Uint8Array.from(cells, ([, state]) => state),
});

/** State of the cell at a place, from 0. */
export const stateAt = (cells: Cells, place: number): DetailState =>
  DETAIL_STATES[cells.states[place] ?? 0] ?? 'queued';

const SENDING = DETAIL_STATES.indexOf('sending');

/**
 * Place of the label on the printer: the first that the client has taken, while it is known to be there and no other
 * batch is before it. -1 when it is none of these.
 */
export const placeOnPrinter = ({ info, cells }: LiveBatch): number =>
  info.ahead > 0 || info.printerState === 'offline' || info.printerState === 'removed'
    ? -1
    : cells.states.indexOf(SENDING);

/** The last place of the row that is on the printer: as many labels of the client's as there are across. */
const endOfRow = ({ info: { columns }, cells: { states } }: LiveBatch, first: number): number => {
  let last = first;
  for (let n = 1; n < columns; n += 1) {
    const next = states.indexOf(SENDING, last + 1);
    if (next < 0) break;
    last = next;
  }
  return last;
};

/** The cell at each place, from 0. */
export const cellKinds = (batch: LiveBatch): ((place: number) => StatusKind) => {
  const now = placeOnPrinter(batch);
  const last = now < 0 ? -1 : endOfRow(batch, now);
  return (place) => {
    if (place >= now && place <= last && batch.cells.states[place] === SENDING) return 'running';
    const state = stateAt(batch.cells, place);
    return state === 'sending' ? 'queued' : DETAIL_WORDS[state].kind;
  };
};

/** A batch before this one has nothing with the client any more: what is ahead has to be read again. */
export const isNext = (batch: LiveBatch, events: readonly PrintEvent[]): boolean =>
  batch.info.ahead > 0 &&
  events.some(
    (event) =>
      event.type === 'batch' && event.batchNo !== batch.info.batchNo && event.counts.sending === 0,
  );

/** What a batch says of its printers, after news of one. */
const printerAfter = (
  info: BatchInfo,
  { id, state, stateText }: Extract<PrintEvent, { type: 'printer' }>,
): BatchInfo => {
  const own =
    id === info.printerId ? { ...info, printerState: state, printerStateText: stateText } : info;
  const { group } = own;
  if (!group?.places.some(({ printerId }) => printerId === id)) return own;
  const places = group.places.map((place) =>
    place.printerId === id ? { ...place, state, stateText } : place,
  );
  return { ...own, group: { ...group, places } };
};

type Places = NonNullable<BatchInfo['group']>['places'];
type Counts = BatchInfo['counts'];

const prints = ({ state }: Places[number]): boolean => state === 'idle' || state === 'processing';

/** Labels that ended otherwise than on paper: they may have been anywhere. */
const endedOtherwise = ({ uncertain, failed, cancelled, expired }: Counts): number =>
  uncertain + failed + cancelled + expired;

/** Where labels that are open are, after news of how many there are: those that went were where printers print. */
const placesAfter = (places: Places, { queued, sending }: Counts): Places => {
  const open = queued + sending;
  const others = places.filter((place) => place.open > 0);
  const at = others.length > 1 ? others.filter(prints) : others;
  const [only, another] = at;
  if (open > 0 && (!only || another)) return places;
  const rest = others.reduce((sum, place) => (place === only ? sum : sum + place.open), 0);
  return places.map((place) => {
    if (open === 0) return { ...place, open: 0, canMove: false };
    return place === only ? { ...place, open: Math.max(0, open - rest) } : place;
  });
};

const stillOpen = ({ info }: LiveBatch): Places =>
  info.group?.places.filter((place) => place.open > 0) ?? [];

/** Labels of a group went to another printer, or some ended and nothing tells where: it has to be read again. */
export const isMoved = (batch: LiveBatch, events: readonly PrintEvent[]): boolean =>
  events.some((event) => {
    if (event.type !== 'moved' && event.type !== 'batch') return false;
    if (event.batchNo !== batch.info.batchNo) return false;
    return (
      event.type === 'moved' ||
      (stillOpen(batch).length > 1 &&
        endedOtherwise(event.counts) !== endedOtherwise(batch.info.counts))
    );
  });

/**
 * Labels of a group may be able to go elsewhere now, or have come out where nothing tells. Which printers take labels only
 * the server knows, and any of the group may be ready again.
 */
export const mayHaveMoved = (batch: LiveBatch, events: readonly PrintEvent[]): boolean => {
  const open = stillOpen(batch);
  if (open.length === 0) return false;
  const isUnclear = open.length > 1 && open.filter(prints).length !== 1;
  return events.some(
    (event) =>
      event.type === 'printer' ||
      event.type === 'client' ||
      (isUnclear && event.type === 'batch' && event.batchNo === batch.info.batchNo),
  );
};

/** A client that labels wait for may be another version now, or has taken them. */
export const mayBeUpdated = (batch: LiveBatch, events: readonly PrintEvent[]): boolean =>
  batch.info.clientsToUpdate.length > 0 &&
  events.some(
    (event) =>
      event.type === 'client' || (event.type === 'batch' && event.batchNo === batch.info.batchNo),
  );

/** The batch after these events; the same object when none was about it. */
export const applyEvents = (batch: LiveBatch, events: readonly PrintEvent[]): LiveBatch => {
  let { info, cells } = batch;
  let states: Uint8Array | null = null;
  for (const event of events) {
    if (event.type === 'batch' && event.batchNo === info.batchNo) {
      const { state, total, counts, cancellable, finishedAt } = event;
      const { group } = info;
      const now = group && { ...group, places: placesAfter(group.places, counts) };
      info = { ...info, state, total, counts, cancellable, finishedAt, group: now };
    } else if (event.type === 'detail' && event.batchNo === info.batchNo) {
      const place = cells.places.get(event.id);
      if (place === undefined) continue;
      states ??= cells.states.slice();
      states[place] = DETAIL_STATES.indexOf(event.state);
    } else if (event.type === 'printer') {
      info = printerAfter(info, event);
    }
  }
  if (states) cells = { ...cells, states };
  return info === batch.info && cells === batch.cells ? batch : { info, cells };
};

/** A detail after what an event says of it. */
export const detailAfter = <
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
