import type { PageFormats } from '../document-format.ts';
import type { Traits } from '../ledger/record.ts';
import type { DriverContext } from './driver-context.ts';
import { createJobIntent } from './open-labels.ts';
import type { OpenLabel } from './open-labels.ts';
import { isSameView } from './view.ts';
import type { PrinterView } from './view.ts';
import {
  canSendLabel,
  writeLedgerChangesAndReport,
  isWholeRowCancelled,
  listEvidenceOfPrinter,
} from './worker-state.ts';
import type { WorkerState } from './worker-state.ts';

/** Resolves to whether a label with a durable intent may start; immediately when it may not. */
const waitUntilLabelMayStart = (state: WorkerState, label: OpenLabel): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const { events, rechecks } = state;
    const recheckLabel = (): void => {
      if (!canSendLabel(state, label)) resolve(false);
    };
    rechecks.add(recheckLabel);
    recheckLabel();
    const isStored = events
      .waitUntilStored(label.isEarly)
      .finally(() => rechecks.delete(recheckLabel));
    isStored.then(
      (isLedgerStored) => resolve(isLedgerStored && canSendLabel(state, label)),
      reject,
    );
  });

const publishChangedPrinterView = (state: WorkerState, view: PrinterView): void => {
  // Another driver may already use the printer and have shown its state.
  if (state.isAbandoned || isSameView(state.view, view)) return;
  state.view = view;
  state.events.onView(view);
};

const setPageFormats = (state: WorkerState, formats: PageFormats): void => {
  const { defaultFormat, vectorFormat } = state.formats;
  if (formats.defaultFormat === defaultFormat && formats.vectorFormat === vectorFormat) return;
  state.formats = formats;
  state.queue.clearDrawn();
};

const recordPrinterTraits = (
  state: WorkerState,
  { counts = state.traits.counts, ...traits }: Partial<Traits> & { counts?: boolean },
): void => {
  const { ledger, printer, events } = state;
  if (Object.keys(traits).length > 0) ledger.recordTraits(printer.localId, traits);
  const before = listEvidenceOfPrinter(state).join();
  const { answersEarly = state.traits.answersEarly, echoes = state.traits.echoes } = traits;
  state.traits = { answersEarly, echoes, counts };
  if (listEvidenceOfPrinter(state).join() !== before) events.onEvidence();
};

/** Creates what the driver of a worker works with. */
export const createDriverContext = (state: WorkerState): DriverContext => {
  const { printer, queue, ledger, signal, events } = state;
  return {
    printer,
    queue,
    ledger,
    signal,
    now: events.now,
    canStartNext: () => state.isEnabled && !state.isStopping && events.mayBegin(),
    createIntent: (job, intentFields) =>
      createJobIntent(job, printer, {
        ...intentFields,
        at: new Date(events.now()).toISOString(),
        ...(events.canStartEarly() && { early: true }),
      }),
    canSend: (label) => canSendLabel(state, label),
    waitForClearance: (label) => waitUntilLabelMayStart(state, label),
    isCancelled: (label) => isWholeRowCancelled(state, label),
    isStopping: () => state.isAbandoned,
    commit: (changes) => writeLedgerChangesAndReport(state, changes),
    show: (view) => publishChangedPrinterView(state, view),
    setFormats: (formats) => setPageFormats(state, formats),
    recordTraits: (traits) => recordPrinterTraits(state, traits),
  };
};
