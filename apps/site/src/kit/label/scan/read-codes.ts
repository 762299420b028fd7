import type { ScanCode } from '@yunbiao/label';
import type { CodeGrade } from '@yunbiao/label/scan';
import type { FromWorker, ToWorker } from './scan-worker.ts';

/** Timeout for decoding a label, including loading the decoder, ms. */
const TIMEOUT_MS = 30_000;

let worker: Worker | undefined;
let lastId = 0;

/** Terminates the worker to release the decoder. The next `decodeCodesInWorker` call loads it again. */
export const stopDecoder = (): void => {
  worker?.terminate();
  worker = undefined;
};

/**
 * Decodes codes in a worker. Returns null when aborted, on timeout, or when the worker cannot load.
 */
export const decodeCodesInWorker = (
  codes: readonly ScanCode[],
  signal: AbortSignal,
): Promise<readonly CodeGrade[] | null> =>
  new Promise((resolve) => {
    const reader = (worker ??= new Worker(new URL('./scan-worker.ts', import.meta.url), {
      type: 'module',
    }));
    const id = (lastId += 1);
    const over = new AbortController();
    const finishDecoding = (grades: readonly CodeGrade[] | null): void => {
      clearTimeout(timer);
      over.abort();
      resolve(grades);
    };
    const failDecoding = (): void => {
      if (worker === reader) stopDecoder();
      finishDecoding(null);
    };
    const timer = setTimeout(failDecoding, TIMEOUT_MS);
    reader.addEventListener(
      'message',
      ({ data }: MessageEvent<FromWorker>) => {
        if (data.id !== id) return;
        if (data.grades) finishDecoding(data.grades);
        else failDecoding();
      },
      { signal: over.signal },
    );
    reader.addEventListener('error', failDecoding, { signal: over.signal });
    signal.addEventListener('abort', () => finishDecoding(null), { signal: over.signal });
    reader.postMessage({ id, codes } satisfies ToWorker);
  });
