import type { PrintEvent } from '@yunbiao/contract/api/events';
import { DETAIL_STATES } from '@yunbiao/contract/evidence';
import { describe, expect, it } from 'vitest';
import {
  applyEventsToBatch,
  createStatusIconLookup,
  toLabelCells,
  applyDetailEvent,
  mustReloadGroupPrinters,
  mustReloadQueuePosition,
  type LiveBatch,
  mustReloadOutdatedClients,
  mustReloadMovableLabels,
  findPrintingLabelIndex,
  getLabelStateAt,
} from './batch-state.ts';

const counts = {
  queued: 3,
  sending: 0,
  sent: 0,
  printed: 0,
  uncertain: 0,
  failed: 0,
  cancelled: 0,
  expired: 0,
};
const batch: LiveBatch = {
  info: { batchNo: 'B1', state: 'queued', total: 3, counts, finishedAt: null } as LiveBatch['info'],
  cells: toLabelCells([
    ['11', 0],
    ['12', 0],
    ['13', 0],
  ]),
};
const detail = {
  type: 'detail',
  batchNo: 'B1',
  id: '12',
  state: 'printed',
  evidence: 'counter-moved',
  reason: '',
  counterFrom: 7,
  counterTo: 8,
  at: '2026-11-21T06:02:11.204Z',
} as const;

describe('a batch whose client is to be updated', () => {
  const createWaiting = (...clientsToUpdate: string[]): LiveBatch => ({
    ...batch,
    info: { ...batch.info, clientsToUpdate },
  });
  const client = { type: 'client', id: '1', online: true } as const;

  it('is read again in a while after news of a client or of its own labels, and no other is', () => {
    expect(mustReloadOutdatedClients(createWaiting('收银台'), [client])).toBe(true);
    expect(mustReloadOutdatedClients(createWaiting('收银台'), [detail])).toBe(false);
    expect(mustReloadOutdatedClients(createWaiting(), [client])).toBe(false);
    const news = { type: 'batch', state: 'sending', total: 3, counts, cancellable: 0 } as const;
    const own = { ...news, finishedAt: null, batchNo: 'B1' };
    expect(mustReloadOutdatedClients(createWaiting('收银台'), [own])).toBe(true);
    expect(mustReloadOutdatedClients(createWaiting('收银台'), [{ ...own, batchNo: 'B2' }])).toBe(
      false,
    );
  });
});

describe('a batch of a group', () => {
  const place = (printerId: string, state: string, open: number) => ({
    printerId,
    printerName: printerId,
    state,
    stateText: '',
    total: 3,
    open,
    canMove: true,
  });
  const inGroup = (...places: ReturnType<typeof place>[]): LiveBatch =>
    ({
      ...batch,
      info: { ...batch.info, counts, group: { name: '发货台', asks: false, places, moves: [] } },
    }) as unknown as LiveBatch;
  const createBatchEvent = (change: Partial<typeof counts>): PrintEvent => ({
    type: 'batch',
    batchNo: 'B1',
    state: 'sending',
    total: 6,
    cancellable: 0,
    finishedAt: null,
    counts: { ...counts, queued: 0, ...change },
  });
  const findOpen = ({ info }: LiveBatch) => info.group?.places.map(({ open }) => open);

  it('says of each printer what it still has, as labels come out', () => {
    const both = inGroup(place('1', 'stopped', 2), place('2', 'processing', 4));
    const later = applyEventsToBatch(both, [createBatchEvent({ sending: 3, printed: 3 })]);
    expect(findOpen(later)).toEqual([2, 1]);
    expect(mustReloadGroupPrinters(both, [createBatchEvent({ sending: 3, printed: 3 })])).toBe(
      false,
    );
    const done = applyEventsToBatch(later, [createBatchEvent({ printed: 4, uncertain: 2 })]);
    expect(findOpen(done)).toEqual([0, 0]);
    expect(done.info.group?.places.some(({ canMove }) => canMove)).toBe(false);
  });

  it('is read again where labels move, or end and nothing tells where', () => {
    const both = inGroup(place('1', 'stopped', 2), place('2', 'processing', 4));
    expect(mustReloadGroupPrinters(both, [createBatchEvent({ sending: 5, uncertain: 1 })])).toBe(
      true,
    );
    expect(mustReloadGroupPrinters(both, [{ type: 'moved', batchNo: 'B1' }])).toBe(true);
    expect(mustReloadGroupPrinters(both, [{ type: 'moved', batchNo: 'B2' }])).toBe(false);
  });

  it('is read again in a while after news of a printer or client, whatever those look like that have labels', () => {
    const ready = { type: 'printer', id: '3', state: 'idle', stateText: '' } as never;
    // The printer is idle and its client is paused: only the server knows that nothing is printed
    // there.
    const paused = inGroup({ ...place('1', 'idle', 2), canMove: false });
    expect(mustReloadMovableLabels(paused, [ready])).toBe(true);
    expect(mustReloadMovableLabels(paused, [{ type: 'client', id: '9', online: true }])).toBe(true);
    expect(mustReloadMovableLabels(inGroup(place('1', 'stopped', 2)), [ready])).toBe(true);
    expect(mustReloadMovableLabels(inGroup(place('1', 'idle', 0)), [ready])).toBe(false);
    expect(mustReloadMovableLabels(batch, [ready])).toBe(false);
  });

  it('books nothing where several printers may have printed, and is read again', () => {
    const both = inGroup(place('1', 'idle', 2), place('2', 'stopped', 4));
    const again = { type: 'printer', id: '2', state: 'processing', stateText: '' } as never;
    const printing = applyEventsToBatch(both, [again]);
    const printed = createBatchEvent({ sending: 5, printed: 1 });
    expect(findOpen(applyEventsToBatch(printing, [printed]))).toEqual([2, 4]);
    expect(mustReloadMovableLabels(printing, [printed])).toBe(true);
    expect(mustReloadMovableLabels(printing, [{ ...printed, batchNo: 'B2' } as PrintEvent])).toBe(
      false,
    );
    expect(mustReloadMovableLabels(both, [printed])).toBe(false);
  });
});

