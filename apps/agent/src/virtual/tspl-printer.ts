import type { Bitmap } from '@yunbiao/label';
import { createVirtualRoll, getLabelPrintMs } from './roll.ts';
import type { Roll, RollOptions } from './roll.ts';
import { createTsplReader } from './tspl-reader.ts';
import type { TsplLine } from './tspl-reader.ts';
import type { VirtualPrinter } from './serve.ts';

/** Minimum time of a label, ms: TSPL reports only that it is printing, which must be observable. */
const MIN_LABEL_MS = 300;
const DEFAULT_MM = { width: 60, height: 40 };
const MM_PER_INCH = 25.4;
const MAX_DOTS = 12_000;
const MAX_COPIES = 10_000;
/** Commands that print but are not drawn here. */
const UNDRAWN_COMMANDS =
  /^(TEXT|BLOCK|BARCODE|QRCODE|DMATRIX|PDF417|MPDF417|AZTEC|MAXICODE|BAR|BOX|CIRCLE|ELLIPSE|DIAGONAL|PUTBMP|PUTPCX)$/;

/** Size of a label, dots. */
type Size = { width: number; height: number };
type PlacedBitmap = { x: number; y: number; width: number; dots: Buffer };

const parseNumbers = (text: string): number[] =>
  text.split(',').map((part) => Math.min(MAX_DOTS, Math.max(0, Number.parseInt(part, 10) || 0)));

/** Overwrites dots of the label with those of a BITMAP, where 0 is black. */
const overwriteLabelDots = (bitmap: Bitmap, { x, y, width, dots }: PlacedBitmap): void => {
  for (let at = 0; at < dots.length * 8; at += 1) {
    const column = x + (at % (width * 8));
    const row = y + Math.floor(at / (width * 8));
    if (column >= bitmap.width || row >= bitmap.height) continue;
    const i = row * bitmap.stride + (column >> 3);
    const bit = 0x80 >> (column & 7);
    const black = ((dots[at >> 3] ?? 0) & (0x80 >> (at & 7))) === 0;
    bitmap.data[i] = black ? (bitmap.data[i] ?? 0) | bit : (bitmap.data[i] ?? 0) & ~bit;
  }
};

/** Parses the size of a label in mm, inches or dots; null without a usable one. */
const parseSize = (parameters: string, toDots: (mm: number) => number): Size | null => {
  const [width, height] = parameters.split(',').map((side) => {
    const value = Number.parseFloat(side) || 0;
    if (/dot/i.test(side)) return Math.min(MAX_DOTS, Math.round(value));
    return value === 0 ? 0 : toDots(/mm/i.test(side) ? value : value * MM_PER_INCH);
  });
  return width && height ? { width, height } : null;
};

const drawTsplLabel = (size: Size, placedBitmaps: readonly PlacedBitmap[]): Bitmap => {
  const stride = (size.width + 7) >> 3;
  const bitmap = { ...size, stride, data: new Uint8Array(stride * size.height) };
  for (const placement of placedBitmaps) overwriteLabelDots(bitmap, placement);
  return bitmap;
};

const buildStatusByte = (roll: Roll): number =>
  (roll.hasPaper() ? 0 : 0x04) |
  (roll.isPaused() ? 0x10 : 0) |
  (roll.countWaiting() > 0 ? 0x20 : 0);

const buildStatusFrame = (roll: Roll): string => {
  const working = roll.countWaiting() > 0 ? 'P' : '@';
  const message = roll.hasPaper() ? (roll.isPaused() ? '`' : working) : 'E';
  return `\x02${message}@@${roll.hasPaper() ? '@' : 'A'}\x03\r\n`;
};

/** Simulates a TSPL printer with one image buffer for all connections. Draws only BITMAP. */
export const createTsplPrinter = (options: RollOptions & { dpi: number }): VirtualPrinter => {
  const roll = createVirtualRoll({
    ...options,
    speedMs: () => Math.max(MIN_LABEL_MS, getLabelPrintMs(options)),
  });
  // 8 dots per mm at 203 dpi, as in the manual and in our labels.
  const dotsPerMm = options.dpi === 203 ? 8 : options.dpi / MM_PER_INCH;
  const convertMmToDots = (mm: number): number =>
    Math.min(MAX_DOTS, Math.max(1, Math.round(mm * dotsPerMm)));
  let size: Size = {
    width: convertMmToDots(DEFAULT_MM.width),
    height: convertMmToDots(DEFAULT_MM.height),
  };
  let reference = { x: 0, y: 0 };
  let placedBitmaps: PlacedBitmap[] = [];
  let undrawnCommands = new Set<string>();
  let sendReply: (text: string) => void = () => undefined;

  const onLine = ({ name, parameters, dots: data }: TsplLine): void => {
    const [x = 0, y = 0, width = 0] = parseNumbers(parameters);
    if (name === 'SIZE') size = parseSize(parameters, convertMmToDots) ?? size;
    else if (name === 'REFERENCE') reference = { x, y };
    else if (name === 'CLS') {
      placedBitmaps = [];
      undrawnCommands = new Set();
    } else if (name === 'BITMAP' && width > 0)
      placedBitmaps.push({ x: x + reference.x, y: y + reference.y, width, dots: data });
    else if (name === 'PRINT')
      roll.add(
        { bitmap: drawTsplLabel(size, placedBitmaps), undrawn: [...undrawnCommands] },
        Math.min(MAX_COPIES, Math.max(1, x) * Math.max(1, y)),
      );
    else if (UNDRAWN_COMMANDS.test(name)) undrawnCommands.add(name);
  };
  const onImmediate = (letter: string): void => {
    if (letter === '?') sendReply(String.fromCharCode(buildStatusByte(roll)));
    else if (letter === 'S') sendReply(buildStatusFrame(roll));
    else if (letter === '.') roll.cancel();
  };
  const read = createTsplReader({ onLine, onImmediate });

  return {
    receive: (chunk, answer) => {
      sendReply = answer;
      read(chunk);
    },
    setPaper: roll.setPaper,
    setPaused: roll.setPaused,
    getCounter: roll.getCounter,
  };
};
