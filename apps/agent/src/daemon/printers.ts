import type { Ledger } from '../ledger/ledger.ts';
import { getReport } from '../printer/queue.ts';
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

/** Labels started on a printer that is not there any more: nobody will ever prove anything about them. */
const giveUp = async (ledger: Ledger, wanted: ReadonlySet<string>): Promise<void> => {
  const orphans = ledger
    .entries()
    .filter(({ intent, final }) => !final && !wanted.has(intent.localId));
  if (orphans.length === 0) return;
  const reason = '打印机已从客户端移除，不知道印没印';
  await ledger.commit(
    orphans.map(({ intent }) => ({
      kind: 'final',
      report: getReport(intent, 'uncertain', { reason }, Date.now()),
    })),
  );
};

export const createPrinters = (
  ledger: Ledger,
  listEvents: (printer: PrinterSettings) => WorkerEvents,
): Printers => {
  const workers = new Map<string, Worker>();
  return {
    all: () => [...workers.values()],
    get: (localId) => workers.get(localId),
    apply: async (settings) => {
      const wanted = new Map(settings.map((printer) => [printer.localId, printer]));
      let changed = false;
      for (const [localId, worker] of workers) {
        const next = wanted.get(localId);
        if (next && samePrinter(next, worker.printer)) continue;
        changed = true;
        await worker.stop(STOP_GRACE_MS);
        // In its place at once: a hello in between must not leave out a printer there is.
        if (next) workers.set(localId, startWorker(next, ledger, listEvents(next)));
        else workers.delete(localId);
      }
      for (const printer of settings) {
        if (workers.has(printer.localId)) continue;
        changed = true;
        workers.set(printer.localId, startWorker(printer, ledger, listEvents(printer)));
      }
      await giveUp(ledger, new Set(wanted.keys()));
      return changed;
    },
    stop: async () => {
      await Promise.all([...workers.values()].map((worker) => worker.stop(STOP_GRACE_MS)));
    },
  };
};
