import type { LabelData } from '@yunbiao/label';
import { getPictureLookup } from './engine.ts';
import type { PictureLookup } from './library-picture-store.ts';
import { createTimeSliceYielder } from './time-slices.ts';

/**
 * Messages to a worker: the job, then its rows in batches, then `go`. `found`: addresses of the
 * pictures that the worker has asked for, by name; null when they could not be looked up.
 */
export type ToWorker<Job> =
  | { kind: 'job'; job: Job; hasLibrary: boolean }
  | { kind: 'rows'; rows: readonly LabelData[] }
  | { kind: 'go' }
  | { kind: 'found'; question: number; addresses: ReadonlyMap<string, string> | null };

export type FromWorker<Made> =
  | { kind: 'row'; done: number }
  /** Names of pictures of the member's library: a worker has no session. */
  | { kind: 'find'; question: number; names: readonly string[] }
  | { kind: 'made'; made: Made }
  /** `name`: name of the error class. */
  | { kind: 'failed'; name: string; message: string };

export type JobControl = {
  signal: AbortSignal;
  /** Called with the number of finished rows. */
  onRow: (doneRows: number) => void;
};

/** Copying a message blocks the page, so tables are sent in batches of this many rows. */
export const ROWS_PER_MESSAGE = 200;

const sendJobToWorker = async <Job extends { rows: readonly LabelData[] }>(
  worker: Pick<Worker, 'postMessage'>,
  { rows, ...job }: Job,
  { signal, hasLibrary }: { signal: AbortSignal; hasLibrary: boolean },
): Promise<void> => {
  const postToWorker = (message: ToWorker<Omit<Job, 'rows'>>): void => worker.postMessage(message);
  const { yieldNow: takeTurn } = createTimeSliceYielder(signal);
  postToWorker({ kind: 'job', job, hasLibrary });
  for (let at = 0; at < rows.length; at += ROWS_PER_MESSAGE) {
    postToWorker({ kind: 'rows', rows: rows.slice(at, at + ROWS_PER_MESSAGE) });
    await takeTurn();
  }
  postToWorker({ kind: 'go' });
};

const answerPictureQuestion = async (
  worker: Pick<Worker, 'postMessage'>,
  lookup: PictureLookup | null,
  { question, names }: { question: number; names: readonly string[] },
): Promise<void> => {
  const addresses = lookup ? await lookup(names).catch(() => null) : null;
  worker.postMessage({ kind: 'found', question, addresses } satisfies ToWorker<never>);
};

/**
 * Runs a job in a dedicated worker, so that drawing never blocks the page. Rejects with an error
 * that has the name and message of the worker error, or with the reason of the signal when aborted.
 */
export const runLabelWorker = <Made, Job extends { rows: readonly LabelData[] }>(
  start: () => Worker,
  job: Job,
  { signal, onRow }: JobControl,
): Promise<Made> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const worker = start();
    const lookup = getPictureLookup();
    const over = new AbortController();
    const finishWorkerJob = (settle: () => void): void => {
      over.abort();
      worker.terminate();
      settle();
    };
    const options = { signal: over.signal };
    signal.addEventListener('abort', () => finishWorkerJob(() => reject(signal.reason)), options);
    worker.addEventListener(
      'error',
      () => finishWorkerJob(() => reject(new Error('the worker could not be had'))),
      options,
    );
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<FromWorker<Made>>) => {
        if (data.kind === 'row') onRow(data.done);
        else if (data.kind === 'find') void answerPictureQuestion(worker, lookup, data);
        else if (data.kind === 'made') finishWorkerJob(() => resolve(data.made));
        else {
          const { name, message } = data;
          finishWorkerJob(() => reject(Object.assign(new Error(message), { name })));
        }
      },
      options,
    );
    // When aborted while sending, the promise has already been rejected.
    sendJobToWorker(worker, job, { signal: over.signal, hasLibrary: lookup !== null }).catch(
      () => undefined,
    );
  });
