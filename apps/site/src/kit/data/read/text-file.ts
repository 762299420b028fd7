import { parseLimitedCells, readSeparatorLine, detectFileSeparator } from '../cells.ts';
import { detectEncoding, type Encoding, type RankEncodings } from './encoding.ts';
import { MAX_CELL_LENGTH } from './file-error.ts';
import type { SheetLimits } from './sheet-limits.ts';
import type { SheetCells } from './sheet.ts';

/** The start of the file, decoded with a possible encoding. */
export type DecodedSample = { encoding: Encoding; start: string };

export type TextFileOptions = {
  /** Encoding that the member selected; detected when omitted. */
  encoding?: Encoding | undefined;
  rank: RankEncodings;
};

/** Length of the sample that is shown for each encoding, in characters. */
const START_LENGTH = 40;
/** Number of bytes that are decoded for the sample. */
const START_BYTES = 400;

const decodeTextStart = (bytes: Uint8Array, encoding: Encoding): DecodedSample => {
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
 * Reads the cells of a CSV or TSV file, up to the limits. Skips empty rows. `readings` contains the
 * encoding in use and the alternatives, each with the start of the text.
 */
export const readDelimitedFile = (
  bytes: Uint8Array,
  room: SheetLimits,
  options: TextFileOptions,
): SheetCells & { readings: DecodedSample[] } => {
  const detected = detectEncoding(bytes, options.rank);
  const encoding = options.encoding ?? detected.encoding;
  const { text, separator } = readSeparatorLine(new TextDecoder(encoding).decode(bytes));
  const { cells, ...rest } = parseLimitedCells(text, separator ?? detectFileSeparator(text), room);
  const truncateCellText = (cell: string): string => cell.slice(0, MAX_CELL_LENGTH).toWellFormed();
  const encodings = new Set([encoding, detected.encoding, ...detected.others]);
  return {
    ...rest,
    cells: cells.map((row) => row.map(truncateCellText)),
    unworked: 0,
    lost: 0,
    readings: Array.from(encodings, (encoding) => decodeTextStart(bytes, encoding)),
  };
};
