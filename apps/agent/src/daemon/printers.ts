import type { Ledger } from '../ledger/ledger.ts';
import { createLabelReport } from '../printer/queue.ts';
import { startPrinterWorker } from '../printer/worker.ts';
import type { Worker, WorkerEvents } from '../printer/worker.ts';
import type { PrinterSettings } from '../settings.ts';

/** Workers of the configured printers. */
export type Printers = {
  list: () => Worker[];
  find: (localId: string) => Worker | undefined;
  /**
   * Starts, stops and restarts workers to match the settings. Resolves to whether anything changed.
   */
  applySettings: (settings: readonly PrinterSettings[]) => Promise<boolean>;
  stop: () => Promise<void>;
};

const STOP_GRACE_MS = 5000;

const hasSamePrinterSettings = (a: PrinterSettings, b: PrinterSettings): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/** Marks labels started on a removed printer as uncertain: no evidence can arrive any more. */
const markOrphanLabelsUncertain = async (
  ledger: Ledger,
  wantedIds: ReadonlySet<string>,
): Promise<void> => {
  const orphanEntries = ledger
    .listEntries()
    .filter(({ intent, final }) => !final && !wantedIds.has(intent.localId));
  if (orphanEntries.length === 0) return;
  const reason = '打印机已从客户端移除，不知道是否已打印';
  await ledger.commit(
    orphanEntries.map(({ intent }) => ({
      kind: 'final',
      report: createLabelReport(intent, 'uncertain', { reason }, Date.now()),
    })),
  );
};

export const createPrinterWorkers = (
  ledger: Ledger,
  createEvents: (printer: PrinterSettings) => WorkerEvents,
): Printers => {
  const workers = new Map<string, Worker>();
  return {
    list: () => [...workers.values()],
    find: (localId) => workers.get(localId),
    applySettings: async (settings) => {
      const wantedById = new Map(settings.map((printer) => [printer.localId, printer]));
      let isChanged = false;
      for (const [localId, worker] of workers) {
        const newSettings = wantedById.get(localId);
        if (newSettings && hasSamePrinterSettings(newSettings, worker.printer)) continue;
        isChanged = true;
        await worker.stop(STOP_GRACE_MS);
        // Replaces the worker synchronously: a hello in between must list every printer.
        if (newSettings)
          workers.set(localId, startPrinterWorker(newSettings, ledger, createEvents(newSettings)));
        else workers.delete(localId);
      }
      for (const printer of settings) {
        if (workers.has(printer.localId)) continue;
        isChanged = true;
        workers.set(printer.localId, startPrinterWorker(printer, ledger, createEvents(printer)));
      }
      await markOrphanLabelsUncertain(ledger, new Set(wantedById.keys()));
      return isChanged;
    },
    stop: async () => {
      await Promise.all([...workers.values()].map((worker) => worker.stop(STOP_GRACE_MS)));
    },
  };
};
