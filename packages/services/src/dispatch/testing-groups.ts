import { GATEWAY_VERSION } from '@yunbiao/contract/gateway';
import type { AgentMessage, Report, Unit } from '@yunbiao/contract/gateway';
import type { CallParsed } from '@yunbiao/contract';
import type { Database, DetailTable, Selectable } from '@yunbiao/db';
import { savePrintConfig } from '../print-config/save.ts';
import { createFailover } from '../printer-group/failover.ts';
import { savePrinterGroup } from '../printer-group/save.ts';
import { submitBatch } from '../printing/submit.ts';
import {
  addClient,
  addMember,
  addSoftware,
  addTemplate,
  configInput,
  contextForTest,
  printInput,
  type TestContext,
} from '../testing.ts';
import { SECOND } from '../time.ts';
import { acceptHello } from './accept-hello.ts';
import { cancelRequests } from './cancel-requests.ts';
import { leaseLabels } from './lease-labels.ts';
import { setOnline } from './presence.ts';
import { savePrinterState } from './printers.ts';
import { storeReports } from './store-reports.ts';

type Hello = Extract<AgentMessage, { type: 'hello' }>;
type Detail = Selectable<DetailTable>;
type Config = Partial<CallParsed<'savePrintConfig'>>;

/** A client with one printer, as the server sees it. */
export type Desk = {
  clientId: number;
  printerId: number;
  configId: string;
  name: string;
  fence: () => number;
  /** Connects, holding these, and says that its printer is as it was. */
  connect: (hello?: Partial<Hello>) => Promise<void>;
  leave: () => Promise<void>;
  ready: () => Promise<void>;
  stop: (reason?: string) => Promise<void>;
  lease: (room?: number) => Promise<Detail[]>;
  asked: () => Promise<Unit[]>;
  report: (reports: Report[], seq?: number) => Promise<Unit[]>;
};

export type GroupShop = {
  ctx: TestContext;
  memberId: number;
  softwareId: number;
  templateId: number;
  groupId: string;
  desks: [Desk, Desk, ...Desk[]];
  saveGroup: (change: Partial<CallParsed<'savePrinterGroup'>>) => Promise<void>;
  submit: (labels: number, rest?: { expireAfter?: number }) => Promise<string>;
  /** Time passes, every connected client tells of its printer again, and the groups are looked at. */
  pass: (ms: number) => Promise<void>;
  details: () => Promise<Detail[]>;
};

const getHello = (name: string, change: Partial<Hello>): Hello => ({
  type: 'hello',
  version: GATEWAY_VERSION,
  agentVersion: '0.1.0',
  machineName: name,
  system: 'Linux',
  ledgerId: `ledger of ${name}`,
  ledgerSeq: 0,
  held: [],
  printers: [
    {
      localId: 'p1',
      name,
      language: 'zpl',
      dpi: 203,
      exclusive: false,
      evidence: ['consumed', 'printer-idle'],
    },
  ],
  ...change,
});

