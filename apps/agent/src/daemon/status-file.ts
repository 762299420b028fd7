import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Worker } from '../printer/worker.ts';
import { writeAtomically } from '../settings.ts';

const statusSchema = z.object({
  pid: z.number(),
  connected: z.boolean(),
  /** Reason for the missing connection; '' when connected. */
  trouble: z.string(),
  printers: z.array(
    z.object({
      localId: z.string(),
      state: z.string(),
      stateText: z.string(),
      counter: z.number().nullable(),
      waiting: z.number(),
    }),
  ),
});
export type DaemonStatus = z.output<typeof statusSchema>;

const getStatusFilePath = (home: string): string => join(home, 'status.json');
const WRITE_DELAY_MS = 200;

/** Publishes the daemon's state to other commands through a file. */
export const createStatusFile = (
  home: string,
  listWorkers: () => Worker[],
  getLink: () => { connected: boolean; trouble: string },
): { scheduleWrite: () => void; remove: () => void } => {
  let timer: NodeJS.Timeout | null = null;
  const writeStatusFile = (): void => {
    timer = null;
    const printers = listWorkers().map((worker) => {
      const { state, stateText, counter } = worker.view();
      return {
        localId: worker.printer.localId,
        state,
        stateText,
        counter,
        waiting: worker.listWaiting().length,
      };
    });
    const status: DaemonStatus = { pid: process.pid, ...getLink(), printers };
    try {
      writeAtomically(getStatusFilePath(home), JSON.stringify(status));
    } catch {
      // On a full disk other commands read an older status. Printing stops only when the ledger is
      // not writable.
    }
  };
  return {
    scheduleWrite: () => {
      timer ??= setTimeout(writeStatusFile, WRITE_DELAY_MS);
    },
    remove: () => {
      if (timer) clearTimeout(timer);
      timer = null;
      try {
        rmSync(getStatusFilePath(home), { force: true });
      } catch {
        // The stale file is harmless: the free lock shows that no daemon runs.
      }
    },
  };
};

/** Reads the daemon's last status; null when unreadable. It may be stale: check the lock. */
export const readDaemonStatus = (home: string): DaemonStatus | null => {
  try {
    return statusSchema.parse(JSON.parse(readFileSync(getStatusFilePath(home), 'utf8')));
  } catch {
    return null;
  }
};
