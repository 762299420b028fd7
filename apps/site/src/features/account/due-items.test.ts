import type { BatchCounts } from '@yunbiao/contract/evidence';
import { describe, expect, it } from 'vitest';
import {
  countDueItems,
  listDueItemsByUrgency,
  forecastMonthlyLabels,
  formatNextMonthStart,
} from './due-items.ts';
import {
  applyEventToOverview,
  listPrintersWithClients,
  countFinishedLabels,
  selectOverviewBatches,
  type Batch,
  type Client,
  type Incident,
  type Overview,
  type Printer,
} from './overview-data.ts';

const none: BatchCounts = {
  queued: 0,
  sending: 0,
  sent: 0,
  printed: 0,
  uncertain: 0,
  failed: 0,
  cancelled: 0,
  expired: 0,
};
const at = '2026-11-21T06:00:00Z';

const createPrinter = (id: string, part: Partial<Printer> = {}): Printer => ({
  id,
  clientId: '1',
  name: `打印机 ${id}`,
  language: 'zpl',
  dpi: 203,
  state: 'idle',
  stateReasons: [],
  stateText: '',
  counter: null,
  evidence: ['consumed'],
  reportedAt: at,
  ...part,
});
const createClient = (id: string, part: Partial<Client> = {}): Client => ({
  id,
  name: `客户端 ${id}`,
  remark: '',
  groupName: '',
  enabled: true,
  online: true,
  virtual: false,
  system: 'Windows 11',
  version: '0.1.0',
  address: '127.0.0.1',
  pairedAt: at,
  lastSeenAt: at,
  update: null,
  undrawn: 0,
  printers: [],
  ...part,
});
const createBatch = (batchNo: string, printerId: string, counts: Partial<BatchCounts>): Batch => ({
  batchNo,
  templateId: '1',
  templateName: '货位标签',
  widthMm: 50,
  heightMm: 30,
  printerId,
  printerName: '',
  clientName: '',
  groupName: null,
  configName: '',
  source: 'designer',
  total: 10,
  state: 'sending',
  counts: { ...none, ...counts },
  cancellable: 0,
  isKept: true,
  createdAt: at,
  finishedAt: null,
  expiresAt: at,
});
const createLabel = (id: string): Incident['labels'][number] => ({
  id,
  sequence: 1,
  sheetRow: null,
  attempt: 1,
  title: 'A-03-12',
});
const createIncident = (...ids: string[]): Incident => ({
  batchNo: 'B1',
  templateName: '货位标签',
  printerName: '发货台',
  reason: '断线',
  at,
  labels: ids.map(createLabel),
});
const createOverview = (part: Partial<Overview>): Overview => ({
  stat: {
    clientsAllowed: 5,
    clientsUsed: 1,
    clientsOnline: 1,
    printersUsed: 1,
    printersReady: 1,
    attention: 0,
    virtualOffered: false,
    labelsThisMonth: 0,
    labelsPerMonth: 1000,
    entitlements: {
      labelsPerMonth: 1000,
      clients: 3,
      printers: 5,
      templates: 10,
      retentionDays: 30,
      apiCallsPerMinute: 10,
    },
    vipName: '免费版',
    vipExpiresAt: null,
    vipSpans: [],
  },
  clients: { virtualOffered: false, list: [] },
  configs: { list: [] },
  batches: { list: [], total: 0, page: 1, pageSize: 20 },
  incidents: { list: [], hasMore: false },
  files: [],
  ...part,
});
const createBatches = (list: Batch[]): Overview['batches'] => ({
  list,
  total: list.length,
  page: 1,
  pageSize: 20,
});

