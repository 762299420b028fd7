import { formatHex } from '../label.ts';
import { measureBarcodeData } from './code.ts';

export const [ESC, GS, FS, DLE, NUL] = [0x1b, 0x1d, 0x1c, 0x10, 0x00];

/**
 * Number of bytes a command takes after its name, from the bytes that follow (NaN beyond the end).
 * Null when parameters are out of the manual's range: printers then take the following bytes for
 * text and commands.
 */
type Length = (at: (offset: number) => number) => number | null;

const createFixedLength =
  (count: number): Length =>
  () =>
    count;
/** Measures data with its length in two bytes before it (`pL pH`). */
const measureCountedData: Length = (at) => 2 + at(0) + at(1) * 256;

/** Creates a `measureCountedData` that returns null when the length is outside the range. */
const createCountedLength =
  (min: number, max: number): Length =>
  (at) => {
    const count = at(0) + at(1) * 256;
    return count >= min && count <= max ? 2 + count : null;
  };

/**
 * One byte in the given ranges. Printers take any other byte for text, or for the start of a
 * command.
 */
const createOneByteParameterLength = (ranges: string): Length => {
  const bounds = ranges.split(' ').map((range) => range.split('-').map(Number));
  return (at) =>
    bounds.some(([first = 0, last = first]) => at(0) >= first && at(0) <= last) ? 1 : null;
};

const MAX_TABS = 32;

/** Tab columns in ascending order; the printer ends the list at a smaller value. */
const measureTabList: Length = (at) => {
  let length = 0;
  while (at(length) > (length === 0 ? NUL : at(length - 1)) && length < MAX_TABS) length += 1;
  return at(length) === NUL ? length + 1 : null;
};

/** Columns of dots (`ESC *`): one or three bytes per column. */
const measureBitImageColumns: Length = (at) => {
  const count = at(1) + at(2) * 256;
  if (![0, 1, 32, 33].includes(at(0)) || !(count >= 1 && count <= 1_023)) return null;
  return 3 + count * (at(0) >= 32 ? 3 : 1);
};

const SCALES = new Set([0, 1, 2, 3, 48, 49, 50, 51]);
const MAX_RASTER = { bytes: 128, rows: 4_095 };

/** Rows of dots (`GS v 0`). */
const measureRasterImage: Length = (at) => {
  const [width, rows] = [at(2) + at(3) * 256, at(4) + at(5) * 256];
  const isInRange = width >= 1 && width <= MAX_RASTER.bytes && rows >= 1 && rows <= MAX_RASTER.rows;
  return at(0) === 0x30 && SCALES.has(at(1)) && isInRange ? 6 + width * rows : null;
};

/** Large graphics (`GS 8 L`): four length bytes. */
const measureLargeGraphics: Length = (at) => {
  const count = at(1) + at(2) * 2 ** 8 + at(3) * 2 ** 16 + at(4) * 2 ** 24;
  return at(0) === 0x4c && !(count < 2) ? 5 + count : null;
};

/** Measures a picture stored in the printer (`FS p n m`). */
const measureStoredPicture: Length = (at) => (at(0) >= 1 && SCALES.has(at(1)) ? 2 : null);

const MAX_AREA = { across: 1_024, down: 8_192 };
/**
 * FF, DLE, CAN, ESC, FS and GS act as commands when the area is invalid and its bytes are read as
 * text.
 */
const HARMFUL = new Set([0x0c, 0x10, 0x18, 0x1b, 0x1c, 0x1d]);

/** Print area of page mode (`ESC W`): x, y, width, height. */
const measurePrintArea: Length = (at) => {
  const [x = 0, y = 0, width = 0, height = 0] = [0, 2, 4, 6].map((n) => at(n) + at(n + 1) * 256);
  const isOnPaper = x + width <= MAX_AREA.across && y + height <= MAX_AREA.down;
  const isHarmful = [0, 1, 2, 3, 4, 5, 6, 7].some((n) => HARMFUL.has(at(n)));
  return isOnPaper && width >= 1 && height >= 1 && !isHarmful ? 8 : null;
};

/** `GS V m`, or `GS V m n` with a feed. */
const CUTS = new Map([0, 1, 48, 49].map((mode) => [mode, 1]));
for (const mode of [65, 66]) CUTS.set(mode, 2);
const measureCutCommand: Length = (at) => CUTS.get(at(0)) ?? null;

const listCommandLengths = (lead: string, names: string, length: Length): [string, Length][] =>
  names.split(' ').map((name) => [`${lead} ${name}`, length]);

