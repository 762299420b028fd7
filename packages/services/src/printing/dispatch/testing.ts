import { GATEWAY_VERSION } from '@yunbiao/contract/gateway/gateway';
import type { AgentMessage, Report, Unit } from '@yunbiao/contract/gateway/gateway';
import type { Database, DetailTable, Selectable } from '@yunbiao/db';
import { savePrintConfig } from '../print-config/save.ts';
import { submitBatch } from '../printing/submission/submit.ts';
import { countLabelsThisMonth } from '../../identity/software/usage.ts';
import {
  addClient,
  addMember,
  addSoftware,
  addTemplate,
  createConfigInput,
  createTestContext,
  createPrintInput,
  type TestContext,
} from '../../testing.ts';
import { type AcceptedHello, acceptHello } from './accept-hello.ts';
import { leaseLabels } from './lease-labels.ts';
import { storeReports } from './store-reports.ts';

type Hello = Extract<AgentMessage, { type: 'hello' }>;

export const LEDGER = 'ledger-of-the-agent';

export type Shop = {
  ctx: TestContext;
  memberId: number;
  clientId: number;
  accept: (change: Partial<Hello>) => Promise<AcceptedHello>;
  /** Like `accept`, but returns the fence. */
  hello: (change?: Partial<Hello>) => Promise<number>;
  /** Submits a batch with this number of labels; returns its details. */
  submit: (labels: number, expireAfter?: number) => Promise<Selectable<DetailTable>[]>;
  submitRows: (rows: Record<string, string>[]) => Promise<void>;
  /** Used places of the month's quota. */
  used: () => Promise<number>;
  lease: (fence: number, room: number) => Promise<Selectable<DetailTable>[]>;
  leaseRows: (fence: number, room: number) => Promise<Selectable<DetailTable>[][]>;
  report: (fence: number, reports: Report[], seq?: number) => Promise<Unit[]>;
  details: () => Promise<Selectable<DetailTable>[]>;
  batchState: () => Promise<string>;
};

export const getUnit = (detail: Selectable<DetailTable>): Unit => ({
  detailId: String(detail.id),
  attempt: detail.attempt,
});

export const reportFor = (
  detail: Selectable<DetailTable>,
  state: Report['state'],
  change: Partial<Report> = {},
): Report => ({
  ...getUnit(detail),
  fence: detail.fence ?? 0,
  state,
  evidence: state === 'printed' ? 'printer-idle' : 'none',
  reason: '',
  counterFrom: null,
  counterTo: null,
  at: '2026-11-21T02:00:00.000Z',
  ...change,
});

const PRINTER: Hello['printers'][number] = {
  localId: 'p1',
  name: '仓库一号',
  language: 'zpl',
  dpi: 203,
  exclusive: false,
  evidence: ['consumed', 'printer-idle'],
};

const createFirstHello = (change: Partial<Hello>): Hello => ({
  type: 'hello',
  version: GATEWAY_VERSION,
  agentVersion: '0.1.0',
  machineName: '收银台',
  system: 'Linux',
  ledgerId: LEDGER,
  ledgerSeq: 0,
  held: [],
  printers: [PRINTER],
  ...change,
});

/** A member with a paired client, whose agent has sent a hello, and a printer configuration. */
export const openShop = async (
  db: Database,
  columns = 1,
  rest: Partial<ReturnType<typeof createConfigInput>> = {},
): Promise<Shop> => {
  const ctx = createTestContext(db);
  const softwareId = await addSoftware(ctx, 'yunbiao');
  const { id: memberId } = await addMember(ctx, 'printing');
  const templateId = await addTemplate(ctx, softwareId);
  const clientId = await addClient(ctx, memberId, softwareId);
  const acceptClientHello: Shop['accept'] = async (change) => {
    const accepted = await acceptHello({
      ctx,
      clientId,
      hello: createFirstHello(change),
      address: '127.0.0.1',
    });
    if (!accepted) throw new Error('the hello was not accepted');
    return accepted;
  };
  const sendHelloForFence: Shop['hello'] = async (change = {}) =>
    (await acceptClientHello(change)).fence;
  await sendHelloForFence();
  const printer = await db.kysely
    .selectFrom('printer')
    .select('id')
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow();
  const input = { ...createConfigInput(clientId, printer.id), columns, columnGapMm: 2, ...rest };
  const config = await savePrintConfig({ ctx, memberId, input });
  const listDetails: Shop['details'] = () =>
    db.kysely.selectFrom('detail').selectAll().orderBy('queue_order').execute();

  const submitRows: Shop['submitRows'] = async (rows) => {
    const batch = createPrintInput(config.id, templateId, { rows });
    await submitBatch({ ctx, memberId, softwareId, input: batch });
  };
  const shop: Shop = {
    ctx,
    submitRows,
    used: () => countLabelsThisMonth(db.kysely, { memberId, softwareId, now: ctx.now() }),
    memberId,
    clientId,
    accept: acceptClientHello,
    hello: sendHelloForFence,
    details: listDetails,
    submit: async (labels, expireAfter = 86_400) => {
      const rows = Array.from({ length: labels }, (_, i) => ({
        货号: String(i + 1),
        品名: '苹果',
      }));
      const batch = createPrintInput(config.id, templateId, { rows, expireAfter });
      await submitBatch({ ctx, memberId, softwareId, input: batch });
      return listDetails();
    },
    lease: async (fence, room) => (await shop.leaseRows(fence, room)).flat(),
    leaseRows: async (fence, room) =>
      (await leaseLabels({ ctx, clientId, fence, localId: 'p1', room })).rows,
    report: async (fence, reports, seq = 1) =>
      (await storeReports({ ctx, clientId, fence, seq, reports })).units,
    batchState: async () =>
      (await db.kysely.selectFrom('batch').select('state').executeTakeFirstOrThrow()).state,
  };
  return shop;
};
