import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Worker } from '../printer/worker.ts';
import { writeWhole } from '../settings.ts';

const statusSchema = z.object({
  pid: z.number(),
  connected: z.boolean(),
  /** Why it is not connected; '' when it is. */
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

const getFile = (home: string): string => join(home, 'status.json');
const QUIET_MS = 200;

/** Tells other commands what the running daemon sees. */
export const createStatusFile = (
  home: string,
  workers: () => Worker[],
  link: () => { connected: boolean; trouble: string },
): { touch: () => void; remove: () => void } => {
  let timer: NodeJS.Timeout | null = null;
  const write = (): void => {
    timer = null;
    const printers = workers().map((worker) => {
      const { state, stateText, counter } = worker.view();
      return {
        localId: worker.printer.localId,
        state,
        stateText,
        counter,
        waiting: worker.waiting().length,
      };
    });
    const status: DaemonStatus = { pid: process.pid, ...link(), printers };
    try {
      writeWhole(getFile(home), JSON.stringify(status));
    } catch {
      // On a full disk other commands see an older status; printing stops only when the ledger cannot be written.
    }
  };
  return {
    touch: () => {
      timer ??= setTimeout(write, QUIET_MS);
    },
    remove: () => {
      if (timer) clearTimeout(timer);
      timer = null;
      try {
        rmSync(getFile(home), { force: true });
      } catch {
        // Stale, and known to be: nobody has the lock.
      }
    },
  };
};

/** What the daemon last wrote; null when there is nothing readable. It may be stale: ask the lock who is alive. */
export const readStatus = (home: string): DaemonStatus | null => {
  try {
    return statusSchema.parse(JSON.parse(readFileSync(getFile(home), 'utf8')));
  } catch {
    return null;
  }
};
