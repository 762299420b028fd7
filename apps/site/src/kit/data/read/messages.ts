import type { Encoding } from './encoding.ts';
import type { FileTable } from './read-file.ts';
import type { SheetLimits } from './sheet-limits.ts';

export type WorkerRequest = {
  file: Blob;
  sheet: number;
  room: SheetLimits;
  /** Encoding that the member selected. */
  encoding: Encoding | undefined;
};

/** Rows are sent in batches, so that the page handles each batch in a separate task. */
export type WorkerMessage =
  | { kind: 'rows'; rows: string[][] }
  | { kind: 'done'; table: Omit<FileTable, 'cells'> }
  | { kind: 'refused'; why: string };
