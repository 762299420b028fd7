// Adapter for SheetJS (republished as @e965/xlsx, because the registry has its current version). We
// read the stored value and format of a cell, and do the formatting ourselves.
import { read, set_cptable, SSF } from '@e965/xlsx';
import { BUILT_IN_FORMATS } from './cell-text.ts';
import { ENCRYPTED_FILE_MESSAGE, FileError, MAX_CELL_LENGTH } from './file-error.ts';

/** A cell of the library: number (dates are serial numbers), text, boolean or error code. */
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

/** Encodings of old .xls files by Windows code page. */
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

const findCodepageEncoding = (codepage: number): string => {
  const encodingName = ENCODINGS[codepage];
  if (encodingName !== undefined) return encodingName;
  return codepage >= 1250 && codepage <= 1258 ? `windows-${codepage}` : 'windows-1252';
};

const decoders = new Map<string, TextDecoder>();

const decodeTextInCodepage = (codepage: number, data: readonly number[] | Uint8Array): string => {
  const name = findCodepageEncoding(codepage);
  let decoder = decoders.get(name);
  if (!decoder) {
    decoder = new TextDecoder(name, { ignoreBOM: true });
    decoders.set(name, decoder);
  }
  // A corrupt length field can cover the rest of the file.
  return decoder.decode(Uint8Array.from(data.slice(0, 2 * MAX_CELL_LENGTH)));
};

// Uses the decoders of the browser. The tables of the library would add half a megabyte. Encoding
// is not used.
set_cptable({ utils: { decode: decodeTextInCodepage, encode: (_: number, text: string) => text } });

/** Maximum number of rows read from a sheet of .xlsb or .ods, including empty rows. */
export const MAX_SHEET_ROWS = 100_000;

type ReadOptions = { sheets?: number[]; sheetRows?: number; cellText?: boolean };

/**
 * Reads a workbook. The library resets the built-in formats to the American ones for each archive.
 * The option getter is called after that reset and before the formats of the file are read, so it
 * installs our formats at that moment.
 */
export const parseWorkbookWithOwnFormats = (bytes: Uint8Array, options: ReadOptions): Book => {
  const parseOptions = {
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
  // The library writes warnings about unknown records to the console. They do not concern us.
  const { error: consoleError } = console;
  console.error = () => undefined;
  try {
    return read(bytes, parseOptions) as unknown as Book;
  } catch (error) {
    if (/password|encrypt/i.test(String(error))) throw new FileError(ENCRYPTED_FILE_MESSAGE);
    throw error;
  } finally {
    console.error = consoleError;
  }
};
