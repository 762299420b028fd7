import type { ScanCode } from '@yunbiao/label';
import type { CodeGrade } from '@yunbiao/label/scan';
import type { FromWorker, ToWorker } from './scan-worker.ts';

/** As long as a label may take to be read, the decoder's arrival included, ms. */
const MAX_MS = 30_000;

let worker: Worker | undefined;
let lastId = 0;

/** Lets the decoder go; it comes back with the next codes. */
export const stopReading = (): void => {
  worker?.terminate();
  worker = undefined;
};

/** Reads codes back in a worker. Null when aborted, or when it cannot be had or takes too long. */
export const readCodes = (
  codes: readonly ScanCode[],
  signal: AbortSignal,
): Promise<readonly CodeGrade[] | null> =>
  new Promise((resolve) => {
    const reader = (worker ??= new Worker(new URL('./scan-worker.ts', import.meta.url), {
      type: 'module',
    }));
    const id = (lastId += 1);
    const over = new AbortController();
    const end = (grades: readonly CodeGrade[] | null): void => {
      clearTimeout(timer);
      over.abort();
      resolve(grades);
    };
    const fail = (): void => {
      if (worker === reader) stopReading();
      end(null);
    };
    const timer = setTimeout(fail, MAX_MS);
    reader.addEventListener(
      'message',
      ({ data }: MessageEvent<FromWorker>) => {
        if (data.id !== id) return;
        if (data.grades) end(data.grades);
        else fail();
      },
      { signal: over.signal },
    );
    reader.addEventListener('error', fail, { signal: over.signal });
    signal.addEventListener('abort', () => end(null), { signal: over.signal });
    reader.postMessage({ id, codes } satisfies ToWorker);
  });