describe('what waits for the member', () => {
  it('is nothing when all is well', () =>
    expect(
      listDueItemsByUrgency(
        createOverview({
          clients: {
            virtualOffered: false,
            list: [createClient('1', { printers: [createPrinter('7')] })],
          },
        }),
      ),
    ).toEqual([]));

  it('names each client that labels wait for a newer version of', () => {
    const list = [
      createClient('1', { undrawn: 3 }),
      createClient('2'),
      createClient('3', { online: false, undrawn: 1 }),
    ];
    const due = listDueItemsByUrgency(createOverview({ clients: { virtualOffered: false, list } }));
    expect(due).toMatchObject([
      { kind: 'outdated', client: { id: '1' }, waiting: 3 },
      { kind: 'outdated', client: { id: '3' }, waiting: 1 },
    ]);
    expect(countDueItems(due)).toBe(2);
  });

  it('is one thing for all labels of an incident, and many incidents are a number', () => {
    const createIncidents = (n: number) => ({
      list: Array.from({ length: n }, (_, i) => createIncident(`${i}1`, `${i}2`)),
      hasMore: false,
    });
    expect(
      countDueItems(listDueItemsByUrgency(createOverview({ incidents: createIncidents(1) }))),
    ).toBe(1);
    expect(
      listDueItemsByUrgency(createOverview({ incidents: createIncidents(4) })).map(
        ({ kind }) => kind,
      ),
    ).toEqual(['uncertain', 'uncertain', 'uncertain', 'uncertain']);
    const many = listDueItemsByUrgency(createOverview({ incidents: createIncidents(9) }));
    expect(many.map(({ kind }) => kind)).toEqual(['uncertain', 'uncertain', 'uncertain', 'more']);
    expect(countDueItems(many)).toBe(9);
  });

  it('shows a stopped printer with what waits for it and the batch that is stuck', () => {
    const due = listDueItemsByUrgency(
      createOverview({
        clients: {
          virtualOffered: false,
          list: [
            createClient('1', {
              printers: [
                createPrinter('7', { state: 'stopped', stateText: '缺纸' }),
                createPrinter('8'),
              ],
            }),
          ],
        },
        batches: createBatches([
          createBatch('B2', '7', { queued: 3 }),
          createBatch('B1', '7', { queued: 20, printed: 4 }),
          createBatch('B0', '8', { queued: 5 }),
        ]),
      }),
    );
    expect(due).toMatchObject([{ kind: 'stopped', waiting: 23, batchNo: 'B1' }]);
  });

  it('shows a client that is away only when labels wait for it', () => {
    const away = createClient('1', {
      online: false,
      printers: [createPrinter('7', { state: 'stopped' })],
    });
    expect(
      listDueItemsByUrgency(createOverview({ clients: { virtualOffered: false, list: [away] } })),
    ).toEqual([]);
    const due = listDueItemsByUrgency(
      createOverview({
        clients: { virtualOffered: false, list: [away] },
        batches: createBatches([createBatch('B1', '7', { queued: 2, sending: 1 })]),
      }),
    );
    expect(due).toMatchObject([{ kind: 'away', waiting: 3, batchNo: 'B1' }]);
  });
});

describe('the month', () => {
  it('is extended at its own pace, in round numbers', () => {
    expect(forecastMonthlyLabels(12_545, Date.parse('2026-11-21T06:00:00Z'))).toBe(18_000);
    expect(forecastMonthlyLabels(1102, Date.parse('2026-11-29T07:00:00Z'))).toBe(1200);
    expect(forecastMonthlyLabels(1102, Date.parse('2026-11-29T15:59:00Z'))).toBe(1140);
  });
  it('says no forecast that is what was used already', () => {
    expect(forecastMonthlyLabels(3, Date.parse('2026-11-29T16:00:00Z'))).toBeNull();
    expect(forecastMonthlyLabels(1102, Date.parse('2026-11-30T15:59:00Z'))).toBeNull();
  });
  it('says nothing in its first days, by China’s calendar', () => {
    expect(forecastMonthlyLabels(500, Date.parse('2026-10-31T16:30:00Z'))).toBeNull();
    expect(formatNextMonthStart(Date.parse('2026-10-31T16:30:00Z'))).toBe('12 月 1 日');
    expect(formatNextMonthStart(Date.parse('2026-12-31T15:59:00Z'))).toBe('1 月 1 日');
  });
});

