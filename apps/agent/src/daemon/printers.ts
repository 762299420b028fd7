import type { Ledger } from '../ledger/ledger.ts';
import { startWorker } from '../printer/worker.ts';
import type { Worker, WorkerEvents } from '../printer/worker.ts';
import type { PrinterSettings } from '../settings.ts';

/** The workers of the configured printers. */
export type Printers = {
  all: () => Worker[];
  get: (localId: string) => Worker | undefined;
  /** Starts, stops and restarts workers to match the settings. Resolves to whether anything changed. */
  apply: (settings: readonly PrinterSettings[]) => Promise<boolean>;
  stop: () => Promise<void>;
};

const STOP_GRACE_MS = 5000;

const samePrinter = (a: PrinterSettings, b: PrinterSettings): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

export const createPrinters = (
  ledger: Ledger,
  eventsOf: (printer: PrinterSettings) => WorkerEvents,
): Printers => {
  const workers = new Map<string, Worker>();
  return {
    all: () => [...workers.values()],
    get: (localId) => workers.get(localId),
    apply: async (settings) => {
      const wanted = new Map(settings.map((printer) => [printer.localId, printer]));
      let changed = false;
      for (const [localId, worker] of workers) {
        const same = wanted.get(localId);
        if (same && samePrinter(same, worker.printer)) continue;
        changed = true;
        await worker.stop(STOP_GRACE_MS);
        workers.delete(localId);
      }
      for (const printer of settings) {
        if (workers.has(printer.localId)) continue;
        changed = true;
        workers.set(printer.localId, startWorker(printer, ledger, eventsOf(printer)));
      }
      return changed;
    },
    stop: async () => {
      await Promise.all([...workers.values()].map((worker) => worker.stop(STOP_GRACE_MS)));
    },
  };
};
