// Worker that reads spreadsheet and CSV files. Only this file imports the readers.
import type { WorkerMessage, WorkerRequest } from './messages.ts';
import { needsEncodingRanking, type RankEncodings } from './encoding.ts';
import { readFileTable } from './read-file.ts';
import { isWorkbook } from './workbook.ts';
import { FileError } from './file-error.ts';

/** Number of cells per message. */
const CELLS_PER_MESSAGE = 4_000;

const postToPage = (message: WorkerMessage): void => self.postMessage(message);

/**
 * Creates the function that ranks encodings. It loads the detector on demand: that is larger than
 * the other code here, and most files are UTF-8.
 */
const createEncodingRanker = async (bytes: Uint8Array): Promise<RankEncodings> => {
  if (isWorkbook(bytes) || !needsEncodingRanking(bytes)) return () => [];
  const { detectAll } = await import('jschardet').catch(() => ({ detectAll: () => [] }));
  return (part) => detectAll(part).flatMap(({ encoding }) => encoding ?? []);
};

const readFileForPage = async ({ file, sheet, room, encoding }: WorkerRequest): Promise<void> => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const rank = await createEncodingRanker(bytes);
  const { cells, ...table } = readFileTable(bytes, sheet, room, { encoding, rank });
  const max = Math.max(
    1,
    Math.floor(CELLS_PER_MESSAGE / Math.max(1, Math.min(table.width, room.columns))),
  );
  for (let from = 0; from < cells.length; from += max)
    postToPage({ kind: 'rows', rows: cells.slice(from, from + max) });
  postToPage({ kind: 'done', table });
};

self.onmessage = ({ data }: MessageEvent<WorkerRequest>) => {
  readFileForPage(data).catch((error: unknown) => {
    const reason = error instanceof FileError ? error.message : '文件没有读出来，再选一次试试';
    postToPage({ kind: 'refused', why: reason });
  });
};
