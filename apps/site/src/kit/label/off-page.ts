import type { LabelData } from '@yunbiao/label';
import { createTurns } from './turns.ts';

/** What a worker is told: the job, then its rows in pieces, then that there are no more. */
export type ToWorker<Job> =
  | { kind: 'job'; job: Job }
  | { kind: 'rows'; rows: readonly LabelData[] }
  | { kind: 'go' };

export type FromWorker<Made> =
  | { kind: 'row'; done: number }
  | { kind: 'made'; made: Made }
  /** `name`: the error's. */
  | { kind: 'failed'; name: string; message: string };

export type Work = {
  signal: AbortSignal;
  /** Told how many rows are done. */
  onRow: (done: number) => void;
};

/** Copying a message is a task of the page: a table goes over in so many rows at a time. */
export const ROWS_AT_ONCE = 200;

const sendRows = async <Job extends { rows: readonly LabelData[] }>(
  worker: Pick<Worker, 'postMessage'>,
  { rows, ...job }: Job,
  signal: AbortSignal,
): Promise<void> => {
  const say = (message: ToWorker<Omit<Job, 'rows'>>): void => worker.postMessage(message);
  const { takeTurn } = createTurns(signal);
  say({ kind: 'job', job });
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    say({ kind: 'rows', rows: rows.slice(at, at + ROWS_AT_ONCE) });
    await takeTurn();
  }
  say({ kind: 'go' });
};

/**
 * Has a worker of its own make something of labels, however large one is: the page draws none of it, and giving up ends the
 * worker. Rejects with an error of the worker's name and message, and with the signal's reason when it is given up.
 */
export const makeOffPage = <Made, Job extends { rows: readonly LabelData[] }>(
  start: () => Worker,
  job: Job,
  { signal, onRow }: Work,
): Promise<Made> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const worker = start();
    const over = new AbortController();
    const end = (settle: () => void): void => {
      over.abort();
      worker.terminate();
      settle();
    };
    const options = { signal: over.signal };
    signal.addEventListener('abort', () => end(() => reject(signal.reason)), options);
    worker.addEventListener(
      'error',
      () => end(() => reject(new Error('the worker could not be had'))),
      options,
    );
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<FromWorker<Made>>) => {
        if (data.kind === 'row') onRow(data.done);
        else if (data.kind === 'made') end(() => resolve(data.made));
        else {
          const { name, message } = data;
          end(() => reject(Object.assign(new Error(message), { name })));
        }
      },
      options,
    );
    // Given up on the way over, it has rejected already.
    sendRows(worker, job, over.signal).catch(() => undefined);
  });
