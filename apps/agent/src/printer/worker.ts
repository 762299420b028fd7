import type { Evidence } from '@yunbiao/contract/evidence';
import type { Lease, Unit } from '@yunbiao/contract/gateway/gateway';
import { getErrorMessage } from '../errors.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { getUnitKey, listEntryUnits } from '../ledger/state.ts';
import type { PrinterSettings } from '../settings.ts';
import { createDriverContext } from './create-driver-context.ts';
import { getDriver } from './drivers.ts';
import {
  resolveLabelsOfOldAddress,
  createUnstartedReturnChanges,
  mayHaveLabelsWithoutFirstByte,
} from './open-labels.ts';
import { createLabelReport } from './queue.ts';
import { CANCELLED_REASON } from './reasons.ts';
import type { PrinterView } from './view.ts';
import {
  writeLedgerChangesAndReport,
  createWorkerState,
  listEvidenceOfPrinter,
  listUnresolvedLedgerEntries,
  reportRefusedLabel,
  wakeDriverAndLabels,
} from './worker-state.ts';
import type { WorkerEvents, WorkerState } from './worker-state.ts';

export type { WorkerEvents };

export type Worker = {
  printer: PrinterSettings;
  offer: (leases: readonly Lease[]) => void;
  cancel: (units: readonly Unit[]) => void;
  setEnabled: (enabled: boolean) => void;
  /** Clears labels that are in memory only. The server leases them again. */
  clearWaiting: () => void;
  /** Lists units in memory only. Started ones are in the ledger. */
  listWaiting: () => Unit[];
  view: () => PrinterView;
  /** Lists the evidence the printer can give about a label, as observed so far. */
  listEvidence: () => Evidence[];
  /** Starts no more labels, and waits up to `graceMs` for started ones to end. */
  stop: (graceMs: number) => Promise<void>;
};

/**
 * Returns labels that an earlier process intended but did not start, then prints until stopped.
 */
const runDriver = async (state: WorkerState): Promise<void> => {
  const { printer, ledger, events, driver } = state;
  const context = createDriverContext(state);
  if (mayHaveLabelsWithoutFirstByte(ledger, printer.localId)) {
    const unbegun = await events.waitForUnstartedTokens();
    if (!unbegun || state.isAbandoned) return;
    await writeLedgerChangesAndReport(
      state,
      createUnstartedReturnChanges(ledger, printer.localId, { unbegun, now: events.now() }),
    );
  }
  await writeLedgerChangesAndReport(
    state,
    resolveLabelsOfOldAddress(ledger, printer, events.now()),
  );
  await driver.run(context);
};

const queueLeasesForPrinting = (state: WorkerState, leases: readonly Lease[]): void => {
  const { ledger, queue, signal } = state;
  // A started label is never started again, however often the server leases it.
  const startedUnits = new Set(ledger.listEntries().flatMap(listEntryUnits).map(getUnitKey));
  queue.push(leases, (label) => !startedUnits.has(getUnitKey(label)));
  signal.raise();
};

/** Reports the cancelled labels in the queue, and remembers the started ones. */
const cancelLabels = (state: WorkerState, units: readonly Unit[]): void => {
  const now = state.events.now;
  for (const unit of state.queue.cancel(units))
    reportRefusedLabel(
      state,
      createLabelReport(unit, 'cancelled', { reason: CANCELLED_REASON }, now()),
    );
  const openKeys = new Set(
    listUnresolvedLedgerEntries(state).flatMap(listEntryUnits).map(getUnitKey),
  );
  const cancelledKeys = [...state.cancelledUnits, ...units.map(getUnitKey)];
  state.cancelledUnits = new Set(cancelledKeys.filter((key) => openKeys.has(key)));
  wakeDriverAndLabels(state);
};

/** Stops starting labels, and abandons the driver once started ones have ended or `graceMs` is over. */
const stopWorker = async (
  state: WorkerState,
  running: Promise<void>,
  graceMs: number,
): Promise<void> => {
  state.isStopping = true;
  wakeDriverAndLabels(state);
  // Date.now() would jump when the user sets the clock.
  const until = performance.now() + graceMs;
  while (listUnresolvedLedgerEntries(state).length > 0 && performance.now() < until)
    await new Promise((resolve) => setTimeout(resolve, 20));
  state.isAbandoned = true;
  state.queue.clear();
  state.signal.raise();
  await Promise.race([running, new Promise((resolve) => setTimeout(resolve, 1000))]);
};

/** Runs one printer: accepts leases and lets the driver print their labels. */
export const startPrinterWorker = (
  printer: PrinterSettings,
  ledger: Ledger,
  events: WorkerEvents,
  driver = getDriver(printer),
): Worker => {
  const state = createWorkerState({ printer, ledger, events, driver });
  const running = runDriver(state).catch((error: unknown) =>
    events.onFatal(new Error(`${printer.name}：${getErrorMessage(error)}`, { cause: error })),
  );
  return {
    printer,
    offer: (leases) => queueLeasesForPrinting(state, leases),
    cancel: (units) => cancelLabels(state, units),
    setEnabled: (value) => {
      state.isEnabled = value;
      wakeDriverAndLabels(state);
    },
    clearWaiting: state.queue.clear,
    listWaiting: state.queue.listUnits,
    view: () => state.view,
    listEvidence: () => listEvidenceOfPrinter(state),
    stop: (graceMs) => stopWorker(state, running, graceMs),
  };
};
