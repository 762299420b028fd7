import type { Book, BookSheet } from './library.ts';
import { FileError } from './file-error.ts';

/** Maximum number of selectable sheets, and the maximum length of a sheet name in Excel. */
const MAX_SHEETS = 1_000;
const MAX_SHEET_NAME_LENGTH = 31;

/** One sheet of a workbook, as the library returns it. */
export type OpenedSheet = {
  names: string[];
  /** Index of this sheet in `names`. */
  at: number;
  sheet: BookSheet;
  is1904: boolean;
  /** Formulas without a stored result, and cells whose text is missing in the file. */
  uncomputedCount: number;
  missingTextCount: number;
  /** Number in the file, from 1, of a row of `sheet`, from 0. */
  toSheetRow: (index: number) => number;
  /** True when cells contain the displayed text of numbers; .ods stores it. */
  hasDisplayedText: boolean;
};

/**
 * Returns the row number in the sheet, for sheets that were read row by row without leaving any
 * out.
 */
export const getRowNumberByIndex = (index: number): number => index + 1;

const truncateSheetNames = (names: readonly string[]): string[] =>
  names.map((name) => name.slice(0, MAX_SHEET_NAME_LENGTH).toWellFormed());

/**
 * Selects one of the visible sheets. Falls back to the first one when the index does not exist.
 * @throws {FileError} if there is no sheet, or too many
 */
export const chooseSheetOrFirst = <T extends { name: string }>(
  shownSheets: readonly T[],
  wantedSheet: number,
) => {
  if (shownSheets.length > MAX_SHEETS) throw new FileError('工作表太多，分成几个文件再打开');
  const at = shownSheets[wantedSheet] ? wantedSheet : 0;
  const chosenSheet = shownSheets[at];
  if (!chosenSheet) throw new FileError('这个文件里没有工作表');
  return {
    at,
    chosen: chosenSheet,
    names: truncateSheetNames(shownSheets.map(({ name }) => name)),
  };
};

/** Throws FileError when the library could not read the sheet. */
export const requireReadableBookSheet = (book: Book, name: string): BookSheet => {
  const sheet = book.Sheets[name];
  if (!sheet) throw new FileError('这张工作表读不出来。在 Excel 里打开它，另存为 .xlsx 后重试');
  return sheet;
};
