import type { FromWorker } from './hash-worker.ts';

/**
 * SHA-256 of a file of any size, read in pieces by a worker. Null when it cannot be read (a folder, a file that is gone)
 * or the worker cannot be had. Rejects only when aborted.
 */
export const hashFile = (
  file: File,
  { onBytes, signal }: { onBytes: (bytes: number) => void; signal: AbortSignal },
): Promise<string | null> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' });
    const end = (act: () => void): void => {
      worker.terminate();
      act();
    };
    signal.addEventListener('abort', () => end(() => reject(new DOMException('', 'AbortError'))));
    worker.onerror = () => end(() => resolve(null));
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if ('bytes' in data) onBytes(data.bytes);
      else end(() => resolve('sha256' in data ? data.sha256 : null));
    };
    worker.postMessage(file);
  });
