import { LabelError } from '../../errors.ts';
import { createModuleMatrix, setModuleDark } from '../module-matrix.ts';
import type { ModuleMatrix } from '../module-matrix.ts';
import { computeCheckCodewords } from './check.ts';
import { CODEWORD_MODULES, getCodewordModules, START, STOP } from './patterns.ts';
import { encodeTextCodewords } from './text.ts';

/** Quiet zone on each side, in modules (ISO/IEC 15438, 5.8.3). */
export const PDF417_QUIET_ZONE = 2;
/** Row height in modules, the minimum of the standard (5.8.2). */
export const ROW_MODULES = 3;

/** Maximum codewords including the length codeword, and limits on columns and rows (5.2.1). */
const MAX_CODEWORDS = 928;
const MAX_COLUMNS = 30;
const ROWS = { least: 3, most: 90 };
/** Maximum digits, and maximum bytes, of any symbol. */
const MAX_CHARACTERS = 2710;
const MAX_BYTES = 1108;
/** Padding codeword. */
const PAD = 900;

export type Pdf417Options = {
  /** Data codewords per row, 1 to 30; the best fit for `aspect` when omitted. */
  columns?: number;
  /** Aspect ratio of the box, width ÷ height. */
  aspect?: number;
  /** Error correction level, 0 to 8; the recommended one when omitted. */
  level?: number;
  /**
   * Chooses columns and rows for a number of data and check codewords; overrides the default
   * choice.
   */
  chooseShape?: (codewords: number) => Pdf417Shape;
  /** Row height in modules; `ROW_MODULES` when omitted. */
  rowModules?: number;
  /** Compact PDF417: no right row indicators, and a stop pattern of one module (5.12). */
  isCompact?: boolean;
};

export type Pdf417Shape = { columns: number; rows: number };

/**
 * Encodes the text as a PDF417 symbol. By default rows are three modules high, and the error
 * correction level is the one recommended for the number of codewords (annex E). Text that is not
 * ASCII is encoded as UTF-8 with ECI 26. Throws LabelError `code-not-encodable` if the text is
 * empty, too long, or too long for the number of columns.
 */
export function encodePdf417(text: string, options: Pdf417Options = {}): ModuleMatrix {
  if (text === '') throw new LabelError('code-not-encodable', 'PDF417 的内容为空');
  const bytes = new TextEncoder().encode(text.slice(0, MAX_CHARACTERS + 1));
  const isUtf8 = bytes.length > text.length;
  if (text.length > MAX_CHARACTERS || (isUtf8 && bytes.length > MAX_BYTES))
    throwPdf417LengthError();
  const data = encodeTextCodewords(bytes, isUtf8);
  const level = options.level ?? chooseErrorCorrectionLevel(data.length + 1);
  const check = 2 << level;
  const neededCodewords = data.length + 1 + check;
  const { columns, rows } =
    options.chooseShape?.(neededCodewords) ?? findBestSymbolShape(neededCodewords, options);
  if (columns * rows < neededCodewords || columns * rows > MAX_CODEWORDS) throwPdf417LengthError();
  const length = columns * rows - check;
  const words = [length, ...data];
  while (words.length < length) words.push(PAD);
  const allCodewords = [...words, ...computeCheckCodewords(words, check)];
  return drawPdf417Symbol(allCodewords, { columns, rows }, level, options);
}

function throwPdf417LengthError(): never {
  throw new LabelError('code-not-encodable', 'PDF417 的内容太长，放不进一个码');
}

/**
 * Recommended level for the number of data codewords; lower if the recommended one does not fit.
 */
function chooseErrorCorrectionLevel(data: number): number {
  if (data > MAX_CODEWORDS - 2) throwPdf417LengthError();
  let level = data <= 41 ? 2 : data <= 161 ? 3 : data <= 321 ? 4 : 5;
  while (data + (2 << level) > MAX_CODEWORDS) level -= 1;
  return level;
}

/** Shape with the largest modules in the box, without empty rows. */
function findBestSymbolShape(
  codewords: number,
  { columns: wantedColumns, aspect = 3 }: Pdf417Options,
): Pdf417Shape {
  let best = { columns: 0, rows: 0 };
  let min = Infinity;
  for (let columns = wantedColumns ?? 1; columns <= (wantedColumns ?? MAX_COLUMNS); columns += 1) {
    const rows = Math.max(ROWS.least, Math.ceil(codewords / columns));
    if (rows > ROWS.most || rows * columns > MAX_CODEWORDS) continue;
    const across = computePdf417Width(columns) + 2 * PDF417_QUIET_ZONE;
    const down = rows * ROW_MODULES + 2 * PDF417_QUIET_ZONE;
    const side = Math.max(across, down * aspect);
    if (side < min) [best, min] = [{ columns, rows }, side];
  }
  if (best.columns === 0)
    throw new LabelError(
      'code-not-encodable',
      wantedColumns === undefined
        ? 'PDF417 的内容太长，放不进一个码'
        : `PDF417 用 ${wantedColumns} 列放不下，请增加列数`,
    );
  return best;
}

/** Width in modules: start, left indicator, data, right indicator, stop. */
function computePdf417Width(columns: number, isCompact = false): number {
  const right = isCompact ? 1 : CODEWORD_MODULES + STOP.count;
  return START.count + CODEWORD_MODULES * (columns + 1) + right;
}

function drawPdf417Symbol(
  words: readonly number[],
  { columns, rows }: Pdf417Shape,
  level: number,
  { rowModules = ROW_MODULES, isCompact = false }: Pdf417Options,
): ModuleMatrix {
  const matrix = createModuleMatrix(computePdf417Width(columns, isCompact), rows * rowModules);
  for (let row = 0; row < rows; row += 1) {
    const cluster = row % 3;
    // Symbol properties that the row indicators encode in addition to the row number (5.11.3).
    const indicatorValues = [Math.floor((rows - 1) / 3), level * 3 + ((rows - 1) % 3), columns - 1];
    const getRowIndicator = (place: number): number =>
      Math.floor(row / 3) * 30 + (indicatorValues[place % 3] ?? 0);
    const codewords = [
      getRowIndicator(cluster),
      ...words.slice(row * columns, (row + 1) * columns),
      ...(isCompact ? [] : [getRowIndicator(cluster + 2)]),
    ];
    let x = 0;
    const placeModules = (modules: number, count: number): void => {
      for (let bit = count - 1; bit >= 0; bit -= 1, x += 1)
        if (((modules >> bit) & 1) !== 0) setModuleDark(matrix, x, row * rowModules);
    };
    placeModules(START.modules, START.count);
    for (const codeword of codewords)
      placeModules(getCodewordModules(cluster, codeword), CODEWORD_MODULES);
    if (isCompact) placeModules(1, 1);
    else placeModules(STOP.modules, STOP.count);
    const { words: across, rows: bits } = matrix;
    const first = row * rowModules * across;
    for (let y = 1; y < rowModules; y += 1)
      bits.copyWithin(first + y * across, first, first + across);
  }
  return matrix;
}
