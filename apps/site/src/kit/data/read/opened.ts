import type { Book, BookSheet } from './library.ts';
import { FileRefused } from './refused.ts';

/** Sheets there are to choose from, and the longest name Excel gives one. */
const MAX_SHEETS = 1_000;
const MAX_SHEET_NAME_LENGTH = 31;

/** One sheet of a workbook, as the library read it. */
export type OpenSheet = {
  names: string[];
  /** Which of the names it is. */
  at: number;
  sheet: BookSheet;
  is1904: boolean;
  /** Formulas the file holds no result of, and cells whose text is not in it. */
  unworked: number;
  lost: number;
  /** Whether what the file itself shows of numbers is in the cells: .ods stores it. */
  hasShown: boolean;
};

const cutNames = (names: readonly string[]): string[] =>
  names.map((name) => name.slice(0, MAX_SHEET_NAME_LENGTH).toWellFormed());

/** One of the sheets that are shown, the first where there is none at the place. */
export const chooseShown = <T extends { name: string }>(shown: readonly T[], wanted: number) => {
  if (shown.length > MAX_SHEETS) throw new FileRefused('工作表太多，分成几个文件再打开');
  const at = shown[wanted] ? wanted : 0;
  const chosen = shown[at];
  if (!chosen) throw new FileRefused('这个文件里没有工作表');
  return { at, chosen, names: cutNames(shown.map(({ name }) => name)) };
};

/** A sheet the library could read. */
export const takeSheet = (book: Book, name: string): BookSheet => {
  const sheet = book.Sheets[name];
  if (!sheet) throw new FileRefused('这张工作表读不出来。在 Excel 里打开它，另存为 .xlsx 再试');
  return sheet;
};
