import type { Encoding } from './encoding.ts';
import type { FileTable } from './read-file.ts';
import type { Room } from './room.ts';

export type ToWorker = {
  file: Blob;
  sheet: number;
  room: Room;
  /** What the member says a text file is written in. */
  encoding: Encoding | undefined;
};

/** Rows come a few at a time: the page takes each lot in a task of its own. */
export type FromWorker =
  | { kind: 'rows'; rows: string[][] }
  | { kind: 'done'; table: Omit<FileTable, 'cells'> }
  | { kind: 'refused'; why: string };