const openDesk = async (
  ctx: TestContext,
  { memberId, softwareId }: { memberId: number; softwareId: number },
  name: string,
  { printer = {}, config = {} }: { printer?: Partial<Hello['printers'][number]>; config?: Config },
): Promise<Desk> => {
  const clientId = await addClient(ctx, memberId, softwareId);
  let [fence, state, reasons] = [0, 'idle' as 'idle' | 'stopped', [] as string[]];
  const tell = async (): Promise<void> => {
    if (!ctx.presence.online(clientId)) return;
    await savePrinterState({
      ctx,
      clientId,
      memberId,
      message: {
        type: 'printer',
        localId: 'p1',
        state,
        stateReasons: reasons,
        stateText: state === 'idle' ? '空闲' : '停了',
        counter: null,
      },
    });
  };
  const connect: Desk['connect'] = async (change = {}) => {
    const hello = getHello(name, change);
    const said = hello.printers.map((one) => ({ ...one, ...printer }));
    const accepted = await acceptHello({
      ctx,
      clientId,
      hello: { ...hello, printers: said },
      address: '127.0.0.1',
    });
    if (!accepted) throw new Error('the hello was not accepted');
    ({ fence } = accepted);
    await setOnline({ ctx, clientId, memberId, online: true });
    await tell();
  };
  await connect();
  const { id: printerId } = await ctx.db.kysely
    .selectFrom('printer')
    .select('id')
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow();
  const input = configInput(clientId, printerId, { name: `${name}的纸`, ...config });
  const { id: configId } = await savePrintConfig({ ctx, memberId, input });
  return {
    clientId,
    printerId,
    configId,
    name,
    fence: () => fence,
    connect,
    leave: () => setOnline({ ctx, clientId, memberId, online: false }),
    ready: async () => {
      [state, reasons] = ['idle', []];
      await tell();
    },
    stop: async (reason = 'media-empty') => {
      [state, reasons] = ['stopped', [reason]];
      await tell();
    },
    lease: async (room = 100) => {
      const { rows } = await leaseLabels({ ctx, clientId, fence, localId: 'p1', room });
      return rows.flat().map((detail) => ({ ...detail, fence }));
    },
    asked: () => cancelRequests({ ctx, clientId }),
    report: async (reports, seq = 1) =>
      (await storeReports({ ctx, clientId, fence, seq, reports })).units,
  };
};

let serial = 0;

/** A member with a group of printers, each on a client of its own, all connected and idle. */
export const openGroup = async (
  db: Database,
  {
    names = ['一号', '二号'],
    special = {},
    group = {},
  }: {
    names?: string[];
    /** What of a printer is not as usual, by name. */
    special?: Record<string, Parameters<typeof openDesk>[3]>;
    group?: Partial<CallParsed<'savePrinterGroup'>>;
  } = {},
): Promise<GroupShop> => {
  const ctx = contextForTest(db);
  serial += 1;
  const more = { clients: 9, printers: 9, labelsPerMonth: 100_000 };
  const softwareId = await addSoftware(ctx, `soft-${serial}`, more);
  const { id: memberId } = await addMember(ctx, `grouped-${serial}`);
  const templateId = await addTemplate(ctx, softwareId);
  const desks: Desk[] = [];
  for (const name of names)
    desks.push(await openDesk(ctx, { memberId, softwareId }, name, special[name] ?? {}));
  const [first, second, ...rest] = desks;
  if (!first || !second) throw new Error('a group has two printers');
  const saved = {
    name: '发货台',
    rule: 'in-order' as const,
    delayMinutes: 0,
    asks: false,
    printConfigIds: desks.map(({ configId }) => configId),
    ...group,
  };
  const { id: groupId } = await savePrinterGroup({ ctx, memberId, input: saved });
  const failover = createFailover();
  return {
    ctx,
    memberId,
    softwareId,
    templateId,
    groupId,
    desks: [first, second, ...rest],
    saveGroup: async (change) =>
      void (await savePrinterGroup({
        ctx,
        memberId,
        input: { ...saved, id: groupId, ...change },
      })),
    submit: async (labels, change = {}) => {
      const rows = Array.from({ length: labels }, (_, i) => ({
        货号: String(i + 1),
        品名: '苹果',
      }));
      const { printConfigId: _, ...usual } = printInput('1', templateId, { rows });
      const input = { ...usual, groupId, ...change };
      return (await submitBatch({ ctx, memberId, softwareId, input })).batchNo;
    },
    pass: async (ms) => {
      ctx.pass(ms);
      await ctx.db.kysely
        .updateTable('printer')
        .set({ reported_at: ctx.now() })
        .where('client_id', 'in', [
          0,
          ...desks.map(({ clientId }) => clientId).filter((id) => ctx.presence.online(id)),
        ])
        .execute();
      await failover.look(ctx);
    },
    details: () =>
      db.kysely
        .selectFrom('detail')
        .selectAll()
        .where('member_id', '=', memberId)
        .orderBy('queue_order')
        .orderBy('id')
        .execute(),
  };
};

/** Longer than a moment, in which nothing is moved. */
export const LONG = 31 * SECOND;
