import { FileRefused } from './refused.ts';
import type { Room } from './room.ts';
import { type SheetCells, showSheet } from './sheet.ts';
import { type Reading, readTextFile, type TextFileOptions } from './text-file.ts';
import { isWorkbook, openSheet } from './workbook.ts';

export type FileTable = SheetCells & {
  /** Of a text file: what it is read in, first, and what else it may be in. */
  readings: Reading[];
  /** Of a workbook, those that are not hidden. */
  sheets: string[];
  /** Which of them it is. */
  sheet: number;
};

/** Whether a file is text, for all its first bytes say. */
export const isTextFile = (bytes: Uint8Array): boolean => !isWorkbook(bytes);

/** What a file holds, told by its bytes and not by its name. Throws FileRefused with the reason when nothing can be read. */
export const readFileTable = (
  bytes: Uint8Array,
  sheet: number,
  room: Room,
  options: TextFileOptions,
): FileTable => {
  if (bytes.length === 0) throw new FileRefused('文件是空的');
  if (isTextFile(bytes)) return { ...readTextFile(bytes, room, options), sheets: [], sheet: 0 };
  const open = openSheet(bytes, sheet, room);
  return { ...showSheet(open, room), readings: [], sheets: open.names, sheet: open.at };
};
