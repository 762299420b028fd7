import { type AgentMessage, GATEWAY_VERSION } from '@yunbiao/contract/gateway';
import {
  acceptHello,
  actingAs,
  confirmPairing,
  type Context,
  pollPairing,
  savePrintConfig,
  savePrinterState,
  type SoftwareRow,
  startPairing,
  VISITOR,
} from '@yunbiao/services';
import { usualConfig } from '@yunbiao/services/parts';
import { asAgent } from './acting.ts';
import type { Place } from './month.ts';

type Printer = Extract<AgentMessage, { type: 'hello' }>['printers'][number];

const VERSION = '0.1.0';

type MachineKind = {
  machineName: string;
  system: string;
  remark: string;
  address: string;
  printers: readonly Printer[];
};

const zpl = (
  localId: Place,
  name: string,
  exclusive: boolean,
  evidence: Printer['evidence'],
): Printer => ({ localId, name, exclusive, evidence, language: 'zpl', dpi: 203 });

const MACHINES: readonly MachineKind[] = [
  {
    machineName: 'SHILI-TILL',
    system: 'Windows_NT 10.0.26100',
    remark: '示例 门店收银台',
    address: '192.0.2.17',
    printers: [zpl('till', '示例 价签打印机', true, ['consumed', 'printer-idle', 'counter-moved'])],
  },
  {
    machineName: 'shili-depot',
    system: 'Linux 6.12.48',
    remark: '示例 仓库发货台',
    address: '192.0.2.41',
    printers: [
      zpl('shelf', '示例 货位打印机', false, ['consumed', 'printer-idle']),
      zpl('old', '示例 旧打印机', false, ['consumed']),
    ],
  },
];

const STOCK: Record<Place, { name: string; widthMm: number; heightMm: number }> = {
  till: { name: '示例 门店价签 60 × 40', widthMm: 60, heightMm: 40 },
  shelf: { name: '示例 货位 50 × 30', widthMm: 50, heightMm: 30 },
  old: { name: '示例 旧机价签 60 × 40', widthMm: 60, heightMm: 40 },
};

/** A paired client as its agent knows itself. */
export type Machine = MachineKind & { clientId: number; fence: number; seq: number };

/** Where a batch of a place goes. */
export type Target = { machine: Machine; configId: string };

export type Owner = { memberId: number; software: SoftwareRow };

/** The agent connects, and says what it is. */
export const connect = async (ctx: Context, machine: Machine): Promise<void> => {
  const accepted = await acceptHello({
    ctx: asAgent(ctx, machine.clientId),
    clientId: machine.clientId,
    address: machine.address,
    hello: {
      type: 'hello',
      version: GATEWAY_VERSION,
      agentVersion: VERSION,
      held: [],
      machineName: machine.machineName,
      system: machine.system,
      ledgerId: `ledger-of-${machine.machineName}`,
      ledgerSeq: machine.seq,
      printers: [...machine.printers],
    },
  });
  if (!accepted) throw new Error(`the sample client ${machine.machineName} was not accepted`);
  machine.fence = accepted.fence;
};

const pair = async (ctx: Context, owner: Owner, kind: MachineKind): Promise<Machine> => {
  const { machineName, system, remark, address } = kind;
  // Whoever starts a pairing, and collects its key, is nobody yet.
  const stranger = actingAs(ctx, VISITOR);
  const { code, secret } = await startPairing({
    ctx: stranger,
    address,
    software: owner.software,
    input: { machineName, system, version: VERSION },
  });
  const client = await confirmPairing({
    ctx,
    memberId: owner.memberId,
    softwareId: owner.software.id,
    input: { code, remark },
  });
  // Its key is collected and kept by nobody: no agent can ever connect as this client.
  await pollPairing({ ctx: stranger, input: { secret } });
  const machine = { ...kind, clientId: Number(client.id), fence: 0, seq: 0 };
  await connect(ctx, machine);
  return machine;
};

const configure = async (
  ctx: Context,
  memberId: number,
  machine: Machine,
  place: Place,
): Promise<string> => {
  const printer = await ctx.db.kysely
    .selectFrom('printer')
    .select('id')
    .where('client_id', '=', machine.clientId)
    .where('local_id', '=', place)
    .executeTakeFirstOrThrow();
  const config = await savePrintConfig({
    ctx,
    memberId,
    input: {
      ...usualConfig('zpl'),
      ...STOCK[place],
      clientId: String(machine.clientId),
      printerId: String(printer.id),
      dpi: 203,
    },
  });
  return config.id;
};

/** Pairs the sample clients and configures their printers. */
export const pairMachines = async (
  ctx: Context,
  owner: Owner,
): Promise<{ machines: Machine[]; targets: Map<Place, Target> }> => {
  const machines: Machine[] = [];
  const targets = new Map<Place, Target>();
  for (const kind of MACHINES) {
    const machine = await pair(ctx, owner, kind);
    machines.push(machine);
    for (const { localId } of kind.printers) {
      const place = localId as Place;
      targets.set(place, {
        machine,
        configId: await configure(ctx, owner.memberId, machine, place),
      });
    }
  }
  return { machines, targets };
};

/** What the printers said last, and that none of them is where the member prints by default: nobody switches them on. */
export const leaveMachines = async (
  ctx: Context,
  { memberId }: Owner,
  machines: readonly Machine[],
  getCounter: (localId: string) => number | null,
): Promise<void> => {
  for (const { clientId, printers } of machines)
    for (const { localId } of printers)
      await savePrinterState({
        ctx: asAgent(ctx, clientId),
        clientId,
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
  await ctx.db.kysely
    .updateTable('print_config')
    .set({ is_default: 0 })
    .where('member_id', '=', memberId)
    .execute();
};
