import type { Encoding } from './encoding.ts';
import type { WorkerMessage, WorkerRequest } from './messages.ts';
import type { FileTable } from './read-file.ts';
import { FileError, MAX_FILE_BYTES } from './file-error.ts';
import type { SheetLimits } from './sheet-limits.ts';

/**
 * Timeout for reading a file, ms. 10,000 rows take one or two seconds on a slow machine. A file
 * that exceeds the timeout is probably malicious.
 */
const MAX_READ_MS = 60_000;

/**
 * Reads a file in a dedicated worker that is terminated afterwards. Rejects with FileError when
 * the file cannot be read, or with the reason of the signal when it is aborted.
 */
export const openFile = (
  file: Blob,
  {
    sheet = 0,
    room,
    encoding,
    signal,
  }: { sheet?: number; room: SheetLimits; encoding?: Encoding | undefined; signal: AbortSignal },
): Promise<FileTable> =>
  new Promise((resolve, reject) => {
    if (file.size > MAX_FILE_BYTES) {
      const [is, max] = [file.size, MAX_FILE_BYTES].map((bytes) => Math.ceil(bytes / 1_000_000));
      reject(new FileError(`文件有 ${is} MB，最大 ${max} MB，分成几个文件再打开`));
      return;
    }
    const worker = new Worker(new URL('./file-worker.ts', import.meta.url), { type: 'module' });
    const cells: string[][] = [];
    const finishFileRead = (act: () => void): void => {
      clearTimeout(timer);
      worker.terminate();
      act();
    };
    const timer = setTimeout(
      () => finishFileRead(() => reject(new FileError('读了一分钟还没有读完，分成几个文件再打开'))),
      MAX_READ_MS,
    );
    signal.addEventListener('abort', () => finishFileRead(() => reject(signal.reason as Error)));
    worker.addEventListener('error', () =>
      finishFileRead(() => reject(new FileError('读表格的程序没有取到，检查网络后重试'))),
    );
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
      if (data.kind === 'rows') cells.push(...data.rows);
      else if (data.kind === 'refused') finishFileRead(() => reject(new FileError(data.why)));
      else finishFileRead(() => resolve({ ...data.table, cells }));
    });
    worker.postMessage({ file, sheet, room, encoding } satisfies WorkerRequest);
  });
