import { GATEWAY_VERSION } from '@yunbiao/contract/gateway/gateway';
import type { AgentMessage, Report, Unit } from '@yunbiao/contract/gateway/gateway';
import type { CallParsed } from '@yunbiao/contract';
import type { Database, DetailTable, Selectable } from '@yunbiao/db';
import { savePrintConfig } from '../print-config/save.ts';
import { createFailover } from '../printer-group/failover.ts';
import { savePrinterGroup } from '../printer-group/save.ts';
import { submitBatch } from '../printing/submission/submit.ts';
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
import { SECOND } from '../../platform/time.ts';
import { acceptHello } from './accept-hello.ts';
import { listCancelRequests } from './cancel-requests.ts';
import { leaseLabels } from './lease-labels.ts';
import { storeClientDisconnect } from './presence.ts';
import { savePrinterState } from './printers.ts';
import { storeReports } from './store-reports.ts';

type Hello = Extract<AgentMessage, { type: 'hello' }>;
type Detail = Selectable<DetailTable>;
type Config = Partial<CallParsed<'savePrintConfig'>>;

/** A client with one printer, from the server's view. */
export type Desk = {
  clientId: number;
  printerId: number;
  configId: string;
  name: string;
  getFence: () => number;
  /** Connects with these held labels, and reports the same printer state as before. */
  connect: (hello?: Partial<Hello>) => Promise<void>;
  disconnect: () => Promise<void>;
  reportReady: () => Promise<void>;
  reportStopped: (reason?: string) => Promise<void>;
  lease: (room?: number) => Promise<Detail[]>;
  listAskedBack: () => Promise<Unit[]>;
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
  /**
   * Advances the clock; every connected client reports its printer again, and the groups are
   * checked.
   */
  passTime: (ms: number) => Promise<void>;
  listDetails: () => Promise<Detail[]>;
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

const buildPrinterMessage = (
  state: 'idle' | 'stopped',
  stateReasons: string[],
): Parameters<typeof savePrinterState>[0]['message'] => ({
  type: 'printer',
  localId: 'p1',
  state,
  stateReasons,
  stateText: state === 'idle' ? '空闲' : '停了',
  counter: null,
});

const sendHello = async (ctx: TestContext, clientId: number, hello: Hello) => {
  const accepted = await acceptHello({ ctx, clientId, hello, address: '127.0.0.1' });
  if (!accepted) throw new Error('the hello was not accepted');
  return accepted;
};

/** A configuration for the only printer of a client. */
const createTestConfig = async (
  ctx: TestContext,
  { clientId, memberId, name }: { clientId: number; memberId: number; name: string },
  config: Config,
): Promise<{ printerId: number; configId: string }> => {
  const { id: printerId } = await ctx.db.kysely
    .selectFrom('printer')
    .select('id')
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow();
  const input = createConfigInput(clientId, printerId, { name: `${name}的纸`, ...config });
  const { id: configId } = await savePrintConfig({ ctx, memberId, input });
  return { printerId, configId };
};

type SpecialPrinter = { printer?: Partial<Hello['printers'][number]>; config?: Config };

const createTestClient = async (
  ctx: TestContext,
  { memberId, softwareId }: { memberId: number; softwareId: number },
  name: string,
  { printer = {}, config = {} }: SpecialPrinter,
): Promise<Desk> => {
  const clientId = await addClient(ctx, memberId, softwareId);
  let [fence, state, reasons] = [0, 'idle' as 'idle' | 'stopped', [] as string[]];
  let isConnected = false;
  const reportPrinterState = async (): Promise<void> => {
    if (!isConnected) return;
    const message = buildPrinterMessage(state, reasons);
    await savePrinterState({ ctx, clientId, fence, memberId, message });
  };
  const changePrinterState = (newState: typeof state, newReasons: string[]): Promise<void> => {
    [state, reasons] = [newState, newReasons];
    return reportPrinterState();
  };
  const connectDesk: Desk['connect'] = async (change = {}) => {
    const hello = getHello(name, change);
    const printers = hello.printers.map((item) => ({ ...item, ...printer }));
    ({ fence } = await sendHello(ctx, clientId, { ...hello, printers }));
    isConnected = true;
    await reportPrinterState();
  };
  await connectDesk();
  const owner = { clientId, memberId, name };
  const { printerId, configId } = await createTestConfig(ctx, owner, config);
  return {
    clientId,
    printerId,
    configId,
    name,
    getFence: () => fence,
    connect: connectDesk,
    disconnect: () => {
      isConnected = false;
      return storeClientDisconnect({ ctx, clientId, fence });
    },
    reportReady: () => changePrinterState('idle', []),
    reportStopped: (reason = 'media-empty') => changePrinterState('stopped', [reason]),
    lease: async (room = 100) => {
      const { rows } = await leaseLabels({ ctx, clientId, fence, localId: 'p1', room });
      return rows.flat().map((detail) => ({ ...detail, fence }));
    },
    listAskedBack: () => listCancelRequests({ ctx, clientId }),
    report: async (reports, seq = 1) =>
      (await storeReports({ ctx, clientId, fence, seq, reports })).units,
  };
};

let serial = 0;

type Scope = { memberId: number; softwareId: number; templateId: number };

const createScope = async (ctx: TestContext): Promise<Scope> => {
  serial += 1;
  const more = { clients: 9, printers: 9, labelsPerMonth: 100_000 };
  const softwareId = await addSoftware(ctx, `soft-${serial}`, more);
  const { id: memberId } = await addMember(ctx, `grouped-${serial}`);
  const templateId = await addTemplate(ctx, softwareId);
  return { memberId, softwareId, templateId };
};

const createDesks = async (
  ctx: TestContext,
  scope: Scope,
  names: readonly string[],
  special: Record<string, SpecialPrinter>,
): Promise<[Desk, Desk, ...Desk[]]> => {
  const desks: Desk[] = [];
  for (const name of names)
    desks.push(await createTestClient(ctx, scope, name, special[name] ?? {}));
  const [first, second, ...rest] = desks;
  if (!first || !second) throw new Error('a group has two printers');
  return [first, second, ...rest];
};

/** Returns the number of the batch. */
const submitToGroup = async (
  ctx: TestContext,
  { memberId, softwareId, templateId, groupId }: Scope & { groupId: string },
  labels: number,
  change: { expireAfter?: number },
): Promise<string> => {
  const rows = Array.from({ length: labels }, (_, i) => ({
    货号: String(i + 1),
    品名: '苹果',
  }));
  const { printConfigId: _, ...usual } = createPrintInput('1', templateId, { rows });
  const input = { ...usual, groupId, ...change };
  return (await submitBatch({ ctx, memberId, softwareId, input })).batchNo;
};

/** Every connected client reports its printer. */
const reportPrinters = async (ctx: TestContext, desks: readonly Desk[]): Promise<void> => {
  await ctx.db.kysely
    .updateTable('printer')
    .set({ reported_at: ctx.now() })
    .where('client_id', 'in', (eb) =>
      eb
        .selectFrom('client')
        .select('id')
        .where('node_id', '=', ctx.presence.nodeId)
        .where(
          'id',
          'in',
          desks.map(({ clientId }) => clientId),
        ),
    )
    .execute();
};

const listDetails = (db: Database, memberId: number): Promise<Detail[]> =>
  db.kysely
    .selectFrom('detail')
    .selectAll()
    .where('member_id', '=', memberId)
    .orderBy('queue_order')
    .orderBy('id')
    .execute();

/** A member with a group of printers, each on its own client, all connected and idle. */
export const createTestGroup = async (
  db: Database,
  {
    names = ['一号', '二号'],
    special = {},
    group = {},
  }: {
    names?: string[];
    /** Printers with special properties, by name. */
    special?: Record<string, SpecialPrinter>;
    group?: Partial<CallParsed<'savePrinterGroup'>>;
  } = {},
): Promise<GroupShop> => {
  const ctx = createTestContext(db);
  const scope = await createScope(ctx);
  const { memberId } = scope;
  const desks = await createDesks(ctx, scope, names, special);
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
    ...scope,
    groupId,
    desks,
    saveGroup: async (change) =>
      void (await savePrinterGroup({
        ctx,
        memberId,
        input: { ...saved, id: groupId, ...change },
      })),
    submit: (labels, change = {}) => submitToGroup(ctx, { ...scope, groupId }, labels, change),
    passTime: async (ms) => {
      ctx.pass(ms);
      await reportPrinters(ctx, desks);
      await failover.checkOnce(ctx);
    },
    listDetails: () => listDetails(db, memberId),
  };
};

/** Longer than the delay before labels are moved. */
export const LONG = 31 * SECOND;
