import type { BatchCounts } from '@yunbiao/contract/evidence';
import { describe, expect, it } from 'vitest';
import {
  countActionItems,
  listActionItems,
  forecastMonthlyLabels,
  formatNextMonthStart,
} from './due-items.ts';
import {
  applyEvent,
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

const printer = (id: string, part: Partial<Printer> = {}): Printer => ({
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
const client = (id: string, part: Partial<Client> = {}): Client => ({
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
const batch = (batchNo: string, printerId: string, counts: Partial<BatchCounts>): Batch => ({
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
const label = (id: string): Incident['labels'][number] => ({
  id,
  sequence: 1,
  sheetRow: null,
  attempt: 1,
  title: 'A-03-12',
});
const incident = (...ids: string[]): Incident => ({
  batchNo: 'B1',
  templateName: '货位标签',
  printerName: '发货台',
  reason: '断线',
  at,
  labels: ids.map(label),
});
const overview = (part: Partial<Overview>): Overview => ({
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
const batches = (list: Batch[]): Overview['batches'] => ({
  list,
  total: list.length,
  page: 1,
  pageSize: 20,
});

describe('what waits for the member', () => {
  it('is nothing when all is well', () =>
    expect(
      listActionItems(
        overview({
          clients: { virtualOffered: false, list: [client('1', { printers: [printer('7')] })] },
        }),
      ),
    ).toEqual([]));

  it('names each client that labels wait for a newer version of', () => {
    const list = [
      client('1', { undrawn: 3 }),
      client('2'),
      client('3', { online: false, undrawn: 1 }),
    ];
    const due = listActionItems(overview({ clients: { virtualOffered: false, list } }));
    expect(due).toMatchObject([
      { kind: 'outdated', client: { id: '1' }, waiting: 3 },
      { kind: 'outdated', client: { id: '3' }, waiting: 1 },
    ]);
    expect(countActionItems(due)).toBe(2);
  });

  it('is one thing for all labels of an incident, and many incidents are a number', () => {
    const all = (n: number) => ({
      list: Array.from({ length: n }, (_, i) => incident(`${i}1`, `${i}2`)),
      hasMore: false,
    });
    expect(countActionItems(listActionItems(overview({ incidents: all(1) })))).toBe(1);
    expect(listActionItems(overview({ incidents: all(4) })).map(({ kind }) => kind)).toEqual([
      'uncertain',
      'uncertain',
      'uncertain',
      'uncertain',
    ]);
    const many = listActionItems(overview({ incidents: all(9) }));
    expect(many.map(({ kind }) => kind)).toEqual(['uncertain', 'uncertain', 'uncertain', 'more']);
    expect(countActionItems(many)).toBe(9);
  });

  it('shows a stopped printer with what waits for it and the batch that is stuck', () => {
    const due = listActionItems(
      overview({
        clients: {
          virtualOffered: false,
          list: [
            client('1', {
              printers: [printer('7', { state: 'stopped', stateText: '缺纸' }), printer('8')],
            }),
          ],
        },
        batches: batches([
          batch('B2', '7', { queued: 3 }),
          batch('B1', '7', { queued: 20, printed: 4 }),
          batch('B0', '8', { queued: 5 }),
        ]),
      }),
    );
    expect(due).toMatchObject([{ kind: 'stopped', waiting: 23, batchNo: 'B1' }]);
  });

  it('shows a client that is away only when labels wait for it', () => {
    const away = client('1', { online: false, printers: [printer('7', { state: 'stopped' })] });
    expect(listActionItems(overview({ clients: { virtualOffered: false, list: [away] } }))).toEqual(
      [],
    );
    const due = listActionItems(
      overview({
        clients: { virtualOffered: false, list: [away] },
        batches: batches([batch('B1', '7', { queued: 2, sending: 1 })]),
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
  const data = overview({
    clients: { virtualOffered: false, list: [client('1', { printers: [printer('7')] })] },
    batches: batches([batch('B1', '7', { queued: 10 })]),
  });

  it('moves a batch at once, without reading again until it is finished', () => {
    const counts = { ...none, printed: 4, queued: 6 };
    const moved = applyEvent(data, {
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
      applyEvent(data, {
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
      applyEvent(data, {
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
    const there = { ...data, clients: { ...data.clients, list: [client('1', { online: true })] } };
    expect(applyEvent(there, event).isStale).toBe(true);
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
    expect(applyEvent(data, { ...event, state: 'printed' }).isStale).toBe(false);
    expect(applyEvent(data, { ...event, state: 'uncertain' }).isStale).toBe(true);
    const waiting = { ...data, incidents: { list: [incident('4', '5')], hasMore: false } };
    expect(applyEvent(waiting, { ...event, state: 'printed' }).isStale).toBe(true);
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
    expect(applyEvent(data, { ...event, state: 'idle' }).isStale).toBe(false);
    expect(applyEvent(data, { ...event, state: 'stopped' }).isStale).toBe(true);
  });
});

describe('what is seen at one look', () => {
  it('has what is printing before what ended, however long it has been at it', () => {
    const done = Array.from({ length: 8 }, (_, n) => batch(`done-${n}`, '1', { printed: 1 }));
    const list = [...done, batch('long', '1', { printed: 400, sending: 1, queued: 99 })];
    expect(selectOverviewBatches(list).map(({ batchNo }) => batchNo)).toEqual([
      'long',
      'done-0',
      'done-1',
      'done-2',
      'done-3',
    ]);
  });

  it('has every machine, those without a printer too', () => {
    const clients = [client('1', { printers: [printer('1'), printer('2')] }), client('2')];
    expect(listPrintersWithClients(clients).map((one) => [one.client.id, one.printer?.id])).toEqual(
      [
        ['1', '1'],
        ['1', '2'],
        ['2', undefined],
      ],
    );
  });
});