describe('a batch while it prints', () => {
  it('moves the cell the event names and leaves the old state alone', () => {
    const after = applyEventsToBatch(batch, [detail]);
    expect(getLabelStateAt(after.cells, 1)).toBe('printed');
    expect(getLabelStateAt(batch.cells, 1)).toBe('queued');
  });
  it('takes counts and state from batch events', () => {
    const event = {
      type: 'batch',
      batchNo: 'B1',
      state: 'sending',
      total: 3,
      counts: { ...counts, queued: 2, printed: 1 },
      cancellable: 2,
      finishedAt: null,
    } as const;
    const { info } = applyEventsToBatch(batch, [event]);
    expect(info.counts.printed).toBe(1);
    expect(info.cancellable).toBe(2);
  });
  it('is untouched by other batches, unknown labels and the rest of the stream', () => {
    const others = [
      { ...detail, batchNo: 'B2' },
      { ...detail, id: '99' },
      { type: 'resync' } as const,
    ];
    expect(applyEventsToBatch(batch, others)).toBe(batch);
  });
});

describe('a detail after an event', () => {
  const row = {
    id: '12',
    state: 'sending',
    evidence: 'none',
    reason: '',
    counterFrom: null,
    counterTo: null,
    leasedAt: '2026-11-21T06:02:10.000Z',
    finishedAt: null,
  } as const;
  it('carries its evidence and the time it was finished', () =>
    expect(applyDetailEvent({ ...row }, detail)).toMatchObject({
      state: 'printed',
      counterFrom: 7,
      counterTo: 8,
      finishedAt: detail.at,
      leasedAt: row.leasedAt,
    }));
  it('that is queued again is no longer leased or finished', () =>
    expect(applyDetailEvent({ ...row }, { ...detail, state: 'queued' })).toMatchObject({
      leasedAt: null,
      finishedAt: null,
    }));
});

describe('the label on the printer', () => {
  // printed, with the client, with the client, queued
  const cells = toLabelCells([
    ['11', DETAIL_STATES.indexOf('printed')],
    ['12', DETAIL_STATES.indexOf('sending')],
    ['13', DETAIL_STATES.indexOf('sending')],
    ['14', DETAIL_STATES.indexOf('queued')],
  ]);
  const createInfo = (some: Partial<LiveBatch['info']>) =>
    ({ ...batch.info, printerId: '7', printerState: 'processing', ahead: 0, ...some }) as const;
  const listKinds = (some: Partial<LiveBatch['info']>) => {
    const kindAt = createStatusIconLookup({ info: createInfo(some), cells });
    return cells.ids.map((_, place) => kindAt(place)).join(' ');
  };

  it('is the first the client has taken; the others wait', () => {
    expect(listKinds({})).toBe('ok running queued queued');
    expect(listKinds({ printerState: 'stopped' })).toBe('ok running queued queued');
  });
  it('is the whole row where several are across, as far as there are any', () => {
    expect(listKinds({ columns: 2 })).toBe('ok running running queued');
    expect(listKinds({ columns: 3 })).toBe('ok running running queued');
    expect(listKinds({ columns: 3, ahead: 1 })).toBe('ok queued queued queued');
  });
  it('is none behind another batch, or where nobody knows of the printer', () => {
    expect(listKinds({ ahead: 3 })).toBe('ok queued queued queued');
    expect(listKinds({ printerState: 'offline' })).toBe('ok queued queued queued');
    expect(findPrintingLabelIndex({ info: createInfo({ printerState: 'removed' }), cells })).toBe(
      -1,
    );
  });
  it('follows its printer, and knows when what was ahead is through', () => {
    const stop = {
      type: 'printer',
      id: '7',
      clientId: '1',
      counter: null,
      state: 'stopped',
      stateText: '缺纸',
      stateReasons: ['media-empty'],
    } as const;
    const after = applyEventsToBatch({ info: createInfo({}), cells }, [stop]);
    expect(after.info).toMatchObject({ printerState: 'stopped', printerStateText: '缺纸' });
    const waiting = { info: createInfo({ ahead: 3 }), cells };
    expect(applyEventsToBatch(waiting, [{ ...stop, id: '8' }])).toBe(waiting);
    const createOtherEvent = (sending: number) =>
      ({
        type: 'batch',
        batchNo: 'B0',
        state: 'sending',
        total: 9,
        cancellable: 0,
        counts: { ...counts, sending },
        finishedAt: null,
      }) as const;
    expect(mustReloadQueuePosition(waiting, [createOtherEvent(2)])).toBe(false);
    expect(mustReloadQueuePosition(waiting, [createOtherEvent(0)])).toBe(true);
    expect(mustReloadQueuePosition({ info: createInfo({}), cells }, [createOtherEvent(0)])).toBe(
      false,
    );
  });
});
