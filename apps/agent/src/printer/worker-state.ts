import type { Evidence } from '@yunbiao/contract/evidence';
import type { Lease, Report, Unit } from '@yunbiao/contract/gateway/gateway';
import type { Change, Ledger } from '../ledger/ledger.ts';
import type { LedgerEntry } from '../ledger/state.ts';
import { getUnitKey, listEntryUnits } from '../ledger/state.ts';
import { PDF_FORMATS } from '../document-format.ts';
import type { PageFormats } from '../document-format.ts';
import type { PrinterSettings } from '../settings.ts';
import { createWakeSignal } from '../signal.ts';
import type { Signal } from '../signal.ts';
import type { KnownTraits, PrinterDriver } from './printer-driver.ts';
import { createQueue } from './queue.ts';
import type { Job, PrepareResult, Queue } from './queue.ts';
import type { PrinterView } from './view.ts';

export type WorkerEvents = {
  /** Prepares the remaining labels of a lease. */
  prepare: (lease: Lease, labels: Job['labels'], formats: PageFormats) => PrepareResult;
  /** Called when final reports are durable. */
  onReports: () => void;
  /** Whether the server connection allows labels to start. */
  /** Whether the pictures of these labels are there. */
  canPrepare?: (labels: Job['labels']) => boolean;
  mayBegin: () => boolean;
  /**
   * Whether a label whose intent is written now may start before the server has stored its token.
   */
  canStartEarly: () => boolean;
  /** Resolves to whether a label with a durable intent may start. */
  waitUntilStored: (isEarly: boolean) => Promise<boolean>;
  /**
   * Resolves, after the server's answer, to the tokens of intents of an earlier process that were
   * started neither by it nor by a copy. Null when it ends before the answer.
   */
  waitForUnstartedTokens: () => Promise<ReadonlySet<string> | null>;
  onView: (view: PrinterView) => void;
  /** Called when labels have left the queue. */
  onRoom: () => void;
  /** Called when the evidence the printer can give has changed. */
  onEvidence: () => void;
  /** Called when the ledger is not writable: printing must stop. */
  onFatal: (error: unknown) => void;
  now: () => number;
  /** Server time, epoch ms. */
  getServerTime: () => number;
};

/** State of a printer's worker. */
export type WorkerState = {
  readonly printer: PrinterSettings;
  readonly ledger: Ledger;
  readonly events: WorkerEvents;
  readonly driver: PrinterDriver;
  readonly queue: Queue;
  readonly signal: Signal;
  isEnabled: boolean;
  isStopping: boolean;
  /** Another driver may already use the printer. */
  isAbandoned: boolean;
  traits: KnownTraits;
  formats: PageFormats;
  view: PrinterView;
  /** Callbacks that check again whether waiting labels may start. */
  readonly rechecks: Set<() => void>;
  /** Units the member has cancelled that are started and not final. */
  cancelledUnits: ReadonlySet<string>;
};

const CONNECTING: PrinterView = {
  state: 'stopped',
  stateReasons: ['connecting-to-device'],
  stateText: '正在连接',
  counter: null,
};

export const createWorkerState = (
  parts: Pick<WorkerState, 'printer' | 'ledger' | 'events' | 'driver'>,
): WorkerState => {
  const { printer, ledger, events } = parts;
  const { answersEarly, echoes } = ledger.getTraits(printer.localId);
  const state: WorkerState = {
    ...parts,
    queue: createQueue({
      prepare: (lease, labels) => events.prepare(lease, labels, state.formats),
      canPrepare: (labels) => events.canPrepare?.(labels) ?? true,
      reportRefused: (report) => reportRefusedLabel(state, report),
      getServerTime: events.getServerTime,
      onRoom: events.onRoom,
    }),
    signal: createWakeSignal(),
    isEnabled: true,
    isStopping: false,
    isAbandoned: false,
    traits: { answersEarly, echoes, counts: printer.counts ?? false },
    formats: PDF_FORMATS,
    view: CONNECTING,
    rechecks: new Set(),
    cancelledUnits: new Set(),
  };
  return state;
};

/** Writes changes to disk, then reports final ones to the server. */
export const writeLedgerChangesAndReport = async (
  { ledger, events }: WorkerState,
  changes: readonly Change[],
): Promise<void> => {
  if (changes.length === 0) return;
  await ledger.commit(changes);
  if (changes.some((change) => change.kind === 'final')) events.onReports();
};

/** Reports the end of a label that was not started. */
export const reportRefusedLabel = (state: WorkerState, report: Report): void =>
  void writeLedgerChangesAndReport(state, [{ kind: 'final', report }]).catch(state.events.onFatal);

export const listEvidenceOfPrinter = ({ driver, printer, traits }: WorkerState): Evidence[] =>
  driver.getEvidence(printer, traits);

/** Lists the ledger entries of labels that were started and are not final. */
export const listUnresolvedLedgerEntries = ({ ledger, printer }: WorkerState): LedgerEntry[] =>
  ledger.listEntries().filter((entry) => entry.intent.localId === printer.localId && !entry.final);

/** Whether the member has cancelled a started label and all others of its row. */
export const isWholeRowCancelled = (
  { ledger, cancelledUnits }: WorkerState,
  label: Unit,
): boolean => {
  const entry = ledger.listEntries().find(({ intent }) => getUnitKey(intent) === getUnitKey(label));
  return (
    entry !== undefined &&
    listEntryUnits(entry).every((unit) => cancelledUnits.has(getUnitKey(unit)))
  );
};

/** Whether a label may be sent: no pause, stop or cancellation. */
export const canSendLabel = (state: WorkerState, label: Unit): boolean =>
  state.isEnabled && !state.isStopping && !isWholeRowCancelled(state, label);

/** Makes the driver and waiting labels check again what they may do. */
export const wakeDriverAndLabels = ({ rechecks, signal }: WorkerState): void => {
  for (const recheck of rechecks) recheck();
  signal.raise();
};
