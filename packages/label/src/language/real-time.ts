import { LabelError } from '../errors.ts';
import type { Bitmap } from '../raster/bitmap.ts';

const DLE = 0x10;
/**
 * EOT queries the status, ENQ recovers from an error and may clear the buffer, DC4 clears it,
 * generates a pulse or powers off.
 */
const REAL_TIME = new Set([0x04, 0x05, 0x14]);
/** Shifts within a byte. A shift by a whole byte leaves the byte values unchanged. */
const SHIFTS = [1, 2, 3, 4, 5, 6, 7];

/** A row of dots as sent: dot x of the bitmap is dot x + `shift` of `bytes`. */
export type Line = { readonly shift: number; readonly bytes: Uint8Array };

/**
 * Whether two consecutive bytes start a real-time command, which is executed anywhere in the data.
 */
export const isRealTimeCommandStart = (
  first: number | undefined,
  second: number | undefined,
): boolean => first === DLE && second !== undefined && REAL_TIME.has(second);

const hasNoRealTimeCommand = (bytes: Uint8Array): boolean => {
  for (let at = bytes.indexOf(DLE); at >= 0; at = bytes.indexOf(DLE, at + 1))
    if (isRealTimeCommandStart(bytes[at], bytes[at + 1])) return false;
  return true;
};

/** Number of leading blank dots, at most 7. */
const countLeadingBlankDots = (row: Uint8Array): number =>
  Math.min(7, Math.clz32(row[0] ?? 0) - 24);

function shiftRowByDots(row: Uint8Array, width: number, shift: number): Uint8Array {
  const out = new Uint8Array((width + shift + 7) >> 3);
  for (let i = 0; i < out.length; i += 1)
    out[i] =
      shift > 0
        ? ((row[i] ?? 0) >> shift) | ((row[i - 1] ?? 0) << (8 - shift))
        : ((row[i] ?? 0) << -shift) | ((row[i + 1] ?? 0) >> (8 + shift));
  return out;
}

/**
 * A row can shift left only by its blank dots. It can shift right by any amount, if the label
 * starts that far from the edge.
 */
function shiftRowAroundCommands(row: Uint8Array, width: number): Line {
  if (hasNoRealTimeCommand(row)) return { shift: 0, bytes: row };
  const leftShifts = SHIFTS.filter(
    (dots) => dots <= countLeadingBlankDots(row) && dots < width,
  ).map((dots) => -dots);
  for (const shift of [...leftShifts, ...SHIFTS]) {
    const bytes = shiftRowByDots(row, width, shift);
    if (hasNoRealTimeCommand(bytes)) return { shift, bytes };
  }
  throw new LabelError(
    'bad-media',
    '这张标签有一行点子，怎么排都会被打印机当成命令，打印不了：把图片移动一点或换一种黑白处理',
  );
}

/**
 * Rows of a bitmap without bytes that a printer takes for a real-time command: DLE followed by EOT,
 * ENQ or DC4 is executed on arrival, even within image data (Epson's ESC/POS reference, "Real-time
 * commands"). An affected row is shifted by less than a byte; the caller compensates with the row's
 * start position. Throws LabelError `bad-media` when no shift helps.
 */
export function shiftRowsAroundCommands(bitmap: Bitmap): Line[] {
  const { width, height, stride, data } = bitmap;
  return Array.from({ length: height }, (_, y) =>
    shiftRowAroundCommands(data.subarray(y * stride, (y + 1) * stride), width),
  );
}
