import { type AgentMessage, GATEWAY_VERSION } from '@yunbiao/contract/gateway/gateway';
import {
  acceptHello,
  copyContextWithActor,
  confirmPairing,
  type Context,
  pollPairing,
  savePrintConfig,
  savePrinterState,
  type SoftwareRow,
  startPairing,
  storeClientDisconnect,
  VISITOR,
} from '@yunbiao/services';
import { createDefaultConfig } from '@yunbiao/services/parts';
import { createAgentContext } from './contexts.ts';
import type { PrinterPlace } from './month.ts';

type Printer = Extract<AgentMessage, { type: 'hello' }>['printers'][number];

const VERSION = '0.1.0';

type SampleClient = {
  machineName: string;
  system: string;
  remark: string;
  address: string;
  printers: readonly Printer[];
};

const buildSampleZplPrinter = (
  localId: PrinterPlace,
  name: string,
  exclusive: boolean,
  evidence: Printer['evidence'],
): Printer => ({ localId, name, exclusive, evidence, language: 'zpl', dpi: 203 });

const SAMPLE_CLIENTS: readonly SampleClient[] = [
  {
    machineName: 'SHILI-TILL',
    system: 'Windows_NT 10.0.26100',
    remark: '示例 门店收银台',
    address: '192.0.2.17',
    printers: [
      buildSampleZplPrinter('till', '示例 价签打印机', true, [
        'consumed',
        'printer-idle',
        'counter-moved',
      ]),
    ],
  },
  {
    machineName: 'shili-depot',
    system: 'Linux 6.12.48',
    remark: '示例 仓库发货台',
    address: '192.0.2.41',
    printers: [
      buildSampleZplPrinter('shelf', '示例 货位打印机', false, ['consumed', 'printer-idle']),
      buildSampleZplPrinter('old', '示例 旧打印机', false, ['consumed']),
    ],
  },
];

const LABEL_SIZES: Record<PrinterPlace, { name: string; widthMm: number; heightMm: number }> = {
  till: { name: '示例 门店价签 60 × 40', widthMm: 60, heightMm: 40 },
  shelf: { name: '示例 货位 50 × 30', widthMm: 50, heightMm: 30 },
  old: { name: '示例 旧机价签 60 × 40', widthMm: 60, heightMm: 40 },
};

/** A paired client, from the agent's view. */
export type PairedClient = SampleClient & { clientId: number; fence: number; seq: number };

/** Client and configuration for a place. */
export type Target = { client: PairedClient; configId: string };

export type Owner = { memberId: number; software: SoftwareRow };

/** Connects the agent and sends its hello. */
export const connectClient = async (ctx: Context, client: PairedClient): Promise<void> => {
  const hello = await acceptHello({
    ctx: createAgentContext(ctx, client.clientId),
    clientId: client.clientId,
    address: client.address,
    hello: {
      type: 'hello',
      version: GATEWAY_VERSION,
      agentVersion: VERSION,
      held: [],
      machineName: client.machineName,
      system: client.system,
      ledgerId: `ledger-of-${client.machineName}`,
      ledgerSeq: client.seq,
      printers: [...client.printers],
    },
  });
  if (!hello) throw new Error(`the sample client ${client.machineName} was not accepted`);
  client.fence = hello.fence;
};

const pairClient = async (
  ctx: Context,
  owner: Owner,
  kind: SampleClient,
): Promise<PairedClient> => {
  const { machineName, system, remark, address } = kind;
  // Starting a pairing and collecting its key needs no sign-in.
  const visitorContext = copyContextWithActor(ctx, VISITOR);
  const { code, secret } = await startPairing({
    ctx: visitorContext,
    address,
    software: owner.software,
    input: { machineName, system, version: VERSION },
  });
  const { id: clientId } = await confirmPairing({
    ctx,
    memberId: owner.memberId,
    softwareId: owner.software.id,
    input: { code, remark },
  });
  // The key is collected and discarded, so that no agent can connect as this client.
  await pollPairing({ ctx: visitorContext, input: { secret } });
  const client = { ...kind, clientId: Number(clientId), fence: 0, seq: 0 };
  await connectClient(ctx, client);
  return client;
};

const configurePrinter = async (
  ctx: Context,
  memberId: number,
  client: PairedClient,
  place: PrinterPlace,
): Promise<string> => {
  const printer = await ctx.db.kysely
    .selectFrom('printer')
    .select('id')
    .where('client_id', '=', client.clientId)
    .where('local_id', '=', place)
    .executeTakeFirstOrThrow();
  const config = await savePrintConfig({
    ctx,
    memberId,
    input: {
      ...createDefaultConfig('zpl'),
      ...LABEL_SIZES[place],
      clientId: String(client.clientId),
      printerId: String(printer.id),
      dpi: 203,
    },
  });
  return config.id;
};

export const pairClients = async (
  ctx: Context,
  owner: Owner,
): Promise<{ clients: PairedClient[]; targets: Map<PrinterPlace, Target> }> => {
  const clients: PairedClient[] = [];
  const targets = new Map<PrinterPlace, Target>();
  for (const kind of SAMPLE_CLIENTS) {
    const client = await pairClient(ctx, owner, kind);
    clients.push(client);
    for (const { localId } of kind.printers) {
      const place = localId as PrinterPlace;
      targets.set(place, {
        client,
        configId: await configurePrinter(ctx, owner.memberId, client, place),
      });
    }
  }
  return { clients, targets };
};

/**
 * Stores the last printer states and clears the default printer: these printers never come back
 * online.
 */
export const takeClientsOffline = async (
  ctx: Context,
  { memberId }: Owner,
  clients: readonly PairedClient[],
  getCounter: (localId: string) => number | null,
): Promise<void> => {
  for (const { clientId, fence, printers } of clients) {
    for (const { localId } of printers)
      await savePrinterState({
        ctx: createAgentContext(ctx, clientId),
        clientId,
        fence,
        memberId,
        message: {
          type: 'printer',
          localId,
          state: 'idle',
          stateReasons: [],
          stateText: '',
          counter: getCounter(localId),
        },
      });
    await storeClientDisconnect({ ctx, clientId, fence });
  }
  await ctx.db.kysely
    .updateTable('print_config')
    .set({ is_default: 0 })
    .where('member_id', '=', memberId)
    .execute();
};
