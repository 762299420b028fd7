// Reads a spreadsheet or CSV file, off the page's thread. Only this file loads the readers.
import type { FromWorker, ToWorker } from './messages.ts';
import { needsRanking, type RankEncodings } from './encoding.ts';
import { isTextFile, readFileTable } from './read-file.ts';
import { FileRefused } from './refused.ts';

/** Cells of one message. */
const LOT = 4_000;

const say = (message: FromWorker): void => self.postMessage(message);

/** The detector is larger than all else here, and most files are UTF-8. */
const createRanking = async (bytes: Uint8Array): Promise<RankEncodings> => {
  if (!isTextFile(bytes) || !needsRanking(bytes)) return () => [];
  const { detectAll } = await import('jschardet').catch(() => ({ detectAll: () => [] }));
  return (part) => detectAll(part).flatMap(({ encoding }) => encoding ?? []);
};

const read = async ({ file, sheet, room, encoding }: ToWorker): Promise<void> => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const rank = await createRanking(bytes);
  const { cells, ...table } = readFileTable(bytes, sheet, room, { encoding, rank });
  const most = Math.max(1, Math.floor(LOT / Math.max(1, Math.min(table.width, room.columns))));
  for (let from = 0; from < cells.length; from += most)
    say({ kind: 'rows', rows: cells.slice(from, from + most) });
  say({ kind: 'done', table });
};

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  read(data).catch((error: unknown) => {
    const why = error instanceof FileRefused ? error.message : '文件没有读出来，再选一次试试';
    say({ kind: 'refused', why });
  });
};
