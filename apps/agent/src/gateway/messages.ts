import { hostname, release, type as systemType } from 'node:os';
import { CAPABILITIES, type Capabilities } from '@yunbiao/contract/gateway/capabilities';
import { GATEWAY_VERSION } from '@yunbiao/contract/gateway/gateway';
import type { AgentMessage, Unit } from '@yunbiao/contract/gateway/gateway';
import {
  MACHINE_NAME_LENGTH,
  MAX_REPORTS,
  SYSTEM_NAME_LENGTH,
} from '@yunbiao/contract/limits/client';
import type { ProgramTarget } from '@yunbiao/contract/gateway/programs';
import type { Ledger } from '../ledger/ledger.ts';
import { listFinalReports, listEntryUnits } from '../ledger/state.ts';
import type { Worker } from '../printer/worker.ts';
import { AGENT_VERSION } from '../self.ts';

/** Name and system of this machine for the confirmation page. */
export const describeMachine = (): { machineName: string; system: string } => ({
  machineName: hostname().slice(0, MACHINE_NAME_LENGTH) || '这台电脑',
  system: `${systemType()} ${release()}`.slice(0, SYSTEM_NAME_LENGTH),
});

type PrinterHello = Extract<AgentMessage, { type: 'hello' }>['printers'][number];

const toPrinterHello = (worker: Worker): PrinterHello => {
  const { localId, name, language, dpi, exclusive } = worker.printer;
  return { localId, name, language, dpi, exclusive, evidence: worker.listEvidence() };
};

/** Lists units that this client holds: started, or final and not yet acknowledged. */
export const listHeldLabelUnits = (ledger: Ledger): Unit[] =>
  ledger.listEntries().flatMap(listEntryUnits);

/** Program information in a hello. */
export type ProgramHello = {
  target: ProgramTarget | null;
  /** What it can draw; default: all of this version. */
  capabilities?: Capabilities;
  failedUpdate: { version: string; note: string } | null;
};

type HelloParts = {
  ledger: Ledger;
  /** Tokens of the ledger's history. */
  tokens: string[];
  workers: readonly Worker[];
  features: string[];
};

export const buildHello = (
  { ledger, tokens, workers, features }: HelloParts,
  { target, failedUpdate, capabilities = CAPABILITIES }: ProgramHello,
): AgentMessage => ({
  type: 'hello',
  version: GATEWAY_VERSION,
  agentVersion: AGENT_VERSION,
  ...describeMachine(),
  ledgerId: ledger.id,
  ledgerSeq: ledger.getSeq(),
  tokens,
  held: listHeldLabelUnits(ledger),
  printers: workers.map(toPrinterHello),
  features,
  capabilities: { ...capabilities, draws: [...capabilities.draws] },
  ...(target === null ? {} : { target }),
  ...(failedUpdate === null ? {} : { failedUpdate }),
});

export type ReportsMessage = Omit<Extract<AgentMessage, { type: 'reports' }>, 'type'>;

/**
 * Final reports that are durable on disk and unacknowledged, oldest first, in messages of the
 * allowed size. Reports of a row stay in one message.
 */
export const buildUnacknowledgedReportMessages = (
  ledger: Ledger,
  after: number,
): ReportsMessage[] => {
  const durableSeq = ledger.getSeq();
  const finalEntries = ledger
    .listEntries()
    .filter((entry) => entry.final && entry.seq > after && entry.seq <= durableSeq)
    .sort((a, b) => a.seq - b.seq);
  const messages: ReportsMessage[] = [];
  for (const entry of finalEntries) {
    const { seq } = entry;
    const reports = listFinalReports(entry);
    const last = messages.at(-1);
    if (last && last.reports.length + reports.length <= MAX_REPORTS) {
      last.reports.push(...reports);
      last.seq = seq;
    } else messages.push({ seq, reports });
  }
  return messages;
};
