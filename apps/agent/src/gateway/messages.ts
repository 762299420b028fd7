import { hostname, release, type as systemType } from 'node:os';
import { CAPABILITIES, type Capabilities } from '@yunbiao/contract/capabilities';
import { GATEWAY_VERSION } from '@yunbiao/contract/gateway';
import type { AgentMessage, Unit } from '@yunbiao/contract/gateway';
import {
  MACHINE_NAME_LENGTH,
  MAX_REPORTS,
  SYSTEM_NAME_LENGTH,
} from '@yunbiao/contract/limits/client';
import type { ProgramTarget } from '@yunbiao/contract/programs';
import type { Ledger } from '../ledger/ledger.ts';
import { listReports, listUnits } from '../ledger/state.ts';
import type { Worker } from '../printer/worker.ts';
import { AGENT_VERSION } from '../self.ts';

/** Name of this machine and its system, as the confirm page shows them. */
export const machine = (): { machineName: string; system: string } => ({
  machineName: hostname().slice(0, MACHINE_NAME_LENGTH) || '这台电脑',
  system: `${systemType()} ${release()}`.slice(0, SYSTEM_NAME_LENGTH),
});

type PrinterHello = Extract<AgentMessage, { type: 'hello' }>['printers'][number];

const printerHello = (worker: Worker): PrinterHello => {
  const { localId, name, language, dpi, exclusive } = worker.printer;
  return { localId, name, language, dpi, exclusive, evidence: worker.evidence() };
};

/** Every unit we answer for: started, or ended and not yet acknowledged. */
export const heldUnits = (ledger: Ledger): Unit[] => ledger.entries().flatMap(listUnits);

/** What a hello says of the program. */
export type ProgramHello = {
  target: ProgramTarget | null;
  /** What it can draw; all of this version when left out. */
  capabilities?: Capabilities;
  failedUpdate: { version: string; note: string } | null;
};

type Ours = {
  ledger: Ledger;
  /** Names of its history. */
  tokens: string[];
  workers: readonly Worker[];
  features: string[];
};

export const getHello = (
  { ledger, tokens, workers, features }: Ours,
  { target, failedUpdate, capabilities = CAPABILITIES }: ProgramHello,
): AgentMessage => ({
  type: 'hello',
  version: GATEWAY_VERSION,
  agentVersion: AGENT_VERSION,
  ...machine(),
  ledgerId: ledger.id,
  ledgerSeq: ledger.seq(),
  tokens,
  held: heldUnits(ledger),
  printers: workers.map(printerHello),
  features,
  capabilities: { ...capabilities, draws: [...capabilities.draws] },
  ...(target === null ? {} : { target }),
  ...(failedUpdate === null ? {} : { failedUpdate }),
});

export type ReportsMessage = Omit<Extract<AgentMessage, { type: 'reports' }>, 'type'>;

/**
 * Final reports the server has not acknowledged and the disk has, oldest first, in messages it accepts. Those of a row
 * are in one.
 */
export const unacknowledged = (ledger: Ledger, after: number): ReportsMessage[] => {
  const durable = ledger.seq();
  const ended = ledger
    .entries()
    .filter((entry) => entry.final && entry.seq > after && entry.seq <= durable)
    .sort((a, b) => a.seq - b.seq);
  const messages: ReportsMessage[] = [];
  for (const entry of ended) {
    const { seq } = entry;
    const reports = listReports(entry);
    const last = messages.at(-1);
    if (last && last.reports.length + reports.length <= MAX_REPORTS) {
      last.reports.push(...reports);
      last.seq = seq;
    } else messages.push({ seq, reports });
  }
  return messages;
};