describe('events', () => {
  const data = createOverview({
    clients: {
      virtualOffered: false,
      list: [createClient('1', { printers: [createPrinter('7')] })],
    },
    batches: createBatches([createBatch('B1', '7', { queued: 10 })]),
  });

  it('moves a batch at once, without reading again until it is finished', () => {
    const counts = { ...none, printed: 4, queued: 6 };
    const moved = applyEventToOverview(data, {
      type: 'batch',
      batchNo: 'B1',
      state: 'sending',
      total: 10,
      counts,
      cancellable: 6,
      finishedAt: null,
    });
    expect(moved.isStale).toBe(false);
    expect(countFinishedLabels(moved.data.batches.list[0]?.counts ?? none)).toBe(4);
    expect(
      applyEventToOverview(data, {
        type: 'batch',
        batchNo: 'B1',
        state: 'done',
        total: 10,
        counts,
        cancellable: 0,
        finishedAt: at,
      }).isStale,
    ).toBe(true);
    expect(
      applyEventToOverview(data, {
        type: 'batch',
        batchNo: 'B9',
        state: 'queued',
        total: 1,
        counts: none,
        cancellable: 1,
        finishedAt: null,
      }).isStale,
    ).toBe(true);
  });
  it('reads again after news of a client, which may have been paused', () => {
    const event = { type: 'client', id: '1', online: true } as const;
    const there = {
      ...data,
      clients: { ...data.clients, list: [createClient('1', { online: true })] },
    };
    expect(applyEventToOverview(there, event).isStale).toBe(true);
  });
  it('reads again when a label became uncertain, or was settled elsewhere', () => {
    const event = {
      type: 'detail',
      batchNo: 'B1',
      id: '5',
      evidence: 'none',
      reason: '',
      counterFrom: null,
      counterTo: null,
      at,
    } as const;
    expect(applyEventToOverview(data, { ...event, state: 'printed' }).isStale).toBe(false);
    expect(applyEventToOverview(data, { ...event, state: 'uncertain' }).isStale).toBe(true);
    const waiting = { ...data, incidents: { list: [createIncident('4', '5')], hasMore: false } };
    expect(applyEventToOverview(waiting, { ...event, state: 'printed' }).isStale).toBe(true);
  });
  it('shows a counter without reading again, a stop with', () => {
    const event = {
      type: 'printer',
      id: '7',
      clientId: '1',
      stateText: '',
      stateReasons: [],
      counter: 5,
    } as const;
    expect(applyEventToOverview(data, { ...event, state: 'idle' }).isStale).toBe(false);
    expect(applyEventToOverview(data, { ...event, state: 'stopped' }).isStale).toBe(true);
  });
});

describe('what is seen at one look', () => {
  it('has what is printing before what ended, however long it has been at it', () => {
    const done = Array.from({ length: 8 }, (_, n) => createBatch(`done-${n}`, '1', { printed: 1 }));
    const list = [...done, createBatch('long', '1', { printed: 400, sending: 1, queued: 99 })];
    expect(selectOverviewBatches(list).map(({ batchNo }) => batchNo)).toEqual([
      'long',
      'done-0',
      'done-1',
      'done-2',
      'done-3',
    ]);
  });

  it('has every machine, those without a printer too', () => {
    const clients = [
      createClient('1', { printers: [createPrinter('1'), createPrinter('2')] }),
      createClient('2'),
    ];
    expect(
      listPrintersWithClients(clients).map((printersWithClient) => [
        printersWithClient.client.id,
        printersWithClient.printer?.id,
      ]),
    ).toEqual([
      ['1', '1'],
      ['1', '2'],
      ['2', undefined],
    ]);
  });
});
