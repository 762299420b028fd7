import { FileError } from './file-error.ts';
import type { SheetLimits } from './sheet-limits.ts';
import { type SheetCells, convertSheetToCells } from './sheet.ts';
import { type DecodedSample, readDelimitedFile, type TextFileOptions } from './text-file.ts';
import { isWorkbook, openSheet } from './workbook.ts';

export type FileTable = SheetCells & {
  /** Text files: the encoding in use first, then the alternatives. */
  readings: DecodedSample[];
  /** Names of the visible sheets of a workbook. */
  sheets: string[];
  /** Index of the open sheet. */
  sheet: number;
};

/** Whether a file is a PDF (`%PDF`), which would otherwise be read as text. */
const isPdf = (bytes: Uint8Array): boolean =>
  [0x25, 0x50, 0x44, 0x46].every((byte, at) => bytes[at] === byte);

/**
 * Reads a file. The type is detected from the bytes, not from the name. Throws FileError with the
 * reason when the file cannot be read.
 */
export const readFileTable = (
  bytes: Uint8Array,
  sheet: number,
  room: SheetLimits,
  options: TextFileOptions,
): FileTable => {
  if (bytes.length === 0) throw new FileError('文件是空的');
  if (isPdf(bytes)) throw new FileError('这是 PDF，不是表格：在 Excel、WPS 里另存为 xlsx 再打开');
  // Everything that is not a workbook is read as delimited text.
  if (!isWorkbook(bytes))
    return { ...readDelimitedFile(bytes, room, options), sheets: [], sheet: 0 };
  const open = openSheet(bytes, sheet, room);
  return { ...convertSheetToCells(open, room), readings: [], sheets: open.names, sheet: open.at };
};
