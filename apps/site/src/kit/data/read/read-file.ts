import { FileRefused } from './refused.ts';
import { readSheet, type Room, type SheetCells } from './sheet.ts';
import { readTextFile } from './text-file.ts';
import { openWorkbook } from './workbook.ts';

export type FileTable = SheetCells & {
  /** Of a workbook, those that are not hidden. */
  sheets: string[];
  /** Which of them it is. */
  sheet: number;
};

const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);
const isOle = (bytes: Uint8Array): boolean => bytes[0] === 0xd0 && bytes[1] === 0xcf;

/** What a file holds, told by its bytes and not by its name. Throws FileRefused with the reason when nothing can be read. */
export const readFileTable = (bytes: Uint8Array, sheet: number, room: Room): FileTable => {
  if (bytes.length === 0) throw new FileRefused('文件是空的');
  if (!isZip(bytes) && !isOle(bytes)) return { ...readTextFile(bytes, room), sheets: [], sheet: 0 };
  const book = openWorkbook(bytes);
  const at = book.sheets[sheet] ? sheet : 0;
  const sheets = book.sheets.map(({ name }) => name);
  return { ...readSheet(book, book.sheets[at]?.path ?? '', room), sheets, sheet: at };
};
