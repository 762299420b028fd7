import { FileRefused } from './refused.ts';
import { readSheet, type Room, type SheetCells } from './sheet.ts';
import { type Reading, readTextFile, type TextFileOptions } from './text-file.ts';
import { openWorkbook } from './workbook.ts';

export type FileTable = SheetCells & {
  /** Of a text file: what it is read in, first, and what else it may be in. */
  readings: Reading[];
  /** Of a workbook, those that are not hidden. */
  sheets: string[];
  /** Which of them it is. */
  sheet: number;
};

const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);
const isOle = (bytes: Uint8Array): boolean => bytes[0] === 0xd0 && bytes[1] === 0xcf;

/** Whether a file is text, for all its first bytes say. */
export const isTextFile = (bytes: Uint8Array): boolean => !isZip(bytes) && !isOle(bytes);

/** What a file holds, told by its bytes and not by its name. Throws FileRefused with the reason when nothing can be read. */
export const readFileTable = (
  bytes: Uint8Array,
  sheet: number,
  room: Room,
  options: TextFileOptions,
): FileTable => {
  if (bytes.length === 0) throw new FileRefused('文件是空的');
  if (isTextFile(bytes)) return { ...readTextFile(bytes, room, options), sheets: [], sheet: 0 };
  const book = openWorkbook(bytes);
  const at = book.sheets[sheet] ? sheet : 0;
  const sheets = book.sheets.map(({ name }) => name);
  return { ...readSheet(book, book.sheets[at]?.path ?? '', room), readings: [], sheets, sheet: at };
};
