import type { Encoding } from './encoding.ts';
import type { FromWorker, ToWorker } from './messages.ts';
import type { FileTable } from './read-file.ts';
import { FileRefused, MAX_FILE_BYTES } from './refused.ts';
import type { Room } from './room.ts';

/**
 * Longest a file is read, ms. Ten thousand rows take a second or two on a small machine; what takes longer than this is
 * made to.
 */
const MAX_READ_MS = 60_000;

/**
 * Reads a file in a worker of its own, which ends with it. Rejects with FileRefused where nothing can be read, and with
 * the signal's reason when it is given up.
 */
export const openFile = (
  file: Blob,
  {
    sheet = 0,
    room,
    encoding,
    signal,
  }: { sheet?: number; room: Room; encoding?: Encoding | undefined; signal: AbortSignal },
): Promise<FileTable> =>
  new Promise((resolve, reject) => {
    if (file.size > MAX_FILE_BYTES) {
      const [is, most] = [file.size, MAX_FILE_BYTES].map((bytes) => Math.ceil(bytes / 1_000_000));
      reject(new FileRefused(`文件有 ${is} MB，最大 ${most} MB，分成几个文件再打开`));
      return;
    }
    const worker = new Worker(new URL('./file-worker.ts', import.meta.url), { type: 'module' });
    const cells: string[][] = [];
    const end = (act: () => void): void => {
      clearTimeout(timer);
      worker.terminate();
      act();
    };
    const timer = setTimeout(
      () => end(() => reject(new FileRefused('读了一分钟还没有读完，分成几个文件再打开'))),
      MAX_READ_MS,
    );
    signal.addEventListener('abort', () => end(() => reject(signal.reason as Error)));
    worker.addEventListener('error', () =>
      end(() => reject(new FileRefused('读表格的程序没有取到，检查网络后再试'))),
    );
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === 'rows') cells.push(...data.rows);
      else if (data.kind === 'refused') end(() => reject(new FileRefused(data.why)));
      else end(() => resolve({ ...data.table, cells }));
    });
    worker.postMessage({ file, sheet, room, encoding } satisfies ToWorker);
  });
