// Reads a spreadsheet or CSV file, off the page's thread. Only this file loads the readers.
import type { FromWorker, ToWorker } from './messages.ts';
import { readFileTable } from './read-file.ts';
import { FileRefused } from './refused.ts';

/** Cells of one message. */
const LOT = 4_000;

const say = (message: FromWorker): void => self.postMessage(message);

const read = async ({ file, sheet, room }: ToWorker): Promise<void> => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { cells, ...table } = readFileTable(bytes, sheet, room);
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