const LENGTHS: ReadonlyMap<string, Length> = new Map([
  ...listCommandLengths('ESC', '2 < @ L S i m', createFixedLength(0)),
  ...listCommandLengths('ESC', '! % 3 E G J K R U d e SP { t', createFixedLength(1)),
  ...listCommandLengths('ESC', '- V a', createOneByteParameterLength('0-2 48-50')),
  ...listCommandLengths('ESC', 'M', createOneByteParameterLength('0-4 48-52 97-98')),
  ...listCommandLengths('ESC', 'T', createOneByteParameterLength('0-3 48-51')),
  ...listCommandLengths('ESC', 'r', createOneByteParameterLength('0-1 48-49')),
  ...listCommandLengths('ESC', '$ \\', createFixedLength(2)),
  ...listCommandLengths('ESC', 'W', measurePrintArea),
  ...listCommandLengths('ESC', 'D', measureTabList),
  ...listCommandLengths('ESC', '*', measureBitImageColumns),
  ...listCommandLengths('GS', 'c', createFixedLength(0)),
  ...listCommandLengths('GS', '! B b', createFixedLength(1)),
  ...listCommandLengths('GS', 'H', createOneByteParameterLength('0-3 48-51')),
  ...listCommandLengths('GS', 'T', createOneByteParameterLength('0-1 48-49')),
  ...listCommandLengths('GS', 'f', createOneByteParameterLength('0-4 48-52 97-98')),
  ...listCommandLengths('GS', 'h', createOneByteParameterLength('1-255')),
  ...listCommandLengths('GS', 'w', createOneByteParameterLength('1-6 68-76')),
  ...listCommandLengths('GS', '$ L P W \\', createFixedLength(2)),
  ...listCommandLengths('GS', 'V', measureCutCommand),
  ...listCommandLengths('GS', 'k', measureBarcodeData),
  ...listCommandLengths('GS', 'v', measureRasterImage),
  ...listCommandLengths('GS', '8', measureLargeGraphics),
  ...listCommandLengths('GS', '(K', measureCountedData),
  ...listCommandLengths('GS', '(L', createCountedLength(2, 65_535)),
  ...listCommandLengths('GS', '(N', createCountedLength(2, 3)),
  ...listCommandLengths('GS', '(P', createCountedLength(8, 8)),
  ...listCommandLengths('GS', '(Q', createCountedLength(12, 12)),
  ...listCommandLengths('GS', '(k', createCountedLength(3, 7_095)),
  ...listCommandLengths('FS', '& .', createFixedLength(0)),
  ...listCommandLengths('FS', '! W', createFixedLength(1)),
  ...listCommandLengths('FS', '-', createOneByteParameterLength('0-2 48-50')),
  ...listCommandLengths('FS', 'C', createOneByteParameterLength('0-1 48-49')),
  ...listCommandLengths('FS', 'S', createFixedLength(2)),
  ...listCommandLengths('FS', 'p', measureStoredPicture),
]);

const LEADS: ReadonlyMap<number, string> = new Map([
  [ESC, 'ESC'],
  [GS, 'GS'],
  [FS, 'FS'],
]);

/** A command in the stream. */
export type Command = { name: string; at: number; data: Uint8Array };

const formatCommandName = (lead: string, bytes: Uint8Array, at: number): string => {
  const second = bytes[at + 1] ?? 0;
  if (second === 0x28) return `${lead} (${String.fromCharCode(bytes[at + 2] ?? 0)}`;
  return `${lead} ${second === 0x20 ? 'SP' : String.fromCharCode(second)}`;
};

/**
 * `GS ( L` and `GS 8 L`: functions 112 and 113 store dots in the print buffer, 2 and 50 print them;
 * all others store in the printer or query it.
 */
const isStoreInPrinterCommand = (name: string, data: Uint8Array): boolean =>
  (name === 'GS (L' || name === 'GS 8') &&
  ![2, 50, 112, 113].includes(data[name === 'GS 8' ? 6 : 3] ?? 0);

/**
 * Two-dimensional codes: function 82 queries the size; the others set up, store and print the
 * symbol.
 */
const isQueryCommand = (name: string, data: Uint8Array): boolean =>
  name === 'GS (k' && data[3] === 82;

/** Reads the command at this position. Returns a Chinese error message when it is not allowed. */
export function readEscposCommand(bytes: Uint8Array, at: number): Command | string {
  const [first = 0, second = 0] = bytes.subarray(at, at + 2);
  const hexBytes = `${formatHex(first)} ${formatHex(second)}`;
  const lead = LEADS.get(first);
  const name = lead === undefined ? '' : formatCommandName(lead, bytes, at);
  const from = at + (second === 0x28 ? 3 : 2);
  const length = LENGTHS.get(name)?.((offset) => bytes[from + offset] ?? Number.NaN);
  const isKnown = typeof length === 'number';
  const end = from + (length ?? 0);
  if (isKnown && !(end <= bytes.length)) return `${hexBytes} 后面的数据不够长，会吞掉下一张标签`;
  const data = bytes.subarray(from, end);
  if (!isKnown || isStoreInPrinterCommand(name, data) || isQueryCommand(name, data))
    return `${hexBytes} 不是画标签的命令（查询、存储、设置或钱箱），这里不收`;
  return { name, at, data: bytes.subarray(at, end) };
}
