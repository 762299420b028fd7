import { randomUUID } from 'node:crypto';
import { parseTemplate } from '@yunbiao/contract';
import type { AgentMessage, Report, Unit } from '@yunbiao/contract/gateway';
import type { Database, DetailTable, Selectable } from '@yunbiao/db';
import { sampleData } from '@yunbiao/label';
import { register } from '../account/register.ts';
import { findSoftware } from '../software/find.ts';
import { confirmPairing } from '../pairing/confirm.ts';
import { pollPairing } from '../pairing/poll.ts';
import { startPairing } from '../pairing/start.ts';
import { savePrintConfig } from '../print-config/save.ts';
import { submitBatch } from '../printing/submit.ts';
import { seedDemo } from '../sample/seed.ts';
import { contextForTest, type TestContext } from '../testing.ts';
import { acceptHello } from './accept-hello.ts';
import { leaseLabels } from './lease-labels.ts';
import { storeReports } from './store-reports.ts';

type Hello = Extract<AgentMessage, { type: 'hello' }>;

export const LEDGER = 'ledger-of-the-agent';

export type Shop = {
  ctx: TestContext;
  memberId: number;
  clientId: number;
  key: string;
  hello: (change?: Partial<Hello>) => Promise<number>;
  /** Submits a batch of so many labels; returns its details. */
  submit: (labels: number, expireAfter?: number) => Promise<Selectable<DetailTable>[]>;
  lease: (fence: number, room: number) => Promise<Selectable<DetailTable>[]>;
  report: (fence: number, reports: Report[], seq?: number) => Promise<Unit[]>;
  details: () => Promise<Selectable<DetailTable>[]>;
  batchState: () => Promise<string>;
};

export const unitOf = (detail: Selectable<DetailTable>): Unit => ({
  detailId: String(detail.id),
  attempt: detail.attempt,
});

export const reportFor = (
  detail: Selectable<DetailTable>,
  state: Report['state'],
  change: Partial<Report> = {},
): Report => ({
  ...unitOf(detail),
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

const firstHello = (change: Partial<Hello>): Hello => ({
  type: 'hello',
  version: 1,
  agentVersion: '0.1.0',
  machineName: '收银台',
  system: 'Linux',
  ledgerId: LEDGER,
  ledgerSeq: 0,
  held: [],
  printers: [PRINTER],
  ...change,
});

const member = async (ctx: TestContext): Promise<number> => {
  await register({
    ctx,
    input: { username: '打印的人', password: 'a long enough one' },
    origin: { address: '127.0.0.1', userAgent: '' },
  });
  const row = await ctx.db.kysely
    .selectFrom('member')
    .select('id')
    .where('username', '=', '打印的人')
    .executeTakeFirstOrThrow();
  return row.id;
};

/** A member with a paired client, whose agent has said hello once, and a printer configuration. */
export const openShop = async (db: Database): Promise<Shop> => {
  const ctx = contextForTest(db);
  await seedDemo({ ctx, dataDir: ctx.folder });
  const memberId = await member(ctx);
  const software = await findSoftware(db.kysely, { alias: 'yunbiao' });
  if (!software) throw new Error('the sample content has no software yunbiao');
  const started = await startPairing({
    ctx,
    software,
    address: '127.0.0.1',
    input: { machineName: '收银台', system: 'Linux', version: '0.1.0' },
  });
  const scope = { ctx, memberId, softwareId: software.id };
  const client = await confirmPairing({ ...scope, input: { code: started.code, remark: '' } });
  const collected = await pollPairing({ ctx, input: { secret: started.secret } });
  const clientId = Number(client.id);
  const hello: Shop['hello'] = async (change = {}) => {
    const accepted = await acceptHello({
      ctx,
      clientId,
      hello: firstHello(change),
      address: '127.0.0.1',
    });
    if (!accepted) throw new Error('the hello was not accepted');
    return accepted.fence;
  };
  await hello();
  const printer = await db.kysely
    .selectFrom('printer')
    .select('id')
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow();
  const template = await db.kysely
    .selectFrom('template')
    .selectAll()
    .where('software_id', '=', software.id)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const content = parseTemplate(JSON.parse(template.content));
  const config = await savePrintConfig({
    ctx,
    memberId,
    input: {
      name: '默认',
      clientId: client.id,
      printerId: String(printer.id),
      language: 'zpl',
      widthMm: template.width / 100,
      heightMm: template.height / 100,
      gapMm: 2,
      columns: 1,
      dpi: 203,
      offsetXMm: 0,
      offsetYMm: 0,
      pitchScale: 100,
      rotation: 0,
      darkness: 15,
      speed: 4,
      copies: 1,
      isDefault: true,
      enabled: true,
    },
  });
  const details: Shop['details'] = () =>
    db.kysely.selectFrom('detail').selectAll().orderBy('queue_order').execute();

  return {
    ctx,
    memberId,
    clientId,
    key: collected.key ?? '',
    hello,
    details,
    submit: async (labels, expireAfter = 86_400) => {
      const rows = Array.from({ length: labels }, () => sampleData(content));
      const common = { printConfigId: config.id, templateId: String(template.id), copies: 1 };
      await submitBatch({
        ...scope,
        input: { ...common, rows, idempotencyKey: randomUUID(), expireAfter },
      });
      return details();
    },
    lease: async (fence, room) =>
      (await leaseLabels({ ctx, clientId, fence, localId: 'p1', room })).details,
    report: (fence, reports, seq = 1) => storeReports({ ctx, clientId, fence, seq, reports }),
    batchState: async () =>
      (await db.kysely.selectFrom('batch').select('state').executeTakeFirstOrThrow()).state,
  };
};
