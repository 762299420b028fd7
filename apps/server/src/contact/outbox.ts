import type { Context, Outbox } from '@yunbiao/services';

/** Maximum number of running (`MAX_RUNNING`) and waiting (`MAX_WAITING`) jobs. */
const MAX_RUNNING = 8;
const MAX_WAITING = 200;
/**
 * Delay until the response was sent, ms. The duration of sending must reveal nothing about the
 * account.
 */
const SEND_DELAY_MS = 50;
/** Time for running jobs to finish on shutdown, ms. */
const SHUTDOWN_TIMEOUT_MS = 10_000;

export type StoppableOutbox = Outbox & { stop: () => Promise<void> };

/**
 * Queue for codes and letters with limited concurrency and length. Waiting jobs are in memory only,
 * because codes must not be stored. Users request messages lost on shutdown again.
 */
export const createOutbox = (log: Context['log'], sendDelayMs = SEND_DELAY_MS): StoppableOutbox => {
  const waiting: (() => Promise<void>)[] = [];
  const running = new Set<Promise<void>>();
  let isStopped = false;
  const canQueueJob = (): boolean => !isStopped && waiting.length < MAX_WAITING;

  const startJobs = (): void => {
    while (running.size < MAX_RUNNING) {
      const job = waiting.shift();
      if (!job) return;
      const run: Promise<void> = job()
        .catch((error: unknown) => {
          const name = error instanceof Error ? error.name : 'unknown';
          log.error('what was to be sent was not', { name });
        })
        .finally(() => {
          running.delete(run);
          startJobs();
        });
      running.add(run);
    }
  };

  return {
    hasRoom: canQueueJob,
    add: (job) => {
      if (!canQueueJob()) return false;
      waiting.push(job);
      setTimeout(startJobs, sendDelayMs);
      return true;
    },
    stop: async () => {
      isStopped = true;
      waiting.length = 0;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const timeout = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, SHUTDOWN_TIMEOUT_MS);
      });
      await Promise.race([Promise.all(running), timeout]);
      clearTimeout(timer);
    },
  };
};
