import { type DrawRules, listPieces } from './draw.ts';
import { drawRules, type PartialOptions, addDefaults } from './options.ts';
import type { DrawnPiece } from './paper.ts';

/** Bytes of numbers and text, as manuals write commands: `bytes(0x1b, 'J', 30)`. */
export const toBytes = (...parts: readonly (number | string | readonly number[])[]): Buffer =>
  Buffer.from(
    parts.flatMap((part) => {
      if (typeof part === 'number') return [part];
      return typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : [...part];
    }),
  );

const encodeWord = (n: number): number[] => [n & 255, n >> 8];

/** Dots as drawn in the test: `#` is black; one text row per dot row. */
export const packRows = (rows: readonly string[]): { width: number; data: number[] } => {
  const width = Math.max(...rows.map((row) => row.length));
  const bytesPerRow = Math.ceil(width / 8);
  const data = rows.flatMap((row) =>
    Array.from({ length: bytesPerRow }, (_, at) =>
      Array.from({ length: 8 }, (_unused, bit) =>
        row[at * 8 + bit] === '#' ? 0x80 >> bit : 0,
      ).reduce((sum, item) => sum + item, 0),
    ),
  );
  return { width, data };
};

/** GS v 0 with these rows. */
export const buildRaster = (rows: readonly string[], mode = 0): Buffer => {
  const { width, data } = packRows(rows);
  return toBytes(0x1d, 'v0', mode, encodeWord(Math.ceil(width / 8)), encodeWord(rows.length), data);
};

/** GS ( L functions 112 and 50. */
export const buildStoreCommand = (rows: readonly string[], scale = { x: 1, y: 1 }): Buffer => {
  const { width, data } = packRows(rows);
  const parameters = [
    0x30,
    0x70,
    0x30,
    scale.x,
    scale.y,
    0x31,
    ...encodeWord(width),
    ...encodeWord(rows.length),
  ];
  return toBytes(0x1d, '(L', encodeWord(parameters.length + data.length), parameters, data);
};
export const printStored = toBytes(0x1d, '(L', 2, 0, 0x30, 0x32);

/** A label with its name as unique ink. */
export const buildLabel = (name: string): Buffer => toBytes(name, '\n\f');

/** The identity of a piece: its text. */
export const indexByText = (piece: DrawnPiece): string => piece.text;

export const listRules = (options: PartialOptions): DrawRules => drawRules(addDefaults(options));

/** A head of 16 dots, labels of 8 lines with a gap of 2. */
export const SMALL: PartialOptions = {
  dotsPerMm: 1,
  headDots: 16,
  labelMm: 8,
  gapMm: 2,
  cutterMm: 3,
};

/** The printed pieces in the notation of the input. */
export const listPrinted = (input: Buffer, options: PartialOptions = {}): string[][] =>
  listPieces(input, listRules({ ...SMALL, ...options })).map(listDots);

export const listDots = ({ bitmap }: Pick<DrawnPiece, 'bitmap'>): string[] =>
  Array.from({ length: bitmap.height }, (_, y) =>
    Array.from({ length: bitmap.width }, (_unused, x) => (bitmap.get(x, y) ? '#' : '.'))
      .join('')
      .replace(/\.+$/, ''),
  );
