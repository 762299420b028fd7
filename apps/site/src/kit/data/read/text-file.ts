import { cellsWithin, readSeparatorLine, separatorOfFile } from '../cells.ts';
import { detectEncoding, type Encoding, type RankEncodings } from './encoding.ts';
import { MAX_CELL_LENGTH } from './refused.ts';
import type { Room } from './room.ts';
import type { SheetCells } from './sheet.ts';

/** How a text begins in an encoding it may be in. */
export type Reading = { encoding: Encoding; start: string };

export type TextFileOptions = {
  /** What the member says it is written in; found out when left out. */
  encoding?: Encoding | undefined;
  rank: RankEncodings;
};

/** Characters of the beginning that are shown of each encoding. */
const START_LENGTH = 40;
/** Bytes that are decoded for it. */
const START_BYTES = 400;

const readStart = (bytes: Uint8Array, encoding: Encoding): Reading => {
  const text = new TextDecoder(encoding).decode(bytes.subarray(0, START_BYTES), { stream: true });
  return {
    encoding,
    start:
      text
        .trimStart()
        .split(/[\r\n]/, 1)[0]
        ?.slice(0, START_LENGTH) ?? '',
  };
};

/**
 * The cells of a CSV or TSV file, as far as there is room; rows with nothing in them are left out. `readings`: what it is
 * read in, and what else it may be in, each with how it begins.
 */
export const readTextFile = (
  bytes: Uint8Array,
  room: Room,
  options: TextFileOptions,
): SheetCells & { readings: Reading[] } => {
  const detected = detectEncoding(bytes, options.rank);
  const encoding = options.encoding ?? detected.encoding;
  const { text, separator } = readSeparatorLine(new TextDecoder(encoding).decode(bytes));
  const { cells, ...rest } = cellsWithin(text, separator ?? separatorOfFile(text), room);
  const clean = (cell: string): string => cell.slice(0, MAX_CELL_LENGTH).toWellFormed();
  const encodings = new Set([encoding, detected.encoding, ...detected.others]);
  return {
    ...rest,
    cells: cells.map((row) => row.map(clean)),
    unworked: 0,
    lost: 0,
    readings: Array.from(encodings, (each) => readStart(bytes, each)),
  };
};
