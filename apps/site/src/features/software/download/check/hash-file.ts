import type { FromWorker } from './hash-worker.ts';

/**
 * Computes the SHA-256 of a file of any size in a worker. Resolves to null when the file cannot be
 * read (a folder, a deleted file) or the worker fails to load. Rejects only when aborted.
 */
export const hashFileInWorker = (
  file: File,
  { onBytes, signal }: { onBytes: (bytes: number) => void; signal: AbortSignal },
): Promise<string | null> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' });
    const stopWorkerAndSettle = (act: () => void): void => {
      worker.terminate();
      act();
    };
    signal.addEventListener('abort', () =>
      stopWorkerAndSettle(() => reject(new DOMException('', 'AbortError'))),
    );
    worker.onerror = () => stopWorkerAndSettle(() => resolve(null));
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if ('bytes' in data) onBytes(data.bytes);
      else stopWorkerAndSettle(() => resolve('sha256' in data ? data.sha256 : null));
    };
    worker.postMessage(file);
  });
