// SheetJS (republished as @e965/xlsx, which the registry has in its current version). What is read of a cell is what the
// file stores, with its format; how that is shown is ours.
import { read, set_cptable, SSF } from '@e965/xlsx';
import { BUILT_IN_FORMATS } from './cell-text.ts';
import { ENCRYPTED, FileRefused, MAX_CELL_LENGTH } from './refused.ts';

/** A cell as the library gives it: a number (a day as its count), text, yes or no, an error by its code. */
export type BookCell = { t: string; v?: unknown; w?: string; z?: string };
export type BookRange = { s: { r: number; c: number }; e: { r: number; c: number } };
export type BookSheet = {
  '!data'?: (BookCell | undefined)[][];
  '!merges'?: BookRange[];
  '!type'?: string;
  '!ref'?: string;
  '!fullref'?: string;
};
export type Book = {
  SheetNames: string[];
  Sheets: Record<string, BookSheet | undefined>;
  Workbook?: {
    WBProps?: { date1904?: boolean };
    Sheets?: { name?: string; Hidden?: number; id?: string; strRelID?: string }[];
  };
};

/** Encodings of old .xls files by the numbers Windows gives them. */
const ENCODINGS: Readonly<Record<number, string>> = {
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gb18030',
  949: 'euc-kr',
  950: 'big5',
  1200: 'utf-16le',
  1201: 'utf-16be',
  10000: 'macintosh',
  10008: 'gb18030',
  54936: 'gb18030',
  65001: 'utf-8',
};

const findEncoding = (codepage: number): string => {
  const named = ENCODINGS[codepage];
  if (named !== undefined) return named;
  return codepage >= 1250 && codepage <= 1258 ? `windows-${codepage}` : 'windows-1252';
};

const decoders = new Map<string, TextDecoder>();

const decode = (codepage: number, data: readonly number[] | Uint8Array): string => {
  const name = findEncoding(codepage);
  let decoder = decoders.get(name);
  if (!decoder) {
    decoder = new TextDecoder(name, { ignoreBOM: true });
    decoders.set(name, decoder);
  }
  // A broken length may stand for all the rest of a file.
  return decoder.decode(Uint8Array.from(data.slice(0, 2 * MAX_CELL_LENGTH)));
};

// The browser has the tables that the library's own would add half a megabyte for. What it writes is not used.
set_cptable({ utils: { decode, encode: (_: number, text: string) => text } });

/** Rows of a sheet of .xlsb or .ods that are looked at, empty ones included. */
export const MAX_SHEET_ROWS = 100_000;

type ReadOptions = { sheets?: number[]; sheetRows?: number; cellText?: boolean };

/**
 * Reads a workbook. The library knows the formats that files do not write out as American Excel shows them, and sets
 * them again with every archive: ours are put in their place when it begins to look at its options, before it reads those
 * of the file.
 */
export const readBook = (bytes: Uint8Array, options: ReadOptions): Book => {
  const given = {
    type: 'array' as const,
    dense: true,
    cellNF: true,
    cellText: false,
    cellHTML: false,
    cellFormula: false,
    ...options,
    get bookVBA(): boolean {
      SSF.load_table(BUILT_IN_FORMATS);
      return false;
    },
  };
  // What it says there of records it does not know is for its makers.
  const { error: say } = console;
  console.error = () => undefined;
  try {
    return read(bytes, given) as unknown as Book;
  } catch (error) {
    if (/password|encrypt/i.test(String(error))) throw new FileRefused(ENCRYPTED);
    throw error;
  } finally {
    console.error = say;
  }
};
