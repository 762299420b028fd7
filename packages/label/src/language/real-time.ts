import { LabelError } from '../errors.ts';
import type { Bitmap } from '../raster/bitmap.ts';

const DLE = 0x10;
/** EOT asks for the status, ENQ goes on after an error and may clear the buffer, DC4 clears it, pulses or switches off. */
const REAL_TIME = new Set([0x04, 0x05, 0x14]);
/** Shifts within a byte: a whole byte further the bytes are the same again. */
const SHIFTS = [1, 2, 3, 4, 5, 6, 7];

/** A row of dots as sent: dot x of the bitmap is dot x + `shift` of `bytes`. */
export type Line = { readonly shift: number; readonly bytes: Uint8Array };

/** Whether two bytes behind each other begin a command that is carried out wherever it stands. */
export const isRealTime = (first: number | undefined, second: number | undefined): boolean =>
  first === DLE && second !== undefined && REAL_TIME.has(second);

const isSafe = (bytes: Uint8Array): boolean => {
  for (let at = bytes.indexOf(DLE); at >= 0; at = bytes.indexOf(DLE, at + 1))
    if (isRealTime(bytes[at], bytes[at + 1])) return false;
  return true;
};

/** Blank dots a row begins with, up to 7. */
const blankDots = (row: Uint8Array): number => Math.min(7, Math.clz32(row[0] ?? 0) - 24);

function shifted(row: Uint8Array, width: number, shift: number): Uint8Array {
  const out = new Uint8Array((width + shift + 7) >> 3);
  for (let i = 0; i < out.length; i += 1)
    out[i] =
      shift > 0
        ? ((row[i] ?? 0) >> shift) | ((row[i - 1] ?? 0) << (8 - shift))
        : ((row[i] ?? 0) << -shift) | ((row[i + 1] ?? 0) >> (8 + shift));
  return out;
}

/** To the left a row can go by its blank dots only; to the right by any, if the label begins that far from the edge. */
function getLine(row: Uint8Array, width: number): Line {
  if (isSafe(row)) return { shift: 0, bytes: row };
  const left = SHIFTS.filter((dots) => dots <= blankDots(row) && dots < width).map((dots) => -dots);
  for (const shift of [...left, ...SHIFTS]) {
    const bytes = shifted(row, width, shift);
    if (isSafe(bytes)) return { shift, bytes };
  }
  throw new LabelError(
    'bad-media',
    '这张标签有一行点子，怎么排都会被打印机当成命令，印不了：把图片挪一点或换一种黑白处理',
  );
}

/**
 * The rows of a bitmap, none with bytes that a printer takes for a real-time command: DLE followed by EOT, ENQ or DC4 is
 * carried out the moment it arrives, among dots, too (Epson's ESC/POS reference, "Real-time commands"). A row that has
 * them is shifted by less than a byte, which whoever prints it makes good by where it begins.
 * Throws LabelError `bad-media` when no shift helps.
 */
export function safeLines(bitmap: Bitmap): Line[] {
  const { width, height, stride, data } = bitmap;
  return Array.from({ length: height }, (_, y) =>
    getLine(data.subarray(y * stride, (y + 1) * stride), width),
  );
}
